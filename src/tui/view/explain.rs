//! The explanation of a word: its normalized form, then one line for each shingle that contains it.
//!
//! ```text
//! ── Why? A, word 12 of 240, stop words included: Ferries ──────── ←/→ word, PgDn more, x or Esc closes ──
//!  read "Ferries" → small letters "ferries" → English stem "ferri"
//!  It stands in 3 shingles, of 3 words each. Modulo 4 keeps those whose hash it divides.
//!  its words       it stands                 documents         wide hash         mod 4
//!  old ferri left  in both texts             5 of 34           03ab12cd34ef5678      0
//! ```

use ratatui::{buffer::Buffer, layout::Rect};

use shingle::base::numbers::{counted, thousands};
use shingle::pipeline::document::info::{described, lacks};
use shingle::pipeline::{Became, Explained, ExplainedShingle, Fate};
use shingle::text::Language;
use shingle::{base::visible::visible, pipeline::document::explain::lettered, shingle::HashKind};

use crate::tui::drawing::glyphs::{begin, columns, elide};
use crate::tui::drawing::pen::rule;
use crate::tui::drawing::{Pen, Theme};
use crate::tui::model::{Explain, Model, explain::TABLE};

/// The columns for where a shingle is, and for the number of its documents.
const FATE: u16 = 24;
const DOCUMENTS: u16 = 16;
/// The columns for the functions under which a shingle has the smallest hash.
const LEAST: u16 = 14;

/// Draws the explanation, or that it is awaited, or why there is none.
pub(crate) fn render(
    model: &Model,
    explain: &Explain,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    let letter = explain.which.letter();
    let narrow = area.width < 80;
    let remark = if narrow { "x closes" } else { "←/→ word, PgDn more, x or Esc closes" };
    let heading = match explain.answer() {
        Some(Ok(explained)) if !narrow => format!(
            "Why? {letter}, word {} of {}{}: {}",
            thousands(explained.number as u64),
            thousands(explained.words as u64),
            if area.width < 100 { "" } else { ", stop words included" },
            explained.read
        ),
        Some(Ok(explained)) => format!("Why? {letter}: {}", explained.read),
        _ => format!("Why? {letter}"),
    };
    rule(buffer, area, (&heading, theme.focused), (remark, theme.quiet), theme.line);
    let inner = Rect {
        x: area.x + 1,
        y: area.y + 1,
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(1),
    };
    let mut pen = Pen::at(buffer, inner);
    match explain.answer() {
        Some(Ok(explained)) => {
            let drawn = DrawnWord { explain, explained, theme, table: model.size.0 >= TABLE };
            drawn.all(&mut pen);
        }
        Some(Err(reason)) => {
            pen.paragraph(reason, theme.alarm);
        }
        None if explain.word.is_none() && model.open().is_some() => {
            pen.paragraph("A text without words.", theme.quiet);
        }
        None => {
            pen.put("looking it up …", theme.quiet);
        }
    }
}

/// How the word was normalized, in words.
fn form(explained: &Explained) -> String {
    let one = explained.singular.as_ref().map(|one| format!(" → singular \"{one}\""));
    let one = one.unwrap_or_default();
    let steps = &explained.steps;
    let changed = [&steps.one_script, &steps.one_letter, &steps.folded, &steps.without_accents];
    let named = changed.into_iter().flatten().zip(lettered(steps));
    let folded =
        named.fold(String::new(), |all, (word, step)| all + &format!(" → {step} \"{word}\""));
    let read = match &explained.written {
        Some(written) => format!("written \"{written}\", read \"{}\"", explained.read),
        None => format!("read \"{}\"", explained.read),
    };
    let became = match &explained.became {
        Became::Dropped(by) => format!(": {by}, dropped"),
        Became::LeftOut(part) => {
            return format!("{read}, ignored: {}", part.name());
        }
        Became::Canonical(word) if **word == *explained.folded => {
            let lacks = match lacks(explained.language, &explained.params) {
                Some(_) => format!(" ({})", described(explained.language, &explained.params)),
                None => String::new(),
            };
            format!(": counts as \"{word}\"{lacks}")
        }
        Became::Canonical(word) => {
            let language = explained.language.map_or("", Language::name);
            format!(" → {language} stem \"{word}\"")
        }
    };
    format!("{read}{one}{folded}{became}")
}

