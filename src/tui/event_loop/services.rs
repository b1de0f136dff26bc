//! Receives the screen's requests: the engine, if there is a folder, and threads. A thread answers the newest request
//! of each kind.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::{io, path::PathBuf, sync::Arc};

use shingle::base::requests::{RequestSender, requests};
use shingle::base::workers::{do_beside, start_thread};
use shingle::decisions::{Decided, PhraseLine, Phrases, SumOfLines, UserMark};
use shingle::engine::{Answer, DocumentReader, Engine, Report};
use shingle::{base::cancel::Cancel, base::faults::panic_if_asked, base::guard::guarded};

use crate::tui::event_loop::keeper::save_requested_lines;
use crate::tui::event_loop::states::{VisitFollower, VisitKeeper};
use crate::tui::layout::{LineBreaks, PaneSizes};
use crate::tui::messages::{Event, Message};
use crate::tui::model::{
    Done, FileAnswer, Job, Model, Prepared, ReportAnswer, ReportRequest, ReportWriter, Slot,
};
use crate::tui::update::{decisions, report, reports};
use crate::tui::views::phrases;
use crate::tui::views::sources::{self, LaidSources};

#[derive(Default)]
pub(crate) struct KeptPlaces {
    pub(crate) decisions: Option<PathBuf>,
    pub(crate) phrases: Option<PathBuf>,
    /// The scanned folder, or the files that are read. The other files are outside of them.
    pub(crate) read: Vec<PathBuf>,
    pub(crate) reports: Option<ReportWriter>,
    pub(crate) visits: Option<VisitKeeper>,
    pub(crate) reader: DocumentReader,
}

/// The engine and the threads. Dropping them ends their work.
pub(crate) struct Services {
    pub(crate) engine: Option<Engine>,
    pub(crate) outbox: Sender<Event>,
    jobs: HashMap<Slot, RequestSender<Job>>,
    keeper: Option<Sender<Vec<UserMark>>>,
    phrases: Option<Sender<Vec<PhraseLine>>>,
    reports: Option<ReportWriter>,
    pub(crate) reader: DocumentReader,
    pub(crate) visits: Option<VisitFollower>,
}

impl Services {
    /// Starts the threads, which send their results as events.
    pub(crate) fn open(
        engine: Option<Engine>,
        places: KeptPlaces,
        outbox: Sender<Event>,
    ) -> io::Result<Self> {
        let rows = start_jobs(&outbox)?;
        let jobs = HashMap::from([
            (Slot::Documents, rows.for_another_kind()),
            (Slot::Problems, rows.for_another_kind()),
            (Slot::MarkCounts, rows.for_another_kind()),
            (Slot::Rows, rows),
            (Slot::Lesson, start_jobs(&outbox)?),
            (Slot::Comparison, start_jobs(&outbox)?),
            (Slot::Search, start_jobs(&outbox)?),
        ]);
        let KeptPlaces { decisions, phrases, read, reports, visits, reader } = places;
        let keeper = decisions.map(|file| {
            start_keeper::<Decided>(file, read.clone(), outbox.clone(), decisions::handle_file)
        });
        let phrases = phrases
            .map(|file| start_keeper::<Phrases>(file, read, outbox.clone(), phrases::handle_file));
        let (keeper, phrases) = (keeper.transpose()?, phrases.transpose()?);
        let visits = visits.map(VisitFollower::start).transpose()?;
        Ok(Self { engine, outbox, jobs, keeper, phrases, reports, reader, visits })
    }

    pub(crate) fn save_marks(&self, decisions: Vec<UserMark>) {
        if let Some(keeper) = &self.keeper {
            let _ = keeper.send(decisions);
        } else {
            let why = FileAnswer::Failed("cannot save marks; use --decisions FILE".into());
            let store = |model: &mut Model| decisions::handle_file(model, why);
            let _ = self.outbox.send(Done::store(store).into());
        }
    }

