//! Folders of documents, removed after each test.

use std::{fmt::Write as _, fs, path::Path};

use tempfile::TempDir;

/// Words by which the program detects English.
const VOCABULARY: &str = "about above after again against almost along already always among another answer apple around \
    autumn because been before began behind believe below beside better between bottle bread bridge bring brother brought \
    build burning captain carried castle chair change children church clear clock close clothes cold colour coming corner \
    could country cousin daughter different dinner distance doctor door doubt dream early earth either empty enough \
    evening every family farmer father field finger fire first flower follow forest found fourth friend garden gentle \
    great green ground happened harbour having heart heavy history horse house hundred husband island journey kitchen \
    known large later laugh learn letter light listen little living longer market matter meadow middle minute money \
    month morning mother mountain music narrow never night nobody nothing number ocean often older opened orange other \
    paper people perhaps picture plain poor power promise question quiet quite rain rather ready remember return river \
    round sailor second seemed served seven shadow should shoulder silver sister slowly small soldier something \
    sometimes spoken spring square started station still stone story stranger street strong summer sunday supper table \
    taken teacher themselves thing thought thousand through together tomorrow toward travel trouble under until village \
    voice walked water weather where while whole window winter without woman wonder wooden world would writing yellow \
    yesterday young";

/// Returns a text of `count` words, the same for the same seed.
pub(crate) fn story(seed: u64, count: usize) -> String {
    let vocabulary: Vec<&str> = VOCABULARY.split_whitespace().collect();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut text = String::from("It was late in the year, and nobody was there");
    for _ in 0..count {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let little = ["", "the ", "", "of the ", "", "and ", "", "to "][(state >> 40) as usize % 8];
        write!(text, " {little}{}", vocabulary[(state >> 33) as usize % vocabulary.len()]).unwrap();
    }
    text + ".\n"
}

pub(crate) fn rewritten(text: &str, nth: usize) -> String {
    let mut out = String::new();
    for (index, word) in text.split_whitespace().enumerate() {
        let word = if index % nth == nth - 1 { "instead" } else { word };
        write!(out, "{word} ").unwrap();
    }
    out
}

/// Creates a folder with a story, light to heavy rewrites, and an unrelated document.
pub(crate) fn small() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let first = story(1, 160);
    write(folder.path(), "original.txt", &first);
    write(folder.path(), "light.txt", &rewritten(&first, 60));
    let bent = first.replace("er ", "ers ").replace("ing ", "ings ");
    write(folder.path(), "middle.txt", &rewritten(&bent, 17));
    write(folder.path(), "heavy.txt", &rewritten(&first, 6));
    write(folder.path(), "shouted.txt", &rewritten(&first, 31).to_uppercase());
    write(folder.path(), "other.txt", &story(2, 160));
    folder
}

/// Creates a folder in which each document has a similar document.
pub(crate) fn large(count: u64) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for index in 0..count {
        let text = story(index / 2, 400);
        let text = if index % 2 == 0 { text } else { rewritten(&text, 20) };
        write(folder.path(), &format!("document-{index}.txt"), &text);
    }
    folder
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).unwrap();
}
