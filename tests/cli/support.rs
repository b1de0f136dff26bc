//! Runs the binary in a folder and returns its output.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The small library for golden outputs.
pub(crate) fn library() -> PathBuf {
    fixtures().join("cli")
}

/// Prepares the program to run in `dir` without a terminal.
pub(crate) fn command<S: AsRef<OsStr>>(dir: &Path, args: &[S]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shingle"));
    command.current_dir(dir).args(args).env_remove("COLUMNS").stdin(Stdio::null());
    // The tester may have a config file.
    command.env("SHINGLE_CONFIG", "").env("SHINGLE_CACHE", "").env("SHINGLE_STATE", "");
    // The tester may have marked these texts or ignored phrases.
    command.env("SHINGLE_DECISIONS", "").env("SHINGLE_PHRASES", "").env("SHINGLE_LOG", "");
    command
}

pub(crate) fn run<S: AsRef<OsStr>>(dir: &Path, args: &[S]) -> Run {
    finished(command(dir, args).output().unwrap())
}

pub(crate) fn run_with_input<S: AsRef<OsStr>>(dir: &Path, args: &[S], input: &[u8]) -> Run {
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
pub(crate) fn printed(dir: &Path, args: &[&str]) -> String {
    let run = run(dir, args);
    assert_eq!((run.code, &*run.err), (Some(0), ""), "{args:?}");
    run.out
}

/// Returns the JSON of a run with any standard error.
pub(crate) fn json(dir: &Path, args: &[&str]) -> Value {
    let mut args = args.to_vec();
    args.extend(["--format", "json"]);
    let run = run(dir, &args);
    assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

pub(crate) fn pair(dir: &Path, args: &[&str]) -> Value {
    let mut all = vec!["compare", "a.txt", "b.txt"];
    all.extend(args);
    json(dir, &all)["pair"].clone()
}

pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        put(dir.path(), name, text.as_bytes());
    }
    dir
}

pub(crate) fn put(dir: &Path, name: impl AsRef<Path>, bytes: &[u8]) {
    let path = dir.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, bytes).unwrap();
}
