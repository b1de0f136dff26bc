//! The key table, and the keys of the parameters.

use std::collections::HashSet;

use proptest::{prelude::*, sample::select};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use shingle::pipeline::{Common, Languages, Parameters, StopWords};
use shingle::text::WordList;

use crate::tui::tests::prelude::*;
use crate::tui::tests::{arranging::asked_for, marks::marks, test_screen::parsed};
use crate::tui::{actions::Action, actions::Binding, keys::current_bindings, model::Hints};

#[test]
fn there_are_no_more_lines_of_keys_than_one_can_learn() {
    let bound = current_bindings().filter(|binding| binding.keys().count() > 0);
    assert!(bound.count() <= 45);
}

#[test]
fn in_one_place_no_key_means_two_things() {
    for place in Place::ALL {
        let mut seen = HashSet::new();
        let here = current_bindings().filter(|binding| binding.places.contains(&place));
        for key in here.flat_map(Binding::keys) {
            assert!(seen.insert(key), "{key} is there twice at {place:?}");
        }
    }
}

#[test]
fn unknown_keys_alt_and_releases_mean_nothing_and_escape_with_control_c_ends_the_program() {
    let (none, control) = (KeyModifiers::NONE, KeyModifiers::CONTROL);
    for (letter, modifiers, means) in [
        ('§', none, false),
        ('\0', none, false),
        ('w', control, false),
        ('q', KeyModifiers::ALT, false),
        ('W', none, true),
        ('W', KeyModifiers::SHIFT, true),
    ] {
        let key = KeyEvent::new(KeyCode::Char(letter), modifiers);
        assert_eq!(Message::from_key(key, Place::List).is_some(), means, "{letter} {modifiers}");
    }
    let release = KeyEvent::new_with_kind(KeyCode::Char('q'), none, KeyEventKind::Release);
    assert!(Message::from_key(release, Place::List).is_none());
    for place in [Place::List, Place::Prompt, Place::Text, Place::Lesson] {
        for modifiers in [control, control | KeyModifiers::ALT] {
            let message = Message::from_key(KeyEvent::new(KeyCode::Char('c'), modifiers), place);
            assert!(matches!(message, Some(Message::Action(Action::Quit))));
        }
    }
}

/// Returns the parameters after some keys, and compares them with the last request.
fn after(keys: &str) -> Params {
    let screen = TestScreen::pressed(100, 30, keys);
    assert!(asked_for(&screen).is_none_or(|params| params == screen.params()));
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
    assert_eq!(after("<preset>"), Params::from_preset(Preset::Phpir));
    assert_eq!(after("<preset back>"), Params::from_preset(Preset::Broder));
    assert_eq!(after("<preset back><preset back>"), Params::from_preset(Preset::Node));
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
        doc.languages = Languages::from_one_language(language, 9);
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
    assert_eq!(screen.press("<language><language back>").params().language, third);
    assert_eq!(screen.press("<language back><language back>").params().language.to_string(), "de");
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
    assert_eq!(screen.press(&"w".repeat(60)).params().width, 50);
    assert_eq!(screen.press(&"<modulo>".repeat(60)).params().modulo, 1_000_000);
    assert_eq!(screen.press(&"T".repeat(30)).params().threshold, Ratio::ZERO);
    assert_eq!(screen.press(&"t".repeat(30)).params().threshold, Ratio::ONE);
}

// Keys typed by habit from other programs, and the resulting screens. Also words meant for another window.

/// Presses keys at the pace of a typing user, including keys without a meaning.
fn write(screen: &mut TestScreen, keys: &str) {
    for (_, key) in parsed(keys) {
        let now = screen.model.now + Duration::from_millis(300);
        screen.send(Message::Clock(now));
        screen.send(Message::Key(key));
        screen.serve();
    }
}

