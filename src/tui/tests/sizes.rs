//! No size and no text makes drawing panic, or lets anything through that acts on a terminal.

use std::collections::BTreeSet;

use shingle::base::visible::is_hidden;
use shingle::pipeline::parameters::Params;

use crate::tui::event_loop::message::Message;

use super::fake;
use super::stage::Stage;

/// Text that has hurt other programs.
const NASTY: &str = "\u{1b}]52;c;x\u{7}\u{9b}31m\u{202e}txt.exe\u{2066}a\u{200b}b\u{ad}c\u{e0041}\r\rback\u{8}\u{8}\n\
    \t\ttab\t日本語テキストﾞﾟが\u{3099}続く👨\u{200d}👩\u{200d}👧🇩🇪🇩\u{301}\u{301} e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}\u{309}\u{30a}\n\
    العَرَبِيَّة नमस्ते ᄀᄀᄀ각ᆨᆨ\u{feff}\u{2028}\u{fff9}verylongwordwithoutanyblankinitatallthatmustbecutsomewhere-and-here\n";

fn nasty(width: u16, height: u16) -> Stage {
    let mut stage = Stage::folder(width, height);
    stage.press("j<Enter>");
    let text = NASTY.repeat(3);
    let part = "txt.exe\u{2066}a";
    let view = fake::pair_view(
        ("a\u{1b}.txt", "日本語\u{202e}.txt"),
        (&text, &text),
        &[(part, part, true)],
        &Params::defaults(),
    );
    stage.press("]");
    if stage.model.shown.is_some() {
        stage.serve_with(view);
    }
    stage
}

fn check(stage: &Stage, what: &str) {
    let buffer = stage.buffer();
    for cell in buffer.content() {
        let symbol = cell.symbol();
        assert!(!symbol.chars().any(is_hidden), "{what}: {symbol:?}");
        assert!(symbol.chars().count() <= 10, "{what}: {symbol:?}");
    }
}

#[test]
fn every_view_draws_at_every_size() {
    for height in 0..=20 {
        for width in 0..=60 {
            let what = format!("{width}x{height}");
            let mut stage = Stage::folder(width, height);
            check(&stage, &what);
            for keys in [
                "d<Down>", "n", "<Esc>", "<Esc>", "<Enter>", "n", "<Tab>", "?", "<Down>", "<PgDn>",
                "G", "<Esc>", ":", "m", "<Esc>", "!", "G", "<Esc>", "<Esc>", "<Tab>", "<Tab>",
                "<Tab>", "w", "*", "f", "u", "=", "9", "9", "<Enter>", "<Esc>",
            ] {
                stage.press(keys);
                check(&stage, &what);
            }
            // A pair opens before a word of it can be chosen.
            stage.press("d<Esc>");
            if stage.model.open().is_some() && (width % 7, height % 3) == (4, 0) {
                stage.press("L");
                for _ in 0..18 {
                    check(&stage, &what);
                    stage.press("<Down><PgDn>");
                    check(&stage, &what);
                    stage.press("<Right>");
                }
                stage.press("wm<Esc>");
            }
            if (width % 7, height % 3) == (4, 0) {
                for keys in [
                    "Z",
                    "a<Enter>",
                    "日\u{301}",
                    "<Tab>",
                    "<PgUp>x",
                    "<Up><Down><BS>",
                    "<C-g>",
                    "<Right>",
                    "<Esc>",
                    "<Tab>",
                    "w",
                    "<Esc>",
                    "<C-o>",
                    "y",
                    "<C-u>",
                    "<Esc>",
                    "w",
                    "<Enter>",
                    "n",
                    "<C-o>",
                ] {
                    stage.press(keys);
                    check(&stage, &what);
                }
            }
            for keys in ["x<Down>", "<Tab><PgDn>"] {
                stage.press_unanswered(keys);
                check(&stage, &what);
            }
        }
    }
}