    pub(crate) fn write_report(&self, request: ReportRequest) {
        let (writer, outbox) = (self.reports.clone(), self.outbox.clone());
        do_beside(move || {
            let answer = writer.map(|writer| guarded(|| writer(&request)));
            let answer = match answer {
                Some(Ok(answer)) => answer,
                Some(Err(panic)) => {
                    ReportAnswer::Failed(format!("no report ({panic}); please report that"))
                }
                None => ReportAnswer::Failed("no folder to report on".to_string()),
            };
            let store = |model: &mut Model| report::handle_report_result(model, request, answer);
            let _ = outbox.send(Done::store(store).into());
        });
    }

    pub(crate) fn save_phrase(&self, line: PhraseLine) {
        if let Some(keeper) = &self.phrases {
            let _ = keeper.send(vec![line]);
        } else {
            let why = FileAnswer::Failed("cannot save phrases; use --phrases FILE".into());
            let store = |model: &mut Model| phrases::handle_file(model, why);
            let _ = self.outbox.send(Done::store(store).into());
        }
    }

    pub(crate) fn run(&self, job: Job) {
        let Some(thread) = self.jobs.get(&job.slot) else {
            let outbox = self.outbox.clone();
            return do_beside(move || {
                // Without a receiver, the answer is not needed.
                let _ = job.run(&Cancel::never()).map(|answer| outbox.send(answer.into()));
            });
        };
        thread.ask(job);
    }
}

fn start_keeper<T: SumOfLines>(
    file: PathBuf,
    read: Vec<PathBuf>,
    outbox: Sender<Event>,
    handle: fn(&mut Model, FileAnswer<T::Contents>),
) -> io::Result<Sender<Vec<T::Line>>>
where
    T::Line: Send + 'static,
    T::Contents: Send + 'static,
{
    let (keeper, lines) = channel();
    start_thread(move || {
        save_requested_lines::<T>((&file, &read), &lines, |answer| {
            outbox.send(Done::store(move |model| handle(model, answer)).into()).is_ok()
        });
    })?;
    Ok(keeper)
}

/// Starts a thread that runs jobs, until the senders of jobs or the receiver of answers are gone.
fn start_jobs(events: &Sender<Event>) -> io::Result<RequestSender<Job>> {
    let (sender, inbox) = requests();
    let events = events.clone();
    start_thread(move || {
        for (job, cancel) in inbox {
            panic_if_asked("services");
            if let Some(answer) = Job::run(&job, &cancel)
                && events.send(answer.into()).is_err()
            {
                return;
            }
        }
    })?;
    Ok(sender)
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
                Done::store(move |model| reports::handle_pair(model, prepared)).into()
            }
            Report::Answered(number, Answer::Sources(answer)) => {
                let width = self.sources.load(Ordering::Relaxed);
                let laid = answer.map(|found| LaidSources::new(found, width));
                Done::store(move |model| sources::handle_sources(model, number, laid)).into()
            }
            report => Message::Report(report).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::{KeptPlaces, Services};
    use crate::tui::messages::{Event, Message};
    use crate::tui::model::{Job, Slot};

    #[test]
    fn the_newest_job_of_each_slot_is_run_last_and_at_all() {
        let (events, inbox) = channel();
        let services = Services::open(None, KeptPlaces::default(), events).unwrap();
        let slots = [Slot::Rows, Slot::Problems, Slot::Lesson, Slot::Comparison];
        for generation in 1..=50 {
            for slot in slots {
                services.run(Job::new((slot, generation), |_| Some(()), |_, ()| ()));
            }
        }
        let mut last = HashMap::from(slots.map(|slot| (slot, 0)));
        while last.values().any(|generation| *generation < 50) {
            let Ok(event) = inbox.recv_timeout(Duration::from_mins(1)) else {
                panic!("only {last:?} came");
            };
            let Event::Message(message) = event else { panic!("{event:?}") };
            let Message::Done(done) = *message else { panic!("{message:?}") };
            let before = last.insert(done.slot, done.generation).unwrap();
            assert!(done.generation > before, "{done:?} after {before}");
        }
    }
}
