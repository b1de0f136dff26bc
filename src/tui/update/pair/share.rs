//! Copies text, and opens a file in the editor.

use std::fmt::Write as _;

use documents::Format;

use shingle::base::numbers::{format_count, thousands};
use shingle::base::{cancel::Cancel, path::DocPath, visible::visible};
use shingle::pipeline::{PairView, Passage};
use shingle::text::RecordFormat;

use crate::tui::model::{
    At, Clipboard, Command, FilePlace, Focus, Model, Slot, regions::selected_document,
};
use crate::tui::parameters::{table::ENTRIES, values::value};
use crate::tui::words::{score::score, wording::Wording};
use crate::tui::{layout::PaneSide, update::pair::NO_PAIR, update::pair::passages::active_passage};

/// Number of words by which the editor finds a passage.
const WORDS: usize = 8;

pub(crate) fn copy_passage(model: &mut Model) {
    let Some(pair) = model.visible_pair() else { return model.show_note(NO_PAIR) };
    let text = |passage| passage_text(&pair.view, passage, copy_limit(model));
    match active_passage(pair).map(text) {
        Ok(copied) => copy_text(model, copied),
        Err(why) => model.show_note(why),
    }
}

pub(crate) fn copy_report(model: &mut Model) {
    match model.visible_pair().map(|pair| report_text(&pair.view, copy_limit(model))) {
        Some(copied) => copy_text(model, copied),
        None => model.show_note(NO_PAIR),
    }
}

/// Opens a file in the editor: the text with the focus, the first text of a pair while a list has the focus, or the
/// selected document.
pub(crate) fn edit_file(model: &mut Model) {
    let which = if model.focus == Focus::Pane(PaneSide::B) { PaneSide::B } else { PaneSide::A };
    let names = model.pair.as_ref().filter(|_| model.focus != Focus::List);
    let path = match (names, which) {
        (None, _) => selected_document(model),
        (Some(current), PaneSide::A) if current.text.is_some() => {
            return model.show_note("your text is not a file; Tab goes to the other one");
        }
        (Some(current), PaneSide::A) => Some(current.names.0.clone()),
        (Some(current), PaneSide::B) => Some(current.names.1.clone()),
    };
    let Some(path) = path else {
        return model.show_note("no document is selected");
    };
    let first = path.line().map_or(1, |line| line as usize);
    let at = editor_place(model, &path).unwrap_or(At::Line(first));
    model.send(Command::Edit(FilePlace { path, at }));
}

/// Returns the place of the active passage in a file, or of the top of its pane if no passage is active.
fn editor_place(model: &Model, path: &DocPath) -> Option<At> {
    let pair = model.open()?;
    let names = &model.pair.as_ref()?.names;
    let which = [(PaneSide::A, &names.0), (PaneSide::B, &names.1)];
    let which = which.iter().find(|(_, name)| *name == path)?.0;
    let (text, pane) = (&pair.side(which).text, pair.pane(which));
    let passage = pair.active_passage();
    let byte = passage.map_or(pane.rows.row_start(pane.top), |passage| which.span(passage).start);
    let (before, after) = text.split_at_checked(byte as usize)?;
    let ends = || before.bytes().filter(|byte| *byte == b'\n').count();
    let line = path.line().map(|line| line as usize);
    Some(match (line, Format::by_name(path.as_path())) {
        // In a line of JSON, a line end of the text is an escape within the line.
        (Some(line), _) if matches!(pair.view.params.records, RecordFormat::Jsonl(_)) => {
            At::Line(line)
        }
        (Some(line), _) => At::Line(line + ends()),
        (None, Format::Plain) => At::Line(ends() + 1),
        (None, _) => At::Words(after.split_whitespace().take(WORDS).collect::<Vec<_>>().join(" ")),
    })
}

const fn copy_limit(model: &Model) -> usize {
    match model.clipboard {
        Clipboard::Terminal => LONGEST,
        Clipboard::Elsewhere(_) => usize::MAX,
    }
}

fn copy_text(model: &mut Model, copied: Copied) {
    let Copied { text, what } = copied;
    match &model.clipboard {
        Clipboard::Terminal => {
            // A terminal does not report if it accepts the text.
            model.show_note(format!("sent to the terminal: {what}"));
            model.send(Command::Copy(text));
        }
        Clipboard::Elsewhere(take) => {
            let take = take.clone();
            let work = move |_: &Cancel| {
                let place = take(&text).map(|place| format!("copied {what}, {place}"));
                Some(place.unwrap_or_else(|error| error))
            };
            model.run(Slot::Single, work, |model, note| model.note = Some(note));
        }
    }
}

// Texts for the clipboard: a passage in both wordings, or a report of the open pair.

/// Maximum length in bytes. xterm limits the text to 100,000 characters, and base64 turns 3 bytes into 4.
pub(crate) const LONGEST: usize = 74_000;
/// End of a cut text.
const CUT: &str = "\n\n[cut for the terminal; --clipboard file copies everything]";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Copied {
    /// The text, without characters that act on the program into which the user pastes it.
    pub(crate) text: String,
    /// Description with its length: `passage 1, 9 + 9 words`.
    pub(crate) what: String,
}

