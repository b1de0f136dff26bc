//! Makes control, bidi and invisible characters visible. Every text of a file, name or error passes through here
//! before the terminal.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar as _;

/// Number of combining marks shown per character. A count replaces further marks, because a terminal cell must stay
/// small.
pub(crate) const MARKS_SHOWN: usize = 8;

const BASE: char = '\u{25cc}';

/// Replaces control and invisible characters by visible tokens, safe for a terminal.
///
/// Control characters become control pictures (`ESC` becomes `␛`). C1 controls, bidi, zero-width and other invisible
/// characters become `⟨U+202E⟩`. Newlines and tabs are replaced too, to keep the text on one line.
pub fn make_visible(text: &str) -> Cow<'_, str> {
    if !needs_escaping(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for grapheme in text.graphemes(true) {
        push_visible(&mut out, grapheme);
    }
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

/// Like [`make_visible`], but newlines stay.
pub fn make_lines_visible(text: &str) -> String {
    text.split('\n').map(make_visible).collect::<Vec<_>>().join("\n")
}

/// Appends a grapheme cluster in visible form with at most eight combining marks. Marks without a base get a base,
/// because terminals draw them on the previous character. Emoji stay unchanged.
pub fn push_visible(out: &mut String, grapheme: &str) {
    if is_emoji(grapheme) {
        out.push_str(grapheme);
        return;
    }
    let mut room = MARKS_SHOWN + 1;
    if needs_base(grapheme) {
        out.push(BASE);
        room = MARKS_SHOWN;
    }
    let mut hidden = 0;
    for (position, character) in grapheme.chars().enumerate() {
        if position >= room && !is_hidden(character) {
            hidden += 1;
        } else {
            push_character(out, character);
        }
    }
    if hidden > 0 {
        let _ = write!(out, "⟨+{hidden}⟩");
    }
}

const EMOJI: usize = 10;

/// Returns true for an emoji sequence of [UTS #51](https://www.unicode.org/reports/tr51/): a keycap, a subdivision
/// flag, or pictographs connected by joiners.
fn is_emoji(cluster: &str) -> bool {
    let Some(first) = cluster.chars().next() else { return false };
    let rest = cluster.get(first.len_utf8()..).unwrap_or_default();
    if matches!(first, '0'..='9' | '#' | '*') {
        return rest == "\u{fe0f}\u{20e3}";
    }
    if cluster.is_ascii() || cluster.chars().nth(EMOJI).is_some() {
        return false;
    }
    if first == '\u{1f3f4}'
        && let Some(tags) = rest.strip_suffix('\u{e007f}')
    {
        let is_tag = |tag| matches!(tag, '\u{e0030}'..='\u{e0039}' | '\u{e0061}'..='\u{e007a}');
        return !tags.is_empty() && tags.chars().all(is_tag);
    }
    cluster.split('\u{200d}').all(|part| {
        let mut part = part.chars();
        let is_base = part.next().is_some_and(is_pictograph);
        let is_form = |form| matches!(form, '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}');
        is_base && part.next().is_none_or(is_form) && part.next().is_none()
    })
}

fn is_pictograph(character: char) -> bool {
    character >= '\u{a9}'
        && [character, '\u{200d}', '\u{2764}'].iter().collect::<String>().graphemes(true).count()
            == 1
}

/// Returns true if a text begins with a combining mark, which a terminal draws on the previous character.
fn needs_base(text: &str) -> bool {
    let marks = |first: char| {
        !is_never_combining(first)
            && !is_hidden(first)
            && first.width() == Some(0)
            && [BASE, first].iter().collect::<String>().graphemes(true).count() == 1
    };
    text.chars().next().is_some_and(marks)
}

fn push_character(out: &mut String, character: char) {
    match character {
        '\u{0}'..='\u{1f}' => {
            out.push(char::from_u32(0x2400 + u32::from(character)).unwrap_or('\u{2426}'));
        }
        '\u{7f}' => out.push('\u{2421}'),
        hidden if is_hidden(hidden) => {
            let _ = write!(out, "⟨U+{:04X}⟩", u32::from(hidden));
        }
        plain => out.push(plain),
    }
}

fn needs_escaping(text: &str) -> bool {
    if text.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
        return false;
    }
    let mut run = 0;
    let long = |character: char| {
        run = if is_never_combining(character) { 0 } else { run + 1 };
        is_hidden(character) || run > MARKS_SHOWN
    };
    text.chars().any(long) || needs_base(text)
}

/// Returns true for characters of common scripts that are never combining marks. This check saves a lookup in Unicode
/// tables.
pub(crate) const fn is_never_combining(character: char) -> bool {
    matches!(
        character,
        '\u{0}'..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{48a}'..='\u{590}' | '\u{1e00}'..='\u{1fff}'
            | '\u{2010}'..='\u{2027}' | '\u{3041}'..='\u{3096}' | '\u{30a0}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}'
    )
}

