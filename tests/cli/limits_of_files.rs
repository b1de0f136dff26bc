//! Limits of files: each has an option, and a file above it is one problem that names the option. Also `--strict`,
//! `--converter`, and files not meant as documents.

use std::fs;

use serde_json::Value;

use crate::support::{all_refused, command, fields, fixtures, folder, json, put, ran, run};

fn reason<'a>(found: &'a Value, path: &str) -> &'a str {
    let problems = &found["problems"];
    let place = fields(problems, "path").iter().position(|one| *one == path);
    fields(problems, "reason")[place.unwrap_or_else(|| panic!("no {path}: {found:#}"))]
}

#[test]
fn every_limit_has_an_option_that_its_refusal_names() {
    let dir = folder(&[]);
    let long = "some words of a long text ".repeat(45_000);
    put(dir.path(), "long.txt", &long);
    put(dir.path(), "page.html", format!("<p>{long}"));
    put(dir.path(), "deep.rtf", format!("{{\\rtf1{}x", "{".repeat(20)));
    let alice = fs::read(fixtures().join("formats/alice.docx")).unwrap();
    put(dir.path(), "alice.docx", &alice);
    for (option, value, path) in [
        ("--limit-file", "1", "long.txt"),
        ("--limit-text", "1", "long.txt"),
        ("--limit-text", "1", "page.html"),
        ("--limit-words", "1000", "long.txt"),
        ("--limit-words", "1000", "page.html"),
        ("--limit-depth", "10", "deep.rtf"),
        ("--limit-entries", "2", "alice.docx"),
    ] {
        let found =
            json(dir.path(), &format!("scan . --include {path} {option} {value} --allow-empty"));
        let reason = reason(&found, path);
        assert!(reason.contains(&format!("raise {option}")), "{option}: {reason}");
    }
    assert_eq!(json(dir.path(), "scan .")["problems"], Value::Array(Vec::new()));
}

#[test]
fn strict_fails_for_what_could_not_be_read_and_not_for_pictures() {
    let dir = folder(&[("a.txt", "one two three"), ("b.txt", "one two three")]);
    put(dir.path(), "c.png", b"\x89PNG\r\n\x1a\n\0");
    let to = tempfile::NamedTempFile::new().unwrap();
    let sketch = format!("sketch . --force -o {}", to.path().display());
    let commands = [
        "scan .",
        "scan . --format ndjson",
        "scan . --format json",
        "query a.txt --in .",
        &sketch,
        "clusters .",
        "passages .",
        "lab .",
    ];
    let with_strict = |command: &str| run(dir.path(), &format!("{command} --strict"));
    for command in commands {
        assert_eq!(with_strict(command).code, Some(0), "{command}");
    }
    put(dir.path(), "d.pdf", b"%PDF-1.7\n");
    for command in commands {
        assert_eq!(run(dir.path(), command).code, Some(0), "{command}");
        let strict = with_strict(command);
        assert_eq!(strict.code, Some(2), "{command}");
        let line = "shingle: 1 file could not be read; --strict";
        assert!(strict.err.lines().last().unwrap().starts_with(line), "{command}");
    }
}

#[test]
fn a_converter_reads_a_format_of_ones_own() {
    let dir = folder(&[("a.txt", "one two three four"), ("b.own", "ONE TWO THREE FIVE")]);
    put(dir.path(), "broken.own", b"");
    let option = "--converter=*.own=sh -c 'test -s {} || { echo it is empty >&2; exit 1; }; tr A-Z a-z < {}'";
    let found = json(dir.path(), &["scan", ".", option, "--case", "keep", "-t", "1%", "-w", "2"]);
    assert_eq!(found["pairs"].as_array().unwrap().len(), 1, "{found:#}");
    let expected = "its converter `sh` failed (exit status: 1): it is empty";
    assert_eq!(reason(&found, "broken.own"), expected);
    let pair =
        json(dir.path(), &["compare", "a.txt", "b.own", option, "--case", "keep", "-w", "2"]);
    assert_eq!(pair["pair"]["shared"], found["pairs"][0]["shared"], "{pair:#}");

    all_refused(dir.path(), "scan .", &[("--converter *.own", "expected PATTERN=COMMAND")]);
}

