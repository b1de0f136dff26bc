//! Checks the bytes sent to a terminal: only the screen's sequences, no hidden characters, no long series of marks.
//! Independent of the program and its tables.

use unicode_width::UnicodeWidthChar;

const MARKS: usize = 8;

/// Allowed modes: alternate screen, cursor, bracketed paste, synchronised drawing; the mouse's buttons, its movement
/// with a button held, and its encoding.
const MODES: [&str; 7] = ["?1049", "?25", "?2004", "?2026", "?1000", "?1002", "?1006"];

/// Returns the first forbidden sequence or character, with the text before it.
pub(crate) fn complaint(bytes: &[u8]) -> Option<String> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Some(format!("not UTF-8 at {}", error.valid_up_to())),
    };
    let mut seen = String::new();
    let mut marks = 0;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        seen.push(character);
        let bad = if character == '\x1b' {
            marks = 0;
            let mut sequence = String::new();
            for next in characters.by_ref() {
                sequence.push(next);
                if sequence.len() > 1 && ('@'..='~').contains(&next) || sequence.len() > 40 {
                    break;
                }
            }
            let fine = is_ours(&sequence);
            seen.push_str(&sequence);
            !fine
        } else {
            let mark = !character.is_control() && character.width() == Some(0);
            marks = if mark { marks + 1 } else { 0 };
            marks > MARKS || is_dangerous(character)
        };
        if bad {
            let context: Vec<char> = seen.chars().rev().take(60).collect();
            let context: String = context.into_iter().rev().collect();
            return Some(format!("{context:?}"));
        }
    }
    None
}

/// Returns true if the screen draws with the sequence. `sequence` follows an escape character.
fn is_ours(sequence: &str) -> bool {
    if sequence == "]11;?\x1b\\" {
        return true;
    }
    let Some(inner) = sequence.strip_prefix('[') else {
        return false;
    };
    let numbers = |text: &str| text.chars().all(|c| c.is_ascii_digit() || c == ';');
    if let Some(parameters) = inner.strip_suffix(['m', 'H', 'J', 'K', 'A', 'B', 'C', 'D', 'G']) {
        return numbers(parameters);
    }
    inner.strip_suffix(['h', 'l']).is_some_and(|mode| MODES.contains(&mode))
}

fn is_dangerous(character: char) -> bool {
    let acts = character.is_control() && !matches!(character, '\r' | '\n');
    // Soft hyphen, joiners, marks of direction, separators, fillers, selectors, byte order mark, annotations, tags.
    let hides = matches!(character, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{fffe}' | '\u{ffff}'
        | '\u{e0000}'..='\u{10ffff}');
    acts || hides
}

#[test]
fn the_oracle_tells_good_from_bad() {
    for good in
        ["plain text", "\x1b[?1049h\x1b[2J\x1b[3;4H\x1b[1;38;5;12mx\x1b[0m\r\n", "e\u{301} 日本"]
    {
        assert_eq!(complaint(good.as_bytes()), None);
    }
    let flood = format!("a{}", "\u{301}".repeat(9));
    let bad = "\x1b]52;c;AAAA\x07|\x1bc|\x1b[?1003h|\x1b[6n|\x1bP+q\x1b\\|\x07|\t|\u{9b}31m|\u{202e}|\u{200b}|\x1b[2t";
    for bad in bad.split('|').chain([&*flood]) {
        assert!(complaint(bad.as_bytes()).is_some(), "{bad:?}");
    }
    assert!(complaint(b"\xff").is_some());
}
