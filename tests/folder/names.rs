//! Listings of names and listings with stamps agree on any folder.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::{collections::BTreeMap, fs, path::Path, path::PathBuf, process::Command};

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use shingle::folder::names::{Names, WalkOptions, list_names};
use shingle::{base::path::DocPath, folder::names::list_with_stamps};

use crate::common::put_file;

#[derive(Debug, Clone, Copy)]
enum Thing {
    File,
    Locked,
    Folder,
    Link,
    Pipe,
    Rules(&'static str),
}

/// Names that sort before, at and after `/`, hidden names, and names that the rule below ignores.
const NAMES: [&str; 12] =
    ["a", "b", "a.txt", "a-b", "a b", "aé", "a0", ".hidden", "b.log", "keep.log", "Z", "b.tmp"];
const RULES: [&str; 4] = ["*.log\n!keep.log\n", "a/\n", "!.hidden\n*.tmp\n", "{bad\n/b\n"];

fn thing() -> impl Strategy<Value = Thing> {
    prop_oneof![
        6 => Just(Thing::File),
        1 => Just(Thing::Locked),
        4 => Just(Thing::Folder),
        1 => Just(Thing::Link),
        1 => Just(Thing::Pipe),
        2 => proptest::sample::select(&RULES[..]).prop_map(Thing::Rules),
    ]
}

/// Returns a random tree: paths of up to four names, each with the kind of node.
fn tree() -> impl Strategy<Value = Vec<(Vec<&'static str>, Thing)>> {
    let place = proptest::collection::vec(proptest::sample::select(&NAMES[..]), 1..5);
    proptest::collection::vec((place, thing()), 0..40)
}

/// Creates the nodes of a tree, except at occupied paths.
fn plant(root: &Path, tree: &[(Vec<&str>, Thing)]) {
    for (place, thing) in tree {
        let path = place.iter().fold(root.to_path_buf(), |path, name| path.join(name));
        let Some(parent) = path.parent() else { continue };
        if fs::create_dir_all(parent).is_err() {
            continue;
        }
        match thing {
            Thing::Rules(text) => fs::write(parent.join(".gitignore"), text).unwrap(),
            Thing::Folder => drop(fs::create_dir(&path)),
            _ if fs::symlink_metadata(&path).is_ok() => {}
            Thing::File => fs::write(&path, "text").unwrap(),
            Thing::Locked => {
                fs::write(&path, "text").unwrap();
                fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).unwrap();
            }
            // Following the link would not end, and files created through the link stay in the tree.
            Thing::Link => symlink(".", path).unwrap(),
            Thing::Pipe => assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
        }
    }
}

/// Finds all files and folders by plain recursion. The value is true for a folder.
fn all(root: &Path, below: &Path, found: &mut BTreeMap<PathBuf, bool>) {
    for entry in fs::read_dir(root.join(below)).unwrap() {
        let entry = entry.unwrap();
        let path = below.join(entry.file_name());
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            found.insert(path.clone(), true);
            all(root, &path, found);
        } else if kind.is_file() {
            found.insert(path, false);
        }
    }
}

const EVERY: [WalkOptions; 4] = [
    WalkOptions { hidden: false, ignored: false, globs: None, only: None },
    WalkOptions { hidden: true, ignored: false, globs: None, only: None },
    WalkOptions { hidden: false, ignored: true, globs: None, only: None },
    WalkOptions { hidden: true, ignored: true, globs: None, only: None },
];

proptest! {
    #![proptest_config(Config {
        cases: 200,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..Config::default()
    })]

    #[test]
    fn names_and_listing_agree_on_files_folders_and_problems(tree in tree()) {
        let folder = tempfile::tempdir().unwrap();
        plant(folder.path(), &tree);
        for options in &EVERY {
            let listing = list_with_stamps(folder.path(), options).unwrap();
            let files: Vec<_> = listing.files.into_iter().map(|entry| entry.path).collect();
            let stamped = Names { files, folders: listing.folders, problems: listing.problems };
            let named = list_names(folder.path(), options).unwrap();
            prop_assert!(named.files.is_sorted() && named.folders.is_sorted());
            prop_assert_eq!(named, stamped);
        }
    }

    #[test]
    fn with_everything_taken_in_nothing_is_missing_and_all_is_in_order(tree in tree()) {
        let folder = tempfile::tempdir().unwrap();
        plant(folder.path(), &tree);
        let mut there = BTreeMap::from([(PathBuf::new(), true)]);
        all(folder.path(), Path::new(""), &mut there);
        let of = |folders: bool| {
            let wanted = there.iter().filter(move |(_, is_folder)| **is_folder == folders);
            let mut paths: Vec<DocPath> = wanted.map(|(path, _)| DocPath::new(path)).collect();
            paths.sort_by(|a, b| a.as_bytes().cmp(b.as_bytes()));
            paths
        };
        let named = list_names(folder.path(), &EVERY[3]).unwrap();
        prop_assert_eq!(named.files, of(false));
        prop_assert_eq!(named.folders, of(true));
    }
}

#[test]
fn thousands_of_files_in_one_folder_and_in_many_come_whole_and_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut wanted = Vec::new();
    for number in 0..3_000 {
        let name = match number % 3 {
            0 => format!("{number}.txt"),
            1 => format!("{}/{number}.txt", number % 70),
            _ => format!("{}/{}/{number}", number % 7, number % 11),
        };
        put_file(folder.path(), &name, "x");
        wanted.push(name);
    }
    wanted.sort_unstable();
    let listed = list_names(folder.path(), &WalkOptions::default()).unwrap();
    let names: Vec<_> = listed.files.iter().map(|path| path.to_str().unwrap()).collect();
    assert_eq!(names, wanted);
    let listing = list_with_stamps(folder.path(), &WalkOptions::default()).unwrap();
    for (entry, name) in listing.files.iter().zip(&wanted) {
        assert_eq!((entry.path.to_str(), entry.stamp.len), (Some(name.as_str()), 1));
    }
    assert_eq!(listing.files.len(), wanted.len());
}
