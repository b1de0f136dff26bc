//! After any keys and at any size, rows and maps stay in range. Each byte is drawn in the engine's style.

use proptest::prelude::*;
use proptest::sample::select;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};
use shingle::base::span::Span;
use shingle::pipeline::{Block, Params};

use crate::tui::drawing::{GlyphKind, glyphs::glyphs, theme::ignored_modifier};
use crate::tui::layout::PaneSide;
use crate::tui::messages::Message;
use crate::tui::model::{
    pair::pane::{map_marks, row_at},
    pair::passages::number_strip,
};

use super::{
    rewritten::{opened, showing},
    test_screen::TestScreen,
};

const WORDS: &str = "harbour|sailors|ferry|Ferry|ferries|the|of|midnight|lamp|storm\n\n|bell|日本";
const KEYS: [&str; 17] = [
    "n", "N", ".", "1", "3", "j", "k", "G", "g", "<join>", "v", "V", "<zoom>", "i", "<Tab>", ";",
    "<reflow>",
];

/// Words in a row, or broken by hand for a page of 64 columns.
fn text() -> impl Strategy<Value = String> {
    let words = select(WORDS.split('|').collect::<Vec<_>>());
    let words = prop::collection::vec(words, 0..90).prop_map(|words| words.join(" "));
    (words, any::<bool>()).prop_map(|(text, broken)| if broken { by_hand(&text) } else { text })
}

fn by_hand(text: &str) -> String {
    let mut broken = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        if column + word.len() > 64 {
            broken.push('\n');
            column = 0;
        } else if column > 0 {
            broken.push(' ');
        }
        broken.push_str(word);
        column = if word.ends_with('\n') { 0 } else { column + 1 + word.len() };
    }
    broken
}

fn positions(screen: &TestScreen) {
    let pair = screen.open_pair();
    let passages = pair.view.passages.len();
    assert!(pair.active.is_none_or(|active| active < passages));
    for which in [PaneSide::A, PaneSide::B] {
        let pane = pair.pane(which);
        assert!(pane.top < pane.rows.count());
        assert!(pane.pad == 0 || pane.top == 0);
        for height in [0, 1, 2, 7, 30, 200] {
            let cells = map_marks(pair, which, height);
            assert_eq!(cells.len(), usize::from(height).clamp(1, pane.rows.count()));
            assert!(
                cells.iter().all(|cell| cell.passage.is_none_or(|one| (one as usize) < passages))
            );
            let seen: Vec<bool> = cells.iter().map(|cell| cell.visible).collect();
            let frames = seen.chunk_by(|one, other| one == other).filter(|run| run[0]).count();
            assert!(frames <= 1, "the frame is in one piece: {seen:?}");
            assert!((0..height).all(|cell| row_at(pane, height, cell) < pane.rows.count()));
        }
    }
    for width in [0, 3, 12, 40, 120] {
        let strip = number_strip(pair, width);
        assert!(strip.cells.iter().all(|cell| cell.end_column() < width && cell.index < passages));
        let active = pair.active.filter(|_| width >= 12);
        assert!(active.is_none_or(|active| strip.cells.iter().any(|cell| cell.index == active)));
    }
}

