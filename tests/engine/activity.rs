//! The journal of a watched, real folder.

use std::fs;

use shingle::engine::{Activity, DocumentEvent, Report};
use shingle::{base::path::DocPath, pipeline::LanguageChoice, pipeline::Params, text::Words};

use super::{disk::Watched, disk::plain};

/// Returns a text of numbered words, given by the first word and the length of each run.
fn text(runs: &[(u8, u8)]) -> String {
    let run = |(from, length): &(u8, u8)| {
        (*from..from.saturating_add(*length)).map(|number| format!("word{number}"))
    };
    runs.iter().flat_map(run).collect::<Vec<_>>().join(" ")
}

fn wait(
    watched: &Watched,
    name: &str,
    what: &str,
    wanted: impl Fn(&DocumentEvent) -> bool,
) -> Vec<Activity> {
    watched.wait(what, |report| match report {
        Report::Activities(all) => {
            let newest = all.iter().find(|one| one.path == DocPath::new(name))?;
            wanted(&newest.what).then(|| all.to_vec())
        }
        _ => None,
    })
}

#[test]
fn a_renamed_document_is_one_event_and_one_that_comes_back_is_said_to_be_back() {
    let (one, other) = (text(&[(0, 100)]), text(&[(100, 100)]));
    let watched = Watched::settled(
        &[("essay.txt", &one), ("notes.txt", &other), ("z.txt", "quite apart")],
        plain(),
    );
    fs::create_dir(watched.root.join("archive")).unwrap();
    fs::rename(watched.root.join("essay.txt"), watched.root.join("archive/final.txt")).unwrap();
    let renamed = DocumentEvent::Renamed(DocPath::new("archive/final.txt"));
    let all = wait(&watched, "essay.txt", "the new name", |event| *event == renamed);
    assert_eq!(all.len(), 1, "{all:?}");

    fs::remove_file(watched.root.join("notes.txt")).unwrap();
    wait(&watched, "notes.txt", "it is gone", |event| *event == DocumentEvent::Gone);
    watched.write("notes.txt", &other);
    wait(&watched, "notes.txt", "it is back", |event| *event == DocumentEvent::Back);
}

#[test]
fn changes_are_reported_newest_first_and_reading_for_other_parameters_is_none() {
    let fixed = LanguageChoice::Fixed(shingle::text::language::Language::from_code("en").unwrap());
    let mut watched =
        Watched::start(&[("a.txt", "one two three"), ("b.txt", "four five")], plain());
    watched.settle();
    watched.set_params(Params { language: fixed, words: Words::Phpir, ..plain() });
    watched.settle();
    watched.set_params(plain());
    watched.settle();
    watched.write("c.txt", "six seven eight");
    wait(&watched, "c.txt", "it came", |event| *event == DocumentEvent::New);
    watched.write("a.txt", "one two three four");
    wait(&watched, "a.txt", "it changed", |event| *event == DocumentEvent::Changed(1));
    watched.write("a.txt", "one two three four five");
    let all =
        wait(&watched, "a.txt", "it changed again", |event| *event == DocumentEvent::Changed(2));
    let names: Vec<String> = all.iter().map(|one| one.path.to_string()).collect();
    assert_eq!(names, ["a.txt", "c.txt"]);
    assert!(all.is_sorted_by(|newer, older| newer.number > older.number));
}

#[test]
fn several_that_are_renamed_at_once_are_told_by_their_bytes_and_a_copy_is_new() {
    let (one, other) = (text(&[(0, 60)]), text(&[(60, 60)]));
    let files = [("a.txt", &*one), ("b.txt", &*other), ("z.txt", "quite apart from it")];
    let watched = Watched::settled(&files, plain());
    // Moves a document into a new folder, beside a new copy of the other document.
    let folder = watched.root.join("new");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("copy.txt"), &one).unwrap();
    fs::rename(watched.root.join("b.txt"), folder.join("b2.txt")).unwrap();
    let to = |name: &str| DocumentEvent::Renamed(DocPath::new(name));
    let all = wait(&watched, "b.txt", "the new name", |event| *event == to("new/b2.txt"));
    assert!(all.iter().all(|one| one.path != DocPath::new("new/b2.txt")), "{all:?}");
    // Moves the document back to the old name.
    fs::rename(folder.join("b2.txt"), watched.root.join("b.txt")).unwrap();
    let all = wait(&watched, "new/b2.txt", "the old name", |event| *event == to("b.txt"));
    let of = |name: &str| -> Vec<&DocumentEvent> {
        let path = DocPath::new(name);
        all.iter().filter(|one| one.path == path).map(|one| &one.what).collect()
    };
    assert_eq!(of("new/copy.txt"), [&DocumentEvent::New]);
    assert_eq!(of("a.txt"), [&DocumentEvent::New; 0], "it stayed");
}

#[test]
fn everything_that_happens_at_once_is_told() {
    const FILES: usize = 1200;
    let watched = Watched::settled(&[("z.txt", "quite apart")], plain());
    let is_told = |watched: &Watched, what: &str, is_it: fn(&DocumentEvent) -> bool| {
        watched.wait(what, |report| match report {
            Report::Activities(all) => {
                (all.iter().filter(|one| is_it(&one.what)).count() == FILES).then_some(())
            }
            _ => None,
        });
    };
    let folder = watched.root.with_file_name("new");
    fs::create_dir(&folder).unwrap();
    for number in 0..FILES {
        fs::write(folder.join(format!("{number}.txt")), format!("word{number} word")).unwrap();
    }
    fs::rename(&folder, watched.root.join("new")).unwrap();
    is_told(&watched, "all are new", |what| *what == DocumentEvent::New);
    fs::rename(watched.root.join("new"), watched.root.join("old")).unwrap();
    is_told(&watched, "all are renamed", |what| matches!(what, DocumentEvent::Renamed(_)));
}