#[test]
fn every_list_draws_at_every_size() {
    for height in 0..=20 {
        for width in 0..=60 {
            // Smaller screens show one sentence, whatever is behind it: some of them stand for all.
            if (width < 40 || height < 12) && (width % 13, height % 5) != (0, 0) {
                continue;
            }
            let what = format!("{width}x{height}");
            let mut stage = Stage::folder(width, height);
            for keys in [
                "<Right>", "j", ">>>", "R", "/", "a", "-", ">", "<Enter>", "I", "j", "G", "D", "G",
                "/", "x", "<Esc>", "<Enter>", "<Enter>", "<Esc>", "<Esc>", "!", "j", "<Left>",
                "<Right>", "G", "Q", "a", "日", "\u{301}", "<Enter>", "<BS>", "<Tab>", "j",
                "<Esc>",
            ] {
                stage.press(keys);
                check(&stage, &what);
            }
            stage.press("Q");
            stage.send(Message::Pasted(NASTY.repeat(9)));
            check(&stage, &what);
        }
    }
}

#[test]
fn nasty_text_draws_at_every_size() {
    for height in [12, 13, 18, 20] {
        for width in 40..=60 {
            let mut stage = nasty(width, height);
            for keys in ["n", "j", "<Tab>", "G", "g", "d", "n<Right>", "x<Right>"] {
                stage.press(keys);
                check(&stage, &format!("{width}x{height}"));
            }
            for keys in ["<Down>", "G", "<Tab>", "<Left><Up>"] {
                stage.press_unanswered(keys);
                check(&stage, &format!("{width}x{height}"));
            }
            stage.press("<C-o>Z");
            stage.send(Message::Pasted(NASTY.repeat(2)));
            stage.serve();
            for keys in ["<C-u>", "<Tab><Home>", "<Del><Up><BS><PgUp>", "<C-o><Esc>"] {
                check(&stage, &format!("a sandbox at {width}x{height}"));
                stage.press(keys);
            }
            check(&stage, &format!("back at {width}x{height}"));
            stage.press("L");
            for _ in 0..12 {
                stage.press("<PgDn><Right>");
                check(&stage, &format!("a lesson at {width}x{height}"));
            }
        }
    }
}

#[test]
fn the_line_between_the_texts_stays_straight_beside_nasty_text() {
    for width in 100..=140 {
        let stage = nasty(width, 40);
        let buffer = stage.buffer();
        let areas = stage.model.areas().unwrap().pair.unwrap();
        let seen: BTreeSet<&str> = (areas.divider.y..areas.divider.bottom())
            .map(|y| buffer[(areas.divider.x, y)].symbol())
            .collect();
        // Beside a map, which parts the texts itself, there is none.
        let expected = if areas.a.unwrap().map.right() == areas.divider.x { " " } else { "│" };
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [expected], "width {width}");
    }
}

#[test]
fn extreme_sizes_draw() {
    for (width, height) in [(500, 200), (1, 1), (0, 0), (2, 500), (500, 2), (300, 12), (40, 300)] {
        let mut stage = nasty(width, height);
        check(&stage, "extreme");
        stage.press("dn");
        check(&stage, "extreme");
        stage.press("xn<Tab>");
        check(&stage, "extreme");
        stage.press("<Esc>n<Tab>N?");
        check(&stage, "extreme");
    }
}

#[test]
fn any_way_of_resizing_ends_in_the_same_picture() {
    let fresh = {
        let mut stage = Stage::folder(120, 40);
        stage.press("jj<Enter>");
        stage.text()
    };
    let mut stage = Stage::folder(80, 24);
    stage.press("jj<Enter>");
    for (width, height) in [(0, 0), (200, 60), (40, 12), (39, 11), (100, 30), (120, 40)] {
        stage.send(Message::Resized(width, height));
        stage.serve();
        check(&stage, "resizing");
    }
    assert_eq!(stage.text(), fresh);
}
