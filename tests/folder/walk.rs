use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::os::unix::{ffi::OsStrExt as _, net::UnixListener};
use std::{ffi::OsStr, fs, path::Path, path::PathBuf, process::Command, sync::Arc};

use shingle::folder::names::{Listing, list_with_stamps};
use shingle::folder::names::{WalkOptions, list_names};
use shingle::{base::problem::ProblemKind, folder::globs::Globs};
use tempfile::TempDir;

use crate::common::{put_file as put, skipped};

fn folder(files: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        put(folder.path(), file, "text");
    }
    folder
}

fn list(root: &Path) -> Listing {
    list_with_stamps(root, &WalkOptions::default()).unwrap()
}

fn names(listing: &Listing) -> Vec<String> {
    listing.files.iter().map(|entry| entry.path.to_string()).collect()
}

fn problems(listing: &Listing) -> Vec<(String, ProblemKind, String)> {
    let tell = |problem: &shingle::base::problem::Problem| {
        (problem.path.to_string(), problem.kind, problem.reason.clone())
    };
    listing.problems.iter().map(tell).collect()
}

#[test]
fn hidden_and_ignored_files_are_left_out_until_asked_for() {
    let folder =
        folder(&["a.txt", ".b.txt", ".c/d.txt", "e/f.log", "e/keep.log", "e/g.tmp", "h/i.txt"]);
    put(folder.path(), ".gitignore", "*.log\n!keep.log\nh/\n");
    put(folder.path(), "e/.ignore", "*.tmp\n");
    let take = |hidden, ignored| {
        let options = WalkOptions { hidden, ignored, globs: None, only: None };
        names(&list_with_stamps(folder.path(), &options).unwrap()).join(" ")
    };
    assert_eq!(take(false, false), "a.txt e/keep.log");
    assert_eq!(take(true, false), ".b.txt .c/d.txt .gitignore a.txt e/.ignore e/keep.log");
    assert_eq!(take(false, true), "a.txt e/f.log e/g.tmp e/keep.log h/i.txt");
    let expected = ".b.txt .c/d.txt .gitignore a.txt e/.ignore e/f.log e/g.tmp e/keep.log h/i.txt";
    assert_eq!(take(true, true), expected);
    // The problems name them, but no files of programs, such as `.gitignore`.
    put(folder.path(), ".git/config", "");
    let left_out = problems(&list(folder.path())).into_iter();
    let left_out: Vec<String> = left_out
        .map(|(name, kind, reason)| {
            assert_eq!(kind, ProblemKind::Skipped);
            let option = if reason.contains("--hidden") { "hidden" } else { "ignored" };
            format!("{name} {option}")
        })
        .collect();
    let expected =
        [".b.txt hidden", ".c hidden", "e/f.log ignored", "e/g.tmp ignored", "h ignored"];
    assert_eq!(left_out, expected);
}

#[test]
fn what_other_programs_left_is_skipped_until_a_glob_includes_it() {
    let kept = ["#a.txt", "a.txt", "part", "~a.txt"];
    let left =
        ["#a.txt#", "a.crdownload", "a.pdf.part", "a.txt~", "b/~$a.docx", "~syncthing~a.tmp"];
    let folder = folder(&[&kept[..], &left].concat());
    let listing = list(folder.path());
    assert_eq!(names(&listing), kept);
    let skipped: Vec<_> =
        problems(&listing).into_iter().map(|(name, kind, _)| (name, kind)).collect();
    assert_eq!(skipped, left.map(|name| (name.to_string(), ProblemKind::Skipped)));
    let globs = Globs::new(&["*".parse().unwrap()], &[]).map(Arc::new);
    let all =
        list_with_stamps(folder.path(), &WalkOptions { globs, ..WalkOptions::default() }).unwrap();
    assert_eq!(all.files.len(), kept.len() + left.len());
}

#[test]
fn the_nearest_rule_wins_and_ignore_files_go_before_git() {
    let folder = folder(&["a.log", "sub/a.log", "sub/b.tmp", ".shown", "x/y.bak"]);
    put(folder.path(), ".gitignore", "*.log\n*.tmp\n!.shown\n");
    put(folder.path(), "sub/.gitignore", "!a.log\n");
    put(folder.path(), ".ignore", "!*.tmp\n");
    put(folder.path(), ".git/info/exclude", "*.bak\n");
    assert_eq!(names(&list(folder.path())), [".shown", "sub/a.log", "sub/b.tmp"]);
}

