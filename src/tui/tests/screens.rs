//! Pictures of every region at common sizes.

use std::collections::BTreeSet;

use proptest::{prelude::*, sample::select};

use shingle::{base::visible::make_visible, pipeline::Common};

use crate::tui::tests::prelude::*;
use crate::tui::{layout::PaneShape, tests::lesson, tests::test_screen::parsed};

#[test]
fn list_and_pair_fit_every_size_and_with_more_room_names_are_whole() {
    fits_every_size(TestScreen::folder);
    fits_every_size(zoomed);
    let names = ["essays/harbour-draft-with-a-rather-long-name-2024.md", "essays/harbour-final.md"];
    let list = TestScreen::folder(200, 60).text();
    assert!(list.lines().any(|row| names.iter().all(|name| row.contains(name))), "{list}");
    zoomed(200, 60).shows(&[&names.join(" ↔ ")]);
}

fn zoomed(width: u16, height: u16) -> TestScreen {
    TestScreen::pressed(width, height, "jj<Enter>")
}

#[test]
fn the_texts_are_beside_each_other_stacked_or_one_at_a_time() {
    let shape = |screen: &TestScreen| screen.areas().pair.unwrap().shape;
    assert_eq!(shape(&zoomed(100, 30)), PaneShape::Split);
    assert_eq!(shape(&zoomed(80, 24)), PaneShape::Stacked);
    let mut small = zoomed(40, 12);
    assert_eq!(shape(&small), PaneShape::Single);
    small.shows(&["▸A ", "┏ Some say the old ferry left at"]);
    small.press("<Tab>").shows(&["▸B ", "┏ The old ferry left at dawn and"]);
}

#[test]
fn styles_of_the_pair() {
    let screen = zoomed(100, 30).after("n");
    assert_snapshot!(screen.styles());
}

