//! The cache in front of a reader that counts its calls.
#![allow(clippy::disallowed_methods)]

use std::sync::{Arc, atomic::AtomicUsize, atomic::Ordering};
use std::{fs, fs::File, path::Path, path::PathBuf, time::Duration, time::SystemTime};

use super::{CachePlace, CachedReader, TextCache};
use crate::cache::{disk::measure_size, disk::remove_cache};
use crate::extracted::{Extracted, Unreadable};
use crate::{file_format::Format, limits::Limits, work::FormatReader};

/// Returns the bytes as text. Refuses bytes that begin with `refuse`, and dies of bytes that begin with `die`.
#[derive(Default)]
struct Counting(AtomicUsize);

impl FormatReader for Counting {
    fn reader_limits(&self) -> &Limits {
        &Limits::DEFAULT
    }

    fn read(&self, _: Format, bytes: &[u8]) -> Result<Extracted, Unreadable> {
        self.0.fetch_add(1, Ordering::Relaxed);
        let text = String::from_utf8_lossy(bytes).into_owned();
        if text.starts_with("refuse") {
            return Err(Unreadable::Damaged { format: "PDF".into(), what: text });
        }
        if text.starts_with("die") {
            return Err(Unreadable::Died(text));
        }
        Ok(Extracted { text, ..Extracted::default() })
    }
}

struct Visit {
    cache: Arc<TextCache>,
    reader: Arc<Counting>,
}

impl Visit {
    fn with(directory: &Path, read: Option<&Path>, limit: u64) -> Self {
        let (directory, read) = (Some(directory.into()), read.map(Path::to_path_buf));
        let cache = Arc::new(TextCache::new(CachePlace { directory, read, limit }));
        Self { cache, reader: Arc::default() }
    }

    fn to(directory: &Path) -> Self {
        Self::with(directory, None, 1 << 30)
    }

    fn read(&self, format: Format, text: &str) -> Result<Extracted, Unreadable> {
        let reader = CachedReader {
            reader: Arc::<Counting>::clone(&self.reader),
            cache: Arc::clone(&self.cache),
        };
        reader.read(format, text.as_bytes())
    }

    /// Reads all texts as PDF, checks the outcomes, and returns the number of cache misses.
    fn missed(&self, texts: &[&str]) -> usize {
        let before = self.reader.0.load(Ordering::Relaxed);
        for text in texts {
            let right = Counting::default().read(Format::Pdf, text.as_bytes());
            assert_eq!(self.read(Format::Pdf, text), right);
        }
        self.reader.0.load(Ordering::Relaxed) - before
    }

    fn notices(&self) -> Vec<String> {
        self.cache.notices().iter().map(ToString::to_string).collect()
    }
}

fn files(directory: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(directory.join("texts-1")).unwrap();
    let mut all: Vec<PathBuf> = all.map(|entry| entry.unwrap().path()).collect();
    all.sort();
    all
}

fn used(path: &Path, ago: Duration) {
    File::options().write(true).open(path).unwrap().set_modified(SystemTime::now() - ago).unwrap();
}

const DAY: Duration = Duration::from_hours(24);

#[test]
fn what_was_read_once_is_not_read_again() {
    let dir = tempfile::tempdir().unwrap();
    let texts = ["one", "two", "", "refuse this"];
    let first = Visit::to(dir.path());
    assert_eq!(first.missed(&["die"]), 1);
    assert_eq!(first.missed(&texts), 4);
    assert_eq!(first.missed(&texts), 0);
    let second = Visit::to(dir.path());
    assert_eq!(second.missed(&texts), 0);
    assert_eq!(second.missed(&["three", "one"]), 1);
    // Other format on the same bytes may give another text.
    second.read(Format::Rtf, "one").unwrap();
    assert_eq!(second.reader.0.load(Ordering::Relaxed), 2);
    // What ended a reader is read each time.
    for reads in [3, 4] {
        assert_eq!(second.missed(&["die"]), 1);
        assert_eq!(second.reader.0.load(Ordering::Relaxed), reads);
    }
    assert!(first.notices().is_empty() && second.notices().is_empty());
}

