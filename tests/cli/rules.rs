//! Rules that hide pairs: every format lists the same pairs and counts the hidden ones; other results stay equal. The
//! oracle tests the hidden pairs.

use std::{path::Path, time::Duration, time::SystemTime};

use serde_json::{Value, json as value};

use crate::support::{all_refused, at, folder, has, json, objects, printed, refused, run};

const TEXT: &str = "seven gulls flew over the harbour while the baker slept in his shop";
const NEAR: &str = "seven gulls flew over the harbour while the baker slept on a bench";

/// Writes two new texts and three texts of an archive, all alike.
fn folders() -> tempfile::TempDir {
    folder(&[
        ("archive/a.txt", TEXT),
        ("archive/b.txt", NEAR),
        ("archive/c.txt", "rain fell on the pier until nobody remembered the sun"),
        ("new/x.txt", NEAR),
        ("new/y.txt", &TEXT.replace("baker", "keeper")),
    ])
}

fn names(whole: &Value) -> Vec<String> {
    let mut names = crate::support::names(&whole["pairs"]);
    names.sort();
    names
}

/// Returns the listed pairs of a folder with 6 pairs, and checks the number of hidden pairs.
fn listed(dir: &Path, args: &str) -> Vec<String> {
    let whole = json(dir, &format!("scan . {args}"));
    let counts = ["pairs_left_out", "pairs_found"].map(|name| whole[name].as_u64().unwrap());
    assert_eq!(counts[0] + counts[1], 6, "{args}");
    names(&whole)
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
    let rule = "--between new archive";
    let all = json(dir, "scan .");
    let ruled = json(dir, &format!("scan {rule} ."));
    assert_eq!(names(&ruled), BETWEEN);
    assert_eq!((&all["pairs_found"], &all["pairs_left_out"]), (&value!(6), &value!(0)));
    assert_eq!((&ruled["pairs_found"], &ruled["pairs_left_out"]), (&value!(4), &value!(2)));
    assert_eq!(ruled["parameters"]["between"], value!(["new", "archive"]));
    assert_eq!(all["parameters"]["between"], Value::Null);
    let dots = json(dir, "scan --between . . .");
    assert_eq!((&dots["parameters"]["between"], &dots["pairs_found"]), (&Value::Null, &value!(6)));
    // The rule affects neither documents nor other pairs.
    assert_eq!(ruled["documents"], all["documents"]);
    let pairs = |whole: &Value| whole["pairs"].as_array().unwrap().clone();
    assert!(pairs(&ruled).iter().all(|pair| pairs(&all).contains(pair)));

    let lines = objects(&printed(dir, &format!("scan . --format ndjson {rule}")));
    assert_eq!(names(&value!({ "pairs": lines })), BETWEEN);
    let csv = printed(dir, &format!("scan . --format csv {rule}"));
    assert_eq!(csv.lines().count(), 1 + BETWEEN.len());
    has(&printed(dir, &format!("scan . {rule}")), "5 documents, 4 pairs, 2 pairs hidden by rules");
    let report = printed(dir, &format!("report . -o - {rule}"));
    assert!(!report.contains("hidden by rules"), "{report}");
    assert!(report.contains("<bdi>new, archive</bdi>"), "{report}");
    let clusters = json(dir, &format!("clusters . {rule}"));
    let counts = ["pairs_left_out", "documents_in_clusters"].map(|name| &clusters[name]);
    assert_eq!(counts, [&value!(2), &value!(4)]);
    let file = tempfile::NamedTempFile::new().unwrap();
    let sketches = file.path().to_str().unwrap();
    printed(dir, &format!("sketch . --force -o {sketches}"));
    assert_eq!(names(&json(dir, &format!("scan {rule} --sketches {sketches}"))), BETWEEN);
}

#[test]
fn rules_hide_pairs_by_folder_and_author() {
    let dir = folders();
    for (args, count) in
        [("--between ./new .", 5), ("--between *a.txt new", 2), ("--skip-same archive/{}.txt", 6)]
    {
        assert_eq!(listed(dir.path(), args).len(), count, "{args}");
    }
    assert_eq!(listed(dir.path(), "--skip-same directory"), BETWEEN);
    assert_eq!(listed(dir.path(), "--skip-same {}/"), BETWEEN);
    assert_eq!(listed(dir.path(), "--skip-same {}/ --between *a.txt ."), &BETWEEN[..2]);
    for pattern in ["students", "{}/{}", ""] {
        let error = refused(dir.path(), &["scan", ".", "--skip-same", pattern]);
        assert!(error.contains("a path with one {} in it"), "{error}");
    }
}