#[test]
fn stale_results_stay_and_say_so() {
    let mut screen = TestScreen::folder(100, 30);
    let rows = |screen: &TestScreen| {
        let text = screen.text();
        text.lines()
            .skip_while(|row| !row.contains("▴# score"))
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    let before = rows(&screen);
    screen.press("w<modulo>");
    screen.work(Phase::Shingling, 7, 12, 300);
    assert!(screen.row(0).ends_with(" 7/12"), "{}", screen.row(0));
    screen.shows(&[" [w]idth 3→4 ", "modulo 1→2 ", "─ stale · "]);
    let after = rows(&screen);
    assert_eq!(before.len(), after.len());
    let changed: Vec<_> =
        before.iter().zip(&after).filter(|(before, after)| before != after).collect();
    assert_eq!(changed.len(), 1, "only what is said of the pair: {changed:#?}");
}

#[test]
fn the_open_pair_does_not_wait_for_the_ranking_of_other_parameters() {
    let mut screen = TestScreen::pressed(100, 30, "w");
    screen.serve();
    let is_stale =
        |screen: &TestScreen, what: &str| screen.text().contains(&format!("stale {what}"));
    assert_eq!(screen.open_pair().view.params.width, 4);
    assert!(is_stale(&screen, "· 9 pairs") && !is_stale(&screen, "English"), "{}", screen.text());
    // Another row opens with these parameters too. Undo opens the pair with the earlier parameters.
    screen.press("j");
    assert_eq!(screen.serve().open_pair().view.params.width, 4);
    screen.send(Message::Clock(Duration::from_secs(5)));
    screen.press("u");
    assert_eq!(screen.serve().open_pair().view.params.width, 3);
    // The ranking reports the shingles ignored in all documents.
    let params = Params { common: Some(Common::Share(Ratio::new(1, 2))), ..Params::defaults() };
    screen.set_params(params.clone());
    screen.show(fake::folder(2, &params));
    screen.press("w");
    assert_eq!(screen.serve().open_pair().view.params.width, 3);
    assert!(is_stale(&screen, "English"), "{}", screen.text());
}

#[test]
fn the_engine_cannot_go_on() {
    let mut screen = TestScreen::empty(80, 24);
    screen.report(Report::Failed("/nowhere: no such directory\u{1b}[2J".into()));
    assert_eq!(screen.text().matches("/nowhere: no such directory␛[2J").count(), 2);
}

#[test]
fn empty_states_are_distinguished() {
    let pairless = |names: &[&str], (words, shingles)| {
        let mut snapshot = fake::ranking(1, &Params::defaults(), names, &[]);
        for doc in Arc::make_mut(&mut snapshot.docs) {
            (doc.words, doc.shingles) = (words, shingles);
        }
        let screen = TestScreen::showing(100, 30, snapshot);
        let rows = screen.areas().list.unwrap().rows;
        let rows = (rows.y..rows.bottom()).map(|row| screen.row(row.into()));
        rows.collect::<String>()
    };
    let all = BTreeSet::from([
        pairless(&[], (0, 0)),
        pairless(&["a.txt"], (9, 7)),
        pairless(&["a.txt", "b.txt"], (9, 7)),
        pairless(&["a.txt", "b.txt"], (9, 0)),
    ]);
    assert_eq!(all.len(), 4, "{all:#?}");
}

#[test]
fn short_work_moves_nothing_and_long_work_spins() {
    let mut screen = TestScreen::folder(100, 30);
    screen.work(Phase::Comparing, 1, 2, 100);
    screen.lacks(&["comparing"]);
    screen.work(Phase::Comparing, 1, 2, 100);
    screen.shows(&["comparing 1/2"]);
    let mut done = fake::folder(2, &Params::defaults());
    done.epoch = Epoch(2);
    screen.publish(done).lacks(&["comparing"]);
}

// At any size and with any text, drawing does not panic, and no character acts on a terminal.

/// Text that has caused bugs in other programs.
const NASTY: &str = "\u{1b}]52;c;x\u{7}\u{9b}31m\u{202e}txt.exe\u{2066}a\u{200b}b\u{ad}c\u{e0041}\r\rback\u{8}\u{8}\n\
    \t\ttab\t日本語テキストﾞﾟが\u{3099}続く👨\u{200d}👩\u{200d}👧🇩🇪🇩\u{301}\u{301} e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30a}\n\
    العَرَبِيَّة नमस्ते ᄀᄀᄀ각ᆨᆨ\u{feff}\u{2028}\u{fff9}verylongwordwithoutanyblankinitatallthatmustbecutsomewhere-and-here\n";

fn nasty(width: u16, height: u16) -> TestScreen {
    let mut screen = TestScreen::pressed(width, height, "j<Enter>");
    let text = NASTY.repeat(3);
    let part = "txt.exe\u{2066}a";
    let view = fake::pair_view(
        ("a\u{1b}.txt", "日本語\u{202e}.txt"),
        (&text, &text),
        &[(part, part, true)],
        &Params::defaults(),
    );
    screen.press("]");
    if screen.any_pair_names().is_some() {
        screen.serve_with(view);
    }
    screen
}

fn check(screen: &TestScreen, what: &str) {
    let buffer = screen.buffer();
    for cell in buffer.content() {
        let symbol = cell.symbol();
        assert_eq!(make_visible(symbol), symbol, "{what}");
        assert!(symbol.chars().count() <= 10, "{what}: {symbol:?}");
    }
}

/// Sizes up to 60x20. Smaller screens than 40x12 show one sentence, so a few of them are enough.
fn small_sizes() -> impl Iterator<Item = (u16, u16)> {
    let all = (0..=20).flat_map(|height| (0..=60).map(move |width| (width, height)));
    all.filter(|(width, height)| {
        *width >= 40 && *height >= 12 || (width % 13, height % 5) == (0, 0)
    })
}

#[test]
fn every_view_draws_at_every_size() {
    for (width, height) in small_sizes() {
        let what = format!("{width}x{height}");
        let mut screen = TestScreen::folder(width, height);
        check(&screen, &what);
        let all = "d<Down> n <Esc> <Esc> <Enter> n <Tab> ? <Down> <PgDn> G <Esc> : m <Esc> ! G \
                   <Esc> <Esc> <Tab> <Tab> <Tab> w * u = 9 9 <Enter> <Esc>";
        for keys in all.split(' ') {
            screen.press(keys);
            check(&screen, &what);
        }
        // The pair must open before the user can choose a word in it.
        screen.press("d<Esc>");
        if screen.has_open_pair() && (width % 7, height % 3) == (4, 0) {
            screen.press("<language back>");
            for _ in 0..18 {
                check(&screen, &what);
                screen.press("<Down><PgDn>");
                check(&screen, &what);
                screen.press("<Right>");
            }
            screen.press("w<modulo><Esc>");
        }
        if (width % 7, height % 3) == (4, 0) {
            let all = "Z a<Enter> 日\u{301} <Tab> <PgUp>x <Up><Down><BS> <C-g> <Right> <Esc> <Tab> w \
                       <Esc> y <C-u> <Esc> w <Enter> n";
            for keys in all.split(' ') {
                screen.press(keys);
                check(&screen, &what);
            }
        }
        for keys in ["x<Down>", "<Tab><PgDn>"] {
            screen.press_unanswered(keys);
            check(&screen, &what);
        }
    }
}

#[test]
fn keys_on_a_screen_that_shows_nothing_do_nothing_but_end() {
    let mut screen = TestScreen::folder(120, 36);
    let (params, names) = (screen.params().clone(), screen.selected_pair());
    screen.send(Message::Resized(20, 5));
    screen.press(" utw\\jG/x:report<Enter>");
    assert!(screen.send(Message::Pasted("a text".into())).asked.is_empty(), "{:?}", screen.asked);
    screen.send(Message::Resized(120, 36));
    assert_eq!((screen.params().clone(), screen.selected_pair()), (params, names));
    assert!(!screen.has_prompt() && screen.marks() == 0);
    screen.send(Message::Resized(20, 5));
    screen.press("q");
    assert!(screen.asked.iter().any(|one| matches!(one, Command::Quit)), "{:?}", screen.asked);
}

#[test]
fn every_list_draws_at_every_size() {
    for (width, height) in small_sizes() {
        let what = format!("{width}x{height}");
        let mut screen = TestScreen::folder(width, height);
        let all = "<Right> j >>> R / a - > <Enter> D G / x <Esc> <Enter> <Enter> <Esc> \
                   <Esc> ! j <Left> <Right> G Q a 日 \u{301} <Enter> <BS> <Tab> j <Esc>";
        for keys in all.split(' ') {
            screen.press(keys);
            check(&screen, &what);
        }
        screen.press("Q");
        screen.send(Message::Pasted(NASTY.repeat(9)));
        check(&screen, &what);
    }
}

#[test]
fn nasty_text_draws_at_every_size() {
    for height in [12, 13, 18, 20] {
        for width in (40..=60).step_by(2) {
            let mut screen = nasty(width, height);
            for keys in ["n", "j", "<Tab>", "G", "g", "d", "n<Right>", "x<Right>"] {
                screen.press(keys);
                check(&screen, &format!("{width}x{height}"));
            }
            for keys in ["<Down>", "G", "<Tab>", "<Left><Up>"] {
                screen.press_unanswered(keys);
                check(&screen, &format!("{width}x{height}"));
            }
            screen.press("Z");
            screen.send(Message::Pasted(NASTY.repeat(2)));
            screen.serve();
            for keys in ["<C-u>", "<Tab><Home>", "<Del><Up><BS><PgUp>", "<Esc>"] {
                check(&screen, &format!("a sandbox at {width}x{height}"));
                screen.press(keys);
            }
            check(&screen, &format!("back at {width}x{height}"));
            screen.press("L");
            for _ in 0..12 {
                screen.press("<PgDn><Right>");
                check(&screen, &format!("a lesson at {width}x{height}"));
            }
        }
    }
}

#[test]
fn any_way_of_resizing_ends_in_the_same_picture() {
    let fresh = {
        let screen = TestScreen::pressed(120, 40, "jj<Enter>");
        screen.text()
    };
    let mut screen = TestScreen::pressed(80, 24, "jj<Enter>");
    for (width, height) in [(0, 0), (200, 60), (40, 12), (39, 11), (100, 30), (120, 40)] {
        screen.send(Message::Resized(width, height));
        screen.serve();
        check(&screen, "resizing");
    }
    assert_eq!(screen.text(), fresh);
}

/// Keys that show every list and every view that covers a list.
const SHOWN: &str =
    "j <Enter> <Esc> <Esc><Esc> D K K<Enter> ! Q x d Z L ? : = * F X P \" <Tab> n v";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A terminal has its new size before the program receives the event.
    #[test]
    fn every_view_draws_on_a_terminal_that_has_shrunk(
        keys in prop::collection::vec(select(SHOWN.split(' ').collect::<Vec<_>>()), 0..5),
        in_lab in any::<bool>(),
        at in select(vec![(40, 12), (80, 24), (120, 36), (200, 50)]),
        to in prop_oneof![(0_u16..=12, 0_u16..=12), (0_u16..=200, 0_u16..=50), Just((500, 2)), Just((0, 50))],
    ) {
        let mut screen = if in_lab { lesson::answered(at.0, at.1) } else { TestScreen::folder(at.0, at.1) };
        let press = |screen: &mut TestScreen| {
            for (_, key) in parsed(&keys.concat()) {
                screen.send(Message::Key(key));
                screen.serve();
            }
        };
        press(&mut screen);
        screen.draw_on(to);
        screen.send(Message::Resized(to.0, to.1));
        screen.draw();
        press(&mut screen);
        screen.draw();
    }
}

