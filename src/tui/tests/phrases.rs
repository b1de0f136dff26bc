//! Ignored phrases: added by a key, dim and named in the texts, listed, and undone.

use shingle::decisions::{PhraseLine, Unparsed};
use shingle::{engine::PassagesError, pipeline::PassageOrder, pipeline::ReasonIgnored};

use crate::tui::tests::prelude::*;
use crate::tui::views::{phrases, phrases::ignore_words, shared_passages::SharedPassages};
use crate::tui::{drawing::ignored_modifier, tests::fake::passages};

fn pairs(demo: &Demo) -> u64 {
    demo.screen.snapshot().pairs_found
}

fn shared(demo: &Demo) -> u32 {
    demo.screen.open_pair().view.overlap.shared
}

/// Opens the pair of two leaves with the same terms at their head.
fn leaves() -> Demo {
    let mut demo = Demo::new(120, 36);
    demo.select("licences/");
    assert_eq!(shared(demo.press("<Enter>")), 40);
    demo
}

#[test]
fn one_key_leaves_a_passage_out_of_all_pairs_and_u_takes_it_back() {
    let mut demo = leaves();
    let (before, active) = (pairs(&demo), demo.screen.open_pair().active);
    assert!(active.is_some());
    let look = |demo: &Demo| demo.screen.buffer()[demo.screen.find("Lanternwick")].modifier;
    assert_eq!(look(&demo) & Modifier::DIM, Modifier::empty());
    for _ in 0..2 {
        assert!(pairs(demo.press("\\")) < before);
        let pair = demo.screen.open_pair();
        assert_eq!((pair.view.overlap.shared, pair.view.passages.len(), pair.active), (0, 0, None));
        let why = |reason| pair.view.b.dropped.iter().filter(|one| one.why == reason).count();
        assert!(why(ReasonIgnored::Phrase) > 20 && why(ReasonIgnored::Common) == 0);
        // The passage stays visible, with the reason why it is not counted.
        assert_eq!(look(&demo), Modifier::DIM);
        assert_eq!(demo.screen.snapshot().ignored.count_shingles(), 40);
        assert_eq!(look(demo.press("i")), ignored_modifier(ReasonIgnored::Phrase));
        demo.press("i");
        demo.screen.pass(Duration::from_secs(5));
        demo.press("u");
        assert_eq!((pairs(&demo), shared(&demo)), (before, 40));
        assert_eq!(demo.screen.open_pair().active, active);
    }
}

/// Presses keys one by one, a second after each other.
fn press_slowly(demo: &mut Demo, keys: &[&str]) {
    for key in keys {
        demo.screen.pass(Duration::from_secs(1));
        demo.press(key);
    }
}

#[test]
fn what_was_taken_back_is_left_out_again_and_no_older_mark_comes_back() {
    let mut demo = leaves();
    let before = pairs(&demo);
    press_slowly(&mut demo, &[" r", "u"]);
    assert_eq!(demo.screen.marks(), 0);
    demo.press("<Esc>gg");
    demo.select("licences/");
    demo.press("<Enter>");
    press_slowly(&mut demo, &["\\"]);
    let left_out = pairs(&demo);
    assert!(left_out < before);
    press_slowly(&mut demo, &["u"]);
    assert_eq!(pairs(&demo), before);
    // The mark was undone before the next action.
    for _ in 0..2 {
        press_slowly(&mut demo, &["U"]);
        assert_eq!((pairs(&demo), demo.screen.marks()), (left_out, 0));
    }
    // The phrase is undone once more, and a parameter in between retains the order.
    press_slowly(&mut demo, &["w", "u", "u"]);
    assert_eq!(pairs(&demo), before);
    press_slowly(&mut demo, &["U"]);
    assert_eq!((pairs(&demo), demo.screen.params().width), (left_out, 3));
    press_slowly(&mut demo, &["U"]);
    assert_eq!(demo.screen.params().width, 4);
}

#[test]
fn the_list_shows_what_is_left_out_and_the_same_key_takes_it_back() {
    let mut demo = leaves();
    let before = pairs(&demo);
    demo.press("\\<phrases>").screen.shows(&["licences/", "Lanternwick"]);
    demo.press("\\");
    assert_eq!((demo.screen.lines(), pairs(&demo)), (0, before));
    assert_eq!(demo.press("\\u").screen.lines(), 1);
    assert!(pairs(&demo) < before);
}

