//! Random operations on a watched folder: at rest, the screen shows the results of a fresh run.
//!
//! `SHINGLE_STORM=10000 SHINGLE_STORM_SEED=7 cargo test --test pty storm -- --nocapture` runs this many operations
//! with this seed, and prints the times to rest.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::time::{Duration, Instant, SystemTime};
use std::{fs, fs::File, path::Path, path::PathBuf, process::Command, process::Stdio, thread};

use serde_json::Value;

use super::{folder::rewritten, folder::story, terminal::Terminal, terminal::shingle};

const PATIENCE: Duration = Duration::from_mins(2);
/// Time without change after which the screen is at rest: longer than the watcher's debounce, and shorter than the
/// interval of polls and checks of the root.
const REST: Duration = Duration::from_millis(1_200);

/// With this number of files, the storm deletes files instead of writing new ones. The listing of all pairs grows with
/// the square of the number.
const MOST_FILES: usize = 300;

/// Random numbers, equal for equal seeds.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        if all.is_empty() { None } else { all.get(self.roll(all.len())) }
    }

    fn text(&mut self) -> String {
        let (seed, words, nth) = (self.roll(6) as u64, self.roll(120), 5 + self.roll(40));
        rewritten(&story(seed, words), nth)
    }
}

struct Storm {
    root: PathBuf,
    dice: Dice,
}

/// Returns files and folders (including the root) in path order.
fn listed(root: &Path) -> (Vec<PathBuf>, Vec<PathBuf>) {
    let (mut files, mut folders, mut ahead) = (Vec::new(), Vec::new(), vec![root.to_path_buf()]);
    while let Some(folder) = ahead.pop() {
        for entry in fs::read_dir(&folder).unwrap().flatten() {
            let path = entry.path();
            if entry.file_type().unwrap().is_dir() { ahead.push(path) } else { files.push(path) }
        }
        folders.push(folder);
    }
    files.sort();
    folders.sort();
    (files, folders)
}

impl Storm {
    /// Does a random operation. Some operations fail deliberately, as on a dangling link.
    fn step(&mut self, number: usize) {
        let (files, folders) = listed(&self.root);
        let dice = &mut self.dice;
        let folder = dice.of(&folders).unwrap().clone();
        let endings = ["txt", "md", "html", "tmp"];
        let name = format!("{}{}.{}", dice.roll(8), dice.roll(40), dice.of(&endings).unwrap());
        let new = folder.join(name);
        let (file, other) = (dice.of(&files).cloned(), dice.of(&files).cloned());
        let (Some(file), Some(other)) = (file, other) else {
            fs::write(new, dice.text()).unwrap();
            return;
        };
        let is_root = folder == self.root;
        let _ = match dice.roll(108) {
            0..18 if files.len() < MOST_FILES => fs::write(new, dice.text()),
            18..32 => fs::write(file, dice.text()),
            32..40 => append(&file, &dice.text()),
            40..44 => File::options()
                .write(true)
                .open(file)
                .and_then(|it| it.set_len(dice.roll(20) as u64)),
            44..56 => {
                let beside = file.with_file_name(".~saving");
                fs::write(&beside, dice.text()).and_then(|()| fs::rename(beside, file))
            }
            56..64 => fs::rename(file, new),
            64..67 if !is_root => fs::rename(folder, self.root.join(format!("D{}", dice.roll(30)))),
            0..18 | 67..75 => fs::remove_file(file),
            75..81 => fs::create_dir_all(folder.join(format!("s{}/t", dice.roll(9)))),
            81..83 if !is_root => fs::remove_dir_all(folder),
            83..85 => fs::set_permissions(file, fs::Permissions::from_mode(0o000)),
            85..88 => fs::set_permissions(file, fs::Permissions::from_mode(0o644)),
            88..90 => symlink(dice.of(&["..", "nowhere", "/"]).unwrap(), new),
            90..93 => fs::hard_link(file, new),
            93..95 => touch(
                &file,
                SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + number as u64),
            ),
            95..98 => same_size(&file, number),
            98..100 => swap(&file, &other, &self.root.join(".swapping")),
            100..103 => fs::copy(file, new.with_extension("txt")).map(|_| ()),
            103 => burst(&folder.join(format!("burst{number}")), dice),
            104 => (0..5).try_for_each(|_| {
                fs::write(&new, dice.text()).and_then(|()| fs::remove_file(&new))
            }),
            105 => fs::write(
                self.root.join(".gitignore"),
                dice.of(&["1*.txt\n", "s1\n", "*.tmp\nD*\n"]).unwrap(),
            ),
            _ => (0..4).try_for_each(|part| {
                thread::sleep(Duration::from_millis(2));
                if part == 0 { fs::write(&file, dice.text()) } else { append(&file, &dice.text()) }
            }),
        };
    }
}

