//! Estimates which of two documents may be the original, with reasons and confidence.
//!
//! Shared wording does not show who copied. Dates in a file are weak evidence, because anybody can write them. The
//! modification time is weaker, because copying changes it. Dates do not count if a converter or a copy may have
//! written them into many files. Coverage and length do not count: an excerpt and a longer text made from it look the
//! same.

use std::collections::HashSet;
use std::hash::Hash;

use documents::Facts;
use serde::Serialize;

use crate::pipeline::document::info::{DocInfo, FileInfo};
use base::day::Day;

/// Dates less than two days apart may be the same day in different time zones.
const APART: i32 = 2;

/// A date that this many files have may come from a converter or a copy.
const MANY: usize = 3;

#[derive(Debug, Clone, Copy, Default)]
struct UsableDates<'a> {
    facts: Option<&'a Facts>,
    /// Day of the last modification in the file system.
    modified: Option<Day>,
}

/// Dates that are no evidence, because many files have them. A converter or a copy may have written these dates.
#[derive(Debug, Default)]
pub struct BatchDates {
    /// Days on which many files were last modified.
    days: HashSet<Day>,
    /// Minutes in which many files were created, according to the files.
    minutes: HashSet<String>,
    /// True if many files have a creation date on the day of their last modification.
    are_made_when_changed: bool,
}

impl BatchDates {
    /// Finds the dates that many files have, counting files with the same bytes once.
    pub fn new(docs: &[DocInfo]) -> Self {
        let mut contents = HashSet::new();
        let files = docs.iter().map(|doc| &doc.file);
        let files: Vec<&FileInfo> = files.filter(|file| contents.insert(file.content)).collect();
        let minutes = files.iter().filter_map(|file| creation_minute(file.facts.as_deref()?));
        let same = files.iter().filter(|file| is_created_when_changed(file)).count();
        Self {
            days: frequent_values(files.iter().filter_map(|file| day_of_change(file))),
            minutes: frequent_values(minutes).into_iter().map(str::to_string).collect(),
            are_made_when_changed: same >= MANY,
        }
    }

    /// Returns the dates of a document that count as evidence.
    fn dates_outside_batch<'a>(&self, file: &'a FileInfo) -> UsableDates<'a> {
        let is_of_batch = |facts: &&Facts| {
            self.are_made_when_changed && is_created_when_changed(file)
                || creation_minute(facts).is_some_and(|minute| self.minutes.contains(minute))
        };
        UsableDates {
            facts: file.facts.as_deref().filter(|facts| !is_of_batch(facts)),
            modified: day_of_change(file).filter(|day| !self.days.contains(day)),
        }
    }
}

/// Returns the values that at least `MANY` files have.
fn frequent_values<T: Hash + Ord + Copy>(all: impl Iterator<Item = T>) -> HashSet<T> {
    let mut sorted: Vec<T> = all.collect();
    sorted.sort_unstable();
    let groups = sorted.chunk_by(|one, other| one == other);
    groups.filter(|group| group.len() >= MANY).map(|group| group[0]).collect()
}

fn creation_minute(facts: &Facts) -> Option<&str> {
    facts.created.get(..16)
}

fn day_of_change(file: &FileInfo) -> Option<Day> {
    Day::of_time(file.modified?)
}

