//! `--passage`: a paragraph pasted into long texts is listed at any score, in every format. The oracle tests the
//! choice of pairs.

use serde_json::{Value, json as value};

use crate::support::{all_refused, folder, json, numbered, printed, put, run};

const PARAGRAPH: &str = "The tide mill at the mouth of the creek ground barley twice a day, whenever the pond behind its gates \
    had filled, and the miller kept hours that shifted with the moon until the owner sold the wheel for scrap.";

/// Writes a long text of unique words with a paragraph in the middle.
fn long(name: &str, paragraph: &str) -> String {
    format!("{}\n\n{paragraph}\n\n{}", numbered(name, 0..200), numbered(name, 200..400))
}

fn folders() -> tempfile::TempDir {
    let changed = PARAGRAPH.replace("ground barley", "milled oats").replace("shifted", "moved");
    folder(&[
        ("texts/a.txt", &long("a", PARAGRAPH)),
        ("texts/b.txt", &long("b", PARAGRAPH)),
        ("texts/c.txt", &long("c", &changed)),
        ("texts/d.txt", &long("d", "")),
    ])
}

#[test]
fn a_pasted_paragraph_is_listed_in_every_format() {
    let dir = folders();
    let dir = dir.path();
    assert_eq!(json(dir, &["scan", "texts"])["pairs_found"], value!(0), "by score there is none");
    let found = json(dir, &["scan", "texts", "--passage", "30"]);
    let pairs = found["pairs"].as_array().unwrap().iter();
    let pairs: Vec<_> =
        pairs.map(|pair| [&pair["a"], &pair["b"], &pair["longest_passage"]]).collect();
    let expected = value!([["a.txt", "b.txt", 40], ["a.txt", "c.txt", 40], ["b.txt", "c.txt", 40]]);
    assert_eq!(value!(pairs), expected);
    assert_eq!(found["parameters"]["passage"], value!(30));
    assert_eq!(found["parameters"]["threshold"], Value::Null);
    let compared = json(dir, &["compare", "texts/a.txt", "texts/c.txt"]);
    assert_eq!(compared["pair"]["passages"][0]["words"], value!(40));
    assert_eq!(json(dir, &["scan", "texts", "--passage", "41"])["pairs_found"], value!(0));

    let csv = printed(dir, &["scan", "texts", "--passage", "30", "--format", "csv"]);
    let columns = |line: usize| csv.lines().nth(line).unwrap().split(',').collect::<Vec<_>>();
    assert_eq!((columns(0)[14], columns(1)[14]), ("longest_passage", "40"));
    let table = printed(dir, &["scan", "texts", "--passage", "30"]);
    assert!(table.contains(" passage  documents") && table.contains("40  a.txt  b.txt"), "{table}");
}

#[test]
fn near_copies_are_listed_however_many_there_are() {
    let essay = numbered("word", 0..90);
    let dir = folder(&[]);
    for at in 0..13 {
        put(dir.path(), format!("texts/{at:02}.txt"), format!("{essay} end{at}"));
    }
    for common in ["off", "auto"] {
        let found = json(dir.path(), &["scan", "texts", "--passage", "30", "--common", common]);
        assert_eq!(found["pairs_found"], value!(13 * 12 / 2), "{common}");
    }
}

#[test]
fn pairs_that_share_only_what_many_have_are_counted() {
    let changed = PARAGRAPH.replace("creek", "river").replace("sold the wheel", "moved the mill");
    let dir = folder(&[]);
    for at in 0..14 {
        let paragraph = if at < 2 { &changed } else { PARAGRAPH };
        put(dir.path(), format!("texts/{at:02}.txt"), long(&format!("n{at}x"), paragraph));
    }
    let scan = &["scan", "texts", "--passage", "30", "--format", "json"][..];
    let found = run(dir.path(), scan);
    assert!(found.err.contains("1 pair") && found.err.contains("--common auto"), "{}", found.err);
    let found = run(dir.path(), &[scan, &["--common", "auto"]].concat());
    assert!(!found.err.contains("--common auto"), "{}", found.err);
    assert!(found.out.contains("\"pairs_found\": 0"), "{}", found.out);
}

#[test]
fn passages_need_words_and_leave_nothing_to_the_threshold() {
    let dir = folders();
    let dir = dir.path();
    printed(dir, &["sketch", "texts", "-o", "all.sk"]);
    let cases = [
        ("scan --sketches all.sk --passage 30", "--passage needs words"),
        ("scan texts --passage 30 -t 0.5", "no effect with --passage"),
        ("scan texts --passage 4", "expected a whole number from 5 to 1000000, or off"),
        ("query texts/a.txt --in texts --passage 30", "unexpected argument '--passage'"),
    ];
    all_refused(dir, "", &cases);
}
