//! The sandbox on the screen: writing, its effects, and the ways in and out.

use shingle::lesson::subject::LONGEST;

use crate::tui::tests::prelude::*;
use crate::tui::{model::Slot, model::input::Draft, views::sandbox::Sandbox};

fn sandbox(screen: &TestScreen) -> &Sandbox {
    screen.model.layers.get().unwrap()
}

fn texts(screen: &TestScreen) -> [&str; 2] {
    sandbox(screen).drafts.each_ref().map(Draft::text)
}

#[test]
fn it_begins_with_two_sentences_at_120x36_and_80x24() {
    fits_every_size(TestScreen::sandbox);
    let large = TestScreen::sandbox(120, 36);
    let (a, b) = (large.find("text A · 22 words · "), large.find("text B · 19 words · "));
    assert_eq!(a.1, b.1, "side by side: {}", large.text());
    assert_snapshot!(TestScreen::sandbox(80, 24).text());
}

#[test]
fn every_key_asks_for_the_texts_as_they_are_then() {
    let mut screen = TestScreen::sandbox(100, 30);
    assert_eq!(texts(screen.press("<C-u>a b"))[0], "a b");
    assert!(screen.press_unanswered("c").awaits());
    assert!(!screen.serve().awaits());
    assert_eq!(&*sandbox(&screen).trial.as_ref().unwrap().view.a.text, "a bc");
    screen.press_unanswered("<Left><Right><Home>");
    assert!(screen.jobs(Slot::Comparison).is_empty(), "a caret that moves changes no text");
}

#[test]
fn while_an_answer_is_awaited_only_what_is_unchanged_is_tinted() {
    let mut screen = TestScreen::sandbox(100, 30);
    let lit =
        |screen: &TestScreen| screen.styles().lines().skip(7).collect::<String>().contains('1');
    assert!(lit(&screen));
    screen.press_unanswered("<Home>x");
    assert!(!lit(screen.press_unanswered("<Tab><Home>x")), "{}", screen.styles());
    assert!(lit(screen.serve()));
}

#[test]
fn the_same_words_give_the_whole() {
    let mut screen = TestScreen::sandbox(100, 30).after("<C-u>");
    screen.send(Message::Pasted("red fox sees blue bird\r\n".into()));
    assert_eq!(screen.press("<Tab><C-u>red fox sees old bird").score(), Ratio::new(1, 3));
    assert_eq!(screen.press("<C-w><C-w>blue bird<Enter>").score(), Ratio::ONE);
}

#[test]
fn tab_goes_from_text_to_text_to_the_parameters_where_letters_are_keys() {
    let mut screen = TestScreen::sandbox(100, 30);
    assert_eq!(sandbox(screen.press("<Tab>")).which, PaneSide::B);
    screen.press("<Tab>");
    assert_eq!((screen.focus(), screen.place()), (Focus::Bar, Place::Bar));
    assert_eq!(screen.press("ww").params().width, 5);
    assert!(texts(screen.press("<Esc>w"))[1].ends_with('w'));
    assert_eq!(sandbox(&screen).trial.as_ref().unwrap().view.params.width, 5);
    assert_eq!(sandbox(screen.press("<Tab><Tab>")).which, PaneSide::A);
}

#[test]
fn on_an_open_pair_it_begins_with_the_active_passage_and_keeps_what_was_written() {
    let mut screen = TestScreen::pressed(120, 36, "j<Enter>nZ");
    let [a, b] = texts(&screen);
    let pair = screen.open_pair();
    let passage = &pair.view.passages[pair.active.unwrap()];
    let words = |text: &str, span: shingle::base::span::Span| {
        text.get(span.start as usize..span.end as usize).unwrap().to_string()
    };
    assert!(a.contains(&words(&pair.view.a.text, passage.a)), "{a}");
    assert!(b.contains(&words(&pair.view.b.text, passage.b)), "{b}");
    assert!(!screen.press(" more<Esc>").has_sandbox() && screen.pair_fills_screen());
    assert!(texts(screen.press("Z"))[0].starts_with(" more"));
}

#[test]
fn alone_there_is_nothing_behind_it_and_control_c_leaves() {
    let mut screen = TestScreen::sandbox(80, 24);
    assert!(screen.press("<Esc>").has_sandbox());
    assert!(texts(screen.press(":"))[0].ends_with(':'));
    assert!(screen.press("<C-p>dot plot<Enter>").has_sandbox() && !screen.has_dots());
    assert_eq!(screen.press("<C-c>").asked.last(), Some(&Command::Quit));
}

