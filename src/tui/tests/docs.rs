//! The pictures in the documents are drawn from the demo folder. `UPDATE_DOCS=1 cargo test docs` writes them. Without
//! it the tests compare them.

use std::{fmt::Write as _, path::PathBuf, sync::Mutex};

use shingle::{base::lock::lock_mutex, pipeline::Parameter};

use crate::theme_choice::ThemeChoice;
use crate::tui::tests::pictures::{Frame, PICTURES, Picture, recording, svg};
use crate::tui::tests::prelude::*;
use crate::tui::{parameters::entry_of_parameter, tests::test_screen::parsed};

#[path = "../../../benches/common/course.rs"]
#[allow(dead_code, clippy::disallowed_methods, clippy::string_slice)]
mod course;
#[path = "../../../benches/common/dice.rs"]
#[allow(dead_code)]
mod dice;

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Compares a file with its wanted contents, or writes it.
#[allow(clippy::disallowed_methods)]
fn hold(path: &Path, wanted: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, wanted).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == wanted, "{} is out of date: UPDATE_DOCS=1 cargo test docs", path.display());
}

/// Compares the text between two marks of a document with the wanted text, or writes it.
#[allow(clippy::disallowed_methods)]
pub(crate) fn hold_between(document: &str, mark: &str, wanted: &str) {
    // Several tests write parts of the same document.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = lock_mutex(&ONE_AT_A_TIME);
    let path = root().join(document);
    let text = std::fs::read_to_string(&path).unwrap();
    let (open, close) = (format!("<!-- {mark} -->\n"), format!("<!-- /{mark} -->"));
    let (head, rest) = text.split_once(&open).unwrap();
    let (_, tail) = rest.split_once(&close).unwrap();
    hold(&path, &format!("{head}{open}{wanted}{close}{tail}"));
}

/// Returns the keys of a parameter, as in the key table. `None` if no key changes the parameter.
pub(crate) fn keys_of(option: &str) -> Option<&'static str> {
    let binding = &entry_of_parameter(Parameter::from_name(option)?)?.binding;
    (binding.keys().count() > 0).then_some(binding.label)
}

/// Formats keys as a code span. A backtick among the keys needs two backticks around them.
pub(crate) fn spanned(keys: &str) -> String {
    if keys.contains('`') { format!("`` {keys} ``") } else { format!("`{keys}`") }
}

/// Returns the screen of a picture after all its keys, and the frames of a recording before.
fn shown(picture: &Picture) -> (TestScreen, Vec<Frame>) {
    let ((width, height), mut frames) = (picture.size, Vec::new());
    let course = tempfile::tempdir().unwrap();
    let mut demo = if picture.of_course {
        course::Course::new().write(course.path()).unwrap();
        Demo::of(&course.path().join("course"), "course", picture.size)
    } else {
        Demo::new(width, height)
    };
    for (token, _) in parsed(picture.keys) {
        let inner = token.trim_start_matches('<').trim_end_matches('>');
        match inner.split_once(' ') {
            Some(("row", name)) => demo.select(name),
            Some(("paste", text)) => demo.paste(text),
            Some(("back", filter)) => demo.come_back(filter),
            Some(("wait", said)) => {
                let (seconds, said) = said.split_once(' ').unwrap();
                let (screen, seconds) = (demo.screen.buffer(), seconds.parse().unwrap());
                frames.push(Frame { screen, seconds, said: said.to_string() });
            }
            _ => {
                demo.press(token);
            }
        }
    }
    (demo.screen, frames)
}

fn file(picture: &Picture) -> PathBuf {
    root().join("assets/pictures").join(format!("{}.svg", picture.name))
}

#[test]
fn the_pictures_are_what_the_program_draws() {
    for picture in PICTURES {
        let (screen, frames) = shown(picture);
        let light = screen.model.look.theme == ThemeChoice::Light;
        let drawn =
            if frames.is_empty() { svg(&screen.buffer(), light) } else { recording(&frames) };
        hold(&file(picture), &drawn);
    }
}

#[test]
#[allow(clippy::disallowed_methods)]
fn no_picture_is_left_over() {
    for entry in std::fs::read_dir(root().join("assets/pictures")).unwrap() {
        let path = entry.unwrap().path();
        let is_listed = PICTURES.iter().any(|picture| file(picture) == path);
        assert!(is_listed, "{} is in no table", path.display());
    }
}

#[test]
#[allow(clippy::disallowed_methods)]
fn the_guide_shows_every_picture() {
    let guide = std::fs::read_to_string(root().join("docs/guide.md")).unwrap();
    let (walk, _) = guide.split_once("<!-- pictures -->").unwrap();
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let is_above =
        |name: &str| [walk, &readme].iter().any(|one| one.contains(&format!("/{name}.svg")));
    let mut pictures = String::new();
    for Picture { name, caption, .. } in PICTURES.iter().filter(|one| !is_above(one.name)) {
        let _ = writeln!(pictures, "{caption}\n\n![{name}](../assets/pictures/{name}.svg)\n");
    }
    hold_between("docs/guide.md", "pictures", &pictures);
}
