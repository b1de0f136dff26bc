//! The cache: a second run reuses texts of the first, damaged entries are ignored, and the output never changes.

use std::{fs, path::Path, path::PathBuf, process::Command, process::Stdio, sync::Arc};

use documents::cache::{CachePlace, CachedReader, TextCache};
use documents::{Extracted, Format, FormatReader, Limits, Unreadable};
use serde_json::Value;

use crate::support::{all_refused, at, command, fields, fixtures, folder, put, ran};

/// Exit code, standard output and standard error of a run.
type Output = (Option<i32>, String, String);

fn output(command: &mut Command) -> Output {
    let run = ran(command);
    (run.code, run.out, run.err)
}

fn scan(cache: &Path, more: &str) -> Output {
    let args = format!("scan . --format json {more}");
    output(command(&fixtures().join("formats"), &args).env("SHINGLE_CACHE", cache))
}

fn plain() -> Output {
    let plain = scan(Path::new(""), "");
    assert_eq!((plain.0, plain.2.as_str()), (Some(0), ""));
    plain
}

fn texts(cache: &Path) -> Vec<PathBuf> {
    let Ok(files) = fs::read_dir(cache.join("texts-1")) else { return Vec::new() };
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

struct Always(&'static str);

impl FormatReader for Always {
    fn reader_limits(&self) -> &Limits {
        &Limits::DEFAULT
    }

    fn read(&self, _: Format, _: &[u8]) -> Result<Extracted, Unreadable> {
        Ok(Extracted { text: self.0.to_string(), ..Extracted::default() })
    }
}

fn plant(cache: &Path, pdf: &[u8], text: &'static str) {
    let place = CachePlace { directory: Some(cache.into()), read: None, limit: 1 << 30 };
    let cache = Arc::new(TextCache::new(place));
    let reader = CachedReader { reader: Arc::new(Always(text)), cache: Arc::clone(&cache) };
    reader.read(Format::Pdf, pdf).unwrap();
    assert!(cache.notices().is_empty());
}

#[test]
fn what_is_in_the_cache_is_not_read_again() {
    let cache = tempfile::tempdir().unwrap();
    let text = "no reader of this file ever gave these nine words";
    let pdf = fs::read(fixtures().join("formats/alice.pdf")).unwrap();
    plant(cache.path(), &pdf, text);
    let words = |found: &Output, name: &str| {
        let found: Value = serde_json::from_str(&found.1).unwrap();
        let names = fields(&found["documents"], "document");
        let place = names.iter().position(|one| *one == name).unwrap();
        found["documents"][place]["words"].as_u64().unwrap()
    };
    let planted = scan(cache.path(), "");
    assert_eq!(words(&planted, "alice.pdf"), 10, "{}", planted.1);
    // Reads a file with other content, or without the cache, normally.
    assert!(words(&planted, "alice.docx") > 100);
    let dir = folder(&[("config.toml", "no-cache = true\n")]);
    for more in ["--no-cache", &format!("--config {}", at(&dir, "config.toml"))] {
        assert!(words(&scan(cache.path(), more), "alice.pdf") > 100, "{more}");
    }
    // The other commands use the cache too.
    let files = folder(&[("a.txt", text)]);
    put(files.path(), "b.pdf", &pdf);
    for (args, pair) in [
        ("compare a.txt b.pdf --format json", "/pair/score"),
        ("query b.pdf --in . --format json", "/pairs/0/score"),
    ] {
        let (_, out, err) = output(command(files.path(), args).env("SHINGLE_CACHE", cache.path()));
        let found: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((found.pointer(pair), &*err), (Some(&1.0.into()), ""), "{args}: {out}");
    }
}

#[test]
fn wherever_its_place_is_unfit_there_is_one_note_and_the_same_output() {
    let dir = folder(&[("file", "mine")]);
    let plain = plain();
    let file = dir.path().join("file");
    let (nowhere, inside) = (Path::new("/dev/null"), file.join("cache"));
    let formats = fixtures().join("formats");
    let cases: [(&[(&str, &Path)], &str); 6] = [
        (&[("SHINGLE_CACHE", &file)], "is not a directory"),
        (&[("SHINGLE_CACHE", &inside)], "is not a directory"),
        (&[("SHINGLE_CACHE", &formats)], "inside the scanned folder"),
        (&[("HOME", nowhere)], "is not a directory"),
        (&[("XDG_CACHE_HOME", nowhere), ("HOME", dir.path())], "is not a directory"),
        (&[], "set HOME or SHINGLE_CACHE"),
    ];
    for (env, words) in cases {
        let mut run = command(&formats, "scan . --format json");
        run.env_remove("SHINGLE_CACHE").env_remove("XDG_CACHE_HOME").env_remove("HOME");
        let (code, out, err) = output(run.envs(env.iter().copied()));
        assert_eq!((code, &out), (plain.0, &plain.1), "{env:?}");
        assert!(err.starts_with("shingle: note: ") && err.contains("cache"), "{env:?}: {err}");
        assert!(err.contains(words) && err.lines().count() == 1, "{env:?}: {err}");
    }
    assert!(!formats.join("texts-1").exists() && !formats.join("CACHEDIR.TAG").exists());
    assert_eq!(fs::read(file).unwrap(), b"mine");
    // A run that needs no cache has no note.
    let mut run = command(dir.path(), "scan .");
    assert_eq!(output(run.env("SHINGLE_CACHE", inside)).2, "");
}

#[test]
fn its_place_is_the_users_own_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = tempfile::tempdir().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for (number, umask) in ["000", "022", "277"].into_iter().enumerate() {
        let base = home.path().join(number.to_string());
        fs::create_dir(&base).unwrap();
        let script = format!("umask {umask}; exec \"$0\" scan .");
        let mut run = Command::new("sh");
        run.args(["-c", &script, env!("CARGO_BIN_EXE_shingle")]).stdin(Stdio::null());
        run.current_dir(fixtures().join("formats")).env("SHINGLE_CONFIG", "");
        run.env_remove("SHINGLE_CACHE").env("XDG_CACHE_HOME", &base);
        assert_eq!(output(&mut run).0, Some(0));
        let cache = base.join("shingle");
        assert_eq!((mode(&cache), mode(&cache.join("texts-1"))), (0o700, 0o700), "{umask}");
        let texts = texts(&cache);
        assert!(texts.len() > 5 && texts.iter().all(|text| mode(text) == 0o600), "{umask}");
    }
}

#[test]
fn the_command_tells_its_path_and_size_and_clears_it() {
    let dir = tempfile::tempdir().unwrap();
    let cache = dir.path().join("cache");
    let told = |action: &str| {
        output(command(dir.path(), &format!("cache {action}")).env("SHINGLE_CACHE", &cache))
    };
    let said = |text: &str| (Some(0), format!("{text}\n"), String::new());
    assert_eq!(told("path"), said(cache.to_str().unwrap()));
    assert_eq!(told("size"), said("0 texts, 0.0 MiB, of at most 1024 MiB"));
    assert_eq!(told("clear"), said("0 texts, 0.0 MiB removed"));
    assert!(!cache.exists(), "to look at a cache makes none");
    scan(&cache, "");
    assert!(cache.join("CACHEDIR.TAG").exists());
    let count = texts(&cache).len();
    assert_eq!(told("size"), said(&format!("{count} texts, 0.1 MiB, of at most 1024 MiB")));
    assert_eq!(told("clear"), said(&format!("{count} texts, 0.1 MiB removed")));
    assert!(!cache.exists());
    all_refused(dir.path(), "cache", &[("size", "the cache is off: SHINGLE_CACHE is empty\n")]);
    all_refused(dir.path(), "scan . --cache-size", &[("0", "from 1 to 1048576")]);
}
