//! Measures the whole program in a terminal: the time from a key to the frame with its effect, while the engine works
//! or rests. Also measures start, load and memory.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use super::requests::write_long_texts;
use super::table::{Of, print_figure, print_times};
use super::terminal::Terminal;
use super::{Setting, list_files, process};

/// Longest wait for a frame.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);
/// Time after which a key counts as without effect, because the selection is at the end of the list.
const NOTHING: Duration = Duration::from_secs(2);
/// Observation time without keys.
const IDLE: Duration = Duration::from_secs(20);

/// Reads the selected row and the number of rows from the title of the list.
pub(crate) fn selected_row(rows: &[String]) -> Option<(usize, usize)> {
    let title = rows.iter().take(16).find(|row| row.contains(" row "))?;
    let (_, place) = title.rsplit_once(" row ")?;
    let mut numbers = place.split([' ', '─']).filter_map(|word| word.replace(',', "").parse().ok());
    Some((numbers.next()?, numbers.next()?))
}

/// Returns true if the list matches the requested parameters and the engine has finished.
fn is_settled(rows: &[String]) -> bool {
    selected_row(rows).is_some()
        && !rows[0].contains("updating")
        && !rows.iter().take(16).any(|row| row.contains("stale ·"))
}

pub(crate) fn wait_until_settled(terminal: &Terminal) -> Instant {
    let settled = terminal.wait_until(PATIENCE, is_settled);
    settled.unwrap_or_else(|| panic!("no ranking comes: {:#?}", terminal.rows()))
}

/// Returns the time until a frame shows another selected row.
fn time_row_step(terminal: &mut Terminal) -> Option<Duration> {
    let before = selected_row(&terminal.rows())?;
    let key = if before.0 < 10.min(before.1) { "j" } else { "g" };
    let begun = Instant::now();
    terminal.press(key);
    let shown = terminal.wait_until(NOTHING, |rows| {
        selected_row(rows).is_some_and(|(place, _)| place != before.0)
    })?;
    Some(shown.saturating_duration_since(begun))
}

/// Measures `count` steps through the list. `work` runs before every key.
fn time_row_steps(
    setting: &Setting,
    terminal: &mut Terminal,
    mut work: impl FnMut(&mut Terminal),
) -> Vec<Duration> {
    let mut times = Vec::new();
    let mut missed = 0;
    while times.len() < setting.keys {
        work(terminal);
        // Irregular pauses, so that keys do not synchronise with periodic work.
        thread::sleep(Duration::from_micros(2000 + (times.len() as u64 * 7919) % 9000));
        match time_row_step(terminal) {
            Some(time) => times.push(time),
            None => missed += 1,
        }
        assert!(missed < 50, "keys show nothing: {:#?}", terminal.rows());
    }
    times
}

pub(crate) fn measure_keys(setting: &Setting) {
    let mut first = Vec::new();
    for _ in 0..setting.repeats {
        let begun = Instant::now();
        let terminal = Terminal::start(&setting.folder);
        let shown = terminal.wait_until(PATIENCE, |_| true).unwrap();
        first.push(shown - begun);
    }
    print_times("first frame after start, process and all", &first, Of::Median, 50.0);

    let mut terminal = Terminal::start(&setting.folder);
    wait_until_settled(&terminal);
    let times = time_row_steps(setting, &mut terminal, |_| ());
    print_times("key → frame: nothing else", &times, Of::P99, 16.0);
    let works = [
        ("threshold", ["t", "T"]),
        ("measure", ["a", "A"]),
        ("modulo", ["m", "M"]),
        ("w 3 and 4", ["w", "W"]),
        ("stop words", ["s", "S"]),
        ("stemming", ["e", "E"]),
    ];
    for (name, keys) in works {
        let mut turn = 0;
        let times = time_row_steps(setting, &mut terminal, |terminal| {
            if is_settled(&terminal.rows()) {
                terminal.press(keys[turn % 2]);
                turn += 1;
            }
        });
        print_times(&format!("key → frame: {name} ({turn} times)"), &times, Of::P99, 16.0);
        if turn % 2 == 1 {
            terminal.press(keys[1]);
        }
        thread::sleep(Duration::from_millis(500));
        wait_until_settled(&terminal);
    }
    let all = list_files(&setting.folder);
    let mut next = Instant::now();
    let mut turn = 0;
    let times = time_row_steps(setting, &mut terminal, |_| {
        if next <= Instant::now() {
            next = Instant::now() + Duration::from_millis(120);
            turn += 1;
            let file = &all[turn * 7907 % all.len()];
            let mut text = fs::read(file).unwrap();
            text.extend_from_slice(b" more");
            fs::write(file, text).unwrap();
        }
    });
    print_times(&format!("key → frame: files change ({turn} times)"), &times, Of::P99, 16.0);
    let mut turn = 0;
    let times = time_row_steps(setting, &mut terminal, |terminal| {
        if next <= Instant::now() {
            next = Instant::now() + Duration::from_millis(100);
            terminal.press("\x1b[15~");
            turn += 1;
        }
    });
    print_times(&format!("key → frame: rescan ({turn} times)"), &times, Of::P99, 16.0);
    thread::sleep(Duration::from_millis(500));
    wait_until_settled(&terminal);
}

