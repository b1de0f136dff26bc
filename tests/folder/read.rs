//! Accepted and rejected files, read alone and into a reused buffer. A read never returns a text during a write.

use std::os::unix::{fs::PermissionsExt as _, fs::symlink, net::UnixListener};
use std::sync::{Arc, atomic::AtomicBool, atomic::Ordering, mpsc::channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{collections::HashSet, fs, fs::File, io::Write as _, path::Path, process::Command};

use shingle::folder::read::{LARGEST_FILE, OpenFolder, Unread, read_file, read_named_file};
use shingle::{folder::names::Stamp, folder::names::WalkOptions, folder::names::list_with_stamps};

use crate::common::skipped;

/// Time after which a call counts as hanging.
const PATIENCE: Duration = Duration::from_mins(1);
/// Upper bound of a tick of a file system's clock.
const PAUSE: Duration = Duration::from_millis(10);

fn read_into(path: &Path, buffer: &mut Vec<u8>) -> Result<Stamp, Unread> {
    let (folder, name) = (OpenFolder::new(path.parent().unwrap()), path.file_name().unwrap());
    folder.read_file_into(Path::new(name), LARGEST_FILE, buffer)
}

/// Returns the reason of both refusals. Neither waits, and the buffer is left empty.
fn refusal(path: &Path) -> Unread {
    let (sender, receiver) = channel();
    let theirs = path.to_path_buf();
    thread::spawn(move || {
        let mut buffer = b"what stood in the file before".to_vec();
        let read = read_into(&theirs, &mut buffer);
        let _ = sender.send((read, read_file(&theirs, LARGEST_FILE), buffer));
    });
    let Ok((read, alone, buffer)) = receiver.recv_timeout(PATIENCE) else {
        panic!("it waits for {}", path.display());
    };
    let unread = read.unwrap_err();
    assert_eq!(unread, alone.unwrap_err());
    assert!(buffer.is_empty() && buffer.capacity() < 1 << 20, "{}", buffer.capacity());
    unread
}

fn no_file(what: &str) -> Unread {
    Unread::NotAFile(what.to_string())
}

#[test]
fn bytes_come_whole_with_the_stamp_that_a_listing_gives() {
    let folder = tempfile::tempdir().unwrap();
    let mut buffer = Vec::new();
    for len in [0, 1, 31, 32, 33, 4_095, 4_096, 4_097, 70_000, 5, 0, 300_000, 299_999] {
        let path = folder.path().join(len.to_string());
        let bytes: Vec<u8> = (0..len).map(|i: u32| (i % 251) as u8).collect();
        fs::write(&path, &bytes).unwrap();
        let stamp = read_into(&path, &mut buffer).unwrap();
        assert_eq!(buffer, bytes, "{len}");
        assert_eq!(read_into(&folder.path().join("none"), &mut buffer), Err(Unread::Vanished));
        assert!(buffer.is_empty());
        let content = read_file(&path, LARGEST_FILE).unwrap();
        assert_eq!((&content.bytes, content.stamp), (&bytes, stamp));
        let listing = list_with_stamps(folder.path(), &WalkOptions::default()).unwrap();
        assert!(listing.files.iter().any(|entry| entry.stamp == stamp));
    }
}

#[test]
fn what_is_gone_or_a_folder_says_so() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "text").unwrap();
    for name in ["none", "none/none", "file/below"] {
        assert_eq!(refusal(&folder.path().join(name)), Unread::Vanished, "{name}");
    }
    assert_eq!(refusal(folder.path()), no_file("not a regular file (folder)"));
}

/// Returns the number of bytes that this thread has read, or 0 if the system does not count.
fn bytes_read() -> u64 {
    let counts = fs::read_to_string("/proc/thread-self/io").unwrap_or_default();
    let read = counts.lines().find_map(|line| line.strip_prefix("rchar: "));
    read.map_or(0, |bytes| bytes.parse().unwrap())
}

