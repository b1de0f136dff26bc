//! The words of a language by rank, with punctuation. The r-th word is drawn 1/r as often as the first (Zipf).

use std::collections::HashSet;

use super::dice::Dice;
use super::script::Script;

/// Rank of a word, or one of the marks below.
pub(crate) type Token = u32;

pub(crate) const PARAGRAPH: Token = u32::MAX;
pub(crate) const STOP: Token = u32::MAX - 1;
pub(crate) const COMMA: Token = u32::MAX - 2;

pub(crate) const fn is_word(token: Token) -> bool {
    token < COMMA
}

/// Numbers, and words with an apostrophe (not in Chinese), per thousand generated words.
const NUMBERS: u64 = 10;
const APOSTROPHES: u64 = 8;
/// English words with a non-ASCII letter, per thousand generated words. The most common words, two fifths of a text,
/// have none, so 1.5 % of a text's words have one.
const ACCENTS: u64 = 25;

#[derive(Debug)]
pub(crate) struct Vocabulary {
    script: Script,
    /// All words in one string, and the end of each word, because following pointers would slow down the writing of a
    /// text.
    letters: String,
    ends: Vec<u32>,
    /// Table of Walker's alias method: a random rank stays if a second random number is below
    /// its mark; otherwise its alias takes its place.
    marks: Vec<u32>,
    aliases: Vec<Token>,
}

impl Vocabulary {
    pub(crate) fn new(script: Script, size: usize) -> Self {
        let mut made = Self {
            script,
            letters: String::new(),
            ends: Vec::with_capacity(size),
            marks: vec![u32::MAX; size],
            aliases: (0..size as Token).collect(),
        };
        let parts: [Vec<&str>; 3] = script.parts().map(|parts| parts.split_whitespace().collect());
        let mut head = script.first_words().split_whitespace();
        let mut dice = Dice::new(size as u64);
        let mut seen = HashSet::with_capacity(size);
        while made.ends.len() < size {
            let word = match head.next() {
                Some(word) => word.to_string(),
                None => make_word(script, &parts, made.ends.len(), &mut dice),
            };
            if seen.insert(word.clone()) {
                made.letters.push_str(&word);
                made.ends.push(made.letters.len() as u32);
            }
        }
        made.set_weights();
        made
    }

    /// Fills the tables of the alias method (Vose 1991) for weights 1/rank.
    #[expect(clippy::cast_sign_loss, reason = "shares are not negative")]
    fn set_weights(&mut self) {
        let size = self.ends.len();
        let sum: f64 = (1..=size).map(|rank| 1.0 / rank as f64).sum();
        let mut shares: Vec<f64> =
            (1..=size).map(|rank| size as f64 / (rank as f64 * sum)).collect();
        // Weights decrease with the rank, so ranks above the mean come first.
        let riches = shares.partition_point(|share| *share > 1.0);
        let mut rich = 0;
        for poor in (riches..size).rev() {
            let mut poor = poor;
            while shares[poor] < 1.0 && rich < riches {
                self.marks[poor] = (shares[poor] * f64::from(u32::MAX)) as u32;
                self.aliases[poor] = rich as Token;
                shares[rich] -= 1.0 - shares[poor];
                shares[poor] = 1.0;
                if shares[rich] < 1.0 {
                    // After giving away its excess, this rank is below the mean.
                    poor = rich;
                    rich += 1;
                }
            }
        }
    }

    pub(crate) fn draw_word(&self, dice: &mut Dice) -> Token {
        let dart = dice.next();
        let rank = (((dart >> 32) * self.marks.len() as u64) >> 32) as usize;
        if dart as u32 <= self.marks[rank] { rank as Token } else { self.aliases[rank] }
    }

    pub(crate) fn word_of_rank(&self, rank: Token) -> &str {
        let rank = rank as usize;
        let start = if rank == 0 { 0 } else { self.ends[rank - 1] };
        self.letters.get(start as usize..self.ends[rank] as usize).unwrap_or_default()
    }

    pub(crate) fn draw_words(&self, dice: &mut Dice, count: usize) -> Vec<&str> {
        (0..count).map(|_| self.word_of_rank(self.draw_word(dice))).collect()
    }

    /// Writes tokens as text: capitals at the start of sentences, spaces between words (not in Chinese).
    pub(crate) fn write_words(&self, tokens: &[Token], into: &mut String) {
        let chinese = self.script == Script::Chinese;
        let (comma, stop) = if chinese { ("，", "。") } else { (",", ".") };
        let mut start = true;
        let mut glued = true;
        for &token in tokens {
            match token {
                PARAGRAPH => {
                    into.push_str("\n\n");
                    (start, glued) = (true, true);
                }
                STOP => {
                    into.push_str(stop);
                    start = true;
                }
                COMMA => into.push_str(comma),
                rank => {
                    if !glued && !chinese {
                        into.push(' ');
                    }
                    let word = self.word_of_rank(rank);
                    let mut letters = word.chars();
                    match letters.next() {
                        Some(first) if start => {
                            into.extend(first.to_uppercase());
                            into.push_str(letters.as_str());
                        }
                        _ => into.push_str(word),
                    }
                    (start, glued) = (false, false);
                }
            }
        }
        into.push('\n');
    }
}

/// Makes a word from syllables, or a number from digits. Common words are shorter.
fn make_word(script: Script, parts: &[Vec<&str>; 3], rank: usize, dice: &mut Dice) -> String {
    let [first, middle, last] = parts;
    if dice.draw_per_mille(NUMBERS) {
        return match dice.draw_below(3) {
            0 => (1000 + dice.draw_below(1100)).to_string(),
            1 => dice.draw_below(10_000).to_string(),
            _ => format!("{}.{}", dice.draw_below(100), dice.draw_below(1000)),
        };
    }
    let mut word = String::from(dice.pick(first));
    if script == Script::Chinese {
        for _ in 0..=dice.draw_below(3) / 2 {
            word.push_str(dice.pick(last));
        }
        // Two-character words do not suffice, so some have three or four.
        if dice.draw_per_mille(400) {
            word.push_str(dice.pick(middle));
        }
        return word;
    }
    let middles = u64::from(rank >= 20_000) + dice.draw_below(4) / 3;
    for _ in 0..middles {
        word.push_str(dice.pick(middle));
    }
    word.push_str(dice.pick(last));
    match script {
        Script::English if dice.draw_per_mille(APOSTROPHES) => word.push_str("'s"),
        Script::English if dice.draw_per_mille(ACCENTS) => return add_accents(&word, dice),
        Script::French if dice.draw_per_mille(10 * APOSTROPHES) => {
            word.insert_str(0, dice.pick(&["l'", "d'", "qu'"]));
        }
        _ => {}
    }
    word
}

fn add_accents(word: &str, dice: &mut Dice) -> String {
    let (plain, marked) =
        *[("e", "é"), ("a", "ä"), ("o", "ö"), ("i", "ï"), ("u", "ü"), ("e", "è"), ("n", "ñ")]
            .iter()
            .cycle()
            .skip(dice.draw_below(7) as usize)
            .take(7)
            .find(|(plain, _)| word.contains(plain))
            .unwrap_or(&("", "é"));
    word.replacen(plain, marked, 1)
}
