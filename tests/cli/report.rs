//! `report`: what is written, from which pairs, and that nothing in a file acts on whoever reads it. The tests read the page as a
//! browser does.

use std::collections::BTreeMap;
use std::path::Path;

use documents::content_of;
use insta::assert_snapshot;
use serde_json::{Value, json};
use shingle::base::visible::is_hidden;

use crate::page::{Element, Page, texts};
use crate::support::{Run, command, folder, json as listed, library, put, run};

/// A time, so that the same report is made whenever the tests run.
const MADE: &str = "1763800000";

/// What a run prints in `dir`.
fn reported(dir: &Path, args: &[&str]) -> Run {
    let mut all = vec!["report"];
    all.extend(args);
    let output = command(dir, &all).env("SOURCE_DATE_EPOCH", MADE).output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn a_time_of_no_year_that_reports_can_name_is_refused() {
    let dir = two_pairs();
    for time in ["253402300800", "18446744073709551615", "-1", "soon", ""] {
        let args = ["report", "in", "-o", "-"];
        let output = command(dir.path(), &args).env("SOURCE_DATE_EPOCH", time).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains(&format!("SOURCE_DATE_EPOCH is \"{time}\"; set it to")), "{said}");
    }
    let args = ["report", "in", "-o", "-"];
    let last =
        command(dir.path(), &args).env("SOURCE_DATE_EPOCH", "253402300799").output().unwrap();
    assert!(String::from_utf8(last.stdout).unwrap().contains("9999-12-31"));
}