/// Texts on the screen, and the keys after which it shows them; `quits` if the program ends.
const HABITS: [(&str, &str); 17] = [
    // Help, and the ways out.
    ("─ Help and keys ─", "?|<F1>|:help<Enter>"),
    ("quits", "q|<C-c>|:q<Enter>|:q!<Enter>|:wq<Enter>|:quit<Enter>|:exit<Enter>"),
    ("row 1 of 7", "<F1><Esc>|<Enter>q|<Enter><Esc>|<Enter><Backspace>|<Esc>|<Backspace>"),
    // Moves through the list.
    ("row 1 of 7", "Gg|Ggg|<End><Home>|<PgDn><PgUp>|<PgDn><C-b>"),
    ("row 2 of 7", "<Down><Down><Up>"),
    ("row 3 of 7", "jj"),
    ("row 7 of 7", "G|<End>|<C-f>"),
    ("─ tweets/01.txt ↔ tweets/02.txt ─", "o"),
    // Search, undo, values and files.
    ("3 of 7 rows", "/harbour<Enter>"),
    ("row 3 of 7", "/harbour<Enter><Esc>"),
    ("filter:", ":find<Enter>"),
    ("command: width", ":w<Enter>"),
    ("[w]idth 3→5", "=5<Enter>"),
    ("report to:", ":save<Enter>|:export<Enter>|:pdf<Enter>"),
    ("mark:", ":note<Enter>| x"),
    ("command: skip-same", ":student<Enter>"),
    ("command: delete", ":delete<Enter>"),
];
/// Keys without a meaning here leave the screen unchanged.
const WITHOUT: (&str, &str) = ("row 1 of 7", "u|<C-r>|:undo<Enter>|<C-s>|<C-a>|<Del>|help|space");

#[test]
fn what_people_type_by_habit_does_what_it_does_elsewhere_or_nothing() {
    let habits = HABITS.into_iter().chain([WITHOUT]);
    for (seen, keys) in habits.flat_map(|(seen, all)| all.split('|').map(move |keys| (seen, keys)))
    {
        let mut screen = TestScreen::folder(120, 36);
        screen.asked.clear();
        let began = screen.params().clone();
        write(&mut screen, keys);
        assert_eq!(screen.asked.contains(&Command::Quit), seen == "quits", "{keys}");
        let shows = seen == "quits" || screen.text().contains(seen);
        assert!(shows, "{keys}: no {seen:?} on this screen:\n{}", screen.text());
        assert_eq!(*screen.params() == began, !keys.starts_with('='), "{keys}");
        assert!(marks(&screen).chars().all(|mark| mark == '.'), "{keys}");
    }
}

#[test]
fn a_sentence_typed_by_mistake_marks_one_row_at_most() {
    for (sentence, most) in
        [("I saw a rabbit", 1), ("Is this a mistake", 0), ("hello world", 0), ("ls -la u", 0)]
    {
        let mut screen = TestScreen::pressed(120, 36, " rjj q");
        let before = marks(&screen);
        write(&mut screen, sentence);
        write(&mut screen, "<Esc><Esc>");
        let after = marks(&screen);
        let differ = before.chars().zip(after.chars()).filter(|(one, other)| one != other);
        assert!(differ.count() <= most, "{sentence}: {before} {after}");
    }
}

// Keys typed ahead have the same result as keys typed one by one.

/// Presses keys that arrive together: the screen gets no answer before the last key.
fn at_once(size: (u16, u16), keys: &str) -> TestScreen {
    let mut screen = TestScreen::folder(size.0, size.1);
    screen.press_unanswered(keys);
    screen.serve();
    screen
}

/// The screens must be equal after the keys, and after each key that goes back.
#[test]
fn keys_pressed_at_once_lead_where_keys_pressed_one_by_one_do() {
    for (keys, back) in [
        ("jjjDD", "<Esc>"),
        ("jjjDjD", "<Esc>"),
        ("Rg<Enter>", "<Esc>"),
        // Keys of the next pair go to the next pair.
        ("j<Enter>x]<Right><Right>", ""),
        ("j<Enter>d]<Right><Down>", ""),
        ("j<Enter>]nn", ""),
        ("j<Enter>]L", ""),
        ("jn", ""),
        ("]2", ""),
        ("G<Enter><Tab>g", ""),
        ("GD<Enter><Tab>g", ""),
        // A list is scrolled alike if its rows arrive while the list is visible or hidden.
        ("<Right>R!!", "<Esc><Esc>"),
        ("<Right>R!D!!", "<Esc><Esc>"),
        // Going back past a list that has not arrived has the same result as after its arrival.
        ("!Dk<Enter>!!", "<Esc><Esc>"),
        ("K<Right>jj<Enter>K<Right>", "<Esc><Esc>"),
        ("2KkDK", "<Esc><Esc><Esc>"),
        // A pair that arrives while it has no room is the pair that was open.
        ("j[]2<Enter>D", "<Esc>"),
        // A pair that arrives twice is scrolled like a pair that arrives once.
        ("<Down>]kndD", "<Esc><Esc><Esc>"),
    ] {
        let (mut slow, mut fast) = (TestScreen::folder(120, 36), at_once((120, 36), keys));
        slow.press(keys);
        assert_eq!(fast.text(), slow.text(), "{keys}");
        for (token, _) in parsed(back) {
            slow.press(token);
            assert_eq!(fast.press(token).text(), slow.text(), "{keys}, then {token}");
        }
    }
}

