//! Tests of files read at once. They need a clock that runs ahead, because a file's change time cannot be set back.
#![expect(clippy::disallowed_methods, reason = "a test writes its own files")]

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use super::super::stamp::Stamp;
use super::{AT_REST, ROOM, read_at_once};

/// Reads a path at once, with a clock that runs `ahead`.
fn at_once(path: &Path, ahead: Duration) -> Option<(Stamp, Vec<u8>)> {
    let mut buffer = b"what was read before".to_vec();
    let file = OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path).ok();
    let file = file.unwrap_or_else(|| panic!("{} cannot be opened", path.display()));
    let stamp = read_at_once(&file, SystemTime::now() + ahead, &mut buffer)?;
    Some((stamp, buffer))
}

const LATER: Duration = AT_REST.saturating_mul(2);

#[test]
fn a_file_at_rest_is_read_whole_with_its_stamp() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for length in [0, 1, 4096, ROOM - 1] {
        let bytes: Vec<u8> = (0..length).map(|at| at as u8).collect();
        fs::write(&path, &bytes).unwrap();
        let (stamp, read) = at_once(&path, LATER).unwrap();
        assert!(read == bytes, "{length}");
        assert_eq!(stamp, Stamp::of(&fs::metadata(&path).unwrap()));
    }
}

#[test]
fn what_one_look_does_not_settle_is_left_to_two() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "changed lately").unwrap();
    assert!(at_once(&path, Duration::ZERO).is_none(), "changed lately");
    assert!(at_once(&path, AT_REST.saturating_sub(Duration::from_secs(5))).is_none());
    assert!(at_once(&path, LATER).is_some());
    fs::write(&path, vec![b'x'; ROOM]).unwrap();
    assert!(at_once(&path, LATER).is_none(), "perhaps more is left");
    assert!(at_once(folder.path(), LATER).is_none(), "a folder");
    assert!(at_once(Path::new("/dev/zero"), LATER).is_none(), "a device");
    assert!(at_once(Path::new("/dev/null"), LATER).is_none(), "a device");
    #[cfg(target_os = "linux")]
    assert!(at_once(Path::new("/proc/version"), LATER).is_none(), "announces no length");
}

#[test]
fn a_pipe_keeps_its_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
    let mut both: File = File::options().read(true).write(true).open(&path).unwrap();
    both.write_all(b"for another").unwrap();
    assert!(at_once(&path, LATER).is_none());
    let mut left = [0; 11];
    std::io::Read::read_exact(&mut both, &mut left).unwrap();
    assert_eq!(&left, b"for another");
}
