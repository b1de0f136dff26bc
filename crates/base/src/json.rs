//! Writes JSON and NDJSON. Escapes characters that can control a terminal, are invisible, or stack on one cell.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};
use unicode_width::UnicodeWidthChar as _;

use crate::visible::{MARKS_SHOWN, is_hidden, is_never_combining};

pub fn write_pretty(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    write_with_formatter(out, value, PrettyFormatter::new())
}

pub fn write_compact(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    write_with_formatter(out, value, CompactFormatter)
}

fn write_with_formatter(
    out: &mut impl Write,
    value: &impl Serialize,
    formatter: impl Formatter,
) -> io::Result<()> {
    value.serialize(&mut Serializer::with_formatter(&mut *out, Escaping(formatter)))?;
    out.write_all(b"\n")
}

/// A formatter that writes invisible characters as `\uXXXX`; it also escapes marks that stack on one character.
struct Escaping<F>(F);

macro_rules! pass_on {
    ($($name:ident($($arg:ident: $type:ty),*)),+ $(,)?) => {
        $(fn $name<W: ?Sized + Write>(&mut self, writer: &mut W $(, $arg: $type)*) -> io::Result<()> {
            self.0.$name(writer $(, $arg)*)
        })+
    };
}

impl<F: Formatter> Formatter for Escaping<F> {
    pass_on!(
        begin_array(),
        end_array(),
        begin_array_value(first: bool),
        end_array_value(),
        begin_object(),
        end_object(),
        begin_object_key(first: bool),
        end_object_key(),
        begin_object_value(),
        end_object_value(),
    );

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        // Nearly all fragments are plain, and checking bytes is many times faster than checking characters.
        if fragment.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        let mut marks = 0;
        let mut is_escaped = |character: char| {
            marks = if is_never_combining(character) || character.width() != Some(0) {
                0
            } else {
                marks + 1
            };
            is_hidden(character) || marks > MARKS_SHOWN
        };
        while let Some((start, hidden)) =
            rest.char_indices().find(|(_, character)| is_escaped(*character))
        {
            let (plain, tail) = rest.split_at(start);
            writer.write_all(plain.as_bytes())?;
            for unit in hidden.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = tail.get(hidden.len_utf8()..).unwrap_or("");
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::write_with_formatter;
    use serde_json::ser::CompactFormatter;

    fn written(text: &str) -> String {
        let mut out = Vec::new();
        assert!(write_with_formatter(&mut out, &text, CompactFormatter).is_ok());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_could_act_on_a_terminal_is_escaped_and_reads_back_the_same() {
        for text in [
            "plain",
            "\u{1b}]0;x\u{7}",
            "a\u{202e}b",
            "\u{9b}31m",
            "\u{e0041}",
            "tab\tquote\"",
            "Привет",
        ] {
            let json = written(text);
            assert!(!json.trim_end().chars().any(crate::visible::is_hidden), "{json}");
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }

    #[test]
    fn more_marks_than_are_drawn_on_one_character_are_escaped_and_read_back_the_same() {
        for marks in ["\u{301}", "\u{5b0}", "\u{64b}\u{345}", "\u{1d165}"] {
            let text = format!("a{}b\u{301}c\u{202e}{}", marks.repeat(20), marks.repeat(9));
            let json = written(&text);
            let drawn = crate::visible::make_visible(json.trim_end());
            assert!(!drawn.contains('⟨'), "{drawn}");
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
        let few = format!("a{}", "\u{301}".repeat(8));
        assert_eq!(written(&few), format!("\"{few}\"\n"));
    }
}
