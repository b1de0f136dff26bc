//! `shingle dedup`: retained documents, their repeats, and additions of a batch to a sketch file.

use std::{path::Path, process::Stdio, time::Duration};

use crate::support::{all_refused, at, command, fields, folder, has, json, objects, printed, put};
use crate::support::{refused, run, run_with_input};

fn words(number: usize) -> String {
    changed(number, &[])
}

fn changed(number: usize, places: &[usize]) -> String {
    let word = |at| if places.contains(&at) { "other ".into() } else { format!("w{number}x{at} ") };
    (0..40).map(word).collect()
}

fn line(id: &str, text: &str) -> String {
    format!("{{\"id\":\"{id}\",\"text\":\"{text}\"}}\n")
}

const RECORDS: &str = "--records jsonl:text";

fn dedup(input: &str, more: &str) -> String {
    format!("dedup {input} {RECORDS} {more}")
}

fn kept(dir: &Path, input: &str, more: &str) -> Vec<String> {
    let run = run(dir, &dedup(input, more));
    assert_eq!(run.code, Some(0), "{more}: {}", run.err);
    run.out.lines().map(str::to_string).collect()
}

/// Returns records of which b repeats a, c repeats b but not a, and e is d with other punctuation.
fn chained() -> String {
    let (b, c) = (changed(1, &[0, 1, 2]), changed(1, &[0, 1, 2, 5, 8, 11]));
    let shouted = words(2).to_uppercase().replace(' ', ", ");
    line("a", &words(1))
        + &line("b", &b)
        + &line("c", &c)
        + &line("d", &words(2))
        + &line("e", &shouted)
        + &line("f", "too short")
}

#[test]
fn a_record_is_dropped_only_if_it_repeats_a_retained_one() {
    let dir = folder(&[("in.jsonl", &chained())]);
    assert_eq!(
        kept(dir.path(), "in.jsonl", "-t 70%"),
        ["in.jsonl:1", "in.jsonl:3", "in.jsonl:4", "in.jsonl:6"]
    );
    let found = json(dir.path(), &dedup("in.jsonl", "--id id -t 70%"));
    let repeats = found["repeats"].as_array().unwrap().iter().map(|one| {
        let names = [&one["path"], &one["repeats"]["path"]];
        (names.map(|name| name.as_str().unwrap()), one["score"].as_f64().unwrap())
    });
    // Both have 38 shingles and share 35.
    assert_eq!(repeats.collect::<Vec<_>>(), [(["b", "a"], 35.0 / 41.0), (["e", "d"], 1.0)]);
    assert_eq!(fields(&found["kept"], "path"), ["a", "c", "d", "f"]);
    assert_eq!((&found["documents_found"], &found["kept_found"]), (&6.into(), &4.into()));
    let parameters = &found["parameters"];
    let defaults = ["stop-words", "stem", "measure"].map(|name| parameters[name].as_str().unwrap());
    assert_eq!(defaults, ["off", "off", "jaccard"]);
}

#[test]
fn a_name_with_a_line_end_is_one_line() {
    let records = line("a\\nb\\r", &words(1)) + &line("ü", &words(2));
    let dir = folder(&[("in.jsonl", &records)]);
    assert_eq!(kept(dir.path(), "in.jsonl", "--id id"), ["a␊b␍", "ü"]);
    assert_eq!(json(dir.path(), &dedup("in.jsonl", "--id id"))["kept"][0]["path"], "a\nb\r");
}

#[test]
fn what_shares_nothing_repeats_nothing_also_at_threshold_0() {
    // As Markdown, the bytes of a.txt are two words, like b.md.
    let dir = folder(&[
        ("a.txt", "zulu <i> *yankee*"),
        ("b.md", "zulu *yankee*"),
        ("c.md", "zulu <i> *yankee*"),
    ]);
    let found = json(dir.path(), "dedup . -t 0 --width 3");
    assert_eq!(fields(&found["kept"], "path"), ["a.txt", "b.md"], "{found}");
    assert_eq!(found["repeats"][0]["score"], 1.0, "{found}");
}

#[test]
fn the_longest_of_two_stays_where_that_is_asked_for() {
    let longer = words(1) + "and a few words more";
    let records = line("short", &words(1)) + &line("other", &words(2)) + &line("long", &longer);
    let dir = folder(&[("in.jsonl", &records)]);
    assert_eq!(kept(dir.path(), "in.jsonl", "--id id"), ["short", "other"]);
    let longest = kept(dir.path(), "in.jsonl", "--id id --keep longest");
    assert_eq!(longest, ["other", "long"], "in their order");
}

