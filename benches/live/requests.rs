//! The engine's request loop without a screen: from new parameters to their snapshot.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use shingle::base::ids::Epoch;
use shingle::base::path::DocPath;
use shingle::base::ratio::Ratio;
use shingle::compare::measure::Measure;
use shingle::engine::handle::Engine;
use shingle::engine::question::{Answer, PairQuestion, Question};
use shingle::engine::reader::DocumentFolder;
use shingle::engine::report::Report;
use shingle::pipeline::document::left_out::FolderContext;
use shingle::pipeline::parameters::{LanguageChoice, Params, StopWords};
use shingle::pipeline::results::snapshot::Snapshot;
use shingle::text::language::Language;
use shingle::text::normalize::{Case, Stem};

use super::table::{Of, row};
use super::{Setting, common, files};

const DEBOUNCE: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_mins(2);

struct Loop {
    engine: Engine,
    inbox: Receiver<(Instant, Report)>,
    /// The newest snapshot, held until the next one like on the screen.
    held: Option<Arc<Snapshot>>,
    rankings: u64,
}

impl Loop {
    fn start(folder: &Path, params: Params) -> Self {
        let (outbox, inbox) = channel();
        let sink = move |report| {
            let _ = outbox.send((Instant::now(), report));
        };
        let engine = Engine::start(DocumentFolder::new(folder), params, sink);
        Self { engine, inbox, held: None, rankings: 0 }
    }

    fn snapshot(&mut self, epoch: Option<Epoch>) -> Instant {
        loop {
            let (at, report) = self.inbox.recv_timeout(PATIENCE).expect("the engine answers");
            match report {
                Report::Snapshot(snapshot) if epoch.is_none_or(|epoch| snapshot.epoch == epoch) => {
                    self.held = Some(snapshot);
                    return at;
                }
                Report::Failed(reason) => panic!("{reason}"),
                _ => {}
            }
        }
    }

    fn ask(&mut self, params: &Params) -> Duration {
        let begun = Instant::now();
        self.rankings += 1;
        let params = Arc::new(params.clone());
        self.engine.ask(self.rankings, Question::Ranking { params, in_view: Vec::new() });
        self.snapshot(Some(Epoch(self.rankings))) - begun
    }

    fn rows(&self) -> usize {
        self.held.as_ref().map_or(0, |snapshot| snapshot.rows.len())
    }

    fn rest(&self) {
        while self.inbox.recv_timeout(Duration::from_millis(300)).is_ok() {}
    }
}

/// Returns the default parameters with the chosen threshold; the limits are for thresholds of at least .3.
fn base(setting: &Setting) -> Params {
    threshold(&Params::defaults(), setting.threshold)
}

pub(crate) fn all(setting: &Setting, wants_parameters: bool, wants_folder: bool) {
    let begun = Instant::now();
    let mut engine = Loop::start(&setting.folder, base(setting));
    let first = engine.snapshot(None) - begun;
    row("first snapshot after start", &[first], Of::Median, f64::INFINITY);
    engine.rest();
    println!("  {} rows at {} %", engine.rows(), setting.threshold);
    if wants_parameters {
        parameters(setting, &mut engine);
    }
    if wants_folder {
        folder(setting, &mut engine);
    }
    drop(engine);
    open_pair(setting);
}

fn with(base: &Params, change: impl FnOnce(&mut Params)) -> Params {
    let mut params = base.clone();
    change(&mut params);
    params
}

fn threshold(base: &Params, hundredths: u64) -> Params {
    with(base, |params| params.threshold = Ratio::new(hundredths, 100))
}

