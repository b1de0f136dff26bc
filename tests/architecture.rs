//! Checks the source against the project's rules: allowed imports of each module, and modules that may read the disk.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod dependencies;
mod documents;
mod layers;
mod paths;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Modules of the library, and the lower modules that each may import.
const LIBRARY: [(&str, &str); 14] = [
    ("base", ""),
    ("documents", "base"),
    ("storage", "base"),
    ("text", "base"),
    ("shingle", "base text"),
    ("compare", "base text shingle"),
    ("decisions", "base storage"),
    ("pipeline", "base documents text shingle compare"),
    ("lab", "base text shingle compare pipeline"),
    ("lesson", "base text shingle compare pipeline"),
    ("folder", "base"),
    ("texts", "base documents text compare pipeline"),
    ("visits", "base compare pipeline storage"),
    ("engine", "base documents storage text shingle compare decisions pipeline lab folder visits"),
];

const PACKAGES: [&str; 2] = ["base", "documents"];

/// Modules of the binary: allowed imports from the binary and from the library.
const BINARY: [(&str, &str, &str); 6] = [
    ("printer", "", "base documents text shingle compare pipeline lab lesson"),
    ("report", "printer", "base decisions documents text compare pipeline folder engine"),
    (
        "cli",
        "report",
        "decisions engine folder visits base documents text shingle compare pipeline lab",
    ),
    (
        "commands",
        "printer cli report tui",
        "base documents storage decisions text shingle compare pipeline lab lesson folder engine visits",
    ),
    (
        "tui",
        "",
        "base documents decisions text shingle compare pipeline lab lesson folder engine visits",
    ),
    ("tests", "printer cli report tui", "shingle pipeline engine visits"),
];

struct Source {
    /// Relative to the root folder of the crate.
    path: PathBuf,
    text: String,
}

impl Source {
    fn all() -> Vec<Self> {
        let found = Self::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        assert!(found.len() > 50, "where is the source?");
        found
    }

    /// Paths of a package begin with its name.
    fn everywhere() -> Vec<Self> {
        let mut found = Self::all();
        for package in PACKAGES {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(package);
            let files = Self::below(&root.join("src")).into_iter();
            found.extend(
                files.map(|file| Self { path: Path::new(package).join(file.path), ..file }),
            );
        }
        found
    }

    /// Returns the files in path order.
    fn below(root: &Path) -> Vec<Self> {
        let (mut folders, mut found) = (vec![root.to_path_buf()], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    let text = fs::read_to_string(&path).unwrap();
                    found.push(Self { path: path.strip_prefix(root).unwrap().into(), text });
                }
            }
        }
        found.sort_by(|left, right| left.path.cmp(&right.path));
        found
    }

    /// The first folder, or the file name at the root.
    fn module(&self) -> String {
        self.path.iter().next().unwrap().to_str().unwrap().to_string()
    }

    fn is_library(&self) -> bool {
        LIBRARY.iter().any(|(module, _)| *module == self.module())
    }

    /// 1 for `module/mod.rs` or `module.rs`, 2 for `module/file.rs`, 0 for the roots.
    fn depth(&self) -> usize {
        let names = self.path.iter().count();
        let is_entry = ["mod.rs", "main.rs", "lib.rs"].iter().any(|name| self.path.ends_with(name));
        names - usize::from(is_entry)
    }

    /// Skips blank lines, comments and trailing tests.
    fn code(&self) -> impl Iterator<Item = &str> {
        let text = self.text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"))
    }

    /// Returns the imported modules as (crate, module): through `crate::`, `shingle::`, or a `super::` that leaves
    /// the module.
    fn imports(&self) -> BTreeSet<(&'static str, String)> {
        let in_binary = !self.is_library();
        let in_package = PACKAGES.contains(&self.module().as_str());
        let here = if in_binary { "binary" } else { "library" };
        let code = self.code().collect::<Vec<_>>().join("\n");
        let mut found = BTreeSet::new();
        for path in paths::paths(&code) {
            let supers = path.iter().take_while(|name| *name == "super").count();
            let (target, name) = match path.first().map(String::as_str) {
                Some(package) if PACKAGES.contains(&package) && path.len() > 1 => ("library", 0),
                Some("crate") if !in_package => (here, 1),
                Some("shingle") if in_binary => ("library", 1),
                Some("super") if !in_package && supers >= self.depth().max(1) => (here, supers),
                _ => continue,
            };
            found.extend(path.get(name).map(|name| (target, name.clone())));
        }
        found.remove(&(here, self.module()));
        found
    }
}

