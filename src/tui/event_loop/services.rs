//! Receives the screen's requests: the engine, if there is a folder, and threads. A thread answers the newest request
//! of each kind.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::{io, path::PathBuf, sync::Arc};

use shingle::base::requests::{RequestSender, requests};
use shingle::base::workers::{do_beside, start_thread};
use shingle::decisions::{Decided, Decision, PhraseLine, Phrases, SumOfLines};
use shingle::engine::{Answer, DocumentReader, Engine, Report};
use shingle::lesson::{Lesson, Pitfall, Trial, pitfalls::all};
use shingle::{base::cancel::Cancel, base::faults::panic_if_asked, base::guard::guarded};

use crate::tui::event_loop::states::{VisitFollower, VisitKeeper};
use crate::tui::layout::{LineBreaks, PaneSizes};
use crate::tui::messages::{CompareRequest, Compared, Event, LessonAnswer, LessonRequest, Message};
use crate::tui::model::{
    ArrangeRequest, Arrangement, FileAnswer, Finder, LaidSources, Model, Prepared, ReportAnswer,
    ReportRequest, ReportWriter, SearchRequest,
};
use crate::tui::{
    event_loop::keeper::save_requested_lines, model::arrange::arrange, update::sources,
};

/// Files and callbacks for saving marks, phrases, reports and visits.
#[derive(Debug, Default)]
pub(crate) struct KeptPlaces {
    /// File of marks, if any.
    pub(crate) decisions: Option<PathBuf>,
    /// File of phrases, if any.
    pub(crate) phrases: Option<PathBuf>,
    /// The scanned folder, which must not contain the other files.
    pub(crate) folder: PathBuf,
    pub(crate) reports: Option<ReportWriter>,
    pub(crate) visits: Option<VisitKeeper>,
    pub(crate) reader: DocumentReader,
}

/// The engine and the threads. Dropping them ends their work.
pub(crate) struct Services {
    /// The engine of the folder, if there is a folder.
    pub(crate) engine: Option<Engine>,
    pub(crate) outbox: Sender<Event>,
    rows: RequestSender<ArrangeRequest>,
    documents: RequestSender<ArrangeRequest>,
    problems: RequestSender<ArrangeRequest>,
    decided: RequestSender<ArrangeRequest>,
    keeper: Option<Sender<Vec<Decision>>>,
    phrases: Option<Sender<Vec<PhraseLine>>>,
    reports: Option<ReportWriter>,
    pub(crate) reader: DocumentReader,
    visits: Option<VisitFollower>,
    pub(crate) teacher: RequestSender<LessonRequest>,
    pub(crate) comparer: RequestSender<CompareRequest>,
    pub(crate) finder: RequestSender<SearchRequest>,
}

impl Services {
    /// Starts the threads, which send their results as events.
    ///
    /// # Errors
    /// One line if the system starts no thread.
    pub(crate) fn open(
        engine: Option<Engine>,
        places: KeptPlaces,
        outbox: Sender<Event>,
    ) -> io::Result<Self> {
        // If a library panics over a name, the list stays unchanged.
        let rows = start_answering(&outbox, |request: ArrangeRequest, cancel| {
            let arranged = guarded(|| arrange(&request, &|| cancel.is_cancelled())).ok()??;
            Some(Message::Arranged(Box::new((request, arranged))).into())
        })?;
        let mut pitfalls: Option<Arc<[Pitfall]>> = None;
        let teacher = start_answering(&outbox, move |request, _| {
            let pitfalls = pitfalls.get_or_insert_with(|| guarded(all).unwrap_or_default());
            Some(Message::LessonReady(Box::new(LessonAnswer::prepare(&request, pitfalls))).into())
        })?;
        let comparer = start_answering(&outbox, |texts, _| {
            Some(Message::Compared(Box::new(Compared::compare(&texts))).into())
        })?;
        let mut finder = Finder::default();
        let finder = start_answering(&outbox, move |request: SearchRequest, cancel| {
            let answer = guarded(|| finder.answer(&request, cancel)).ok()??;
            Some(Message::Searched(Box::new(answer)).into())
        })?;
        let (documents, problems) = (rows.for_another_kind(), rows.for_another_kind());
        let decided = rows.for_another_kind();
        let KeptPlaces { decisions, phrases, folder, reports, visits, reader } = places;
        let keeper = decisions.map(|file| {
            start_keeper::<Decided>(file, folder.clone(), outbox.clone(), Message::Decided)
        });
        let phrases = phrases
            .map(|file| start_keeper::<Phrases>(file, folder, outbox.clone(), Message::Phrases));
        let (keeper, phrases) = (keeper.transpose()?, phrases.transpose()?);
        let visits = visits.map(VisitFollower::start).transpose()?;
        Ok(Self {
            engine,
            outbox,
            rows,
            documents,
            problems,
            decided,
            keeper,
            phrases,
            reports,
            reader,
            visits,
            teacher,
            comparer,
            finder,
        })
    }

