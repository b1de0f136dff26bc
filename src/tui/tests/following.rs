//! The reader's place while a real folder changes: the selected pair, and the words at the top of both texts.

#![expect(clippy::disallowed_methods, reason = "a test writes its own files")]

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread::sleep;
use std::time::{Duration, Instant};

use documents::content_of;
use proptest::prelude::*;
use shingle::base::path::DocPath;
use shingle::engine::{DocumentFolder, Engine, Report};
use shingle::pipeline::Params;
use tempfile::TempDir;

use crate::tui::layout::PaneSide;
use crate::tui::model::Command;

use super::test_screen::TestScreen;

/// Longer than the wait for a missing file.
const REST: Duration = Duration::from_millis(900);
const DEADLINE: Duration = Duration::from_mins(1);

/// Returns lines of words that no other topic has.
fn lines(topic: &str, numbers: Range<u32>) -> String {
    let spelled = |number: u32| {
        number.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect::<String>()
    };
    let line =
        |number: u32| (0..6).map(move |word| format!("{topic}{} ", spelled(number * 6 + word)));
    numbers.map(|number| line(number).collect::<String>() + "\n").collect()
}

/// Place of the reader: the selected pair, the open pair, and the first line of each text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Place {
    selected: [String; 2],
    open: [String; 2],
    tops: [String; 2],
}

/// A screen on a folder of three pairs, with the engine.
struct LiveScreen {
    screen: TestScreen,
    engine: Engine,
    reports: Receiver<Report>,
    folder: TempDir,
}

impl LiveScreen {
    /// Starts with the second pair selected, and presses these keys.
    fn start(keys: &str) -> Self {
        let folder = TempDir::new().unwrap();
        for (name, shared) in [("g1", 80), ("g2", 60), ("g3", 40)] {
            let path = folder.path().join(name);
            fs::create_dir(&path).unwrap();
            let text = |own: &str, first: u32| {
                lines(&format!("{name}{own}"), 0..first)
                    + &lines(name, 0..shared)
                    + &lines(&format!("{name}{own}"), 90..110)
            };
            fs::write(path.join("a.txt"), text("x", 20)).unwrap();
            fs::write(path.join("b.txt"), text("y", 10)).unwrap();
        }
        let (sender, reports) = channel();
        let sink = move |report| drop(sender.send(report));
        let engine = Engine::start(DocumentFolder::new(folder.path()), Params::defaults(), sink);
        let mut live = Self { screen: TestScreen::empty(160, 40), engine, reports, folder };
        live.until("three pairs", |screen| screen.lines() == 3 && screen.has_open_pair());
        live.press(keys);
        live
    }

    /// Answers the requests of the screen.
    fn serve(&mut self) {
        while !self.screen.asked.is_empty() {
            for command in std::mem::take(&mut self.screen.asked) {
                match command {
                    Command::Ask(number, question) => self.engine.ask(number, question),
                    Command::Run(job) => self.screen.run(&job),
                    _ => {}
                }
            }
        }
    }

    fn press(&mut self, keys: &str) {
        self.screen.press_unanswered(keys);
        self.serve();
        self.until("the pair is open", TestScreen::has_open_pair);
    }

    /// Takes reports until `is_so` returns true.
    #[track_caller]
    fn until(&mut self, what: &str, is_so: impl Fn(&TestScreen) -> bool) {
        let end = Instant::now() + DEADLINE;
        while !is_so(&self.screen) {
            let left = end.saturating_duration_since(Instant::now());
            let report = self.reports.recv_timeout(left);
            let report = report.unwrap_or_else(|_| panic!("{what}:\n{}", self.screen.text()));
            self.screen.report(report);
            self.serve();
        }
    }

    /// Takes reports until no more arrive.
    fn rest(&mut self) {
        while let Ok(report) = self.reports.recv_timeout(REST) {
            self.screen.report(report);
            self.serve();
        }
    }

    fn place(&self) -> Place {
        let names = |(a, b): (_, _)| [a, b].map(|name: DocPath| name.to_string());
        let open = self.screen.open_pair();
        let top = |which| {
            let (pane, side) = (open.pane(which), open.side(which));
            let text = side.text.get(pane.rows.row_start(pane.top) as usize..).unwrap();
            text.lines().next().unwrap().to_string()
        };
        Place {
            selected: names(self.screen.selected_pair().unwrap()),
            open: names(self.screen.pair_names()),
            tops: [PaneSide::A, PaneSide::B].map(top),
        }
    }
}

/// A change of the folder of the selected pair, and the names after it.
type Event = (&'static str, fn(&Path), [&'static str; 2]);

const SAME: [&str; 2] = ["g2/a.txt", "g2/b.txt"];

/// Changes that move or retain the contents of both documents, and the names after them.
const EVENTS: [Event; 9] = [
    ("a save in two steps", |folder| save_slowly(&folder.join("g2/a.txt"), 60, false), SAME),
    (
        "a new file of the same name",
        |folder| save_slowly(&folder.join("g2/a.txt"), 100, true),
        SAME,
    ),
    ("a save with a long pause", |folder| save_slowly(&folder.join("g2/b.txt"), 1500, false), SAME),
    ("a file that is long gone", |folder| save_slowly(&folder.join("g2/b.txt"), 1500, true), SAME),
    (
        "a rename",
        |folder| rename(folder, "g2/a.txt", "g2/a-final.txt"),
        ["g2/a-final.txt", "g2/b.txt"],
    ),
    (
        "a rename to the other side",
        |folder| rename(folder, "g2/a.txt", "g2/z.txt"),
        ["g2/b.txt", "g2/z.txt"],
    ),
    ("a folder renamed", |folder| rename(folder, "g2", "g4"), ["g4/a.txt", "g4/b.txt"]),
    ("a copy that sorts earlier", |folder| copy(folder), ["g2/a (copy).txt", "g2/b.txt"]),
    (
        "a copy that comes and goes",
        |folder| {
            copy(folder);
            sleep(REST);
            fs::remove_file(folder.join("g2/a (copy).txt")).unwrap();
        },
        SAME,
    ),
];

