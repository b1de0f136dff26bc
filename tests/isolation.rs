//! Reader processes: a harmful file affects only itself, and a reader can only read.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::{ffi::OsStr, fs, os::unix::fs::PermissionsExt as _, path::Path, path::PathBuf};

use documents::processes::{ReaderProcesses, run_converter};
use documents::{Extracted, Format, FormatReader as _, InProcess, Limits, Unreadable};

fn readers() -> ReaderProcesses {
    ReaderProcesses::new(env!("CARGO_BIN_EXE_shingle").into(), Limits::DEFAULT)
}

fn program_of(folder: &Path, script: &str) -> PathBuf {
    let program = folder.join("reader");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    program
}

/// Starts reader processes that run `script`, with a limit of a second for each file.
fn readers_of(folder: &Path, script: &str) -> ReaderProcesses {
    let limits = Limits { time: 1, ..Limits::DEFAULT };
    ReaderProcesses::new(program_of(folder, script).into(), limits)
}

#[test]
fn a_reader_process_reads_as_this_process_does() {
    let readers = readers();
    let long = "one \\& two ".repeat(400_000);
    for page in ["", "a\n\nb", "\\emph{x}é", long.as_str()] {
        let there = readers.read(Format::Latex, page.as_bytes());
        let here = InProcess::default().read(Format::Latex, page.as_bytes());
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
                    let page = format!("{thread} {file}");
                    let read = readers.read(Format::Latex, page.as_bytes()).unwrap();
                    assert_eq!(read.text, format!("{thread} {file}\n"));
                }
            });
        }
    });
}

#[test]
fn a_file_that_ends_its_reader_is_named_and_not_tried_again() {
    let crashed = Unreadable::Died("crashed (signal 11)".to_string()).to_string();
    let slow =
        "its reader takes longer than 1 second; raise --limit-time, or save it as plain text";
    for (signal, why) in [("SEGV", &*crashed), ("XCPU", slow)] {
        let folder = tempfile::tempdir().unwrap();
        let count = folder.path().join("count");
        let readers =
            readers_of(folder.path(), &format!("echo x >> {}; kill -{signal} $$", count.display()));
        let read = |bytes| readers.read(Format::Latex, bytes).unwrap_err().to_string();
        assert_eq!([read(b"a"), read(b"a")], [why, why]);
        assert_eq!(fs::read_to_string(&count).unwrap(), "x\n", "read a second time");
        read(b"b");
        assert_eq!(fs::read_to_string(&count).unwrap(), "x\nx\n", "another file is tried");
    }
}

#[test]
fn a_file_that_needs_much_memory_is_read_by_a_reader_that_has_all_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let said = folder.path().join("said");
    let program = env!("CARGO_BIN_EXE_shingle");
    let script = format!("echo $2 >> {}; exec {program} \"$@\"", said.display());
    let readers = ReaderProcesses::new(program_of(folder.path(), &script).into(), Limits::DEFAULT);
    let large = "word ".repeat(8 << 20);
    for (page, memory) in [("a", "268435456\n"), (&*large, "268435456\n1073741824\n")] {
        readers.read(Format::Latex, page.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(&said).unwrap(), memory);
    }
}

#[test]
fn a_reader_that_never_answers_or_says_nonsense_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let (slow, crashed) = ("takes longer than 1 second; raise --limit-time", "crashed (signal 9)");
    for (script, bytes, why) in [
        ("exec sleep 1000", 1, slow),
        // Nobody takes the bytes.
        ("exec sleep 1000", 8 << 20, slow),
        // An answer of 2^63 bytes, and an invalid answer.
        (r"printf '\0\0\0\0\0\0\0\200'; sleep 5", 1, crashed),
        (r"printf '\1\0\0\0\0\0\0\0\377'; sleep 5", 1, crashed),
        // More than the limit of a text, less than a reader's memory.
        (r"printf '\0\0\0\20\0\0\0\0'; sleep 5", 1, crashed),
    ] {
        let readers = readers_of(folder.path(), script);
        let error = readers.read(Format::Latex, &vec![b'a'; bytes]).unwrap_err();
        assert_eq!(error, Unreadable::Died(why.to_string()), "{script}");
    }
}

#[test]
fn memory_is_limited_as_the_limits_say() {
    let little = Limits { memory: 128 << 20, ..Limits::DEFAULT };
    let readers = ReaderProcesses::new(env!("CARGO_BIN_EXE_shingle").into(), little);
    let error = readers.read(Format::Latex, &vec![b'a'; 100 << 20]).unwrap_err().to_string();
    assert!(error.contains("needs more than 128 MiB of memory; raise --limit-memory"), "{error}");
}

#[test]
fn more_memory_is_advised_where_a_file_is_large_and_not_where_it_grows_without_bound() {
    let folder = tempfile::tempdir().unwrap();
    let script = "echo memory allocation of 9 bytes failed >&2; kill -ABRT $$";
    let readers = readers_of(folder.path(), script);
    let refusal = |bytes: usize| {
        let page = vec![b'a'; bytes];
        readers.read(Format::Latex, &page).unwrap_err().to_string()
    };
    let end = "; it is not tried again until the file changes";
    let small = "the reader of its format needs more than 1024 MiB of memory, as no sound file of its size does";
    assert_eq!(refusal(1 << 10), format!("{small}{end}"));
    let large = "the reader of its format needs more than 1024 MiB of memory; raise --limit-memory";
    assert_eq!(refusal(16 << 20), format!("{large}{end}"));
}