#[test]
fn no_escape_of_a_name_reaches_the_screen() {
    let names = ["a\u{1b}]52;c;x\u{7}.txt", "b\u{202e}txt.exe"];
    let mut snapshot = fake::ranking(
        1,
        &Params::defaults(),
        &["x", "y"],
        &[(0, 1, 5, 10, 10, shingle::pipeline::ranking::row::Mark::None)],
    );
    for (doc, name) in Arc::make_mut(&mut snapshot.docs).iter_mut().zip(names) {
        doc.path = DocPath::new(name);
    }
    let mut screen = TestScreen::showing(100, 30, snapshot);
    for text in [screen.text(), {
        screen.press("<Enter>");
        screen.text()
    }] {
        assert!(text.contains("a␛]52;c;x␇.txt"), "{text}");
        assert!(text.contains("b⟨U+202E⟩txt.exe"), "{text}");
    }
}

#[test]
fn too_small_a_screen_says_how_much_it_needs() {
    for (width, height) in [(39, 12), (40, 11), (20, 3)] {
        let text = TestScreen::folder(width, height).text();
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(words.join(" "), "Please enlarge: 40x12 needed.", "{width}x{height}");
    }
}

// Projector mode: the large score.

fn screen(width: u16, height: u16, keys: &str) -> TestScreen {
    TestScreen::pressed(width, height, "<C-o>").after(keys)
}

#[test]
fn the_score_is_large_at_120x36() {
    assert_snapshot!(screen(120, 36, "j<Enter>nw").text());
}
