//! Drawn colours: dark, light, sixteen, none.

use ratatui::style::{Color, Modifier};
use shingle::pipeline::Params;

use crate::tui::drawing::{Depth, Ground};

use super::{query::query, rewritten, test_screen::TestScreen};

fn pair(ground: Ground, depth: Depth) -> TestScreen {
    let mut screen = TestScreen::pressed(100, 30, "j<Enter>n");
    screen.ground = ground;
    screen.depth = depth;
    screen
}

#[test]
fn light_tints_carry_black_text_and_dark_ones_white() {
    for (ground, ink) in [(Ground::Light, (0, 0, 0)), (Ground::Dark, (255, 255, 255))] {
        let buffer = pair(ground, Depth::True).buffer();
        let tinted: Vec<_> =
            buffer.content().iter().filter(|cell| cell.bg != Color::Reset).collect();
        assert!(tinted.len() > 40);
        let ink = Color::Rgb(ink.0, ink.1, ink.2);
        assert!(tinted.iter().all(|cell| cell.fg == ink));
    }
}

#[test]
fn no_page_is_painted() {
    for ground in [Ground::Unknown, Ground::Dark, Ground::Light] {
        let buffer = pair(ground, Depth::True).buffer();
        let plain = buffer.content().iter().filter(|cell| cell.bg == Color::Reset).count();
        assert!(plain * 2 > buffer.content().len(), "{ground:?}");
    }
}

#[test]
fn without_colour_the_active_passage_and_the_others_are_distinguished() {
    let mut screen = rewritten::screen(120, 36, &Params::defaults());
    screen.depth = Depth::Mono;
    let buffer = screen.buffer();
    let count = |with: Modifier, without: Modifier| {
        let cells = buffer.content().iter();
        cells
            .filter(|cell| cell.modifier.contains(with) && !cell.modifier.intersects(without))
            .count()
    };
    let (bold, underlined, dim) = (Modifier::BOLD, Modifier::UNDERLINED, Modifier::DIM);
    assert!(count(bold | underlined, dim) > 10, "the active one");
    assert!(count(underlined, bold | dim) > 10, "another one");
    assert!(count(underlined | dim, Modifier::empty()) > 5, "words between");
    let all = buffer.content().iter();
    assert!(all.clone().all(|cell| (cell.fg, cell.bg) == (Color::Reset, Color::Reset)));
}

#[test]
fn in_palette_and_help_the_chosen_line_has_a_background_and_the_line_of_input_a_cursor() {
    for (depth, background) in [(Depth::True, 'B'), (Depth::Mono, 'r')] {
        for keys in [":mea", "?text"] {
            let mut screen = TestScreen::folder(84, 24);
            screen.depth = depth;
            screen.press(keys);
            let (text, styles) = (screen.text(), screen.styles());
            let last =
                text.lines().zip(styles.lines()).filter(|(row, _)| row.starts_with('▸')).last();
            let (_, chosen) = last.unwrap();
            assert!(chosen.matches(background).count() >= 80, "{depth:?} {keys}\n{styles}");
            let input = styles.lines().last().unwrap();
            assert_eq!(input.matches('r').count(), 1, "{depth:?} {keys}: {input}");
            assert!(
                text.lines().last().unwrap().ends_with(keys.trim_start_matches([':', '?'])),
                "{text}"
            );
        }
    }
}

#[test]
fn a_bar_in_the_selected_row_is_seen_and_looks_alike_in_all_rooms() {
    for depth in [Depth::Mono, Depth::Basic, Depth::Indexed, Depth::True] {
        let mut looks = Vec::new();
        for keys in ["", "K<Enter>", "Q"] {
            let mut screen = if keys == "Q" { query(120, 36) } else { TestScreen::folder(120, 36) };
            if keys != "Q" {
                screen.press(keys);
            }
            (screen.ground, screen.depth) = (Ground::Dark, depth);
            let buffer = screen.buffer();
            let row = buffer.content().chunks(120).find(|row| {
                let has = |sign: &str| row.iter().any(|cell| cell.symbol() == sign);
                has("▸") && has("█")
            });
            let row = row.unwrap_or_else(|| panic!("{keys}: {}", screen.text()));
            let bar = row.iter().find(|cell| cell.symbol() == "█").unwrap();
            let beside = row.last().unwrap();
            // Visible colours of a cell: its ink, and the ground of the cell beside it.
            let is_reversed = |modifier: Modifier| modifier.contains(Modifier::REVERSED);
            let ground = if is_reversed(beside.modifier) { beside.fg } else { beside.bg };
            let (ink, ground) =
                if is_reversed(bar.modifier) { (bar.bg, beside.fg) } else { (bar.fg, ground) };
            let is_faint = bar.modifier.contains(Modifier::DIM);
            assert!(ink != ground || is_faint, "{depth:?} {keys}: {bar:?} {beside:?}");
            looks.push((bar.fg, bar.bg, bar.modifier));
        }
        assert!(looks.iter().all(|look| *look == looks[0]), "{depth:?}: {looks:?}");
    }
}
