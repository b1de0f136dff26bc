//! The key table, and the keys of the parameters.

use std::collections::HashSet;
use std::sync::Arc;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use shingle::base::ratio::Ratio;
use shingle::engine::Question;
use shingle::pipeline::{Common, LanguageChoice, Languages, Parameters, Params, Preset, StopWords};
use shingle::text::{Language, WordList};

use crate::tui::actions::{Action, Binding, Place};
use crate::tui::keys::bindings;
use crate::tui::messages::Message;
use crate::tui::model::Command;

use super::{fake, test_screen::TestScreen};

fn press(code: KeyCode, modifiers: KeyModifiers) -> bool {
    Message::from_key(KeyEvent::new(code, modifiers), Place::List).is_some()
}

#[test]
fn there_are_no_more_lines_of_keys_than_one_can_learn() {
    let bound = bindings().filter(|binding| binding.keys().count() > 0);
    assert!(bound.count() <= 45);
}

#[test]
fn in_one_place_no_key_means_two_things() {
    for place in Place::ALL {
        let mut seen = HashSet::new();
        let here = bindings().filter(|binding| binding.places.contains(&place));
        for key in here.flat_map(Binding::keys) {
            assert!(seen.insert(key), "{key} is there twice at {place:?}");
        }
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
    assert!(Message::from_key(release, Place::List).is_none());
}

#[test]
fn escape_and_control_c_in_one_breath_end_the_program() {
    let both = KeyModifiers::CONTROL | KeyModifiers::ALT;
    for place in [Place::List, Place::Prompt, Place::Text, Place::Lesson] {
        let alone =
            Message::from_key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL), place);
        let together = Message::from_key(KeyEvent::new(KeyCode::Char('c'), both), place);
        assert!(matches!(alone, Some(Message::Action(Action::Quit))));
        assert!(matches!(together, Some(Message::Action(Action::Quit))));
    }
}

#[test]
fn capitals_come_with_and_without_shift() {
    assert!(press(KeyCode::Char('W'), KeyModifiers::SHIFT));
    assert!(press(KeyCode::Char('W'), KeyModifiers::NONE));
}

/// Returns the parameters after some keys, and compares them with the last request.
fn after(keys: &str) -> Params {
    let screen = TestScreen::pressed(100, 30, keys);
    let last = screen.asked.iter().rev().find_map(|command| match command {
        Command::Ask(_, Question::Ranking { params, .. }) => Some(Params::clone(params)),
        _ => None,
    });
    assert!(last.is_none_or(|params| params == *screen.params()));
    screen.params().clone()
}

#[test]
fn each_parameter_has_its_key_and_the_capital_goes_back() {
    let settings = "\
        w width 4|W width 2|<modulo> modulo 2|<modulo><modulo><modulo back> modulo 2|t threshold 0.25|\
        T threshold 0.15|+ threshold 0.21|-- threshold 0.18|<measure> measure overlap|<measure back> measure dice|\
        <stop words> stop-words off|<stop words back> stop-words on|=stop-words php-shingles<Enter> stop-words php-shingles|\
        <stem> stem off|<case> case ascii|<words> words spaces|<hash> hash crc32|<above> above strictly|\
        <pos-removal> pos-removal on|<pos-removal><pos-removal> pos-removal off|<sketch> sketch minhash|\
        <sketch back> sketch megashingle|<sketch><functions> functions 128|<sketch><functions back> functions 64|\
        <sketch><family> family md5|<sketch><verify> verify off|<step> step 2|<step><step>WW step 1|w<preset> width 4";
    for setting in settings.split('|') {
        let (setting, value) = setting.rsplit_once(' ').unwrap();
        let (keys, name) = setting.rsplit_once(' ').unwrap();
        let params = serde_json::to_value(Parameters::new(&after(keys))).unwrap();
        assert_eq!(params[name].to_string().trim_matches('"'), value, "{keys}: {params}");
    }
    assert_eq!(after("<preset>"), Params::preset(Preset::Phpir));
    assert_eq!(after("<preset back>"), Params::preset(Preset::Broder));
    assert_eq!(after("<preset back><preset back>"), Params::preset(Preset::Node));
    assert_eq!(after("<common><common>").common, Some(Common::Share(Ratio::new(50, 100))));
    assert_eq!(after("<common><common><common back>").common, Some(Common::Auto));
    assert_eq!(after("<common><common back>").common, None);
    let steps = "<step><step><step><step><step><step back>";
    assert_eq!(after(steps).step, 2, "no step is longer than a shingle");
    assert_eq!(after("w<preset><preset><preset><preset><preset><preset>"), Params::defaults());
}

