//! Ignored boilerplate in the commands: its counts and names in the results, and refused options. The oracle tests
//! the ignored shingles.

use serde_json::{Value, json as value};

use crate::support::{all_refused, at, command, folder, json, names, printed, put, ran, refused};

const HEADER: &str = "copyright by the keepers of the old lamp all rights to shine reserved";
const OWN: [&str; 4] = [
    "seven gulls flew over the harbour while the baker slept",
    "seven gulls flew over the harbour while the keeper woke",
    "on the market a woman sold pears and told stories",
    "rain fell on the pier until nobody remembered the sun",
];

/// Four texts with the same header, two of them alike.
fn headed() -> tempfile::TempDir {
    let dir = folder(&[]);
    for (at, own) in OWN.iter().enumerate() {
        put(dir.path(), format!("{at:02}.txt"), format!("{HEADER}\n{own}"));
    }
    dir
}

fn bare() -> tempfile::TempDir {
    folder(&[("00.txt", OWN[0]), ("01.txt", OWN[1]), ("02.txt", OWN[2]), ("03.txt", OWN[3])])
}

const PLAIN: &str = "--stop-words off --stem off -t 0";

#[test]
fn a_header_that_everybody_has_or_that_is_a_template_is_ignored() {
    let page = format!("<title></title><p>{HEADER}</p>");
    let (all, bare, other) = (headed(), bare(), folder(&[("header.html", &page)]));
    let header = at(&other, "header.html");
    let scan =
        |dir: &tempfile::TempDir, more: &str| json(dir.path(), &format!("scan . {PLAIN} {more}"));
    assert_eq!(names(&scan(&all, "")["pairs"]).len(), 6);
    let expected = names(&scan(&bare, "")["pairs"]);
    assert_eq!(expected.len(), 1);
    let template = &format!("--template {header}");
    let both = &format!("--common 60% {template}");
    for (more, common, of_template) in [("--common 60%", 11, 0), (template, 0, 11), (both, 0, 11)] {
        let found = scan(&all, more);
        assert_eq!(names(&found["pairs"]), expected, "{more}");
        let ignored = value!({ "common": common, "template": of_template, "phrases": 0 });
        assert_eq!(found["left_out"], ignored, "{more}");
    }
    let parameters = &scan(&all, both)["parameters"];
    assert_eq!((&parameters["common"], &parameters["template"]), (&value!(0.6), &value!([header])));
    let query = json(all.path(), &format!("query 00.txt --in . {PLAIN} --common 60%"));
    assert_eq!((names(&query["pairs"]), &query["left_out"]["common"]), (expected, &value!(11)));
    let table = printed(all.path(), &format!("scan . {PLAIN} --common 60%"));
    let counted = "11 shingles ignored (11 in more than 60% of the documents)";
    assert!(table.contains(counted), "{table}");
    let clusters = json(all.path(), &format!("clusters . {PLAIN} --common 60%"));
    assert_eq!(clusters["left_out"], query["left_out"]);
}

#[test]
fn a_list_of_phrases_is_ignored_and_named_in_the_result() {
    let dir = headed();
    let lines = "{\"phrase\":\"the old lamp all rights to shine\"}\n{\"phrase\":\"no such words here at all\"}\n{\"at\":\"2026\",\"phrase\":\"copyright by the keepers\"}\n{\"at\":\"2027\",\"phrase\":\"copyright by the keepers\",\"counts\":true}";
    let elsewhere = folder(&[("list.jsonl", lines)]);
    let phrases = format!("{PLAIN} --phrases {}", at(&elsewhere, "list.jsonl"));
    let whole = json(dir.path(), &format!("scan . {phrases}"));
    let names = value!(["no such words here at all", "the old lamp all rights to shine"]);
    assert_eq!(whole["parameters"]["phrases"], names);
    assert_eq!(whole["left_out"], value!({ "common": 0, "template": 0, "phrases": 5 }));
    // All texts retain six of the header's eleven shingles.
    let shared = |whole: &Value| whole["pairs"][0]["shared"].as_u64().unwrap();
    assert_eq!(shared(&json(dir.path(), &format!("scan . {PLAIN}"))) - shared(&whole), 5);
    let taught = printed(dir.path(), &format!("teach 00.txt 02.txt {phrases} --format text"));
    assert!(taught.contains("ignored: in the phrase the old lamp all rights…"), "{taught}");
    // At a width larger than every phrase, no phrase is ignored.
    assert_eq!(json(dir.path(), &format!("scan . {phrases} -w 8"))["left_out"]["phrases"], 0);
}

