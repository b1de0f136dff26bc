//! Generates a corpus: documents of log-normal length with shared phrases, among them copies and five kinds of
//! rewrites. Generates any document independently, in memory.

use super::dice::{Dice, exp};
use super::script::Script;
use super::vocabulary::{COMMA, PARAGRAPH, STOP, Token, Vocabulary, is_word};

pub(crate) const TYPES: usize = 200_000;
/// Mean number of words in a document, and standard deviation of its logarithm.
const WORDS: f64 = 580.0;
const SPREAD: f64 = 0.875;
/// `PHRASE` of a thousand writing steps write a whole phrase of 4 to 12 words, so phrases make up a quarter of all
/// words.
const PHRASES: u64 = 5_000;
const PHRASE: u64 = 40;
const LICENCE: usize = 200;
/// Number of identical documents in a group of [`Variant::Copies`], and number of documents per group.
const GROUP: u64 = 100;
const GROUP_SPACING: u64 = 250;

/// Mean number of words in a long document, and standard deviation of its logarithm.
const LONG_WORDS: f64 = 5000.0;
const LONG_SPREAD: f64 = 0.5;
/// Number of paragraphs of a template, and least and most words of a paragraph.
const TEMPLATE: u64 = 40;
const PARAGRAPH_WORDS: (u64, u64) = (40, 120);
/// Each member of a family has this many of a thousand paragraphs of its template, and changes this many of a thousand
/// words.
const TAKEN: u64 = 250;
const CHANGED: u64 = 20;
/// Least and most members of a family. The corpus makes families until each document is in two.
const FAMILY: (u64, u64) = (5, 500);
const FAMILIES_A_DOCUMENT: u64 = 2;
/// One document in this many has a pasted paragraph of this many words. A third of the paragraphs have changed words.
const PASTED_IN: u64 = 10;
const PASTED_WORDS: (u64, u64) = (40, 200);
const REWORDED: u64 = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variant {
    Plain,
    /// Every document begins with a licence of 200 words.
    Licence,
    /// Two fifths of the documents are in groups of a hundred identical files.
    Copies,
    /// Long documents in families that share paragraphs of a template, and some with a paragraph pasted from another.
    Templates,
}

/// A paragraph that two documents share.
#[derive(Debug)]
pub(crate) struct Pasted {
    /// Document that the paragraph is from.
    pub(crate) from: usize,
    /// Words of the paragraph.
    pub(crate) words: usize,
    paragraph: Vec<Token>,
}

#[derive(Debug)]
struct Family {
    members: u64,
    template: Vec<Vec<Token>>,
}

#[derive(Debug)]
pub(crate) struct Corpus {
    vocabulary: Vocabulary,
    phrases: Vec<Vec<Token>>,
    licence: Vec<Token>,
    families: Vec<Family>,
    variant: Variant,
    seed: u64,
    count: u64,
}

/// Origin of a document. Nine in ten are original.
enum Fate {
    Own,
    Exact,
    Edited,
    Shuffled,
    Joined,
    Excerpt,
}

impl Corpus {
    pub(crate) fn new(script: Script, variant: Variant, count: usize, seed: u64) -> Self {
        let vocabulary = Vocabulary::new(script, TYPES);
        let mut dice = Dice::for_thing(seed, u64::MAX);
        let phrases = (0..PHRASES)
            .map(|_| {
                let length = 4 + dice.draw_below(9);
                (0..length).map(|_| vocabulary.draw_word(&mut dice)).collect()
            })
            .collect();
        let (licence, families, count) = (Vec::new(), Vec::new(), count as u64);
        let mut made = Self { vocabulary, phrases, licence, families, variant, seed, count };
        if variant == Variant::Licence {
            made.licence = made.generate_prose(LICENCE, &mut dice);
        }
        if variant == Variant::Templates {
            made.add_families(&mut dice);
        }
        made
    }

    pub(crate) const fn count(&self) -> usize {
        self.count as usize
    }

    pub(crate) fn write_document(&self, number: usize, into: &mut String) {
        let number = number as u64;
        let document = if self.variant == Variant::Templates {
            self.build_with_templates(number)
        } else if self.variant == Variant::Copies && number % 5 < 2 {
            let groups = (self.count / GROUP_SPACING).max(1);
            // Each hundred members form a group. The remaining members stay single.
            let member = number / 5 * 2 + number % 5;
            if member < groups * GROUP {
                self.build_original(self.count + member % groups)
            } else {
                self.build_original(number)
            }
        } else {
            self.build_document(number)
        };
        if !self.licence.is_empty() {
            self.vocabulary.write_words(&self.licence, into);
            into.push('\n');
        }
        self.vocabulary.write_words(&document, into);
    }

