//! `sources`: the source documents of a text, in every format. The oracle tests the counts.

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{fields, folder, has, json, numbered, objects, printed, put, run_with_input};

const ONE: &str = "Before six in the morning the harbour belongs to the gulls and the baker's boy.";
const TWO: &str =
    "Her grandmother counted sixty boats, and kept a tally of them on the kitchen wall.";
const OWN: &str = "Nobody else ever wrote such a sentence about purple elephants.";

/// Writes a text of two sources and a unique sentence, its copy, and a third document with a part of both sources.
fn glued() -> tempfile::TempDir {
    let whole = format!("{ONE} {OWN}\n\n{TWO}\n");
    folder(&[
        ("text.txt", &whole),
        ("in/one.txt", ONE),
        ("in/one-again.txt", &format!("{ONE}\n")),
        ("in/two.txt", TWO),
        ("in/some.txt", "He kept a tally of them on the kitchen wall, they say."),
        ("in/text.txt", &whole),
        ("in/other.txt", "Something else entirely, with no run of words from anywhere."),
    ])
}

fn names(whole: &Value) -> Vec<&str> {
    fields(&whole["sources"], "b")
}

fn number(value: &Value, name: &str) -> u64 {
    value[name].as_u64().unwrap_or_else(|| panic!("{name}: {value}"))
}

#[test]
fn sources_prints_a_table() {
    assert_snapshot!(
        "sources_prints_a_table_for_people",
        printed(glued().path(), "sources text.txt --in in --exclude=text.txt")
    );
}

#[test]
fn shares_words_and_sentences_add_up_and_agree_with_compare() {
    let dir = glued();
    let whole = json(dir.path(), "sources text.txt --in in --exclude text.txt --least 0");
    assert_eq!(names(&whole), ["two.txt", "one-again.txt"]);
    let sources = whole["sources"].as_array().unwrap();
    let sum = |name: &str| sources.iter().map(|one| number(one, name)).sum::<u64>();
    let rest = |name: &str| number(&whole, name);
    assert_eq!(sum("adds") + rest("elsewhere") + rest("own"), rest("occurrences"));
    let words = sum("adds_words") + rest("elsewhere_words") + rest("own_words");
    let words = words + rest("uncounted_words");
    assert_eq!(words, number(&whole["text"], "words"));
    let sentences = whole["sentences"].as_array().unwrap();
    assert_eq!(sentences.iter().map(|one| number(one, "words")).sum::<u64>(), words);
    let best: Vec<Option<u64>> = sentences.iter().map(|one| one["source"].as_u64()).collect();
    assert_eq!(best, [Some(2), None, Some(1)]);
    for source in sources {
        let file = format!("in/{}", source["b"].as_str().unwrap());
        let pair = &json(dir.path(), &format!("compare text.txt {file}"))["pair"];
        for field in ["shared", "a_shingles", "b_shingles", "containment_a", "containment_b"] {
            assert_eq!(source[field], pair[field], "{file}: {field}");
        }
        let spans = |value: &Value| -> Vec<Value> {
            let all = value["passages"].as_array().unwrap().iter();
            all.map(|one| Value::from(vec![one["a"].clone(), one["b"].clone()])).collect()
        };
        assert_eq!(spans(source), spans(pair), "{file}");
    }
    assert_eq!(sources[1]["copies"][0]["path"], "one.txt");
    assert_eq!(sources[0]["passages"][0]["also_found"], 0);
    assert_eq!(whole["parameters"]["threshold"], Value::Null);
}

#[test]
fn lines_and_cells_are_those_of_the_object() {
    let dir = glued();
    let args = "sources text.txt --in in --least=0 --exclude=/text.txt";
    let lines = objects(&printed(dir.path(), &format!("{args} --format ndjson")));
    assert_eq!(json(dir.path(), args)["sources"], Value::from(lines.clone()));
    let table = printed(dir.path(), &format!("{args} --format csv"));
    let mut rows = table.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().unwrap();
    for (line, cells) in lines.iter().zip(rows) {
        for (name, cell) in header.iter().zip(cells) {
            let told = match &line[name] {
                Value::Null => cell.is_empty(),
                Value::String(text) => text == cell,
                Value::Bool(flag) => flag.to_string() == cell,
                other => (other.as_f64().unwrap() - cell.parse::<f64>().unwrap()).abs() < 1e-9,
            };
            assert!(told, "{name}: {cell}");
        }
    }
    let fields = lines[0].as_object().unwrap().iter();
    for (name, value) in fields.filter(|(_, value)| !value.is_array()) {
        assert!(header.contains(&name.as_str()), "no column {name}: {value}");
    }
}