fn append(file: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write as _;
    File::options().append(true).open(file)?.write_all(text.as_bytes())
}

fn touch(file: &Path, at: SystemTime) -> std::io::Result<()> {
    File::options().write(true).open(file)?.set_modified(at)
}

/// Changes a file without changing its size and modification time.
fn same_size(file: &Path, number: usize) -> std::io::Result<()> {
    let before = fs::metadata(file)?.modified()?;
    let mut bytes = fs::read(file)?;
    for (place, byte) in bytes.iter_mut().enumerate().take(40) {
        *byte = b"abcdef "[(place + number) % 7];
    }
    fs::write(file, bytes)?;
    touch(file, before)
}

fn swap(one: &Path, other: &Path, between: &Path) -> std::io::Result<()> {
    fs::rename(one, between)?;
    let _ = fs::rename(other, one);
    fs::rename(between, other)
}

fn burst(folder: &Path, dice: &mut Dice) -> std::io::Result<()> {
    fs::create_dir_all(folder.join("x/y"))?;
    (0..20).try_for_each(|index| {
        let place = if index % 2 == 0 { "x" } else { "x/y" };
        fs::write(folder.join(place).join(format!("b{index}.txt")), dice.text())
    })
}

/// Returns the kind, mode, times and bytes of each file by name.
fn tree(root: &Path, with_times: bool) -> BTreeMap<PathBuf, String> {
    let (files, folders) = listed(root);
    let describe = |path: PathBuf| {
        let state = fs::symlink_metadata(&path).unwrap();
        let times =
            (state.mtime(), state.mtime_nsec(), state.ctime(), state.ctime_nsec(), state.ino());
        let bytes = if state.is_file() { fs::read(&path).ok() } else { None };
        let link = fs::read_link(&path).ok();
        let times = with_times.then_some(times);
        let name = path.strip_prefix(root).unwrap().to_path_buf();
        (name, format!("{:o} {times:?} {link:?} {bytes:?}", state.mode()))
    };
    files.into_iter().chain(folders).map(describe).collect()
}

fn fresh(root: &Path) -> Value {
    let run = Command::new(env!("CARGO_BIN_EXE_shingle"))
        .env("SHINGLE_CONFIG", "")
        .args(["scan", "--allow-empty", "--format", "json", "--top", "10000000"])
        .arg(root)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let mut fresh: Value = serde_json::from_slice(&run.stdout).unwrap();
    for document in fresh["documents"].as_array_mut().unwrap() {
        document.as_object_mut().unwrap().remove("elsewhere");
    }
    fresh
}