/// Returns true for control, bidi and zero-width characters, and for other characters without a visible shape. These
/// include line separators, tags, noncharacters and private-use characters.
///
/// Joiners and variation selectors count as hidden, because they change only how neighbours are drawn. [`push_visible`]
/// exempts emoji.
pub fn is_hidden(character: char) -> bool {
    let code = u32::from(character);
    character.is_control()
        || is_invisible(character)
        || matches!(code, 0x2028 | 0x2029 | 0xfff9..=0xfffb | 0xe000..=0xf8ff | 0xf0000..)
        || (0xfdd0..=0xfdef).contains(&code)
        || code & 0xfffe == 0xfffe
}

/// Returns true for Unicode's `Default_Ignorable_Code_Point` characters and for the byte order mark.
pub const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use unicode_segmentation::UnicodeSegmentation as _;

    use super::{is_emoji, is_hidden, make_visible};

    #[test]
    fn what_acts_or_hides_is_spelled_out() {
        assert_eq!(make_visible("a\x1b]52;c;x\x07b"), "a␛]52;c;x␇b");
        assert_eq!(make_visible("one\ntwo\t\r\u{7f}"), "one␊two␉␍␡");
        assert_eq!(make_visible("\u{9b}31m"), "⟨U+009B⟩31m");
        assert_eq!(make_visible("txt\u{202e}exe"), "txt⟨U+202E⟩exe");
        assert_eq!(make_visible("a\u{200b}b\u{e0041}"), "a⟨U+200B⟩b⟨U+E0041⟩");
    }

    #[test]
    fn emoji_stay_and_what_hides_beside_them_does_not() {
        let emoji = "❤️ ❤️‍🔥 👨‍👩‍👧‍👦 🧑🏽‍🚀 1️⃣ 🐦‍⬛ 👩🏻‍❤️‍💋‍👨🏻 ☎︎ \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}";
        for emoji in emoji.split(' ') {
            assert_eq!(make_visible(&format!("a {emoji}b")), format!("a {emoji}b"));
        }
        let longer = format!("\u{1f3f4}{}\u{e007f}", "\u{e0061}".repeat(9));
        let hidden = "a\u{fe0f} 1\u{fe0f} ❤\u{200d} ❤\u{fe0f}\u{fe0f} a\u{200d}❤ 🔥\u{e0061} \u{1f3f4}\u{e0061} ❤\u{200b}";
        for text in hidden.split(' ').chain([&*longer]) {
            assert!(make_visible(text).contains("⟨U+"), "{text}");
        }
    }

    #[test]
    fn eight_marks_are_drawn_and_more_are_counted() {
        for mark in ['\u{301}', '\u{345}', '\u{363}', '\u{5b0}', '\u{64b}', '\u{902}'] {
            let marks = |count| mark.to_string().repeat(count);
            for base in ["a", "+", "я"] {
                let eight = format!("{base}{}", marks(8));
                assert_eq!(make_visible(&eight), eight, "{mark:?}");
                for more in [1, 992] {
                    let shown = format!("{eight}⟨+{more}⟩");
                    assert_eq!(make_visible(&(eight.clone() + &marks(more))), shown, "{mark:?}");
                }
            }
        }
    }

    #[test]
    fn marks_without_a_base_do_not_reach_what_stands_before_them() {
        let eight = "\u{301}".repeat(8);
        for mark_count in [1, 8] {
            let marks = "\u{301}".repeat(mark_count);
            assert_eq!(make_visible(&marks), format!("◌{marks}"));
        }
        assert_eq!(make_visible(&"\u{301}".repeat(9)), format!("◌{eight}⟨+1⟩"));
        assert_eq!(make_visible(&format!("\u{1b}{eight}")), format!("␛◌{eight}"));
    }

    proptest! {
        #[test]
        fn no_character_carries_more_than_eight_marks(text in "[a \u{1b}\u{200b}\u{301}\u{345}\u{64b}]{0,60}") {
            let shown = make_visible(&text);
            let most = shown.graphemes(true).map(|cluster| cluster.chars().count()).max();
            prop_assert!(most.unwrap_or(0) <= 9, "{shown}");
            prop_assert_eq!(make_visible(&shown), shown.clone());
        }

        #[test]
        fn nothing_hidden_is_left(text in "(.|[a1❤🔥\u{200d}\u{fe0f}\u{20e3}\u{1f3f4}\u{e0061}\u{e007f}])*") {
            let shown = make_visible(&text);
            let mut clusters = shown.graphemes(true).filter(|cluster| !is_emoji(cluster));
            prop_assert!(!clusters.any(|cluster| cluster.chars().any(is_hidden)), "{shown}");
        }

        #[test]
        fn making_visible_twice_changes_nothing(text in any::<String>()) {
            let once = make_visible(&text).into_owned();
            prop_assert_eq!(make_visible(&once).into_owned(), once.clone());
        }
    }
}