#[test]
fn files_and_standard_input_are_deduplicated_too() {
    let dir = folder(&[("b.txt", &words(1)), ("a.txt", &changed(1, &[0])), ("c.txt", &words(2))]);
    let files = run(dir.path(), "dedup .");
    assert_eq!(files.out, "a.txt\nc.txt\n");
    assert!(files.err.contains("retained 2 of 3 documents"), "{}", files.err);
    let piped = run_with_input(dir.path(), &dedup("-", "--id id -t 70%"), chained().as_bytes());
    assert_eq!(piped.out, "a\nc\nd\nf\n");
    let named = run(dir.path(), "dedup c.txt b.txt a.txt");
    assert_eq!(named.out, "a.txt\nc.txt\n", "in the order of names");
    let globbed = run(dir.path(), "dedup c.txt b.txt --exclude c.txt");
    assert_eq!(globbed.out, "b.txt\nc.txt\n");
    assert!(globbed.err.contains("--include and --exclude"));
    for (args, code) in [("dedup c.txt a.txt --check", 0), ("dedup b.txt a.txt --check", 1)] {
        assert_eq!(run(dir.path(), args).code, Some(code), "{args}");
    }
}

#[test]
fn records_are_written_as_they_came() {
    let odd = format!(
        "\u{feff}{{ \"text\" : \"{}\" }}\r\n\n{{\"text\":\"{}\"}}\n{{\"text\":\"{}\"}}",
        words(1),
        changed(1, &[3]),
        words(2)
    );
    let dir = folder(&[("in.jsonl", &odd)]);
    let out = run(dir.path(), &dedup("in.jsonl", "-o out.jsonl")).out;
    let lines: Vec<&str> = odd.split_inclusive('\n').collect();
    // The last record ends its line too, so that outputs can be joined.
    let expected = [lines[0], lines[3], "\n"].concat();
    let counts = format!("out.jsonl: retained 2 of 3 documents, {} bytes; ", expected.len());
    assert!(out.starts_with(&counts) && out.contains("ignored 1 record"), "{out}");
    assert_eq!(std::fs::read(dir.path().join("out.jsonl")).unwrap(), expected.as_bytes());
    assert_eq!(run(dir.path(), &dedup("in.jsonl", "-o -")).out, expected);
    put(dir.path(), "more.jsonl", format!("{{\"text\":\"{}\"}}", words(9)));
    let out = run(dir.path(), &dedup("in.jsonl more.jsonl", "-o both.jsonl")).out;
    let bytes = std::fs::read(dir.path().join("both.jsonl")).unwrap().len();
    assert!(out.contains(&format!(" {bytes} bytes")), "{out}");
    refused(dir.path(), &dedup("in.jsonl", "-o out.jsonl"));
    has(&refused(dir.path(), &dedup("in.jsonl", "-o in.jsonl --force")), "in.jsonl: is an input");
    // The same batch again leaves its output.
    let seen = folder(&[]);
    let again = format!("-o out.jsonl --force --update --against {}", at(&seen, "seen.sk"));
    run(dir.path(), &dedup("in.jsonl", &again));
    has(&refused(dir.path(), &dedup("in.jsonl", &again)), "seen.sk: has all these records");
    let other = again.replace("out.jsonl", "other.jsonl");
    let other = run(dir.path(), &dedup("in.jsonl", &other));
    assert!(other.code == Some(0) && other.err.contains("has all these records"), "{}", other.err);
    let listed = again.replace("-o out.jsonl --force", "");
    has(&run(dir.path(), &dedup("in.jsonl", &listed)).err, "has all these records");
    assert_eq!(std::fs::read(dir.path().join("out.jsonl")).unwrap(), expected.as_bytes());
}

