//! The README's key table and pictures are the program's own: made from the key table and from screens of the demo
//! folder. `UPDATE_README=1 cargo test readme` writes them anew; without it the tests hold them to be true.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shingle::base::cancel::Cancel;
use shingle::base::ids::Epoch;
use shingle::engine::batch::load;
use shingle::engine::desk::open;
use shingle::engine::report::Report;
use shingle::folder::walk::WalkOptions;
use shingle::pipeline::params::Params;
use shingle::pipeline::publish::publish;

use super::super::command::Command;
use super::super::keymap::{Section, bindings};
use super::stage::Stage;
use super::svg::svg;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Compares a file with what it should be, or writes it.
#[allow(clippy::disallowed_methods)]
fn hold(path: &Path, wanted: &str) {
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, wanted).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == wanted,
        "{} is out of date: UPDATE_README=1 cargo test readme",
        path.display()
    );
}

#[test]
#[allow(clippy::disallowed_methods)]
fn the_readme_lists_every_key() {
    let path = root().join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let mut table = String::from("| key | what it does |\n|---|---|\n");
    for section in Section::ALL {
        let _ = writeln!(table, "| **{}** | |", section.title());
        for binding in bindings().filter(|binding| binding.section == section) {
            let _ =
                writeln!(table, "| `{}` | {} |", binding.shown, binding.help.replace('|', "\\|"));
        }
    }
    let (head, rest) = readme.split_once("<!-- keys -->\n").unwrap();
    let (_, tail) = rest.split_once("<!-- /keys -->").unwrap();
    hold(&path, &format!("{head}<!-- keys -->\n{table}<!-- /keys -->{tail}"));
}

/// The demo folder on a screen, as the engine sees it.
fn demo(width: u16, height: u16) -> Stage {
    let folder = root().join("assets/demo");
    let params = Arc::new(Params::defaults());
    let mut loaded = load(&folder, WalkOptions::default(), &params).unwrap();
    loaded.corpus.refresh(&Cancel::never(), &|_, _, _| ()).unwrap();
    let mut stage = Stage::empty(width, height);
    stage.report(Report::Snapshot(Arc::new(publish(
        &loaded.corpus,
        &loaded.listing,
        Epoch::default(),
    ))));
    answer(&mut stage);
    stage
}

/// Opens what the screen asked for, from the true files.
fn answer(stage: &mut Stage) {
    let folder = root().join("assets/demo");
    for command in std::mem::take(&mut stage.asked) {
        if let Command::Open { a, b, params } = command {
            let view = open(&folder, &a, &b, &params).map(Arc::new);
            stage.report(Report::Pair { names: (a, b), view });
        }
    }
}

/// Moves the selection to the row that shows `name`.
fn select(stage: &mut Stage, name: &str) {
    for _ in 0..200 {
        if stage.text().lines().any(|line| line.starts_with('▸') && line.contains(name)) {
            return;
        }
        stage.press_unanswered("j");
        answer(stage);
    }
    panic!("no row shows {name}");
}

#[test]
fn the_readme_shows_the_matches() {
    let mut stage = demo(120, 36);
    select(&mut stage, "news/bridge-evening.txt");
    hold(&root().join("assets/pictures/matches.svg"), &svg(&stage.buffer()));
}

#[test]
fn the_readme_shows_an_open_pair() {
    let mut stage = demo(120, 36);
    select(&mut stage, "bees-backwards");
    stage.press_unanswered("<Enter>");
    answer(&mut stage);
    stage.press_unanswered("n");
    answer(&mut stage);
    hold(&root().join("assets/pictures/pair.svg"), &svg(&stage.buffer()));
}
