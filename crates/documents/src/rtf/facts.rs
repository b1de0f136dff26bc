//! Reads the metadata of an RTF file, in its group `\info`.

use std::fmt::Write as _;

use crate::{extracted::Facts, one_line::join_fact_lines};

const LONGEST: usize = 8_192;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Title,
    Author,
    Created,
    Changed,
}

impl Field {
    pub(super) fn from_name(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"title" => Self::Title,
            b"author" => Self::Author,
            b"creatim" => Self::Created,
            b"revtim" => Self::Changed,
            _ => return None,
        })
    }
}

#[derive(Debug, Default)]
pub(super) struct FactWords {
    title: String,
    author: String,
    created: Moment,
    changed: Moment,
}

impl FactWords {
    pub(super) fn add_text(&mut self, field: Field, text: &str) {
        let fact = match field {
            Field::Title => &mut self.title,
            Field::Author => &mut self.author,
            Field::Created | Field::Changed => return,
        };
        if fact.len() + text.len() <= LONGEST {
            fact.push_str(text);
        }
    }

    /// Adds a number to a date: `\yr2020`.
    pub(super) fn set_date_part(&mut self, field: Field, name: &[u8], number: Option<i32>) {
        let moment = match field {
            Field::Created => &mut self.created,
            Field::Changed => &mut self.changed,
            Field::Title | Field::Author => return,
        };
        let unit: &[u8] = name;
        let units: [&[u8]; 6] = [b"yr", b"mo", b"dy", b"hr", b"min", b"sec"];
        for (value, name) in moment.0.iter_mut().zip(units) {
            if unit == name {
                *value = number;
            }
        }
    }

    pub(super) fn finish(self) -> Facts {
        Facts {
            title: join_fact_lines(&self.title),
            author: join_fact_lines(&self.author),
            created: self.created.format_moment(),
            changed: self.changed.format_moment(),
        }
    }
}

/// Year, month, day, hour, minute and second without a time zone.
#[derive(Debug, Default)]
struct Moment([Option<i32>; 6]);

impl Moment {
    /// Formats the parts that are known and plausible.
    fn format_moment(&self) -> String {
        let mut text = String::new();
        let [year, month, day, hour, minute, second] = self.0;
        let Some(year @ 1..=9999) = year else { return text };
        let _ = write!(text, "{year:04}");
        let (Some(month @ 1..=12), Some(day @ 1..=31)) = (month, day) else { return text };
        let _ = write!(text, "-{month:02}-{day:02}");
        let (Some(hour @ 0..=23), Some(minute @ 0..=59)) = (hour, minute) else { return text };
        let second = second.filter(|second| (0..60).contains(second)).unwrap_or(0);
        let _ = write!(text, "T{hour:02}:{minute:02}:{second:02}");
        text
    }
}