#[test]
fn a_score_is_that_of_compare_with_the_defaults_of_dedup() {
    let dir = folder(&[("in.jsonl", &chained())]);
    let listed = json(dir.path(), &dedup("in.jsonl", "--id id"));
    let compare = format!("compare in.jsonl b a {RECORDS} --id id");
    let plain = "--stop-words off --stem off --measure jaccard";
    let pair = json(dir.path(), &format!("{compare} {plain}"))["pair"].clone();
    let lesson = printed(dir.path(), &format!("teach in.jsonl b a {RECORDS} --id id"));
    assert!(lesson.starts_with("A lesson on b and a\n"), "{lesson}");
    assert_eq!((&listed["repeats"][0]["score"], &pair["b"]), (&pair["score"], &"a".into()));
    for (sketch, least) in [("supershingle", 2.0 / 6.0), ("megashingle", 1.0 / 15.0)] {
        let sketch = format!("--sketch {sketch}");
        let threshold = |args: &str| json(dir.path(), args)["parameters"]["threshold"].clone();
        assert_eq!(threshold(&dedup("in.jsonl", &sketch)), least);
        assert_eq!(threshold(&dedup("in.jsonl", &format!("{sketch} -t 45%"))), 0.45);
        let out = folder(&[]);
        let old = at(&out, "old.sk");
        printed(dir.path(), &format!("sketch in.jsonl {RECORDS} {sketch} -o {old}"));
        assert_eq!(threshold(&dedup("in.jsonl", &format!("--against {old}"))), least);
    }
}

#[test]
fn objects_of_an_array_are_written_one_a_line() {
    let object = |number| format!("{{\r\n \"text\": \"{}\"\n}}", words(number));
    let dir = folder(&[("in.json", &format!("[{}]", [1, 2, 1].map(object).join(", ")))]);
    let printed = run(dir.path(), &dedup("in.json", "-o -"));
    let kept = [1, 2].map(|at| object(at).replace(['\r', '\n'], " ") + "\n").concat();
    assert_eq!(printed.out, kept, "{}", printed.err);
}

#[test]
fn rows_of_tables_are_written_with_the_names_of_their_columns_once() {
    let dir = folder(&[]);
    let row = |id: &str, text: &str| format!("{id};\"{text}\n{text}\"\r\n");
    // ä in windows-1252 is invalid UTF-8.
    let head: &[u8] = b"id;text;\xe4\r\n";
    let a = [head, row("1", &words(1)).as_bytes(), row("2", &words(2)).as_bytes()].concat();
    let b = [head, row("3", &changed(1, &[1])).as_bytes(), row("4", &words(3)).as_bytes()].concat();
    put(dir.path(), "in/a.csv", &a);
    put(dir.path(), "in/b.csv", &b);
    let args = "dedup in --records csv:text --encoding windows-1252 -o";
    let written = run(dir.path(), &format!("{args} out.csv --id id"));
    assert_eq!(written.code, Some(0), "{}", written.err);
    let kept = [&a[..], row("4", &words(3)).as_bytes()].concat();
    assert_eq!(std::fs::read(dir.path().join("out.csv")).unwrap(), kept);
    put(dir.path(), "in/c.csv", format!("text\n{}\n", words(9)));
    let error = run(dir.path(), &format!("{args} more.csv")).err;
    assert!(error.contains("a.csv and c.csv have different columns"), "{error}");
}

#[test]
fn a_record_that_is_not_cut_surely_is_written_and_the_rest_counted() {
    let (one, two) = (words(1), words(2));
    // An unclosed quote swallows the next rows, and commas separate fields.
    let csv = format!("id,text\n1,{one}\n2,\"{two}\n3,{one}\n4,a, b, {one}\n5,\n");
    let dir = folder(&[
        ("in/a.csv", &csv),
        ("in/b.csv", &format!("id,text\n6,\"{two}\\\"\"\n")),
        ("c.jsonl", &format!("{{\"text\":\"{one}\"}}\nno JSON\n{{\"text\":\"\"}}\n{{}}\n")),
    ]);
    let written = run(dir.path(), "dedup in --records csv:text --strict -o out.csv");
    assert_eq!(written.code, Some(2), "{}", written.err);
    for why in [
        "a.csv:3: failed: 1 record",
        "a.csv:5: failed: 1 record",
        "b.csv:2: failed: 1",
        "3 records could not be read",
    ] {
        assert!(written.err.contains(why), "{why}: {}", written.err);
    }
    for count in ["retained 1 of 2 documents, ", "; copied 3 records", "; ignored 1 record"] {
        assert!(written.out.contains(count), "{count}: {}", written.out);
    }
    let kept = csv.replace(&format!("3,{one}\n"), "").replace("5,\n", "");
    let kept = kept + &format!("6,\"{two}\\\"\"\n");
    assert_eq!(std::fs::read_to_string(dir.path().join("out.csv")).unwrap(), kept);
    has(&run(dir.path(), &dedup("c.jsonl", "-o out.jsonl")).out, "; ignored 3 records");
    let scan = run(dir.path(), &format!("scan c.jsonl {RECORDS}"));
    assert!(scan.out.contains("1 document (1 record skipped, 2 records failed)"), "{}", scan.out);
}