    pub(crate) fn save_visit(&mut self, model: &Model) {
        if let Some(visits) = &mut self.visits {
            visits.save_if_new(model);
        }
    }

    pub(crate) fn save_marks(&self, decisions: Vec<Decision>) {
        if let Some(keeper) = &self.keeper {
            let _ = keeper.send(decisions);
        } else {
            let why = "cannot save marks; use --decisions FILE";
            let _ = self.outbox.send(Message::Decided(FileAnswer::Failed(why.into())).into());
        }
    }

    pub(crate) fn write_report(&self, request: ReportRequest) {
        let (writer, outbox) = (self.reports.clone(), self.outbox.clone());
        do_beside(move || {
            let answer = writer.map(|writer| guarded(|| writer.write(&request)));
            let answer = match answer {
                Some(Ok(answer)) => answer,
                Some(Err(panic)) => {
                    ReportAnswer::Failed(format!("no report ({panic}); please report that"))
                }
                None => ReportAnswer::Failed("no folder to report on".to_string()),
            };
            let _ = outbox.send(Message::Reported(Box::new((request, answer))).into());
        });
    }

    /// Saves the user's statement about a phrase.
    pub(crate) fn save_phrase(&self, line: PhraseLine) {
        if let Some(keeper) = &self.phrases {
            let _ = keeper.send(vec![line]);
        } else {
            let why = "cannot save phrases; use --phrases FILE";
            let _ = self.outbox.send(Message::Phrases(FileAnswer::Failed(why.into())).into());
        }
    }

    pub(crate) fn arrange(&self, request: ArrangeRequest) {
        let arranger = match request.how {
            Arrangement::Rows { .. } => &self.rows,
            Arrangement::Documents { .. } => &self.documents,
            Arrangement::Problems { .. } => &self.problems,
            Arrangement::Decided(_) => &self.decided,
        };
        arranger.ask(request);
    }
}

fn start_keeper<T: SumOfLines>(
    file: PathBuf,
    folder: PathBuf,
    outbox: Sender<Event>,
    message: fn(FileAnswer<T::Contents>) -> Message,
) -> io::Result<Sender<Vec<T::Line>>>
where
    T::Line: Send + 'static,
    T::Contents: 'static,
{
    let (keeper, lines) = channel();
    start_thread(move || {
        save_requested_lines::<T>((&file, &folder), &lines, |answer| {
            outbox.send(message(answer).into()).is_ok()
        });
    })?;
    Ok(keeper)
}

/// Starts a thread that answers requests with events, until the senders of requests or the receiver of answers are
/// gone.
fn start_answering<R: Send + 'static>(
    events: &Sender<Event>,
    mut answer: impl FnMut(R, &Cancel) -> Option<Event> + Send + 'static,
) -> io::Result<RequestSender<R>> {
    let (asker, inbox) = requests();
    let events = events.clone();
    start_thread(move || {
        for (request, cancel) in inbox {
            panic_if_asked("services");
            if let Some(event) = answer(request, &cancel)
                && events.send(event).is_err()
            {
                return;
            }
        }
    })?;
    Ok(asker)
}

impl LessonAnswer {
    pub(crate) fn prepare(request: &LessonRequest, pitfalls: &Arc<[Pitfall]>) -> Self {
        let lesson = guarded(|| Arc::new(Lesson::new(&request.subject, &request.params, pitfalls)));
        let lesson = lesson
            .map_err(|panic| format!("these texts cannot be taught ({panic}); please report them"));
        Self { number: request.number, lesson }
    }
}

impl Compared {
    pub(crate) fn compare(request: &CompareRequest) -> Self {
        let CompareRequest { number, names, texts, params } = request;
        let trial = guarded(|| Arc::new(Trial::new(names, texts, params)));
        let trial = trial.map_err(|panic| {
            format!("these texts cannot be compared ({panic}); please report them")
        });
        Self { number: *number, trial }
    }
}

// Converts reports of the engine into events.

/// Widths of the two texts of a pair on the screen, in columns. The loop sets them, and the engine's threads read them.
/// The upper half is the first text, the lower half the second; 0 if the screen is too small.
#[derive(Debug, Clone, Default)]
pub(crate) struct PaneWidths {
    pair: Arc<AtomicU32>,
    /// True if the texts keep their own line breaks.
    as_written: Arc<AtomicBool>,
    /// Width of the text beside its sources; 0 while that text is off the screen.
    sources: Arc<AtomicU16>,
}

