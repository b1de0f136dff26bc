//! Checks the documents: README is short, and every relative link has an existing target file and heading. Web links
//! are not followed.

use std::{collections::BTreeSet, fs, path::Path, path::PathBuf};

use super::Source;

const LONGEST: usize = 900;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn documents() -> Vec<PathBuf> {
    let mut found = vec![root().join("assets/demo-README.md")];
    for folder in [root().to_path_buf(), root().join("docs")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path);
            }
        }
    }
    assert!(found.len() >= 9, "where are the documents? {found:?}");
    found
}

fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        inside ^= is_fence;
        !inside && !is_fence
    })
}

/// Returns the anchors of the headings in a text: small letters, hyphens for spaces, no other signs, and a number for a
/// repeated anchor.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in prose(text) {
        let title = line.trim_start_matches('#');
        if title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let name: String = title
            .trim()
            .to_lowercase()
            .chars()
            .filter(|one| one.is_alphanumeric() || [' ', '-', '_'].contains(one))
            .map(|one| if one == ' ' { '-' } else { one })
            .collect();
        let mut numbered = name.clone();
        for again in 1.. {
            if found.insert(numbered) {
                break;
            }
            numbered = format!("{name}-{again}");
        }
    }
    found
}

fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in prose(text) {
        for (open, close) in [("](", ')'), ("src=\"", '"'), ("href=\"", '"')] {
            for (at, _) in line.match_indices(open) {
                let rest = line.get(at + open.len()..).unwrap();
                found.push(rest.split(close).next().unwrap());
            }
        }
    }
    found
}

#[test]
fn the_readme_is_short() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let words = text.split_whitespace().count();
    assert!(words <= LONGEST, "{words} words; what is not needed to begin belongs to docs/");
}

#[test]
fn every_relative_link_leads_somewhere() {
    let mut checked = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = if file.is_empty() {
                document.clone()
            } else {
                document.parent().unwrap().join(file)
            };
            assert!(path.exists(), "{}: {link} is not there", document.display());
            if !anchor.is_empty() {
                let there = anchors(&fs::read_to_string(&path).unwrap());
                assert!(there.contains(anchor), "{}: {link}: no such heading", document.display());
            }
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} links were seen");
}

fn code(text: &str) -> impl Iterator<Item = &str> {
    prose(text).flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Returns true if a module has this path, whose last name may also be a function of the module.
fn is_there(sources: &[Source], path: &[&str]) -> bool {
    let ends = |source: &Source, path: &[&str]| {
        let module = source.path.with_extension("");
        module.ends_with(path.iter().collect::<PathBuf>())
            || module.parent().is_some_and(|parent| {
                module.ends_with("mod") && parent.ends_with(path.iter().collect::<PathBuf>())
            })
    };
    let (function, module) = path.split_last().unwrap();
    sources.iter().any(|source| {
        let has_it = || source.text.contains(&format!("fn {function}"));
        ends(source, path) || !module.is_empty() && ends(source, module) && has_it()
    })
}

#[test]
fn every_module_and_file_that_the_documents_name_is_there() {
    let sources = Source::everywhere();
    let mut checked = 0;
    for name in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = fs::read_to_string(root().join(name)).unwrap();
        for code in code(&text) {
            let is_name = |one: char| one.is_alphanumeric() || one == '_' || one == ':';
            if code.contains("::") && code.chars().all(is_name) {
                let is_module = |name: &&str| name.starts_with(|one: char| one.is_lowercase());
                let path: Vec<&str> = code.split("::").take_while(is_module).collect();
                assert!(path.is_empty() || is_there(&sources, &path), "{name}: {code}");
                checked += 1;
            }
            let folders = ["src/", "crates/", "tests/", "benches/", "docs/", "assets/"];
            if folders.iter().any(|folder| code.starts_with(folder)) && !code.contains(['*', ' ']) {
                assert!(root().join(code).exists(), "{name}: {code} is not there");
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "only {checked} modules and files were seen");
}

#[test]
fn headings_are_named_as_links_name_them() {
    let text =
        "# A *walk*: `shingle scan DIR`\n```\n# no heading\n```\n## Keys\n## Keys\n#no heading\n";
    let expected = ["a-walk-shingle-scan-dir", "keys", "keys-1"].map(String::from);
    assert_eq!(anchors(text), BTreeSet::from(expected));
}
