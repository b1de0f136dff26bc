//! Explanations of single words agree with the output of `compare --explain`.

use std::path::Path;
use std::sync::Arc;

use shingle::pipeline::document::Document;
use shingle::pipeline::document::explain::{Explained, WordResult};
use shingle::pipeline::parameters::{LanguageChoice, Params, Preset};
use shingle::shingle::hash::HashKind;
use shingle::text::language::Language;
use shingle::text::pos::PosRemoval;

use crate::support::{folder, printed};

const A: &str = "The ferries left at dawn, and the crew said little about the storm. The ferries left at dawn! \
                 Nobody walked along the quay.";
const B: &str = "At noon the ferries left. Some say that the crew said little about the storm at sea, walking home.";

fn part(printed: &str, letter: &str) -> Vec<String> {
    let heading = format!("== {letter}: ");
    let lines = printed.lines().skip_while(move |line| !line.starts_with(&heading)).skip(1);
    lines.take_while(|line| !line.starts_with("== ")).map(str::to_string).collect()
}

fn holds_for(params: Params, args: &[&str]) {
    let dir = folder(&[("a.txt", A), ("b.txt", B)]);
    let mut all = vec!["compare", "a.txt", "b.txt", "--explain", "--language", "en"];
    all.extend(args);
    let printed = printed(dir.path(), &all);
    let params = Arc::new(params);
    let read =
        |text: &str| Document::read(Path::new("a.txt"), text.as_bytes(), &params).ok().unwrap();
    let (a, b) = (read(A), read(B));
    for (letter, document, other) in [("a", &a, &b), ("b", &b, &a)] {
        let lines = part(&printed, letter);
        let others = other.counted_keys().into_iter().collect();
        let mut explained_words = 0;
        for word in &document.words {
            let explained = Explained::new(document, &params, &others, word.span).unwrap();
            let place = format!("{}-{}", explained.span.start, explained.span.end);
            let tag = explained.tag.map_or(String::new(), |tag| format!("/{}", tag.name()));
            let read = format!("{}{tag}", explained.read);
            let became = match (&explained.became, &explained.singular) {
                (WordResult::Dropped(_), _) => format!("{read}  (stop word, dropped)"),
                (WordResult::LeftOut(part), _) => format!("{read}  (ignored: {})", part.name()),
                (WordResult::Canonical(word), _) if *word == explained.read => read,
                (WordResult::Canonical(word), None) => format!("{read} → {word}"),
                (WordResult::Canonical(word), Some(_)) => format!("{read} → {word}  (singular)"),
            };
            let line = format!("   {place:>13}  {became}");
            assert!(lines.contains(&line), "{args:?}: {line:?} is not in\n{}", lines.join("\n"));
            for shingle in &explained.shingles {
                let (start, hash) = (shingle.start, &shingle.hash);
                let line =
                    format!("   {start:>5}  {hash:>16}  {}  ({})", shingle.text(), shingle.fate);
                assert!(
                    lines.contains(&line),
                    "{args:?}: {line:?} is not in\n{}",
                    lines.join("\n")
                );
                explained_words += 1;
            }
        }
        let expected = document.shingles.len() * document.window.width;
        assert_eq!(explained_words, expected, "each once for each of its words");
    }
}

#[test]
fn a_word_is_explained_as_compare_explains_it() {
    let english = LanguageChoice::Fixed(Language::from_code("en").unwrap());
    let base = Params { language: english, ..Params::defaults() };
    holds_for(base.clone(), &[]);
    holds_for(Params { modulo: 3, width: 2, ..base.clone() }, &["--modulo", "3", "--width", "2"]);
    let crc = Params { hash: HashKind::Crc32, modulo: 2, width: 4, ..base.clone() };
    holds_for(crc, &["--hash", "crc32", "--modulo", "2", "--width", "4"]);
    holds_for(Params { width: 40, ..base }, &["--width", "40"]);
    let phpir = Params { language: english, ..Params::from_preset(Preset::Phpir) };
    holds_for(phpir, &["--preset", "phpir"]);
    let node = Params { language: english, width: 3, ..Params::from_preset(Preset::Node) };
    holds_for(node, &["--preset", "node", "--width", "3"]);
    let parts = Params { language: english, pos_removal: PosRemoval::On, ..Params::defaults() };
    holds_for(parts, &["--pos-removal", "on"]);
}
