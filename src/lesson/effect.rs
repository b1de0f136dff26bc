//! Describes in one sentence how changed parameters changed a lesson.

use super::contents::Lesson;
use super::numbers::percent;
use crate::base::numbers::thousands;

/// What differs between two lessons on the same texts.
pub fn effect(before: &Lesson, after: &Lesson) -> String {
    let (old, new) = (before.overlap(), after.overlap());
    let (was, is) = (percent(before.score()), percent(after.score()));
    let score =
        if was == is { format!("the score stays {is}") } else { format!("score {was} → {is}") };
    // The most important part comes first, because a narrow screen shows only the beginning.
    let mut parts = vec![score];
    let mut moved = |what: &str, old: u32, new: u32| {
        if old != new {
            parts.push(format!("{} → {} {what}", thousands(old as usize), thousands(new as usize)));
        }
    };
    moved("in both", old.shared, new.shared);
    moved("shingles of A", old.a_shingles, new.a_shingles);
    moved("shingles of B", old.b_shingles, new.b_shingles);
    moved("words of A", old.a_words, new.a_words);
    moved("words of B", old.b_words, new.b_words);
    parts.join(", ")
}
