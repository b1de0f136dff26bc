//! `--skip-older`: hides pairs of two documents that are both older than a day.

use std::{fmt, str::FromStr};

use documents::Facts;

use super::values::ValueError;
use base::day::Day;

/// A day before which documents count as old. `None` hides no pairs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SkipOlder(Option<Day>);

impl FromStr for SkipOlder {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        if text == "off" {
            return Ok(Self::OFF);
        }
        let is_date = [4, 7, 10].contains(&text.len());
        let span = Day::parse_range(text).filter(|_| is_date && text.len() == date_length(text));
        let day = span.map(|(first, _)| Self(Some(first)));
        day.ok_or_else(|| "expected off, or a date such as 2026-11-16, 2026-11 or 2026".into())
    }
}

/// Returns the length of a full date with as many parts as the text.
fn date_length(text: &str) -> usize {
    4 + 3 * text.matches('-').count()
}

impl fmt::Display for SkipOlder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("off"),
            Some(day) => write!(f, "{day}"),
        }
    }
}

impl SkipOlder {
    pub const OFF: Self = Self(None);

    pub const fn day(self) -> Option<Day> {
        self.0
    }

    /// Returns true if the date is before the day; false without a date, because the document may be new.
    pub fn is_old(self, date: Option<RuleDate>) -> bool {
        self.0.is_some_and(|day| date.is_some_and(|date| date.day < day))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleDate {
    pub day: Day,
    /// True if the date is written in the file; false if it is the day of its modification.
    pub is_stated: bool,
}

impl RuleDate {
    /// Returns the date of a document, given the metadata of its file and the modification day.
    ///
    /// Dates in the file come first, because copying a file changes its modification time. Of two dates, the later
    /// counts; of a year or month, its last day.
    pub fn choose_date(facts: Option<&Facts>, modified: Option<Day>) -> Option<Self> {
        let last = |date: &String| Day::parse_range(date).map(|(_, last)| last);
        let stated = facts.and_then(|facts| last(&facts.created).max(last(&facts.changed)));
        let of = |day: Option<Day>, is_stated| day.map(|day| Self { day, is_stated });
        of(stated, true).or_else(|| of(modified, false))
    }
}

#[cfg(test)]
mod tests {
    use super::{RuleDate, SkipOlder};
    use base::day::Day;
    use documents::Facts;

    #[test]
    fn a_date_is_its_first_day() {
        for (typed, shown) in [
            ("off", "off"),
            ("2026-11-16", "2026-11-16"),
            ("2026-11", "2026-11-01"),
            ("2026", "2026-01-01"),
        ] {
            assert_eq!(typed.parse::<SkipOlder>().unwrap().to_string(), shown);
        }
        for typed in ["", "-1", "yesterday", "2026-02-30", "16.11.2026", "2026-11-16T10", "2026x11"]
        {
            assert!(typed.parse::<SkipOlder>().is_err(), "{typed}");
        }
    }

    #[test]
    fn what_the_file_says_comes_before_its_time_and_doubt_before_age() {
        let rule: SkipOlder = "2026-11-16".parse().unwrap();
        let facts = |created: &str, changed: &str| Facts {
            created: created.to_string(),
            changed: changed.to_string(),
            ..Facts::default()
        };
        let day = |text: &str| Some(Day::parse_range(text).unwrap().0);
        let (before, after) = (day("2026-11-15"), day("2026-11-16"));
        for (facts, modified, is_old) in [
            (None, before, true),
            (None, after, false),
            (None, None, false),
            (Some(facts("2020-05-01", "")), after, true),
            (Some(facts("2026-11-16", "")), before, false),
            (Some(facts("2020", "2026-11-17T09:00:00Z")), before, false),
            (Some(facts("2020", "2021")), after, true),
            // Some day of that month is not before.
            (Some(facts("2026-11", "")), before, false),
            // The author alone tells no date.
            (Some(facts("", "")), before, true),
        ] {
            let date = RuleDate::choose_date(facts.as_ref(), modified);
            assert_eq!(rule.is_old(date), is_old, "{facts:?} {modified:?}");
            assert!(!SkipOlder::OFF.is_old(date));
            let states = facts.as_ref().is_some_and(|facts| !facts.created.is_empty());
            let expected = (states || modified.is_some()).then_some(states);
            assert_eq!(date.map(|date| date.is_stated), expected);
        }
    }
}