fn copy(folder: &Path) {
    fs::copy(folder.join("g2/a.txt"), folder.join("g2/a (copy).txt")).unwrap();
}

fn rename(folder: &Path, from: &str, to: &str) {
    fs::rename(folder.join(from), folder.join(to)).unwrap();
}

fn save_slowly(path: &Path, millis: u64, unlinks: bool) {
    let text = fs::read_to_string(path).unwrap();
    if unlinks {
        fs::remove_file(path).unwrap();
    } else {
        fs::write(path, "").unwrap();
    }
    sleep(Duration::from_millis(millis));
    fs::write(path, text + &lines("saved", 0..1)).unwrap();
}

/// Changes the folder under the reader, and compares the reader's place before and after.
fn follow((event, change, names): Event, keys: &str) {
    let mut live = LiveScreen::start(keys);
    let before = live.place();
    let expected = (&SAME.map(String::from), &SAME.map(String::from));
    assert_eq!((&before.selected, &before.open), expected);
    let folder = live.folder.path().to_path_buf();
    let changing = std::thread::spawn(move || change(&folder));
    live.rest();
    changing.join().unwrap();
    live.rest();
    let about = format!("{event} after {keys}: {}", live.screen.text());
    let after = live.place();
    assert_eq!(after.selected, names.map(String::from), "{about}");
    let mut tops = [before.tops.clone(), after.tops];
    if after.open[0] == "g2/b.txt" {
        tops[1].reverse();
    }
    assert_eq!(tops[0], tops[1], "{about}");
    assert!(!about.contains("row is gone"), "{about}");
}

#[test]
fn the_selected_pair_and_both_places_survive_what_happens_to_its_files() {
    for keys in ["j<Tab>jjjjjjjjjjjj<Esc>", "j<Enter>jjjjjjjjjjjj"] {
        // Most of the time they wait for the engine.
        for some in EVENTS.chunks(3) {
            std::thread::scope(|scope| {
                for event in some {
                    scope.spawn(move || follow(*event, keys));
                }
            });
        }
    }
}

#[test]
fn the_words_at_the_top_stay_where_lines_come_and_go_above_them() {
    let mut live = LiveScreen::start("j<Enter>jjjjjjjjjjjj");
    let path = live.folder.path().join("g2/a.txt");
    let (place, text) = (live.place(), fs::read_to_string(&path).unwrap());
    let inserted =
        lines("new", 0..3) + &text.replacen('\n', &format!("\n{}", lines("more", 0..2)), 1);
    for (what, saved) in [("inserted", inserted), ("undone", text)] {
        fs::write(&path, &saved).unwrap();
        live.until(what, |screen| *screen.open_pair().view.a.text == *saved);
        assert_eq!(live.place(), place, "{what}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 0, ..ProptestConfig::default() })]
    #[test]
    fn after_any_changes_the_pair_is_selected_whose_contents_were(
        changes in prop::collection::vec((0_u8..5, 0_usize..2), 1..6), whole in any::<bool>(),
    ) {
        let mut live = LiveScreen::start(if whole { "j<Enter>" } else { "j" });
        let folder = live.folder.path().to_path_buf();
        let mut names = SAME.map(String::from);
        let follows = |live: &mut LiveScreen, names: &[String; 2]| {
            let expected = names.clone().map(|name| fs::read(folder.join(name)).unwrap());
            let is_it = |found: &[Vec<u8>; 2]| {
                *found == expected || [&found[1], &found[0]] == [&expected[0], &expected[1]]
            };
            live.until("the pair with these contents", |screen| {
                let Some((a, b)) = screen.selected_pair() else { return false };
                let is_read = screen.has_open_pair() && {
                    let view = &screen.open_pair().view;
                    is_it(&[&view.a.text, &view.b.text].map(|text| text.as_bytes().to_vec()))
                };
                // A file that is renamed before the engine has read it is a new file.
                let is_known = |name: &str| {
                    let content = fs::read(folder.join(name)).map(|bytes| content_of(&bytes)).ok();
                    let mut docs = screen.snapshot().docs.iter();
                    docs.any(|doc| doc.path == DocPath::new(name) && Some(doc.file.content) == content)
                };
                is_read
                    && names.iter().all(|name| is_known(name))
                    && is_it(&[a, b].map(|name| fs::read(folder.join(name.as_path())).unwrap_or_default()))
            });
        };
        for (number, (change, which)) in changes.into_iter().enumerate() {
            let path = folder.join(&names[which]);
            let text = fs::read_to_string(&path).unwrap() + &lines("saved", 0..number as u32);
            match change {
                0 => fs::write(&path, text).unwrap(),
                1 => {
                    fs::write(folder.join(".new"), text).unwrap();
                    fs::rename(folder.join(".new"), &path).unwrap();
                }
                2 => save_slowly(&path, 100, number % 2 == 0),
                3 => {
                    names[which] = format!("g2/{}{number}.txt", ["m", "0"][number % 2]);
                    fs::rename(&path, folder.join(&names[which])).unwrap();
                }
                _ => {
                    // Gone before the next change, which would leave the old contents to the copy alone.
                    let copy = folder.join(format!("g2/{which} copy {number}.txt"));
                    fs::copy(&path, &copy).unwrap();
                    live.rest();
                    follows(&mut live, &names);
                    fs::remove_file(copy).unwrap();
                    live.rest();
                }
            }
            follows(&mut live, &names);
        }
    }
}
