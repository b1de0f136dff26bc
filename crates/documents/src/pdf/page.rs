//! Groups the glyphs of a page into words.
//!
//! A word ends at a blank, or if the next glyph is not at the word's end: on another line, of another size, or
//! further away than a seventh of the size. A seventh is less than the narrowest blank between words, and more than
//! kerning within words. `lines` joins words that touch, such as a number and its superscript.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, RandomState};

use unicode_segmentation::UnicodeSegmentation as _;

use super::right_to_left;
use super::spelling::{combining_mark_of, is_ideographic, is_right_to_left};

/// Minimum gap between two words, in glyph sizes.
pub(super) const GAP: f32 = 0.14;
/// Minimum gap between two ideographs that are separate words, in glyph sizes.
pub(super) const WIDE_GAP: f32 = 0.6;

/// Text in a direction with at most this many lines may be a stamp in the margin.
const STAMP: usize = 2;

/// Position of a glyph on a page; y grows downward.
#[derive(Clone, Copy, Debug)]
pub(super) struct PdfPlace {
    pub(super) from: (f32, f32),
    /// Origin of the next glyph.
    pub(super) to: (f32, f32),
    pub(super) along: (f32, f32),
    /// Height of the font.
    pub(super) size: f32,
}

/// Glyphs that form a word. Coordinates are turned so that text runs to the right and lines follow downward.
#[derive(Clone, Copy, Debug)]
pub(super) struct PdfWord {
    pub(super) x0: f32,
    pub(super) x1: f32,
    /// Height of the baseline at the middle of the word.
    pub(super) y: f32,
    /// Downward slope of the baseline.
    pub(super) slope: f32,
    pub(super) size: f32,
    /// Offset of the word in `Page::text`.
    start: u32,
    end: u32,
    pub(super) is_spaced: bool,
    /// Direction of the text in quarter turns.
    turn: u8,
}

impl PdfWord {
    pub(super) fn middle_of_word(&self) -> f32 {
        f32::midpoint(self.x0, self.x1)
    }
}

#[derive(Default)]
pub(super) struct Page {
    text: String,
    pub(super) words: Vec<PdfWord>,
    pub(super) has_picture: bool,
    /// Number of glyphs with unknown text.
    pub(super) unknown: usize,
    /// Number of letters dropped because they are slanted or outside of the page.
    pub(super) unseen: usize,
    /// Number of words dropped because they are white on white or tiny.
    pub(super) hidden: u64,
    dimensions: (f32, f32),
    open: Option<Open>,
    accent: Option<Accent>,
    placed: HashSet<(u64, i32, i32)>,
    hasher: RandomState,
}

/// The last word, to which the next glyph may belong.
struct Open {
    word: PdfWord,
    /// Text offset of the last glyph, and its position.
    last: u32,
    last_x0: f32,
    /// True if a glyph was placed left of an earlier one.
    is_leftward: bool,
    has_right_to_left: bool,
}

/// An accent drawn before its letter.
struct Accent {
    mark: char,
    text: char,
    place: PdfPlace,
}

impl PdfPlace {
    pub(super) fn is_on_line_of(&self, other: &Self) -> bool {
        let (x, y) = (self.from.0 - other.from.0, self.from.1 - other.from.1);
        let (along_x, along_y) = other.along;
        let length = along_x.hypot(along_y);
        (x * along_y - y * along_x).abs() <= 0.5 * other.size * length
    }

    /// Returns the direction of the text in quarter turns, or `None` for slanted text.
    fn quarter_turns(&self) -> Option<u8> {
        let (x, y) = self.along;
        let slack = 0.2 * x.hypot(y);
        match (x.abs() <= slack, y.abs() <= slack) {
            (false, true) => Some(if x > 0.0 { 0 } else { 2 }),
            (true, false) => Some(if y > 0.0 { 1 } else { 3 }),
            _ => None,
        }
    }

    fn is_plausible(&self, (width, height): (f32, f32)) -> bool {
        let inside = |at: f32, end: f32| at > -2.0 && at < end + 2.0;
        self.size > 0.01
            && self.size < 1e4
            && inside(self.from.0, width)
            && inside(self.from.1, height)
            && self.to.0.is_finite()
            && self.to.1.is_finite()
    }
}