    fn choose_fate(&self, number: u64) -> (Fate, Dice) {
        let mut dice = Dice::for_thing(!self.seed, number);
        let fate = match dice.draw_below(50) {
            0 => Fate::Exact,
            1 => Fate::Edited,
            2 => Fate::Shuffled,
            3 => Fate::Joined,
            4 => Fate::Excerpt,
            _ => Fate::Own,
        };
        (fate, dice)
    }

    /// Returns the document without its licence, and as if it were in no group of copies.
    fn build_document(&self, number: u64) -> Vec<Token> {
        let (fate, mut dice) = self.choose_fate(number);
        match fate {
            Fate::Own => self.build_original(number),
            Fate::Exact => self.pick_original(&mut dice),
            Fate::Edited => {
                let often = dice.draw_below(601);
                self.edit_words(&self.pick_original(&mut dice), often, &mut dice)
            }
            Fate::Shuffled => shuffle_paragraphs(&self.pick_original(&mut dice), &mut dice),
            Fate::Joined => {
                let mut both = self.pick_original(&mut dice);
                both.extend(self.pick_original(&mut dice));
                both
            }
            Fate::Excerpt => take_excerpt(&self.pick_original(&mut dice), &mut dice),
        }
    }

    fn pick_original(&self, dice: &mut Dice) -> Vec<Token> {
        let mut number = dice.draw_below(self.count);
        for _ in 0..self.count {
            if matches!(self.choose_fate(number).0, Fate::Own) {
                break;
            }
            number = (number + 1) % self.count;
        }
        self.build_original(number)
    }

    #[expect(clippy::cast_sign_loss, reason = "it is at least 20")]
    fn build_original(&self, number: u64) -> Vec<Token> {
        let mut dice = Dice::for_thing(self.seed, number);
        let (words, spread) = match self.variant {
            Variant::Templates => (LONG_WORDS, LONG_SPREAD),
            _ => (WORDS, SPREAD),
        };
        let length = words * exp(spread * dice.draw_normal() - spread * spread / 2.0);
        self.generate_prose(length.clamp(20.0, 30_000.0) as usize, &mut dice)
    }

    fn add_families(&mut self, dice: &mut Dice) {
        let (least, most) = (FAMILY.0.min(self.count), FAMILY.1.min(self.count));
        let mut places = 0;
        while places < FAMILIES_A_DOCUMENT * self.count {
            // Evenly by logarithm: as many families of 5 to 50 members as of 50 to 500.
            let (mut members, mut steps) = (least, dice.draw_below(47));
            while steps > 0 && members < most {
                members += (members / 10).max(1);
                steps -= 1;
            }
            let paragraph = |_| {
                let words = draw_between(PARAGRAPH_WORDS, dice) as usize;
                self.generate_prose(words, dice)
                    .into_iter()
                    .filter(|token| *token != PARAGRAPH)
                    .collect()
            };
            let template = (0..TEMPLATE).map(paragraph).collect();
            self.families.push(Family { members, template });
            places += members;
        }
    }

    /// Builds a document from paragraphs of the templates of its families, and perhaps one paragraph of another
    /// document.
    fn build_with_templates(&self, number: u64) -> Vec<Token> {
        let own = self.build_original(number);
        let mut paragraphs: Vec<Vec<Token>> =
            own.split(|token| *token == PARAGRAPH).map(<[Token]>::to_vec).collect();
        for (family, place) in self.families.iter().zip(1..) {
            let mut dice = Dice::for_thing(self.seed.wrapping_add(place), number);
            if dice.draw_below(self.count) >= family.members {
                continue;
            }
            let mut at = dice.draw_below(paragraphs.len() as u64) as usize;
            for paragraph in &family.template {
                if dice.draw_per_mille(TAKEN) {
                    paragraphs.insert(at, self.edit_words(paragraph, CHANGED, &mut dice));
                    at += 1;
                }
            }
        }
        if let Some(Pasted { paragraph, .. }) = self.choose_pasted(number as usize) {
            paragraphs.insert(number as usize % paragraphs.len(), paragraph);
        }
        paragraphs.join(&PARAGRAPH)
    }

