//! Checks `docs/json.md` against the output: lists name exactly the existing fields, and examples are real outputs.
//! `UPDATE_DOCS=1 cargo test docs` writes the examples.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::{collections::BTreeSet, fmt::Write as _, os::unix::ffi::OsStrExt as _};

use serde_json::{Map, Value};

use crate::support::{fixtures, library, put, run};

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/json.md")
}

pub(crate) fn demo() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo")
}

struct Field {
    name: String,
    types: String,
    line: usize,
}

impl Field {
    fn is_optional(&self) -> bool {
        self.types.ends_with(", optional")
    }

    fn fits(&self, value: &Value) -> bool {
        let types = self.types.trim_end_matches(", optional");
        let (main, or_null) =
            types.strip_suffix(" or null").map_or((types, false), |main| (main, true));
        let is = |name| main.split(", ").any(|one| one == name);
        match value {
            Value::Null => or_null,
            Value::Bool(_) => is("boolean"),
            Value::Number(_) => is("number"),
            Value::String(_) => is("text"),
            Value::Array(_) => is("list"),
            Value::Object(_) => is("object"),
        }
    }
}

/// Returns true for a place such as `scan.pairs[]`; `*` stands for any characters.
fn is_at(place: &str, pattern: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return place == pattern };
    let Some(place) = place.strip_prefix(start) else { return false };
    (0..=place.len()).any(|at| is_at(place.get(at..).unwrap_or_default(), rest))
}

/// Returns each field with the pattern of its places.
fn documented() -> Vec<(String, Field)> {
    let text = std::fs::read_to_string(page()).unwrap();
    let mut found = Vec::new();
    let mut places: Vec<&str> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if let Some(named) = line.strip_prefix("<!-- at: ") {
            places = named.trim_end_matches(" -->").split(", ").collect();
        } else if line.is_empty() {
            places.clear();
        } else if let Some(item) = line.strip_prefix("- `") {
            let (names, rest) = item.split_once("` (").unwrap();
            let (types, _) = rest.split_once(')').unwrap();
            for (place, name) in
                places.iter().flat_map(|place| names.split("`, `").map(move |name| (place, name)))
            {
                let field = Field { name: name.into(), types: types.into(), line: at + 1 };
                found.push(((*place).to_string(), field));
            }
        }
    }
    found
}

fn objects<'v>(value: &'v Value, place: &str, found: &mut Vec<(String, &'v Map<String, Value>)>) {
    match value {
        Value::Object(fields) => {
            found.push((place.to_string(), fields));
            for (name, value) in fields {
                objects(value, &format!("{place}.{name}"), found);
            }
        }
        Value::Array(all) => {
            for value in all {
                objects(value, &format!("{place}[]"), found);
            }
        }
        _ => {}
    }
}

/// Creates a folder of special cases: names that are not UTF-8, an unsure encoding, a file with an author, a skipped
/// file.
fn strange() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let text = b"every one of these files holds this sentence";
    for name in [&b"caf\xe9.txt"[..], b"plain.txt", b"th\xe9.txt"] {
        put(dir.path(), OsStr::from_bytes(name), [text, name].concat());
    }
    put(dir.path(), "unsure.txt", b"Stra\xe8e");
    put(
        dir.path(),
        "stated.md",
        b"---\ntitle: a\nauthor: b\ndate: 2021-03-04\nlastmod: 2022\n---\nOther words.\n",
    );
    put(dir.path(), OsStr::from_bytes(b"\xff.png"), b"\x89PNG\r\n\x1a\n");
    dir
}

/// Creates a text with two sources, dated older and newer, with copies, and names that are not UTF-8.
fn sourced() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = ("The keeper lit the old lamp at four.", "Nine gulls slept on the cold pier.");
    let dated = |year: &str, text: &str| format!("---\ndate: {year}\n---\n{text}\n");
    put(dir.path(), "text.md", dated("2021", &format!("{one} {two} Words of my own.")));
    put(dir.path(), "picture.png", b"\x89PNG\r\n\x1a\n");
    put(dir.path(), "old.md", dated("2019", one));
    put(dir.path(), OsStr::from_bytes(b"old\xe9.md"), dated("2019", one));
    put(dir.path(), "new.md", dated("2023", &format!("{two} So they say.")));
    let again = dated("2023", &format!("{two} So it goes on."));
    put(dir.path(), OsStr::from_bytes(b"z\xe9.md"), again);
    dir
}

/// Copies a folder, and gives all files a new modification time.
pub(crate) fn copied(folder: &Path) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let mut rest = vec![folder.to_path_buf()];
    while let Some(at) = rest.pop() {
        for entry in std::fs::read_dir(&at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                rest.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap();
                put(dir.path(), name, std::fs::read(&path).unwrap());
            }
        }
    }
    dir
}

