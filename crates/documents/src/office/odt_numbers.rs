use std::collections::HashMap;

use super::xml::XmlTag;
use crate::list_number::{LEVELS, ListCounts, NumberForm};
use crate::one_line::join_title_lines;
use crate::roles::Look;

/// Most characters of the text before or after a number, such as the brackets of `(1)`.
const AROUND: usize = 40;

#[derive(Debug, Default)]
pub(super) struct OdtStyles {
    pub(super) looks: HashMap<String, Look>,
    /// Levels of each list style, by name of the style. The name is empty for headings.
    lists: HashMap<String, [OdtLevel; LEVELS]>,
    pub(super) list_of: HashMap<String, String>,
}

#[derive(Debug, Default, Clone)]
struct OdtLevel {
    form: Option<NumberForm>,
    prefix: String,
    suffix: String,
    shown: usize,
    start: i64,
}

#[derive(Debug, Default)]
pub(super) struct OdtList {
    pub(super) id: Option<String>,
    pub(super) style: Option<String>,
    /// The list item that began, until its first paragraph begins.
    pub(super) item: Option<OdtItem>,
}

#[derive(Debug)]
pub(super) struct OdtItem {
    pub(super) number: Option<i64>,
}

impl OdtStyles {
    /// Returns the number of the next item of a level, or `None` if no number is shown.
    pub(super) fn next_number(
        &self,
        style: &str,
        level: usize,
        number: Option<i64>,
        counts: &mut ListCounts,
    ) -> Option<String> {
        let levels = self.lists.get(style)?;
        let starts: [i64; LEVELS] = levels.each_ref().map(|level| level.start);
        let numbers = counts.next_numbers(level, &starts, number);
        let own = levels.get(level)?;
        own.form?;
        let shown =
            levels.iter().enumerate().take(level + 1).skip((level + 1).saturating_sub(own.shown));
        let numbers = shown.filter_map(|(at, level)| Some(level.form?.format_number(numbers[at])));
        let numbers: Vec<String> = numbers.collect();
        Some(join_title_lines(&format!("{}{}{}", own.prefix, numbers.join("."), own.suffix)))
    }

    pub(super) fn add_level(&mut self, style: &str, tag: &XmlTag<'_>) {
        let level = tag.number("level").and_then(|level: usize| level.checked_sub(1));
        let around =
            |name: &str| tag.attribute(name).unwrap_or_default().chars().take(AROUND).collect();
        let levels = self.lists.entry(style.to_string()).or_default();
        if let Some(level) = level.and_then(|level| levels.get_mut(level)) {
            *level = OdtLevel {
                form: tag
                    .attribute("num-format")
                    .and_then(|first| NumberForm::from_first_number(&first)),
                prefix: around("num-prefix"),
                suffix: around("num-suffix"),
                shown: tag.number("display-levels").unwrap_or(1),
                start: tag.number::<i32>("start-value").unwrap_or(1).into(),
            };
        }
    }
}