/// Measures from a key that selects another pair to the frame with its texts.
pub(crate) fn measure_open_pair(setting: &Setting) {
    let folder = tempfile::tempdir().unwrap();
    write_long_texts(folder.path(), 20_000);
    let mut terminal = Terminal::start(folder.path());
    wait_until_settled(&terminal);
    // Heading over the two texts.
    let heading = |rows: &[String]| rows.iter().find(|row| row.starts_with(" A ")).cloned();
    terminal.wait_until(PATIENCE, |rows| heading(rows).is_some()).unwrap();
    let mut times = Vec::new();
    for turn in 0..setting.repeats * 3 {
        let before = heading(&terminal.rows());
        let begun = Instant::now();
        terminal.press(if turn % 2 == 0 { "j" } else { "k" });
        let shown = terminal.wait_until(PATIENCE, |rows| {
            let now = heading(rows);
            now.is_some() && now != before
        });
        times.push(shown.unwrap() - begun);
        thread::sleep(Duration::from_millis(30));
    }
    print_times("a pair of 20,000-word documents, key → frame", &times, Of::Median, 20.0);
    measure_scrolling(setting, &mut terminal);
}

/// Measures from a key that scrolls two long texts to the frame with the new position.
fn measure_scrolling(setting: &Setting, terminal: &mut Terminal) {
    terminal.press("\r");
    thread::sleep(Duration::from_millis(500));
    for (name, keys) in [
        ("a row", ["j", "k"]),
        ("a screen", [" ", "\x1b[5~"]),
        ("a passage", ["n", "N"]),
        ("the end", ["G", "g"]),
        ("a layout", ["v", "V"]),
    ] {
        let times = time_alternating_keys(terminal, keys, setting.keys.min(200));
        print_times(&format!("20,000-word documents, {name}: key → frame"), &times, Of::P99, 16.0);
    }
}

/// Returns the times until a changed frame.
pub(crate) fn time_alternating_keys(
    terminal: &mut Terminal,
    keys: [&str; 2],
    count: usize,
) -> Vec<Duration> {
    let mut times = Vec::new();
    for turn in 0..count {
        let before = terminal.rows();
        let begun = Instant::now();
        terminal.press(keys[turn % 2]);
        let shown = terminal.wait_until(NOTHING, |rows| rows != before.as_slice());
        times.extend(shown.map(|shown| shown - begun));
        thread::sleep(Duration::from_millis(5));
    }
    assert!(times.len() * 2 > count, "{keys:?} show nothing: {:#?}", terminal.rows());
    times
}

pub(crate) fn measure_idle(setting: &Setting) {
    let mut terminal = Terminal::start(&setting.folder);
    let process = terminal.process();
    wait_until_settled(&terminal);
    thread::sleep(Duration::from_secs(3));
    let (cpu, wakes) = (process::cpu_seconds(process), process::count_wakes(process));
    thread::sleep(IDLE);
    let share = (process::cpu_seconds(process) - cpu) / IDLE.as_secs_f64() * 100.0;
    print_figure("idle, of a core", share, "%", 0.5);
    let wakes = process::count_wakes(process) - wakes;
    print_figure("idle, wake-ups a second", wakes as f64 / IDLE.as_secs_f64(), "", 5.0);
    print_figure("peak memory after start", process::megabytes(process, "VmHWM:"), "MB", 2048.0);
    let mut after_five = 0.0;
    for turn in 0..50 {
        for key in ["w", "W"] {
            terminal.press(key);
            thread::sleep(Duration::from_millis(20));
            wait_until_settled(&terminal);
        }
        if turn == 4 {
            after_five = process::megabytes(process, "VmRSS:");
        }
    }
    let after_all = process::megabytes(process, "VmRSS:");
    print_figure(
        "peak memory, w stepped to and fro 50 times",
        process::megabytes(process, "VmHWM:"),
        "MB",
        2048.0,
    );
    print_figure("memory after 50 to and fro, by that after 5", after_all / after_five, "", 1.1);
}