fn is_created_when_changed(file: &FileInfo) -> bool {
    let made = file.facts.as_ref().and_then(|facts| Day::parse_range(&facts.created));
    made.zip(day_of_change(file)).is_some_and(|((first, last), changed)| {
        first == last && (first.days_since_1970() - changed.days_since_1970()).abs() < APART
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Earlier {
    Text,
    Source,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    None,
    /// Only modification times name a document, or they contradict the dates in the files.
    Weak,
    /// The dates in the files name a document, and no modification time contradicts them.
    Fair,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    Created,
    /// Dates in the files: one document was last changed before the other was created.
    Changed,
    Modified,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hint {
    pub basis: Basis,
    /// Date of the text, as precise as known. Not escaped for a terminal.
    pub text: String,
    pub source: String,
    pub earlier: Earlier,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Originality {
    /// The document that is probably the original, or `None` if the evidence names none.
    pub original: Option<Earlier>,
    pub confidence: Confidence,
    pub hints: Vec<Hint>,
}

impl Originality {
    /// Weighs the evidence about a text and its source.
    ///
    /// Dates in the files count first, with confidence *fair*, or *weak* if the modification times contradict them.
    /// Otherwise modification times count, with confidence *weak*. Dates less than two days apart count as equal.
    pub fn weigh_dates(text: &FileInfo, source: &FileInfo, batch: &BatchDates) -> Self {
        let (text, source) = (batch.dates_outside_batch(text), batch.dates_outside_batch(source));
        let stated = compare_stated_dates(text, source);
        let modified = compare_modification_days(text, source);
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

    /// Explains why the dates of two documents name no original: the dates themselves, or the dates of other files.
    pub fn explain_missing_evidence(text: &FileInfo, source: &FileInfo) -> &'static str {
        match Self::weigh_dates(text, source, &BatchDates::default()).original {
            Some(_) => "three or more files have such dates, as after a copy",
            None => "they are less than two days apart or unknown",
        }
    }

    /// Returns a sentence with the probable original and the confidence, given the names of both.
    pub fn describe(&self, [text, source]: [&str; 2]) -> Option<String> {
        let name = match self.original? {
            Earlier::Text => text,
            Earlier::Source => source,
        };
        let sign = if self.confidence == Confidence::Fair { "" } else { ": a weak sign" };
        Some(format!("{name} may be the original{sign}"))
    }
}

fn compare_stated_dates(text: UsableDates<'_>, source: UsableDates<'_>) -> Option<Hint> {
    let (first, second) = (text.facts?, source.facts?);
    let all = [
        (Basis::Created, &first.created, &second.created, None),
        // A late change does not exclude an early creation. So a change is evidence only if it precedes the other
        // creation.
        (Basis::Changed, &first.changed, &second.created, Some(Earlier::Text)),
        (Basis::Changed, &first.created, &second.changed, Some(Earlier::Source)),
    ];
    all.into_iter().find_map(|(basis, of_text, of_source, only)| {
        let earlier =
            earlier_of_date_ranges(Day::parse_range(of_text)?, Day::parse_range(of_source)?)?;
        let holds = only.is_none_or(|only| only == earlier);
        holds.then(|| Hint { basis, text: of_text.clone(), source: of_source.clone(), earlier })
    })
}

fn compare_modification_days(text: UsableDates<'_>, source: UsableDates<'_>) -> Option<Hint> {
    let (first, second) = (text.modified?, source.modified?);
    let earlier = earlier_of_date_ranges((first, first), (second, second))?;
    let (text, source) = (first.to_string(), second.to_string());
    Some(Hint { basis: Basis::Modified, text, source, earlier })
}

/// Returns the document whose range of days ends at least two days before the other begins.
fn earlier_of_date_ranges(text: (Day, Day), source: (Day, Day)) -> Option<Earlier> {
    if text.1 <= source.0.minus_days(APART) {
        Some(Earlier::Text)
    } else if source.1 <= text.0.minus_days(APART) {
        Some(Earlier::Source)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use super::{Basis, BatchDates, Confidence, Earlier, Originality};
    use crate::pipeline::document::info::{DocInfo, FileInfo, Languages};
    use base::{day::Day, path::DocPath};
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
        let file = |facts: Facts, modified| FileInfo {
            facts: facts.shorten_facts(),
            modified,
            ..FileInfo::of_text(0)
        };
        let (one, two) = (file(text, text_day), file(source, source_day));
        let found = Originality::weigh_dates(&one, &two, &BatchDates::default());
        let back = Originality::weigh_dates(&two, &one, &BatchDates::default());
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
    fn dates_that_a_converter_or_a_copy_wrote_say_nothing() {
        let doc = |name: &str, created: &str, modified: &str| {
            let file = FileInfo {
                facts: facts(created, "").shorten_facts(),
                modified: Day::parse_range(modified).and_then(|(day, _)| day.midnight()),
                ..FileInfo::of_text(name.bytes().map(u128::from).sum())
            };
            let languages = Languages::from_one_language(None, 0);
            DocInfo { path: DocPath::new(name), file, languages, mixed: 0, words: 9, shingles: 9 }
        };
        let original = |docs: &[DocInfo]| {
            let found =
                Originality::weigh_dates(&docs[0].file, &docs[1].file, &BatchDates::new(docs));
            (found.original, found.confidence)
        };
        let (this_year, none) = ("2026-11-05T10:00:00Z", (None, Confidence::None));
        let of = |first: &str, others: [&str; 2], changed: [&str; 2]| {
            let year = ["2025/a", "2025/b", "2025/c"];
            let last = year.iter().zip([first, others[0], others[1]]);
            let last = last.map(|(name, created)| doc(name, created, changed[0]));
            let mut docs: Vec<DocInfo> = last.collect();
            docs.insert(1, doc("2026/d", this_year, changed[1]));
            docs
        };
        // Last year's folder was converted today, with the time of each file.
        let days = ["2026-11-27T08:00:01Z", "2026-11-27T08:03:00Z", "2026-11-26T23:59:00Z"];
        assert_eq!(original(&of(days[0], [days[1], days[2]], ["2026-11-27", "2026-11-09"])), none);
        // It was copied since.
        let minute = ["2026-11-27T08:00:01Z", "2026-11-27T08:00:02Z", "2026-11-27T08:00:59Z"];
        let copied = of(minute[0], [minute[1], minute[2]], ["2026-11-29", "2026-11-09"]);
        assert_eq!(original(&copied), none);
        assert_eq!(original(&of("", ["", ""], ["2026-11-29", "2026-11-09"])), none);
        // Its dates are its own.
        let own = ["2025-11-02T08:00:00Z", "2025-11-03T09:00:00Z", "2025-11-04T10:00:00Z"];
        let own = of(own[0], [own[1], own[2]], ["2026-11-29", "2026-11-09"]);
        assert_eq!(original(&own), (Some(Earlier::Text), Confidence::Fair));
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