#[test]
fn ignore_files_above_the_root_do_not_count() {
    let folder = folder(&["docs/a.txt"]);
    put(folder.path(), ".gitignore", "*.txt\n");
    assert_eq!(names(&list(&folder.path().join("docs"))), ["a.txt"]);
}

#[test]
fn a_bad_rule_is_reported_with_its_line_and_the_others_count() {
    let folder = folder(&["a.log", "b.txt"]);
    fs::write(folder.path().join(".gitignore"), b"{a\r\n\xff\n*.log\r\n").unwrap();
    let listing = list(folder.path());
    assert_eq!(names(&listing), ["b.txt"]);
    let mut problems = problems(&listing);
    assert_eq!(problems.pop().unwrap().0, "a.log");
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems.iter().all(|problem| problem.0 == ".gitignore"), "{problems:?}");
    assert!(problems[0].2.starts_with("line 1 does not count"), "{problems:?}");
    assert!(problems[1].2.starts_with("line 2 does not count: not utf-8"), "{problems:?}");
}

#[test]
fn a_huge_ignore_file_is_refused() {
    let folder = folder(&["a.log"]);
    fs::File::create(folder.path().join(".gitignore")).unwrap().set_len(1 << 40).unwrap();
    let listing = list(folder.path());
    assert_eq!(names(&listing), ["a.log"]);
    let expected = "larger than 128 KiB; if it is text, split it; shingle ignores its rules";
    assert_eq!(problems(&listing)[0].2, expected);
}

#[test]
fn a_root_that_cannot_be_listed_says_why() {
    let folder = folder(&["a.txt"]);
    let why = |name: &str| {
        let (path, options) = (folder.path().join(name), WalkOptions::default());
        let said = list_with_stamps(&path, &options).unwrap_err().to_string();
        assert_eq!(list_names(&path, &options).unwrap_err().to_string(), said);
        said
    };
    assert_eq!(why("none"), "no such file or folder");
    assert!(why("a.txt").starts_with("not a folder; "));
}