#[test]
fn a_phrase_holds_for_every_width_and_outlives_undoing_a_parameter() {
    let mut demo = leaves();
    for (key, is_left_out) in [("w", false), ("\\", true), ("w", true), ("u", true)] {
        press_slowly(&mut demo, &[key]);
        assert_eq!(shared(&demo) == 0, is_left_out, "{key}");
    }
    assert_eq!(demo.screen.params().width, 4);
    // The last step was the phrase, the step before was the first change of the width.
    assert!(shared(demo.press("u")) > 30);
    demo.press("n\\");
    press_slowly(&mut demo, &["W"]);
    assert_eq!((demo.screen.params().width, shared(&demo)), (3, 0));
}

#[test]
fn all_phrases_are_switched_off_and_on_again() {
    let mut demo = leaves();
    assert_eq!(shared(demo.press("\\=phrases off<Enter>")), 40);
    demo.press("\\");
    assert_eq!(demo.screen.phrases().len(), 1, "no passage is taken while they are off");
    assert_eq!(shared(demo.press(":phrases on<Enter>")), 0);
}

#[test]
fn what_another_program_leaves_out_is_left_out_here_too() {
    let mut demo = leaves();
    demo.press("\\");
    let own = demo.screen.phrases().to_vec();
    demo.press("u");
    let other = PhraseLine { from: String::new(), ..own[0].clone() };
    let all: Arc<[PhraseLine]> = vec![other].into();
    let unparsed = Unparsed { count: 2, first: 7 };
    let answer = Ok((Arc::clone(&all), unparsed));
    demo.screen.store(|model| phrases::handle_phrases_file(model, answer));
    demo.answer();
    assert_eq!(shared(&demo), 0);
    let notices = &demo.screen.model.notices;
    assert!(notices.iter().any(|one| one.contains(": 2 lines from line 7 on are")), "{notices:?}");
    // An equal answer sends no request.
    let answer = Ok((all, unparsed));
    demo.screen.store(|model| phrases::handle_phrases_file(model, answer));
    assert!(demo.screen.asked.is_empty());
    assert_eq!(demo.screen.model.notices.len(), 1);
}

#[test]
fn what_cannot_be_left_out_is_not_kept() {
    let mut screen = TestScreen::pressed(120, 36, "=sketch minhash<Enter>");
    assert!(!screen.press("\\").asked.iter().any(|one| matches!(one, Command::SavePhrase(_))));
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("w");
    screen.send(Message::Clock(Duration::from_secs(3)));
    screen.press_unanswered("\\");
    assert!(!screen.asked.iter().any(|one| matches!(one, Command::SavePhrase(_))));
    // Without saving, no phrase is ignored.
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered("\\");
    let answer = Err("/x: no list of phrases (full)".into());
    screen.store(|model| phrases::handle_phrases_file(model, answer));
    assert!(screen.params().phrases.is_empty());
    screen.tells("/x: no list of phrases (full)");
}

#[test]
fn words_of_ones_own_are_left_out_as_a_passage_is() {
    const WORDS: &str = "fold it, read it aloud";
    for way in [":own phrase<Enter>", "<phrases><Enter>"] {
        let mut demo = leaves();
        assert!(!demo.press(way).press(WORDS).press("<Enter>").screen.has_prompt(), "{way}");
        let line = &demo.screen.phrases()[0];
        assert_eq!((&*line.phrase, &*line.from, line.counts), (WORDS, "typed", false), "{way}");
        // The same phrase is not added twice, nor one of less than three words, and undo removes it like any other.
        for words in [WORDS, "  ", "read aloud"] {
            demo.press("<Esc>:own phrase<Enter>");
            demo.press(words);
            assert_eq!(demo.press("<Enter>").screen.phrases().len(), 1, "{way} {words}");
        }
        assert!(demo.press("<Esc>u").screen.phrases().is_empty(), "{way}");
    }
}

