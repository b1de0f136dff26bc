//! Files that change between listing and reading, and reuse of a buffer for many files.

use std::collections::HashSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use shingle::folder::names::{WalkOptions, list_names};
use shingle::folder::read::{LARGEST_FILE, OpenFolder, Unread, read_file};
use shingle::folder::stamp::Stamp;
use shingle::folder::walk::list_with_stamps;
use tempfile::TempDir;

use crate::common::skipped;

/// Returns a folder with one file of ten bytes, its path, and a buffer with another file's bytes.
fn listed() -> (TempDir, PathBuf, Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "0123456789").unwrap();
    assert_eq!(list_names(folder.path(), &WalkOptions::default()).unwrap().files.len(), 1);
    (folder, path, b"what stood in the file before".to_vec())
}

/// Time after which a call counts as hanging.
const PATIENCE: Duration = Duration::from_mins(1);

fn refusal(path: &Path, buffer: &mut Vec<u8>) -> Unread {
    let (sender, receiver) = channel();
    let (taken, theirs) = (std::mem::take(buffer), path.to_path_buf());
    thread::spawn(move || {
        let mut buffer = taken;
        let read = read_into(&theirs, &mut buffer);
        let _ = sender.send((read, buffer));
    });
    let Ok((read, read_buffer)) = receiver.recv_timeout(PATIENCE) else {
        panic!("it waits for {}", path.display());
    };
    *buffer = read_buffer;
    let unread = read.unwrap_err();
    assert!(buffer.is_empty(), "{buffer:?}");
    unread
}

fn read_into(path: &Path, buffer: &mut Vec<u8>) -> Result<Stamp, Unread> {
    let (folder, name) = (OpenFolder::new(path.parent().unwrap()), path.file_name().unwrap());
    folder.read_into(Path::new(name), LARGEST_FILE, buffer)
}

#[test]
fn it_reads_what_read_reads_with_the_listings_stamp() {
    let folder = tempfile::tempdir().unwrap();
    let mut buffer = Vec::new();
    for len in [0, 1, 31, 32, 33, 4_095, 4_096, 4_097, 70_000, 5, 0, 300_000, 299_999] {
        let path = folder.path().join(len.to_string());
        let bytes: Vec<u8> = (0..len).map(|i: u32| (i % 251) as u8).collect();
        fs::write(&path, &bytes).unwrap();
        let stamp = read_into(&path, &mut buffer).unwrap();
        assert_eq!(buffer, bytes, "{len}");
        let content = read_file(&path, LARGEST_FILE).unwrap();
        assert_eq!((&content.bytes, content.stamp), (&bytes, stamp));
        let listing = list_with_stamps(folder.path(), &WalkOptions::default()).unwrap();
        assert!(listing.files.iter().any(|entry| entry.stamp == stamp));
    }
}

#[test]
fn a_file_that_grew_or_shrank_since_its_listing_is_read_as_it_is_now() {
    for now in ["", "0", "012345678", "01234567890", "0123456789 and much more"] {
        let (_folder, path, mut buffer) = listed();
        fs::write(&path, now).unwrap();
        let stamp = read_into(&path, &mut buffer).unwrap();
        assert_eq!(buffer, now.as_bytes());
        assert_eq!(stamp.len, now.len() as u64);
    }
}

#[test]
fn a_file_that_vanished_or_became_a_folder_since_its_listing_says_so() {
    let (_folder, path, mut buffer) = listed();
    fs::remove_file(&path).unwrap();
    assert_eq!(refusal(&path, &mut buffer), Unread::Vanished);
    assert_eq!(refusal(&path.join("below"), &mut buffer), Unread::Vanished);
    fs::create_dir(&path).unwrap();
    let folder = Unread::NotAFile("not a regular file (folder)".to_string());
    assert_eq!(refusal(&path, &mut buffer), folder);
}

#[test]
fn a_file_that_became_a_giant_is_refused_unread() {
    let (_folder, path, mut buffer) = listed();
    fs::File::options().write(true).open(&path).unwrap().set_len(LARGEST_FILE.bytes + 1).unwrap();
    assert_eq!(refusal(&path, &mut buffer), Unread::TooLarge(LARGEST_FILE));
    assert!(buffer.capacity() < 1 << 20, "{}", buffer.capacity());
}