#[test]
fn the_list_of_a_folder_is_its_own_and_used_on_request() {
    let (dir, lists) = (headed(), folder(&[]));
    let here = |args: &str| ran(command(dir.path(), args).env("SHINGLE_PHRASES", lists.path()));
    let own = lists.path().join(shingle::decisions::phrase::phrases_file_name(dir.path()));
    let scan = |more: &str| {
        let run = here(&format!("scan . --format json {PLAIN} {more}"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        serde_json::from_str::<Value>(&run.out).unwrap()["left_out"]["phrases"].clone()
    };
    assert_eq!(scan("--phrases own"), 0);
    std::fs::write(&own, format!("{{\"phrase\":\"{HEADER}\"}}\n")).unwrap();
    assert_eq!(["", "--phrases own", "--phrases off"].map(scan), [0, 11, 0]);
    let compared = here("compare 00.txt 01.txt --phrases own");
    assert_eq!(compared.code, Some(2));
    assert!(compared.err.contains("--phrases own: "), "{}", compared.err);
    // The error names the line of a damaged list.
    std::fs::write(&own, "{\"phrase\":\"one\"}\nall rights\n").unwrap();
    let damaged = here("scan . --phrases own");
    assert_eq!(damaged.code, Some(2));
    assert!(damaged.err.contains(":2: no phrase; expected lines such as"), "{}", damaged.err);
}

#[test]
fn what_cannot_be_ignored_is_refused_by_the_name_of_its_option() {
    let cases = [
        ("--sketch minhash --common 5%", "--common needs"),
        ("--sketch minhash --template 00.txt", "--template needs"),
        ("--sketch minhash --phrases z", "--phrases z: "),
        ("--phrases 00.txt", "--phrases 00.txt:1: "),
        ("--phrases .", "--phrases ."),
        ("--common 101%", "--common"),
        ("--common -1", "--common"),
    ];
    all_refused(headed().path(), "scan .", &cases);
    let large = folder(&[("large.txt", &"word ".repeat(300_000))]);
    let error = refused(large.path(), "scan . --template large.txt");
    assert!(error.contains("large.txt") && error.contains("1024 KiB"), "{error}");
}

#[test]
fn a_query_out_of_the_folder_makes_no_shingle_common() {
    let (inside, beside) = (headed(), headed());
    let own = std::fs::read_to_string(beside.path().join("00.txt")).unwrap();
    std::fs::remove_file(beside.path().join("00.txt")).unwrap();
    // With two texts, no shingle is common. With a third text, some shingles are.
    for dir in [&inside, &beside] {
        std::fs::remove_file(dir.path().join("03.txt")).unwrap();
    }
    let elsewhere = folder(&[("00.txt", &own)]);
    let ask = |dir: &tempfile::TempDir, file: &str| {
        let whole = json(dir.path(), &format!("query {file} --in . {PLAIN} --common 0"));
        let pairs = whole["pairs"].as_array().unwrap().iter();
        let found: Vec<_> = pairs.map(|pair| (pair["b"].clone(), pair["score"].clone())).collect();
        (found, whole["left_out"].clone())
    };
    let (found, ignored) = ask(&inside, "00.txt");
    assert_eq!((found.len(), &ignored["common"]), (2, &value!(0)));
    assert_eq!(ask(&beside, &at(&elsewhere, "00.txt")), (found, ignored));
}
