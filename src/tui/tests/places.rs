//! Keys that work everywhere, the way back from every place, and pasted text.

use crate::tui::actions::{Place, ViewName};
use crate::tui::layout::PaneSide;
use crate::tui::messages::Message;
use crate::tui::model::{Command, Focus, Layer};
use crate::tui::views::clusters::tree::Tree;
use crate::tui::views::sandbox::Sandbox;

use super::test_screen::TestScreen;

/// Keys to every place and line of input. A new place must be added here.
const PLACES: &str = "\
    | K/ferry | !/x | X/q | <Enter>/ferry | Q<Tab>/wq | <Enter>D | <Enter><Tab><zoom>D | <Enter>dK<Enter> \
    | dK | <Enter>D! | <Enter>LZ | KZ | K<Enter>Z | K<Enter>d | DDx | Z | <Enter>Z<Tab> | Z<C-g> | <C-o> \
    | <Enter>L | <Enter>dL | ; | <Enter>; | <Enter><zoom> | <Enter>v | d | x | <Enter>d | <Enter><Tab>x \
    | <Tab> | <Tab><Tab><Tab> | <Enter> | <Enter><Tab> | ! | ? | ?width | :measure | / | /ferry | = | =5 \
    | D | D/ferry | DD | Q | Qold ferry | jd | jx";

fn places() -> impl Iterator<Item = &'static str> {
    PLACES.split('|').map(str::trim)
}

fn screen(keys: &str) -> TestScreen {
    let mut screen = TestScreen::pressed(120, 36, keys);
    screen.asked.clear();
    screen
}

#[test]
fn quitting_suspending_and_drawing_anew_work_everywhere() {
    for place in places() {
        for (key, command) in
            [("<C-c>", Command::Quit), ("<C-z>", Command::Suspend), ("<C-l>", Command::Redraw)]
        {
            let mut screen = screen(place);
            screen.press(key);
            assert_eq!(screen.asked, [command], "{key} after {place:?}");
        }
    }
}

#[test]
fn commands_are_at_hand_everywhere() {
    for place in places() {
        let mut screen = screen(place);
        screen.press("<C-p>");
        let there = screen.place() == Place::Palette;
        assert_eq!(there, !place.starts_with(':'), "after {place:?}: there it closes");
    }
}

/// Returns the number of steps back.
fn level(screen: &TestScreen) -> usize {
    let model = &screen.model;
    let lesson = model.layers.has(Place::Lesson);
    let sandbox = model.layers.has(Place::Sandbox);
    let line = model.has_overlay() || model.prompt.is_some();
    let filters = model.prompt.is_none() && !model.list.filter.is_empty();
    let behind = model.layers.get::<Sandbox>().and_then(|sandbox| sandbox.return_to.as_ref());
    let lesson = lesson || behind.is_some_and(|behind| behind.lesson.is_some());
    let view = model.layers.of_pair().and_then(Layer::before);
    let before = view.or(behind.map(|behind| &behind.before));
    let (focus, zoomed) =
        before.map_or((model.focus, model.zoomed), |before| (before.focus, before.zoomed));
    let away = focus != Focus::List && !zoomed;
    let rooms = model.visited.depth() - 1;
    let beside = model.visited.has(ViewName::Clusters) && model.states.get::<Tree>().on_side_list;
    [line, lesson, sandbox, filters, view.is_some(), beside, model.reading.alone, zoomed, away]
        .map(usize::from)
        .iter()
        .sum::<usize>()
        + rooms
}

#[test]
fn esc_goes_one_level_back_from_anywhere_to_the_list() {
    for place in places() {
        let mut screen = screen(place);
        for _ in 0..6 {
            let before = level(&screen);
            screen.press("<Esc>");
            assert_eq!(level(&screen), before.saturating_sub(1), "after {place:?}");
        }
        assert_eq!((screen.focus(), !screen.has_prompt()), (Focus::List, true));
        assert_eq!(screen.list(), ViewName::Pairs, "after {place:?}");
        assert!(!screen.asked.contains(&Command::Quit), "it never leaves the program");
    }
}