#[test]
fn a_phrase_of_another_program_stays_when_a_parameter_is_undone() {
    let mut demo = leaves();
    demo.press("\\");
    let line = demo.screen.phrases()[0].clone();
    demo.press("uw");
    let answer = Ok((vec![line].into(), Unparsed::default()));
    demo.screen.store(|model| phrases::handle_phrases_file(model, answer));
    demo.answer();
    assert_eq!(demo.screen.params().phrases.len(), 1);
    demo.press("u");
    let params = demo.screen.params();
    assert_eq!((params.width, params.phrases.len()), (3, 1));
}

#[test]
fn what_was_changed_elsewhere_is_not_undone_again() {
    let mut demo = leaves();
    demo.press("\\");
    let answer = Ok((Arc::from(Vec::new()), Unparsed::default()));
    demo.screen.store(|model| phrases::handle_phrases_file(model, answer));
    demo.answer();
    assert!(demo.press("u").screen.phrases().is_empty());
}

#[test]
fn the_text_with_the_focus_gives_the_words_and_the_list_is_filtered() {
    let mut demo = leaves();
    let b = demo.screen.selected_pair().unwrap().1.to_string();
    assert_eq!(demo.press("<Tab>\\").screen.phrases()[0].from, b);
    assert!(demo.press("<phrases>/zebra<Enter>").screen.lines() == 0);
    assert_eq!(demo.press("<Esc>").screen.lines(), 1);
}

#[test]
fn a_phrase_of_more_than_64_kib_is_refused() {
    let mut screen = TestScreen::folder(120, 36);
    let long = "word ".repeat(14_000);
    ignore_words(&mut screen.model, &long);
    assert_eq!(screen.model.commands, []);
    assert!(screen.note().contains("longer than 64 KiB"));
    ignore_words(&mut screen.model, long.get(..60_000).unwrap());
    assert_eq!(screen.model.commands.len(), 1);
}

// The passages of the whole folder: listed, opened at their place, ignored and restored.

/// Keys that open the view.
const WAY: &str = ":passages of<Enter>";

fn room(width: u16, height: u16) -> TestScreen {
    TestScreen::pressed(width, height, WAY)
}

fn demo() -> Demo {
    Demo::pressed(120, 36, WAY)
}

fn listed(demo: &Demo) -> Vec<String> {
    let passages: &SharedPassages = demo.screen.model.states.get();
    (0..passages.lines.len())
        .map(|line| passages.passage_on_line(line).unwrap().text.to_string())
        .collect()
}

fn asked(screen: &TestScreen) -> Vec<u64> {
    let numbers = screen.asked.iter().filter_map(|command| match command {
        Command::Ask(number, Question::Passages(_)) => Some(*number),
        _ => None,
    });
    numbers.collect()
}

#[test]
fn the_room_at_all_sizes() {
    fits_every_size(room);
    assert_snapshot!(room(120, 36).text());
}

#[test]
fn enter_opens_two_documents_that_have_it_at_that_place() {
    let mut demo = demo();
    demo.press("jj<Enter>");
    let names = demo.screen.pair_names();
    let names = [names.0.to_string(), names.1.to_string()];
    assert_eq!(names, ["licences/bowline.txt", "licences/leek-soup.md"]);
    let pair = demo.screen.open_pair();
    let active = &pair.view.passages[pair.active.unwrap()];
    assert!(pair.view.a.text.get(active.a.range()).unwrap().contains("Lanternwick"));
    assert_eq!(demo.press("<Esc>").screen.list(), ViewName::Passages);
    assert_eq!(demo.screen.selected(), 2);
    // The first passage is in two copies and in a third text: the pair has two different contents.
    demo.press("kk<Enter>");
    assert_eq!(demo.screen.pair_names().1.to_string(), "essays/harbour-corrected.txt");
    let pair = demo.screen.open_pair();
    let active = &pair.view.passages[pair.active.unwrap()];
    assert!(pair.view.a.text.get(active.a.range()).unwrap().contains("kept a tally"));
}

#[test]
fn one_key_leaves_a_passage_out_and_the_list_clears() {
    let mut demo = demo();
    let before = listed(&demo);
    demo.press("jj");
    assert!(before[2].contains("Lanternwick"));
    demo.press("\\");
    let rest = [&before[..2], &before[3..]].concat();
    assert_eq!(listed(&demo), rest);
    assert_eq!(demo.screen.selected(), 2);
    assert_eq!((demo.screen.lines(), demo.screen.phrases().len()), (rest.len(), 1));
    // The next passage is ignored too, and undo restores both.
    assert_eq!(listed(demo.press("\\")), [&before[..2], &before[4..]].concat());
    assert_eq!(listed(demo.press("u")), rest);
    assert_eq!(listed(demo.press("u")), before);
}

