//! What became of a word: its form, then one line for each shingle that it stands in.
//!
//! ```text
//! ── A, word 12 of 240, stop words included: Ferries ────────────────────── PgDn more, x or Esc closes ──
//!  read "Ferries" → lower case "ferries" → stem "ferri" (English)
//!  It stands in 3 shingles of 3 words each. Modulo 4 keeps those whose hash is divisible by 4.
//!  wide hash         mod 4  what became of it         in A  in B  documents  words
//!  03ab12cd34ef5678      0  kept, SHARED              yes   yes   5 of 34    old ferri left
//! ```

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use shingle::pipeline::explain::{Became, Explained, ToldShingle};
use shingle::pipeline::languages::{described, lacks};
use shingle::shingle::hash::HashKind;
use shingle::text::language::Language;

use super::super::model::explain::Explain;
use super::super::model::glyphs::columns;
use super::super::model::glyphs::elide;
use super::super::model::pane::Which;
use super::super::model::state::{Model, TABLE};
use super::super::theme::Theme;
use super::super::words::thousands;
use super::pen::{Pen, rule};

/// Draws the explanation, or that it is awaited, or why there is none.
pub(super) fn render(
    model: &Model,
    explain: &Explain,
    theme: &Theme,
    buffer: &mut Buffer,
    area: Rect,
) {
    let letter = if explain.which == Which::A { "A" } else { "B" };
    let narrow = area.width < 80;
    let remark = if narrow { "x closes" } else { "←/→ word, PgDn more, x or Esc closes" };
    let heading = match explain.answer() {
        Some(Ok(told)) if !narrow => format!(
            "Why? {letter}, word {} of {}{}: {}",
            thousands(told.number as u64),
            thousands(told.words as u64),
            if area.width < 100 { "" } else { ", stop words included" },
            told.read
        ),
        Some(Ok(told)) => format!("Why? {letter}: {}", told.read),
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
        Some(Ok(told)) => {
            let drawn = Drawn { explain, told, theme, table: model.size.0 >= TABLE };
            drawn.all(&mut pen);
        }
        Some(Err(reason)) => {
            pen.paragraph(reason, theme.alarm);
        }
        None if explain.word.is_none() && model.open().is_some() => {
            pen.paragraph("This text has no word.", theme.quiet);
        }
        None => {
            pen.put("looking it up …", theme.quiet);
        }
    }
}

/// How the word came to its form, in words.
fn form(told: &Explained) -> String {
    let (one, written) = match &told.singular {
        Some(one) => (format!(" → singular \"{one}\""), one.as_str()),
        None => (String::new(), &*told.read),
    };
    let folded = if told.folded == *written {
        String::new()
    } else {
        format!(" → small letters \"{}\"", told.folded)
    };
    let became = match &told.became {
        Became::Dropped(by) => format!(": {by}, dropped"),
        Became::LeftOut(part) => {
            return format!("read \"{}\", left out: {}", told.read, part.name());
        }
        Became::Canonical(word) if **word == *told.folded => {
            let lacks = match lacks(told.language, &told.params) {
                Some(_) => format!(" ({})", described(told.language, &told.params)),
                None => String::new(),
            };
            format!(": counts as \"{word}\"{lacks}")
        }
        Became::Canonical(word) => {
            let language = told.language.map_or("", Language::name);
            format!(" → {language} stem \"{word}\"")
        }
    };
    format!("read \"{}\"{one}{folded}{became}", told.read)
}

/// What the shingles are, in words.
fn about(told: &Explained) -> String {
    if told.counted.is_none() {
        return "A dropped word stands in no shingle: those around it reach across it.".into();
    }
    let words = if told.width == 1 { "1 word".into() } else { format!("{} words", told.width) };
    let modulo = match told.params.modulo {
        1 => "Modulo 1 keeps all.".to_string(),
        modulo => {
            format!("Modulo {} keeps those whose hash it divides.", thousands(u64::from(modulo)))
        }
    };
    let modulo = match told.params.sketch().functions() {
        Some((functions, _)) => format!(
            "{modulo} Of those the least under each of {functions} functions stand for the text."
        ),
        None => modulo,
    };
    match told.shingles.len() {
        0 => format!(
            "It stands in no shingle: the text has fewer words than the {} of one.",
            told.params.width
        ),
        1 => format!("It stands in 1 shingle, of {words}. {modulo}"),
        some => format!("It stands in {some} shingles, of {words} each. {modulo}"),
    }
}

struct Drawn<'a> {
    explain: &'a Explain,
    told: &'a Explained,
    theme: &'a Theme,
    table: bool,
}