/// Compares every cell of the texts with its byte.
fn looks(screen: &TestScreen, buffer: &Buffer) {
    let (pair, theme) = (screen.open_pair(), screen.theme());
    let areas = screen.areas().pair.unwrap();
    for (which, area) in [(PaneSide::A, areas.a), (PaneSide::B, areas.b)] {
        let Some(area) = area else { continue };
        let (pane, side) = (pair.pane(which), pair.side(which));
        for y in 0..area.text.height {
            // A long note covers up to two rows above the last row.
            if !screen.note().is_empty() && area.text.y + y + 3 >= buffer.area.height {
                break;
            }
            let Some(row) = (pane.top + usize::from(y)).checked_sub(pane.pad) else { continue };
            let Some(range) = pane.rows.range(row, side.text.len()) else { break };
            let mut walk = glyphs(&side.text, range.start);
            let (mut column, mut was_marked) = (0, false);
            while let Some(mut glyph) = walk.next_at(column) {
                // A newline within the row joins two lines.
                if glyph.kind == GlyphKind::Newline && glyph.end < range.end {
                    (glyph.kind, glyph.width) = (GlyphKind::Blank, 1);
                }
                if glyph.start >= range.end
                    || glyph.kind == GlyphKind::Newline
                    || column >= area.text.width
                {
                    break;
                }
                let cell = &buffer[(area.text.x + column, area.text.y + y)];
                column += glyph.width;
                let is_mark = |span: &Span| {
                    (span.start as usize) < glyph.end && glyph.start < span.end as usize
                };
                let is_marked = !screen.reading().dropped && side.changed.iter().any(is_mark);
                let is_next = |span: &Span| span.start as usize == glyph.end;
                let is_gap = was_marked
                    && !is_marked
                    && glyph.kind == GlyphKind::Blank
                    && side.changed.iter().any(is_next);
                was_marked = is_marked;
                if glyph.kind == GlyphKind::Blank && glyph.end >= range.end {
                    continue;
                }
                let byte = glyph.start as u32;
                let lit = side
                    .highlights
                    .iter()
                    .find(|lit| lit.span.start <= byte && byte < lit.span.end);
                let before = side.highlights.iter().rfind(|lit| lit.span.end <= byte);
                let after = side.highlights.iter().find(|lit| lit.span.start > byte);
                let between = before.zip(after).filter(|(before, after)| before.run == after.run);
                let holds = |block: &&Block| block.span.start <= byte && byte < block.span.end;
                let block = side.blocks.iter().find(holds).map(|block| block.passage);
                let look = |passage: Option<u32>| {
                    let passage = passage.map(|passage| passage as usize);
                    theme.passage_look(
                        &pair.tints,
                        passage,
                        passage.is_some() && pair.active == passage,
                    )
                };
                let changed = side.changed.iter().any(|span| span.start <= byte && byte < span.end);
                let differs = changed && !screen.reading().dropped;
                let expected = match (lit, block, between) {
                    _ if differs => None,
                    (Some(lit), ..) => look(block.or(lit.passage)).counted.bg,
                    (None, ..) if is_gap => None,
                    (None, Some(_), _) => look(block).between.bg,
                    (None, None, Some((around, _))) => look(around.passage).between.bg,
                    (None, None, None) => None,
                };
                assert_eq!(
                    cell.bg,
                    expected.unwrap_or(Color::Reset),
                    "{:?} at {byte}",
                    glyph.visible
                );
                let reason =
                    side.dropped.iter().find(|one| one.span.start <= byte && byte < one.span.end);
                let underlined = cell.modifier.contains(Modifier::UNDERLINED);
                if screen.reading().dropped {
                    let all = ignored_modifier(
                        reason.map_or(shingle::pipeline::document::pair::Why::StopWord, |one| {
                            one.why
                        }),
                    );
                    assert_eq!(
                        cell.modifier.contains(all),
                        reason.is_some(),
                        "{:?} at {byte}",
                        glyph.visible
                    );
                } else {
                    assert_eq!(underlined, differs, "{:?} at {byte}", glyph.visible);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn what_is_drawn_is_what_was_counted_wherever_one_goes(
        a in text(),
        b in text(),
        keys in prop::collection::vec(select(&KEYS[..]), 0..14),
        sizes in prop::collection::vec((40_u16..140, 12_u16..45), 1..4),
        modulo in 1_u32..4,
    ) {
        let (width, height) = sizes[0];
        let view = opened(&a, &b, &Params { modulo, width: 2, ..Params::defaults() });
        let mut screen = showing(width, height, view);
        prop_assume!(screen.has_open_pair());
        for (step, key) in keys.iter().enumerate() {
            // An open number would take the next key.
            if screen.has_prompt() {
                screen.press("<Enter>");
            }
            screen.press_unanswered(key);
            let (width, height) = sizes[step % sizes.len()];
            screen.send(Message::Resized(width, height));
            positions(&screen);
            looks(&screen, &screen.buffer());
        }
    }
}
