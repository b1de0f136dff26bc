//! The key table of the README, and the pictures of README and guide, are the program's own: made from the key table and from screens of the demo
//! folder. `UPDATE_README=1 cargo test readme` writes them anew; without it the tests hold them to be true.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shingle::base::cancel::Cancel;
use shingle::base::ids::Epoch;
use shingle::base::path::DocPath;
use shingle::engine::batch::load;
use shingle::engine::desk::{Both, of_text, open};
use shingle::engine::report::{Counted, Report, WordAsked};
use shingle::folder::walk::WalkOptions;
use shingle::pipeline::params::Params;
use shingle::pipeline::publish::{Roll, publish};
use shingle::pipeline::query::{Found, query};

use super::super::command::Command;
use super::super::keymap::{Section, bindings};
use super::super::message::Message;
use super::super::model::arrange::arrange;
use super::super::model::look::ThemeChoice;
use super::pictures::{PICTURES, Picture};
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

/// Answers what the screen asked for, from the true files.
fn answer(stage: &mut Stage) {
    let folder = root().join("assets/demo");
    while !stage.asked.is_empty() {
        for command in std::mem::take(&mut stage.asked) {
            match command {
                Command::Open { a, b, params } => {
                    let view = open(&folder, &a, &b, &params).map(Arc::new);
                    stage.report(Report::Pair { names: (a, b), view });
                }
                Command::Explain(asked) => explain(stage, &folder, asked),
                Command::Arrange(request) => {
                    let arranged = arrange(&request, &|| false).unwrap();
                    stage.send(Message::Arranged(Box::new((request, arranged))));
                }
                Command::Query { text: Some(text), number } => {
                    let found = found(&folder, &text, number);
                    stage.report(Report::Query(Box::new(found)));
                }
                _ => {}
            }
        }
    }
}

/// Explains a word of the true files, and counts its shingles.
fn explain(stage: &mut Stage, folder: &Path, asked: WordAsked) {
    let (a, b) = &asked.names;
    let both = Both::read(folder, (a, b), None, &asked.params).unwrap();
    let told = Arc::new(both.explain(&asked).unwrap());
    let params = Arc::clone(&asked.params);
    let keys = told.keys();
    stage.report(Report::Explained { asked, answer: Ok(told) });
    let mut loaded = load(folder, WalkOptions::default(), &params).unwrap();
    loaded.corpus.refresh(&Cancel::never(), &|_, _, _| ()).unwrap();
    let counts = loaded.corpus.documents_with(&keys).unwrap();
    let documents = loaded.corpus.entries().len();
    let counts = keys.into_iter().zip(counts).collect();
    stage.report(Report::Counted(Counted { params, documents, counts }));
}

/// What in a folder resembles a text.
fn found(folder: &Path, text: &str, number: u64) -> Found {
    let params = Arc::new(Params::defaults());
    let loaded = load(folder, WalkOptions::default(), &params).unwrap();
    let roll = Roll::call(&loaded.corpus);
    let name = DocPath::new("text");
    let document = of_text(&name, text, &params).unwrap();
    let hits = query(&roll, &document, None);
    let about = document.info(name, document.sketch().len());
    Found { number, params, docs: Arc::clone(roll.docs), text: Ok(about), hits }
}

/// Moves the selection to the first row of a document whose name has this part.
fn select(stage: &mut Stage, name: &str) {
    for _ in 0..200 {
        let names = stage.model.list.names.as_ref();
        if names.is_some_and(|(a, b)| [a, b].iter().any(|one| one.to_string().contains(name))) {
            return;
        }
        press(stage, "j");
    }
    panic!("no row shows {name}");
}

fn press(stage: &mut Stage, key: &str) {
    stage.press_unanswered(key);
    answer(stage);
}

