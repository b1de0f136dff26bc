//! Texts for the clipboard: a passage in both wordings, or a report of the open pair. It copies nothing itself.

use std::fmt::Write as _;

use shingle::base::numbers::{counted, thousands};
use shingle::base::visible::visible;
use shingle::pipeline::document::pair::{PairView, Passage, Side};

use crate::tui::words::score::score;
use crate::tui::words::wording::Wording;

use super::pane::Which;

/// The greatest length in bytes. xterm refuses more than 100,000 characters, and base64 makes 4 of every 3 bytes.
const LONGEST: usize = 74_000;

/// A text for the clipboard and a note about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Copied {
    /// The text. Nothing in it acts on the program that it is pasted into.
    pub(crate) text: String,
    /// One sentence.
    pub(crate) note: String,
}

/// A passage of the pair in both wordings.
pub(crate) fn passage(view: &PairView, passage: &Passage) -> Copied {
    let mut text = String::new();
    for which in [Which::A, Which::B] {
        let _ =
            writeln!(text, "{}:\n{}\n", side(view, which).doc.path, wording(view, passage, which));
    }
    let words = [Which::A, Which::B].map(|which| words_of(&wording(view, passage, which)));
    let count = format!("{} + {} words", thousands(words[0]), thousands(words[1]));
    finished(text.trim_end(), &format!("passage {}", passage.id()), &count)
}

/// The pair in words: names, score, passages.
pub(crate) fn report(view: &PairView) -> Copied {
    let (a, b) = (&view.a.doc, &view.b.doc);
    let mut text = String::new();
    let words = |count: u32| counted(u64::from(count), "counted word");
    let _ =
        writeln!(text, "A: {} ({})\nB: {} ({})", a.path, words(a.words), b.path, words(b.words));
    let params = &view.params;
    let _ = writeln!(
        text,
        "{}\nmeasure {}, width {}, modulo {}{}\n{}",
        score(view.overlap, view.score, params, Wording::of(view)),
        params.measure,
        params.width,
        params.modulo,
        if params.estimates() { format!(", sketch {}", params.sketch) } else { String::new() },
        counted(view.passages.len() as u64, "passage"),
    );
    for passage in &view.passages {
        let moved = if passage.moved { ", in another order in B" } else { "" };
        let _ = writeln!(
            text,
            "\n{} ({}{moved})\nA: {}\nB: {}",
            passage.id(),
            words(passage.words),
            wording(view, passage, Which::A),
            wording(view, passage, Which::B),
        );
        if text.len() > LONGEST {
            break;
        }
    }
    let text = text.trim_end();
    finished(text, "the pair", &counted(words_of(text), "word"))
}

fn side(view: &PairView, which: Which) -> &Side {
    match which {
        Which::A => &view.a,
        Which::B => &view.b,
    }
}

/// The words of a passage in one text. Line ends and tabs stay. Other invisible characters are spelled out, so that nothing
/// acts on the program that the text is pasted into.
fn wording(view: &PairView, passage: &Passage, which: Which) -> String {
    let span = which.span(passage);
    let text = side(view, which).text.get(span.start as usize..span.end as usize);
    // One more byte than can be copied shows that there was more.
    let text = head(text.unwrap_or_default(), LONGEST + 4).replace("\r\n", "\n");
    let mut out = String::with_capacity(text.len());
    for (index, line) in text.split('\n').enumerate() {
        out.push_str(if index > 0 { "\n" } else { "" });
        for (index, part) in line.split('\t').enumerate() {
            out.push_str(if index > 0 { "\t" } else { "" });
            out.push_str(&visible(part));
        }
    }
    out
}

fn words_of(text: &str) -> u64 {
    text.split_whitespace().count() as u64
}

/// As much of the text as a terminal takes, and a note that says how long the whole is.
fn finished(text: &str, what: &str, whole: &str) -> Copied {
    if text.len() <= LONGEST {
        let note = format!("copied {what}: {whole}");
        return Copied { text: text.to_string(), note };
    }
    let text = head(text, LONGEST);
    let words = counted(words_of(text), "word");
    let note = format!("copied the first {words} of {what}: a terminal takes no more");
    Copied { text: text.to_string(), note }
}

/// The beginning of a text, in whole characters.
fn head(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use shingle::pipeline::parameters::Params;

    use super::{LONGEST, passage, report};
    use crate::tui::tests::fake;

    #[test]
    fn a_passage_is_copied_as_both_texts_word_it() {
        let view = fake::harbour(("a.md", "b.md"), &Params::defaults());
        let copied = passage(&view, &view.passages[0]);
        assert_eq!(
            copied.text,
            "a.md:\nthe old ferry left at dawn and the crew\n\nb.md:\nThe old ferry left at dawn and the crew"
        );
        assert_eq!(copied.note, "copied passage 1: 9 + 9 words");
    }

    #[test]
    fn a_report_tells_names_score_and_passages() {
        let view = fake::harbour(("a.md", "b.md"), &Params::defaults());
        let copied = report(&view);
        let lines: Vec<&str> = copied.text.lines().collect();
        assert_eq!(lines[0], "A: a.md (24 counted words)");
        assert!(lines[2].contains("64% of B's wording stands in A"), "{}", lines[2]);
        assert_eq!(lines[3], "measure containment, width 3, modulo 1");
        assert_eq!(lines[4], "3 passages");
        assert_eq!(lines[6], "1 (9 counted words, in another order in B)");
        assert!(copied.note.starts_with("copied the pair: "), "{}", copied.note);
    }

    #[test]
    fn nothing_that_acts_goes_to_the_clipboard_and_lines_stay_lines() {
        let text = "one\ttwo\r\n\u{1b}[201~rm -rf\u{202e} three";
        let view = fake::pair_view(
            ("a\u{1b}.txt", "b"),
            (text, text),
            &[(text, text, false)],
            &Params::defaults(),
        );
        let copied = passage(&view, &view.passages[0]);
        assert!(
            copied.text.starts_with("a␛.txt:\none\ttwo\n␛[201~rm -rf⟨U+202E⟩ three\n"),
            "{}",
            copied.text
        );
    }

    #[test]
    fn what_is_too_long_is_cut_and_said_to_be() {
        let text = "дом ".repeat(60_000);
        let view = fake::pair_view(
            ("a", "b"),
            (&text, &text),
            &[(&text, &text, false)],
            &Params::defaults(),
        );
        for copied in [passage(&view, &view.passages[0]), report(&view)] {
            assert!((LONGEST - 4..=LONGEST).contains(&copied.text.len()));
            assert!(copied.note.contains("a terminal takes no more"), "{}", copied.note);
        }
    }
}