impl Drawn<'_> {
    fn all(&self, pen: &mut Pen<'_>) {
        let top = self.explain.scrolled;
        if top == 0 {
            pen.paragraph(&form(self.told), self.theme.strong);
        }
        if top <= 1 {
            pen.paragraph(&about(self.told), self.theme.quiet);
        }
        if self.table && !self.told.shingles.is_empty() {
            self.names(pen);
        }
        for shingle in self.told.shingles.iter().skip(top.saturating_sub(2)) {
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

    /// Columns of the hash: the wide one in hex, the others in hex and in decimal, as the articles print them.
    fn hash(&self, shingle: &ToldShingle) -> String {
        match self.told.params.hash {
            HashKind::Wide => shingle.hash.clone(),
            HashKind::Crc32 => format!("{:08x} = {}", shingle.value, shingle.hash),
            HashKind::Md5First28 => format!("{:07x} = {}", shingle.value, shingle.hash),
        }
    }

    fn hash_width(&self) -> u16 {
        match self.told.params.hash {
            HashKind::Wide => 16,
            HashKind::Crc32 | HashKind::Md5First28 => 21,
        }
    }

    fn names(&self, pen: &mut Pen<'_>) {
        let quiet = self.theme.quiet;
        let params = &self.told.params;
        pen.put_cell(&format!("{} hash", params.hash), self.hash_width(), false, quiet).skip(2);
        let rest = format!("mod {}", params.modulo);
        pen.put_cell(&rest, self.rest_width(), true, quiet).skip(2);
        pen.put_cell("what became of it", 24, false, quiet).skip(2);
        pen.put_cell("in A", 4, false, quiet).skip(2).put_cell("in B", 4, false, quiet).skip(2);
        pen.put_cell("documents", 16, false, quiet).skip(2);
        if params.estimates() {
            pen.put_cell("least under", LEAST, false, quiet).skip(2);
        }
        pen.put("its words", quiet).down();
    }

    fn rest_width(&self) -> u16 {
        4 + self.told.params.modulo.to_string().len() as u16
    }

    fn row(&self, pen: &mut Pen<'_>, shingle: &ToldShingle) {
        let theme = self.theme;
        let style = if shingle.is_kept() { theme.strong } else { theme.quiet };
        let (a, b) = self.held(shingle);
        pen.put_cell(&self.hash(shingle), self.hash_width(), false, style).skip(2);
        pen.put_cell(&shingle.rest.to_string(), self.rest_width(), true, style).skip(2);
        pen.put_cell(&became(shingle), 24, false, style).skip(2);
        pen.put_cell(a, 4, false, style).skip(2).put_cell(b, 4, false, style).skip(2);
        pen.put_cell(&self.documents(shingle), 16, false, style).skip(2);
        if self.told.params.estimates() {
            pen.put_cell(&least(shingle, LEAST), LEAST, false, style).skip(2);
        }
        self.words(pen, shingle);
        pen.down();
    }

    /// The same in two rows or more.
    fn entry(&self, pen: &mut Pen<'_>, shingle: &ToldShingle) {
        self.words(pen, shingle);
        pen.down();
        let (a, b) = self.held(shingle);
        let modulo = self.told.params.modulo;
        let held = if shingle.is_kept() {
            format!(" · A {a}, B {b} · documents: {}", self.documents(shingle))
        } else {
            String::new()
        };
        let least = match least(shingle, 60) {
            _ if !self.told.params.estimates() => String::new(),
            least => format!(" · least under {least}"),
        };
        let (hash, rest, became) = (self.hash(shingle), shingle.rest, became(shingle));
        let text = format!("{hash} mod {modulo} = {rest} · {became}{held}{least}");
        pen.skip(2).paragraph(&text, self.theme.quiet);
    }

    /// The words of a shingle, the one that is asked about marked.
    fn words(&self, pen: &mut Pen<'_>, shingle: &ToldShingle) {
        for (index, word) in shingle.words.iter().enumerate() {
            let is_it = self.told.counted == Some(shingle.start + index);
            let style = if is_it { self.theme.strong.underlined() } else { self.theme.quiet };
            pen.quote(word, style).skip(1);
        }
    }

    /// Whether a and b hold a shingle, as far as that is known.
    fn held(&self, shingle: &ToldShingle) -> (&'static str, &'static str) {
        if !shingle.is_kept() {
            return ("-", "-");
        }
        let other = if shingle.in_other { "yes" } else { "no" };
        if self.explain.which == Which::A { ("yes", other) } else { (other, "yes") }
    }

    fn documents(&self, shingle: &ToldShingle) -> String {
        if !shingle.is_kept() {
            return "-".into();
        }
        self.explain.count(shingle.key).map_or("counting…".into(), |(count, of)| {
            format!("{} of {}", thousands(u64::from(count)), thousands(of as u64))
        })
    }
}

/// Columns for the functions under which a shingle is the least.
const LEAST: u16 = 14;

/// Those functions, as many as have room, and how many they are.
fn least(shingle: &ToldShingle, room: u16) -> String {
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

/// What became of a shingle; what its hash leaves stands beside it.
fn became(shingle: &ToldShingle) -> String {
    use shingle::pipeline::explain::Fate;
    match &shingle.fate {
        Fate::Dropped { .. } => "dropped".into(),
        // In how many documents it is stands beside it.
        Fate::Common { .. } => "left out: common".into(),
        Fate::Template { name } => format!("left out: in {}", elide(&name.to_string(), 11)),
        Fate::Again | Fate::Shared | Fate::Kept => shingle.fate.to_string(),
    }
}