#[test]
fn what_does_not_depend_on_what_comes_does_not_wait_for_it() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("jjw");
    assert_eq!((screen.selected(), screen.params().width), (2, 4));
    assert!(screen.press_unanswered("R<measure>W?").has_overlay());
}

#[test]
fn escape_drops_what_waits_and_control_c_leaves_at_once() {
    let mut screen = TestScreen::folder(120, 36);
    assert_eq!(screen.press_unanswered("DDq<Esc>").list(), ViewName::Pairs);
    assert_eq!(screen.serve().list(), ViewName::Pairs);
    assert!(!screen.asked.contains(&Command::Quit));
    assert_eq!(screen.press_unanswered("DD<C-c>").asked.last(), Some(&Command::Quit));
}

#[test]
fn a_key_that_is_held_down_takes_the_place_of_itself_and_of_none_behind_it() {
    let mut screen = at_once((120, 36), &format!("R{}q", "j".repeat(100)));
    assert_eq!(screen.asked.last(), Some(&Command::Quit));
    screen = at_once((120, 36), &format!("R{}<Enter>", "j".repeat(100)));
    assert_eq!(screen.focus(), Focus::Pane(PaneSide::A));
}

#[test]
fn keys_wait_for_a_second_and_then_act_on_what_there_is() {
    let mut screen = TestScreen::folder(120, 36);
    assert_eq!(screen.press_unanswered("j<Enter>]nw").params().width, 3);
    assert_eq!(screen.send(Message::Clock(Duration::from_millis(900))).params().width, 3);
    assert_eq!(screen.send(Message::Clock(Duration::from_millis(1_100))).params().width, 4);
    assert!(screen.model.typed_ahead.is_empty());
}

#[test]
fn rows_that_come_last_lead_where_rows_that_come_first_do() {
    let slow = TestScreen::pressed(120, 36, "RK<Right>j<Enter>");
    let mut fast = TestScreen::folder(120, 36);
    fast.press_unanswered("RK<Right>j<Enter>");
    fast.asked.reverse();
    assert_eq!(fast.serve().text(), slow.text());
}

/// Keys that move between lists, to pairs and through them.
const KEYS: [&str; 20] = [
    "j", "k", "g", "G", "<Enter>", "D", "K", "!", "R", ">", "n", "N", "]", "x", "d", "<Right>",
    "<Left>", "<Down>", "<Tab>", "2",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whether_keys_come_at_once_or_one_by_one_the_same_comes_of_them(
        keys in prop::collection::vec(select(&KEYS[..]), 0..14), large in any::<bool>(),
    ) {
        let size = if large { (120, 36) } else { (84, 24) };
        let (mut slow, mut fast) = (TestScreen::folder(size.0, size.1), TestScreen::folder(size.0, size.1));
        for (_, key) in parsed(&keys.concat()) {
            slow.send(Message::Key(key));
            slow.serve();
            fast.send(Message::Key(key));
        }
        fast.serve();
        prop_assert_eq!(fast.text(), slow.text());
        // The lists behind the screen must not differ either.
        for _ in 0..3 {
            for screen in [&mut slow, &mut fast] {
                screen.press("<Esc>");
            }
            prop_assert_eq!(fast.text(), slow.text());
        }
    }
}

// The mouse: its effect depends on the part under it, and a key gives the mouse to the terminal.

