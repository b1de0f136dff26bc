//! Rules that hide pairs: every format lists the same pairs and counts the hidden ones; other results stay equal. The
//! oracle tests the hidden pairs.

use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json as value};

use crate::support::{folder, json, printed, run};

const TEXT: &str = "seven gulls flew over the harbour while the baker slept in his shop";
const NEAR: &str = "seven gulls flew over the harbour while the baker slept on a bench";

/// Two new texts and three of an archive, all alike.
fn folders() -> tempfile::TempDir {
    folder(&[
        ("archive/a.txt", TEXT),
        ("archive/b.txt", NEAR),
        ("archive/c.txt", "rain fell on the pier until nobody remembered the sun"),
        ("new/x.txt", NEAR),
        ("new/y.txt", &TEXT.replace("baker", "keeper")),
    ])
}

fn names(pairs: &[Value]) -> Vec<String> {
    let name = |pair: &Value, side: &str| pair[side].as_str().unwrap().to_string();
    let mut names: Vec<String> =
        pairs.iter().map(|pair| format!("{} {}", name(pair, "a"), name(pair, "b"))).collect();
    names.sort();
    names
}

const BETWEEN: [&str; 4] = [
    "archive/a.txt new/x.txt",
    "archive/a.txt new/y.txt",
    "archive/b.txt new/x.txt",
    "archive/b.txt new/y.txt",
];

#[test]
fn every_format_lists_the_pairs_between_two_folders_and_counts_the_others() {
    let dir = folders();
    let dir = dir.path();
    let rule = ["--between", "new", "archive"];
    let all = json(dir, &["scan", "."]);
    let ruled = json(dir, &[&["scan"][..], &rule, &["."]].concat());
    let pairs = |whole: &Value| whole["pairs"].as_array().unwrap().clone();
    assert_eq!(names(&pairs(&ruled)), BETWEEN);
    assert_eq!((&all["pairs_found"], &all["pairs_left_out"]), (&value!(6), &value!(0)));
    assert_eq!((&ruled["pairs_found"], &ruled["pairs_left_out"]), (&value!(4), &value!(2)));
    assert_eq!(ruled["parameters"]["between"], value!(["new", "archive"]));
    assert_eq!(all["parameters"]["between"], Value::Null);
    let dots = json(dir, &["scan", "--between", ".", ".", "."]);
    assert_eq!((&dots["parameters"]["between"], &dots["pairs_found"]), (&Value::Null, &value!(6)));
    // Documents and the other pairs are unaffected by the rule.
    assert_eq!(ruled["documents"], all["documents"]);
    assert!(pairs(&ruled).iter().all(|pair| pairs(&all).contains(pair)));

    let lines = printed(dir, &[&["scan", ".", "--format", "ndjson"][..], &rule].concat());
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(names(&lines), BETWEEN);
    let csv = printed(dir, &[&["scan", ".", "--format", "csv"][..], &rule].concat());
    assert_eq!(csv.lines().count(), 1 + BETWEEN.len());
    let table = printed(dir, &[&["scan", "."][..], &rule].concat());
    assert!(table.contains("5 documents, 4 pairs, 2 pairs hidden by rules"), "{table}");

    let report = printed(dir, &[&["report", ".", "-o", "-"][..], &rule].concat());
    assert!(report.contains("2 pairs hidden by rules"), "{report}");
    assert!(report.contains("<bdi>new, archive</bdi>"), "{report}");

    let args = [&["clusters", "."][..], &rule].concat();
    let clusters = json(dir, &args);
    assert_eq!(
        (&clusters["pairs_left_out"], &clusters["documents_in_clusters"]),
        (&value!(2), &value!(4))
    );
}

#[test]
fn a_dot_is_all_documents_and_two_of_them_are_no_rule() {
    let dir = folders();
    let found = |a: &str, b: &str| {
        json(dir.path(), &["scan", ".", "--between", a, b])["pairs_found"].clone()
    };
    assert_eq!(found("./new", "."), value!(5));
    assert_eq!(found(".", "."), value!(6));
    assert_eq!(found("new", "new"), value!(1));
    assert_eq!(found("*a.txt", "new"), value!(2));
}

