//! Sketches in commands: scores, counts, measures and errors under each sketch. Other tests check the accuracy of
//! estimates.

use serde_json::Value;

use crate::support::{all_refused, folder, json, library, names, pair, printed, run};

fn text(others: &[usize]) -> String {
    let word = |number| {
        let kind = if others.contains(&number) { "other" } else { "word" };
        format!("{kind}{number}")
    };
    (0..600).map(word).collect::<Vec<_>>().join(" ")
}

/// A text; a copy with two changed words (resemblance .98 at three words); a copy with every sixth word changed
/// (.33); an unrelated text.
fn alike() -> tempfile::TempDir {
    let sixth: Vec<usize> = (0..600).step_by(6).collect();
    let all: Vec<usize> = (0..600).collect();
    folder(&[
        ("a.txt", &text(&[])),
        ("b.txt", &text(&[100, 400])),
        ("c.txt", &text(&sixth)),
        ("d.txt", &text(&all)),
    ])
}

fn scanned(dir: &std::path::Path, args: &str) -> Vec<Value> {
    json(dir, &format!("scan . {args}"))["pairs"].as_array().unwrap().clone()
}

#[test]
fn without_verification_nothing_is_counted_and_nothing_shown_as_if() {
    let dir = alike();
    let args = "--sketch minhash --verify off";
    let off = &scanned(dir.path(), args)[0];
    for field in ["shared", "jaccard", "dice", "overlap", "containment_a", "containment_b"] {
        assert!(off[field].is_null(), "{field}");
    }
    assert_eq!((&off["a_shingles"], &off["a_words"]), (&598.into(), &600.into()));
    assert!(off["score"].as_f64().unwrap() > 0.9);
    let csv = printed(dir.path(), &format!("scan . --format csv {args}"));
    assert!(csv.contains("\na.txt,b.txt,,598,598,600,600,,,,,,0.9"), "{csv}");
    let table = printed(dir.path(), &format!("scan . {args}"));
    assert!(table.contains("%       –       –        –  a.txt  b.txt\n"), "{table}");
    assert!(table.contains("\nestimate at least 20%, width 3, sketch minhash, functions 84,"));
    let measure = |args: &str| {
        json(dir.path(), &format!("scan . --sketch minhash {args}"))["parameters"]["measure"]
            .clone()
    };
    // Without a measure, table and JSON omit the name.
    assert_eq!(measure("--verify off"), Value::Null);
    assert_eq!(measure("--measure dice"), "dice");
}

#[test]
fn verification_drops_what_the_measure_does_not_bear_out() {
    let dir = alike();
    // Words outnumber shingles: the two texts share 592 of 598 shingles, and 592 of 600 words.
    for (rest, found) in [
        ("-t 98% --verify on --measure per-word", 1),
        ("-t 99% --verify on --measure per-word", 0),
        ("-t 98% --verify off", 1),
        ("-t 96% --verify off", 1),
    ] {
        let args = format!("--sketch minhash --stop-words on {rest}");
        let pairs = scanned(dir.path(), &args);
        assert_eq!(pairs.len(), found, "{args}: {pairs:?}");
        for command in ["compare a.txt b.txt", "query a.txt --in ."] {
            let code = run(dir.path(), &format!("{command} --check {args}")).code;
            assert_eq!(code, Some(i32::from(found > 0)), "{command} {args}");
        }
    }
}

#[test]
fn supershingles_and_megashingles_list_near_duplicates_unless_a_threshold_is_named() {
    let dir = alike();
    for (sketch, threshold) in [("supershingle", 2.0 / 6.0), ("megashingle", 1.0 / 15.0)] {
        let scan = |more: &str| json(dir.path(), &format!("scan . --sketch {sketch} {more}"));
        let whole = scan("");
        assert_eq!(whole["parameters"]["threshold"], threshold);
        assert_eq!(whole["parameters"]["functions"], 84);
        assert_eq!(names(&whole["pairs"]), ["a.txt b.txt"], "{sketch}");
        assert_eq!(scan("-t 1")["parameters"]["threshold"], 1.0);
        let preset = scan("--preset phpir");
        assert_eq!(preset["parameters"]["threshold"], threshold, "not the preset's");
        assert_eq!(preset["parameters"]["above"], "at-least");
    }
    let agree = |sketch, of: f64| {
        let pair = pair(dir.path(), &format!("--sketch {sketch}"));
        (pair["score"].as_f64().unwrap() * of).round() as i64
    };
    let supershingles = agree("supershingle", 6.0);
    assert_eq!(agree("megashingle", 15.0), supershingles * (supershingles - 1) / 2);
}

#[test]
fn options_without_effect_are_refused() {
    let cases = [
        ("--functions 84", "--functions"),
        ("--sketch modulo --verify on --preset minhash84", "--verify"),
        ("--sketch supershingle --functions 85", "supershingle is made of 84"),
        ("--step 4", "--step 4"),
        ("--sketch minhash --functions 1025", "1 to 1024"),
    ];
    all_refused(&library(), "scan .", &cases);
    assert_eq!(run(&library(), "scan . --sketch supershingle --functions 84").code, Some(0));
}