/// Sends the engine's answer for the requested parameters. With a fixed language every document has that language.
fn answer(screen: &mut TestScreen, epoch: u64) {
    let params = screen.params().clone();
    let mut snapshot = fake::folder(epoch, &params);
    let detected = ["de", "en"].map(Language::from_code);
    for (index, doc) in Arc::make_mut(&mut snapshot.docs).iter_mut().enumerate() {
        let language = match params.language {
            LanguageChoice::Auto => detected[index % 2],
            LanguageChoice::Fixed(language) => Some(language),
        };
        doc.languages = Languages::of_one_language(language, 9);
    }
    screen.show(snapshot);
}

/// Returns the languages that a key steps through until `auto` comes again. Every press is answered.
fn languages_by(key: &str) -> Vec<String> {
    let mut screen = TestScreen::empty(100, 30);
    answer(&mut screen, 1);
    let mut seen = Vec::new();
    for epoch in 2..100 {
        screen.press(key);
        answer(&mut screen, epoch);
        if screen.params().language == LanguageChoice::Auto {
            return seen;
        }
        seen.push(screen.params().language.to_string());
    }
    panic!("auto never came back: {seen:?}");
}

#[test]
fn every_language_comes_once_while_the_key_is_pressed() {
    let forward = languages_by("<language>");
    assert_eq!(forward.get(..2).unwrap(), ["de", "en"]);
    for code in ["ar", "da", "fr", "ru", "tr"] {
        assert!(forward.contains(&code.to_string()), "no {code}: {forward:?}");
    }
    assert_eq!(forward.iter().collect::<HashSet<_>>().len(), forward.len(), "{forward:?}");
    let mut back = languages_by("<language back>");
    back.reverse();
    assert_eq!(back, forward);
}

#[test]
fn a_language_that_appears_meanwhile_changes_no_order() {
    let mut screen = TestScreen::empty(100, 30);
    answer(&mut screen, 1);
    screen.press("<language><language><language>");
    let third = screen.params().language;
    // An answer to an earlier request arrives late.
    screen.publish(fake::folder(2, &Params::defaults()));
    screen.press("<language><language back>");
    assert_eq!(screen.params().language, third);
    screen.press("<language back><language back>");
    assert_eq!(screen.params().language.to_string(), "de");
}

#[test]
fn a_user_s_stop_words_are_one_of_the_choices() {
    let words = ["the".to_string()].into_iter().collect();
    let list = StopWords::List(Arc::new(WordList { name: "mine.txt".into(), words }));
    let params = Params { stop_words: list.clone(), ..Params::defaults() };
    let mut screen = TestScreen::empty(100, 30);
    screen.start_with(params);
    let mut seen = Vec::new();
    for _ in 0..5 {
        screen.press("<stop words>");
        seen.push(screen.params().stop_words.clone());
    }
    // The list of a published system is on no key.
    assert_eq!(seen, [StopWords::Inside, StopWords::Off, StopWords::On, list, StopWords::Inside]);
}

#[test]
fn values_stop_at_the_ends_of_their_ranges_and_say_so() {
    let mut screen = TestScreen::pressed(100, 30, "WWWW");
    assert_eq!(screen.params().width, 1);
    assert_eq!(screen.note(), "already at the limit");
    screen.press(&"w".repeat(60));
    assert_eq!(screen.params().width, 50);
    screen.press(&"<modulo>".repeat(60));
    assert_eq!(screen.params().modulo, 1_000_000);
    screen.press(&"T".repeat(30));
    assert_eq!(screen.params().threshold, Ratio::ZERO);
    screen.press(&"t".repeat(30));
    assert_eq!(screen.params().threshold, Ratio::ONE);
}
