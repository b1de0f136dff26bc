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
use shingle::engine::Report;
use shingle::engine::handle::Engine;
use shingle::engine::question::{Answer, PairQuestion, Question};
use shingle::engine::reader::DocumentFolder;
use shingle::pipeline::parameters::{LanguageChoice, Params, StopWords};
use shingle::pipeline::results::snapshot::Snapshot;
use shingle::text::language::Language;
use shingle::text::normalize::{Case, Stem};

use super::table::{Of, print_times};
use super::{Setting, common, list_files};

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
        let engine = Engine::start(None, DocumentFolder::new(folder), params, sink);
        Self { engine, inbox, held: None, rankings: 0 }
    }

    fn wait_for_snapshot(&mut self, epoch: Option<Epoch>) -> Instant {
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

    fn time_change(&mut self, params: &Params) -> Duration {
        let begun = Instant::now();
        self.rankings += 1;
        let params = Arc::new(params.clone());
        self.engine.ask_question(self.rankings, Question::Ranking { params, in_view: Vec::new() });
        self.wait_for_snapshot(Some(Epoch(self.rankings))) - begun
    }

    fn count_rows(&self) -> usize {
        self.held.as_ref().map_or(0, |snapshot| snapshot.rows.len())
    }

    fn wait_until_idle(&self) {
        while self.inbox.recv_timeout(Duration::from_millis(300)).is_ok() {}
    }
}

/// Returns the default parameters with the chosen threshold; the limits are for thresholds of at least .3.
fn base_params(setting: &Setting) -> Params {
    with_threshold(&Params::defaults(), setting.threshold)
}

pub(crate) fn measure_all(setting: &Setting, wants_parameters: bool, wants_folder: bool) {
    let begun = Instant::now();
    let mut engine = Loop::start(&setting.folder, base_params(setting));
    let first = engine.wait_for_snapshot(None) - begun;
    print_times("first snapshot after start", &[first], Of::Median, f64::INFINITY);
    engine.wait_until_idle();
    println!("  {} rows at {} %", engine.count_rows(), setting.threshold);
    if wants_parameters {
        measure_parameters(setting, &mut engine);
    }
    if wants_folder {
        measure_folder_changes(setting, &mut engine);
    }
    drop(engine);
    measure_open_pair(setting);
}

fn with_change(base: &Params, change: impl FnOnce(&mut Params)) -> Params {
    let mut params = base.clone();
    change(&mut params);
    params
}

fn with_threshold(base: &Params, hundredths: u64) -> Params {
    with_change(base, |params| params.threshold = Ratio::new(hundredths, 100))
}