#[test]
fn of_documents_with_the_very_same_words_one_is_the_source_and_all_are_named() {
    let dir = folder(&[
        ("text.txt", &format!("{ONE} {OWN}\n")),
        ("in/a.txt", &format!("{ONE} Somebody added this.\n")),
        ("in/b.txt", &format!("{ONE} Another one ended it so.\n")),
        ("in/some.txt", "Before six in the morning the harbour belongs to nobody.\n"),
    ]);
    let found = || {
        let whole = json(dir.path(), "sources text.txt --in in");
        let source = &whole["sources"][0];
        let ties = fields(&source["ties"], "path");
        assert_eq!(number(source, "ties_found"), ties.len() as u64);
        format!("{} {}", names(&whole)[0], ties.join(" "))
    };
    // Without other evidence, the first by path is the source. A document with only a part is not a tie.
    assert_eq!(found(), "a.txt b.txt");
    let dated = |date: &str| format!("---\ndate: {date}\n---\n{ONE} A third one.\n");
    put(dir.path(), "in/c.md", dated("2021-05-01"));
    put(dir.path(), "in/d.md", dated("1931").replace("third", "fourth"));
    assert_eq!(found(), "d.md a.txt b.txt c.md");
}

#[test]
fn standard_input_and_records_have_sources() {
    let dir = glued();
    let text = format!("{TWO}\n{OWN}\n");
    let run = run_with_input(dir.path(), "sources - --in in --format=csv", text.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.lines().nth(1).unwrap().starts_with("-,text.txt,"), "{}", run.out);
    let dir = folder(&[("all.txt", &format!("{ONE}\n{TWO}\n{ONE} {OWN}\n"))]);
    let whole = json(dir.path(), "sources all.txt:3 --in . --records lines");
    assert_eq!((names(&whole), &whole["inside"]), (vec!["all.txt:1"], &true.into()));
    assert_eq!(whole["sources"][0]["passages"].as_array().unwrap().len(), 1);
}

#[test]
fn shares_are_of_words_and_a_few_words_are_told_as_such() {
    let dir = glued();
    put(dir.path(), "in/slight.txt", b"Far away, such a sentence about purple elephants.");
    let args = "sources text.txt --in in --exclude /text.txt";
    let (table, whole) = (printed(dir.path(), args), json(dir.path(), args));
    let all = number(&whole["text"], "words") - number(&whole, "uncounted_words");
    let rows: Vec<Vec<&str>> =
        table.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    for source in whole["sources"].as_array().unwrap() {
        let name = source["b"].as_str().unwrap();
        let row = rows.iter().find(|row| row.contains(&name)).unwrap();
        let words = number(source, "adds_words");
        assert_eq!(row[0].parse::<u64>().unwrap(), words, "{table}");
        let share: f64 = row[1].trim_end_matches('%').parse().unwrap();
        assert!((share - 100.0 * words as f64 / all as f64).abs() < 0.01, "{table}");
    }
    let slight = table.lines().skip_while(|line| !line.contains("slight.txt")).nth(1).unwrap();
    assert!(slight.ends_with("words in all: may be chance or common wording"), "{table}");
    assert_eq!(table.matches("may be chance").count(), 1, "{table}");
}

#[test]
fn a_source_with_a_single_shingle_has_no_passage() {
    let words = |name: &str| numbered(name, 0..600) + " ";
    let text = |before, behind| format!("{}green paper boats {}", words(before), words(behind));
    let dir =
        folder(&[("text.txt", &text("alpha", "beta")), ("in/a.txt", &text("gamma", "delta"))]);
    let args = "sources text.txt --in in --least 0";
    has(&printed(dir.path(), args), "1 single run of 3 words, in no passage\n");
    assert_eq!(json(dir.path(), args)["sources"][0]["passages"], Value::Array(Vec::new()));

    // Single runs may be chance, even if they have many words together.
    let runs =
        ["green paper boats ", "tall brick houses ", "cold clear water ", "warm brown bread "];
    let text = |name: &str| runs.map(|run| words(name) + run).concat();
    put(dir.path(), "text.txt", text("alpha"));
    put(dir.path(), "in/a.txt", text("gamma"));
    has(&printed(dir.path(), args), "12 counted words in all: may be chance");
}

#[test]
fn a_sketch_that_estimates_is_not_used_for_sources() {
    let dir = glued();
    // Another sketch replaces the preset's sketch. Parameters without effect under the preset apply again.
    let found = json(dir.path(), "sources text.txt --in in --preset minhash84 --common 90%");
    assert_eq!(found["parameters"]["sketch"], "modulo");
}