#[test]
fn a_damaged_text_is_read_anew_and_kept_again() {
    let dir = tempfile::tempdir().unwrap();
    Visit::to(dir.path()).missed(&["one", "two"]);
    let [a, b] = &files(dir.path())[..] else { panic!() };
    let whole = fs::read(a).unwrap();
    let damages: [&dyn Fn(); 6] = [
        &|| fs::write(a, &whole[..whole.len() - 1]).unwrap(),
        &|| fs::write(a, b"").unwrap(),
        &|| fs::write(a, vec![0; whole.len()]).unwrap(),
        &|| fs::write(a, b"SQLite format 3\0 and more of another program").unwrap(),
        &|| {
            fs::copy(b, a).unwrap();
        },
        &|| {
            File::create(a).unwrap().set_len(1 << 40).unwrap();
        },
    ];
    for (number, damage) in damages.iter().enumerate() {
        damage();
        let visit = Visit::to(dir.path());
        assert_eq!(visit.missed(&["one", "two"]), 1, "damage {number}");
        assert_eq!(fs::read(a).unwrap(), whole, "damage {number}");
        // An oversized file is skipped unread.
        let told = visit.notices();
        assert_eq!(told.len(), usize::from(number < 5), "{told:?}");
        assert!(told.iter().all(|notice| notice.contains("1 text damaged")), "{told:?}");
        assert!(visit.notices().is_empty(), "told twice");
    }
}

#[test]
fn what_was_used_longest_ago_goes_first() {
    let dir = tempfile::tempdir().unwrap();
    let text = |number: u32| format!("{number} {}", "x".repeat(100_000));
    let texts: Vec<String> = (0..10).map(text).collect();
    for (age, text) in (1..).zip(&texts) {
        let known = files_of(dir.path());
        Visit::to(dir.path()).missed(&[text]);
        let new = files_of(dir.path()).into_iter().find(|file| !known.contains(file)).unwrap();
        used(&new, DAY * (20 - age));
    }
    // A used text counts as new.
    assert_eq!(Visit::to(dir.path()).missed(&[&texts[0]]), 0);
    let begun = dir.path().join("texts-1/.new-a");
    fs::write(&begun, "half").unwrap();
    let small = Visit::with(dir.path(), None, 900_000);
    assert_eq!(small.missed(&["one more"]), 1);
    let held = measure_size(dir.path()).unwrap();
    assert!(held.bytes <= 900_000 && held.bytes > 600_000, "{held:?}");
    // Another program may still be writing, so temporary files stay for an hour.
    assert!(begun.exists());
    used(&begun, DAY);
    let small = Visit::with(dir.path(), None, 900_000);
    assert_eq!(small.missed(&["another"]), 1);
    assert!(!begun.exists());
    let all: Vec<&str> = texts.iter().map(String::as_str).collect();
    let there = Visit::to(dir.path());
    let missed: Vec<usize> = all.iter().map(|text| there.missed(&[text])).collect();
    assert_eq!((missed[0], missed[1], missed[9]), (0, 1, 0), "{missed:?}");
}

/// Like [`files`], but empty before the cache exists.
fn files_of(directory: &Path) -> Vec<PathBuf> {
    if directory.join("texts-1").exists() { files(directory) } else { Vec::new() }
}

#[test]
fn a_text_that_would_push_out_all_others_is_not_kept() {
    let dir = tempfile::tempdir().unwrap();
    let visit = Visit::with(dir.path(), None, 1 << 20);
    let (large, small) = ("x".repeat(200_000), "x".repeat(100_000));
    assert_eq!(visit.missed(&[&large, &small]), 2);
    assert_eq!(visit.missed(&[&large, &small]), 1);
}

