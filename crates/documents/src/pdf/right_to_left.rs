//! Converts right-to-left text from visual to reading order.

use super::spelling::is_right_to_left;

/// Reverses the characters of a word, except for numbers and Latin words.
pub(super) fn reverse_word(word: &str) -> String {
    let mut runs: Vec<String> = Vec::new();
    let mut in_number = false;
    for c in word.chars() {
        let goes_right = c.is_numeric() || (c.is_alphabetic() && !is_right_to_left(c));
        match runs.last_mut() {
            // Keeps a mark behind its letter.
            Some(run) if (goes_right && in_number) || is_mark(c) => run.push(c),
            _ => runs.push(c.to_string()),
        }
        in_number = goes_right;
    }
    runs.into_iter().rev().collect()
}

/// Returns true for a mark of Hebrew or Arabic, which is drawn on the previous letter.
fn is_mark(c: char) -> bool {
    matches!(u32::from(c), 0x0591..=0x05bd | 0x05bf | 0x05c1..=0x05c2 | 0x05c4..=0x05c5 | 0x05c7 | 0x0610..=0x061a
        | 0x064b..=0x065f | 0x0670 | 0x06d6..=0x06dc | 0x06df..=0x06e4)
}

/// Converts the words of a line from left-to-right to reading order.
///
/// If most words with letters are right-to-left, reverses the line, and then each run of other words. Otherwise
/// reverses each run of right-to-left words.
pub(super) fn reorder_words<'t, T>(words: &mut [T], text: impl Fn(&T) -> &'t str) {
    let goes_left = |word: &T| text(word).chars().any(is_right_to_left);
    let left = words.iter().filter(|word| goes_left(word)).count();
    if left == 0 {
        return;
    }
    let right = words
        .iter()
        .filter(|word| !goes_left(word) && text(word).chars().any(char::is_alphabetic))
        .count();
    let line_goes_left = left >= right;
    for run in words.chunk_by_mut(|a, b| goes_left(a) == goes_left(b)) {
        if run.first().is_some_and(|word| goes_left(word) != line_goes_left) {
            run.reverse();
        }
    }
    if line_goes_left {
        words.reverse();
    }
}
