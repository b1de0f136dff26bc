//! Which of two documents may be the original: the reasons, and how far they carry. It reads nothing.
//!
//! Shared wording has no direction. What a file says of itself carries a little, because anybody can write anything
//! there; when a file was written to the disk carries less, because copying changes it. How much of each the other has
//! and how long they are decide nothing: an excerpt and a longer text made from it look the same.

use std::time::SystemTime;

use documents::Facts;

use crate::base::day::Day;

/// Dates that are nearer to each other may differ by their time zones alone.
const APART: i32 = 2;

/// What is known about the age of a document.
#[derive(Debug, Clone, Copy, Default)]
pub struct Age<'a> {
    /// What the file says of itself.
    pub facts: Option<&'a Facts>,
    /// When the file was changed last, as the system says.
    pub modified: Option<SystemTime>,
}

/// Which document a reason points to as the original.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Earlier {
    /// The text whose sources are looked for.
    Text,
    /// The source.
    Source,
}

impl Earlier {
    /// The word used in every output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Source => "source",
        }
    }
}

/// How far the reasons carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Nothing points to either.
    None,
    /// Only the times of the files point, or these against what the files say.
    Weak,
    /// What the files say of themselves points, and nothing against it.
    Fair,
}

impl Confidence {
    /// The word used in every output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Weak => "weak",
            Self::Fair => "fair",
        }
    }
}

/// What two documents were compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// When they were made, as the files say.
    Created,
    /// One was changed last before the other was made, as the files say.
    Changed,
    /// When the files were changed last, as the system says.
    Modified,
}

impl Basis {
    /// The word used in every output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Changed => "changed",
            Self::Modified => "modified",
        }
    }
}

/// A reason to take one of two documents for the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// What was compared.
    pub basis: Basis,
    /// The date of the text, as precise as it is known. Raw text of the file.
    pub text: String,
    /// That of the source.
    pub source: String,
    /// Which is earlier.
    pub earlier: Earlier,
}

impl Hint {
    /// The dates of the text and of the source without the time of day.
    pub fn days(&self) -> [&str; 2] {
        [&*self.text, &*self.source].map(|date| {
            let end =
                date.bytes().take(10).take_while(|byte| byte.is_ascii_digit() || *byte == b'-');
            date.get(..end.count()).unwrap_or_default()
        })
    }
}

/// What can be said about which of two documents is the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Originality {
    /// The one that the reasons point to; `None` where they point nowhere.
    pub original: Option<Earlier>,
    /// How far they carry.
    pub confidence: Confidence,
    /// The reasons.
    pub hints: Vec<Hint>,
}

impl Originality {
    /// Weighs what is known about a text and its source.
    ///
    /// What the files say counts first: *fair*, or *weak* where the times of the files say the opposite. Without it the
    /// times of the files count, as *weak*. Dates count as different only if they are two days apart.
    pub fn weigh(text: Age<'_>, source: Age<'_>) -> Self {
        let stated = stated(text, source);
        let modified = modified(text, source);
        let (original, confidence) = match (&stated, &modified) {
            (Some(stated), Some(other)) if stated.earlier != other.earlier => {
                (Some(stated.earlier), Confidence::Weak)
            }
            (Some(stated), _) => (Some(stated.earlier), Confidence::Fair),
            (None, Some(modified)) => (Some(modified.earlier), Confidence::Weak),
            (None, None) => (None, Confidence::None),
        };
        Self { original, confidence, hints: stated.into_iter().chain(modified).collect() }
    }

    /// What is known, in lines: which of the two may be the original, then the reasons. None where nothing is. `text` is what
    /// the text is called. Raw text of the files.
    pub fn sentences(&self, text: &str) -> Vec<String> {
        let Some(original) = self.original else { return Vec::new() };
        let which = match original {
            Earlier::Text => format!("{text} may be the original"),
            Earlier::Source => "may be the original".to_string(),
        };
        let reasons = self.hints.iter().map(|hint| {
            let (of_text, of_source) = match hint.basis {
                Basis::Created => ("created", "created"),
                Basis::Modified => ("modified", "modified"),
                Basis::Changed if hint.earlier == Earlier::Text => ("changed last", "created"),
                Basis::Changed => ("created", "changed last"),
            };
            let [day_of_text, day_of_source] = hint.days();
            format!("{of_source} {day_of_source}, {text} {of_text} {day_of_text}")
        });
        let sign = if self.confidence == Confidence::Fair { "" } else { ": a weak sign" };
        std::iter::once(which + sign).chain(reasons).collect()
    }
}