fn wait(screen: &mut TestScreen, millis: u64) {
    let now = screen.model.now + Duration::from_millis(millis);
    screen.send(Message::Clock(now));
}

#[test]
fn a_click_selects_a_row_and_a_double_click_opens_it() {
    let mut screen = TestScreen::folder(120, 36);
    assert_eq!(screen.click("essays/pier.txt").selected(), 6);
    assert!(!screen.pair_fills_screen());
    wait(&mut screen, 100);
    assert!(screen.click("essays/pier.txt").pair_fills_screen(), "{}", screen.text());
}

#[test]
fn two_slow_clicks_or_two_places_are_no_double_click() {
    let mut screen = TestScreen::folder(120, 50);
    screen.click("essays/pier.txt");
    wait(&mut screen, 600);
    assert!(!screen.click("essays/pier.txt").pair_fills_screen());
    assert!(!screen.click("legal/licence-a").pair_fills_screen());
    // Below the last row there is no row to open.
    let mut screen = TestScreen::folder(120, 60);
    for _ in 0..2 {
        let areas = screen.areas().list.unwrap();
        let place = (5, areas.rows.bottom() - 1);
        screen.mouse(MouseEventKind::Down(MouseButton::Left), place);
    }
    assert!(!screen.pair_fills_screen());
}

#[test]
fn hints_of_the_last_row_are_buttons() {
    let mut screen = TestScreen::folder(120, 36);
    assert_eq!(screen.click("? all keys").place(), Place::Help);
    assert!(!screen.click("Esc closes").has_overlay() && !screen.has_prompt());
    assert!(screen.click("D documents").model.shows_list_of(ViewName::Documents));
    screen.press("<Esc>");
    assert!(screen.click("Enter open").pair_fills_screen());
    screen.asked.clear();
    assert!(!screen.press("q").pair_fills_screen(), "from a pair it leads back");
    assert_eq!(screen.click("q quit").asked, [Command::Quit]);
}

#[test]
fn every_hint_is_where_it_is_drawn_at_every_width() {
    for width in 40..=200 {
        let screen = TestScreen::folder(width, 36);
        let hints = Hints::new(&screen.model, width);
        let text = screen.text();
        let row = text.lines().last().unwrap();
        assert!(row.contains("? all keys"), "{width}: {row}");
        for hint in hints.keys {
            let drawn = format!("{} {}", hint.label, hint.name);
            let before = row.split(&drawn).next().unwrap();
            assert_eq!(width_in_columns(before), hint.x, "{width}: {row}");
        }
    }
}

#[test]
fn the_wheel_moves_what_lies_under_it_and_the_focus_stays() {
    let mut screen = TestScreen::folder(120, 36);
    let row = screen.find("essays/pier.txt");
    assert_eq!(screen.mouse(MouseEventKind::ScrollDown, row).selected(), 1);
    screen.press("?");
    assert!(!screen.mouse(MouseEventKind::ScrollDown, (10, 10)).has("A shingle is a run of words"));
    assert_eq!(screen.focus(), Focus::List);
}

#[test]
fn a_click_on_a_line_of_the_palette_does_it_and_one_beside_closes_it() {
    let mut screen = TestScreen::pressed(120, 36, ":dice");
    assert_eq!(screen.click("measure dice").params().measure.name(), "dice");
    screen.press(":");
    screen.mouse(MouseEventKind::Down(MouseButton::Left), (10, 6));
    assert!(!screen.has_overlay() && !screen.has_prompt());
}

#[test]
fn a_click_anywhere_in_any_view_is_taken() {
    let views = [
        "", "<Enter>", "<Enter>x", "<Enter>d", "<Enter>;", "<Enter>i", "D", "Q", "!", "?", ":", "=",
    ];
    for (keys, row) in views.iter().flat_map(|keys| (0..36).step_by(2).map(move |row| (keys, row)))
    {
        let mut screen = TestScreen::pressed(100, 36, keys);
        for column in (0..100).step_by(9) {
            screen.mouse(MouseEventKind::Down(MouseButton::Left), (column, row));
            screen.mouse(MouseEventKind::Up(MouseButton::Left), (column, row));
        }
        assert!(screen.text().contains("shingle"), "after {keys} and clicks in row {row}");
    }
}
