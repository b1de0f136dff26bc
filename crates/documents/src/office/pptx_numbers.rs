//! Numbers of paragraphs on slides, which continue from the previous paragraph of the same level and form.

use super::xml::{Walker, XmlTag};
use crate::list_number::{LEVELS, ListCounts, NumberForm};
use crate::one_line::join_title_lines;

#[derive(Debug, Clone, PartialEq, Eq)]
struct SlideNumber {
    kind: String,
    start: i64,
}

#[derive(Debug, Default)]
pub(super) struct SlideNumbers {
    counts: ListCounts,
    last: [Option<SlideNumber>; LEVELS],
    /// Level and numbering of the open paragraph until its first text.
    open: Option<(usize, Option<SlideNumber>)>,
}

impl SlideNumbers {
    pub(super) fn begin_paragraph(&mut self) {
        self.open = Some((0, None));
    }

    pub(super) fn read_properties(&mut self, tag: &XmlTag<'_>, walker: &mut Walker<'_>) {
        let (level, mut found) = (tag.number::<usize>("lvl"), None);
        walker.each_tag(|_, tag| {
            if tag.name() == "buAutoNum" {
                let kind = join_title_lines(&tag.attribute("type").unwrap_or_default());
                found = Some(SlideNumber { kind, start: tag.number("startAt").unwrap_or(1) });
            }
        });
        let level = level.unwrap_or(0).min(LEVELS - 1);
        self.open = Some((level, found));
    }

    /// Returns the number of the open paragraph at its first text, or `None` if no number is shown.
    pub(super) fn take_number(&mut self) -> Option<String> {
        let (level, number) = self.open.take()?;
        let deeper = self.last.get_mut(level..)?;
        if deeper.first() != Some(&number) {
            self.counts.restart_level(level);
        }
        deeper.fill(None);
        let shown = deeper.first_mut()?.insert(number?);
        let numbers = self.counts.next_numbers(level, &[shown.start; LEVELS], None);
        Some(shown.format_number(*numbers.get(level)?))
    }
}

impl SlideNumber {
    fn format_number(&self, number: i64) -> String {
        let forms = [
            ("alphaLc", NumberForm::LowerLetter),
            ("alphaUc", NumberForm::UpperLetter),
            ("romanLc", NumberForm::LowerRoman),
            ("romanUc", NumberForm::UpperRoman),
        ];
        let form = forms.into_iter().find(|(name, _)| self.kind.starts_with(name));
        let number = form.map_or_else(NumberForm::default, |(_, form)| form).format_number(number);
        match &self.kind {
            kind if kind.ends_with("Period") => format!("{number}."),
            kind if kind.ends_with("ParenBoth") => format!("({number})"),
            kind if kind.ends_with("ParenR") => format!("{number})"),
            _ => number,
        }
    }
}