#[test]
fn a_pair_that_has_the_whole_screen_is_where_a_room_leads_back_to() {
    for keys in ["D<Esc>", "K<Enter><Esc><Esc>", "!<Esc>", "!!", "D!<Esc><Esc>", "DK<Esc><Esc>"] {
        let mut screen = TestScreen::pressed(120, 36, "j<Enter><Tab>");
        let names = screen.pair_names();
        screen.press(keys);
        assert!(screen.pair_fills_screen(), "{keys}\n{}", screen.text());
        assert_eq!(screen.focus(), Focus::Pane(PaneSide::B), "{keys}");
        assert_eq!(screen.pair_names(), names, "{keys}");
        screen.press("<Esc>");
        assert_eq!((screen.pair_fills_screen(), screen.selected()), (false, 1), "{keys}");
    }
    // Another pair that was opened on the way does not replace the first pair.
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>");
    let names = screen.pair_names();
    screen.press("K<Enter><Enter>");
    assert_ne!(screen.pair_names(), names);
    screen.press("<Esc><Esc><Esc>");
    assert_eq!(screen.pair_names(), names);
    assert!(screen.pair_fills_screen());
    // A text that filled the screen makes room for the other view.
    screen.press("<zoom>D");
    assert!(screen.areas().list.is_some());
    screen.press("<Esc>");
    assert!(screen.reading().alone && screen.pair_fills_screen());
}

#[test]
fn a_filter_that_there_is_not_takes_what_is_typed_for_it() {
    for place in ["X", "Q<Tab>", "<Enter><Tab><Tab>"] {
        let mut screen = screen(place);
        let params = screen.params().clone();
        screen.press("/qwWtT!:");
        assert!(screen.has_prompt(), "after {place:?}");
        screen.send(Message::Pasted("harbour".into()));
        assert_eq!((screen.params(), screen.asked.len()), (&params, 0), "after {place:?}");
        screen.press("<Enter>w");
        assert_eq!(screen.params().width, params.width + 1, "after {place:?}");
    }
}

#[test]
fn pasted_text_goes_into_the_open_line() {
    let mut screen = screen("?");
    screen.send(Message::Pasted("mod\r\nulo".into()));
    assert_eq!(screen.prompt(), "mod  ulo");
    let mut screen = TestScreen::pressed(120, 36, ":");
    screen.send(Message::Pasted("w 7\n".into()));
    assert_eq!(screen.params().width, 3, "a line end in it does nothing");
    screen.press("<Enter>");
    assert_eq!(screen.params().width, 7);
}

#[test]
fn pasted_text_never_acts_as_keys() {
    for place in ["", "!"] {
        let mut screen = screen(place);
        let params = screen.params().clone();
        screen.send(Message::Pasted("qwWtTjjj\r?:&\x1b!\x03".into()));
        assert_eq!(screen.query_text(), "qwWtTjjj\n?:&\x1b!\x03", "after {place:?}");
        assert_eq!(*screen.params(), params);
    }
    for place in ["<Tab>", "<Enter>", "<Enter>x"] {
        let mut screen = screen(place);
        let params = screen.params().clone();
        screen.send(Message::Pasted("qwWtTjjj\r?:&\x1b!\x03".into()));
        assert!(screen.asked.is_empty(), "after {place:?}");
        assert_eq!(*screen.params(), params);
        assert!(!screen.note().is_empty(), "after {place:?}");
    }
}

#[test]
fn a_flood_that_is_pasted_or_typed_stays_small() {
    let mut screen = screen(":");
    screen.send(Message::Pasted("w ".repeat(500_000)));
    assert!(screen.prompt().len() <= 10_000);
    screen.press("5");
    let _ = screen.text();
}