#[test]
fn every_import_goes_downwards() {
    let mut checked = 0;
    for source in Source::everywhere() {
        let module = source.module();
        let imports = source.imports();
        checked += imports.len();
        let library = LIBRARY.iter().find(|(name, _)| *name == module).map(|(_, below)| below);
        let binary = BINARY.iter().find(|(name, _, _)| *name == module);
        for (target, name) in imports {
            let is_among = |modules: &str| modules.split(' ').any(|module| module == name);
            let allowed = match (target, library, binary) {
                ("library", Some(below), _) | ("library", _, Some((_, _, below))) => {
                    is_among(below)
                }
                ("binary", _, Some((_, beside, _))) => is_among(beside),
                // The roots may import every module.
                _ => {
                    (module == "main.rs" || module == "lib.rs")
                        && (LIBRARY.iter().any(|(module, _)| *module == name)
                            || BINARY.iter().any(|(module, _, _)| *module == name))
                }
            };
            assert!(allowed, "{}: {module} must not import {name}", source.path.display());
        }
    }
    assert!(checked > 100, "only {checked} imports were seen");
}

#[test]
fn nothing_is_exported_a_second_time_but_by_the_facade_of_a_module() {
    let is_facade = |source: &Source| {
        // The screen is as large as all other modules together, so its folders count as modules.
        let is_top_module = source.depth() == 1
            || source.path.starts_with("documents")
            || source.path.starts_with("tui") && source.depth() == 2;
        source.path.ends_with("lib.rs") || source.path.ends_with("mod.rs") && is_top_module
    };
    for source in Source::everywhere().into_iter().filter(|source| !is_facade(source)) {
        for line in source.code() {
            let again =
                line.starts_with("pub use ") || line.starts_with("pub(") && line.contains(") use ");
            assert!(!again, "{}: {line}", source.path.display());
        }
    }
}

#[test]
fn only_the_folder_and_what_the_program_keeps_are_on_the_disk() {
    // The terminal is a file, and so is the system's information about a process.
    let allowed = "base/before_exit.rs base/storage/directory.rs base/storage/log.rs base/storage/scratch.rs \
        documents/cache/disk.rs documents/processes/confine.rs documents/processes/converter.rs \
        tui/terminal/output.rs tui/terminal/signals.rs";
    let others = |source: &&Source| {
        source.module() != "folder"
            && !allowed.split(' ').any(|path| source.path == Path::new(path))
    };
    for source in Source::everywhere().iter().filter(others) {
        let is_test = source.path.iter().any(|name| name == "tests" || name == "tests.rs");
        for line in source.code().filter(|_| !is_test) {
            let disk = ["std::fs", " File::open", "(File::open", "OpenOptions"];
            let named = disk.iter().any(|name| line.contains(name));
            assert!(!named, "{}: {line}", source.path.display());
        }
    }
}

#[test]
fn the_library_names_its_errors() {
    for source in Source::everywhere().iter().filter(|source| source.is_library()) {
        for line in source.code() {
            let nameless = line.contains("Result<")
                && line.contains(", String>")
                && !line.contains("<String, String>")
                || line.contains("type Err = String")
                || line.contains("dyn Error");
            assert!(!nameless, "{}: {line}", source.path.display());
        }
    }
}

#[test]
fn the_library_knows_no_screen_and_no_command_line() {
    let above = ["ratatui", "crossterm", "clap", "println!", "eprintln!", "print!", "eprint!"];
    for source in Source::everywhere().iter().filter(|source| source.is_library()) {
        for line in source.code() {
            let named = above.iter().find(|name| line.contains(**name));
            assert_eq!(named, None, "{}: {line}", source.path.display());
        }
    }
}

const DOORS: [&str; 5] =
    ["Source::read(", "RecordFile::read(", "Document::read(", "DocWords::read(", "Template::new("];

#[test]
fn the_bytes_of_a_document_become_text_behind_one_door() {
    let mut seen = 0;
    for source in Source::all() {
        // These files define the functions. All others must use `engine::reader`.
        let defines = ["pipeline/source.rs", "pipeline/document.rs", "engine/reader.rs"]
            .iter()
            .chain(&["pipeline/source/records.rs", "pipeline/texts/record.rs"])
            .chain(&["pipeline/parameters/template.rs"])
            .any(|path| source.path == Path::new(path));
        let is_test = source.path.iter().any(|name| name == "tests" || name == "tests.rs");
        for line in source.code().filter(|_| !is_test) {
            let named = DOORS.iter().find(|name| line.contains(**name));
            seen += usize::from(named.is_some());
            assert!(defines || named.is_none(), "{}: {line}", source.path.display());
        }
    }
    assert!(seen > 3, "where is the door?");
}