#[test]
fn a_sparse_giant_is_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("giant");
    for bytes in [1 << 40, LARGEST_FILE.bytes + 1] {
        File::create(&path).unwrap().set_len(bytes).unwrap();
        assert_eq!(refusal(&path), Unread::TooLarge(LARGEST_FILE));
        let before = bytes_read();
        let said = read_file(&path, LARGEST_FILE).unwrap_err().to_string();
        assert_eq!(said, "larger than 256 MiB; raise --limit-file, or split it");
        assert!(bytes_read() - before < 1 << 16, "its bytes were read");
    }
}

#[test]
fn a_buffer_keeps_its_memory_but_not_a_huge_files() {
    let folder = tempfile::tempdir().unwrap();
    let huge = folder.path().join("huge");
    File::create(&huge).unwrap().set_len(20 << 20).unwrap();
    let small = folder.path().join("small");
    fs::write(&small, "text").unwrap();
    let mut buffer = Vec::with_capacity(1 << 20);
    read_into(&small, &mut buffer).unwrap();
    assert!(buffer.capacity() >= 1 << 20);
    read_into(&huge, &mut buffer).unwrap();
    assert!(buffer.len() == 20 << 20 && buffer.iter().all(|&byte| byte == 0));
    read_into(&small, &mut buffer).unwrap();
    assert_eq!(buffer, b"text");
    assert!(buffer.capacity() <= 8 << 20, "{}", buffer.capacity());
}

/// Repeats `write` with a growing number on another thread, until [`end`] stops it.
fn begin<S: Send + 'static>(
    mut state: S,
    mut write: impl FnMut(u32, &mut S) + Send + 'static,
) -> (Arc<AtomicBool>, JoinHandle<S>) {
    let stop = Arc::new(AtomicBool::new(false));
    let is_over = Arc::clone(&stop);
    let writer = thread::spawn(move || {
        let mut round = 0;
        while !is_over.load(Ordering::Relaxed) {
            write(round, &mut state);
            round += 1;
        }
        state
    });
    (stop, writer)
}

fn end<S>((stop, writer): (Arc<AtomicBool>, JoinHandle<S>)) -> S {
    stop.store(true, Ordering::Relaxed);
    writer.join().unwrap()
}

#[test]
fn what_is_read_while_the_file_grows_and_shrinks_has_the_length_of_its_stamp() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "0123456789").unwrap();
    let file = File::options().append(true).open(&path).unwrap();
    let writer = begin(file, |round, file| {
        for _ in 0..50 {
            file.write_all(&[b'x'; 3_000]).unwrap();
        }
        // Every third pause exceeds a tick of the file system's clock.
        thread::sleep(Duration::from_millis(if round % 3 == 0 { 60 } else { 1 }));
        file.set_len(u64::from(round % 1_000)).unwrap();
    });
    let (begun, mut buffer, mut states) = (Instant::now(), Vec::new(), HashSet::new());
    while states.len() < 10 {
        assert!(begun.elapsed() < PATIENCE, "it never rested but {} times", states.len());
        match read_into(&path, &mut buffer) {
            Ok(Stamp { len, changed, .. }) => {
                assert_eq!(buffer.len() as u64, len);
                states.insert(changed);
            }
            Err(Unread::StillChanging) => assert!(buffer.is_empty()),
            Err(other) => panic!("{other:?}"),
        }
    }
    end(writer);
}

