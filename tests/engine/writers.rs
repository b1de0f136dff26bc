//! Other programs in a watched folder: their ways to save, endless writing, unpacked trees and changed times.

use std::{fs, sync::mpsc::channel, time::Duration, time::SystemTime};

use shingle::engine::{Phase, Report};
use shingle::{base::path::DocPath, engine::handle::Engine, engine::reader::DocumentFolder};
use tempfile::TempDir;

use super::disk::{CAT, DEADLINE, FOX, Watched, names, plain};

#[test]
fn a_change_under_one_name_of_a_file_is_one_under_all() {
    let watched = Watched::start(&[("a.txt", FOX), ("b.txt", CAT), ("sub/d.txt", CAT)], plain());
    for name in ["c.txt", "sub/c.txt"] {
        fs::hard_link(watched.root.join("a.txt"), watched.root.join(name)).unwrap();
    }
    watched.settle();
    watched.snapshots_until_rest();
    for (name, text) in [("sub/c.txt", CAT), ("a.txt", "nothing like the others at all")] {
        watched.write(name, text).settle();
        watched.snapshots_until_rest();
    }
}

#[test]
fn many_files_of_two_names_are_read_without_a_listing_behind_each_batch() {
    const FILES: usize = 600;
    let folder = TempDir::new().unwrap();
    let [root, other] = ["watched", "other"].map(|name| folder.path().join(name));
    fs::create_dir(&root).unwrap();
    fs::create_dir(&other).unwrap();
    for number in 0..FILES {
        let name = format!("{number}.txt");
        fs::write(root.join(&name), format!("{FOX} {number}")).unwrap();
        fs::hard_link(root.join(&name), other.join(&name)).unwrap();
    }
    let (sender, reports) = channel();
    let sink = move |report| drop(sender.send(report));
    let _engine = Engine::start(None, DocumentFolder::new(root), plain(), sink);
    let mut listings = 0;
    loop {
        match reports.recv_timeout(DEADLINE).unwrap() {
            Report::Progress { phase: Phase::Listing, .. } => listings += 1,
            Report::Snapshot(snapshot) if snapshot.present == FILES => break,
            _ => {}
        }
    }
    assert!(listings <= 2, "{listings}");
}

#[test]
fn bytes_of_the_same_number_with_the_old_time_are_read() {
    let other = FOX.replace("fox", "cow");
    let watched = Watched::settled(&[("a.txt", FOX), ("b.txt", FOX)], plain());
    watched.snapshots_until_rest();
    let path = watched.root.join("a.txt");
    let times = [
        fs::metadata(&path).unwrap().modified().unwrap(),
        SystemTime::UNIX_EPOCH - Duration::from_hours(24 * 365),
        SystemTime::UNIX_EPOCH + Duration::from_hours(24 * 365 * 272),
        SystemTime::UNIX_EPOCH,
    ];
    for (round, time) in times.into_iter().enumerate() {
        watched.write("a.txt", if round % 2 == 0 { &other } else { FOX });
        fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        watched.settle();
    }
}

#[test]
fn every_way_to_save_ends_in_the_saved_text_alone() {
    let watched = Watched::settled(&[("a.txt", FOX), ("b.txt", CAT)], plain());
    let path = |name: &str| watched.root.join(name);
    let saved = |number: usize| {
        assert_eq!(names(&watched.settle()), ["a.txt", "b.txt"], "way {number}");
    };
    let text = |number: usize| format!("{CAT} and {FOX} {}", "again ".repeat(number));
    // vim: a probe, a backup by rename, the new file, deletion of the backup.
    fs::write(path("4913"), "").unwrap();
    fs::remove_file(path("4913")).unwrap();
    fs::rename(path("a.txt"), path("a.txt~")).unwrap();
    fs::write(path("a.txt"), text(1)).unwrap();
    fs::remove_file(path("a.txt~")).unwrap();
    saved(1);
    // Emacs: a link as a lock, and writing in place.
    std::os::unix::fs::symlink("ann@host.1:2", path(".#a.txt")).unwrap();
    fs::write(path("a.txt"), text(2)).unwrap();
    fs::remove_file(path(".#a.txt")).unwrap();
    saved(2);
    // sed -i, gedit and others: a new file in place of the old one.
    fs::write(path("sedWz3k"), text(3)).unwrap();
    fs::rename(path("sedWz3k"), path("a.txt")).unwrap();
    saved(3);
    // LibreOffice: a lock file, and a new file that is copied back.
    fs::write(path(".~lock.a.txt#"), ",ann,host;").unwrap();
    fs::write(path("lu42.tmp"), text(4)).unwrap();
    fs::copy(path("lu42.tmp"), path("a.txt")).unwrap();
    fs::remove_file(path("lu42.tmp")).unwrap();
    fs::remove_file(path(".~lock.a.txt#")).unwrap();
    saved(4);
    // Truncated first and written in pieces.
    let mut file = fs::File::create(path("a.txt")).unwrap();
    for piece in text(5).as_bytes().chunks(9) {
        std::io::Write::write_all(&mut file, piece).unwrap();
        std::thread::sleep(Duration::from_millis(3));
    }
    drop(file);
    saved(5);
}

#[test]
fn a_file_that_is_written_all_the_time_keeps_no_other_from_being_shown() {
    let watched =
        Watched::settled(&[("a.txt", FOX), ("b.txt", CAT), ("log.txt", "begin")], plain());
    let (stop, stopped) = channel::<()>();
    let log = watched.root.join("log.txt");
    let root = watched.root.clone();
    let writer = std::thread::spawn(move || {
        let mut file = fs::File::options().append(true).open(log).unwrap();
        let mut number = 0;
        while matches!(stopped.try_recv(), Err(std::sync::mpsc::TryRecvError::Empty)) {
            std::io::Write::write_all(&mut file, b" one more line of it").unwrap();
            // Also short-lived files, so that every listing is outdated on completion.
            let name = root.join(format!("sub{}/x.txt", number % 7));
            let _ = fs::create_dir_all(name.parent().unwrap());
            let _ = fs::write(&name, FOX);
            let _ = fs::remove_dir_all(name.parent().unwrap());
            number += 1;
            std::thread::sleep(Duration::from_millis(3));
        }
    });
    watched.write("c.txt", FOX);
    watched.wait("the other file, while the writer goes on", |report| match report {
        Report::Snapshot(snapshot) => {
            snapshot.docs.iter().any(|doc| doc.path == DocPath::new("c.txt")).then_some(())
        }
        _ => None,
    });
    stop.send(()).unwrap();
    writer.join().unwrap();
    watched.settle();
}

#[test]
fn a_tree_that_is_unpacked_in_one_go_is_read_whole() {
    let watched = Watched::settled(&[("a.txt", FOX)], plain());
    for folder in 0..150 {
        for file in 0..10 {
            watched.write(
                &format!("r{folder}/a/b{}/f{file}.txt", file % 2),
                &format!("{CAT} {folder} {file}"),
            );
        }
    }
    assert_eq!(watched.settle().present, 1 + 1500);
    watched.write("r149/a/b1/f9.txt", FOX).settle();
}
