//! The handle of a running engine. Its functions never block and never compute.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use crate::base::cancel::NewestEpoch;
use crate::base::guard::guarded;
use crate::base::ids::Epoch;
use crate::base::path::DocPath;
use crate::base::requests::{RequestReceiver, RequestSender, requests};
use crate::base::workers::make_pool;
use crate::folder::names::WalkOptions;
use crate::folder::watch::Watcher;
use crate::pipeline::document::explain::Explained;
use crate::pipeline::document::left_out::Surroundings;
use crate::pipeline::parameters::Params;
use crate::pipeline::results::snapshot::Snapshot;
use crate::pipeline::saved_result::SavedResult;
use crate::visits::visit::{DocumentBefore, PairNames};

use super::laboratory::{Job, StudyWanted, serve as study};
use super::passages::{PassagesAsked, PassagesWanted};
use super::report::{Report, WordAsked};
use super::side_by_side::TwoDocuments;
use super::side_by_side::error::SideBySideError;
use super::sourcing::SourcesWanted;
use super::viewer::Viewer;
use super::worker::{Worker, WorkerMessage};

/// The niceness of the threads that compute.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 7;

/// A running engine. Dropping it ends its threads' work.
pub struct Engine {
    newest: NewestEpoch,
    worker: Sender<WorkerMessage>,
    pairs: RequestSender<SideBySideRequest>,
    words: RequestSender<SideBySideRequest>,
    studies: RequestSender<Job>,
    /// Cancels older requests for sources.
    sources: NewestEpoch,
    /// The same for passages of the folder.
    passages: NewestEpoch,
}

/// A request to the thread that opens pairs.
enum SideBySideRequest {
    Open(PairRequest),
    Explain(WordAsked),
}

struct PairRequest {
    a: DocPath,
    /// The text in place of the first document, if there is one.
    text: Option<Arc<str>>,
    b: DocPath,
    params: Arc<Params>,
    surroundings: Surroundings,
}

impl Engine {
    /// Starts the engine on `root`. Reports go to `sink`. It is called from several threads, with the reports of each
    /// in order.
    pub fn start(
        root: PathBuf,
        walk: WalkOptions,
        params: Params,
        sink: impl Fn(Report) + Send + Sync + 'static,
    ) -> Self {
        Self::start_after(None, root, walk, params, sink)
    }

    /// As [`Self::start`], and reports what differs from the documents of the last visit, given in path order.
    pub fn start_after(
        before: Option<Vec<DocumentBefore>>,
        root: PathBuf,
        walk: WalkOptions,
        params: Params,
        sink: impl Fn(Report) + Send + Sync + 'static,
    ) -> Self {
        let sink = Arc::new(sink);
        let newest = NewestEpoch::default();
        let (worker, messages) = channel();
        spawn("engine", &sink, {
            let (root, sink, newest, inbox) =
                (root.clone(), Arc::clone(&sink), newest.clone(), worker.clone());
            move || {
                give_way();
                make_pool();
                let tell = move |event| {
                    let _ = inbox.send(WorkerMessage::Watch(event));
                };
                let (watcher, state) = Watcher::start(&root, tell);
                let report = move |report| sink(report);
                let mut worker = Worker::new(root, walk, Arc::new(params), before, newest, report);
                worker.set_watch_state(state);
                worker.run(&watcher, &messages);
            }
        });
        Self::beside(newest, worker, Some(root), &sink)
    }

    /// Shows a written result. Pairs are opened from the folder `root`; where there is none, no pair can be opened.
    pub fn view(
        result: SavedResult,
        root: Option<PathBuf>,
        sink: impl Fn(Report) + Send + Sync + 'static,
    ) -> Self {
        let sink = Arc::new(sink);
        let (worker, messages) = channel();
        spawn("engine", &sink, {
            let sink = Arc::clone(&sink);
            move || {
                give_way();
                make_pool();
                Viewer::new(result, move |report| sink(report)).run(&messages);
            }
        });
        Self::beside(NewestEpoch::default(), worker, root, &sink)
    }

