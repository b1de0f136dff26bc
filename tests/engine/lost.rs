//! Lost documents: where the engine says their content went equals a plain count, on a real folder, now and after
//! further changes.

use std::sync::Arc;

use std::collections::BTreeSet;
use std::fs;

use proptest::prelude::*;
use shingle::base::cancel::Cancel;
use shingle::base::path::DocPath;
use shingle::base::ratio::Ratio;
use shingle::engine::journal::{Activity, DocumentEvent};
use shingle::engine::report::Report;
use shingle::pipeline::corpus::whereabouts::{Whereabouts, whereabouts};
use shingle::pipeline::document::Document;
use shingle::pipeline::parameters::{LanguageChoice, Params, StopWords};
use shingle::pipeline::texts::record::DocWords;
use shingle::text::normalize::Stem;
use shingle::text::tokenize::Words;

use super::disk::Watched;
use crate::common::random_params::param_change;
use crate::common::{corpus_of, seeded};

/// The parts with their numbers of shingles, the number of all shingles, and whether the first part has the same words.
type FoundParts = (Vec<(String, u32)>, u32, bool);

fn without_params(found: &Whereabouts) -> FoundParts {
    let parts = found.parts.iter().map(|part| (part.path.to_string(), part.shingles));
    (parts.collect(), found.shingles, found.whole)
}

/// The same by definition, over sets.
fn plain(gone: &str, files: &[(String, String)], params: &Params) -> FoundParts {
    let read = |name: &str, text: &str| {
        Document::read(name.as_ref(), text.as_bytes(), params, &Arc::default()).unwrap()
    };
    let keys = |document: &Document| -> BTreeSet<u64> {
        let keys = if params.counts() { document.sketch() } else { document.digest() };
        keys.into_iter().collect()
    };
    let gone = read("gone.txt", gone);
    let all = keys(&gone);
    let documents: Vec<Document> = files.iter().map(|(name, text)| read(name, text)).collect();
    let same = documents
        .iter()
        .position(|one| one.identity().is_some() && one.identity() == gone.identity());
    if let Some(same) = same {
        return (vec![(files[same].0.clone(), all.len() as u32)], all.len() as u32, true);
    }
    let (mut rest, mut parts) = (all.clone(), Vec::new());
    while parts.len() < 3 {
        let count = |at: &usize| keys(&documents[*at]).intersection(&rest).count();
        let best = (0..files.len()).rev().max_by_key(count);
        let Some((at, most)) = best.map(|at| (at, count(&at))).filter(|(_, most)| *most > 0) else {
            break;
        };
        if !parts.is_empty() && most * 10 < all.len() {
            break;
        }
        parts.push((files[at].0.clone(), most as u32));
        let has = keys(&documents[at]);
        rest.retain(|key| !has.contains(key));
    }
    (parts, all.len() as u32, false)
}

/// A text of runs of numbered words; each run begins at a given word.
fn text(runs: &[(u8, u8)]) -> String {
    let run = |(from, length): &(u8, u8)| {
        (*from..from.saturating_add(*length)).map(|number| format!("word{number}"))
    };
    runs.iter().flat_map(run).collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(seeded(300))]
    #[test]
    fn what_is_said_of_a_lost_text_is_what_a_plain_count_says(
        gone in prop::collection::vec((0_u8..120, 0_u8..40), 0..3),
        files in prop::collection::vec(prop::collection::vec((0_u8..120, 0_u8..40), 0..3), 0..7),
        param_changes in prop::collection::vec(param_change(), 0..4),
    ) {
        let mut params = Params::defaults();
        for param_change in &param_changes {
            param_change.apply(&mut params);
        }
        // The plain count knows one text at a time.
        params.common = None;
        let gone = text(&gone);
        let files: Vec<(String, String)> =
            files.iter().enumerate().map(|(at, runs)| (format!("{at}.txt"), text(runs))).collect();
        let bytes = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes()));
        let mut corpus = corpus_of(bytes, &params);
        let record = DocWords::read("gone.txt".as_ref(), gone.as_bytes(), &params, &corpus.lexicon).unwrap();
        let found = whereabouts(&mut corpus, &[&record, &record], &Cancel::never()).unwrap();
        prop_assert_eq!(&found[0], &found[1]);
        prop_assert_eq!(without_params(&found[0]), plain(&gone, &files, &params));
        prop_assert!(found[0].found() <= Ratio::ONE);
    }
}

