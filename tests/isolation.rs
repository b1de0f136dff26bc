//! Reader processes: what a file does to its reader costs that file alone, and a reader can do nothing but read.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use shingle::formats::extracted::Unreadable;
use shingle::formats::limits::Limits;
use shingle::formats::work::{FormatOutcome, FormatReader as _, FormatWork, InProcess};
use shingle::isolation::pool::ReaderProcesses;
use shingle::text::extract::HtmlText;

/// The readers of the program itself.
fn readers() -> ReaderProcesses {
    ReaderProcesses::new(env!("CARGO_BIN_EXE_shingle").into(), Limits::DEFAULT)
}

/// The readers of a program that is this shell script, with a second for each file.
fn readers_of(folder: &Path, script: &str) -> ReaderProcesses {
    let program = folder.join("reader");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    ReaderProcesses::new(program.into(), Limits { time: 1, ..Limits::DEFAULT })
}

/// The processes that this one has started and not yet ended.
fn children() -> Vec<PathBuf> {
    let tasks = fs::read_dir("/proc/self/task").into_iter().flatten();
    let of_task = |task: fs::DirEntry| fs::read_to_string(task.path().join("children")).ok();
    let all: Vec<String> = tasks.filter_map(|task| of_task(task.unwrap())).collect();
    all.join(" ").split_whitespace().map(|child| Path::new("/proc").join(child)).collect()
}

#[test]
fn a_reader_process_reads_as_this_process_does() {
    let readers = readers();
    let long = format!("<p>{}</p>", "one &amp; two ".repeat(400_000));
    for page in ["", "<p>a<p>b", "<script>x</script>é", long.as_str()] {
        let there = readers.read(FormatWork::Page(HtmlText::All), page.as_bytes());
        let here = InProcess::default().read(FormatWork::Page(HtmlText::All), page.as_bytes());
        assert_eq!(there, here, "{} bytes", page.len());
        assert!(here.is_ok());
    }
}

#[test]
fn many_threads_have_their_readers_at_once() {
    let readers = readers();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let readers = &readers;
            scope.spawn(move || {
                for file in 0..20 {
                    let page = format!("<p>{thread} {file}");
                    let read =
                        readers.read(FormatWork::Page(HtmlText::All), page.as_bytes()).unwrap();
                    let FormatOutcome::Text(read) = read else { panic!("{read:?}") };
                    assert_eq!(read.text, format!("{thread} {file}\n"));
                }
            });
        }
    });
}

#[test]
fn a_reader_that_crashes_is_named_and_the_file_is_not_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let count = folder.path().join("count");
    let script = format!("echo x >> {}; kill -SEGV $$", count.display());
    let readers = readers_of(folder.path(), &script);
    let read = || readers.read(FormatWork::Page(HtmlText::All), b"<p>a").unwrap_err();
    assert_eq!(read(), Unreadable::Died("crashed (signal 11)".to_string()));
    assert_eq!(read(), Unreadable::Died("crashed (signal 11)".to_string()));
    assert_eq!(fs::read_to_string(&count).unwrap(), "x\n", "read a second time");
    readers.read(FormatWork::Page(HtmlText::All), b"<p>b").unwrap_err();
    assert_eq!(fs::read_to_string(&count).unwrap(), "x\nx\n", "another file is tried");
}

#[test]
fn a_reader_that_never_answers_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let readers = readers_of(folder.path(), "exec sleep 1000");
    let error = readers.read(FormatWork::Page(HtmlText::All), b"<p>a").unwrap_err();
    assert_eq!(error, Unreadable::Died("does not answer".to_string()));
    let large = vec![b'a'; 8 << 20];
    let error = readers.read(FormatWork::Page(HtmlText::All), &large).unwrap_err();
    assert_eq!(error, Unreadable::Died("does not answer".to_string()), "nobody takes the bytes");
}

#[test]
fn a_reader_that_says_nonsense_is_not_believed() {
    let folder = tempfile::tempdir().unwrap();
    // An answer of 2^63 bytes, and one that is no answer.
    for script in
        [r"printf '\0\0\0\0\0\0\0\200'; sleep 5", r"printf '\1\0\0\0\0\0\0\0\377'; sleep 5"]
    {
        let readers = readers_of(folder.path(), script);
        let error = readers.read(FormatWork::Page(HtmlText::All), b"<p>a").unwrap_err();
        assert!(matches!(error, Unreadable::Died(_)), "{error}");
    }
}

#[test]
fn a_program_that_cannot_be_started_is_said() {
    let readers = ReaderProcesses::new("/nowhere/shingle".into(), Limits::DEFAULT);
    let error = readers.read(FormatWork::Page(HtmlText::All), b"<p>a").unwrap_err().to_string();
    assert!(error.contains("cannot be started"), "{error}");
}

/// Where the system shows what a process may do.
#[cfg(target_os = "linux")]
#[test]
fn a_reader_has_given_up_files_calls_and_memory() {
    // In a process of its own, so that the children of the other tests are not among its own.
    let readers = readers();
    readers.read(FormatWork::Page(HtmlText::All), b"<p>a").unwrap();
    let mut checked = 0;
    for child in children() {
        let command = fs::read(child.join("cmdline")).unwrap_or_default();
        let program = env!("CARGO_BIN_EXE_shingle").as_bytes();
        if !command.starts_with(program) {
            continue;
        }
        let (Ok(status), Ok(limits)) =
            (fs::read_to_string(child.join("status")), fs::read_to_string(child.join("limits")))
        else {
            continue;
        };
        // A reader of another test may just have been started.
        if !status.contains("NoNewPrivs:\t1") {
            continue;
        }
        assert!(status.contains("Seccomp:\t2"), "{status}");
        for limit in [
            "Max address space         1073741824",
            "Max file size             0 ",
            "Max core file size        0 ",
            "Max open files            16 ",
        ] {
            assert!(limits.contains(limit), "{limit}: {limits}");
        }
        checked += 1;
    }
    assert!(checked > 0, "no reader was seen");
}

#[test]
fn a_reader_ends_with_its_readers() {
    let folder = tempfile::tempdir().unwrap();
    let process = folder.path().join("process");
    let script = format!("echo $$ > {}; exec sleep 1000", process.display());
    let readers = readers_of(folder.path(), &script);
    readers.read(FormatWork::Page(HtmlText::All), b"<p>a").unwrap_err();
    let number = fs::read_to_string(&process).unwrap();
    drop(readers);
    assert!(!Path::new("/proc").join(number.trim()).join("status").exists());
}
