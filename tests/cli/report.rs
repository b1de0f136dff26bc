//! `report`: written files, chosen pairs, and safety of content for readers. The tests parse the page like a browser.

use std::{path::Path, process::Command, time::Duration, time::SystemTime};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use documents::hash_content;
use serde_json::{Value, json};
use shingle::base::visible::is_hidden;

use crate::support::{
    Run, command, folder, has, json as listed, library, numbered, objects, printed, put,
};
use crate::{page::Element, page::Page, page::texts, support::ran, support::refused, support::run};

/// Time of the report in seconds since 1970, fixed so that reports are reproducible.
const MADE: &str = "1763800000";

fn reported(dir: &Path, args: &str) -> Run {
    ran(command(dir, &format!("report {args}")).env("SOURCE_DATE_EPOCH", MADE))
}

fn page_of_in(dir: &Path, more: &str) -> String {
    let run = reported(dir, &format!("in -o - {more}"));
    assert!(matches!(run.code, Some(0 | 1)), "{}", run.err);
    run.out
}

fn page(dir: &Path, args: &str) -> String {
    let run = reported(dir, &format!(". -o - {args}"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.out
}

fn decision(texts: [&str; 2], verdict: &str, note: &str) -> String {
    let contents = texts.map(|text| format!("{:032x}", hash_content(text.as_bytes())));
    let line = json!({
        "at": "2026-11-20T10:00:00.000Z", "verdict": verdict, "note": note, "of": "pair", "contents": contents,
        "names": ["a.txt", "b.txt"], "score": "90.0% containment",
    });
    format!("{line}\n")
}

const ONE: &str =
    "Before six in the morning the harbour belongs to the gulls and the baker's boy.\n";
const TWO: &str =
    "Before six in the morning the harbour belongs to the crows and the baker's boy.\n";
const OTHER: &str =
    "Her grandmother counted sixty boats and kept a tally of them on the kitchen wall.\n";
const COPIED: &str =
    "Her grandmother counted sixty boats, and kept a tally of them on her kitchen wall.\n";

/// Creates two pairs in a folder `in`, so that marks can be stored beside that folder.
fn two_pairs() -> tempfile::TempDir {
    folder(&[("in/a.txt", ONE), ("in/b.txt", TWO), ("in/c.txt", OTHER), ("in/d.txt", COPIED)])
}

fn sha_256(text: &str) -> String {
    let dir = folder(&[("text", text)]);
    let sum = Command::new("sha256sum").arg(dir.path().join("text")).output().unwrap();
    let hex = String::from_utf8(sum.stdout).unwrap();
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    STANDARD.encode((0..64).step_by(2).map(byte).collect::<Vec<u8>>())
}

#[test]
fn a_page_asks_nobody_for_anything_and_runs_nothing() {
    let page = page(&library(), "");
    let html = Page::new(&page);
    for nothing in "script[src] link img iframe object embed form [style] [src] base".split(' ') {
        assert_eq!(html.select(nothing).len(), 0, "{nothing}");
    }
    for link in html.select("[href]") {
        let href = link.attribute("href").unwrap();
        assert!(href.starts_with('#'), "{href}");
        assert_eq!(html.select(href).len(), 1, "{href}");
    }
    for element in &html.0 {
        assert!(!element.attributes.keys().any(|name| name.starts_with("on")), "{element:?}");
    }
    assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("url("));
    let policy = html.select("meta[http-equiv=Content-Security-Policy]");
    let policy = policy[0].attribute("content").unwrap();
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
    for name in ["style", "script"] {
        let (_, text) = page.split_once(&format!("<{name}>")).unwrap();
        let (text, _) = text.split_once("</").unwrap();
        let hash = sha_256(text);
        assert!(policy.contains(&format!("{name}-src 'sha256-{hash}'")), "{name}: {hash}");
    }
    let head = page.find("<style>").unwrap();
    assert!(page.find("Content-Security-Policy").unwrap() < head, "the policy comes first");
}

#[test]
fn whoever_hears_a_page_or_uses_keys_finds_their_way() {
    let html = Page::new(&page(&library(), ""));
    assert_eq!(html.select("html[lang=en]").len(), 1);
    assert_eq!(html.select("h1").len(), 1);
    let mut level = 0;
    for heading in &html.0 {
        let Some(Ok(next)) = heading.name.strip_prefix('h').map(str::parse::<u32>) else {
            continue;
        };
        assert!(next <= level + 1, "{heading:?} after h{level}");
        level = next;
    }
    assert!(html.select("th").iter().all(|head| head.attribute("scope").is_some()));
    assert!(html.select("table").iter().all(|one| html.within(one, "thead").len() == 1));
    let drawings = html.select("svg");
    assert!(drawings.len() > 1);
    let is_told = |one: &&Element| {
        one.attribute("aria-label").is_some() || one.attribute("aria-hidden").is_some()
    };
    assert!(drawings.iter().all(is_told));
}

fn line(lead: &str) -> String {
    numbered(lead, 0..40)
}

#[test]
fn nothing_in_a_file_or_its_name_acts() {
    let words = "The keeper of the light house <script>alert(1)</script> wrote \u{202e}every evening\u{2066} into a \
                 \"><img src=x onerror=alert(2)> book ]]> --> </style></p></td> that\u{0}nobody ever read & kept it <!-- shut.";
    let dir = folder(&[]);
    for name in ["in/\"><img onerror=x>.txt", "in/\u{202e}txt.<script>.txt"] {
        put(dir.path(), name, words);
    }
    put(dir.path(), "in/<b>&amp;.md", words.replace("evening", "morning"));
    put(dir.path(), "in/<svg onload=x>.bin", b"\0\x01\x02");
    let marks = decision([words, words], "reused", "</table><script>x</script>\u{202e}");
    put(dir.path(), "marks.jsonl", marks);
    let out = page_of_in(dir.path(), "--encoding utf-8 --decisions marks.jsonl");
    let html = Page::new(&out);
    for nothing in ["img", "b", "[onerror]", "[onload]", "body style"] {
        assert_eq!(html.select(nothing).len(), 0, "{nothing}");
    }
    assert_eq!((html.select("style").len(), html.select("script").len()), (1, 1));
    assert_eq!(out.chars().find(|one| *one != '\n' && is_hidden(*one)), None);
    let names = texts(&out, ".cases bdi").join(" ");
    assert!(names.contains("\"><img onerror=x>.txt"), "{names}");
    assert!(names.contains("⟨U+202E⟩txt.<script>.txt"), "{names}");
    let quoted = texts(&out, ".side div").join(" ");
    for kept in
        ["<script>alert(1)</script>", "]]> --> </style></p></td>", "⟨U+202E⟩every", "<!-- shut"]
    {
        assert!(quoted.contains(kept), "{kept}: {quoted}");
    }
}

#[test]
fn a_report_is_a_new_html_file_outside_the_folder() {
    let dir = two_pairs();
    has(&refused(dir.path(), "report in -o in/report.html"), "inside the scanned folder");
    let first = reported(dir.path(), "in -o report.html");
    assert_eq!((first.code, &*first.err), (Some(0), ""));
    assert!(first.out.starts_with("report.html: 2 rows, "), "{}", first.out);
    assert!(refused(dir.path(), "report in -o report.html").contains("file exists"));
    assert_eq!(reported(dir.path(), "in -o report.html --force").code, Some(0));
    assert!(refused(dir.path(), "report in -o - --force").contains("--force"));
    for name in ["a.html", "a.HTM", "without"] {
        assert_eq!(reported(dir.path(), &format!("in -o {name}")).code, Some(0));
        let text = std::fs::read_to_string(dir.path().join(name)).unwrap();
        assert!(text.starts_with("<!DOCTYPE html>"), "{name}: {text}");
    }
    // A program could not read the page under another extension.
    for name in ["a.md", "a.sarif", "a.pdf", "a.csv"] {
        let error = refused(dir.path(), &format!("report in -o {name}"));
        assert!(error.contains(".html") && error.lines().count() == 1, "{error}");
        assert!(!dir.path().join(name).exists());
    }
}

#[test]
fn a_document_in_many_pairs_is_read_once() {
    // An empty file is not compared.
    let (dir, beside) = (folder(&[("empty.txt", "")]), folder(&[]));
    for name in ["a", "b", "c", "d", "e"] {
        put(dir.path(), format!("{name}.own"), format!("{ONE} {name}one {name}two"));
    }
    // Adds a line for each reading of a file.
    let log = beside.path().join("log");
    let tell = format!("*.own=sh -c 'echo read >> {}; cat'", log.display());
    let args = ["report", ".", "-o", "-", "--no-cache", "--converter", &tell, "-t", "10%"];
    let run = run(dir.path(), &args);
    assert_eq!((run.code, run.err.lines().count()), (Some(0), 1), "{}", run.err);
    has(&run.err, "empty.txt: failed: no words found");
    has(&run.out, "5 documents were compared");
    // Reads once for the ranking, and once for all pairs.
    assert_eq!(std::fs::read_to_string(&log).unwrap().lines().count(), 10);
}

#[test]
fn scan_prints_marks_in_every_format_on_request() {
    let dir = two_pairs();
    // The direction of copying is in the same line.
    let marks = taken([ONE, TWO], TWO).replace("\"note\":\"\"", "\"note\":\"ask on Friday\"");
    put(dir.path(), "marks.jsonl", marks);
    has(&page_of_in(dir.path(), "--decisions marks.jsonl"), "a.txt took from b.txt");
    let about = page_of_in(dir.path(), "--decisions marks.jsonl --about in/b.txt");
    let first = texts(&about, ".cases td[data-label=mark]").remove(0);
    assert!(first.contains("a.txt took from b.txt"), "the table of the source: {first}");
    let scan = |more: &str| printed(dir.path(), &format!("scan in --decisions marks.jsonl {more}"));
    let table = scan("");
    let row = |name: &str| table.lines().find(|line| line.contains(name)).unwrap();
    assert!(table.lines().next().unwrap().contains("verdict    documents"), "{table}");
    assert!(row("a.txt").contains("  reused     a.txt  b.txt"), "{table}");
    assert!(row("c.txt").contains("  undecided  c.txt  d.txt"), "{table}");
    assert!(table.contains(&format!("{:44}ask on Friday", "")), "{table}");

    let mark = |pair: &Value| ["a", "verdict", "source", "note"].map(|name| pair[name].clone());
    let wanted = [
        ["a.txt".into(), "reused".into(), "b".into(), "ask on Friday".into()],
        ["c.txt".into(), "undecided".into(), Value::Null, "".into()],
    ];
    let whole: Value = serde_json::from_str(&scan("--format json")).unwrap();
    let mut pairs: Vec<_> = whole["pairs"].as_array().unwrap().iter().map(mark).collect();
    pairs.sort_by_key(|one| one[0].to_string());
    assert_eq!(pairs, wanted);
    assert_eq!(objects(&scan("--format ndjson")).iter().map(mark).collect::<Vec<_>>(), wanted);
    let csv = scan("--format csv");
    let mut rows = csv.lines();
    assert!(rows.next().unwrap().ends_with(",exact_copy,verdict,source,note,a_b64,b_b64"), "{csv}");
    assert!(rows.next().unwrap().ends_with(",false,reused,b,ask on Friday,,"), "{csv}");

    for (choice, found) in [("undecided", 1), ("reused", 1), ("decided", 1), ("mine", 0)] {
        let scan = |more: &str| scan(&format!("--decided {choice} {more}"));
        let whole: Value = serde_json::from_str(&scan("--format json")).unwrap();
        let count = whole["pairs"].as_array().unwrap().len();
        assert_eq!((count, &whole["pairs_found"]), (found, &found.into()), "{choice}");
        for (more, header) in
            [("--format ndjson", 0), ("--format csv", 1), ("--top 1 --format ndjson", 0)]
        {
            assert_eq!(scan(more).lines().count(), found + header, "{choice} {more}");
        }
        assert!(scan("").contains("after filtering by mark"), "{choice}");
        let check = format!("scan in --decisions marks.jsonl --decided {choice} --check");
        assert_eq!(run(dir.path(), &check).code, Some(i32::from(found > 0)), "{choice}");
    }
    assert_eq!(listed(dir.path(), "scan in")["pairs"][0].get("verdict"), None);
    has(&refused(dir.path(), "scan in --decisions in/marks.jsonl"), "inside the scanned folder");
}

#[test]
fn words_that_are_left_out_are_struck_out_whatever_leaves_them_out() {
    const TERMS: &str = "Every leaf of this garden may be copied by its many quiet readers.";
    let phrase = format!("{}\n", json!({ "phrase": TERMS }));
    let dir = folder(&[
        ("in/a.txt", &format!("{TERMS} {ONE}")),
        ("in/b.txt", &format!("{TERMS} {TWO}")),
        ("terms.txt", TERMS),
        ("own.jsonl", &phrase),
    ]);
    let struck = |more: &str| texts(&page_of_in(dir.path(), more), "s").join(" ");
    assert_eq!(struck(""), "");
    for more in ["--template terms.txt", "--phrases own.jsonl"] {
        let words = struck(more);
        // The quote has four words before the passage.
        assert!(words.contains("copied by its many"), "{more}: {words}");
        assert!(!words.contains("gulls"), "{more}: {words}");
    }
}

#[test]
fn a_pair_whose_mark_was_taken_back_is_undecided_with_the_mark_of_its_earlier_version() {
    let dir = two_pairs();
    let verdicts = |marks: &str| {
        let html = marked(dir.path(), marks, "");
        texts(&html, ".cases tbody td[data-label=mark]").join("; ")
    };
    let before = decision([ONE, "an earlier text"], "reused", "");
    let first = verdicts(&before);
    assert!(first.contains("earlier version"), "{first}");
    assert_eq!(verdicts(&(before + &decision([ONE, TWO], "undecided", ""))), first);
}

fn taken(texts: [&str; 2], source: &str) -> String {
    let source = format!("\"source\":\"{:032x}\",\"verdict\"", hash_content(source.as_bytes()));
    decision(texts, "reused", "").replace("\"verdict\"", &source)
}

/// Returns A, B and the share of A in B of each case in a report; about a document, B twice.
fn cases(html: &str) -> Vec<[String; 3]> {
    let page = Page::new(html);
    let row = |row: &Element| {
        let lines = |selector: &str| {
            let all = page.within(row, selector);
            all.iter().map(|element| element.line()).collect::<Vec<String>>()
        };
        let mut names = lines("bdi.name").into_iter();
        let a = names.next().unwrap();
        let b = names.next().unwrap_or_else(|| a.clone());
        [a, b, lines("span.share").remove(0)]
    };
    let sections = ["cases", "sources"].map(|name| format!("section[aria-labelledby={name}]"));
    let rows = sections.iter().flat_map(|section| page.select(&format!("{section} tbody tr")));
    rows.map(row).collect()
}

fn marked(dir: &Path, marks: &str, more: &str) -> String {
    put(dir, "marks.jsonl", marks);
    page_of_in(dir, &format!("--decisions marks.jsonl {more}"))
}

fn lead(html: &str) -> String {
    texts(html, ".lead").remove(0)
}

#[test]
fn the_worst_case_comes_first_and_a_mark_names_the_source() {
    let dir = two_pairs();
    let copy = "Nobody in the village remembers who planted the walnut tree beside the well.";
    put(dir.path(), "in/x.txt", copy);
    put(dir.path(), "in/y.txt", copy);
    let html = page_of_in(dir.path(), "");
    let shares: Vec<u32> =
        cases(&html).iter().map(|one| one[2].trim_end_matches('%').parse().unwrap()).collect();
    assert!(shares.len() == 3 && shares[0] == 100 && shares[2] < 100, "{shares:?}");
    has(&lead(&html), " 6 documents share");
    // A mark overrides the direction of the shares.
    for (source, document) in [(ONE, "b.txt"), (TWO, "a.txt")] {
        let html = marked(dir.path(), &taken([ONE, TWO], source), "--decided reused");
        assert_eq!(cases(&html)[0][..2], ["a.txt", "b.txt"]);
        let marks = texts(&html, ".cases td[data-label=mark]");
        assert!(marks[0].starts_with(&format!("{document} took from")), "{marks:?}");
        assert!(!lead(&html).contains('6') && !html.contains("c.txt"), "{html}");
    }
}

#[test]
fn a_quotation_is_no_case_and_neither_is_what_is_unrelated() {
    let dir = two_pairs();
    for verdict in ["quotation", "unrelated", "common", "siblings", "mine"] {
        let marks = decision([ONE, TWO], verdict, "see page 3");
        let chosen = format!("--decided {verdict}");
        for (more, count, is_open) in
            [("", 1, false), (&chosen, 0, true), ("--about in/a.txt", 0, true), ("--full", 1, true)]
        {
            let html = marked(dir.path(), &marks, more);
            assert_eq!(cases(&html).len(), count, "{verdict} {more}");
            assert_eq!(texts(&html, "article").len(), count + 1, "{verdict} {more}");
            let aside = texts(&html, "details.aside tbody tr");
            assert!(aside.len() == 1 && aside[0].contains("see page 3"), "{aside:?}");
            let folded = Page::new(&html).select("details.aside")[0].attribute("open").is_none();
            assert_eq!(folded, !is_open, "{verdict} {more}");
            let lead = lead(&html);
            assert!(
                more.starts_with("--about") || lead.contains(&format!("1 pair marked {verdict}")),
                "{lead}"
            );
        }
    }
}

#[test]
fn only_a_mark_draws_who_took_from_whom() {
    let dir = two_pairs();
    let drawn = |marks: &str| texts(&marked(dir.path(), marks, ""), ".tree li").len();
    assert_eq!(drawn(""), 0);
    let marks = taken([ONE, TWO], TWO);
    assert_eq!(drawn(&marks), 0, "a single pair needs no drawing");
    assert_eq!(drawn(&(marks + &taken([OTHER, COPIED], OTHER))), 4);
    let file = std::fs::File::options().write(true).open(dir.path().join("in/a.txt")).unwrap();
    file.set_modified(SystemTime::now() - Duration::from_hours(24 * 200)).unwrap();
    assert_eq!(drawn(""), 0);
    assert_eq!(cases(&marked(dir.path(), "", ""))[1][..2], ["a.txt", "b.txt"]);
}

#[test]
fn the_source_of_copies_is_the_marked_one_and_each_mark_keeps_its_row() {
    let dir = folder(&[]);
    let copies = [ONE.to_string(), format!("{ONE}\n"), format!("{ONE}\n\n")];
    for (name, text) in ["a", "b", "c"].iter().zip(&copies) {
        put(dir.path(), format!("in/{name}.txt"), text);
    }
    let [a, b, c] = copies.each_ref().map(|text| &**text);
    let rows = |marks: &str, more: &str| -> Vec<String> {
        let cases = cases(&marked(dir.path(), marks, more)).into_iter();
        let mut rows: Vec<String> = cases.map(|[one, other, _]| one + " " + &other).collect();
        rows.sort();
        rows
    };
    assert_eq!(rows(&taken([a, c], c), ""), ["a.txt c.txt", "b.txt c.txt"]);
    let marks = taken([a, c], c) + &taken([a, b], a);
    assert_eq!(rows(&marks, ""), ["a.txt b.txt", "a.txt c.txt", "b.txt c.txt"]);
    assert_eq!(rows(&marks, "--decided reused"), ["a.txt b.txt", "a.txt c.txt"]);
    assert!(rows(&marks, "--decided undecided").is_empty());
    let aside = marked(dir.path(), &(taken([a, c], c) + &decision([a, b], "mine", "")), "");
    assert_eq!(texts(&aside, "details.aside tbody tr").len(), 1);
    assert_eq!(rows("", ""), ["a.txt b.txt", "a.txt c.txt"]);
}

#[test]
fn rows_of_one_printed_share_are_in_the_order_of_their_passages() {
    let pair = |name: &str, shared: usize, own: usize| {
        let (shared, own) = (numbered(name, 0..shared), numbered(&format!("own{name}"), 0..own));
        let other = numbered(&format!("other{name}"), 0..100);
        [own, other].map(|rest| format!("{shared} {rest}"))
    };
    // 99.01 and 99.34%.
    let ([a, b], [c, d]) = (pair("p", 200, 2), pair("q", 150, 1));
    let dir = folder(&[("in/a.txt", &a), ("in/b.txt", &b), ("in/c.txt", &c), ("in/d.txt", &d)]);
    let cases = cases(&page_of_in(dir.path(), ""));
    assert_eq!(cases.iter().map(|one| &*one[0]).collect::<Vec<_>>(), ["a.txt", "c.txt"]);
    assert_eq!(cases[0][2], cases[1][2]);
    let cut = page_of_in(dir.path(), "--top 1");
    assert!(lead(&cut).contains("best 1 of 2 rows"), "{}", lead(&cut));
}

#[test]
fn a_pair_whose_wording_is_a_marked_quotation_elsewhere_says_so() {
    let quoted = line("quoted");
    let text = |name: &str| format!("{}\n\n{quoted}\n\n{}\n", line(name), line(&name.repeat(2)));
    let all = ["anna", "bert", "carl"].map(text);
    let dir = folder(&[("in/a.txt", &all[0]), ("in/b.txt", &all[1]), ("in/c.txt", &all[2])]);
    let quotation = decision([&all[0], &all[1]], "quotation", "see page 3");
    // The report on a document knows the marks of all its pairs, and of other pairs.
    for about in ["", "--about in/a.txt", "--about in/c.txt"] {
        let html = marked(dir.path(), &quotation, &format!("-t 10% {about}"));
        let marks = texts(&html, ".cases td[data-label=mark]");
        let is_named = |mark: &String| mark.contains("quotation") && mark.contains("see page 3");
        assert!(!marks.is_empty() && marks.iter().all(is_named), "{about} {marks:?}");
        let lead = lead(&html);
        for said in [" 3 only a marked quotation.", " 1 pair marked quotation is not counted"] {
            assert_eq!(lead.contains(said), about.is_empty(), "{lead}");
        }
    }
    let html = marked(dir.path(), &quotation, "-t 10% --decided undecided --top 1");
    assert!(texts(&html, ".cases td[data-label=mark]")[0].contains("quotation"), "{html}");
    assert!(!html.contains("b.txt") && !html.contains("see page 3"), "{html}");
    let html = marked(dir.path(), "", "-t 10%");
    assert!(texts(&html, ".cases td[data-label=mark]").iter().all(|mark| mark == "undecided"));
}

#[test]
fn pairs_that_rules_hide_are_counted_first_and_listed_last() {
    let dir = folder(&[("in/x-1.txt", ONE), ("in/x-2.txt", TWO), ("in/y-1.txt", OTHER)]);
    let hidden = |more: &str| {
        let html = page_of_in(dir.path(), &format!("--skip-same {{}}-* {more}"));
        (html.contains("1 pair hidden by rules (skip-same"), texts(&html, "#hidden li"))
    };
    let (is_counted, listed) = hidden("");
    assert!(is_counted && listed.len() == 1, "{listed:?}");
    assert!(listed[0].contains("x-1.txt") && listed[0].contains("x-2.txt"), "{listed:?}");
    assert!(!hidden("--anonymous").1[0].contains("x-1.txt"));
    assert!(!page_of_in(dir.path(), "--skip-same {}-* --anonymous").contains("-*"));
    assert_eq!(hidden("--decided undecided"), (false, Vec::new()));
    put(dir.path(), "marks.jsonl", decision([ONE, TWO], "mine", "handed in twice"));
    // A marked pair is in the report itself.
    assert_eq!(hidden("--decisions marks.jsonl"), (false, Vec::new()));
    let html = page_of_in(dir.path(), "--skip-same {}-* --decisions marks.jsonl");
    let aside = texts(&html, "details.aside tbody tr");
    assert!(aside[0].contains("mine") && aside[0].contains("handed in twice"), "{aside:?}");
    // Exact copies share a row with a document of somebody else, so only their pair is hidden.
    for name in ["in/x-2.txt", "in/z-1.txt"] {
        put(dir.path(), name, ONE);
    }
    let listed = hidden("").1;
    assert!(listed.len() == 1 && listed[0].contains("x-2.txt"), "{listed:?}");
}

#[test]
fn a_pair_has_the_shares_of_the_list_in_all_reports() {
    const TERMS: &str = "Every leaf of this garden may be copied by its many quiet readers. ";
    let both = [format!("{TERMS}{ONE}"), TWO.to_string()];
    let dir = folder(&[("in/a.txt", &both[0]), ("in/b.txt", &both[1]), ("t.txt", TERMS)]);
    for (name, source, ignored) in [("a.txt", &both[1], true), ("b.txt", &both[0], false)] {
        let marks = taken([&both[0], &both[1]], source);
        let page = |more: &str| marked(dir.path(), &marks, &format!("--template t.txt {more}"));
        let html = page(&format!("--about in/{name}"));
        let (share, shares) =
            (&texts(&html, ".cases .share")[0], texts(&page(""), ".cases .share"));
        assert_eq!(share, &shares[usize::from(name == "b.txt")], "{name}");
        let pair = &listed(dir.path(), "scan in --template t.txt")["pairs"][0];
        assert_eq!(shares[0], format!("{:.0}%", 100.0 * pair["containment_a"].as_f64().unwrap()));
        let lead = &texts(&html, ".lead")[0];
        assert!(lead.starts_with(&**share), "{lead}");
        assert_eq!(lead.contains("11 words are ignored"), ignored, "{lead}");
        assert_eq!(texts(&html, ".text s").len(), usize::from(ignored), "{name}");
    }
}

#[test]
fn marks_choose_rows_and_the_exit_code() {
    let dir = two_pairs();
    let marks = decision([ONE, TWO], "reused", "ask <b>Anna</b> on Friday");
    put(dir.path(), "marks.jsonl", marks);
    let whole = |args: &str| {
        let run = reported(dir.path(), &format!("in -o - --decisions marks.jsonl {args}"));
        (run.code.unwrap(), run.out)
    };
    let (code, page) = whole("");
    assert_eq!((code, &*texts(&page, ".cases .note")[0]), (0, "ask <b>Anna</b> on Friday"));
    for (choice, left) in [("undecided", "c.txt"), ("reused", "a.txt"), ("decided", "a.txt")] {
        let (code, page) = whole(&format!("--decided {choice} --fail-on {choice}"));
        let cases = cases(&page);
        assert_eq!((code, cases.len(), &*cases[0][0]), (1, 1, left), "{choice}");
    }
    assert_eq!(whole("--decided mine --fail-on mine").0, 0);
    // `--fail-on` covers unlisted pairs too.
    assert_eq!(whole("--decided reused --fail-on undecided --top 0").0, 1);
    // A changed text is undecided again.
    put(dir.path(), "in/b.txt", TWO.replace("six", "seven"));
    let marks = texts(&whole("").1, ".cases .mark");
    assert!(marks.len() == 1 && marks[0].starts_with("undecided (reused"), "{marks:?}");
    // A mark stays in the report after its text has left the folder.
    std::fs::remove_file(dir.path().join("in/b.txt")).unwrap();
    let place = dir.path().join("in").canonicalize().unwrap();
    let of_folder = marks_in(&place, &decision([ONE, TWO], "reused", "ask Anna"));
    put(dir.path(), "marks.jsonl", of_folder);
    let lost = |more: &str| texts(&whole(more).1, "[aria-labelledby=lost] li");
    let expected = ["a.txt ↔ b.txt · reused ask Anna"];
    assert_eq!(lost(""), expected);
    assert_eq!(lost("--decided reused"), expected);
    assert!(lost("--decided mine").is_empty());
}

#[test]
fn a_mark_keeps_its_direction_when_both_texts_have_changed() {
    let dir = two_pairs();
    let place = dir.path().join("in").canonicalize().unwrap();
    let named = "\"source_name\":\"b.txt\",\"verdict\"";
    let marks = taken([ONE, TWO], TWO).replace("\"verdict\"", named);
    put(dir.path(), "in/a.txt", ONE.replace("six", "seven"));
    put(dir.path(), "in/b.txt", TWO.replace("six", "seven"));
    let html = || marked(dir.path(), &marks_in(&place, &marks), "");
    let of_mark = &texts(&html(), ".cases td[data-label=mark]")[1];
    assert_eq!(of_mark, "undecided (a.txt took from b.txt on an earlier version)");
    std::fs::remove_file(dir.path().join("in/a.txt")).unwrap();
    let lost = texts(&html(), "[aria-labelledby=lost] li");
    assert_eq!(lost, ["a.txt ↔ b.txt · a.txt took from b.txt"]);
}

#[test]
fn a_mark_names_the_pair_that_was_marked_also_for_copies_and_later_versions() {
    let dir = two_pairs();
    put(dir.path(), "marks.jsonl", taken([ONE, TWO], ONE));
    let marks = |more: &str| {
        let run = reported(dir.path(), &format!("in -o - --decisions marks.jsonl {more}"));
        texts(&run.out, "td[data-label=mark]").join("; ")
    };
    assert!(marks("").contains("b.txt took from a.txt"), "{}", marks(""));
    // Nobody has marked the copy of b.txt.
    put(dir.path(), "in/e.txt", TWO);
    has(&marks("--about in/e.txt"), "marked on b.txt ↔ a.txt: b.txt took from a.txt");
    // Neither does a new name of the other document make it the marked one.
    std::fs::rename(dir.path().join("in/a.txt"), dir.path().join("in/f.txt")).unwrap();
    has(&marks("--about in/e.txt"), "marked on b.txt ↔ f.txt: b.txt took from f.txt");
    std::fs::rename(dir.path().join("in/f.txt"), dir.path().join("in/a.txt")).unwrap();
    std::fs::remove_file(dir.path().join("in/e.txt")).unwrap();
    put(dir.path(), "in/b.txt", TWO.replace("six", "seven"));
    has(&marks(""), "undecided (b.txt took from a.txt on an earlier version)");
}

fn marks_in(folder: &Path, marks: &str) -> String {
    marks.replace("\"at\"", &format!("\"folder\":\"{}\",\"at\"", folder.display()))
}

#[test]
fn a_mark_on_equal_files_is_earlier_after_one_of_them_has_changed() {
    let dir = folder(&[("in/a.txt", ONE), ("in/b.txt", ONE), ("in/c.txt", ONE)]);
    let folder = dir.path().join("in").canonicalize().unwrap();
    put(dir.path(), "marks.jsonl", marks_in(&folder, &decision([ONE, ONE], "reused", "")));
    let verdicts = || {
        let html = page_of_in(dir.path(), "--decisions marks.jsonl");
        let scanned = listed(dir.path(), "scan in --decisions marks.jsonl");
        let verdict = |pair: &Value| pair["verdict"].as_str().unwrap().to_string();
        let pairs: Vec<String> = scanned["pairs"].as_array().unwrap().iter().map(verdict).collect();
        let marks = texts(&html, ".cases td[data-label=mark]");
        (pairs, marks.iter().any(|mark| mark.contains("reused")), html.contains("of earlier texts"))
    };
    let before = verdicts();
    assert!(before.0.contains(&"reused".to_string()) && before.1 && !before.2, "{before:?}");
    put(dir.path(), "in/b.txt", OTHER);
    assert_eq!(verdicts(), (vec!["undecided".to_string()], false, true));
}

#[test]
fn a_mark_holds_for_the_row_when_a_copy_comes_first_and_the_row_counts_copies() {
    let dir = two_pairs();
    let marks = decision([ONE, TWO], "reused", "seen");
    let marked = || -> (Vec<String>, String) {
        let html = marked(dir.path(), &marks, "--stop-words on");
        let rows = texts(&html, ".cases tbody tr").into_iter();
        let rows = rows.filter(|row| row.contains("reused") && row.contains("seen"));
        (rows.collect(), texts(&html, ".facts").join(" "))
    };
    assert_eq!(marked().0.len(), 1);
    // Equal counted words, other bytes, and a name before all other names.
    put(dir.path(), "in/0.txt", format!("{ONE} And more of it."));
    let (rows, facts) = marked();
    assert!(rows.len() == 1 && rows[0].contains("a.txt (+1 copy)"), "{rows:?}");
    assert!(facts.contains("copies of a.txt: 0.txt"), "{facts}");
}

#[test]
fn a_mark_on_a_copy_behind_the_row_names_the_source_whatever_the_folders_are_called() {
    let (source, taker) = (format!("{ONE}\n"), format!("{ONE} {OTHER}"));
    let copy = [("in/2025/x.txt", ONE), ("in/new/y.txt", &*taker)];
    let dir = folder(&[copy[0], ("in/ws2025/x.txt", &source), copy[1]]);
    let marks = taken([&source, &taker], &source);
    let html = marked(dir.path(), &marks, "");
    let marks_of = texts(&html, ".cases td[data-label=mark]");
    assert!(marks_of[1].starts_with("new/y.txt took from ws2025/x.txt"), "{marks_of:?}");
    assert!(texts(&html, ".facts").join(" ").contains("ws2025/x.txt: 2025/x.txt"), "{html}");
    // Files with the same bytes are one source.
    put(dir.path(), "in/2025/x.txt", source);
    for (more, row) in
        [("", "2025/x.txt (+1 copy)new/y.txt"), ("--about in/new/y.txt", "1 2025/x.txt (+1 copy)")]
    {
        let rows = texts(&marked(dir.path(), &marks, more), ".cases tbody tr");
        let rows: Vec<&String> =
            rows.iter().filter(|one| one.contains("reused") || one.contains("took")).collect();
        assert!(rows.len() == 1 && rows[0].starts_with(row), "{more} {rows:?}");
    }
}

#[test]
fn a_mark_names_its_documents_though_a_copy_comes_first_and_one_has_a_new_name() {
    let dir = two_pairs();
    // A single marked pair would not be drawn.
    let marks = taken([ONE, TWO], ONE) + &taken([OTHER, COPIED], OTHER);
    put(dir.path(), "in/0.txt", ONE);
    let told = |taker: &str| {
        let html = marked(dir.path(), &marks, "");
        let row = format!("a.txt (+1 copy){taker}");
        assert!(texts(&html, ".cases tbody tr").iter().any(|one| one.contains(&row)), "{html}");
        let of_mark = texts(&html, ".cases td[data-label=mark]");
        assert!(of_mark.contains(&format!("{taker} took from a.txt")), "{of_mark:?}");
        assert_eq!(texts(&html, ".tree li").len(), 4);
    };
    told("b.txt");
    let whole = listed(dir.path(), "scan in --decided reused --decisions marks.jsonl");
    let pairs = whole["pairs"].as_array().unwrap().iter();
    let sources = pairs.map(|pair| (pair["a"].as_str().unwrap(), pair["source"].as_str()));
    let mut sources: Vec<_> = sources.collect();
    sources.sort_unstable();
    let expected = [("0.txt", None), ("a.txt", Some("a")), ("c.txt", Some("a"))];
    assert_eq!(sources, expected);
    std::fs::rename(dir.path().join("in/b.txt"), dir.path().join("in/z.txt")).unwrap();
    told("z.txt");
}

#[test]
fn words_that_moved_from_another_source_do_not_lower_the_share_of_all_rows() {
    let [first, second, own] =
        ["p", "q", "own"].map(|name| numbered(name, 0..if name == "own" { 20 } else { 40 }));
    // No run of the gap is in b.txt, but each of its words is in the second copy there.
    let mut gap: Vec<&str> = second.split(' ').collect();
    gap.reverse();
    let gap = gap.join(" ");
    let dir = folder(&[
        ("in/a.txt", &format!("{first} {gap} {second}")),
        ("in/b.txt", &format!("{first} {second} {second}")),
        ("in/c.txt", &format!("{own} {gap}")),
    ]);
    let html = page_of_in(dir.path(), "");
    // 76 and 38 of the 118 runs of a.txt.
    let mut totals = texts(&html, ".cases tbody span.quiet");
    totals.retain(|text| text != "undecided");
    assert_eq!(totals, ["97% of A in all rows"; 2]);
}

#[test]
fn the_first_sentence_counts_the_marked_pairs_below_the_best_rows() {
    let dir = two_pairs();
    let lead = |marks: &str| lead(&marked(dir.path(), marks, "--top 1"));
    has(&lead(""), "The report is about the best 1 of 2 rows in the list. 2 documents share");
    let marks = decision([ONE, TWO], "reused", "") + &decision([OTHER, COPIED], "reused", "");
    let expected = "the best 1 of 2 rows in the list and 1 other marked pair. 4 documents share";
    has(&lead(&marks), expected);
}

#[test]
fn each_document_with_shared_wording_has_its_row_and_card() {
    let [part, own, first, second] = ["part", "own", "first", "second"].map(line);
    let same = format!("{part} {own}");
    let dir = folder(&[
        // A rule hides the pairs of copies.
        ("in/old/x.txt", &format!("{part} {first}")),
        ("in/new/y1.txt", &same),
        ("in/new/y2.txt", &format!("{same}\n")),
        ("in/new/y3.txt", &format!("{same}\n\n")),
        ("parts/t.txt", &same),
        ("parts/s1.txt", &format!("{part} {first}")),
        ("parts/s2.txt", &format!("{} {}", &part[..180], second.repeat(9))),
    ]);
    let html = page_of_in(dir.path(), "--between old/** new/** -t 20%");
    for name in ["y1", "y2", "y3"] {
        let is_in = |text: &String| text.contains(&format!("new/{name}.txt"));
        assert!(texts(&html, ".cases tbody tr").iter().any(is_in), "{name} {html}");
        assert!(texts(&html, "article h3").iter().any(is_in), "{name} {html}");
    }
    let rows = |more: &str| cases(&reported(dir.path(), &format!("parts -o - {more}")).out);
    assert_eq!(rows("-t 30%").len(), 3, "{:?}", rows("-t 30%"));
}

#[test]
fn a_report_on_some_rows_names_no_other_file() {
    let dir = two_pairs();
    put(dir.path(), "in/scan.txt", b" \n");
    let whole = |more: &str| {
        let html = page_of_in(dir.path(), more);
        [html.contains("scan.txt"), lead(&html).contains("could not be read")]
    };
    for more in ["", "--top 2"] {
        assert_eq!(whole(more), [true, true], "{more}");
    }
    for more in ["--top 1", "--between a.txt b.txt", "--decided undecided"] {
        assert_eq!(whole(more), [false, false], "{more}");
    }
}

/// Writes a document of two parts with different sources, and the sources.
fn mosaic() -> (tempfile::TempDir, [String; 3]) {
    let [first, second, third, fourth] = ["anna", "bert", "carl", "dora"].map(line);
    let texts = [
        format!("{first} {second}\n"),
        format!("{third} {fourth}\n"),
        format!("{first} {third}\n"),
    ];
    let [a, b, mosaic] = &texts;
    let dir = folder(&[
        ("in/a.txt", a),
        ("in/b.txt", b),
        ("in/mosaic.txt", mosaic),
        // Its part of the mosaic is also in a.txt.
        ("in/a-again.txt", &format!("{a}{}", line("emil"))),
    ]);
    (dir, texts)
}

#[test]
fn a_report_has_the_pairs_of_the_list_and_the_marked_ones_below_it() {
    let (dir, [a, b, mosaic]) = mosaic();
    let sorted = |mut pairs: Vec<[String; 2]>| {
        pairs.sort();
        pairs
    };
    let rows = |html: &str| sorted(cases(html).into_iter().map(|[a, b, _]| [a, b]).collect());
    let listed = listed(dir.path(), "scan in -t 10%");
    let names = |pair: &Value| ["a", "b"].map(|side| pair[side].as_str().unwrap().to_string());
    let listed = sorted(listed["pairs"].as_array().unwrap().iter().map(names).collect());
    let html = page_of_in(dir.path(), "-t 10%");
    assert_eq!((rows(&html), listed.len()), (listed, 4));
    has(&texts(&html, "td.n .quiet").join(" "), "% of A in all rows");
    let written = reported(dir.path(), "in -o out.html -t 10%").out;
    assert!(written.starts_with("out.html: 4 rows"), "{written}");
    // Of the four pairs, only two copies reach the threshold.
    let marks = taken([&a, &mosaic], &a) + &decision([&b, &mosaic], "quotation", "see page 3");
    let html = marked(dir.path(), &marks, "-t 90%");
    assert_eq!(rows(&html), [["a-again.txt", "a.txt"], ["a.txt", "mosaic.txt"]]);
    assert!(texts(&html, "article").iter().any(|card| card.contains("anna20")), "{html}");
    let aside = texts(&html, "details.aside tbody tr");
    assert!(aside.len() == 1 && aside[0].contains("see page 3"), "{aside:?}");
    let chosen = marked(dir.path(), &marks, "-t 90% --decided reused");
    assert_eq!(rows(&chosen), [["a.txt", "mosaic.txt"]]);
    assert!(!marked(dir.path(), &marks, "-t 90% --between a.txt b.txt").contains("mosaic.txt"));
}

#[test]
fn a_report_about_a_document_shows_its_text_beside_its_sources() {
    let (dir, _) = mosaic();
    let about =
        |more: &str| page_of_in(dir.path(), &format!("-t 10% --about in/mosaic.txt {more}"));
    let html = about("");
    // Both holders of a passage are named, although the second adds nothing.
    let named = texts(&html, ".cases tbody th").join(" ");
    assert!(named.contains("a.txt") && named.contains("a-again.txt"), "{named}");
    assert_eq!(Page::new(&html).select(".cases tbody tr").len(), 2);
    let text = texts(&html, ".text mark").join(" ");
    assert!(text.contains("anna") && text.contains("carl"), "{text}");
    let (first, _) = html.split_once("aria-labelledby=\"appendix\"").unwrap();
    let (_, first) = first.split_once("<body").unwrap();
    for word in ["shingle", "containment", "threshold"] {
        assert!(!first.contains(word), "{word}");
    }
    // The report names a rule that hides the pairs, beside the sources.
    let is_told =
        |html: &str| texts(html, "p.quiet").iter().any(|said| said.contains("Hidden by rules"));
    let ruled = about("--between b.txt mosaic.txt");
    assert!(is_told(&ruled) && !is_told(&html), "{html}");
    // The first sentence counts the hidden source apart.
    assert!(lead(&html).contains("in 2 other documents"), "{html}");
    let said = lead(&ruled);
    assert!(said.contains("in another document") && said.contains("hidden by rules"), "{said}");
    let html = about("--anonymous");
    assert!(!html.contains("a.txt") && !html.contains("b.txt"), "{html}");
    assert!(texts(&html, "h1")[0].contains("mosaic.txt"), "{html}");
    assert!(
        texts(&html, ".cases tbody bdi.name").iter().all(|name| name.starts_with("text ")),
        "{html}"
    );
    // An unread file may be a source, or a file of another author.
    put(dir.path(), "in/scan.txt", b" \n");
    for more in ["", "--anonymous"] {
        let html = about(more);
        assert!(lead(&html).contains("1 file of the folder") && !html.contains("scan.txt"));
    }
    let chosen = page_of_in(dir.path(), "-t 10% --decided undecided");
    assert!(!lead(&chosen).contains("could not be read") && !chosen.contains("scan.txt"));
    for (name, reason) in [("none.txt", "not a document of the folder"), ("scan.txt", "no words")] {
        let error = refused(dir.path(), &format!("report in -o - --about in/{name}"));
        assert!(error.contains(reason) && error.lines().count() == 1, "{error}");
    }
}

#[test]
fn a_report_about_a_disguised_document_says_first_how_to_compare_it() {
    let own = line("own");
    let dir = folder(&[("in/a.txt", &format!("{ONE}{own}"))]);
    let disguised = format!("{ONE}{own}").replace('o', "\u{43e}");
    put(dir.path(), "in/b name.txt", &disguised);
    let about = |more: &[&str]| {
        let args = [&["report", "in", "-o", "-", "--about", "in/b name.txt"], more].concat();
        run(dir.path(), &args).out
    };
    let html = about(&[]);
    let first = &texts(&html, "main p")[0];
    let again = "shingle report in -o - --about 'in/b name.txt' --confusables on";
    assert!(first.contains("only as written") && first.ends_with(again), "{first}");
    assert_eq!(cases(&html), Vec::<[String; 3]>::new());
    let html = about(&["--confusables", "on"]);
    has(&texts(&html, "article .facts").join(" "), "words with letters of another alphabet");
    // Letters are no evidence for a direction.
    put(dir.path(), "other/b.txt", format!("{ONE}{own}"));
    put(dir.path(), "other/a.txt", disguised);
    for (of, expected) in [("in", ["a.txt", "b name.txt"]), ("other", ["a.txt", "b.txt"])] {
        let html = reported(dir.path(), &format!("{of} -o - --confusables on")).out;
        assert_eq!(cases(&html)[0][..2], expected, "{of}");
    }
}

#[test]
fn no_name_no_path_no_pattern_and_no_note_is_in_an_anonymous_report() {
    let dir = two_pairs();
    put(dir.path(), "in/unread.txt", b"\0\x01\x02");
    put(dir.path(), "secret-terms", b"No words of these texts at all.");
    std::fs::rename(dir.path().join("in"), dir.path().join("secret-course")).unwrap();
    put(dir.path(), "marks.jsonl", decision([ONE, TWO], "reused", "secret-note"));
    let html = reported(
        dir.path(),
        "secret-course -o - --anonymous --decisions marks.jsonl --template secret-terms --exclude secret-glob \
         --between *.txt *.txt",
    );
    let html = html.out;
    assert!(!html.contains(".txt") && !html.contains("secret"), "{html}");
    let names: Vec<[String; 3]> = cases(&html);
    let expected = ["text 1", "text 2", "text 3", "text 4"];
    assert_eq!(names.iter().flat_map(|one| &one[..2]).collect::<Vec<_>>(), expected);
}

#[test]
fn what_reads_differently_is_marked_and_what_moved_is_said() {
    let own = |side: &str| numbered(side, 0..60) + " ";
    let loud = ONE.replace("harbour", "HARBOUR");
    let dir = folder(&[
        ("a.txt", &[ONE, &own("left"), OTHER].concat()),
        ("b.txt", &[OTHER, &own("right"), &loud].concat()),
    ]);
    let text = page(dir.path(), "-t 5%");
    assert!(texts(&text, ".side u").contains(&"HARBOUR".to_string()), "{text}");
    assert_eq!(text.matches(", at another place").count(), 1, "{text}");
}

#[test]
fn a_long_passage_unfolds_and_is_whole_where_that_is_asked() {
    let long = numbered("word", 0..9000);
    let dir = folder(&[("a.txt", &long), ("b.txt", &format!("{long} and more"))]);
    let cut = page(dir.path(), "");
    assert!(cut.contains("word9 ") && !cut.contains("word8000 "));
    let whole = page(dir.path(), "--full");
    assert!(whole.contains("word8000 "));
    // A printed fold has its label even if it is open.
    let labels = |html: &str| texts(html, "summary").len() + texts(html, ".cut").len();
    assert_eq!((labels(&cut), labels(&whole)), (2, 0));
}

/// Two texts share 45 passages of ascending length, of which the report quotes the longest.
#[test]
fn the_longest_passages_are_quoted_if_not_all_are() {
    let words =
        |name: &str, part: usize, count: usize| numbered(&format!("{name}{part}x"), 0..count) + " ";
    let text = |side: &str| -> String {
        let part = |part: usize| words("shared", part, 30 + part) + &words(side, part, 60) + "\n\n";
        (0..45).map(part).collect()
    };
    let dir = folder(&[("a.txt", &text("left")), ("b.txt", &text("right"))]);
    // The report contains the middle of a passage only if it quotes the passage.
    let quoted = |more: &str| -> Vec<usize> {
        let page = page(dir.path(), more);
        (0..45).filter(|part| page.contains(&format!("shared{part}x5 "))).collect()
    };
    assert_eq!(quoted("--full").len(), 45);
    let quoted = quoted("");
    let first = *quoted.first().unwrap();
    assert!((1..40).contains(&first), "{quoted:?}");
    assert_eq!(quoted, (first..45).collect::<Vec<_>>());
}

#[test]
fn every_file_that_was_not_read_and_every_disguise_is_named() {
    let dir = two_pairs();
    put(dir.path(), "in/one.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 cut off");
    put(dir.path(), "in/two.txt", b" \n");
    put(dir.path(), "in/three.txt", "sеvеn gulls flеw ovеr thе pier");
    let page = page(dir.path(), "");
    for name in ["one.doc", "--converter", "two.txt", "Look-alike letters of other alphabets"] {
        assert!(page.contains(name), "{name}");
    }
    put(dir.path(), "own.txt", "sеvеn gulls flеw ovеr thе pier");
    std::fs::create_dir(dir.path().join("out")).unwrap();
    put(dir.path(), "out/a.txt", b"seven gulls flew over the pier");
    for args in [
        "scan in",
        "clusters in",
        "query in/three.txt --in in",
        "sources in/a.txt --in in",
        "query own.txt --in out",
        "compare own.txt out/a.txt",
    ] {
        let error = run(dir.path(), args).err;
        assert_eq!(error.matches("1 document has look-alike words").count(), 1, "{args}: {error}");
    }
    for args in ["sources own.txt --in out", "compare own.txt out/a.txt"] {
        let found = run(dir.path(), &format!("{args} --confusables on"));
        assert!(found.out.contains("in look-alike letters"), "{args}: {} {}", found.out, found.err);
        assert!(found.err.is_empty(), "{args}: {} {}", found.out, found.err);
    }
}