#[test]
fn no_pair_of_one_directory_or_of_one_author_is_listed() {
    let dir = folders();
    let listed = |rules: &[&str]| {
        let whole = json(dir.path(), &[&["scan", "."][..], rules].concat());
        assert_eq!(
            whole["pairs_left_out"].as_u64().unwrap() + whole["pairs_found"].as_u64().unwrap(),
            6
        );
        names(whole["pairs"].as_array().unwrap())
    };
    assert_eq!(listed(&["--skip-same", "directory"]), BETWEEN);
    assert_eq!(listed(&["--skip-same", "new/{}/"]).len(), 6, "nobody has a directory there");
    let of_new = listed(&["--skip-same", "archive/{}.txt"]);
    assert_eq!(of_new.len(), 6, "each is somebody else's");
    assert_eq!(listed(&["--skip-same", "{}/"]), BETWEEN);
    let both = listed(&["--skip-same", "{}/", "--between", "*a.txt", "."]);
    assert_eq!(both, &BETWEEN[..2]);
    for pattern in ["students", "{}/{}", ""] {
        let refused = run(dir.path(), &["scan", ".", "--skip-same", pattern]);
        assert_eq!(refused.code, Some(2));
        assert!(refused.err.contains("a path with one {} in it"), "{}", refused.err);
    }
}

/// Sets the modification time, in days after 1970-01-01.
fn set_day(dir: &Path, name: &str, day: u64) {
    let file = std::fs::File::options().write(true).open(dir.join(name)).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(day * 86_400)).unwrap();
}

#[test]
fn no_pair_of_two_old_documents_is_listed() {
    // The front matter of the last file is older than the file.
    let dated = format!("---\ndate: 2020-02-03\n---\n{TEXT}");
    let dir = folder(&[("a.txt", TEXT), ("b.txt", NEAR), ("c.txt", TEXT), ("d.md", &dated)]);
    let dir = dir.path();
    for (name, day) in [("a.txt", 18_000), ("b.txt", 18_001), ("c.txt", 20_000), ("d.md", 20_001)] {
        set_day(dir, name, day);
    }
    let listed = |date: &str| {
        let whole = json(dir, &["scan", ".", "--skip-older", date]);
        let pairs = &whole["pairs"];
        assert_eq!(
            pairs.as_array().unwrap().len() as u64 + whole["pairs_left_out"].as_u64().unwrap(),
            6
        );
        (names(pairs.as_array().unwrap()), whole["parameters"]["skip-older"].clone())
    };
    // 2024-10-04 is day 20,000: only c.txt is as new.
    let with_c = ["a.txt c.txt", "b.txt c.txt", "c.txt d.md"].map(String::from);
    assert_eq!(listed("2024-10-04"), (with_c.to_vec(), value!("2024-10-04")));
    assert_eq!(listed("2024-10-05"), (Vec::new(), value!("2024-10-05")));
    // 2019-04-15 is day 18,001, and d.md says 2020.
    assert_eq!(listed("2019-04-15").0.len(), 6);
    assert_eq!(
        listed("2020-02-03").0,
        ["a.txt c.txt", "a.txt d.md", "b.txt c.txt", "b.txt d.md", "c.txt d.md"]
    );
    assert_eq!(listed("2020-02").1, value!("2020-02-01"));
    assert_eq!(listed("off"), (listed("1999").0, value!("off")));

    // The output names the date used for each document if a rule depends on dates.
    let whole = json(dir, &["scan", ".", "--skip-older", "2024-10-04"]);
    let told = |document: &Value| {
        let [name, day, stated] =
            ["document", "judged_by", "judged_by_stated"].map(|field| document[field].clone());
        format!("{} {day} {stated}", name.as_str().unwrap())
    };
    let judged: Vec<String> = whole["documents"].as_array().unwrap().iter().map(told).collect();
    assert_eq!(
        judged,
        [
            "a.txt \"2019-04-14\" false",
            "b.txt \"2019-04-15\" false",
            "c.txt \"2024-10-04\" false",
            "d.md \"2020-02-03\" true"
        ]
    );
    let lines = ["scan", ".", "--skip-older", "2024-10-04", "--format", "ndjson", "--documents"];
    assert!(
        printed(dir, &lines).contains("\"judged_by\":\"2024-10-04\",\"judged_by_stated\":false")
    );
    assert!(json(dir, &["scan", "."])["documents"][0].get("judged_by").is_none());

    // The rule applies to sketches and config files too.
    let file = tempfile::NamedTempFile::new().unwrap();
    let sketches = file.path().to_str().unwrap();
    assert_eq!(run(dir, &["sketch", ".", "--force", "-o", sketches]).code, Some(0));
    let whole = json(dir, &["scan", "--skip-older", "2024-10-04", "--sketches", sketches]);
    assert_eq!(names(whole["pairs"].as_array().unwrap()), with_c);
    let other = folder(&[("config.toml", "skip-older = 2024-10-04\n")]);
    let config = other.path().join("config.toml");
    let whole = json(dir, &["scan", ".", "--config", config.to_str().unwrap()]);
    assert_eq!(names(whole["pairs"].as_array().unwrap()), with_c);

    for date in ["yesterday", "2024-02-30", "4.10.2024"] {
        let refused = run(dir, &["scan", ".", "--skip-older", date]);
        assert_eq!(refused.code, Some(2));
        assert!(refused.err.contains("a date such as 2026-11-16"), "{}", refused.err);
    }
}

