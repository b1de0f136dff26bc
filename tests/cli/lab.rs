//! `shingle lab`: which parameters it takes, and how it is interrupted. Its numbers are asked elsewhere, whole outputs are in
//! `golden`.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::{fixtures, folder, library, printed, run};

const IDLE: [[&str; 2]; 5] = [
    ["--sketch", "minhash"],
    ["--family", "md5"],
    ["--verify", "off"],
    ["--common", "5%"],
    ["--template", "ferry.txt"],
];
const IDLE_WITH_LABELS: [[&str; 2]; 5] = [
    ["--hash", "crc32"],
    ["--modulo", "25"],
    ["--functions", "20"],
    ["--threshold", "50%"],
    ["--above", "strictly"],
];
const LABELS: [&str; 4] = ["lab", ".", "--labels", "../labels.tsv"];

fn parameters(args: &[&str]) -> Value {
    let whole = printed(&library(), &[args, &["--format", "json"]].concat());
    serde_json::from_str::<Value>(&whole).unwrap()["parameters"].clone()
}

fn refused(args: &[&str], reason: &str) {
    let run = run(&library(), args);
    assert_eq!((run.code, &*run.out), (Some(2), ""), "{args:?}: {}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(run.err.starts_with(&format!("shingle: {reason}")), "{}", run.err);
}

#[test]
fn what_decides_nothing_there_is_refused_by_name() {
    for [option, value] in IDLE {
        let reason = format!("{option} decides nothing here: the laboratory tries every sketch");
        refused(&["lab", ".", option, value], &reason);
        refused(&[&LABELS[..], &[option, value]].concat(), &reason);
    }
    for [option, value] in IDLE_WITH_LABELS {
        let reason = format!("{option} decides nothing with --labels: all shingles are counted");
        refused(&[&LABELS[..], &[option, value]].concat(), &reason);
    }
}

#[test]
fn its_help_shows_none_of_them() {
    for help in ["-h", "--help"] {
        let help = printed(&library(), &["lab", help]);
        for [option, _] in IDLE {
            let is_it = |line: &str| line.trim_start().starts_with(&format!("{option} "));
            assert!(!help.lines().any(is_it), "{option}: {help}");
        }
        assert!(help.contains("--functions <F>") && help.contains("--step"), "{help}");
    }
}

#[test]
fn a_config_file_may_hold_them_for_others() {
    let list = fixtures().join("stop-words.txt");
    let mut config = format!("width = 4\ntemplate = '{}'\n", list.to_str().unwrap());
    for [option, value] in IDLE.into_iter().chain(IDLE_WITH_LABELS) {
        if option != "--template" {
            writeln!(config, "{} = '{value}'", option.trim_start_matches("--")).unwrap();
        }
    }
    let dir = folder(&[("config.toml", &config)]);
    let config = dir.path().join("config.toml");
    let config = ["--config", config.to_str().unwrap()];
    let told = parameters(&[&["lab", ".", "--no-times"][..], &config].concat());
    assert_eq!((&told["sketch"], &told["width"]), (&"modulo".into(), &4.into()));
    assert_eq!((&told["modulo"], &told["threshold"]), (&25.into(), &0.5.into()));
    let told = parameters(&[&LABELS[..], &config].concat());
    assert_eq!((&told["modulo"], &told["width"]), (&1.into(), &4.into()));
}

#[test]
fn functions_and_modulo_are_tried_beside_the_usual_ones() {
    let args = ["lab", ".", "--no-times", "--functions", "20", "-m", "7", "--format", "json"];
    let whole: Value = serde_json::from_str(&printed(&library(), &args)).unwrap();
    let tried = whole["sketches"]["tried"].as_array().unwrap();
    for name in ["minhash 20", "minhash 84", "modulo 7", "modulo 1"] {
        assert!(tried.iter().any(|row| row["sketch"] == name), "{name}: {tried:?}");
    }
}

#[test]
fn what_is_set_is_marked_among_what_labels_judge() {
    let marked = |args: &[&str]| -> Vec<Value> {
        let all = [&LABELS[..], args, &["--format", "json"]].concat();
        let whole: Value = serde_json::from_str(&printed(&library(), &all)).unwrap();
        let grid = whole["grid"].as_array().unwrap();
        let marked: Vec<&Value> = grid.iter().filter(|cell| cell["set"] == true).collect();
        assert_eq!(marked.len(), 1, "{args:?}");
        ["width", "measure", "stem", "stop-words"].map(|name| marked[0][name].clone()).to_vec()
    };
    let told = |width: u32, rest: [&str; 3]| [&[width.into()][..], &rest.map(Value::from)].concat();
    assert_eq!(marked(&[]), told(3, ["containment", "on", "on"]));
    // A width that is not tried otherwise is tried beside the others.
    let args = ["-w", "20", "--measure", "dice", "--stem", "off", "--stop-words", "off"];
    assert_eq!(marked(&args), told(20, ["dice", "off", "off"]));
    assert_eq!(marked(&["--preset", "minhash84"]), told(10, ["jaccard", "on", "on"]));
}

#[test]
fn names_stand_below_their_headings_whatever_their_length() {
    let told = run(&library(), &LABELS).out;
    let mut rows = told.lines().skip_while(|line| !line.starts_with("rank"));
    let head = rows.next().unwrap();
    let [measure, stem] = ["measure", "stem"].map(|name| head.find(name).unwrap());
    for row in rows.take_while(|row| !row.is_empty()) {
        let (before, name) = row.split_at(measure);
        assert!(before.ends_with("  ") && !name.starts_with(' '), "{row}");
        assert!(row[..stem + 4].ends_with("on") || row[..stem + 4].ends_with("off"), "{row}");
    }
    let told = run(&library(), &["lab", ".", "--no-times", "--measure", "dice"]).out;
    assert!(told.contains(" precision        dice  error "), "{told}");
}

#[test]
fn a_folder_of_copies_keeps_the_width_that_is_set() {
    let text = "one two three four five six seven eight nine ten eleven twelve thirteen";
    let dir = folder(&[("a.txt", text), ("b.txt", text), ("c.txt", text)]);
    for width in [3, 5] {
        let args = ["lab", ".", "--no-times", "--format", "json", "-w", &width.to_string()];
        let whole: Value = serde_json::from_str(&printed(dir.path(), &args)).unwrap();
        assert_eq!(whole["widths"]["recommended"], width);
        let reason = whole["widths"]["reason"].as_str().unwrap();
        assert!(reason.starts_with("Nothing speaks for another width than "), "{reason}");
    }
}

#[test]
fn a_preset_that_names_a_sketch_gives_its_other_parameters() {
    let told = parameters(&["lab", ".", "--no-times", "--preset", "minhash84"]);
    assert_eq!((&told["width"], &told["measure"]), (&10.into(), &"jaccard".into()));
    assert_eq!(told["sketch"], "modulo");
}

/// Texts that take long: every word is one of a few, so that all have something in common with all.
fn long() -> tempfile::TempDir {
    let text = |seed: usize| {
        (0..3000).fold(String::new(), |mut text, at: usize| {
            write!(text, "w{} ", (at * at * (seed + 3) + at / 7) % 211).unwrap();
            text
        })
    };
    let files: Vec<(String, String)> = (0..200).map(|at| (format!("{at}.txt"), text(at))).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    folder(&files)
}

#[test]
fn an_interrupt_ends_it_at_once_and_leaves_the_line_clean() {
    let dir = long();
    for (signal, name) in [(None, "Interrupt"), (Some(Signal::TERM), "Terminated")] {
        let size = PtySize { rows: 24, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pty = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_shingle"));
        command.args(["lab", ".", "--no-config"]);
        command.cwd(dir.path());
        let mut child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let mut reader = pty.master.try_clone_reader().unwrap();
        let mut keys = pty.master.take_writer().unwrap();
        let (mut seen, mut buffer) = (String::new(), [0; 4096]);
        let mut asked: Option<Instant> = None;
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            seen.push_str(&String::from_utf8_lossy(&buffer[..count]));
            if asked.is_none() && seen.contains("(1 of ") && seen.ends_with("; Ctrl-C ends it") {
                asked = Some(Instant::now());
                match signal {
                    None => keys.write_all(b"\x03").unwrap(),
                    Some(signal) => {
                        let id = i32::try_from(child.process_id().unwrap()).unwrap();
                        kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
                    }
                }
            }
        }
        let status = child.wait().unwrap();
        let took = asked.expect("it says what it does").elapsed();
        assert!(took < Duration::from_secs(3), "{name}: {took:?}");
        assert_eq!(status.signal(), Some(name));
        assert!(seen.ends_with("\r\x1b[K"), "{seen:?}");
        let answers = seen.contains("Which width?");
        assert!(!answers && !seen.contains('\n'), "{seen:?}");
    }
}