/// The screen of a picture.
fn shown(picture: &Picture) -> Stage {
    let (width, height) = picture.size;
    let mut stage = demo(width, height);
    let mut rest = picture.keys;
    while let Some(first) = rest.chars().next() {
        let named = (first == '<').then(|| rest.find('>')).flatten();
        let (token, after) = rest.split_at(named.map_or(first.len_utf8(), |end| end + 1));
        rest = after;
        let inner = token.trim_start_matches('<').trim_end_matches('>');
        match inner.split_once(' ') {
            Some(("row", name)) => select(&mut stage, name),
            Some(("paste", text)) => {
                stage.send(Message::Pasted(text.into()));
                answer(&mut stage);
            }
            _ if token == "<ascii>" => stage.model.look.ascii = true,
            _ => press(&mut stage, token),
        }
    }
    stage
}

fn file(picture: &Picture) -> PathBuf {
    root().join("assets/pictures").join(format!("{}.svg", picture.name))
}

#[test]
fn the_readme_s_pictures_are_what_the_program_draws() {
    for picture in PICTURES {
        let stage = shown(picture);
        let light = stage.model.look.theme == ThemeChoice::Light;
        hold(&file(picture), &svg(&stage.buffer(), light));
    }
}

#[test]
#[allow(clippy::disallowed_methods)]
fn no_picture_is_left_over() {
    for entry in std::fs::read_dir(root().join("assets/pictures")).unwrap() {
        let path = entry.unwrap().path();
        let known = PICTURES.iter().any(|picture| file(picture) == path);
        assert!(known, "{} is in no table", path.display());
    }
}

/// Replaces what stands between two marks of a document.
#[allow(clippy::disallowed_methods)]
fn between(text: &str, mark: &str, wanted: &str) -> String {
    let (open, close) = (format!("<!-- {mark} -->\n"), format!("<!-- /{mark} -->"));
    let (head, rest) = text.split_once(&open).unwrap();
    let (_, tail) = rest.split_once(&close).unwrap();
    format!("{head}{open}{wanted}{close}{tail}")
}

#[test]
#[allow(clippy::disallowed_methods)]
fn the_readme_lists_every_key_and_every_picture() {
    let mut keys = String::from("| key | what it does |\n|---|---|\n");
    for section in Section::ALL {
        let _ = writeln!(keys, "| **{}** | |", section.title());
        for binding in bindings().filter(|binding| binding.section == section) {
            let _ =
                writeln!(keys, "| `{}` | {} |", binding.shown, binding.help.replace('|', "\\|"));
        }
    }
    let mut pictures = String::from("| | |\n|---|---|\n");
    for two in PICTURES.chunks(2) {
        for Picture { name, caption, .. } in two {
            let _ = write!(
                pictures,
                "| [<img src=\"assets/pictures/{name}.svg\" alt=\"{name}\" width=\"400\">](docs/guide.md#{name})<br>{caption} "
            );
        }
        pictures.push_str(if two.len() == 1 { "| |\n" } else { "|\n" });
    }
    let path = root().join("README.md");
    let text = std::fs::read_to_string(&path).unwrap();
    hold(&path, &between(&between(&text, "keys", &keys), "pictures", &pictures));
}

#[test]
#[allow(clippy::disallowed_methods)]
fn the_guide_shows_every_picture_as_the_readme_does() {
    let mut pictures = String::new();
    for Picture { name, caption, .. } in PICTURES {
        let _ = writeln!(
            pictures,
            "### {name}\n\n{caption}\n\n![{name}](../assets/pictures/{name}.svg)\n"
        );
    }
    let path = root().join("docs/guide.md");
    let text = std::fs::read_to_string(&path).unwrap();
    hold(&path, &between(&text, "pictures", &pictures));
}

#[test]
#[allow(clippy::disallowed_methods)]
fn every_picture_that_readme_and_guide_name_is_there() {
    for document in ["README.md", "docs/guide.md"] {
        let text = std::fs::read_to_string(root().join(document)).unwrap();
        let start = "assets/pictures/";
        for (place, _) in text.match_indices(start) {
            let rest = text.get(place + start.len()..).unwrap();
            let name = rest.split(".svg").next().unwrap();
            assert!(PICTURES.iter().any(|picture| picture.name == name), "{document}: {name}");
        }
    }
}
