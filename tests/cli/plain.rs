//! Plain mode: a script of commands on standard input is answered in lines, by the sentences of the screen.

use std::path::Path;

use crate::support::{folder, run, run_with_input};

const TEXT: &str = "Seven gulls flew over the harbour while the baker slept in his shop. \
    Nobody had opened the shutters since the storm took the old ferry away.";

/// Three texts that share wording, and one that does not.
fn essays() -> tempfile::TempDir {
    folder(&[
        ("essays/a.txt", TEXT),
        ("essays/b.txt", &TEXT.replace("the baker slept in his shop", "a dog barked at them")),
        ("essays/c.txt", "Nobody had opened the shutters since the storm took the old ferry away."),
        ("essays/d.txt", "Rain fell on the pier until everybody forgot what the sun was for."),
    ])
}

/// What a script is answered, without what is said of work that takes long.
fn answers(dir: &Path, options: &[&str], script: &[&str]) -> Vec<String> {
    let args = [&["essays", "--plain"][..], options].concat();
    let run = run_with_input(dir, &args, script.join("\n").as_bytes());
    assert_eq!((run.code, &*run.err), (Some(0), ""), "{}", run.out);
    run.out.lines().filter(|line| !line.ends_with(" …")).map(String::from).collect()
}

#[test]
fn a_script_lists_opens_marks_tunes_and_filters() {
    let dir = essays();
    let marks = dir.path().join("marks.jsonl");
    let options = ["--decisions", marks.to_str().unwrap()];
    let script = [
        "open 2",
        "next",
        "previous",
        "read b",
        "mark rewrite",
        "note ask on Friday",
        "back",
        "set w 5",
        "undo",
        "filter is:undecided",
        "filter",
        "list 3",
        "help shutters",
        "set width 99",
        "w 3",
        "zebra",
        "open 9",
        "documents",
        "open 1",
        "back",
        "back",
        "query shutters since the storm",
        "back",
        "clusters",
        "next",
        "open 1",
        "back",
        "back",
        "problems",
        "back",
        "dot plot",
        "y",
        "mark nonsense",
        "mark",
        "",
        "passage 1",
    ];
    insta::assert_snapshot!(answers(dir.path(), &options, &script).join("\n"));
    let kept = std::fs::read_to_string(&marks).unwrap();
    assert_eq!(kept.lines().count(), 2, "{kept}");
    assert!(kept.contains("\"note\":\"ask on Friday\"") && kept.contains("rewrite"), "{kept}");
    // Another visit shows what was decided.
    let again = answers(dir.path(), &options, &[]);
    assert!(again.iter().any(|line| line.ends_with("; rewrite: ask on Friday")), "{again:?}");
}

#[test]
fn the_sources_of_a_document_and_its_text_are_told_one_after_the_other() {
    let dir = essays();
    let lines = answers(dir.path(), &[], &["open 1", "sources"]);
    let place = |what: &str| {
        let found = lines.iter().position(|line| line.contains(what));
        found.unwrap_or_else(|| panic!("{what}: {lines:#?}"))
    };
    // The list, then the text: no line has parts of both.
    assert!(place("own: in no other document") < place("Seven gulls"), "{lines:#?}");
    let is_mixed = |line: &&String| line.contains("gulls") && line.contains('%');
    assert_eq!(lines.iter().find(is_mixed), None);
}

#[test]
fn a_list_says_how_much_is_left_out_of_the_texts() {
    let dir = essays();
    let lines = answers(dir.path(), &["--common", "50%"], &["list"]);
    let is_said = |line: &String| line.ends_with(" shingles left out of the texts");
    assert!(lines.get(1).is_some_and(is_said), "{lines:#?}");
    assert!(!answers(dir.path(), &[], &["list"]).iter().any(is_said));
}

#[test]
fn a_list_that_is_longer_than_a_screen_says_which_rows_are_told() {
    let texts: Vec<(String, String)> = (0..90)
        .map(|number| (format!("essays/{number:02}.txt"), format!("{TEXT} Number {number}.")))
        .collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(name, text)| (&**name, &**text)).collect();
    let dir = folder(&files);
    let lines = answers(dir.path(), &[], &["documents"]);
    let said = lines.iter().find(|line| line.contains(" of 90: open N goes to any of them"));
    assert!(said.is_some_and(|line| line.starts_with("rows ")), "{lines:#?}");
}

#[test]
fn nothing_in_names_and_texts_acts_on_the_terminal() {
    let text = format!("{TEXT} \u{1b}[31mred\u{202e} and \u{7}more");
    let dir = folder(&[("essays/a\u{1b}[2J.txt", &text), ("essays/b\u{202e}.txt", &text)]);
    let lines = answers(
        dir.path(),
        &[],
        &["1", "read a", "\u{1b}[31mwhat", "filter \u{9b}x", "list", "documents", "problems"],
    );
    let acts = |line: &&String| line.chars().any(|one| one.is_control() || one == '\u{202e}');
    assert_eq!(lines.iter().find(acts), None);
    assert!(lines.iter().any(|line| line.contains("a␛[2J.txt")), "{lines:?}");
}

#[test]
fn a_report_that_would_replace_a_file_asks_first() {
    let dir = essays();
    let file = dir.path().join("r.html");
    let report = format!("report {}", file.display());
    let lines = answers(dir.path(), &[], &[&report, &report, "n", &report, "y", "quit", "list"]);
    let asked = lines.iter().filter(|line| line.starts_with("replace that file?")).count();
    assert_eq!(asked, 2, "{lines:?}");
    assert!(lines.iter().any(|line| line == "the file stays as it is, and no report was written"));
    let written = lines.iter().filter(|line| line.starts_with("wrote 3 rows to "));
    assert_eq!(written.count(), 2, "{lines:?}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("essays"));
}

#[test]
fn without_a_terminal_the_plain_way_is_named() {
    let dir = essays();
    let refused = run(dir.path(), &["essays"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("add --plain"), "{}", refused.err);
}

#[test]
fn words_are_found_in_both_texts_of_the_open_pair() {
    let dir = essays();
    let script =
        ["find harbour", "open 1", "find the  STORM", "next", "next", "find zebra", "find", "next"];
    let said = answers(dir.path(), &["-t", "20%"], &script).join("\n");
    assert!(said.contains("no pair is open"), "{said}");
    assert!(said.contains("“the  STORM” 1 of 2: 1 in A, 1 in B"), "{said}");
    assert!(
        said.contains("opened the shutters since [the storm] took the old ferry away.\n"),
        "{said}"
    );
    assert!(said.contains("“the  STORM” 2 of 2: 1 in A, 1 in B\nB: "), "{said}");
    assert!(said.contains("“zebra” in neither text: 0 in A, 0 in B"), "{said}");
    assert!(said.contains("the search has ended"), "{said}");
    let behind = said.split("the search has ended").nth(1).unwrap();
    assert!(behind.contains("passage"), "{said}");
}

#[test]
fn a_line_without_end_is_not_taken_and_the_next_one_is() {
    let dir = essays();
    let long = "x".repeat(1 << 20);
    let told = answers(dir.path(), &[], &[&long, "open 1"]);
    let at = told.iter().position(|line| line.contains("longer than 64 KiB, so it is not taken"));
    assert!(told.len() > at.unwrap() + 1, "{told:?}");
    let known = "x".repeat(1 << 16);
    let told = answers(dir.path(), &[], &[&known]);
    assert!(!told.iter().any(|line| line.contains("longer than")), "{told:?}");
}