#[test]
fn a_packed_file_is_written_unpacked_and_a_wide_encoding_is_refused() {
    use std::io::Write as _;
    let dir = folder(&[]);
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(chained().as_bytes()).unwrap();
    put(dir.path(), "in.jsonl.gz", packed.finish().unwrap());
    let written = run(dir.path(), &dedup("in.jsonl.gz", "-o - -t 70%"));
    let lines: Vec<&str> = written.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", written.err);
    assert!(chained().starts_with(lines[0]));
    // Packed, no record repeats another, so all stay.
    let out = folder(&[]);
    for name in ["kept.jsonl.gz", "again.jsonl.GZ"] {
        let packed = at(&out, name);
        printed(dir.path(), &dedup("in.jsonl.gz", &format!("-t 70% -o {packed}")));
        assert!(std::fs::read(&packed).unwrap().starts_with(b"\x1f\x8b"), "{name}");
        assert_eq!(run(dir.path(), &dedup(&packed, "-o - -t 70%")).out, written.out);
    }
    has(&run(dir.path(), &dedup("in.jsonl.gz", "-o kept.jsonl.zst")).err, "end the name with .gz");
    for name in ["y.parquet", "y.csv", "y.CSV.gz"] {
        let error = run(dir.path(), &dedup("in.jsonl.gz", &format!("-o {name}"))).err;
        assert!(error.contains("like the file that was read"), "{error}");
    }
    let wide = format!("\u{feff}{}", words(1));
    let wide: Vec<u8> = wide.encode_utf16().flat_map(u16::to_le_bytes).collect();
    put(dir.path(), "wide.txt", &wide);
    has(&run(dir.path(), "dedup wide.txt --records lines -o -").err, "cannot cut UTF-16LE");
}

/// Returns five days of records, each of which repeats a record of its own day, of the day before, and of the first
/// day.
fn week() -> Vec<(String, String)> {
    let day = |day: usize| {
        let own = day * 10;
        let before = own.saturating_sub(9);
        (0..4).map(|at| line(&format!("{day}-{at}"), &words(own + at))).collect::<String>()
            + &line(&format!("{day}-own"), &changed(own, &[5]))
            + &line(&format!("{day}-before"), &changed(before, &[7]))
            + &line(&format!("{day}-first"), &words(0))
            + "{\"id\":\"empty\",\"text\":\"\"}\n"
    };
    (1..=5).map(|number| (format!("day{number}.jsonl"), day(number))).collect()
}

#[test]
fn a_week_of_batches_is_one_run_over_all() {
    for named in ["", "--id id", "--sketch minhash", "--stem on --stop-words on", "-t 30%"] {
        let (days, out) = (folder(&[]), folder(&[]));
        for (name, text) in week() {
            put(days.path(), name, text);
        }
        let (one, many) = (at(&out, "one.sk"), at(&out, "many.sk"));
        let with = |into| format!("{named} --against {into}");
        let whole = kept(days.path(), ".", &(with(&one) + " --update"));
        let mut batches = Vec::new();
        for (day, (name, _)) in week().iter().enumerate() {
            // The file keeps all options.
            let options = if day == 0 { format!("{RECORDS} {named}") } else { String::new() };
            let run =
                run(days.path(), &format!("dedup {name} --against {many} --update {options}"));
            assert_eq!(run.code, Some(0), "{name} {options}: {}", run.err);
            batches.extend(run.out.lines().map(str::to_string));
        }
        assert_eq!(batches, whole, "{named}");
        assert_eq!(whole.len(), 5 * 4 + 2, "{whole:?}");
        let bytes = [&one, &many].map(|file| std::fs::read(file).unwrap());
        assert!(bytes[0] == bytes[1], "{named}: the sketch files differ");
        // A second run adds no record.
        assert_eq!(kept(days.path(), "day5.jsonl", &(with(&many) + " --update")), [""; 0]);
        assert!(std::fs::read(&many).unwrap() == bytes[0], "{named}");
        let asked = json(days.path(), &dedup("day5.jsonl", &with(&many)));
        let counts = ["documents_found", "kept_found", "documents_before"]
            .map(|field| asked[field].as_u64());
        assert_eq!(counts, [Some(7), Some(0), Some(22)]);
    }
}