type Change = (&'static str, Box<dyn Fn(&mut Params)>);

fn parameters(setting: &Setting, engine: &mut Loop) {
    let base = base(setting);
    let joined = (0..setting.repeats)
        .flat_map(|_| [50, 40, 80, 35, setting.threshold])
        .map(|hundredths| engine.ask(&threshold(&base, hundredths)));
    let joined: Vec<Duration> = joined.collect();
    row("threshold among pairs joined", &joined, Of::Median, 16.0);

    // Only a threshold below that of the last join needs a new join, so the measure changes before each step.
    let (mut measured, mut again) = (Vec::new(), Vec::new());
    let mut rows = 0;
    for _ in 0..setting.repeats {
        for measure in [Measure::Jaccard, Measure::Dice, Measure::Overlap, Measure::Containment] {
            let base = with(&base, |params| params.measure = measure);
            measured.push(engine.ask(&threshold(&base, 50)));
            again.push(engine.ask(&threshold(&base, 30)));
            rows = rows.max(engine.rows());
        }
    }
    row("measure, at .5", &measured, Of::Median, setting.limit(16.0, 200.0));
    row("threshold joined again, .3", &again, Of::Median, setting.limit(16.0, 200.0));
    println!("  up to {rows} rows");

    engine.ask(&base);
    let limit = setting.limit(30.0, 200.0);
    row("modulo 16", &there_and_back(setting, engine, |p| p.modulo = 16).0, Of::Median, limit);
    let (mut wider, mut narrow) = (Vec::new(), Vec::new());
    for _ in 0..setting.repeats {
        for width in [4, 5, 8, 5, 4] {
            wider.push(engine.ask(&with(&base, |params| params.width = width)));
        }
        narrow.push(engine.ask(&base));
    }
    let limit = setting.limit(80.0, 900.0);
    row("w 4, 5, 8", &wider, Of::Median, limit);
    row("w 3", &narrow, Of::Median, limit);

    let limit = setting.limit(200.0, 2000.0);
    let english = Language::from_code("en").unwrap();
    let changes: [Change; 4] = [
        ("stop words", Box::new(|p| p.stop_words = StopWords::Off)),
        ("stemming", Box::new(|p| p.stem = Stem::Off)),
        ("case", Box::new(|p| p.case = Case::Keep)),
        ("language", Box::new(move |p| p.language = LanguageChoice::Fixed(english))),
    ];
    for (name, change) in changes {
        let (there, back) = there_and_back(setting, engine, change);
        row(&format!("{name}, changed"), &there, Of::Median, limit);
        row(&format!("{name}, back to the default"), &back, Of::Median, limit);
    }
}

/// Measures a change of parameters and its reversal.
fn there_and_back(
    setting: &Setting,
    engine: &mut Loop,
    change: impl Fn(&mut Params),
) -> (Vec<Duration>, Vec<Duration>) {
    let base = base(setting);
    let changed = with(&base, change);
    (0..setting.repeats).map(|_| (engine.ask(&changed), engine.ask(&base))).unzip()
}

fn folder(setting: &Setting, engine: &mut Loop) {
    let all = files(&setting.folder);
    engine.rest();
    // Times from the end of the write, without the watcher's debounce.
    let mut changed = Vec::new();
    for turn in 0..setting.repeats * 3 {
        let file = &all[turn * 7919 % all.len()];
        let mut text = fs::read(file).unwrap();
        text.extend_from_slice(format!(" addendum {turn}").as_bytes());
        fs::write(file, text).unwrap();
        let begun = Instant::now();
        changed.push((engine.snapshot(None) - begun).saturating_sub(DEBOUNCE));
        // The file is read twice if its events arrive in two parts.
        engine.rest();
    }
    let limit = setting.limit(10.0, 30.0);
    row("one file changed (50 ms of waiting taken off)", &changed, Of::Median, limit);

    let mut rescanned = Vec::new();
    for _ in 0..setting.repeats {
        let begun = Instant::now();
        engine.engine.ask(0, Question::Rescan);
        rescanned.push(engine.snapshot(None) - begun);
        engine.rest();
    }
    let limit = setting.limit(25.0, 250.0);
    row("rescan of an unchanged folder", &rescanned, Of::Median, limit);
}

/// Writes three long texts, of which the second and the third are edited copies of the first.
pub(crate) fn long_texts(folder: &Path, words: usize) {
    let text = common::pages::text(common::script::Script::English, words, 5);
    let edited = |step: usize, by: &str| {
        let mut words: Vec<&str> = text.split(' ').collect();
        for word in words.iter_mut().step_by(step) {
            *word = by;
        }
        words.join(" ")
    };
    fs::write(folder.join("a.txt"), &text).unwrap();
    fs::write(folder.join("b.txt"), edited(37, "otherwise")).unwrap();
    fs::write(folder.join("c.txt"), edited(53, "elsewhere")).unwrap();
}

fn open_pair(setting: &Setting) {
    let folder = tempfile::tempdir().unwrap();
    long_texts(folder.path(), 20_000);
    let params = Arc::new(Params::defaults());
    let mut engine = Loop::start(folder.path(), Params::defaults());
    engine.snapshot(None);
    let mut times = Vec::new();
    for turn in 0..setting.repeats * 3 {
        let begun = Instant::now();
        let other = if turn % 2 == 0 { "b.txt" } else { "c.txt" };
        let pair = PairQuestion {
            names: (DocPath::new("a.txt"), DocPath::new(other)),
            text: None,
            params: Arc::clone(&params),
            surroundings: FolderContext::default(),
        };
        engine.engine.ask(0, Question::Pair(pair));
        let at = loop {
            let (at, report) = engine.inbox.recv_timeout(PATIENCE).unwrap();
            if let Report::Answered(_, Answer::Pair { view, .. }) = report {
                assert!(view.unwrap().passages.len() > 100);
                break at;
            }
        };
        times.push(at - begun);
    }
    row("a pair of 20,000-word documents, engine alone", &times, Of::Median, 20.0);
}