#[test]
fn the_mouse_puts_the_caret_and_changes_parameters() {
    let mut screen = TestScreen::sandbox(120, 36);
    assert_eq!(sandbox(screen.click("some say")).which, PaneSide::B);
    screen.press("yesterday ");
    assert!(texts(&screen)[1].contains("yesterday some say"), "{:?}", texts(&screen));
    let width = screen.find("[w]idth");
    assert_eq!(screen.mouse(MouseEventKind::ScrollUp, width).params().width, 4);
    assert_eq!(screen.mouse(MouseEventKind::Down(MouseButton::Left), width).focus(), Focus::Bar);
    screen.click("ferry left the");
    assert_eq!((sandbox(&screen).which, screen.place()), (PaneSide::A, Place::Sandbox));
}

#[test]
fn a_long_text_has_an_end_and_the_caret_stays_in_sight() {
    let mut screen = TestScreen::sandbox(80, 24);
    screen.send(Message::Pasted("one word after the other\n".repeat(900)));
    assert_eq!(texts(screen.serve())[0].len(), LONGEST);
    let caret = |screen: &TestScreen| screen.styles().lines().any(|line| line.contains('r'));
    for keys in ["<PgUp>", "<Up>", "<PgUp><PgUp><PgUp>", "<PgDn>", "<Down>"] {
        assert!(caret(screen.press(keys)), "{keys}");
    }
}

#[test]
fn it_opens_from_the_lesson_with_the_lesson_s_pair_and_leads_back_to_it() {
    let mut screen = TestScreen::pressed(120, 36, "<Enter>Z");
    let written = texts(&screen).map(String::from);
    screen.press("<Esc>L<Right><Right>");
    let lesson = screen.text();
    assert_eq!(screen.press("Z").place(), Place::Sandbox);
    assert_eq!(texts(&screen), written.each_ref().map(String::as_str));
    screen.press("one more word <C-g><Right><Esc>");
    assert_eq!(screen.place(), Place::Sandbox, "the lesson on its texts is another one");
    assert_eq!(screen.press("<Esc>").text(), lesson, "at the step where it was");
    screen.press("Zx<Tab><Tab>w<Esc><Esc>");
    assert_eq!(screen.open_lesson().lesson.as_ref().unwrap().params.width, 4);
    screen.press("<Esc>");
    assert!(!screen.has_lesson() && !screen.has_sandbox() && screen.pair_fills_screen());
}

fn pair(screen: &TestScreen) -> (String, String) {
    let (a, b) = &screen.pair_names();
    (a.to_string(), b.to_string())
}

#[test]
fn for_another_pair_it_has_that_pair_s_texts_and_for_the_same_what_was_written() {
    let mut screen = TestScreen::pressed(120, 36, "Z");
    let first = texts(&screen).map(String::from);
    screen.press("<C-u>mine<Esc>jZ");
    assert_eq!(texts(&screen), first.each_ref().map(String::as_str), "every pair has these here");
    assert_eq!(texts(screen.press("<Esc>kZ"))[0], "mine");
}

#[test]
fn where_a_pair_is_selected_it_is_on_that_pair_and_leads_back_there() {
    let selected = |keys: &str, a: &str, b: &str| {
        let mut screen = TestScreen::pressed(120, 36, keys);
        let (before, room) = (screen.text(), screen.list());
        assert_eq!(pair(screen.press("Z")), (a.into(), b.into()), "after {keys}");
        assert!(texts(&screen)[0].contains("ferry"), "{keys}: {:?}", texts(&screen));
        screen.press("<Esc>");
        assert_eq!((screen.text(), screen.list()), (before, room), "after {keys}");
    };
    selected("K", "essays/pier.txt", "news/ferry-1931.html");
    // Without a visible pair, the sandbox starts with its own texts.
    for keys in ["jjD", "jj!"] {
        let screen = TestScreen::pressed(120, 36, keys).after("Z");
        assert!(texts(&screen)[0].starts_with("The old ferry left the harbour"), "after {keys}");
    }
    let mut low = TestScreen::pressed(84, 24, "<Enter><Esc>jjZ");
    assert_eq!(pair(&low).1, "essays/harbour-final.md");
    assert!(!low.press("<Esc>").pair_fills_screen());
}

#[test]
fn what_is_typed_before_the_pair_is_there_is_written_into_its_text() {
    let mut screen = TestScreen::folder(84, 24);
    assert_eq!(screen.press_unanswered("jZquiet <Tab>w").params().width, 3);
    assert_eq!(texts(&screen), ["", ""]);
    screen.serve();
    assert!(texts(&screen)[0].starts_with("quiet "), "{:?}", texts(&screen));
    assert!(texts(&screen)[1].starts_with('w'), "{:?}", texts(&screen));
    assert!(!screen.press("<Esc>").has_sandbox() && !screen.asked.contains(&Command::Quit));
}