#[test]
fn one_file_and_batches_of_it_are_one_where_fields_name_records() {
    let (days, out) = (folder(&[]), folder(&[]));
    let all: String = week().iter().map(|(_, text)| text.as_str()).collect();
    put(days.path(), "all.jsonl", all);
    let with = |into| format!("--id id --update --against {}", at(&out, into));
    let whole = kept(days.path(), "all.jsonl", &with("one.sk"));
    let mut batches = Vec::new();
    for (_, text) in week() {
        // Uses an equal file name each day.
        put(days.path(), "today.jsonl", text);
        batches.extend(kept(days.path(), "today.jsonl", &with("many.sk")));
    }
    assert_eq!(batches, whole);
}

#[test]
fn a_run_that_is_killed_leaves_the_file_as_it_was() {
    let (days, out) = (folder(&[]), folder(&[]));
    let (first, second) = (&week()[0].1, &week()[1].1);
    put(days.path(), "first.jsonl", first);
    put(days.path(), "second.jsonl", second);
    let file = at(&out, "seen.sk");
    let update = format!("--against {file} --update");
    kept(days.path(), "first.jsonl", &update);
    let before = std::fs::read(&file).unwrap();
    kept(days.path(), "second.jsonl", &update);
    let after = std::fs::read(&file).unwrap();
    assert!(before != after);
    for wait in 0..12 {
        std::fs::write(&file, &before).unwrap();
        let mut child = command(days.path(), &dedup("second.jsonl", &update))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(wait * 3));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = std::fs::read(&file).unwrap();
        assert!(now == before || now == after, "after {wait} waits");
        #[cfg(target_os = "linux")]
        assert_eq!(std::fs::read_dir(out.path()).unwrap().count(), 1, "a temporary file is left");
    }
}

