//! The key table of the README, and the pictures of README and guide, are the program's own: made from the key table and
//! from screens of the demo folder. `UPDATE_README=1 cargo test readme` writes them anew; without it the tests hold them
//! to be true.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::tui::keys::binding::Section;
use crate::tui::keys::bindings;
use crate::tui::screen::look::ThemeChoice;

use super::demo::Demo;
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

/// The screen of a picture.
fn shown(picture: &Picture) -> Stage {
    let (width, height) = picture.size;
    let mut demo = Demo::new(width, height);
    let mut rest = picture.keys;
    while let Some(first) = rest.chars().next() {
        let named = (first == '<').then(|| rest.find('>')).flatten();
        let (token, after) = rest.split_at(named.map_or(first.len_utf8(), |end| end + 1));
        rest = after;
        let inner = token.trim_start_matches('<').trim_end_matches('>');
        match inner.split_once(' ') {
            Some(("row", name)) => demo.select(name),
            Some(("paste", text)) => demo.paste(text),
            Some(("gone", name)) => demo.lose(name),
            _ if token == "<ascii>" => demo.stage.model.look.ascii = true,
            _ => demo.press(token),
        }
    }
    demo.stage
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
            // A backtick among the keys needs two around them.
            let tick = if binding.shown.contains('`') { "`` " } else { "`" };
            let end: String = tick.chars().rev().collect();
            let escaped = |text: &str| text.replace('|', "\\|");
            let (shown, help) = (escaped(binding.shown), escaped(binding.help));
            let _ = writeln!(keys, "| {tick}{shown}{end} | {help} |");
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