#[test]
fn what_nobody_looks_at_is_not_counted_again() {
    let mut demo = demo();
    assert_eq!(demo.press("\\<Esc>").screen.list(), ViewName::Pairs);
    assert!(demo.press("w").screen.model.states.get::<SharedPassages>().found.is_none());
    assert!(demo.press(WAY).screen.model.states.get::<SharedPassages>().found.is_some());
}

#[test]
fn what_is_left_is_stopped_and_what_could_not_be_read_is_not_left_out() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered(WAY);
    let number = asked(&screen)[0];
    let mut found = passages(PassageOrder::Repeated, &Params::defaults());
    found.passages[0].text = "".into();
    screen.answered(number, Answer::Passages(Ok(Arc::new(found))));
    screen.press_unanswered("\\");
    assert!(!screen.asked.iter().any(|asked| matches!(asked, Command::SavePhrase(_))));
    screen.press_unanswered("><Esc>");
    let stopped = |one: &Command| matches!(one, Command::Ask(_, Question::Passages(None)));
    assert!(screen.asked.iter().any(stopped), "{:?}", screen.asked);
}

#[test]
fn another_order_another_filter_and_another_parameter_hold() {
    let mut demo = demo();
    demo.press(">");
    let words = |demo: &Demo| {
        let passages: &SharedPassages = demo.screen.model.states.get();
        (0..3).map(|line| passages.passage_on_line(line).unwrap().words).collect::<Vec<_>>()
    };
    assert!(words(&demo).windows(2).all(|two| two[0] >= two[1]));
    demo.press("<");
    assert_eq!(demo.screen.model.states.get::<SharedPassages>().order, PassageOrder::Repeated);
    demo.press(">>");
    let held = |line| {
        demo.screen
            .model
            .states
            .get::<SharedPassages>()
            .passage_on_line(line)
            .unwrap()
            .documents
            .len()
    };
    assert!(held(0) >= 3 && held(0) >= held(1) && held(1) >= held(2), "{}", held(0));
    assert_eq!(listed(demo.press(">/Lanternwick<Enter>")).len(), 1);
    assert!(!listed(demo.press("/leek-soup<Enter>")).is_empty());
    for line in 0..listed(&demo).len() {
        let passages: &SharedPassages = demo.screen.model.states.get();
        let documents = &passages.passage_on_line(line).unwrap().documents;
        assert!(documents.iter().any(|one| one.name().contains("leek-soup")), "{documents:?}");
    }
    demo.press("<Esc><stop words>");
    let before = listed(&demo).len();
    assert!(words(&demo)[0] > 62, "stop words count now");
    assert_eq!(listed(demo.press("t")).len(), before);
}

#[test]
fn only_the_newest_answer_is_shown_and_a_refusal_says_what_to_do() {
    let mut screen = TestScreen::folder(120, 36);
    screen.press_unanswered(WAY);
    let numbers = asked(&screen);
    assert_eq!(numbers.len(), 1);
    let found = || {
        let mut found = passages(PassageOrder::Repeated, &Params::defaults());
        found.passages[0].text = "one \u{1b}[31mtwo\u{202e} three".into();
        Ok(Arc::new(found))
    };
    screen.answered(numbers[0] - 1, Answer::Passages(found()));
    assert!(screen.model.states.get::<SharedPassages>().found.is_none());
    screen.answered(numbers[0], Answer::Passages(found())).shows(&["⟨U+202E⟩"]);
    // During a new count, a listed passage may be gone already.
    screen.press_unanswered(">\\");
    let number = *asked(&screen).last().unwrap();
    screen.answered(number, Answer::Passages(Err(PassagesError::Sampled)));
    for key in ["<Enter>", "\\"] {
        screen.press_unanswered(key);
    }
    screen.press_unanswered("<Esc>");
    assert!(!screen.asked.iter().any(|asked| matches!(asked, Command::SavePhrase(_))));
}