/// Formats a passage of the pair in both wordings, in at most `most` bytes.
pub(crate) fn passage_text(view: &PairView, passage: &Passage, most: usize) -> Copied {
    let mut text = String::new();
    for which in [PaneSide::A, PaneSide::B] {
        let _ = writeln!(
            text,
            "{}:\n{}\n",
            which.of(&view.a, &view.b).doc.path,
            passage_words(view, passage, which, most)
        );
    }
    let words = [PaneSide::A, PaneSide::B]
        .map(|which| words_of(&passage_words(view, passage, which, most)));
    let count = format!("{} + {} words", thousands(words[0]), thousands(words[1]));
    finish_copy(text.trim_end(), (&format!("passage {}", passage.id()), &count), most)
}

/// Formats the pair in at most `most` bytes: names, score, all parameters, passages.
pub(crate) fn report_text(view: &PairView, most: usize) -> Copied {
    let (a, b) = (&view.a.doc, &view.b.doc);
    let mut text = String::new();
    let words = |count: u32| format_count(u64::from(count), "counted word");
    let _ =
        writeln!(text, "A: {} ({})\nB: {} ({})", a.path, words(a.words), b.path, words(b.words));
    let params = &view.params;
    let all = ENTRIES.iter().map(|entry| entry.parameter);
    let values = all.map(|one| format!("{} {}", one.name(), visible(&value(one, params))));
    let _ = writeln!(
        text,
        "{}\n{}\n{}",
        score(view.overlap, view.score, params, Wording::compare(view)).join(" · "),
        values.collect::<Vec<_>>().join(", "),
        format_count(view.passages.len() as u64, "passage"),
    );
    for passage in &view.passages {
        let moved = if passage.moved { ", in another order in B" } else { "" };
        let _ = writeln!(
            text,
            "\n{} ({}{moved})\nA: {}\nB: {}",
            passage.id(),
            passage.likeness(),
            passage_words(view, passage, PaneSide::A, most),
            passage_words(view, passage, PaneSide::B, most),
        );
        if text.len() > most {
            break;
        }
    }
    let text = text.trim_end();
    finish_copy(text, ("the pair", &format_count(words_of(text), "word")), most)
}

/// Returns the words of a passage in one text. Line ends and tabs stay. Other invisible characters are spelled out,
/// because they could act on the program into which the user pastes the text.
fn passage_words(view: &PairView, passage: &Passage, which: PaneSide, most: usize) -> String {
    let span = which.span(passage);
    let text = which.of(&view.a, &view.b).text.get(span.start as usize..span.end as usize);
    // An extra byte shows that there was more than can be copied.
    let text = text_start(text.unwrap_or_default(), most.saturating_add(4)).replace("\r\n", "\n");
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

/// Finishes a text for the clipboard. A text longer than `most` is cut and marked as cut.
fn finish_copy(text: &str, (what, whole): (&str, &str), most: usize) -> Copied {
    if text.len() <= most {
        return Copied { text: text.to_string(), what: format!("{what}, {whole}") };
    }
    let text = text_start(text, most.saturating_sub(CUT.len()));
    let words = format_count(words_of(text), "word");
    let what = format!("the first {words} of {what}; --clipboard file copies everything");
    Copied { text: format!("{text}{CUT}"), what }
}

fn text_start(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::tui::tests::fake;
    use shingle::pipeline::parameters::Params;

    use super::{ENTRIES, LONGEST, passage_text, report_text};

    #[test]
    fn a_passage_is_copied_as_both_texts_word_it() {
        let view = fake::harbour(("a.md", "b.md"), &Params::defaults());
        let copied = passage_text(&view, &view.passages[0], LONGEST);
        assert_eq!(
            copied.text,
            "a.md:\nthe old ferry left at dawn and the crew\n\nb.md:\nThe old ferry left at dawn and the crew"
        );
    }

    #[test]
    fn a_report_tells_names_score_and_passages() {
        let view = fake::harbour(("a.md", "b.md"), &Params::defaults());
        let copied = report_text(&view, LONGEST);
        for part in ["a.md", "b.md", "64%", "width 3, threshold 20%", "3 passages"] {
            assert!(copied.text.contains(part), "{part}: {}", copied.text);
        }
        for entry in ENTRIES {
            let name = entry.parameter.name();
            assert!(copied.text.contains(&format!("{name} ")), "{name}: {}", copied.text);
        }
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
        let copied = passage_text(&view, &view.passages[0], LONGEST);
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
        for copied in [passage_text(&view, &view.passages[0], LONGEST), report_text(&view, LONGEST)]
        {
            assert!((LONGEST - 4..=LONGEST).contains(&copied.text.len()));
            assert!(copied.text.contains("[cut"));
        }
        let whole = report_text(&view, usize::MAX);
        assert!(whole.text.ends_with("дом") && !whole.text.contains("[cut"), "{}", whole.what);
    }
}