/// What the dates in the files say.
fn stated(text: Age<'_>, source: Age<'_>) -> Option<Hint> {
    let (first, second) = (text.facts?, source.facts?);
    let all = [
        (Basis::Created, &first.created, &second.created, None),
        // A date of a change says nothing about the time before it.
        (Basis::Changed, &first.changed, &second.created, Some(Earlier::Text)),
        (Basis::Changed, &first.created, &second.changed, Some(Earlier::Source)),
    ];
    all.into_iter().find_map(|(basis, of_text, of_source, only)| {
        let earlier = earlier(Day::span(of_text)?, Day::span(of_source)?)?;
        let holds = only.is_none_or(|only| only == earlier);
        holds.then(|| Hint { basis, text: of_text.clone(), source: of_source.clone(), earlier })
    })
}

/// What the times of the files say.
fn modified(text: Age<'_>, source: Age<'_>) -> Option<Hint> {
    let (first, second) = (Day::of_time(text.modified?)?, Day::of_time(source.modified?)?);
    let earlier = earlier((first, first), (second, second))?;
    let (text, source) = (first.to_string(), second.to_string());
    Some(Hint { basis: Basis::Modified, text, source, earlier })
}

/// Which of two stretches of days ends long enough before the other begins.
fn earlier(text: (Day, Day), source: (Day, Day)) -> Option<Earlier> {
    if text.1 <= source.0.before(APART) {
        Some(Earlier::Text)
    } else if source.1 <= text.0.before(APART) {
        Some(Earlier::Source)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use super::{Age, Basis, Confidence, Earlier, Originality};
    use documents::Facts;

    fn facts(created: &str, changed: &str) -> Facts {
        let (created, changed) = (created.to_string(), changed.to_string());
        Facts { created, changed, ..Facts::default() }
    }

    fn at(day: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(day * 86_400)
    }

    fn judged(
        (text, text_day): (Facts, Option<SystemTime>),
        (source, source_day): (Facts, Option<SystemTime>),
    ) -> (Option<Earlier>, Confidence, Vec<Basis>) {
        let one = Age { facts: Some(&text), modified: text_day };
        let two = Age { facts: Some(&source), modified: source_day };
        let found = Originality::weigh(one, two);
        let back = Originality::weigh(two, one);
        let other = back.original.map(|earlier| match earlier {
            Earlier::Text => Earlier::Source,
            Earlier::Source => Earlier::Text,
        });
        assert_eq!((other, back.confidence), (found.original, found.confidence));
        let hints = found.hints.iter().map(|hint| hint.basis).collect();
        (found.original, found.confidence, hints)
    }

    #[test]
    fn what_the_files_say_carries_further_than_when_they_were_written() {
        let (text, source) = (Some(Earlier::Text), Some(Earlier::Source));
        let (old, new) = (|| facts("2020-05-01", ""), || facts("2021", ""));
        let silent = Facts::default;
        let (created, modified) = (Basis::Created, Basis::Modified);
        for (first, second, expected) in [
            ((silent(), None), (silent(), Some(at(9))), (None, Confidence::None, vec![])),
            (
                (silent(), Some(at(5))),
                (silent(), Some(at(9))),
                (text, Confidence::Weak, vec![modified]),
            ),
            ((silent(), Some(at(9))), (silent(), Some(at(8))), (None, Confidence::None, vec![])),
            ((new(), None), (old(), None), (source, Confidence::Fair, vec![created])),
            (
                (new(), Some(at(9))),
                (old(), Some(at(1))),
                (source, Confidence::Fair, vec![created, modified]),
            ),
            (
                (new(), Some(at(1))),
                (old(), Some(at(9))),
                (source, Confidence::Weak, vec![created, modified]),
            ),
            ((new(), None), (silent(), Some(at(9))), (None, Confidence::None, vec![])),
        ] {
            assert_eq!(judged(first, second), expected);
        }
    }

    #[test]
    fn dates_that_may_be_the_same_say_nothing() {
        let apart = |one: &str, two: &str| {
            judged((facts(one, ""), None), (facts(two, ""), None)).0.is_some()
        };
        assert!(!apart("2021", "2021-12-31"));
        assert!(!apart("2021-03", "2021-04-01"));
        assert!(!apart("2021-03-04T23:59:00Z", "2021-03-05T00:01:00Z"));
        assert!(apart("2021-03-04", "2021-03-06"));
        assert!(apart("2020", "2021-01-02"));
        assert!(!apart("2020", "2021-01-01"));
        assert!(!apart("", "2021"));
    }

    #[test]
    fn a_last_change_counts_only_before_the_other_was_made() {
        let changed = |one: &str| facts("", one);
        let made = facts("2021-03-04", "");
        let said = |one: Facts, two: &Facts| judged((one, None), (two.clone(), None));
        let before = (Some(Earlier::Text), Confidence::Fair, vec![Basis::Changed]);
        assert_eq!(said(changed("2020"), &made), before);
        assert_eq!(said(changed("2022"), &made).0, None);
        assert_eq!(said(changed("2020"), &changed("2022")).0, None);
    }
}