fn printed(dir: &Path, args: &str) -> String {
    let args: Vec<OsString> = args
        .split(' ')
        // Placeholders for names that are not UTF-8.
        .map(|arg| match arg {
            "CAFE" => OsStr::from_bytes(b"caf\xe9.txt").to_os_string(),
            arg => arg.into(),
        })
        .collect();
    let run = run(dir, &args);
    assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
    run.out
}

/// Returns outputs by their names in the document.
fn outputs() -> Vec<(&'static str, Value)> {
    let (demo, strange) = (demo(), strange());
    let strange = strange.path();
    let (library, formats) = (library(), fixtures().join("formats"));
    let sourced = sourced();
    let begun = tempfile::tempdir().unwrap();
    let begun = format!("dedup . --against {}/seen.sk --update", begun.path().display());
    let mut found = Vec::new();
    for (name, dir, args) in [
        ("scan", &*demo, "scan ."),
        ("scan", &demo, "scan . --sketch minhash --verify off"),
        ("scan", strange, "scan ."),
        ("scan", &demo, "scan . --include *.txt --exclude letters"),
        ("query", &demo, "query essays/tea.html --in ."),
        ("query", strange, "query CAFE --in . -t 0"),
        ("compare", &demo, "compare letters/postcard.txt essays/night-train.txt"),
        ("compare", &demo, "compare news/bridge-morning.txt news/bridge-abroad.md"),
        ("compare", strange, "compare CAFE unsure.txt"),
        ("compare", &*formats, "compare alice.pdf alice.epub"),
        ("sources", &*demo, "sources news/bridge-morning.txt --in ."),
        ("sources", sourced.path(), "sources text.md --in . --least 0"),
        ("sources", &*formats, "sources alice.pdf --in ."),
        ("passages", &*demo, "passages . --least 20 --top 3"),
        ("passages", strange, "passages . --least 3"),
        ("passages", &*formats, "passages . --least 30 --top 3"),
        ("clusters", &*demo, "clusters ."),
        ("clusters", strange, "clusters ."),
        ("dedup", &*demo, "dedup ."),
        ("dedup", strange, "dedup . -t 0.1 -w 1"),
        ("dedup", &demo, &begun),
        ("lab", &demo, "lab . --for dedup"),
        ("lab", strange, "lab ."),
        ("lab", &demo.with_file_name("lesson/tweets"), "lab ."),
        ("labels", &library, "lab . --labels ../labels.tsv"),
    ] {
        let text = printed(dir, &format!("{args} --format json"));
        found.push((name, serde_json::from_str(&text).unwrap()));
    }
    let lines = |args: &str| -> Vec<Value> {
        printed(&demo, args).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let all = lines("scan . --documents --format ndjson");
    let (documents, pairs): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|line| line.get("document").is_some());
    let whole =
        [("documents", documents), ("pairs", pairs)].map(|(name, all)| (name.into(), all.into()));
    found.push(("ndjson", Value::Object(whole.into_iter().collect())));
    let compare = "compare letters/postcard.txt essays/night-train.txt --format ndjson";
    found.push(("compare-ndjson", lines(compare).remove(0)));
    let of_text = "sources licences/bowline.txt --in . --format ndjson";
    found.push(("sources-ndjson", lines(of_text).remove(0)));
    found.push(("dedup-ndjson", lines("dedup . --format ndjson").remove(0)));
    found.push(("passages-ndjson", lines("passages . --top 1 --format ndjson").remove(0)));
    found
}

#[test]
fn the_page_on_json_names_every_field_and_no_other() {
    let documented = documented();
    let outputs = outputs();
    let mut all = Vec::new();
    for (name, value) in &outputs {
        objects(value, name, &mut all);
    }
    for (at, _) in documented.iter().filter(|(at, _)| at != "csv[]") {
        assert!(all.iter().any(|(place, _)| is_at(place, at)), "there is nothing at {at}");
    }
    let mut seen: BTreeSet<(usize, &str)> = BTreeSet::new();
    for (place, fields) in &all {
        // The list of NDJSON lines is not an object of the output.
        if place == "ndjson" {
            continue;
        }
        let named: Vec<_> = documented.iter().filter(|(at, _)| is_at(place, at)).collect();
        assert!(!named.is_empty(), "no list is at {place}");
        for (name, value) in *fields {
            let found = named.iter().find(|(_, field)| &field.name == name);
            let (_, field) = found.unwrap_or_else(|| panic!("{place}: no list names {name}"));
            assert!(field.fits(value), "{place}.{name} is no {}: {value}", field.types);
            seen.insert((field.line, &field.name));
        }
        for (_, field) in named.iter().filter(|(_, field)| !field.is_optional()) {
            assert!(fields.contains_key(&field.name), "{place} has no {}", field.name);
        }
    }
    for (at, field) in documented.iter().filter(|(at, _)| at != "csv[]") {
        assert!(seen.contains(&(field.line, &*field.name)), "{at}: {} never appeared", field.name);
    }
}