/// How many shingles there are, in words.
fn about(explained: &Explained) -> String {
    if explained.counted.is_none() {
        return "A dropped word is in no shingle: those around it reach across it.".into();
    }
    let words = counted(explained.width as u64, "word");
    let modulo = match explained.params.modulo {
        1 => "Modulo 1 keeps all.".to_string(),
        modulo => {
            format!("Modulo {} keeps those whose hash it divides.", thousands(u64::from(modulo)))
        }
    };
    let modulo = match explained.params.sketch().functions() {
        Some((1, _)) => {
            format!("{modulo} The text is represented by the least value of 1 function.")
        }
        Some((functions, _)) => format!(
            "{modulo} The text is represented by the least values of {functions} functions."
        ),
        None => modulo,
    };
    match explained.shingles.len() {
        0 => format!(
            "No shingle contains the word, because the text has fewer than {} words.",
            explained.params.width
        ),
        1 => format!("1 shingle of {words} contains the word. {modulo}"),
        some => format!("{some} shingles of {words} contain the word. {modulo}"),
    }
}

struct DrawnWord<'a> {
    explain: &'a Explain,
    explained: &'a Explained,
    theme: &'a Theme,
    table: bool,
}

impl DrawnWord<'_> {
    fn all(&self, pen: &mut Pen<'_>) {
        let top = self.explain.scrolled;
        if top == 0 {
            pen.paragraph(&form(self.explained), self.theme.strong);
        }
        if top <= 1 {
            pen.paragraph(&about(self.explained), self.theme.quiet);
        }
        if self.table && !self.explained.shingles.is_empty() {
            self.names(pen);
        }
        for shingle in self.explained.shingles.iter().skip(top.saturating_sub(2)) {
            if pen.rows() == 0 {
                break;
            }
            if self.table {
                self.row(pen, shingle);
            } else {
                self.entry(pen, shingle);
            }
        }
    }

    /// The hash of a shingle: the wide one in hexadecimal, the others in hexadecimal and decimal, as the articles print
    /// them.
    fn hash(&self, shingle: &ExplainedShingle) -> String {
        match self.explained.params.hash {
            HashKind::Wide => shingle.hash.clone(),
            HashKind::Crc32 => format!("{:08x} = {}", shingle.value, shingle.hash),
            HashKind::Md5First28 => format!("{:07x} = {}", shingle.value, shingle.hash),
        }
    }

    fn hash_width(&self) -> u16 {
        match self.explained.params.hash {
            HashKind::Wide => 16,
            HashKind::Crc32 | HashKind::Md5First28 => 21,
        }
    }

    fn names(&self, pen: &mut Pen<'_>) {
        let quiet = self.theme.quiet;
        let params = &self.explained.params;
        pen.put_cell("its words", self.words_width(pen), false, quiet).skip(2);
        pen.put_cell("it is", FATE, false, quiet).skip(2);
        pen.put_cell("documents", DOCUMENTS, false, quiet).skip(2);
        if params.estimates() {
            pen.put_cell("least under", LEAST, false, quiet).skip(2);
        }
        pen.put_cell(&format!("{} hash", params.hash), self.hash_width(), false, quiet).skip(2);
        let rest = format!("mod {}", params.modulo);
        pen.put_cell(&rest, self.rest_width(), true, quiet).down();
    }

    /// The columns of the words: as many as the longest shingle needs, unless the columns after them need the room.
    fn words_width(&self, pen: &Pen<'_>) -> u16 {
        let width = |shingle: &ExplainedShingle| {
            let words = shingle.words.iter().map(|word| columns(&visible(word)) + 1);
            words.fold(0, u16::saturating_add)
        };
        let longest = self.explained.shingles.iter().map(width).max().unwrap_or(0);
        let least = if self.explained.params.estimates() { LEAST + 2 } else { 0 };
        let reserved = FATE + DOCUMENTS + least + self.hash_width() + self.rest_width() + 8;
        longest.min(pen.width().saturating_sub(reserved)).max(20)
    }

    fn rest_width(&self) -> u16 {
        4 + self.explained.params.modulo.to_string().len() as u16
    }

    fn row(&self, pen: &mut Pen<'_>, shingle: &ExplainedShingle) {
        let theme = self.theme;
        let style = if shingle.is_kept() { theme.strong } else { theme.quiet };
        let width = self.words_width(pen);
        self.words(pen, shingle, width);
        pen.go(width + 2).put_cell(&self.stands(shingle), FATE, false, style).skip(2);
        pen.put_cell(&self.documents(shingle), DOCUMENTS, false, style).skip(2);
        if self.explained.params.estimates() {
            pen.put_cell(&least(shingle, LEAST), LEAST, false, style).skip(2);
        }
        pen.put_cell(&self.hash(shingle), self.hash_width(), false, theme.quiet).skip(2);
        pen.put_cell(&shingle.rest.to_string(), self.rest_width(), true, theme.quiet);
        pen.down();
    }

    /// The same in two rows. What does not fit is left out from the end, so that no number stands alone on a third row.
    fn entry(&self, pen: &mut Pen<'_>, shingle: &ExplainedShingle) {
        let room = pen.room();
        self.words(pen, shingle, room);
        pen.down().skip(2);
        let modulo = self.explained.params.modulo;
        let mut sentence = self.stands(shingle);
        let mut parts = Vec::new();
        if shingle.is_kept() && self.explained.params.counts() {
            parts.push(match self.explain.count(shingle.key) {
                Some(_) => format!("in {} documents", self.documents(shingle)),
                None => "counting the documents …".into(),
            });
        }
        if self.explained.params.estimates() {
            parts.push(format!("least under {}", least(shingle, LEAST)));
        }
        parts.push(self.hash(shingle));
        if modulo > 1 {
            parts.push(format!("mod {modulo} = {}", shingle.rest));
        }
        for part in parts {
            let longer = format!("{sentence} · {part}");
            if columns(&longer) <= pen.room() {
                sentence = longer;
            }
        }
        pen.put(&sentence, self.theme.quiet).down();
    }

    /// The words of a shingle in this many columns, with the explained word marked.
    fn words(&self, pen: &mut Pen<'_>, shingle: &ExplainedShingle, width: u16) {
        let end = pen.room().saturating_sub(width);
        for (index, word) in shingle.words.iter().enumerate() {
            let is_it = self.explained.counted == Some(shingle.start + index);
            let style = if is_it { self.theme.strong.underlined() } else { self.theme.quiet };
            let room = pen.room().saturating_sub(end);
            pen.put(&begin(&visible(word), room), style).skip(1);
        }
    }

    /// Where a shingle is, or why it is not compared.
    fn stands(&self, shingle: &ExplainedShingle) -> String {
        let which = self.explain.which;
        let (here, other) = (which.letter(), which.other().letter());
        match &shingle.fate {
            Fate::Dropped { .. } => "left out: modulo".into(),
            Fate::Inside => "out: stop word first".into(),
            // The number of its documents is beside it.
            Fate::Common { .. } => "left out: common".into(),
            Fate::Template { name } => format!("ignored: in {}", elide(&name.to_string(), 11)),
            Fate::Phrase { .. } => "ignored: a phrase".into(),
            Fate::Shared => "in both texts".into(),
            Fate::Again if shingle.in_other => format!("again; in {other} too"),
            Fate::Again => format!("again; only in {here}"),
            Fate::Kept => format!("only in {here}"),
        }
    }

    fn documents(&self, shingle: &ExplainedShingle) -> String {
        // Sketches that are not verified keep no shingles to count.
        if !shingle.is_kept() || !self.explained.params.counts() {
            return "-".into();
        }
        self.explain.count(shingle.key).map_or("counting…".into(), |(count, of)| {
            format!("{} of {}", thousands(u64::from(count)), thousands(of as u64))
        })
    }
}

/// These functions, as many as fit, and how many there are.
fn least(shingle: &ExplainedShingle, room: u16) -> String {
    let Some((first, rest)) = shingle.least.split_first() else { return "none".into() };
    let mut line = format!("f{first}");
    for (place, function) in rest.iter().enumerate() {
        let next = format!("{line} f{function}");
        let left = rest.len() - place - 1;
        let more = if left > 0 { columns(&format!(" +{left}")) } else { 0 };
        if columns(&next) + more > room {
            return format!("{line} +{}", left + 1);
        }
        line = next;
    }
    line
}