#[test]
fn two_updates_at_once_both_add_to_the_file() {
    let (days, out) = (folder(&[]), folder(&[]));
    let file = at(&out, "seen.sk");
    // At first, the file to lock does not exist.
    for round in 0..4 {
        let names = [0, 1, 2].map(|number| format!("{round}-{number}.jsonl"));
        for (number, name) in names.iter().enumerate() {
            put(days.path(), name, line("a", &words(round * 3 + number)));
        }
        let runs = names.map(|name| {
            let args = dedup(&name, &format!("--against {file} --update"));
            command(days.path(), &args).stdout(Stdio::null()).spawn().unwrap()
        });
        for mut run in runs {
            assert!(run.wait().unwrap().success());
        }
        let listed = json(days.path(), &format!("scan --sketches {file}"));
        assert_eq!(listed["documents"].as_array().unwrap().len(), 3 * (round + 1));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_leaves_no_copy_of_standard_input() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::{io::Write as _, os::unix::process::ExitStatusExt as _, thread::sleep};
    let places = folder(&[]);
    let line = |number| [format!("line {number}"), " of many\n".into()];
    let lines: String = (0..20_000).flat_map(line).collect();
    // Background shells and nohup make the program ignore some signals. It then continues.
    let ignored = shingle::base::before_exit::ignored_signals();
    let signals = [Signal::INT, Signal::TERM, Signal::HUP, Signal::QUIT];
    for signal in signals.into_iter().filter(|one| ignored >> (one.as_raw() - 1) & 1 == 0) {
        let mut child = command(places.path(), "dedup - --records lines")
            .env("TMPDIR", places.path())
            .stdin(Stdio::piped())
            // The names stay unread, so the program blocks after it creates the temporary copy.
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let is_there = || std::fs::read_dir(places.path()).unwrap().count() > 0;
        while !is_there() {
            assert!(child.try_wait().unwrap().is_none(), "it ends too early");
            sleep(Duration::from_millis(5));
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().signal(), Some(signal.as_raw()));
        assert!(!is_there(), "{signal:?}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let twice = line("a", &words(1)) + &line("a", &words(2));
    let dir = folder(&[("in.jsonl", &chained()), ("twice.jsonl", &twice)]);
    let (text, out) = (dir.path(), folder(&[]));
    let (old, by_id) = (at(&out, "old.sk"), at(&out, "id.sk"));
    kept(text, "in.jsonl", &format!("--against {old} --update"));
    kept(text, "in.jsonl", &format!("--against {by_id} --update --id id"));
    put(text, "more/in.jsonl", line("z", &words(7)));
    put(text, "again.jsonl", line("a", &words(7)));
    let cases = [
        ("-w 4", "were made with 3"),
        ("-t 0.3", "--threshold 0.3: the sketches in"),
        ("--measure dice", "--measure dice: "),
        ("--update --id id", "remove --id"),
        ("--keep longest", "--keep longest"),
        ("--common auto", "all documents at once"),
    ];
    all_refused(text, &dedup("in.jsonl", &format!("--against {old}")), &cases);
    let cases = [
        (&*dedup("in.jsonl", "--against none.sk"), "none.sk: no such file; --update begins it"),
        (&dedup("in.jsonl", &format!("--against {by_id} --update --id text")), "remove --id"),
        (
            &dedup("in.jsonl", &format!("--against {old} --update {old}")),
            "use --against FILE --update",
        ),
        (&dedup("more/in.jsonl", &format!("--against {old}")), "in.jsonl: in.jsonl:1: "),
        (&dedup("again.jsonl", &format!("--against {by_id}")), "the id a; "),
        (&dedup("in.jsonl", "--passage 9"), "--passage"),
        (&dedup("in.jsonl", "-o - --format json"), "standard output"),
        (&dedup("in.jsonl", "--id name"), "lines 1, 2, 3, 4, 5 and 1 more"),
        (&dedup("twice.jsonl", "--id id"), "twice.jsonl:1 and twice.jsonl:2"),
        ("dedup in.jsonl -o x", "--output"),
        ("dedup in.jsonl --id id", "--id"),
        ("dedup -", "standard input"),
        ("dedup in.jsonl more", "more: a folder"),
        ("dedup none", "none: "),
    ];
    all_refused(text, "", &cases);
    let nowhere = refused(text, &dedup("in.jsonl", "--against no/such/s.sk --update"));
    assert_eq!(nowhere.lines().count(), 1, "{nowhere}");
}

#[test]
fn names_by_a_field_are_in_every_output_and_in_sketch_files() {
    let (dir, out) = (folder(&[("in.jsonl", &chained())]), folder(&[]));
    let old = at(&out, "old.sk");
    let lines = format!("{RECORDS} --format ndjson -t 80%");
    let scan = printed(dir.path(), &format!("scan in.jsonl {lines} --id id"));
    assert!(scan.contains("{\"a\":\"d\",\"b\":\"e\""), "{scan}");
    let clusters = format!("clusters - {lines} --id id");
    let clusters = objects(&run_with_input(dir.path(), &clusters, chained().as_bytes()).out);
    assert_eq!((clusters.len(), &clusters[0]["members"][2]["path"]), (2, &"c".into()));
    // The query is not its own match.
    for (more, own, first) in [("--id id", "a", "b"), ("", "in.jsonl:1", "in.jsonl:2")] {
        let hits = printed(dir.path(), &format!("query in.jsonl:1 --in in.jsonl {lines} {more}"));
        assert!(hits.starts_with(&format!("{{\"a\":\"{own}\",\"b\":\"{first}\"")), "{hits}");
    }
    let file = at(&out, "kept.sk");
    kept(dir.path(), "in.jsonl", &format!("--against {file} --update --id id"));
    // The file names the field, and `b` repeats `a`. A retained record is not its own match.
    for (asked, hits) in [("b", Some("a")), ("a", None)] {
        for id in ["", "--id id"] {
            let query =
                format!("query in.jsonl:{asked} --sketches {file} {id} -t 80% --format csv");
            let found = printed(dir.path(), &query);
            let own = format!("\n{asked},");
            let expected = hits.map(|hit| format!("{own}{hit},"));
            assert_eq!(found.contains(&own), expected.is_some(), "{query}: {found}");
            assert!(found.contains(&expected.unwrap_or_default()), "{query}: {found}");
        }
    }
    let ids = line("x:10", &words(5)) + &line("x:9", &words(6));
    put(dir.path(), "more.jsonl", ids);
    printed(dir.path(), &format!("sketch in.jsonl more.jsonl -o {old} {RECORDS} --id id"));
    let listed = json(dir.path(), &format!("scan --sketches {old}"));
    let names = fields(&listed["documents"], "document");
    assert_eq!(names, ["a", "b", "c", "d", "e", "f", "x:9", "x:10"]);
}