    /// Starts the threads beside that of the results.
    fn beside(
        newest: NewestEpoch,
        worker: Sender<WorkerMessage>,
        root: Option<PathBuf>,
        sink: &Arc<impl Fn(Report) + Send + Sync + 'static>,
    ) -> Self {
        let (pairs, asked) = requests();
        let words = pairs.for_another_kind();
        let (studies, jobs) = requests();
        spawn("pairs", sink, {
            let (sink, worker) = (Arc::clone(sink), worker.clone());
            move || serve(root.as_deref(), asked, &worker, &*sink)
        });
        spawn("laboratory", sink, {
            let sink = Arc::clone(sink);
            move || {
                give_way();
                study(jobs, &*sink);
            }
        });
        let sources = NewestEpoch::default();
        let passages = NewestEpoch::default();
        Self { newest, worker, pairs, words, studies, sources, passages }
    }

    /// Asks for a ranking with other parameters. Unfinished work for older ones is cancelled. Where the ranking takes long,
    /// the rows `in_view` come first.
    pub fn set_params(&self, params: Params, in_view: Vec<PairNames>) -> Epoch {
        let epoch = self.newest.advance();
        let _ = self.worker.send(WorkerMessage::Params(Arc::new(params), epoch, in_view));
        epoch
    }

    /// Asks for two documents side by side, as `params` see them, without what is left out. Only the newest such
    /// request is answered.
    pub fn open(&self, a: DocPath, b: DocPath, params: Arc<Params>, surroundings: Surroundings) {
        self.pairs.ask(SideBySideRequest::Open(PairRequest {
            a,
            text: None,
            b,
            params,
            surroundings,
        }));
    }

    /// As [`Self::open`], with a text of the name `a` in place of the first document.
    pub fn open_text(
        &self,
        (name, text): (DocPath, Arc<str>),
        b: DocPath,
        params: Arc<Params>,
        surroundings: Surroundings,
    ) {
        let text = Some(text);
        self.pairs.ask(SideBySideRequest::Open(PairRequest {
            a: name,
            text,
            b,
            params,
            surroundings,
        }));
    }

    /// Asks which documents resemble a text. The engine answers now and after every change, until it gets another text
    /// or `None`. Each answer carries `number`.
    pub fn query(&self, text: Option<Arc<str>>, number: u64) {
        let _ = self.worker.send(WorkerMessage::Query(text, number));
    }

    /// Asks for clusters, or no longer. The engine answers now and after every change.
    pub fn clusters(&self, wanted: bool) {
        let _ = self.worker.send(WorkerMessage::Clusters(wanted));
    }

    /// Asks once which documents of the folder a document comes from, or no longer. The answer carries `number`. A newer such
    /// request cancels it, and so do new parameters.
    pub fn sources(&self, name: Option<DocPath>, number: u64) {
        let cancel = self.sources.token(self.sources.advance());
        let wanted = name.map(|name| SourcesWanted { name, number, cancel });
        let _ = self.worker.send(WorkerMessage::Sources(wanted));
    }

    /// Asks once for the passages of the folder, or no longer. The answer carries `number`. A newer such request cancels it,
    /// and so do new parameters.
    pub fn passages(&self, asked: Option<PassagesAsked>, number: u64) {
        let cancel = self.passages.token(self.passages.advance());
        let wanted = asked.map(|asked| PassagesWanted { asked, number, cancel });
        let _ = self.worker.send(WorkerMessage::Passages(wanted));
    }

    /// Notes that the user has seen the marks of this result. The next change of the folder removes them; until then
    /// they stay.
    pub fn seen(&self, shown: Arc<Snapshot>) {
        let _ = self.worker.send(WorkerMessage::Seen(shown));
    }

    /// Asks what became of a word of an open pair. Only the newest such request is answered.
    pub fn explain(&self, asked: WordAsked) {
        self.words.ask(SideBySideRequest::Explain(asked));
    }

    /// Asks which width, sketch and threshold suit the folder, under the last parameters set. Older such requests are
    /// cancelled. Each answer carries `number`.
    pub fn study(&self, number: u64) {
        let wanted = StudyWanted { number, permit: self.studies.reserve() };
        let _ = self.worker.send(WorkerMessage::Study(wanted));
    }

    /// Cancels what [`Self::study`] began.
    pub fn stop_study(&self) {
        self.studies.stop();
    }

    /// Asks in how many documents some shingles are, given by their keys, distinct and ascending. Not answered if the
    /// folder has other parameters by then.
    pub fn count(&self, keys: Vec<u64>, params: Arc<Params>) {
        let _ = self.worker.send(WorkerMessage::Count(keys, params));
    }

