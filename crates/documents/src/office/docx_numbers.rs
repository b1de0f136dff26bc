//! Numbers of paragraphs in Word documents, counted like Word.

use std::collections::{HashMap, HashSet};

use super::container::Container;
use super::xml::XmlTag;
use crate::list_number::{LEVELS, ListCounts, NumberForm};
use crate::{extracted::Unreadable, one_line::join_title_lines};

#[derive(Debug, Clone, Default)]
struct WordLevel {
    start: Option<i64>,
    /// Form of the number, or `None` for a bullet or no number.
    form: Option<NumberForm>,
    /// Text of the number, in which `%1` stands for the number of level 1: `(%1.%2)`.
    text: String,
    style: Option<String>,
    /// True if numbers of higher levels are shown in digits, whatever their form.
    is_legal: bool,
}

type WordLevels = HashMap<usize, WordLevel>;

/// A list, or a list form that several lists share.
#[derive(Debug, Default)]
struct WordList {
    /// Name of the list's form; for a form, name of the form that replaces this form.
    form: String,
    /// Only for forms: the style that defines this form, and the style whose form replaces it.
    own_style: Option<String>,
    style: Option<String>,
    levels: WordLevels,
    starts: HashMap<usize, i64>,
}

#[derive(Debug, Default)]
pub(super) struct WordNumbers {
    forms: HashMap<String, WordList>,
    lists: HashMap<String, WordList>,
    counts: HashMap<String, ListCounts>,
    begun: HashSet<String>,
}

impl WordNumbers {
    pub(super) fn read(container: &mut Container<'_>, name: &str) -> Result<Self, Unreadable> {
        let mut all = Self::default();
        let Some(file) = container.read_xml(name)? else { return Ok(all) };
        file.each_tag(|walker, tag| {
            let (lists, id) = match tag.name() {
                "abstractNum" => (&mut all.forms, tag.attribute("abstractNumId")),
                "num" => (&mut all.lists, tag.attribute("numId")),
                _ => return,
            };
            let (mut list, mut level) = (WordList::default(), 0);
            walker.each_tag(|_, tag| match tag.name() {
                "lvl" | "lvlOverride" => level = tag.number("ilvl").unwrap_or(0),
                _ => list.read_property(tag, level),
            });
            lists.extend(id.map(|id| (id, list)));
        })?;
        let own = |(id, form): (&String, &WordList)| Some((form.own_style.clone()?, id.clone()));
        let own: HashMap<String, String> = all.forms.iter().filter_map(own).collect();
        for form in all.forms.values_mut() {
            form.form =
                form.style.as_ref().and_then(|style| own.get(style)).cloned().unwrap_or_default();
        }
        Ok(all)
    }

    pub(super) fn level_of_style_in_list(&self, list: &str, style: &str) -> Option<usize> {
        let (_, levels) = self.levels_of_list(list)?;
        let found = levels.iter().find(|(_, level)| level.style.as_deref() == Some(style));
        found.map(|(level, _)| *level)
    }

    /// Returns the number of the next paragraph of a list, or `None` if no number is shown.
    pub(super) fn next_number(&mut self, list_id: &str, level: usize) -> Option<String> {
        let list = self.lists.get(list_id)?;
        let (form, levels) = self.levels_of_list(list_id)?;
        let at = |level: usize| list.levels.get(&level).or_else(|| levels.get(&level));
        let starts: [i64; LEVELS] =
            std::array::from_fn(|level| at(level).and_then(|level| level.start).unwrap_or(0));
        let mut counts = self.counts.get(form).copied().unwrap_or_default();
        if !self.begun.contains(list_id) {
            list.starts.iter().for_each(|(level, start)| counts.begin_level(*level, *start));
        }
        let numbers = counts.next_numbers(level, &starts, None);
        let shown = at(level).filter(|level| level.form.is_some());
        let text = shown.map(|shown| {
            let mut text = String::new();
            let mut signs = shown.text.chars().peekable();
            while let Some(sign) = signs.next() {
                let digit = signs.peek().and_then(|digit| digit.to_digit(10));
                match digit.filter(|digit| sign == '%' && *digit > 0) {
                    Some(digit) => {
                        signs.next();
                        let level = digit as usize - 1;
                        let form = at(level).and_then(|level| level.form);
                        let form = form.filter(|_| !shown.is_legal).unwrap_or_default();
                        text.push_str(&form.format_number(numbers[level]));
                    }
                    None => text.push(sign),
                }
            }
            text
        });
        let form = form.to_string();
        self.counts.insert(form, counts);
        self.begun.insert(list_id.to_string());
        text
    }

    /// Returns the name of a list's form, and the levels of this form or of the form that replaces this form.
    fn levels_of_list(&self, list: &str) -> Option<(&str, &WordLevels)> {
        let id = &*self.lists.get(list)?.form;
        let form = self.forms.get(id)?;
        let taken = self.forms.get(&form.form);
        Some((id, &taken.unwrap_or(form).levels))
    }
}

impl WordList {
    fn read_property(&mut self, tag: &XmlTag<'_>, at: usize) {
        let val = || tag.attribute("val");
        match tag.name() {
            "abstractNumId" => self.form = val().unwrap_or_default(),
            "styleLink" => self.own_style = val(),
            "numStyleLink" => self.style = val(),
            "startOverride" if at < LEVELS => {
                self.starts.extend(tag.number("val").map(|start| (at, start)));
            }
            name @ ("start" | "numFmt" | "lvlText" | "pStyle" | "isLgl") if at < LEVELS => {
                let level = self.levels.entry(at).or_default();
                match name {
                    "start" => level.start = tag.number("val"),
                    "numFmt" => level.form = val().and_then(|form| parse_number_form(&form)),
                    "lvlText" => level.text = join_title_lines(&val().unwrap_or_default()),
                    "pStyle" => level.style = val(),
                    _ => level.is_legal = tag.is_property_on(),
                }
            }
            _ => {}
        }
    }
}

fn parse_number_form(name: &str) -> Option<NumberForm> {
    Some(match name {
        "bullet" | "none" => return None,
        "decimalZero" => NumberForm::TwoDigits,
        "lowerLetter" => NumberForm::LowerLetter,
        "upperLetter" => NumberForm::UpperLetter,
        "lowerRoman" => NumberForm::LowerRoman,
        "upperRoman" => NumberForm::UpperRoman,
        _ => NumberForm::Decimal,
    })
}