impl PaneWidths {
    pub(crate) fn store_widths(&self, model: &Model) {
        let sizes = model.pair_sizes();
        let widths = sizes.map_or(0, |sizes| u32::from(sizes.a.0) << 16 | u32::from(sizes.b.0));
        self.pair.store(widths, Ordering::Relaxed);
        self.as_written.store(model.reading.lines == LineBreaks::AsWritten, Ordering::Relaxed);
        let sources = sources::areas(model).map_or(0, |areas| areas.text.width);
        self.sources.store(sources, Ordering::Relaxed);
    }

    pub(crate) fn event_for(&self, report: Report) -> Event {
        let widths = self.pair.load(Ordering::Relaxed);
        match report {
            Report::Answered(_, Answer::Pair { names, view: Ok(view) }) if widths > 0 => {
                // Only the widths matter here.
                let (a, b) = (((widths >> 16) as u16, 1), (widths as u16, 1));
                let reflows = !self.as_written.load(Ordering::Relaxed);
                let prepared = Prepared::new(names, view, PaneSizes { a, b, reflows });
                Message::Opened(Box::new(prepared)).into()
            }
            Report::Answered(number, Answer::Sources(answer)) => {
                let width = self.sources.load(Ordering::Relaxed);
                let laid = answer.map(|found| LaidSources::new(found, width));
                Message::Sources(number, Box::new(laid)).into()
            }
            Report::Answered(number, answer) => Message::Answered(number, answer).into(),
            report => Message::Report(report).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use shingle::base::path::DocPath;
    use shingle::lesson::subject::Subject;
    use shingle::pipeline::parameters::Params;

    use super::{KeptPlaces, Services};
    use crate::tui::messages::{CompareRequest, Event, LessonRequest, Message};
    use crate::tui::model::{ArrangeRequest, Arrangement, DecisionLookup, Sort};
    use crate::tui::tests::fake;

    /// Receives answers until the newest of each kind arrives. `read` returns the kind and number of an answer.
    fn until_newest<const KINDS: usize>(
        inbox: &Receiver<Event>,
        newest: [u64; KINDS],
        read: impl Fn(Message) -> (usize, u64),
    ) {
        let mut last = [0; KINDS];
        while last != newest {
            let Ok(event) = inbox.recv_timeout(Duration::from_mins(1)) else {
                panic!("only {last:?} came");
            };
            let Event::Message(message) = event else { panic!("{event:?}") };
            let (kind, number) = read(*message);
            assert!(number > last[kind], "{number} after {}", last[kind]);
            last[kind] = number;
        }
    }

    #[test]
    fn the_newest_rows_and_the_newest_problems_are_arranged_last_and_at_all() {
        let (events, inbox) = channel();
        let services = Services::open(None, KeptPlaces::default(), events).unwrap();
        let snapshot = Arc::new(fake::folder(1, &Params::defaults()));
        for number in 1..=50 {
            let rows = Arrangement::Rows {
                sort: Sort::default(),
                filter: Arc::default(),
                of: None,
                decided: DecisionLookup::default(),
            };
            for (number, how) in [
                (2 * number, rows),
                (2 * number + 1, Arrangement::Problems { filter: Arc::default() }),
            ] {
                services.arrange(ArrangeRequest { number, snapshot: Arc::clone(&snapshot), how });
            }
        }
        until_newest(&inbox, [100, 101], |message| match message {
            Message::Arranged(answer) => {
                (usize::from(matches!(answer.0.how, Arrangement::Problems { .. })), answer.0.number)
            }
            other => panic!("{other:?}"),
        });
    }

    #[test]
    fn the_newest_lesson_is_prepared_last_and_at_all() {
        let (events, inbox) = channel();
        let services = Services::open(None, KeptPlaces::default(), events).unwrap();
        let subject = Arc::new(Subject::gym());
        for number in 1..=30 {
            let params = Arc::new(Params { width: number as u32, ..Params::defaults() });
            services.teacher.ask(LessonRequest { number, subject: Arc::clone(&subject), params });
        }
        until_newest(&inbox, [30], |message| match message {
            Message::LessonReady(taught) => {
                assert_eq!(u64::from(taught.lesson.unwrap().params.width), taught.number);
                (0, taught.number)
            }
            other => panic!("{other:?}"),
        });
    }

    #[test]
    fn the_newest_texts_are_compared_last_and_at_all() {
        let (events, inbox) = channel();
        let services = Services::open(None, KeptPlaces::default(), events).unwrap();
        let params = Arc::new(Params::defaults());
        for number in 1..=60 {
            let names = ["a", "b"].map(DocPath::new);
            let texts = [format!("one more word {number}").into(), "one more word".into()];
            services.comparer.ask(CompareRequest {
                number,
                names,
                texts,
                params: Arc::clone(&params),
            });
        }
        until_newest(&inbox, [60], |message| match message {
            Message::Compared(answer) => {
                let trial = answer.trial.unwrap();
                assert!(trial.view.a.text.ends_with(&answer.number.to_string()));
                (0, answer.number)
            }
            other => panic!("{other:?}"),
        });
    }
}