fn difference(shown: &Value, fresh: &Value) -> Option<String> {
    for field in ["parameters", "left_out", "problems", "documents", "pairs_found"] {
        if shown[field] != fresh[field] {
            return Some(format!("{field}: {}\nfresh: {}", shown[field], fresh[field]));
        }
    }
    let names = |pair: &Value| (pair["a"].to_string(), pair["b"].to_string());
    let pairs: BTreeMap<_, _> =
        fresh["pairs"].as_array().unwrap().iter().map(|pair| (names(pair), pair)).collect();
    let rows = shown["rows"].as_array().unwrap().iter().filter(|row| row["mark"] != "gone");
    let members = |row: &Value| -> Vec<String> {
        row["members"].as_array().unwrap().iter().map(ToString::to_string).collect()
    };
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in rows.clone().filter(|row| !members(row).is_empty()) {
        groups.insert(members(row)[0].clone(), members(row));
    }
    let mut expanded = BTreeSet::new();
    let mut add = |one: &String, other: &String| {
        expanded.insert((one.min(other).clone(), one.max(other).clone()))
    };
    for row in rows {
        let (a, b) = names(&row["pair"]);
        if pairs.get(&(a.clone(), b.clone())) != Some(&&row["pair"]) {
            return Some(format!("the row {row} has another pair in a fresh run"));
        }
        let group = members(row);
        let alone = |name: &String| groups.get(name).cloned().unwrap_or_else(|| vec![name.clone()]);
        if group.is_empty() {
            let both = (alone(&a), alone(&b));
            both.0.iter().for_each(|one| {
                both.1.iter().for_each(|other| {
                    add(one, other);
                });
            });
        } else {
            for (place, one) in group.iter().enumerate() {
                group[..place].iter().for_each(|other| {
                    add(one, other);
                });
            }
        }
    }
    let expected: BTreeSet<_> =
        pairs.keys().map(|(a, b)| (a.min(b).clone(), a.max(b).clone())).collect();
    (expanded != expected).then(|| {
        let lacks: Vec<_> = expected.difference(&expanded).take(3).collect();
        let more: Vec<_> = expanded.difference(&expected).take(3).collect();
        format!("the rows lack {lacks:?} and have besides {more:?}")
    })
}

/// Waits until the screen equals a fresh run and stays equal. Returns the time to rest.
fn settle(state: &Path, root: &Path) -> Duration {
    let begun = Instant::now();
    let fresh = fresh(root);
    let read = || serde_json::from_slice::<Value>(&fs::read(state).ok()?).ok();
    let differs = || {
        read().map_or_else(|| Some("nothing is shown".into()), |shown| difference(&shown, &fresh))
    };
    while let Some(reason) = differs() {
        assert!(begun.elapsed() < PATIENCE, "at rest, the screen shows something else: {reason}");
        thread::sleep(Duration::from_millis(20));
    }
    let took = begun.elapsed();
    thread::sleep(REST);
    assert_eq!(differs(), None, "it was right and did not stay so");
    took
}

fn storm(operations: usize, seed: u64, checks: usize) -> Vec<Duration> {
    let keep = tempfile::tempdir().unwrap();
    let (root, alone) = (keep.path().join("watched"), keep.path().join("alone"));
    let state = keep.path().join("state.json");
    fs::create_dir(&root).unwrap();
    fs::create_dir(&alone).unwrap();
    let mut command = shingle(&root);
    command.arg("--dump-state");
    command.arg(&state);
    let mut terminal = Terminal::ready(command, 120, 36, &["watching"]);
    let mut here = Storm { root: root.clone(), dice: Dice(seed) };
    let mut there = Storm { root: alone.clone(), dice: Dice(seed) };
    let mut took = Vec::new();
    for number in 0..operations {
        here.step(number);
        there.step(number);
        if (number + 1) % operations.div_ceil(checks) == 0 || number + 1 == operations {
            let before = tree(&root, true);
            took.push(settle(&state, &root));
            assert_eq!(tree(&root, true), before, "the program changed the folder at rest");
        }
    }
    terminal.quit();
    // Without a watcher, the same operations give the same folder.
    assert_eq!(tree(&root, false), tree(&alone, false), "the program changed the folder");
    took
}

#[test]
fn after_a_storm_the_screen_shows_what_a_fresh_run_finds() {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse().ok());
    let operations = number("SHINGLE_STORM").unwrap_or(160);
    let seed = number("SHINGLE_STORM_SEED").unwrap_or(1);
    let mut took = storm(operations as usize, seed, (operations as usize / 500).clamp(2, 40));
    took.sort();
    println!(
        "{operations} operations, seed {seed}: {} times at rest, after {} ms in the middle and {} ms at most",
        took.len(),
        took[took.len() / 2].as_millis(),
        took[took.len() - 1].as_millis()
    );
}