#[test]
fn nothing_is_kept_within_the_folder_that_is_read_or_around_it() {
    let dir = tempfile::tempdir().unwrap();
    let within = dir.path().join("a/cache");
    let around = dir.path().join("files");
    fs::create_dir_all(around.join("texts-1/deep")).unwrap();
    let places = [
        (within.as_path(), dir.path()),
        (within.as_path(), within.parent().unwrap().parent().unwrap()),
        (around.as_path(), &around.join("texts-1/deep")),
        (around.as_path(), around.as_path()),
    ];
    for (directory, read) in places {
        let visit = Visit::with(directory, Some(read), 1 << 30);
        assert_eq!(visit.missed(&["one", "one"]), 2);
        let told = visit.notices();
        let why = if read.ends_with("deep") {
            "contains the scanned folder"
        } else {
            "inside the scanned folder"
        };
        assert!(told.len() == 1 && told[0].contains(why), "{told:?}");
    }
    assert!(!within.exists() && !dir.path().join("a").exists());
    // A sibling folder is allowed.
    let beside = dir.path().join("beside");
    fs::create_dir(&beside).unwrap();
    let visit = Visit::with(&within, Some(&beside), 1 << 30);
    assert_eq!([visit.missed(&["one"]), visit.missed(&["one"])], [1, 0]);
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_into_the_folder_that_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let (read, link) = (dir.path().join("read"), dir.path().join("link"));
    fs::create_dir(&read).unwrap();
    std::os::unix::fs::symlink(&read, &link).unwrap();
    let visit = Visit::with(&link.join("cache"), Some(&read), 1 << 30);
    assert_eq!(visit.missed(&["one", "one"]), 2);
    assert_eq!(fs::read_dir(&read).unwrap().count(), 0);
}

#[test]
fn a_directory_that_takes_nothing_more_is_told_of_once() {
    let dir = tempfile::tempdir().unwrap();
    let visit = Visit::to(dir.path());
    assert_eq!(visit.missed(&["one"]), 1);
    fs::remove_dir_all(dir.path().join("texts-1")).unwrap();
    assert_eq!(visit.missed(&["two", "three"]), 2);
    let told = visit.notices();
    assert!(told.len() == 1 && told[0].contains("cannot save new texts (no such file"), "{told:?}");
    assert_eq!(visit.missed(&["two"]), 1);
    assert!(visit.notices().is_empty());
}

#[test]
fn to_clear_it_leaves_nothing_of_it_and_all_else() {
    let dir = tempfile::tempdir().unwrap();
    let place = dir.path().join("cache");
    assert_eq!(remove_cache(&place).unwrap(), measure_size(&place).unwrap());
    Visit::to(&place).missed(&["one", "two"]);
    let held = measure_size(&place).unwrap();
    assert_eq!((held.texts, held.bytes), (2, 2 * 4096));
    fs::create_dir(place.join("texts-2")).unwrap();
    let name = "0123456789abcdef".repeat(2);
    fs::write(place.join("texts-2").join(name), "of a newer version").unwrap();
    assert_eq!(remove_cache(&place).unwrap(), held);
    assert!(!place.exists());
    // The user named a directory with other files.
    Visit::to(dir.path()).missed(&["one"]);
    for other in
        ["mine.txt", "texts-mine/a", "texts-/a", "texts-1/thesis.txt", "texts-7/thesis.txt"]
    {
        let path = dir.path().join(other);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "mine").unwrap();
    }
    remove_cache(dir.path()).unwrap();
    let mut left: Vec<_> =
        fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["mine.txt", "texts-", "texts-1", "texts-7", "texts-mine"]);
    let inside = |name: &str| fs::read_dir(dir.path().join(name)).unwrap().count();
    assert_eq!((inside("texts-1"), inside("texts-7")), (1, 1));
}

#[test]
fn many_threads_and_many_visits_use_it_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let texts: Vec<String> = (0..50).map(|number| format!("text {number}")).collect();
    let all: Vec<&str> = texts.iter().map(String::as_str).collect();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let (all, visit) = (&all, Visit::to(dir.path()));
            scope.spawn(move || {
                visit.missed(all);
                assert!(visit.notices().is_empty());
            });
        }
    });
    assert_eq!(Visit::to(dir.path()).missed(&all), 0);
    assert_eq!(files(dir.path()).len(), 50);
}
