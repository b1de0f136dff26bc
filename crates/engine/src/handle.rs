//! The handle of a running engine, with its threads: the worker, one that opens pairs, and one for each study of the
//! laboratory.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::{sync::Arc, thread};

use super::question::{Answer, KINDS, Question, Request, WordQuestion};
use super::question::{Report, Sink};
use super::reader::DocumentFolder;
use super::side_by_side::{SideBySideError, TwoDocuments};
use super::worker::{Inbox, Worker, WorkerMessage};
use crate::{folder::Watcher, visits::DocumentBefore};
use base::{cancel::NewestEpoch, guard::run_catching_panic, workers::build_thread_pool};
use learn::lab::{Material, Study, StudyError};
use shingle_core::pipeline::{Explained, Params};

/// Linux niceness of the threads that compute.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 7;
const STUDIED_PAIRS: usize = 200;

pub struct Engine {
    newest: [NewestEpoch; KINDS],
    worker: Inbox,
    pairs: Sender<Request>,
}

impl Engine {
    /// Starts the engine, which also reports how the documents differ from `before`, the documents of the last visit in
    /// path order. Several threads call `sink`; the reports of each thread arrive in order.
    pub fn start(
        before: Option<Vec<DocumentBefore>>,
        folder: DocumentFolder,
        params: Params,
        sink: impl Fn(Report) + Send + Sync + 'static,
    ) -> Self {
        let params = Arc::new(params);
        // The first ranking with other parameters cancels the work for the initial parameters.
        let rankings = NewestEpoch::default();
        let cancel = rankings.token(rankings.epoch());
        let first = Question::Ranking { params: Arc::clone(&params), in_view: Vec::new() };
        let mut newest: [NewestEpoch; KINDS] = Default::default();
        newest[first.rank_of_kind()] = rankings;
        let sink: Sink = Arc::new(sink);
        let (messages_in, messages) = channel();
        let arrived = NewestEpoch::default();
        let worker = Inbox::new(messages_in, arrived.clone());
        let (pairs, requests) = channel();
        spawn_thread_that_reports_panics("engine", &sink, {
            let (folder, inbox) = (folder.clone(), worker.clone());
            move |sink| {
                lower_priority();
                build_thread_pool();
                let report = move |event| inbox.send(WorkerMessage::Watch(event));
                let (watcher, state) = Watcher::start(&folder.root, report);
                let sink = Arc::clone(sink);
                let mut worker = Worker::new(folder, params, before, (cancel, arrived), sink);
                worker.set_watch_state(state);
                worker.run(&watcher, &messages);
            }
        });
        spawn_thread_that_reports_panics("pairs", &sink, {
            let worker = worker.clone();
            move |sink| answer_pair_questions(&folder, requests, &worker, sink)
        });
        Self { newest, worker, pairs }
    }

    pub fn ask_question(&self, number: u64, question: Question) {
        let newest = &self.newest[question.rank_of_kind()];
        let cancel = newest.token(newest.advance());
        let request = Request { number, question, cancel };
        // If the thread has stopped, it has already reported why.
        if matches!(request.question, Question::Pair(_) | Question::Word(_)) {
            let _ = self.pairs.send(request);
        } else {
            self.worker.send(WorkerMessage::Ask(request));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        for newest in &self.newest {
            newest.advance();
        }
        self.worker.send(WorkerMessage::Stop);
    }
}

/// Opens pairs and explains words until the handle is dropped, and keeps the last pair in memory for the next question.
fn answer_pair_questions(
    folder: &DocumentFolder,
    requests: Receiver<Request>,
    worker: &Inbox,
    sink: &Sink,
) {
    let mut last: Option<TwoDocuments> = None;
    for Request { number, question, cancel } in requests {
        if cancel.is_cancelled() {
            continue;
        }
        match question {
            Question::Pair(question) => {
                let (a, b) = question.names.clone();
                let opened = run_catching_panic(|| {
                    let both = TwoDocuments::read(folder, &question)?;
                    let view = Arc::new(both.view());
                    Ok((both, view))
                })
                .unwrap_or_else(|panic| Err(SideBySideError::Unaligned { a, b, panic }));
                let view = opened.map(|(both, view)| {
                    last = Some(both).filter(TwoDocuments::is_small_pair);
                    view
                });
                sink(Report::Answered(number, Answer::Pair { names: question.names, view }));
            }
            Question::Word(question) => {
                let explained = || explain_word(folder, &mut last, &question);
                let answer = run_catching_panic(explained)
                    .unwrap_or_else(|panic| Err(SideBySideError::Unexplained(panic)));
                let keys = answer.as_ref().map(Explained::retained_keys).unwrap_or_default();
                let params = Arc::clone(&question.pair.params);
                let answer = Answer::Word { question, answer: answer.map(Arc::new) };
                sink(Report::Answered(number, answer));
                // The worker counts the documents when it has no other work.
                let question = Question::Shingles { keys, params };
                worker.send(WorkerMessage::Ask(Request { number, question, cancel }));
            }
            _ => {}
        }
    }
}

fn explain_word(
    folder: &DocumentFolder,
    last: &mut Option<TwoDocuments>,
    question: &WordQuestion,
) -> Result<Explained, SideBySideError> {
    let both = match last.take().filter(|both| both.question == question.pair) {
        Some(both) => both,
        None => TwoDocuments::read(folder, &question.pair)?,
    };
    let explained = both.explain_word(question);
    *last = Some(both).filter(TwoDocuments::is_small_pair);
    explained
}

/// Starts a thread that studies a corpus, with the priority of the calling thread. A newer question cancels the study.
pub(super) fn start_study(request: Request, material: Material, sink: &Sink) {
    let Request { number, cancel, .. } = request;
    spawn_thread_that_reports_panics("laboratory", sink, move |sink| {
        let report = |what: &str, done: usize, total: usize| {
            let answer = Answer::Studying { what: what.to_string(), done, total };
            sink(Report::Answered(number, answer));
        };
        let params = Arc::clone(&material.params);
        let study =
            run_catching_panic(|| Study::new(&material, &params, STUDIED_PAIRS, &cancel, &report));
        let answer = match study {
            Ok(None) => return,
            Ok(Some(study)) => Ok(Arc::new(study)),
            Err(panic) => Err(StudyError::Stopped(panic)),
        };
        sink(Report::Answered(number, Answer::Study(answer)));
    });
}

/// Lowers the priority, so that the screen answers keys first. Threads started by the engine inherit the priority.
/// While the screen computes, they get a fifth of a processor together.
#[cfg(target_os = "linux")]
fn lower_priority() {
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

#[cfg(not(target_os = "linux"))]
const fn lower_priority() {
    // Other systems have priorities only for whole processes.
}

fn spawn_thread_that_reports_panics(
    name: &str,
    sink: &Sink,
    work: impl FnOnce(&Sink) + Send + 'static,
) {
    let own = Arc::clone(sink);
    let thread = thread::Builder::new().name(name.to_string()).spawn(move || {
        if let Err(panic) = run_catching_panic(|| work(&own)) {
            // Logs no message of the panic, because it may quote a document.
            log::error!("a thread of the engine stopped by a panic");
            own(Report::Failed(format!("the engine stopped: {panic}; please report it")));
        }
    });
    if let Err(error) = thread {
        sink(Report::Failed(format!("cannot start a thread: {error}")));
    }
}