#[test]
fn a_reader_that_has_not_given_up_files_says_so_once() {
    let folder = tempfile::tempdir().unwrap();
    // An empty text from an unconfined process.
    let answer = r"printf '\11\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\0'";
    let readers = readers_of(folder.path(), &format!("{answer}; {answer}; exec cat >/dev/null"));
    for _ in 0..2 {
        assert_eq!(readers.read(Format::Latex, b"a"), Ok(Extracted::default()));
    }
    assert!(readers.note().is_some_and(|note| note.contains("seccomp")));
    assert_eq!(readers.note(), None);
}

fn converted(command: &[&str], bytes: &[u8], limits: &Limits) -> Result<String, String> {
    let command: Vec<String> = command.iter().map(ToString::to_string).collect();
    let program = OsStr::new(env!("CARGO_BIN_EXE_shingle"));
    run_converter(program, &command, "{}", (Path::new("a b.doc"), bytes), limits)
        .map_err(|error| error.to_string())
}

#[test]
fn a_converter_gets_the_file_on_standard_input_or_as_a_private_copy() {
    let limits = Limits { time: 60, ..Limits::DEFAULT };
    assert_eq!(converted(&["cat"], b"some text", &limits).unwrap(), "some text");
    let long = "long ".repeat(200_000);
    let expected = long.to_uppercase();
    assert_eq!(converted(&["tr", "a-z", "A-Z"], long.as_bytes(), &limits).unwrap(), expected);
    assert_eq!(converted(&["head", "-c", "4"], long.as_bytes(), &limits).unwrap(), "long");
    let script = "ls -l {}; cat {}; cat; pwd";
    let said = converted(&["sh", "-c", script], b"some text", &limits).unwrap();
    assert!(said.starts_with("-rw-------"), "{said}");
    assert!(said.contains(".doc\nsome text/\n"), "{said}");
    let copy = said.split_whitespace().find(|word| word.contains("/shingle-")).unwrap();
    assert!(!Path::new(copy).exists(), "{copy} was left behind");
}

#[test]
fn a_converter_that_fails_is_a_problem_with_its_last_words() {
    let limits = Limits { time: 60, text: 1 << 20, ..Limits::DEFAULT };
    let refusal = |script: &str| converted(&["sh", "-c", script], b"", &limits).unwrap_err();
    let expected = "its converter `sh` failed (exit status: 3): two words";
    assert_eq!(refusal("echo one >&2; echo two words >&2; echo; exit 3"), expected);
    assert_eq!(refusal("kill -SEGV $$"), "its converter `sh` failed (signal: 11 (SIGSEGV))");
    assert_eq!(refusal("printf '\\377'"), "its converter `sh` did not print text in UTF-8");
    assert_eq!(
        refusal("yes"),
        "its text is larger than 1 MiB; raise --limit-text, or split the file"
    );
    let slow = converted(&["sleep", "1000"], b"", &Limits { time: 1, ..limits }).unwrap_err();
    assert_eq!(slow, "its converter `sleep` takes longer than 1 second; raise --limit-time");
    let missing = converted(&["/nowhere/program"], b"", &Limits::DEFAULT).unwrap_err();
    assert!(missing.contains("cannot be started: No such file"), "{missing}");
}

#[test]
fn a_program_that_cannot_be_started_is_said() {
    let readers = ReaderProcesses::new("/nowhere/shingle".into(), Limits::DEFAULT);
    let error = readers.read(Format::Latex, b"a").unwrap_err().to_string();
    assert!(error.contains("cannot be started"), "{error}");
}

/// Runs only on systems that show the permissions of a process.
#[cfg(target_os = "linux")]
#[test]
fn a_reader_has_given_up_files_calls_and_memory() {
    let folder = tempfile::tempdir().unwrap();
    let number = folder.path().join("number");
    let program = env!("CARGO_BIN_EXE_shingle");
    let readers = readers_of(
        folder.path(),
        &format!("echo $$ > {}; exec {program} \"$@\"", number.display()),
    );
    readers.read(Format::Latex, b"a").unwrap();
    let process = Path::new("/proc").join(fs::read_to_string(&number).unwrap().trim());
    let status = fs::read_to_string(process.join("status")).unwrap();
    assert!(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2"), "{status}");
    let limits = fs::read_to_string(process.join("limits")).unwrap();
    for limit in [
        "Max address space         268435456",
        "Max file size             0 ",
        "Max core file size        0 ",
        "Max open files            16 ",
    ] {
        assert!(limits.contains(limit), "{limit}: {limits}");
    }
    assert_eq!(readers.note(), None);
}

/// Runs only on systems that show the open files of a process.
#[cfg(target_os = "linux")]
#[test]
fn a_reader_has_nothing_open_that_was_left_open() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    let program = env!("CARGO_BIN_EXE_shingle");
    let secret_path = secret.display();
    let script = format!(
        "echo $$ > {secret_path}; exec 5<{secret_path} 9>>{secret_path}; exec {program} \"$@\""
    );
    let readers = readers_of(folder.path(), &script);
    readers.read(Format::Latex, b"a").unwrap();
    let number = fs::read_to_string(&secret).unwrap();
    let open = fs::read_dir(Path::new("/proc").join(number.trim()).join("fd")).unwrap();
    let open: Vec<PathBuf> = open.map(|one| fs::read_link(one.unwrap().path()).unwrap()).collect();
    assert!(open.len() > 2 && !open.contains(&secret), "{open:?}");
}

#[test]
fn a_reader_ends_with_its_readers() {
    let folder = tempfile::tempdir().unwrap();
    let process = folder.path().join("process");
    let script = format!("echo $$ > {}; exec sleep 1000", process.display());
    let readers = readers_of(folder.path(), &script);
    readers.read(Format::Latex, b"a").unwrap_err();
    let number = fs::read_to_string(&process).unwrap();
    drop(readers);
    assert!(!Path::new("/proc").join(number.trim()).join("status").exists());
}
