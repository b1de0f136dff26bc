//! Runs the binary in a folder and returns its output.

use std::process::{Command, Stdio};
use std::{ffi::OsStr, ffi::OsString, io::Write as _, path::Path, path::PathBuf};

use serde_json::Value;

pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) trait Args {
    fn list(&self) -> Vec<OsString>;
}

impl Args for str {
    fn list(&self) -> Vec<OsString> {
        self.split_whitespace().map(OsString::from).collect()
    }
}

impl Args for String {
    fn list(&self) -> Vec<OsString> {
        self.as_str().list()
    }
}

impl<S: AsRef<OsStr>> Args for [S] {
    fn list(&self) -> Vec<OsString> {
        self.iter().map(OsString::from).collect()
    }
}

impl<S: AsRef<OsStr>, const N: usize> Args for [S; N] {
    fn list(&self) -> Vec<OsString> {
        self.as_slice().list()
    }
}

impl<S: AsRef<OsStr>> Args for Vec<S> {
    fn list(&self) -> Vec<OsString> {
        self.as_slice().list()
    }
}

impl<A: Args + ?Sized> Args for &A {
    fn list(&self) -> Vec<OsString> {
        (*self).list()
    }
}

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Small library for golden outputs.
pub(crate) fn library() -> PathBuf {
    fixtures().join("cli")
}

/// Returns a command that runs in `dir`, without a terminal.
pub(crate) fn command(dir: &Path, args: &(impl Args + ?Sized)) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shingle"));
    command.current_dir(dir).args(args.list()).env_remove("COLUMNS").stdin(Stdio::null());
    // Ignores the tester's config file.
    command.env("SHINGLE_CONFIG", "").env("SHINGLE_CACHE", "").env("SHINGLE_STATE", "");
    // Ignores the tester's marks and phrases.
    command.env("SHINGLE_DECISIONS", "").env("SHINGLE_PHRASES", "").env("SHINGLE_LOG", "");
    command
}

pub(crate) fn ran(command: &mut Command) -> Run {
    finished(command.output().unwrap())
}

pub(crate) fn run(dir: &Path, args: &(impl Args + ?Sized)) -> Run {
    ran(&mut command(dir, args))
}

pub(crate) fn run_with_input(dir: &Path, args: &(impl Args + ?Sized), input: &[u8]) -> Run {
    let mut child = command(dir, args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    finished(child.wait_with_output().unwrap())
}

fn finished(output: std::process::Output) -> Run {
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Returns the standard output of a run that must succeed with empty standard error.
#[track_caller]
pub(crate) fn printed(dir: &Path, args: &(impl Args + ?Sized)) -> String {
    let run = run(dir, args);
    assert_eq!((run.code, &*run.err), (Some(0), ""), "{:?}", args.list());
    run.out
}

/// Returns the error of a run that must fail with code 2 and print nothing else.
#[track_caller]
pub(crate) fn refused(dir: &Path, args: &(impl Args + ?Sized)) -> String {
    let Run { code, out, err } = run(dir, args);
    assert_eq!((code, &*out), (Some(2), ""), "{:?}: {err}", args.list());
    assert!(err.ends_with('\n') && !err.contains("panicked"), "{:?}: {err}", args.list());
    err
}

/// Runs `base` with the arguments of each case. The run must fail, and its error must contain the text of the case.
#[track_caller]
pub(crate) fn all_refused(dir: &Path, base: &str, cases: &[(&str, &str)]) {
    for (more, text) in cases {
        let error = refused(dir, &format!("{base} {more}"));
        assert!(error.contains(text), "{base} {more}: {error}");
    }
}

/// Returns the JSON that a run prints, and ignores standard error.
#[track_caller]
pub(crate) fn json(dir: &Path, args: &(impl Args + ?Sized)) -> Value {
    let mut args = args.list();
    args.extend(["--format".into(), "json".into()]);
    let run = run(dir, &args);
    assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

pub(crate) fn objects(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

pub(crate) fn fields<'a>(list: &'a Value, name: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|one| one[name].as_str().unwrap()).collect()
}

/// Returns the names of each pair, such as `a.txt b.txt`.
pub(crate) fn names(pairs: &Value) -> Vec<String> {
    let (a, b) = (fields(pairs, "a"), fields(pairs, "b"));
    a.into_iter().zip(b).map(|(a, b)| format!("{a} {b}")).collect()
}

pub(crate) fn pair(dir: &Path, args: &(impl Args + ?Sized)) -> Value {
    let mut all = "compare a.txt b.txt".list();
    all.extend(args.list());
    json(dir, &all)["pair"].clone()
}

pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        put(dir.path(), name, text);
    }
    dir
}

/// Returns different words: `a0 a1 a2`.
pub(crate) fn numbered(name: &str, numbers: std::ops::Range<usize>) -> String {
    numbers.map(|number| format!("{name}{number}")).collect::<Vec<_>>().join(" ")
}

pub(crate) fn at(dir: &tempfile::TempDir, name: &str) -> String {
    dir.path().join(name).to_str().unwrap().to_string()
}

pub(crate) fn put(dir: &Path, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
    let path = dir.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}

/// Fails if the text lacks this part.
#[track_caller]
pub(crate) fn has(text: &str, part: &str) {
    assert!(text.contains(part), "no {part:?} in: {text}");
}