type Change = (&'static str, Box<dyn Fn(&mut Params)>);

fn measure_parameters(setting: &Setting, engine: &mut Loop) {
    let base = base_params(setting);
    let joined = (0..setting.repeats)
        .flat_map(|_| [50, 40, 80, 35, setting.threshold])
        .map(|hundredths| engine.time_change(&with_threshold(&base, hundredths)));
    let joined: Vec<Duration> = joined.collect();
    print_times("threshold among pairs joined", &joined, Of::Median, 16.0);

    // Only a threshold below that of the last join needs a new join, so the measure changes before each step.
    let (mut measured, mut again) = (Vec::new(), Vec::new());
    let mut rows = 0;
    for _ in 0..setting.repeats {
        for measure in [Measure::Jaccard, Measure::Dice, Measure::Overlap, Measure::Containment] {
            let base = with_change(&base, |params| params.measure = measure);
            measured.push(engine.time_change(&with_threshold(&base, 50)));
            again.push(engine.time_change(&with_threshold(&base, 30)));
            rows = rows.max(engine.count_rows());
        }
    }
    print_times("measure, at .5", &measured, Of::Median, setting.limit(16.0, 200.0));
    print_times("threshold joined again, .3", &again, Of::Median, setting.limit(16.0, 200.0));
    println!("  up to {rows} rows");

    engine.time_change(&base);
    // A change of modulo sketches all documents again, like a change of w, but retains fewer shingles.
    print_times(
        "modulo 16",
        &time_change_and_back(setting, engine, |p| p.modulo = 16).0,
        Of::Median,
        setting.limit(60.0, 600.0),
    );
    let limit = setting.limit(80.0, 900.0);
    let (mut wider, mut narrow) = (Vec::new(), Vec::new());
    for _ in 0..setting.repeats {
        for width in [4, 5, 8, 5, 4] {
            wider.push(engine.time_change(&with_change(&base, |params| params.width = width)));
        }
        narrow.push(engine.time_change(&base));
    }
    print_times("w 4, 5, 8", &wider, Of::Median, limit);
    print_times("w 3", &narrow, Of::Median, limit);

    let limit = setting.limit(200.0, 2000.0);
    let english = Language::from_code("en").unwrap();
    let changes: [Change; 4] = [
        ("stop words", Box::new(|p| p.stop_words = StopWords::Off)),
        ("stemming", Box::new(|p| p.stem = Stem::Off)),
        ("case", Box::new(|p| p.case = Case::Keep)),
        ("language", Box::new(move |p| p.language = LanguageChoice::Fixed(english))),
    ];
    for (name, change) in changes {
        let (there, back) = time_change_and_back(setting, engine, change);
        print_times(&format!("{name}, changed"), &there, Of::Median, limit);
        print_times(&format!("{name}, back to the default"), &back, Of::Median, limit);
    }
}

/// Measures a change of parameters and its reversal.
fn time_change_and_back(
    setting: &Setting,
    engine: &mut Loop,
    change: impl Fn(&mut Params),
) -> (Vec<Duration>, Vec<Duration>) {
    let base = base_params(setting);
    let changed = with_change(&base, change);
    (0..setting.repeats).map(|_| (engine.time_change(&changed), engine.time_change(&base))).unzip()
}

fn measure_folder_changes(setting: &Setting, engine: &mut Loop) {
    let all = list_files(&setting.folder);
    engine.wait_until_idle();
    // Times from the end of the write, without the watcher's debounce.
    let mut changed = Vec::new();
    for turn in 0..setting.repeats * 3 {
        let file = &all[turn * 7919 % all.len()];
        let mut text = fs::read(file).unwrap();
        text.extend_from_slice(format!(" addendum {turn}").as_bytes());
        fs::write(file, text).unwrap();
        let begun = Instant::now();
        changed.push((engine.wait_for_snapshot(None) - begun).saturating_sub(DEBOUNCE));
        // The file is read twice if its events arrive in two parts.
        engine.wait_until_idle();
    }
    let limit = setting.limit(10.0, 30.0);
    print_times("one file changed (50 ms of waiting taken off)", &changed, Of::Median, limit);

    let mut rescanned = Vec::new();
    for _ in 0..setting.repeats {
        let begun = Instant::now();
        engine.engine.ask_question(0, Question::Rescan);
        rescanned.push(engine.wait_for_snapshot(None) - begun);
        engine.wait_until_idle();
    }
    let limit = setting.limit(25.0, 250.0);
    print_times("rescan of an unchanged folder", &rescanned, Of::Median, limit);
}

/// Writes three long texts, of which the second and the third are edited copies of the first.
pub(crate) fn write_long_texts(folder: &Path, words: usize) {
    let text = common::pages::generate_text(common::script::Script::English, words, 5);
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

fn measure_open_pair(setting: &Setting) {
    let folder = tempfile::tempdir().unwrap();
    write_long_texts(folder.path(), 20_000);
    let params = Arc::new(Params::defaults());
    let mut engine = Loop::start(folder.path(), Params::defaults());
    engine.wait_for_snapshot(None);
    let mut times = Vec::new();
    for turn in 0..setting.repeats * 3 {
        let begun = Instant::now();
        let other = if turn % 2 == 0 { "b.txt" } else { "c.txt" };
        let pair = PairQuestion {
            names: (DocPath::new("a.txt"), DocPath::new(other)),
            text: None,
            params: Arc::clone(&params),
            ignored: Arc::default(),
        };
        engine.engine.ask_question(0, Question::Pair(pair));
        let at = loop {
            let (at, report) = engine.inbox.recv_timeout(PATIENCE).unwrap();
            if let Report::Answered(_, Answer::Pair { view, .. }) = report {
                assert!(!view.unwrap().passages.is_empty());
                break at;
            }
        };
        times.push(at - begun);
    }
    print_times("a pair of 20,000-word documents, engine alone", &times, Of::Median, 20.0);
}