/// Sets the modification day of a file, as a number of days since 1970-01-01.
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
    let with_c = ["a.txt c.txt", "b.txt c.txt", "c.txt d.md"];
    // 2024-10-04 is day 20,000: only c.txt is as new. 2019-04-15 is day 18,001, and d.md says 2020.
    assert_eq!(listed(dir, "--skip-older 2024-10-04"), with_c);
    for (date, pairs) in [("2024-10-05", 0), ("2019-04-15", 6), ("2020-02-03", 5), ("off", 6)] {
        assert_eq!(listed(dir, &format!("--skip-older {date}")).len(), pairs, "{date}");
    }
    assert_eq!(json(dir, "scan . --skip-older 2020-02")["parameters"]["skip-older"], "2020-02-01");

    // The output names the date used for each document if a rule depends on dates.
    let whole = json(dir, "scan . --skip-older 2024-10-04");
    let used = whole["documents"].as_array().unwrap().iter().map(|document| {
        ["document", "judged_by", "judged_by_stated"].map(|field| document[field].clone())
    });
    let expected = value!([
        ["a.txt", "2019-04-14", false],
        ["b.txt", "2019-04-15", false],
        ["c.txt", "2024-10-04", false],
        ["d.md", "2020-02-03", true],
    ]);
    assert_eq!(value!(used.collect::<Vec<_>>()), expected);
    let lines = printed(dir, "scan . --skip-older 2024-10-04 --format ndjson --documents");
    assert!(lines.contains("\"judged_by\":\"2024-10-04\",\"judged_by_stated\":false"));
    assert!(json(dir, "scan .")["documents"][0].get("judged_by").is_none());

    let other = folder(&[("config.toml", "skip-older = 2024-10-04\n")]);
    let (config, sketches) = (at(&other, "config.toml"), at(&other, "sketches"));
    printed(dir, &format!("sketch . -o {sketches}"));
    let sketches = format!("scan --skip-older 2024-10-04 --sketches {sketches}");
    for args in [sketches, format!("scan . --config {config}")] {
        assert_eq!(names(&json(dir, &args)), with_c, "{args}");
    }
    let reason = "a date such as 2026-11-16";
    let cases = ["yesterday", "2024-02-30", "4.10.2024"].map(|date| (date, reason));
    all_refused(dir, "scan . --skip-older", &cases);
}

#[test]
fn a_rule_without_a_match_is_reported_with_the_nearest_name() {
    let dir = folders();
    let error = refused(dir.path(), "scan . --between New archive");
    assert!(error.contains("there is no document in New; the nearest name is new"), "{error}");
    let other = folder(&[("phrases.txt", "{\"phrase\":\"a phrase of nobody here\"}\n")]);
    let phrases = at(&other, "phrases.txt");
    for (args, option, nearest) in [
        ("--between New archive --allow-empty", "--between", "new"),
        ("--skip-same n{}/x", "--skip-same", "n{}/x*"),
        ("--skip-same {}.txt/", "--skip-same", "{}.txt*"),
        ("--skip-older 1999", "--skip-older", "the oldest"),
        ("--include *.txt --include archiv/", "--include", "archive"),
        ("--exclude z.txt", "--exclude", ""),
        (&format!("--phrases {phrases}"), "--phrases", "a phrase of nobody"),
        (&format!("--template {phrases}"), "--template", "phrases.txt"),
    ] {
        let run = run(dir.path(), &format!("scan . {args}"));
        let lines: Vec<&str> =
            run.err.lines().filter(|line| line.contains(": unmatched: ")).collect();
        assert_eq!((run.code, lines.len()), (Some(0), 1), "{args} {}", run.err);
        assert!(lines[0].contains(option) && lines[0].contains(nearest), "{}", lines[0]);
    }
    for args in [
        "--between new archive",
        "--skip-same {}/ --exclude archive/c.txt --include /new --include *.txt",
    ] {
        let error = run(dir.path(), &format!("scan . {args}")).err;
        assert!(!error.contains("unmatched"), "{error}");
    }
}

#[test]
fn a_config_file_may_have_the_rule_and_the_command_line_wins() {
    let dir = folders();
    let other = folder(&[("config.toml", "between = [\"new\", \"archive\"]\n")]);
    let config = format!("--config {}", at(&other, "config.toml"));
    for (more, found) in [("", 4), ("--between . .", 6), ("--between new new", 1)] {
        let whole = json(dir.path(), &format!("scan . {config} {more}"));
        assert_eq!(whole["pairs_found"], found, "{more}");
    }
    // The program accepts the rule for a query, without effect.
    let query = json(dir.path(), &format!("query new/x.txt --in . {config}"));
    assert_eq!((&query["pairs_found"], &query["pairs_left_out"]), (&value!(3), &Value::Null));
    assert_eq!(query["parameters"]["between"], Value::Null);
}