#[test]
fn two_hundred_levels_and_the_longest_names_are_listed() {
    let folder = tempfile::tempdir().unwrap();
    let deep: PathBuf = (0..200).map(|level| format!("d{level}")).collect();
    let long = "n".repeat(255);
    put(folder.path(), deep.join("a.txt").to_str().unwrap(), "text");
    put(folder.path(), &format!("{long}/{long}"), "text");
    let listing = list(folder.path());
    assert_eq!(listing.files.len(), 2);
    assert_eq!(listing.folders.len(), 202);
    assert_eq!(problems(&listing), []);
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn links_are_reported_and_not_followed() {
    let folder = folder(&["a/b.txt"]);
    let root = folder.path();
    symlink("..", root.join("a/up")).unwrap();
    symlink("/", root.join("slash")).unwrap();
    symlink("nowhere", root.join("dangling")).unwrap();
    symlink("loop", root.join("loop")).unwrap();
    symlink("a/b.txt", root.join("file")).unwrap();
    let listing = list(root);
    assert_eq!(names(&listing), ["a/b.txt"]);
    let reported = problems(&listing);
    let expected = ["a/up", "dangling", "file", "loop", "slash"];
    assert_eq!(reported.iter().map(|problem| problem.0.as_str()).collect::<Vec<_>>(), expected);
    for problem in reported {
        assert_eq!(problem.1, ProblemKind::Skipped);
        assert_eq!(problem.2, "symbolic link, not followed");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn file_systems_that_the_system_makes_up_are_refused_by_their_type() {
    let folder = folder(&["a.txt"]);
    symlink("/proc/self", folder.path().join("link")).unwrap();
    for root in ["/proc", "/proc/self/task", folder.path().join("link").to_str().unwrap()] {
        let why =
            list_with_stamps(Path::new(root), &WalkOptions::default()).unwrap_err().to_string();
        let expected = "a proc file system, made up by the system; name a folder of documents";
        assert_eq!(why, expected, "{root}");
    }
    let listing = list_with_stamps(Path::new("/dev"), &WalkOptions::default()).unwrap();
    let devpts = "a devpts file system, made up by the system".to_string();
    let pts = ("pts".to_string(), ProblemKind::Skipped, devpts);
    if Path::new("/dev/pts/ptmx").exists() {
        assert!(problems(&listing).contains(&pts));
    } else {
        skipped("no devpts file system is here");
    }
    assert!(listing.folders.iter().all(|name| !name.as_path().starts_with("pts")));
}

#[test]
fn the_root_may_be_a_link() {
    let folder = folder(&["a/b.txt"]);
    symlink("a", folder.path().join("link")).unwrap();
    assert_eq!(names(&list(&folder.path().join("link"))), ["b.txt"]);
}

#[test]
fn pipes_and_sockets_are_reported_and_never_opened() {
    let folder = folder(&["a.txt"]);
    let root = folder.path();
    // Opening one of these pipes would block forever.
    for name in ["pipe.txt", ".gitignore", ".ignore"] {
        pipe(&root.join(name));
    }
    let _socket = UnixListener::bind(root.join("socket")).unwrap();
    let listing = list(root);
    assert_eq!(names(&listing), ["a.txt"]);
    let reported: Vec<_> =
        problems(&listing).into_iter().map(|p| format!("{} {}", p.0, p.2)).collect();
    assert_eq!(
        reported,
        [
            ".gitignore not a regular file (named pipe); shingle ignores its rules",
            ".ignore not a regular file (named pipe); shingle ignores its rules",
            "pipe.txt not a regular file (named pipe)",
            "socket not a regular file (socket)",
        ]
    );
}

#[test]
fn names_that_are_not_utf_8_are_kept_byte_by_byte() {
    let folder = folder(&[]);
    let name = OsStr::from_bytes(b"caf\xe9\n\x1b[31m.txt");
    fs::write(folder.path().join(name), "text").unwrap();
    fs::create_dir(folder.path().join(OsStr::from_bytes(b"\xff"))).unwrap();
    let listing = list(folder.path());
    assert_eq!(listing.files[0].path.as_path(), Path::new(name));
    assert_eq!(listing.folders[1].as_bytes(), b"\xff");
}

#[test]
fn a_path_longer_than_the_system_allows_is_reported() {
    let folder = folder(&["a.txt"]);
    let level = "l".repeat(200);
    let half: PathBuf = std::iter::repeat_n(&level, 15).collect();
    let (upper, lower) = (folder.path().join("x").join(&half), folder.path().join("y"));
    fs::create_dir_all(&upper).unwrap();
    fs::create_dir_all(lower.join(&half)).unwrap();
    fs::rename(lower, upper.join("y")).unwrap();
    let listing = list(folder.path());
    assert_eq!(names(&listing), ["a.txt"]);
    let reported = problems(&listing);
    assert_eq!(reported.len(), 1);
    assert_eq!(reported[0].1, ProblemKind::Failed);
    assert!(reported[0].2.starts_with("the path is too long"), "{}", reported[0].2);
}

#[test]
fn a_locked_folder_is_reported_and_the_rest_is_listed() {
    let folder = folder(&["a.txt", "locked/b.txt"]);
    let locked = folder.path().join("locked");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o0)).unwrap();
    let may_all = fs::read_dir(&locked).is_ok();
    let listing = list(folder.path());
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o700)).unwrap();
    if may_all {
        return skipped("the superuser may read everything");
    }
    assert_eq!(names(&listing), ["a.txt"]);
    let reason = "permission denied; make it readable for you";
    assert_eq!(problems(&listing), [("locked".into(), ProblemKind::Failed, reason.into())]);
}

#[test]
fn every_kind_of_change_changes_the_stamp() {
    let folder = folder(&["a.txt"]);
    let path = folder.path().join("a.txt");
    let before = list(folder.path()).files[0].stamp;
    assert_eq!(before, list(folder.path()).files[0].stamp);
    let modified = fs::metadata(&path).unwrap().modified().unwrap();
    // The file system's clock ticks every 1 to 10 ms; some clocks have whole seconds.
    let clock = tempfile::NamedTempFile::new_in(folder.path()).unwrap();
    let changed = |path: &Path| {
        let found = fs::metadata(path).unwrap();
        (found.ctime(), found.ctime_nsec())
    };
    let begun = std::time::Instant::now();
    while changed(clock.path()) <= changed(&path) {
        assert!(begun.elapsed().as_secs() < 60, "the file system's clock stands still");
        std::thread::sleep(std::time::Duration::from_millis(1));
        fs::write(clock.path(), "tick").unwrap();
    }
    drop(clock);
    fs::write(&path, "tuxt").unwrap();
    fs::File::options().write(true).open(&path).unwrap().set_modified(modified).unwrap();
    let after = list(folder.path()).files[0].stamp;
    assert_eq!((before.len, before.modified), (after.len, after.modified));
    assert_ne!(before, after, "same size, time set back: the change time tells");
}
