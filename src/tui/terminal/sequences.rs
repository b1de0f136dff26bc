//! Where a stream of text and control sequences may be cut. It writes nothing.

const ESCAPE: u8 = 0x1b;
const BELL: u8 = 0x07;

/// The end of the character or control sequence that begins at `start`, or of the bytes if they end before it.
pub(crate) fn piece_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    let len = match rest {
        [ESCAPE, b'[', parameters @ ..] => {
            2 + through(parameters, |byte| matches!(byte, 0x40..=0x7e))
        }
        [ESCAPE, b']' | b'P' | b'X' | b'^' | b'_', text @ ..] => 2 + string_len(text),
        [ESCAPE, after @ ..] => 1 + through(after, |byte| !matches!(byte, 0x20..=0x2f)),
        [first, ..] => character_len(*first),
        [] => 0,
    };
    (start + len).min(bytes.len())
}

/// The number of bytes up to the first that ends a sequence, and that one.
fn through(bytes: &[u8], ends: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|byte| ends(*byte)).map_or(bytes.len(), |last| last + 1)
}

/// The number of bytes up to the end of a string that a terminal is sent, such as a text for its clipboard.
fn string_len(text: &[u8]) -> usize {
    let last = text.iter().enumerate().position(|(at, byte)| {
        *byte == BELL || (*byte == b'\\' && at > 0 && text[at - 1] == ESCAPE)
    });
    last.map_or(text.len(), |last| last + 1)
}

/// The number of bytes of a character in UTF-8, by its first byte.
const fn character_len(first: u8) -> usize {
    match first {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xff => 4,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::piece_end;

    #[test]
    fn text_is_cut_between_characters_and_sequences_only() {
        let pieces = [
            "\x1b[?2026h",
            "\x1b[1;38;5;12m",
            "a",
            "é",
            "日",
            "😀",
            "\x1b[0m",
            "\x1b(B",
            "\x1b7",
            "\x1b]52;c;YQ==\x1b\\",
            "\x1b]0;title\x07",
            "\x1bPq\\#\x1b\\",
            "\r",
            "\n",
            "\x1b[H",
        ];
        let text = pieces.concat();
        let mut start = 0;
        for piece in pieces {
            let end = piece_end(text.as_bytes(), start);
            assert_eq!(&text.as_bytes()[start..end], piece.as_bytes(), "{piece:?}");
            start = end;
        }
        assert_eq!(piece_end(text.as_bytes(), start), start);
        // What is not complete reaches to the end.
        for piece in pieces.iter().filter(|piece| piece.len() > 1) {
            for len in 1..piece.len() {
                assert_eq!(piece_end(&piece.as_bytes()[..len], 0), len, "{piece:?}");
            }
        }
    }
}
