//! Formats the visible numbers of list items: 1, a, iv.

use std::cmp::Ordering;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum NumberForm {
    #[default]
    Decimal,
    TwoDigits,
    LowerLetter,
    UpperLetter,
    LowerRoman,
    UpperRoman,
}

impl NumberForm {
    /// Formats a number. Uses digits if the form cannot write this number.
    pub(crate) fn format_number(self, number: i64) -> String {
        match self {
            Self::TwoDigits => format!("{number:02}"),
            Self::LowerLetter => format_as_letters(number).unwrap_or_else(|| number.to_string()),
            Self::LowerRoman => format_as_roman(number).unwrap_or_else(|| number.to_string()),
            Self::UpperLetter => Self::LowerLetter.format_number(number).to_uppercase(),
            Self::UpperRoman => Self::LowerRoman.format_number(number).to_uppercase(),
            Self::Decimal => number.to_string(),
        }
    }

    /// Returns the form that is named by its first number (`1`, `a`, `i`), as in HTML and `OpenDocument`.
    pub(crate) fn from_first_number(first: &str) -> Option<Self> {
        Some(match first {
            "1" => Self::Decimal,
            "a" => Self::LowerLetter,
            "A" => Self::UpperLetter,
            "i" => Self::LowerRoman,
            "I" => Self::UpperRoman,
            _ => return None,
        })
    }
}

pub(crate) const LEVELS: usize = 10;

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ListCounts([Option<i64>; LEVELS]);

impl ListCounts {
    /// Sets the number of the next item of a level to `start`.
    pub(crate) fn begin_level(&mut self, level: usize, start: i64) {
        if let Some(count) = self.0.get_mut(level) {
            *count = start.checked_sub(1);
        }
    }

    /// Counts an item, with an explicit number if given. `starts` are the first numbers of all levels. Restarts deeper
    /// levels, and begins higher levels. Returns the numbers of all levels.
    pub(crate) fn next_numbers(
        &mut self,
        level: usize,
        starts: &[i64; LEVELS],
        number: Option<i64>,
    ) -> [i64; LEVELS] {
        for (at, (count, start)) in self.0.iter_mut().zip(starts).enumerate() {
            match at.cmp(&level) {
                Ordering::Less => {
                    count.get_or_insert(*start);
                }
                Ordering::Equal => {
                    let next = count.map_or(*start, |count| count.saturating_add(1));
                    *count = Some(number.unwrap_or(next));
                }
                Ordering::Greater => *count = None,
            }
        }
        std::array::from_fn(|at| self.0[at].unwrap_or(starts[at]))
    }

    pub(crate) fn restart_level(&mut self, level: usize) {
        self.0.iter_mut().skip(level).for_each(|count| *count = None);
    }
}

/// Formats a number as a to z, aa, ab, and so on.
fn format_as_letters(mut number: i64) -> Option<String> {
    if number < 1 {
        return None;
    }
    let mut letters = Vec::new();
    while number > 0 {
        letters.push(char::from(b'a' + u8::try_from((number - 1) % 26).ok()?));
        number = (number - 1) / 26;
    }
    Some(letters.iter().rev().collect())
}

fn format_as_roman(mut number: i64) -> Option<String> {
    const VALUES: [i64; 13] = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
    const SIGNS: [&str; 13] =
        ["m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"];
    if !(1..4000).contains(&number) {
        return None;
    }
    let mut text = String::new();
    for (value, sign) in VALUES.into_iter().zip(SIGNS) {
        while number >= value {
            text.push_str(sign);
            number -= value;
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::NumberForm;

    #[test]
    fn numbers_in_letters_and_roman_digits() {
        let all =
            |form: NumberForm| [0, 1, 4, 26, 27, 52, 703, 1994].map(|n| form.format_number(n));
        assert_eq!(all(NumberForm::LowerLetter), ["0", "a", "d", "z", "aa", "az", "aaa", "bxr"]);
        let roman = ["0", "I", "IV", "XXVI", "XXVII", "LII", "DCCIII", "MCMXCIV"];
        assert_eq!(all(NumberForm::UpperRoman), roman);
        assert_eq!(NumberForm::UpperLetter.format_number(28), "AB");
        assert_eq!(NumberForm::LowerRoman.format_number(4000), "4000");
        assert_eq!(NumberForm::TwoDigits.format_number(7), "07");
        assert_eq!(NumberForm::Decimal.format_number(-1), "-1");
    }
}
