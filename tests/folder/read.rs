//! Accepted and rejected files. A read never returns a text during a write.

use std::collections::HashSet;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use shingle::folder::names::WalkOptions;
use shingle::folder::read::{LARGEST_FILE, Unread, read_file, read_named_file};
use shingle::folder::walk::list_with_stamps;

use crate::common::skipped;

/// Time after which a call counts as hanging.
const PATIENCE: Duration = Duration::from_mins(1);
/// Upper bound of a tick of a file system's clock.
const PAUSE: Duration = Duration::from_millis(10);

fn refusal(path: &Path) -> String {
    match read_file(path, LARGEST_FILE) {
        Err(unread) if unread != Unread::Vanished => unread.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn bytes_come_whole_with_the_stamp_that_a_listing_gives() {
    let folder = tempfile::tempdir().unwrap();
    let bytes: Vec<u8> = (0..300_000_u32).map(|i| (i % 251) as u8).collect();
    for (name, bytes) in [("large", bytes.as_slice()), ("empty", b"")] {
        fs::write(folder.path().join(name), bytes).unwrap();
        let content = read_file(&folder.path().join(name), LARGEST_FILE).unwrap();
        assert_eq!(content.bytes, bytes);
        let listing = list_with_stamps(folder.path(), &WalkOptions::default()).unwrap();
        let entry = listing.files.iter().find(|e| e.path.to_str() == Some(name)).unwrap();
        assert_eq!(entry.stamp, content.stamp);
    }
}

#[test]
fn a_missing_file_has_vanished() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "text").unwrap();
    for name in ["none", "none/none", "file/below"] {
        assert_eq!(
            read_file(&folder.path().join(name), LARGEST_FILE).unwrap_err(),
            Unread::Vanished,
            "{name}"
        );
    }
}

/// Returns the number of bytes that this process has read, or 0 if the system does not count.
fn bytes_read() -> u64 {
    let counts = fs::read_to_string("/proc/thread-self/io").unwrap_or_default();
    let read = counts.lines().find_map(|line| line.strip_prefix("rchar: "));
    read.map_or(0, |bytes| bytes.parse().unwrap())
}

#[test]
fn a_sparse_giant_is_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("giant");
    fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    let before = bytes_read();
    assert_eq!(refusal(&path), "larger than 256 MiB; raise --limit-file, or split it");
    assert!(bytes_read() - before < 1 << 16, "its bytes were read");
    fs::File::options().write(true).open(&path).unwrap().set_len(LARGEST_FILE.bytes + 1).unwrap();
    assert_eq!(refusal(&path), "larger than 256 MiB; raise --limit-file, or split it");
}

#[test]
fn a_folder_is_not_a_file() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(refusal(folder.path()), "not a regular file (folder)");
}

#[test]
fn what_is_read_while_a_writer_rewrites_is_one_of_its_versions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "a".repeat(40_000)).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let writer = {
        let (path, stop) = (path.clone(), stop.clone());
        thread::spawn(move || {
            let mut pauses = 0;
            for letter in (b'a'..=b'z').cycle() {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                // Does not truncate first: some file systems then wait for the disk, and an empty file would be valid.
                let mut file = fs::File::options().write(true).open(&path).unwrap();
                let mut written = None;
                for _ in 0..4 {
                    let begun = Instant::now();
                    file.write_all(&[letter; 10_000]).unwrap();
                    pauses += usize::from(written.is_some_and(|at: Instant| at.elapsed() > PAUSE));
                    written = Some(begun);
                    // Pauses within a version are shorter than a tick …
                    thread::sleep(Duration::from_millis(2));
                }
                drop(file);
                // … and a longer pause follows every fourth version.
                thread::sleep(Duration::from_millis(if letter % 4 == 0 { 60 } else { 1 }));
            }
            pauses
        })
    };
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
    stop.store(true, Ordering::Relaxed);
    let pauses = writer.join().unwrap();
    // A writer paused within a version for longer than a tick looks finished.
    assert!(torn.len() <= pauses, "{} torn, but {pauses} pauses", torn.len());
    let content = read_file(&path, LARGEST_FILE).unwrap();
    assert_eq!(content.bytes.len(), 40_000, "at rest it is read whole");
}

#[test]
fn a_file_that_never_rests_is_refused_and_read_when_it_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let mut file = fs::File::create(&path).unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let writer = {
        let stop = stop.clone();
        thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                file.write_all(b"line\n").unwrap();
                thread::yield_now();
            }
        })
    };
    let begun = Instant::now();
    let refused =
        std::iter::from_fn(|| (begun.elapsed() < PATIENCE).then(|| read_file(&path, LARGEST_FILE)))
            .any(|outcome| outcome.is_err_and(|unread| unread == Unread::StillChanging));
    stop.store(true, Ordering::Relaxed);
    writer.join().unwrap();
    assert!(refused);
    assert!(read_file(&path, LARGEST_FILE).unwrap().bytes.ends_with(b"line\n"));
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    #[test]
    fn a_link_is_refused_unless_the_user_named_it() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        fs::write(folder.path().join("file"), "text").unwrap();
        symlink("file", &link).unwrap();
        assert_eq!(refusal(&link), "symbolic link, not followed");
        assert_eq!(read_named_file(&link, LARGEST_FILE).unwrap().bytes, b"text");
        let itself = folder.path().join("loop");
        symlink("loop", &itself).unwrap();
        assert_eq!(refusal(&itself), "symbolic link, not followed");
        assert!(
            read_named_file(&itself, LARGEST_FILE).is_err_and(|unread| unread != Unread::Vanished)
        );
        let dangling = folder.path().join("dangling");
        symlink("none", &dangling).unwrap();
        assert_eq!(read_named_file(&dangling, LARGEST_FILE).unwrap_err(), Unread::Vanished);
    }

    #[test]
    fn pipes_sockets_and_devices_are_refused_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let socket = folder.path().join("socket");
        let _socket = UnixListener::bind(&socket).unwrap();
        let link = folder.path().join("link");
        symlink("/dev/zero", &link).unwrap();
        assert_eq!(refusal(&pipe), "not a regular file (named pipe)");
        assert_eq!(refusal(&socket), "not a regular file (socket)");
        assert_eq!(refusal(Path::new("/dev/zero")), "not a regular file (device)");
        let named = read_named_file(&link, LARGEST_FILE).unwrap_err();
        assert_eq!(named, Unread::NotAFile("not a regular file (device)".to_string()));
    }

    #[test]
    fn a_locked_file_says_so_and_what_to_do() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("locked");
        fs::write(&path, "text").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
        if fs::File::open(&path).is_ok() {
            return skipped("the superuser may read everything");
        }
        assert_eq!(refusal(&path), "permission denied; make it readable for you");
    }
}