#[test]
fn the_page_on_json_names_the_columns_of_csv() {
    let text = printed(&demo(), "scan news --format csv");
    let header: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    let named = documented().into_iter().filter(|(at, _)| at == "csv[]").map(|(_, field)| field);
    let (last, first): (Vec<_>, Vec<_>) = named.partition(Field::is_optional);
    let columns: Vec<&str> = first.iter().chain(&last).map(|field| &*field.name).collect();
    assert_eq!(header, columns);
}

/// Shortens indented JSON: lists keep their first element, and `…` replaces the parameters.
fn shortened(lines: &[&str]) -> Vec<String> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut short = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        at += 1;
        let (is_list, is_long) = (line.ends_with('['), line.contains("\"parameters\": {"));
        short.push(if is_long { format!("{line} … }},") } else { (*line).to_string() });
        if is_list || is_long {
            let end = lines[at..].iter().position(|other| indent(other) == indent(line)).unwrap();
            let inner = &lines[at..at + end];
            let starts = |line: &&str| line.trim_start() == "{" && indent(line) == indent(inner[0]);
            let second = (1..inner.len()).find(|place| starts(&inner[*place]));
            if is_list {
                short.extend(shortened(&inner[..second.unwrap_or(inner.len())]));
                short.extend(second.map(|_| format!("{}…", " ".repeat(indent(line) + 2))));
            }
            at += end + usize::from(is_long);
        }
    }
    short
}

#[test]
fn the_examples_on_the_page_on_json_are_printed() {
    let text = std::fs::read_to_string(page()).unwrap();
    let (open, close) = ("<!-- example: ", "<!-- /example -->");
    let mut parts = text.split(open);
    let mut wanted = parts.next().unwrap().to_string();
    let mut checked = 0;
    for part in parts {
        let (named, rest) = part.split_once(" -->\n").unwrap();
        let (_, behind) = rest.split_once(close).unwrap();
        let printed = printed(&demo(), named);
        let lines: Vec<&str> = printed.lines().collect();
        let (kind, shown) = match named.rsplit(' ').next().unwrap() {
            "json" => ("json", shortened(&lines).join("\n")),
            "csv" => ("csv", lines.join("\n")),
            _ => ("json", lines.join("\n")),
        };
        let block = format!("```sh\nshingle {named}\n```\n\n```{kind}\n{shown}\n```\n");
        let _ = write!(wanted, "{open}{named} -->\n{block}{close}{behind}");
        checked += 1;
    }
    assert!(checked > 2, "only {checked} examples were found");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(page(), &wanted).unwrap();
    }
    let found = std::fs::read_to_string(page()).unwrap();
    assert!(found == wanted, "docs/json.md is out of date: UPDATE_DOCS=1 cargo test docs");
}

#[test]
fn the_examples_of_other_pages_in_docs_are_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (page, command, cut, lines, columns) in [
        ("guide", "sources news/bridge-morning.txt --in .", " | head -n 8", 8, usize::MAX),
        ("guide", "passages licences --top 1", " | cut -c 1-100", usize::MAX, 100),
        ("clean-a-collection", "dedup . --format ndjson", "", usize::MAX, usize::MAX),
    ] {
        let page = root.join(format!("docs/{page}.md"));
        let found = std::fs::read_to_string(&page).unwrap();
        let open = format!("```sh\nshingle {command}{cut}\n```\n\n```text\n");
        let (before, rest) = found.split_once(&open).unwrap();
        let (_, behind) = rest.split_once("```\n").unwrap();
        let demo = copied(&root.join("assets/demo"));
        let out = printed(demo.path(), command);
        let lines = out.lines().take(lines).map(|line| line.chars().take(columns));
        let shown: String = lines.flat_map(|line| line.chain(['\n'])).collect();
        let wanted = format!("{before}{open}{shown}```\n{behind}");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&page, &wanted).unwrap();
        }
        let found = std::fs::read_to_string(&page).unwrap();
        let name = page.display();
        assert!(found == wanted, "{name} is out of date: UPDATE_DOCS=1 cargo test docs");
    }
}