pub(super) fn count_alphanumeric(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// Turns a point by quarter turns, so that text in that direction runs to the right.
fn turn_point((x, y): (f32, f32), turn: u8) -> (f32, f32) {
    match turn {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}

impl Page {
    pub(super) fn new(dimensions: (f32, f32)) -> Self {
        Self { dimensions, ..Self::default() }
    }

    pub(super) fn text_bytes(&self) -> u64 {
        self.text.len() as u64
    }

    pub(super) fn text(&self, word: &PdfWord) -> &str {
        self.text.get(word.start as usize..word.end as usize).unwrap_or_default()
    }

    pub(super) fn count_words(&self) -> u64 {
        self.words.iter().map(|word| self.text(word).unicode_words().count() as u64).sum()
    }

    /// Adds a glyph, whose `text` may be unknown, to the last word or a new one.
    pub(super) fn put_glyph(&mut self, text: Option<&str>, place: &PdfPlace) {
        if !place.is_plausible(self.dimensions) || place.quarter_turns().is_none() {
            self.unseen += text.map_or(0, count_alphanumeric);
            return;
        }
        self.unknown += usize::from(text.is_none());
        let text = text.unwrap_or("\u{fffd}");
        if let Some(accent) = self.accent.take() {
            if let Some(composed) = accent.combine_with_letter(text, place) {
                self.begin_word(&composed, place);
                return;
            }
            self.begin_word(accent.text.encode_utf8(&mut [0; 4]), &accent.place);
        }
        match (combining_mark_of(text), text.chars().next()) {
            (Some(mark), Some(text)) => self.accent = Some(Accent { mark, text, place: *place }),
            _ => self.begin_word(text, place),
        }
    }

    /// Ends the last word, and drops directions that have few letters on few lines, such as a stamp.
    pub(super) fn finish_words(&mut self) {
        if let Some(accent) = self.accent.take() {
            self.begin_word(accent.text.encode_utf8(&mut [0; 4]), &accent.place);
        }
        self.end_word(false);
        self.placed = HashSet::new();
        self.turn_columns_of_ideographs();
        let mut letters = [0; 4];
        let mut lines = [const { BTreeSet::new() }; 4];
        for word in &self.words {
            letters[usize::from(word.turn)] += word.end - word.start;
            // A single mirrored letter may be part of a logo, so it is not counted.
            if word.end - word.start > 1 {
                lines[usize::from(word.turn)].insert((word.y / word.size) as i32);
            }
        }
        let most = letters.iter().copied().max().unwrap_or(0);
        let is_text = [0, 1, 2, 3].map(|at| 4 * letters[at] >= most || lines[at].len() > STAMP);
        self.words.retain(|word| is_text[usize::from(word.turn)]);
        // The sort is stable, so words of a direction stay in drawing order.
        self.words.sort_by_key(|word| std::cmp::Reverse(letters[usize::from(word.turn)]));
    }

    /// Converts ideographs that are placed one below another to downward text, as a vertical font would give.
    fn turn_columns_of_ideographs(&mut self) {
        let level = |word: &PdfWord| word.turn == 0;
        let is_one = |word: &PdfWord| level(word) && word.x1 - word.x0 < 1.3 * word.size;
        let ideographs =
            |word: &PdfWord| self.text(word).chars().filter(|&c| is_ideographic(c)).count();
        let all: usize = self.words.iter().filter(|word| level(word)).map(ideographs).sum();
        let goes_down = |pair: &[PdfWord]| {
            let (above, below) = (&pair[0], &pair[1]);
            let step = (below.y - above.y) / above.size;
            (above.middle_of_word() - below.middle_of_word()).abs() < 0.3 * above.size
                && step > 0.5
                && step < 2.0
        };
        let is_column = |pair: &&[PdfWord]| {
            pair.iter().all(|word| is_one(word) && ideographs(word) == 1) && goes_down(pair)
        };
        if 2 * self.words.windows(2).filter(is_column).count() <= all {
            return;
        }
        for word in self.words.iter_mut().filter(|word| is_one(word)) {
            let (x0, x1, y) = (word.y - word.size, word.y, -word.middle_of_word());
            *word = PdfWord { x0, x1, y, slope: 0.0, turn: 1, ..*word };
        }
    }

    /// Returns the words of each direction, first those with the most text.
    pub(super) fn words_by_direction(&self) -> impl Iterator<Item = &[PdfWord]> {
        self.words.chunk_by(|a, b| a.turn == b.turn)
    }

    /// Adds a glyph to the open word if the glyph continues the word, or else begins a word.
    fn begin_word(&mut self, text: &str, place: &PdfPlace) {
        let Some(turn) = place.quarter_turns() else { return };
        let trimmed = text.trim();
        if trimmed.is_empty() {
            self.end_word(true);
            return;
        }
        let ((from, y), (to, _)) = (turn_point(place.from, turn), turn_point(place.to, turn));
        let (x0, x1) = (from.min(to), from.max(to));
        let along = turn_point(place.along, turn);
        let slope = along.1 / along.0;
        let right_to_left = trimmed.chars().any(is_right_to_left);
        let size = place.size;
        if let Some(open) = &mut self.open {
            let word = open.word;
            let alike = word.turn == turn
                && (y - word.y - word.slope * (x0 - open.last_x0)).abs() <= 0.1 * size
                && (0.8..1.25).contains(&(size / word.size));
            let repeats = alike
                && (x0 - open.last_x0).abs() < 0.1 * size
                && self.text.get(open.last as usize..) == Some(trimmed);
            if repeats {
                return;
            }
            let ideographs = is_ideographic(trimmed.chars().next().unwrap_or(' '))
                && self
                    .text
                    .get(open.last as usize..)
                    .is_some_and(|last| last.chars().all(is_ideographic));
            let gap = size * if ideographs { WIDE_GAP } else { GAP };
            let fits = |gap_here: f32| gap_here < gap && gap_here > -0.5 * size;
            let goes_left =
                right_to_left && alike && fits(word.x0 - x1) && x1 < word.x1 - 0.01 * size;
            if goes_left || (alike && fits(x0 - word.x1)) {
                open.is_leftward |= goes_left;
                open.has_right_to_left |= right_to_left;
                (open.last, open.last_x0) = (word.end, x0);
                self.text.push_str(trimmed);
                let end = self.text.len() as u32;
                open.word = PdfWord { x0: word.x0.min(x0), x1: word.x1.max(x1), y, end, ..word };
                if text.ends_with(char::is_whitespace) {
                    self.end_word(true);
                }
                return;
            }
        }
        self.end_word(false);
        let start = self.text.len() as u32;
        self.text.push_str(trimmed);
        let word = PdfWord {
            x0,
            x1,
            y,
            slope,
            size,
            start,
            end: self.text.len() as u32,
            is_spaced: false,
            turn,
        };
        self.open = Some(Open {
            word,
            last: start,
            last_x0: x0,
            is_leftward: false,
            has_right_to_left: right_to_left,
        });
        if text.ends_with(char::is_whitespace) {
            self.end_word(true);
        }
    }

    /// Ends the open word; `is_spaced` is true if a blank follows the word.
    fn end_word(&mut self, is_spaced: bool) {
        let Some(Open { mut word, last_x0, is_leftward, has_right_to_left, .. }) = self.open.take()
        else {
            return;
        };
        word.is_spaced = is_spaced;
        word.y += word.slope * (word.middle_of_word() - last_x0);
        // Skips a word that was drawn before at the same position, as shadow or bold.
        let hash = self.hasher.hash_one(self.text(&word));
        let cell = |at: f32| (at / (0.15 * word.size)).floor() as i32;
        let (x, y) = (cell(word.x0), cell(word.y));
        let near = [(0, 0), (0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        if near
            .iter()
            .any(|(dx, dy)| self.placed.contains(&(hash, x.wrapping_add(*dx), y.wrapping_add(*dy))))
        {
            self.text.truncate(word.start as usize);
            return;
        }
        self.placed.insert((hash, x, y));
        if has_right_to_left && !is_leftward {
            let logical = right_to_left::reverse_word(self.text(&word));
            self.text.truncate(word.start as usize);
            self.text.push_str(&logical);
        }
        self.words.push(word);
    }
}

impl Accent {
    /// Returns the letter with the accent, or `None` if the accent is not above the letter.
    fn combine_with_letter(&self, letter: &str, place: &PdfPlace) -> Option<String> {
        let mut letters = letter.chars();
        let base = letters.next().filter(|c| c.is_alphabetic())?;
        let turn =
            place.quarter_turns().filter(|turn| self.place.quarter_turns() == Some(*turn))?;
        let ((x0, y0), (x1, y1)) = (self.place.from, self.place.to);
        let (middle, y) = turn_point((f32::midpoint(x0, x1), f32::midpoint(y0, y1)), turn);
        let ((from, line), (to, _)) = (turn_point(place.from, turn), turn_point(place.to, turn));
        let over = middle > from && middle < to && (line - y).abs() < 0.5 * place.size;
        // Fonts have a dotless i and j for letters under accents.
        let base = match base {
            'ı' => 'i',
            'ȷ' => 'j',
            other => other,
        };
        over.then(|| [base, self.mark].into_iter().chain(letters).collect())
    }
}
