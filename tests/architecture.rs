//! Checks the source against the project's rules: the modules that may read the disk, and errors with names.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod dependencies;
mod documents;

use std::{fs, path::Path, path::PathBuf};

const PACKAGES: [&str; 5] = ["base", "documents", "core", "learn", "engine"];

struct Source {
    /// Path of the source file, relative to the root folder of the crate.
    path: PathBuf,
    text: String,
}

impl Source {
    fn all() -> Vec<Self> {
        let found = Self::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        assert!(found.len() > 50, "where is the source?");
        found
    }

    /// Returns all source files; the paths of a package begin with its name.
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

    /// Returns the source files below a folder, in path order.
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

    /// Returns the module of the file: its first folder, or at the root its name.
    fn module(&self) -> String {
        self.path.iter().next().unwrap().to_str().unwrap().to_string()
    }

    fn is_library(&self) -> bool {
        PACKAGES.contains(&self.module().as_str())
    }

    /// Returns the lines of code, without blank lines, comments and trailing tests.
    fn code(&self) -> impl Iterator<Item = &str> {
        let text = self.text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"))
    }
}

#[test]
fn only_the_folder_and_what_the_program_keeps_are_on_the_disk() {
    // The terminal is a file, and so is the system's information about a process.
    let allowed = "base/before_exit.rs base/storage/directory.rs base/storage/log.rs base/storage/scratch.rs \
        documents/cache/disk.rs documents/processes/confine.rs documents/processes/converter.rs \
        tui/terminal/output.rs tui/terminal/signals.rs";
    let others = |source: &&Source| {
        !source.path.starts_with("engine/folder")
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

const DOORS: [&str; 3] = ["Source::read(", "RecordFile::read(", "Document::read("];

#[test]
fn the_bytes_of_a_document_become_text_behind_one_door() {
    let mut seen = 0;
    for source in Source::everywhere() {
        if source.path.starts_with("documents") {
            continue;
        }
        // These files define the functions. All others must use `engine::reader`.
        let defines = "core/pipeline/document.rs core/pipeline/source/records.rs engine/reader.rs"
            .split(' ')
            .any(|path| source.path == Path::new(path));
        let is_test = source.path.iter().any(|name| name == "tests" || name == "tests.rs");
        for line in source.code().filter(|_| !is_test) {
            let named = DOORS.iter().find(|name| line.contains(**name));
            seen += usize::from(named.is_some());
            assert!(defines || named.is_none(), "{}: {line}", source.path.display());
        }
    }
    assert!(seen > 2, "where is the door?");
}