#[test]
fn a_reused_buffer_holds_each_files_bytes_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut buffer = Vec::new();
    // Very different lengths, and a letter for each file.
    for (number, letter) in (b'a'..=b'z').cycle().take(120).enumerate() {
        let len = (number * 7_919) % 9_001;
        let path = folder.path().join(format!("{number}"));
        fs::write(&path, vec![letter; len]).unwrap();
        if number % 5 == 0 {
            assert_eq!(read_into(&folder.path().join("none"), &mut buffer), Err(Unread::Vanished));
            assert!(buffer.is_empty());
        }
        read_into(&path, &mut buffer).unwrap();
        assert_eq!(buffer, vec![letter; len]);
    }
}

#[test]
fn a_buffer_keeps_its_memory_but_not_a_huge_files() {
    let folder = tempfile::tempdir().unwrap();
    let huge = folder.path().join("huge");
    fs::File::create(&huge).unwrap().set_len(20 << 20).unwrap();
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

#[test]
fn what_is_read_while_the_file_grows_and_shrinks_has_the_length_of_its_stamp() {
    let (_folder, path, mut buffer) = listed();
    let stop = Arc::new(AtomicBool::new(false));
    let writer = {
        let (path, stop) = (path.clone(), stop.clone());
        thread::spawn(move || {
            let mut file = fs::File::options().append(true).open(&path).unwrap();
            for round in 0_u32.. {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                for _ in 0..50 {
                    file.write_all(&[b'x'; 3_000]).unwrap();
                }
                // Every third pause exceeds a tick of the file system's clock.
                thread::sleep(Duration::from_millis(if round % 3 == 0 { 60 } else { 1 }));
                file.set_len(u64::from(round % 1_000)).unwrap();
            }
        })
    };
    let begun = Instant::now();
    let mut states = HashSet::new();
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
    stop.store(true, Ordering::Relaxed);
    writer.join().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_announces_no_length_is_read_to_its_end() {
    let mut buffer = b"before".to_vec();
    read_into(Path::new("/proc/version"), &mut buffer).unwrap();
    assert!(buffer.starts_with(b"Linux version") && buffer.ends_with(b"\n"));
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    #[test]
    fn what_took_a_files_place_is_named_and_never_read_followed_or_waited_for() {
        let no_file = |what: &str| Unread::NotAFile(what.to_string());
        let (folder, path, mut buffer) = listed();
        let other = folder.path().join("other");
        fs::write(&other, "not to be read under this name").unwrap();
        for target in [other.as_path(), Path::new("/dev/zero"), Path::new("none")] {
            fs::remove_file(&path).unwrap();
            symlink(target, &path).unwrap();
            assert_eq!(refusal(&path, &mut buffer), no_file("symbolic link, not followed"));
        }
        fs::remove_file(&path).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        assert_eq!(refusal(&path, &mut buffer), no_file("not a regular file (named pipe)"));
        // With a writer, reading the pipe would give bytes.
        let writer = fs::File::options().read(true).write(true).open(&path).unwrap();
        (&writer).write_all(b"bytes of a pipe").unwrap();
        assert_eq!(refusal(&path, &mut buffer), no_file("not a regular file (named pipe)"));
        fs::remove_file(&path).unwrap();
        let _socket = UnixListener::bind(&path).unwrap();
        assert_eq!(refusal(&path, &mut buffer), no_file("not a regular file (socket)"));
        let zero = refusal(Path::new("/dev/zero"), &mut buffer);
        assert_eq!(zero, no_file("not a regular file (device)"));
    }

    #[test]
    fn a_locked_file_says_so_and_what_to_do() {
        let (_folder, path, mut buffer) = listed();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
        if fs::File::open(&path).is_ok() {
            return skipped("the superuser may read everything");
        }
        let why = "permission denied; make it readable for you";
        assert_eq!(refusal(&path, &mut buffer), Unread::Refused(why.to_string()));
    }
}