    /// Asks for a full listing of the folder. Files with a new stamp are read again. Where the system does not report
    /// changes, as on network file systems, every file is read again.
    pub fn rescan(&self) {
        let _ = self.worker.send(WorkerMessage::Rescan);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.newest.advance();
        let _ = self.worker.send(WorkerMessage::Stop);
    }
}

/// Opens pairs and explains words until the handle is dropped. The last pair is kept for the next request.
fn serve(
    root: Option<&Path>,
    asked: RequestReceiver<SideBySideRequest>,
    worker: &Sender<WorkerMessage>,
    sink: &dyn Fn(Report),
) {
    let mut kept: Option<TwoDocuments> = None;
    // The text that was opened in place of a file.
    let mut text: Option<(DocPath, Arc<str>)> = None;
    for (request, _) in asked {
        match request {
            SideBySideRequest::Open(PairRequest { a, text: first, b, params, surroundings }) => {
                let opened = guarded(|| {
                    let seen = (&params, &surroundings);
                    let root = root.ok_or_else(|| SideBySideError::NoFolder(a.clone()))?;
                    let both = TwoDocuments::read(root, (&a, &b), first.as_deref(), seen)?;
                    let view = Arc::new(both.view());
                    Ok((both, view))
                })
                .unwrap_or_else(|panic| {
                    Err(SideBySideError::Unaligned { a: a.clone(), b: b.clone(), panic })
                });
                let view = opened.map(|(both, view)| {
                    kept = Some(both).filter(TwoDocuments::is_small);
                    view
                });
                text = first.map(|text| (a.clone(), text));
                sink(Report::Pair { names: (a, b), view });
            }
            SideBySideRequest::Explain(asked) => {
                let explained = || {
                    let root =
                        root.ok_or_else(|| SideBySideError::NoFolder(asked.names.0.clone()))?;
                    explain_word(root, &mut kept, text.as_ref(), &asked)
                };
                let answer = guarded(explained)
                    .unwrap_or_else(|panic| Err(SideBySideError::Unexplained(panic)));
                let keys = answer.as_ref().map(Explained::keys).unwrap_or_default();
                let params = Arc::clone(&asked.params);
                sink(Report::Explained { asked, answer: answer.map(Arc::new) });
                // Only the worker knows how often they are in the folder. It answers when nothing else waits.
                let _ = worker.send(WorkerMessage::Count(keys, params));
            }
        }
    }
}

fn explain_word(
    root: &Path,
    kept: &mut Option<TwoDocuments>,
    text: Option<&(DocPath, Arc<str>)>,
    asked: &WordAsked,
) -> Result<Explained, SideBySideError> {
    if let Some(both) = kept.as_ref().filter(|both| both.answers(asked)) {
        return both.explain(asked);
    }
    let (a, b) = (&asked.names.0, &asked.names.1);
    let text = text.filter(|(name, _)| name == a).map(|(_, text)| &**text);
    let both = TwoDocuments::read(root, (a, b), text, (&asked.params, &asked.surroundings))?;
    let answer = both.explain(asked);
    *kept = Some(both).filter(TwoDocuments::is_small);
    answer
}

/// Lowers the priority, so that keys are answered first. The engine's thread and the threads that it starts (they
/// inherit this) get a fifth of a processor that the screen wants too. Then, while 10,000 documents are shingled anew
/// on two processors, 99 of 100 frames come within 13 ms of their key.
#[cfg(target_os = "linux")]
fn give_way() {
    // If this fails, only the priority is lost.
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

#[cfg(not(target_os = "linux"))]
const fn give_way() {
    // On other systems, only a whole process has a priority.
}

/// Starts a thread; a panic becomes a report.
fn spawn(
    name: &str,
    sink: &Arc<impl Fn(Report) + Send + Sync + 'static>,
    work: impl FnOnce() + Send + 'static,
) {
    let failed = Arc::clone(sink);
    let thread = thread::Builder::new().name(name.to_string()).spawn(move || {
        if let Err(panic) = guarded(work) {
            failed(Report::Failed(format!("the engine stopped: {panic}; please report it")));
        }
    });
    if let Err(error) = thread {
        sink(Report::Failed(format!("no thread to be had: {error}")));
    }
}