/// Every word counts.
fn params() -> Params {
    Params { stop_words: StopWords::Off, stem: Stem::Off, ..Params::defaults() }
}

/// Waits until the journal says this of a document.
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

/// Checks that the content went into exactly these parts.
fn parts<'a>(expected: &'a [(&'a str, u32)]) -> impl Fn(&DocumentEvent) -> bool + 'a {
    move |event| {
        let DocumentEvent::Gone(Some(found)) = event else { return false };
        let parts: Vec<(String, u32)> = without_params(found).0;
        parts.iter().map(|(name, shingles)| (name.as_str(), *shingles)).eq(expected.iter().copied())
    }
}

#[test]
fn a_renamed_and_a_rewritten_document_are_found_again() {
    let (one, other) = (text(&[(0, 100)]), text(&[(100, 100)]));
    let watched = Watched::start(
        &[("essay.txt", &one), ("notes.txt", &other), ("z.txt", "quite apart")],
        params(),
    );
    watched.settle();
    fs::create_dir(watched.root.join("archive")).unwrap();
    fs::rename(watched.root.join("essay.txt"), watched.root.join("archive/final.txt")).unwrap();
    let renamed = DocumentEvent::Renamed(DocPath::new("archive/final.txt"));
    let all = wait(&watched, "essay.txt", "the new name", |event| *event == renamed);
    assert_eq!(all.len(), 1, "{all:?}");

    // 3 of 98 shingles have the changed word.
    fs::remove_file(watched.root.join("notes.txt")).unwrap();
    watched.write("kept.txt", &other.replace("word150", "instead"));
    let all = wait(&watched, "notes.txt", "the rewritten text", parts(&[("kept.txt", 95)]));
    let DocumentEvent::Gone(Some(found)) =
        &all.iter().find(|one| one.path == DocPath::new("notes.txt")).unwrap().what
    else {
        panic!("{all:?}")
    };
    assert_eq!((found.found(), found.is_found()), (Ratio::new(95, 98), true));
    assert_eq!(*found.params, params());
}

#[test]
fn what_shows_up_later_is_found_then_and_what_comes_back_is_said_to_be_back() {
    let essay = text(&[(0, 60)]);
    let watched =
        Watched::start(&[("essay.txt", &essay), ("z.txt", "quite apart from it")], params());
    watched.settle();
    fs::remove_file(watched.root.join("essay.txt")).unwrap();
    wait(&watched, "essay.txt", "nothing", parts(&[]));
    watched.write("half.txt", &text(&[(0, 30)]));
    wait(&watched, "essay.txt", "a half", parts(&[("half.txt", 28)]));
    watched.write("rest.txt", &text(&[(28, 32)]));
    wait(&watched, "essay.txt", "both halves", parts(&[("rest.txt", 30), ("half.txt", 28)]));
    watched.write("all.txt", &essay);
    wait(&watched, "essay.txt", "all of it", parts(&[("all.txt", 58)]));
    watched.write("essay.txt", &essay);
    wait(&watched, "essay.txt", "it is back", |event| *event == DocumentEvent::Back);
    fs::remove_file(watched.root.join("all.txt")).unwrap();
    wait(&watched, "all.txt", "the original", parts(&[("essay.txt", 58)]));
}

#[test]
fn other_parameters_count_anew_and_other_words_leave_what_was_found() {
    let essay = text(&[(0, 60)]);
    let mut watched = Watched::start(&[("essay.txt", &essay), ("z.txt", "quite apart")], params());
    watched.settle();
    // The same words in other bytes.
    fs::remove_file(watched.root.join("essay.txt")).unwrap();
    watched.write("b.txt", &format!("{essay}\n"));
    wait(&watched, "essay.txt", "the new name", parts(&[("b.txt", 58)]));
    let wide = Params { width: 5, ..params() };
    watched.set_params(wide.clone());
    wait(&watched, "essay.txt", "wider shingles", parts(&[("b.txt", 56)]));
    // Words between spaces are other words, so these documents are not known.
    watched.set_params(Params { words: Words::Spaces, ..wide.clone() });
    watched.settle();
    watched.write("c.txt", &essay);
    let all = wait(&watched, "c.txt", "a copy", |event| *event == DocumentEvent::New);
    let gone = all.iter().find(|one| one.path == DocPath::new("essay.txt")).unwrap();
    let DocumentEvent::Gone(Some(found)) = &gone.what else { panic!("{gone:?}") };
    assert_eq!((without_params(found).0, &*found.params), (vec![("b.txt".to_string(), 56)], &wide));
    assert!(
        !all.iter().any(|one| one.path == DocPath::new("b.txt") && one.what != DocumentEvent::New)
    );
}

#[test]
fn changes_are_reported_newest_first_and_reading_for_other_parameters_is_none() {
    let fixed = LanguageChoice::Fixed(shingle::text::language::Language::from_code("en").unwrap());
    let mut watched =
        Watched::start(&[("a.txt", "one two three"), ("b.txt", "four five")], params());
    watched.settle();
    watched.set_params(Params { language: fixed, words: Words::Phpir, ..params() });
    watched.settle();
    watched.set_params(params());
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
fn many_documents_that_go_at_once_are_all_found() {
    let files: Vec<(String, String)> = (0..150_u8)
        .map(|number| {
            (
                format!("in/{number}.txt"),
                format!("the text of number{number} is this and no{number} other"),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let watched = Watched::start(&files, params());
    watched.settle();
    // The same words in other bytes: they are not renamed.
    for (name, text) in &files {
        watched.write(&name.replace("in/", "out/"), &format!("{text}\n"));
    }
    fs::remove_dir_all(watched.root.join("in")).unwrap();
    watched.wait("all of them", |report| {
        let Report::Activities(all) = report else { return None };
        let found = |one: &Activity| match &one.what {
            DocumentEvent::Gone(Some(found)) => {
                assert!(found.whole, "{one:?}");
                found.parts[0].path.to_string() == one.path.to_string().replace("in/", "out/")
            }
            _ => false,
        };
        (all.iter().filter(|one| found(one)).count() == 150).then_some(())
    });
}

#[test]
fn several_that_are_renamed_at_once_are_told_by_their_bytes_and_a_copy_is_new() {
    let (one, other) = (text(&[(0, 60)]), text(&[(60, 60)]));
    let files = [("a.txt", &*one), ("b.txt", &*other), ("z.txt", "quite apart from it")];
    let watched = Watched::start(&files, params());
    watched.settle();
    // Moved into a folder that is put in place afterwards, they change at once.
    let folder = watched.root.join("new");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("copy.txt"), &one).unwrap();
    fs::rename(watched.root.join("b.txt"), folder.join("b2.txt")).unwrap();
    let to = |name: &str| DocumentEvent::Renamed(DocPath::new(name));
    let all = wait(&watched, "b.txt", "the new name", |event| *event == to("new/b2.txt"));
    assert!(all.iter().all(|one| one.path != DocPath::new("new/b2.txt")), "{all:?}");
    // And back again, under its old name.
    fs::rename(folder.join("b2.txt"), watched.root.join("b.txt")).unwrap();
    let all = wait(&watched, "new/b2.txt", "the old name", |event| *event == to("b.txt"));
    let of = |name: &str| -> Vec<&DocumentEvent> {
        let path = DocPath::new(name);
        all.iter().filter(|one| one.path == path).map(|one| &one.what).collect()
    };
    assert_eq!(of("new/copy.txt"), [&DocumentEvent::New]);
    assert_eq!(of("a.txt"), [&DocumentEvent::New; 0], "it stayed");
}
