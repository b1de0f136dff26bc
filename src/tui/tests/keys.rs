//! The table of keys, and what the keys of the parameters do.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::Arc;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use shingle::base::ratio::Ratio;
use shingle::compare::measure::{Above, Measure};
use shingle::pipeline::params::{LanguageChoice, Params, Preset, StopWords};
use shingle::shingle::hash::HashKind;
use shingle::text::language::Language;
use shingle::text::normalize::{Case, Stem, WordList};
use shingle::text::tokenize::Words;

use super::super::command::Command;
use super::super::keymap::{BINDINGS, Section, message};
use super::stage::Stage;

fn press(code: KeyCode, modifiers: KeyModifiers) -> bool {
    message(KeyEvent::new(code, modifiers)).is_some()
}

#[test]
fn no_key_means_two_things() {
    let mut seen = HashSet::new();
    for (modifiers, code, _) in BINDINGS.iter().flat_map(|binding| binding.keys) {
        assert!(seen.insert((*modifiers, *code)), "{code:?} is there twice");
    }
}

#[test]
fn every_key_has_one_sentence_and_a_section() {
    for binding in BINDINGS {
        assert!(binding.help.ends_with('.'), "{}", binding.help);
        assert!(!binding.shown.is_empty() && !binding.name.is_empty());
        assert!(Section::ALL.contains(&binding.section));
    }
}

#[test]
fn unknown_keys_alt_and_releases_mean_nothing() {
    assert!(!press(KeyCode::Char('§'), KeyModifiers::NONE));
    assert!(!press(KeyCode::Char('q'), KeyModifiers::ALT));
    assert!(!press(KeyCode::Char('w'), KeyModifiers::CONTROL));
    assert!(!press(KeyCode::Char('\0'), KeyModifiers::NONE));
    let release =
        KeyEvent::new_with_kind(KeyCode::Char('q'), KeyModifiers::NONE, KeyEventKind::Release);
    assert!(message(release).is_none());
}

#[test]
fn capitals_come_with_and_without_shift() {
    assert!(press(KeyCode::Char('W'), KeyModifiers::SHIFT));
    assert!(press(KeyCode::Char('W'), KeyModifiers::NONE));
}

/// The parameters after some keys, and the last ones asked of the engine.
fn after(keys: &str) -> Params {
    let mut stage = Stage::folder(100, 30);
    stage.press(keys);
    let last = stage.asked.iter().rev().find_map(|command| match command {
        Command::SetParams(params) => Some(params.clone()),
        _ => None,
    });
    assert!(last.is_none_or(|params| params == stage.model.params));
    stage.model.params
}

#[test]
fn each_parameter_has_its_key_and_the_capital_goes_back() {
    assert_eq!(after("w").width, 4);
    assert_eq!(after("W").width, 2);
    assert_eq!(after("m").modulo, 2);
    assert_eq!(after("mmM").modulo, 2);
    assert_eq!(after("t").threshold, Ratio::new(25, 100));
    assert_eq!(after("T").threshold, Ratio::new(15, 100));
    assert_eq!(after("+").threshold, Ratio::new(21, 100));
    assert_eq!(after("--").threshold, Ratio::new(18, 100));
    assert_eq!(after("a").measure, Measure::Overlap);
    assert_eq!(after("A").measure, Measure::Dice);
    assert_eq!(after("s").stop_words, StopWords::Off);
    assert_eq!(after("S").stop_words, StopWords::PhpShingles);
    assert_eq!(after("e").stem, Stem::Off);
    assert_eq!(after("c").case, Case::Ascii);
    assert_eq!(after("o").words, Words::Spaces);
    assert_eq!(after("h").hash, HashKind::Crc32);
    assert_eq!(after("b").above, Above::Strictly);
    assert_eq!(after("p"), Params::preset(Preset::Phpir));
    assert_eq!(after("P"), Params::preset(Preset::PhpShingles));
    assert_eq!(after("wp").width, 4);
    assert_eq!(after("wppp"), Params::defaults());
}

#[test]
fn the_folder_s_own_languages_come_first_then_all_with_a_stemmer() {
    let english = LanguageChoice::Fixed(Language::from_code("en").unwrap());
    assert_eq!(after("l").language, english);
    let LanguageChoice::Fixed(second) = after("ll").language else {
        panic!("auto came back too early");
    };
    assert!(second.has_stemmer());
    assert_eq!(after("lL").language, LanguageChoice::Auto);
}

#[test]
fn a_user_s_stop_words_are_one_of_the_choices() {
    let words = ["the".to_string()].into_iter().collect();
    let list = StopWords::List(Arc::new(WordList { name: "mine.txt".into(), words }));
    let params = Params { stop_words: list.clone(), ..Params::defaults() };
    let mut stage = Stage::empty(100, 30);
    stage.model = super::super::model::state::Model::new("x", params, (100, 30));
    let mut seen = Vec::new();
    for _ in 0..4 {
        stage.press("s");
        seen.push(stage.model.params.stop_words.clone());
    }
    assert_eq!(seen, [StopWords::On, StopWords::Off, StopWords::PhpShingles, list]);
}

#[test]
fn values_stop_at_the_ends_of_their_ranges_and_say_so() {
    let mut stage = Stage::folder(100, 30);
    stage.press("WWWW");
    assert_eq!(stage.model.params.width, 1);
    assert_eq!(stage.model.note.as_deref(), Some("that is as far as it goes"));
    stage.press(&"w".repeat(60));
    assert_eq!(stage.model.params.width, 50);
    stage.press(&"m".repeat(60));
    assert_eq!(stage.model.params.modulo, 1_000_000);
    stage.press(&"T".repeat(30));
    assert_eq!(stage.model.params.threshold, Ratio::ZERO);
    stage.press(&"t".repeat(30));
    assert_eq!(stage.model.params.threshold, Ratio::ONE);
}

#[test]
fn quitting_needs_one_key() {
    for keys in ["q", "<C-c>"] {
        let mut stage = Stage::folder(80, 24);
        stage.press("?");
        stage.press(keys);
        assert_eq!(stage.asked.last(), Some(&Command::Quit));
    }
}

#[test]
fn the_readme_s_table_of_keys() {
    let mut table = String::from("| Key | What it does |\n|---|---|\n");
    for section in Section::ALL {
        for binding in BINDINGS.iter().filter(|binding| binding.section == section) {
            writeln!(table, "| `{}` | {} |", binding.shown, binding.help).unwrap();
        }
    }
    insta::assert_snapshot!(table);
}