    /// Returns the paragraph pasted into a document, if any.
    pub(crate) fn choose_pasted(&self, number: usize) -> Option<Pasted> {
        let mut dice = Dice::for_thing(!self.seed, number as u64);
        if self.variant != Variant::Templates || dice.draw_below(PASTED_IN) > 0 || self.count < 2 {
            return None;
        }
        let from = (number as u64 + 1 + dice.draw_below(self.count - 1)) % self.count;
        let mut rest = self.build_original(from);
        rest.retain(|token| is_word(*token));
        let words = (draw_between(PASTED_WORDS, &mut dice) as usize).min(rest.len());
        let start = dice.draw_below((rest.len() - words) as u64 + 1) as usize;
        let paragraph: Vec<Token> = rest.drain(start..start + words).collect();
        let changed = if number.is_multiple_of(3) { REWORDED } else { 0 };
        let paragraph = self.edit_words(&paragraph, changed, &mut dice);
        Some(Pasted { from: from as usize, words, paragraph })
    }

    /// Returns a text of about `words` words, which ends with a complete phrase. Sentences have 6 to 26 words, and
    /// paragraphs 3 to 8 sentences.
    #[expect(clippy::cast_sign_loss, reason = "a square is not negative")]
    fn generate_prose(&self, words: usize, dice: &mut Dice) -> Vec<Token> {
        let mut prose = Vec::with_capacity(words + words / 6 + 8);
        let mut left_in_sentence = 6 + dice.draw_below(21);
        let mut left_in_paragraph = 3 + dice.draw_below(6);
        let mut written = 0;
        while written < words {
            if dice.draw_per_mille(PHRASE) {
                // The rank is the square of a uniform number, so the frequency of the r-th phrase is 1/√r.
                let even = dice.draw_unit();
                let phrase = &self.phrases[(even * even * PHRASES as f64) as usize];
                prose.extend_from_slice(phrase);
                written += phrase.len();
                left_in_sentence = left_in_sentence.saturating_sub(phrase.len() as u64);
            } else {
                prose.push(self.vocabulary.draw_word(dice));
                written += 1;
                left_in_sentence = left_in_sentence.saturating_sub(1);
            }
            if left_in_sentence == 0 {
                prose.push(STOP);
                left_in_sentence = 6 + dice.draw_below(21);
                left_in_paragraph -= 1;
                if left_in_paragraph == 0 {
                    prose.push(PARAGRAPH);
                    left_in_paragraph = 3 + dice.draw_below(6);
                }
            } else if dice.draw_per_mille(70) {
                prose.push(COMMA);
            }
        }
        if prose.last().is_some_and(|&last| is_word(last)) {
            prose.push(STOP);
        }
        prose
    }

    /// Replaces, removes or doubles `often` of a thousand words of the source.
    fn edit_words(&self, source: &[Token], often: u64, dice: &mut Dice) -> Vec<Token> {
        let mut edited = Vec::with_capacity(source.len());
        for &token in source {
            if !is_word(token) || !dice.draw_per_mille(often) {
                edited.push(token);
                continue;
            }
            match dice.draw_below(4) {
                0 => {}
                1 => edited.extend([token, self.vocabulary.draw_word(dice)]),
                _ => edited.push(self.vocabulary.draw_word(dice)),
            }
        }
        edited
    }
}

fn draw_between((least, most): (u64, u64), dice: &mut Dice) -> u64 {
    least + dice.draw_below(most - least + 1)
}

fn shuffle_paragraphs(source: &[Token], dice: &mut Dice) -> Vec<Token> {
    let mut paragraphs: Vec<&[Token]> = source.split(|&token| token == PARAGRAPH).collect();
    for place in (1..paragraphs.len()).rev() {
        paragraphs.swap(place, dice.draw_below(place as u64 + 1) as usize);
    }
    paragraphs.join(&PARAGRAPH)
}

/// Cuts a fifth to four fifths out of the text.
fn take_excerpt(source: &[Token], dice: &mut Dice) -> Vec<Token> {
    let length = (source.len() as u64 * (200 + dice.draw_below(601)) / 1000).max(1);
    let start = dice.draw_below(source.len() as u64 - length + 1) as usize;
    source.get(start..start + length as usize).unwrap_or_default().to_vec()
}