#[test]
fn what_is_read_while_a_writer_rewrites_is_one_of_its_versions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "a".repeat(40_000)).unwrap();
    let rewritten = path.clone();
    let writer = begin(0, move |round, pauses| {
        let letter = b'a' + (round % 26) as u8;
        // Does not truncate first: some file systems then wait for the disk, and an empty file would be valid.
        let mut file = File::options().write(true).open(&rewritten).unwrap();
        let mut written = None;
        for _ in 0..4 {
            let begun = Instant::now();
            file.write_all(&[letter; 10_000]).unwrap();
            *pauses += usize::from(written.is_some_and(|at: Instant| at.elapsed() > PAUSE));
            written = Some(begun);
            // Pauses within a version are shorter than a tick …
            thread::sleep(Duration::from_millis(2));
        }
        drop(file);
        // … and a longer pause follows every fourth version.
        thread::sleep(Duration::from_millis(if letter.is_multiple_of(4) { 60 } else { 1 }));
    });
    let begun = Instant::now();
    let (mut whole, mut torn) = (HashSet::new(), HashSet::new());
    while whole.len() < 10 {
        assert!(begun.elapsed() < PATIENCE, "only {} versions were read whole", whole.len());
        if let Ok(content) = read_file(&path, LARGEST_FILE) {
            let first = content.bytes.first().copied();
            let one = content.bytes.iter().all(|&byte| Some(byte) == first);
            let states = if one && content.bytes.len() == 40_000 { &mut whole } else { &mut torn };
            states.insert(content.stamp.changed);
        }
    }
    let pauses = end(writer);
    // A writer paused within a version for longer than a tick looks finished.
    assert!(torn.len() <= pauses, "{} torn, but {pauses} pauses", torn.len());
    let content = read_file(&path, LARGEST_FILE).unwrap();
    assert_eq!(content.bytes.len(), 40_000, "at rest it is read whole");
}

#[test]
fn a_file_that_never_rests_is_refused_and_read_when_it_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let writer = begin(File::create(&path).unwrap(), |_, file| {
        file.write_all(b"line\n").unwrap();
        thread::yield_now();
    });
    let begun = Instant::now();
    let refused =
        std::iter::from_fn(|| (begun.elapsed() < PATIENCE).then(|| read_file(&path, LARGEST_FILE)))
            .any(|outcome| outcome.is_err_and(|unread| unread == Unread::StillChanging));
    end(writer);
    assert!(refused);
    assert!(read_file(&path, LARGEST_FILE).unwrap().bytes.ends_with(b"line\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_announces_no_length_is_read_to_its_end() {
    let mut buffer = b"before".to_vec();
    read_into(Path::new("/proc/version"), &mut buffer).unwrap();
    assert!(buffer.starts_with(b"Linux version") && buffer.ends_with(b"\n"));
}

#[test]
fn a_link_is_refused_unless_the_user_named_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "text").unwrap();
    let named = ["file", "link", "none", "/dev/zero"].map(|target| {
        let link = folder.path().join(format!("to {}", target.trim_start_matches("/dev/")));
        let target = if target == "link" { link.to_str().unwrap() } else { target };
        symlink(target, &link).unwrap();
        assert_eq!(refusal(&link), no_file("symbolic link, not followed"), "{target}");
        read_named_file(&link, LARGEST_FILE).map(|content| content.bytes)
    });
    assert_eq!(named[0].as_deref(), Ok(&b"text"[..]));
    assert!(named[1].as_ref().is_err_and(|unread| *unread != Unread::Vanished));
    assert_eq!(named[2], Err(Unread::Vanished));
    assert_eq!(named[3], Err(no_file("not a regular file (device)")));
}

#[test]
fn pipes_sockets_and_devices_are_refused_without_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let [pipe, socket] = ["pipe", "socket"].map(|name| folder.path().join(name));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(refusal(&pipe), no_file("not a regular file (named pipe)"));
    // With a writer, reading the pipe would give bytes.
    let writer = File::options().read(true).write(true).open(&pipe).unwrap();
    (&writer).write_all(b"bytes of a pipe").unwrap();
    assert_eq!(refusal(&pipe), no_file("not a regular file (named pipe)"));
    let _socket = UnixListener::bind(&socket).unwrap();
    assert_eq!(refusal(&socket), no_file("not a regular file (socket)"));
    assert_eq!(refusal(Path::new("/dev/zero")), no_file("not a regular file (device)"));
}

#[test]
fn a_locked_file_says_so_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("locked");
    fs::write(&path, "text").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
    if File::open(&path).is_ok() {
        return skipped("the superuser may read everything");
    }
    let why = "permission denied; make it readable for you";
    assert_eq!(refusal(&path), Unread::Refused(why.to_string()));
}