#[test]
fn what_matches_nothing_is_told_with_the_nearest_that_does() {
    let dir = folders();
    let args = ["scan", ".", "--between", "New", "archive"];
    let told = run(dir.path(), &args);
    assert_eq!(told.code, Some(2));
    assert!(
        told.err
            .contains("--between: unmatched: there is no document in New; the nearest name is new"),
        "{}",
        told.err
    );
    let told = run(dir.path(), &[&args[..], &["--allow-empty"]].concat());
    assert_eq!(told.code, Some(0));
    for (args, option, nearest) in [
        (&["--between", "New", "archive", "--allow-empty"][..], "--between", "new"),
        (&["--skip-same", "n{}/x"], "--skip-same", "n{}/x*"),
        (&["--skip-same", "{}.txt/"], "--skip-same", "{}.txt*"),
        (&["--skip-older", "1999"], "--skip-older", "the oldest"),
        (&["--include", "*.txt", "--include", "archiv/"], "--include", "archive"),
        (&["--exclude", "z.txt"], "--exclude", ""),
        (&["--phrases", "phrases.txt"], "--phrases", "a phrase of nobody"),
        (&["--template", "phrases.txt"], "--template", "phrases.txt"),
    ] {
        let other = folder(&[("phrases.txt", "{\"phrase\":\"a phrase of nobody here\"}\n")]);
        let file = other.path().join("phrases.txt");
        let mut args = [&["scan", "."], args].concat();
        for arg in args.iter_mut().filter(|arg| **arg == "phrases.txt") {
            *arg = file.to_str().unwrap();
        }
        let told = run(dir.path(), &args);
        let lines: Vec<&str> =
            told.err.lines().filter(|line| line.contains(": unmatched: ")).collect();
        assert_eq!(lines.len(), 1, "{args:?} {}", told.err);
        assert!(lines[0].contains(option) && lines[0].contains(nearest), "{}", lines[0]);
    }
    for args in [
        &["--between", "new", "archive"][..],
        &[
            "--skip-same",
            "{}/",
            "--exclude",
            "archive/c.txt",
            "--include",
            "/new",
            "--include",
            "*.txt",
        ],
    ] {
        let told = run(dir.path(), &[&["scan", "."], args].concat());
        assert!(!told.err.contains("unmatched"), "{}", told.err);
    }
}

#[test]
fn sketch_files_are_compared_by_the_same_rules() {
    let dir = folders();
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    assert_eq!(run(dir.path(), &["sketch", ".", "--force", "-o", path]).code, Some(0));
    let whole = json(dir.path(), &["scan", "--between", "new", "archive", "--sketches", path]);
    assert_eq!(names(whole["pairs"].as_array().unwrap()), BETWEEN);
}

#[test]
fn a_config_file_may_have_the_rule_and_the_command_line_wins() {
    let (dir, other) =
        (folders(), folder(&[("config.toml", "between = [\"new\", \"archive\"]\n")]));
    let config = other.path().join("config.toml");
    let config = ["--config", config.to_str().unwrap()];
    let found = |more: &[&str]| {
        json(dir.path(), &[&["scan", "."][..], &config, more].concat())["pairs_found"].clone()
    };
    assert_eq!(found(&[]), value!(4));
    assert_eq!(found(&["--between", ".", "."]), value!(6));
    assert_eq!(found(&["--between", "new", "new"]), value!(1));
    // The rule has no effect on a query, but is accepted.
    let query = json(dir.path(), &[&["query", "new/x.txt", "--in", "."][..], &config].concat());
    assert_eq!(
        (&query["pairs_found"], &query["parameters"]["between"]),
        (&value!(3), &Value::Null)
    );
    assert_eq!(query["pairs_left_out"], Value::Null);
}

#[test]
fn sides_that_are_no_globs_are_refused() {
    let dir = folders();
    for (sides, said) in
        [(["[z-a]", "b"], "invalid range"), ([" ", "b"], "a blank glob matches nothing")]
    {
        let refused = run(dir.path(), &[&["scan", ".", "--between"][..], &sides].concat());
        assert_eq!(refused.code, Some(2));
        assert!(refused.err.contains(said), "{}", refused.err);
    }
}