/// The page of a folder.
fn page(dir: &Path, args: &[&str]) -> String {
    let run = reported(dir, &[&[".", "-o", "-"], args].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.out
}

/// A line of a file of decisions about two texts.
fn decision(texts: [&str; 2], verdict: &str, note: &str) -> String {
    let contents = texts.map(|text| format!("{:032x}", content_of(text.as_bytes())));
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

/// Two pairs, and a place outside for decisions.
fn two_pairs() -> tempfile::TempDir {
    folder(&[("in/a.txt", ONE), ("in/b.txt", TWO), ("in/c.txt", OTHER), ("in/d.txt", COPIED)])
}

#[test]
fn a_page_is_written_in_full() {
    let page = page(&library(), &["--top", "3"]);
    // The style is looked at in a browser.
    let (head, rest) = page.split_once("<style>").unwrap();
    let (_, body) = rest.split_once("</style>").unwrap();
    let version = concat!("shingle ", env!("CARGO_PKG_VERSION"));
    let lines = |text: &str| text.replace("><", ">\n<").replace(version, "shingle VERSION");
    assert_snapshot!(format!("{}\n{}", lines(head), lines(body)));
}

#[test]
fn a_page_asks_nobody_for_anything_and_runs_nothing() {
    let page = page(&library(), &[]);
    let html = Page::new(&page);
    for nothing in
        ["script", "link", "img", "iframe", "object", "embed", "form", "[style]", "[src]", "base"]
    {
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
    let head = page.find("<style>").unwrap();
    assert!(page.find("Content-Security-Policy").unwrap() < head, "the policy comes first");
}

#[test]
fn whoever_hears_a_page_or_uses_keys_finds_their_way() {
    let page = page(&library(), &[]);
    let html = Page::new(&page);
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
    assert_eq!(html.select("body *")[0].attribute("href"), Some("#pairs"));
}

#[test]
fn sums_and_scores_are_those_of_scan() {
    let page = page(&library(), &["-t", "10%"]);
    let scan = listed(&library(), &["scan", ".", "-t", "10%"]);
    let found = scan["pairs_found"].as_u64().unwrap();
    assert!(found > 3);
    let numbers = texts(&page, ".numbers dt");
    let numbers: BTreeMap<_, _> = numbers.into_iter().zip(texts(&page, ".numbers dd")).collect();
    assert_eq!(numbers["Pairs found"], found.to_string());
    assert_eq!(numbers["Documents"], scan["documents"].as_array().unwrap().len().to_string());
    // As on the screen.
    let percent = |value: &Value| match value.as_f64().unwrap() {
        share if (0.995..1.0).contains(&share) => "99%".to_string(),
        share if share > 0.0 && share < 0.005 => "<1%".to_string(),
        share => format!("{:.0}%", share * 100.0),
    };
    let pairs: BTreeMap<String, &Value> = scan["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| {
            (format!("{} {}", pair["a"].as_str().unwrap(), pair["b"].as_str().unwrap()), pair)
        })
        .collect();
    let html = Page::new(&page);
    let mut checked = 0;
    for row in html.select(".ranking tbody tr") {
        let read = |selector: &str| -> Vec<String> {
            html.within(row, selector).into_iter().map(Element::line).collect()
        };
        let (names, cells) = (read("td.names bdi"), read("td.n"));
        // A group of copies stands for many pairs.
        if !html.within(row, "td[colspan]").is_empty() {
            continue;
        }
        let pair = pairs[&names.join(" ")];
        checked += 1;
        let expected = [
            percent(&pair["score"]),
            percent(&pair["containment_a"]),
            percent(&pair["containment_b"]),
            pair["shared"].to_string(),
        ];
        assert_eq!(cells, expected, "{names:?}");
    }
    assert!(checked > 3, "{checked} of {pairs:?}");
    // The histogram has every pair.
    let bars: u64 =
        texts(&page, ".values td.n").iter().map(|number| number.parse::<u64>().unwrap()).sum();
    assert_eq!(bars, found);
}

/// Forty words that no other lead has.
fn line(lead: &str) -> String {
    let words: Vec<String> = (0..40).map(|word| format!("{lead}{word}")).collect();
    words.join(" ")
}

#[test]
fn what_two_texts_have_of_a_third_one_is_told_beside_them() {
    let (first, second, third) = (line("alpha"), line("beta"), line("gamma"));
    // Both have the middle of the task; one its beginning too, the other its end.
    let task = format!("{first} {second} {third}\n");
    let one = format!("{first} {second} {}\n", line("anna"));
    let two = format!("{second} {third} {}\n", line("bert"));
    let dir = folder(&[("in/one.txt", &one), ("in/task.txt", &task), ("in/two.txt", &two)]);
    let html = reported(dir.path(), &["in", "-o", "-", "-t", "10%"]).out;
    let told: Vec<String> = texts(&html, "article header")
        .into_iter()
        .filter(|head| head.contains("more than each other"))
        .collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("one.txt ↔ two.txt"), "{told:?}");
    assert!(
        told[0].contains("Both match task.txt more than each other: A 66%, B 66%."),
        "{told:?}"
    );
    // A third one that is listed nowhere else counts too.
    let html = reported(dir.path(), &["in", "-o", "-", "-t", "10%", "--top", "0"]).out;
    assert!(!html.contains("more than each other"));
}

#[test]
fn first_comes_what_was_found_below_a_heading_and_words_of_ones_own() {
    let dir = two_pairs();
    let own = ["--title", "Harbour <b>essays</b>", "--summary", "Two groups.\nTalk to Ann."];
    let html = reported(dir.path(), &[&["in", "-o", "-"], &own[..]].concat()).out;
    assert_eq!(texts(&html, "h1"), ["Harbour <b>essays</b>"]);
    let said = texts(&html, "section[aria-labelledby=summary] p");
    assert_eq!(said[..2], ["Two groups.", "Talk to Ann."]);
    assert!(said[2].starts_with("Of 4 documents, 2 have wording of another."), "{said:?}");
    // A mark says who took from whom, whatever the shares say.
    for (source, told) in [
        (ONE, "Wording of a.txt is in:b.txt: 80% of it, rewrite"),
        (TWO, "Wording of b.txt is in:a.txt: 80% of it, rewrite"),
    ] {
        let source = format!("\"source\":\"{:032x}\",\"verdict\"", content_of(source.as_bytes()));
        let mark = decision([ONE, TWO], "rewrite", "").replace("\"verdict\"", &source);
        put(dir.path(), "marks.jsonl", mark.as_bytes());
        let marked = ["in", "-o", "-", "--decisions", "marks.jsonl"];
        let html = reported(dir.path(), &marked).out;
        assert_eq!(texts(&html, "section[aria-labelledby=summary] li")[0], told);
        // Also where only those are listed that are decided.
        for listed in [&[][..], &["--decided", "decided"]] {
            let options = [&marked[..], listed].concat();
            assert!(reported(dir.path(), &options).out.contains(
                "Of 4 documents, 1 took wording from another, as marked. 1 of 2 pairs is undecided."
            ));
        }
    }
}

#[test]
fn a_document_stands_below_each_source_that_marks_name() {
    let [first, second, third, fourth] = ["anna", "bert", "carl", "dora"].map(line);
    let sources = [format!("{first} {second}\n"), format!("{third} {fourth}\n")];
    let mosaic = format!("{first} {third}\n");
    let [a, b] = &sources;
    let dir = folder(&[("in/a.txt", a), ("in/b.txt", b), ("in/mosaic.txt", &mosaic)]);
    let mark = |source: &String| {
        let named = format!("\"source\":\"{:032x}\",\"verdict\"", content_of(source.as_bytes()));
        decision([source, &mosaic], "rewrite", "").replace("\"verdict\"", &named)
    };
    put(dir.path(), "marks.jsonl", (mark(a) + &mark(b)).as_bytes());
    let html = reported(dir.path(), &["in", "-o", "-", "--decisions", "marks.jsonl"]).out;
    // Each is followed by the one document in its list.
    let told = texts(&html, "section[aria-labelledby=summary] li");
    assert_eq!(told.len(), 4, "{told:?}");
    for (told, source) in told.iter().step_by(2).zip(["a.txt", "b.txt"]) {
        assert!(told.starts_with(&format!("Wording of {source} is in:mosaic.txt")), "{told}");
    }
    assert!(html.contains("Of 3 documents, 1 took wording from another, as marked."));
}

#[test]
fn who_took_from_whom_is_drawn_and_each_line_leads_to_its_pair() {
    let dir = two_pairs();
    let source = format!("\"source\":\"{:032x}\",\"verdict\"", content_of(TWO.as_bytes()));
    let marked = decision([ONE, TWO], "rewrite", "").replace("\"verdict\"", &source);
    let both = marked + &decision([OTHER, COPIED], "quotation", "");
    put(dir.path(), "marks.jsonl", both.as_bytes());
    let html = reported(dir.path(), &["in", "-o", "-", "--decisions", "marks.jsonl"]).out;
    let said = "Of 4 documents, 1 took wording from another, as marked, and 1 more has wording of another: who took it is not decided.";
    assert!(html.contains(said), "{html}");
    let page = Page::new(&html);
    let arcs = page.select("svg.took a");
    let told: Vec<&str> = arcs.iter().filter_map(|arc| arc.attribute("aria-label")).collect();
    assert_eq!(told, ["a.txt took from b.txt: 80% of it", "100% of d.txt is in c.txt"]);
    let heads: Vec<usize> = arcs.iter().map(|arc| page.within(arc, "polygon").len()).collect();
    assert_eq!(heads, [1, 0], "who took is known of one");
    assert_eq!(texts(&html, "svg.took text.of"), ["b.txt", "a.txt", "c.txt", "d.txt"]);
    for (arc, names) in arcs.iter().zip(["a.txt ↔ b.txt", "c.txt ↔ d.txt"]) {
        let pair = page.select(arc.attribute("href").unwrap());
        assert!(pair[0].text.contains(names), "{pair:?}");
    }
    // One line would say no more than the sentence above it.
    put(dir.path(), "in/c.txt", b"");
    let html = reported(dir.path(), &["in", "-o", "-", "--decisions", "marks.jsonl"]).out;
    assert_eq!(texts(&html, "svg.took"), [""; 0]);
}

#[test]
fn every_verdict_that_is_told_is_explained() {
    let dir = two_pairs();
    put(dir.path(), "marks.jsonl", decision([ONE, TWO], "rewrite", "").as_bytes());
    let html = reported(dir.path(), &["in", "-o", "-", "--decisions", "marks.jsonl"]).out;
    let legend = texts(&html, "section[aria-labelledby=pairs] ul li");
    let expected = ["undecided no mark yet", "rewrite one was rewritten or copied from the other"];
    assert_eq!(legend, expected, "{html}");
    // Also where it holds for an earlier version alone.
    put(dir.path(), "in/b.txt", TWO.replace("six", "seven").as_bytes());
    let html = reported(dir.path(), &["in", "-o", "-", "--decisions", "marks.jsonl"]).out;
    assert_eq!(texts(&html, "section[aria-labelledby=pairs] ul li"), expected, "{html}");
}

#[test]
fn passages_are_those_of_compare() {
    let dir = growing(5);
    let page = page(dir.path(), &[]);
    let compared = listed(dir.path(), &["compare", "a.txt", "b.txt"]);
    let html = Page::new(&page);
    let passages = compared["pair"]["passages"].as_array().unwrap();
    assert!(passages.len() > 1);
    // They follow each other as in the first text.
    let rows = html.select("article .texts tbody th");
    let wanted = passages.iter().map(|one| {
        let number = |field: &str| one[field].as_u64().unwrap();
        (one["id"].as_str().unwrap().to_string(), number("words"))
    });
    let told = rows.into_iter().map(|row| {
        let likeness = html.within(row, ".where")[0].text.as_str();
        let words = likeness.split(' ').next().unwrap().parse::<u64>().unwrap();
        (row.text.strip_suffix(likeness).unwrap().to_string(), words)
    });
    assert_eq!(told.collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
    // What is bold is what is counted.
    let quoted = html.select("article .texts tbody td");
    let first = quoted.iter().step_by(2).flat_map(|cell| html.within(cell, "mark strong"));
    let bold: usize = first.map(|one| one.text.split_whitespace().count()).sum();
    let runs = passages.iter().flat_map(|one| one["runs"].as_array().unwrap());
    let counted: u64 = runs.map(|run| run["words"].as_u64().unwrap()).sum();
    assert_eq!(bold as u64, counted);
}

#[test]
fn verdicts_and_notes_are_told_and_chosen_by() {
    let dir = two_pairs();
    let marks = decision([ONE, TWO], "rewrite", "ask <b>Anna</b> on Friday");
    put(dir.path(), "marks.jsonl", marks.as_bytes());
    let whole = |args: &[&str]| {
        let run = reported(
            dir.path(),
            &[&["in", "-o", "-", "--decisions", "marks.jsonl"], args].concat(),
        );
        (run.code, run.out)
    };
    let (code, page) = whole(&[]);
    assert_eq!(code, Some(0));
    assert!(page.contains("1 of 2 rows is decided: 1 rewrite."), "{page}");
    let names = texts(&page, ".ranking .names bdi");
    assert_eq!(names, ["c.txt", "d.txt", "a.txt", "b.txt"]);
    assert_eq!(texts(&page, ".ranking .verdict"), ["undecided", "rewrite"]);
    assert_eq!(texts(&page, ".ranking .note"), ["ask <b>Anna</b> on Friday"]);
    for (choice, left) in [("undecided", "c.txt"), ("rewrite", "a.txt"), ("decided", "a.txt")] {
        let (code, page) = whole(&["--decided", choice, "--fail-on", choice]);
        assert_eq!(code, Some(1), "{choice}");
        let names = texts(&page, ".ranking .names bdi");
        assert_eq!((names.len(), &*names[0]), (2, left), "{choice}");
    }
    assert_eq!(whole(&["--decided", "mine", "--fail-on", "mine"]).0, Some(0));
    // What fails need not be listed.
    assert_eq!(whole(&["--decided", "rewrite", "--fail-on", "undecided", "--top", "0"]).0, Some(1));
    // Another version of the text is undecided again, and says what was decided before.
    put(dir.path(), "in/b.txt", TWO.replace("six", "seven").as_bytes());
    let (_, page) = whole(&[]);
    let verdicts = texts(&page, ".ranking .verdict");
    assert!(
        verdicts.contains(&"undecided (rewrite on an earlier version, at 90.0%)".to_string()),
        "{verdicts:?}"
    );
}

#[test]
fn nothing_in_a_file_or_its_name_acts() {
    let words = "The keeper of the light house <script>alert(1)</script> wrote \u{202e}every evening\u{2066} into a \
                 \"><img src=x onerror=alert(2)> book ]]> --> </style></p></td> that\u{0}nobody ever read & kept it <!-- shut.";
    let dir = folder(&[]);
    for name in ["in/\"><img onerror=x>.txt", "in/\u{202e}txt.<script>.txt"] {
        put(dir.path(), name, words.as_bytes());
    }
    put(dir.path(), "in/<b>&amp;.md", words.replace("evening", "morning").as_bytes());
    put(dir.path(), "in/<svg onload=x>.bin", b"\0\x01\x02");
    let marks = decision([words, words], "common", "</table><script>x</script>\u{202e}");
    put(dir.path(), "marks.jsonl", marks.as_bytes());
    let run = reported(
        dir.path(),
        &["in", "-o", "-", "--encoding", "utf-8", "--decisions", "marks.jsonl"],
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    let html = Page::new(&run.out);
    for nothing in ["script", "img", "b", "[onerror]", "[onload]", "body style"] {
        assert_eq!(html.select(nothing).len(), 0, "{nothing}");
    }
    assert_eq!(html.select("style").len(), 1);
    let hidden = run.out.chars().filter(|one| *one != '\n' && is_hidden(*one)).count();
    assert_eq!(hidden, 0);
    let names = texts(&run.out, ".ranking bdi").join(" ");
    assert!(
        names.contains("\"><img onerror=x>.txt") && names.contains("⟨U+202E⟩txt.<script>.txt"),
        "{names}"
    );
    let quoted = texts(&run.out, ".texts td p").join(" ");
    for kept in
        ["<script>alert(1)</script>", "]]> --> </style></p></td>", "⟨U+202E⟩every", "<!-- shut"]
    {
        assert!(quoted.contains(kept), "{kept}: {quoted}");
    }
}

#[test]
fn a_report_is_a_new_file_outside_the_folder() {
    let dir = two_pairs();
    let inside = reported(dir.path(), &["in", "-o", "in/report.html"]);
    assert_eq!(inside.code, Some(2));
    assert!(inside.err.contains("never written to"), "{}", inside.err);
    let first = reported(dir.path(), &["in", "-o", "report.html"]);
    assert_eq!((first.code, &*first.err), (Some(0), ""));
    assert!(first.out.starts_with("report.html: 2 rows, "), "{}", first.out);
    let again = reported(dir.path(), &["in", "-o", "report.html"]);
    assert!(again.err.contains("exists already"), "{}", again.err);
    assert_eq!(reported(dir.path(), &["in", "-o", "report.html", "--force"]).code, Some(0));
    let refused = run(dir.path(), &["report", "in", "-o", "-", "--force"]);
    assert!(refused.err.contains("--force is for a file"), "{}", refused.err);
}

#[test]
fn what_is_cut_is_said() {
    let long: Vec<String> = (0..900).map(|word| format!("word{word}")).collect();
    let long = long.join(" ");
    let dir = two_pairs();
    put(dir.path(), "in/long.txt", long.as_bytes());
    put(dir.path(), "in/longer.txt", format!("{long} and more").as_bytes());
    let run = reported(dir.path(), &["in", "-o", "-", "--top", "1"]);
    let remarks = texts(&run.out, "section[aria-labelledby=how] ul li");
    assert_eq!(
        remarks,
        [
            "Of 3 rows, the best 1 is listed. With --top, more are.",
            "Of passages of more than 160 counted words, the beginning and the end are quoted.",
            "Cluster 1 holds 2 of 6 documents, more than a tenth of all.",
            "Cluster 2 holds 2 of 6 documents, more than a tenth of all.",
            "Cluster 3 holds 2 of 6 documents, more than a tenth of all.",
        ]
    );
    assert_eq!(texts(&run.out, ".texts .cut"), ["… 740 counted words …", "… 740 counted words …"]);
    assert!(
        run.out.contains("word79") && !run.out.contains("word80 ") && run.out.contains("word820")
    );
}

#[test]
fn a_report_is_named_as_a_page() {
    let dir = two_pairs();
    for name in ["a.html", "a.HTM", "without"] {
        assert_eq!(reported(dir.path(), &["in", "-o", name]).code, Some(0));
        let text = std::fs::read_to_string(dir.path().join(name)).unwrap();
        assert!(text.starts_with("<!DOCTYPE html>"), "{name}: {text}");
    }
    // A page under another name would be opened by a program that cannot read it.
    for name in ["a.md", "a.sarif", "a.pdf", "a.csv"] {
        let refused = reported(dir.path(), &["in", "-o", name]);
        assert_eq!(refused.code, Some(2), "{name}");
        let said = "end its name with .html";
        assert!(refused.err.contains(said) && refused.err.lines().count() == 1, "{}", refused.err);
        assert!(!dir.path().join(name).exists());
    }
}

#[test]
fn only_copies_of_the_same_bytes_are_called_exact() {
    let same = "Seven gulls flew over the harbour while the baker slept in his shop.";
    // The words behind are stop words, which are not counted.
    let more = format!("{same} And some more of it.");
    for (other, called) in [(&*more, "2 copies in all counted words"), (same, "2 exact copies")] {
        let dir = folder(&[("in/a.txt", same), ("in/b.txt", other)]);
        let text = page(&dir.path().join("in"), &["--stop-words", "on"]);
        assert_eq!(text.matches(called).count(), 2, "{text}");
        let wrong = if other == same { "copies in all" } else { "exact copies" };
        assert!(!text.contains(wrong), "{text}");
    }
}

#[test]
fn a_mark_holds_for_the_row_when_a_copy_comes_first() {
    let dir = two_pairs();
    put(dir.path(), "marks.jsonl", decision([ONE, TWO], "rewrite", "seen").as_bytes());
    let marked = || -> Vec<Vec<String>> {
        let args = ["--decisions", "../marks.jsonl", "--stop-words", "on"];
        let page = page(&dir.path().join("in"), &args);
        let html = Page::new(&page);
        let mut marked = Vec::new();
        for row in html.select(".ranking tbody tr") {
            let lines = |selector: &str| -> Vec<String> {
                html.within(row, selector).iter().map(|element| element.line()).collect()
            };
            if (lines(".verdict"), lines(".note")) == (vec!["rewrite".into()], vec!["seen".into()])
            {
                marked.push(lines("td.names bdi"));
            }
        }
        marked
    };
    assert_eq!(marked(), [["a.txt", "b.txt"]]);
    // The same counted words, other bytes, and a name before all others.
    put(dir.path(), "in/0.txt", format!("{ONE} And more of it.").as_bytes());
    assert_eq!(marked(), [["0.txt", "b.txt"]]);
}

#[test]
#[cfg(unix)]
fn a_document_in_many_pairs_is_read_once() {
    let (dir, beside) = (folder(&[]), folder(&[]));
    for name in ["a", "b", "c", "d", "e"] {
        put(dir.path(), format!("{name}.own"), format!("{ONE} {name}one {name}two").as_bytes());
    }
    // Each reading of a file leaves a line.
    let log = beside.path().join("log");
    let tell = format!("*.own=sh -c 'echo read >> {}; cat'", log.display());
    let page = page(dir.path(), &["--no-cache", "--converter", &tell, "-t", "10%"]);
    assert!(page.contains("10 pairs"), "{page}");
    // Once for the ranking, and once for all of its pairs.
    assert_eq!(std::fs::read_to_string(&log).unwrap().lines().count(), 10);
}

#[test]
fn scan_says_what_was_decided_in_every_format_where_it_is_asked() {
    let dir = two_pairs();
    // Who took from whom stands in the same line.
    let source = format!("\"source\":\"{:032x}\",\"verdict\"", content_of(TWO.as_bytes()));
    let marks = decision([ONE, TWO], "rewrite", "ask on Friday").replace("\"verdict\"", &source);
    put(dir.path(), "marks.jsonl", marks.as_bytes());
    let html = reported(dir.path(), &["in", "-o", "-", "--decisions", "marks.jsonl"]).out;
    assert!(html.contains("rewrite: A took from B"), "{html}");
    let scan = |more: &[&str]| {
        let args = [&["scan", "in", "--decisions", "marks.jsonl"][..], more].concat();
        let run = run(dir.path(), &args);
        assert_eq!((run.code, &*run.err), (Some(0), ""), "{more:?}");
        run.out
    };
    let table = scan(&[]);
    let row = |name: &str| table.lines().find(|line| line.contains(name)).unwrap().to_string();
    assert!(table.lines().next().unwrap().contains("verdict    documents"), "{table}");
    assert!(row("a.txt").contains("  rewrite    a.txt  b.txt"), "{table}");
    assert!(row("c.txt").contains("  undecided  c.txt  d.txt"), "{table}");
    assert!(table.contains(&format!("{:44}ask on Friday", "")), "{table}");

    let told = |value: &Value| {
        [&value["a"], &value["verdict"], &value["source"], &value["note"]].map(Value::clone)
    };
    let text = |text: &str| Value::from(text);
    let wanted = [
        [text("a.txt"), text("rewrite"), text("b"), text("ask on Friday")],
        [text("c.txt"), text("undecided"), Value::Null, text("")],
    ];
    let whole: Value = serde_json::from_str(&scan(&["--format", "json"])).unwrap();
    let mut pairs: Vec<_> = whole["pairs"].as_array().unwrap().iter().map(told).collect();
    pairs.sort_by_key(|one| one[0].to_string());
    assert_eq!(pairs, wanted);
    let lines: Vec<_> = scan(&["--format", "ndjson"])
        .lines()
        .map(|line| told(&serde_json::from_str(line).unwrap()))
        .collect();
    assert_eq!(lines, wanted);
    let csv = scan(&["--format", "csv"]);
    let mut rows = csv.lines();
    assert!(rows.next().unwrap().ends_with(",exact_copy,verdict,source,note,a_b64,b_b64"), "{csv}");
    assert!(rows.next().unwrap().ends_with(",false,rewrite,b,ask on Friday,,"), "{csv}");

    // Some of them, also the best of them, and none where nobody asked.
    for (choice, found) in [("undecided", 1), ("rewrite", 1), ("decided", 1), ("mine", 0)] {
        let whole: Value =
            serde_json::from_str(&scan(&["--decided", choice, "--format", "json"])).unwrap();
        assert_eq!(whole["pairs"].as_array().unwrap().len(), found, "{choice}");
        assert_eq!(whole["pairs_found"], found, "{choice}");
        for format in ["ndjson", "csv"] {
            let lines = scan(&["--decided", choice, "--format", format]).lines().count();
            assert_eq!(lines, found + usize::from(format == "csv"), "{choice} {format}");
        }
        let best = scan(&["--decided", choice, "--top", "1", "--format", "ndjson"]);
        assert_eq!(best.lines().count(), found, "{choice}");
        assert!(scan(&["--decided", choice]).contains("by what was decided"), "{choice}");
        let check = ["scan", "in", "--decisions", "marks.jsonl", "--decided", choice, "--check"];
        assert_eq!(run(dir.path(), &check).code, Some(i32::from(found > 0)), "{choice}");
    }
    let plain = listed(dir.path(), &["scan", "in"]);
    assert_eq!(plain["pairs"][0].get("verdict"), None);
    let refused = run(dir.path(), &["scan", "in", "--decisions", "in/marks.jsonl"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("lies in the folder"), "{}", refused.err);
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
    let struck = |more: &[&str]| {
        let run = reported(dir.path(), &[&["in", "-o", "-"], more].concat());
        assert_eq!(run.code, Some(0), "{}", run.err);
        texts(&run.out, "s").join(" ")
    };
    assert_eq!(struck(&[]), "");
    for more in [&["--template", "terms.txt"], &["--phrases", "own.jsonl"]] {
        let words = struck(more);
        // The shingles that end behind the last words of it count.
        assert!(words.contains("leaf of this garden may be copied"), "{more:?}: {words}");
        assert!(!words.contains("gulls"), "{more:?}: {words}");
    }
}

#[test]
fn a_pair_whose_mark_was_taken_back_is_undecided_whatever_was_said_of_an_earlier_version() {
    let dir = two_pairs();
    let before = decision([ONE, "an earlier text"], "rewrite", "");
    put(dir.path(), "marks.jsonl", before.as_bytes());
    let verdicts = || {
        let args = ["in", "-o", "-", "--decisions", "marks.jsonl"];
        texts(&reported(dir.path(), &args).out, ".ranking .verdict").join("; ")
    };
    assert!(verdicts().contains("earlier version"), "{}", verdicts());
    let lines = before + &decision([ONE, TWO], "undecided", "");
    put(dir.path(), "marks.jsonl", lines.as_bytes());
    assert_eq!(verdicts(), "undecided; undecided");
}

#[test]
fn what_is_shared_but_reads_differently_is_marked_and_what_moved_is_said() {
    let own =
        |side: &str| (0..60).map(|word| format!("{side}{word} ")).collect::<Vec<_>>().concat();
    let loud = ONE.replace("harbour", "HARBOUR");
    let dir = folder(&[
        ("a.txt", &[ONE, &own("left"), OTHER].concat()),
        ("b.txt", &[OTHER, &own("right"), &loud].concat()),
    ]);
    let text = page(dir.path(), &["-t", "5%"]);
    assert!(text.contains("<strong><u>HARBOUR</u></strong>"), "{text}");
    assert_eq!(text.matches(", at another place in B").count(), 1, "{text}");
    // How files were chosen is told beside the parameters.
    let page = page(dir.path(), &["--include", "*.txt"]);
    assert!(texts(&page, ".values").join(" ").contains("*.txt"));
}

/// Two texts that share so many passages, each a word longer than the one before it.
fn growing(parts: usize) -> tempfile::TempDir {
    let words = |name: &str, part: usize, count: usize| -> String {
        (0..count).map(|word| format!("{name}{part}x{word}")).collect::<Vec<_>>().join(" ")
    };
    let text = |side: &str| -> String {
        let part =
            |part: usize| format!("{} {}", words("shared", part, 30 + part), words(side, part, 60));
        (0..parts).map(part).collect::<Vec<_>>().join("\n\n")
    };
    folder(&[("a.txt", &text("left")), ("b.txt", &text("right"))])
}

#[test]
fn the_longest_passages_are_quoted_where_not_all_are() {
    let dir = growing(45);
    let page = page(dir.path(), &[]);
    // The words in the middle of a passage are quoted with no other one.
    let is_quoted = |part: &usize| page.contains(&format!("shared{part}x5 "));
    let quoted: Vec<usize> = (0..45).filter(is_quoted).collect();
    let first = *quoted.first().unwrap();
    assert!((1..40).contains(&first), "{quoted:?}");
    assert_eq!(quoted, (first..45).collect::<Vec<_>>());
}

#[test]
fn a_row_of_the_table_says_how_many_documents_it_stands_for() {
    let dir = two_pairs();
    put(dir.path(), "in/b-again.txt", TWO.as_bytes());
    let text = reported(dir.path(), &["in", "-o", "-"]).out;
    let rows = texts(&text, ".ranking tbody tr");
    // The copies themselves, the pair without copies, and the pair of one text and two copies.
    let with = |part: &str| rows.iter().filter(|row| row.contains(part)).count();
    assert_eq!((rows.len(), with("2 exact copies"), with("(+1 copy)")), (3, 1, 1), "{text}");
}

#[test]
fn a_pair_takes_only_so_much_of_a_page() {
    let part = |number: usize| {
        (0..150).map(|word| format!("shared{number}x{word}")).collect::<Vec<_>>().join(" ")
    };
    let own = |side: &str, number: usize| {
        (0..60).map(|word| format!("{side}{number}x{word}")).collect::<Vec<_>>().join(" ")
    };
    let text = |side: &str| {
        let parts: Vec<String> =
            (0..30).map(|number| format!("{}\n\n{}", part(number), own(side, number))).collect();
        parts.join("\n\n")
    };
    let dir = folder(&[("a.txt", &text("left")), ("b.txt", &text("right"))]);
    let page = page(dir.path(), &[]);
    let quoted = (0..30).filter(|number| page.contains(&format!("shared{number}x0 "))).count();
    assert!((3..20).contains(&quoted), "{quoted}");
    assert!(page.contains("not quoted"), "what is cut is said");
}