#[test]
fn converters_are_a_list_in_the_config_file_and_never_in_the_folder() {
    let config = "converter = ['*.one=echo from the first', '*.two=echo from the second']\n";
    let dir = folder(&[("a.one", "x"), ("b.two", "y"), ("config.toml", config)]);
    let shared = |config: &str| {
        let args = "compare a.one b.two --stop-words off -w 2 --format json";
        let run = ran(command(dir.path(), args).env("SHINGLE_CONFIG", config));
        serde_json::from_str::<Value>(&run.out).unwrap()["pair"]["shared"].as_u64().unwrap()
    };
    assert_eq!((shared(""), shared("config.toml")), (0, 1), "`from the` is in both");
}

#[cfg(target_os = "linux")]
fn readers_of(parent: u32) -> Vec<u32> {
    let processes = fs::read_dir("/proc")
        .unwrap()
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let is_reader = |process: &u32| {
        let of = |name: &str| fs::read_to_string(format!("/proc/{process}/{name}")).ok();
        // The program's name may contain blanks and brackets.
        let stat = of("stat").and_then(|stat| Some(stat.rsplit_once(')')?.1.to_string()));
        let above = stat.and_then(|stat| stat.split_whitespace().nth(1)?.parse::<u32>().ok());
        above == Some(parent) && of("cmdline").is_some_and(|line| line.contains("--reader-process"))
    };
    processes.filter(is_reader).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_reader_ends_with_its_parent_also_while_it_reads() {
    use std::{path::Path, thread, time::Duration};

    let dir = folder(&[]);
    // Takes many seconds to read.
    let page = "A \\textbf{word} \\emph{and \\texttt{one}} \\& more\n".repeat(1 << 20);
    put(dir.path(), "page.tex", page);
    for _ in 0..3 {
        let mut program = command(dir.path(), "scan .").spawn().unwrap();
        let pause = || thread::sleep(Duration::from_millis(20));
        let readers = loop {
            let readers = readers_of(program.id());
            if !readers.is_empty() {
                break readers;
            }
            assert!(program.try_wait().unwrap().is_none(), "it ends too early");
            pause();
        };
        thread::sleep(Duration::from_millis(400));
        program.kill().unwrap();
        program.wait().unwrap();
        let is_there = |reader: &u32| {
            let stat = fs::read_to_string(format!("/proc/{reader}/stat")).unwrap_or_default();
            Path::new(&format!("/proc/{reader}")).exists() && !stat.contains(") Z ")
        };
        let mut waited = 0;
        while readers.iter().any(is_there) {
            assert!(waited < 50, "a reader is still there");
            waited += 1;
            pause();
        }
    }
}

/// Returns true if a process with this argument runs.
#[cfg(target_os = "linux")]
fn runs(argument: &str) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        line.split(|byte| *byte == 0).any(|one| one == argument.as_bytes())
    })
}

#[cfg(target_os = "linux")]
#[test]
fn a_converter_and_all_that_it_starts_end_with_the_program_or_when_given_up() {
    use std::{thread::sleep, time::Duration};

    let dir = folder(&[("in/a.own", "text")]);
    let copies = dir.path().join("copies");
    fs::create_dir(&copies).unwrap();
    let [one, other] = ["1", "2"].map(|end| format!("9{}.{end}", std::process::id()));
    let converter = format!("*.own=sh -c \"setsid sleep {one} & sleep {other}; cat {{}}\"");
    let wait_for = |wanted: bool| {
        let are_as_wanted = || [&one, &other].iter().all(|sleeper| runs(sleeper) == wanted);
        let mut waited = 0;
        while !are_as_wanted() {
            assert!(waited < 500, "wanted: {wanted}");
            waited += 1;
            sleep(Duration::from_millis(10));
        }
        waited
    };
    let begin = |more: &[&str]| {
        let arguments = [&["scan", "in", "--converter", &converter][..], more].concat();
        command(dir.path(), &arguments).env("TMPDIR", &copies).spawn().unwrap()
    };
    let mut killed = begin(&[]);
    wait_for(true);
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(wait_for(false) < 100, "they end within a second");
    assert_eq!(fs::read_dir(&copies).unwrap().count(), 0);
    let mut given_up = begin(&["--limit-time", "1"]);
    wait_for(true);
    given_up.wait().unwrap();
    assert!(wait_for(false) < 100, "they end within a second");
    assert_eq!(fs::read_dir(&copies).unwrap().count(), 0);
}
