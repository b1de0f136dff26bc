//! The numbers of items and headings in Open documents, as their styles say.

use std::collections::HashMap;

use super::xml::XmlTag;
use crate::list_number::{LEVELS, ListCounts, NumberForm};
use crate::one_line::title;
use crate::roles::Look;

/// The most characters before or behind a number.
const AROUND: usize = 40;

/// What styles say that counts here.
#[derive(Debug, Default)]
pub(super) struct OdtStyles {
    /// How what is written in them looks.
    pub(super) looks: HashMap<String, Look>,
    /// The levels of each style of lists; those of headings have no name.
    lists: HashMap<String, [OdtLevel; LEVELS]>,
    /// The styles of lists that styles of paragraphs name.
    pub(super) list_of: HashMap<String, String>,
}

/// How the items of one level are numbered.
#[derive(Debug, Default, Clone)]
struct OdtLevel {
    /// `None`: a bullet, or nothing.
    form: Option<NumberForm>,
    prefix: String,
    suffix: String,
    /// How many levels the number shows.
    shown: usize,
    start: i64,
}

/// An open list.
#[derive(Debug, Default)]
pub(super) struct OdtList {
    /// Its name in the file.
    pub(super) id: Option<String>,
    /// The name of its style.
    pub(super) style: Option<String>,
    /// The open item, as long as it has no paragraph.
    pub(super) item: Option<OdtItem>,
}

/// An open item of a list.
#[derive(Debug)]
pub(super) struct OdtItem {
    /// Its own number.
    pub(super) number: Option<i64>,
}

impl OdtStyles {
    /// The number of the next item of a level, if it shows one.
    pub(super) fn next(
        &self,
        style: &str,
        level: usize,
        number: Option<i64>,
        counts: &mut ListCounts,
    ) -> Option<String> {
        let levels = self.lists.get(style)?;
        let starts: [i64; LEVELS] = levels.each_ref().map(|level| level.start);
        counts.count(level, &starts, number);
        let own = levels.get(level)?;
        own.form?;
        let shown =
            levels.iter().enumerate().take(level + 1).skip((level + 1).saturating_sub(own.shown));
        let numbers =
            shown.filter_map(|(at, level)| Some(level.form?.write(counts.at(at, &starts))));
        let numbers: Vec<String> = numbers.collect();
        Some(title(&format!("{}{}{}", own.prefix, numbers.join("."), own.suffix)))
    }

    /// A level of a style of lists.
    pub(super) fn take_level(&mut self, style: &str, tag: &XmlTag<'_>) {
        let value = |name: &str| tag.get(name)?.parse::<i32>().ok();
        let level = value("level").and_then(|level| usize::try_from(level.checked_sub(1)?).ok());
        // White space between it and the number stays.
        let around = |name: &str| tag.get(name).unwrap_or_default().chars().take(AROUND).collect();
        let levels = self.lists.entry(style.to_string()).or_default();
        if let Some(level) = level.and_then(|level| levels.get_mut(level)) {
            *level = OdtLevel {
                form: tag.get("num-format").and_then(|first| NumberForm::by_first(&first)),
                prefix: around("num-prefix"),
                suffix: around("num-suffix"),
                shown: value("display-levels").and_then(|n| usize::try_from(n).ok()).unwrap_or(1),
                start: value("start-value").unwrap_or(1).into(),
            };
        }
    }
}
