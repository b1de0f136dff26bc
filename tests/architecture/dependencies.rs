//! Checks dependencies on this system: licences, versions, sources and required Rust, by the rules in `deny.toml`.
//! Every built package is on this machine, so the test needs no network.

use std::{collections::BTreeMap, collections::BTreeSet, fs, path::Path, process::Command};

use serde_json::Value;
use toml::de::{DeTable, DeValue};

const SOURCE: &str = "registry+https://github.com/rust-lang/crates.io-index";

type Package = (String, String);

fn read(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

fn text<'a>(value: &'a DeValue<'_>) -> &'a str {
    value.as_str().unwrap()
}

fn cargo(args: &[&str]) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(args).args(["--locked", "--offline"]);
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn host() -> String {
    let output = Command::new(env!("CARGO")).arg("-vV").output().unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    output.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_string()
}

/// Returns the built packages with their licences, because the lock file also lists packages that no feature enables.
fn built() -> BTreeMap<Package, String> {
    let host = host();
    let how = ["--edges", "normal,build,dev", "--prefix", "none", "--format", "{p}|{l}"];
    let tree = cargo(&[&["tree", "--target", &host], &how[..]].concat());
    let packages = tree.lines().filter_map(|line| {
        let (package, licence) = line.split_once('|')?;
        let mut words = package.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        let licence = licence.trim_end_matches(" (*)").to_string();
        Some(((name.to_string(), version.to_string()), licence))
    });
    let found: BTreeMap<_, _> = packages.collect();
    assert!(found.len() > 100, "{tree}");
    found
}

/// Returns true if the allowed licences satisfy the expression, read as ORs joined by ANDs. This is stricter than
/// needed for other expressions.
fn is_granted(expression: &str, allowed: &BTreeSet<&str>) -> bool {
    let plain = expression.replace(['(', ')'], "").replace(" / ", " OR ").replace('/', " OR ");
    plain.split(" AND ").all(|all| all.split(" OR ").any(|one| allowed.contains(one)))
}

#[test]
fn every_licence_is_one_that_is_allowed() {
    let rules = read("deny.toml");
    let rules = DeTable::parse(&rules).unwrap().into_inner();
    let allowed = rules["licenses"].get_ref()["allow"].get_ref().as_array().unwrap();
    let allowed: BTreeSet<&str> = allowed.iter().map(|one| text(one.get_ref())).collect();
    for (expression, granted) in [
        ("MIT OR GPL-3.0", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0", false),
        ("(MIT OR Apache-2.0) AND GPL-3.0", false),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
        ("", false),
    ] {
        assert_eq!(is_granted(expression, &allowed), granted, "{expression}");
    }
    let built = built();
    let others = built.iter().filter(|(_, licence)| !is_granted(licence, &allowed));
    assert_eq!(others.collect::<Vec<_>>(), []);
}

#[test]
fn what_is_built_in_two_versions_is_said_and_why() {
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, version) in built().into_keys() {
        versions.entry(name).or_default().push(version);
    }
    let rules = read("deny.toml");
    let rules = DeTable::parse(&rules).unwrap().into_inner();
    let mut said: BTreeSet<(&str, &str)> = BTreeSet::new();
    for entry in rules["bans"].get_ref()["skip"].get_ref().as_array().unwrap() {
        let entry = entry.get_ref();
        assert!(!text(entry["reason"].get_ref()).is_empty());
        said.insert(text(entry["crate"].get_ref()).split_once('@').unwrap());
    }
    for (name, versions) in versions {
        let is_said = |version: &str| {
            said.iter().any(|(one, begin)| {
                *one == name
                    && version.strip_prefix(begin).is_some_and(|rest| rest.starts_with('.'))
            })
        };
        let (older, others): (Vec<_>, Vec<_>) = versions.iter().partition(|one| is_said(one));
        let found = others.len();
        assert_eq!(found, 1, "{name}: of {versions:?} deny.toml says why there are {older:?}");
        said.retain(|(one, _)| *one != name);
    }
    assert!(said.is_empty(), "no longer built in two versions: {said:?}");
}

#[test]
fn everything_comes_from_one_registry() {
    let locked = read("Cargo.lock");
    let locked = DeTable::parse(&locked).unwrap().into_inner();
    for package in locked["package"].get_ref().as_array().unwrap() {
        let package = package.get_ref();
        let (name, source) = (text(package["name"].get_ref()), package.get("source"));
        let wanted = (!name.starts_with(env!("CARGO_PKG_NAME"))).then_some(SOURCE);
        assert_eq!(source.map(|source| text(source.get_ref())), wanted, "{name}");
    }
}

#[test]
fn every_package_and_the_newest_release_in_the_changelog_have_one_version() {
    let own = env!("CARGO_PKG_VERSION");
    let newest = read("CHANGELOG.md");
    let mut titles = newest.lines().filter_map(|line| line.strip_prefix("## "));
    let newest = titles.find_map(|title| Some(title.split_once(" - ")?.0));
    assert_eq!(newest, Some(own));
    let mut seen = 0;
    for file in
        ["Cargo.toml", "spark/Cargo.toml", "Cargo.lock", "spark/Cargo.lock", "fuzz/Cargo.lock"]
    {
        // crates.io packs this package without both folders.
        let Ok(text) = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)) else {
            continue;
        };
        let mut names = "";
        for line in text.lines() {
            let version =
                line.split_once("version = \"").and_then(|(_, rest)| rest.split('"').next());
            let is_own = |names: &str| names.contains("\"shingle") && !names.contains("fuzz");
            if let Some(version) = version.filter(|_| is_own(names) || is_own(line)) {
                assert_eq!(version, own, "{file}: {names} {line}");
                seen += 1;
            }
            names = line;
        }
    }
    assert!(seen >= 5, "where are the versions?");
}

#[test]
fn nothing_asks_for_a_newer_rust_than_the_program_says() {
    let numbers = |version: &str| {
        let mut numbers: Vec<u32> = version.split('.').map(|part| part.parse().unwrap()).collect();
        numbers.resize(3, 0);
        numbers
    };
    let own = numbers(env!("CARGO_PKG_RUST_VERSION"));
    let built = built();
    let output = cargo(&["metadata", "--format-version", "1", "--filter-platform", &host()]);
    let output: Value = serde_json::from_str(&output).unwrap();
    for package in output["packages"].as_array().unwrap() {
        let text = |name: &str| package[name].as_str().map(str::to_string);
        let (name, version) = (text("name").unwrap(), text("version").unwrap());
        if let Some(asked) = text("rust_version")
            && built.contains_key(&(name.clone(), version))
        {
            assert!(numbers(&asked) <= own, "{name} asks for Rust {asked}");
        }
    }
}
