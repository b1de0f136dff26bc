//! The line above a page of the laboratory: its question and the titles of all pages, as far as they fit. It draws nothing.

use crate::tui::drawing::glyphs::{columns, fitting};
use crate::tui::event_loop::action::StepDirection;
use crate::tui::screen::model::Model;

use super::model::LabPage;

/// The keys that change the page, before the titles.
const KEYS: &str = "←/→";
/// Columns of the line around a heading and a remark.
const LINE: u16 = 8;
/// Columns of the line after a remark.
const END: u16 = 3;

/// The line for a region of this width.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LabTitle {
    /// On the left: the question, or what is being tried.
    pub(crate) heading: String,
    /// On the right: the titles, or the number of this page.
    pub(crate) remark: String,
    has_titles: bool,
    page: LabPage,
    width: u16,
}

impl LabTitle {
    /// The line for what the laboratory shows now.
    pub(crate) fn new(model: &Model, width: u16) -> Self {
        let page = model.lab.page;
        let title = |other: &LabPage| match other.title() {
            title if *other == page => format!("[{title}]"),
            title => format!(" {title} "),
        };
        let titles: String = LabPage::ALL.iter().map(title).collect();
        let titles = format!("{}{titles}", keys(page));
        let room = width.saturating_sub(LINE + columns(&titles));
        let headings = headings(model);
        if let Some(heading) = headings.iter().find(|heading| columns(heading) <= room) {
            let heading = heading.clone();
            return Self { heading, remark: titles, has_titles: true, page, width };
        }
        let (place, pages) = (page.place() + 1, LabPage::ALL.len());
        let remark = format!("page {place} of {pages}, {KEYS}");
        let room = width.saturating_sub(LINE + columns(&remark));
        let heading = fitting(&headings, room).to_string();
        Self { heading, remark, has_titles: false, page, width }
    }

    /// The page that a click at a column opens: the one with the title there, or the next one if there are no titles.
    pub(crate) fn at(&self, column: u16) -> Option<LabPage> {
        let end = self.width.checked_sub(END)?;
        let begin = end.checked_sub(columns(&self.remark))?;
        if !self.has_titles {
            return (begin..end).contains(&column).then(|| self.page.stepped(StepDirection::Next));
        }
        let mut from = begin + columns(&keys(self.page));
        LabPage::ALL.into_iter().find(|page| {
            let place = from..from + columns(page.title()) + 2;
            from = place.end;
            place.contains(&column)
        })
    }
}

/// The keys before the titles, with a blank where the first title has none of its own.
fn keys(page: LabPage) -> String {
    let blank = if page.place() == 0 { " " } else { "" };
    format!("{KEYS}{blank}")
}

/// The question or what is being tried, the longest form first.
fn headings(model: &Model) -> Vec<String> {
    let lab = &model.lab;
    let question = lab.page.question();
    let stale = match (&lab.step, &lab.asked) {
        (Some(step), _) => {
            let (done, total) = (step.done + 1, step.total);
            return vec![format!("Laboratory: trying {}, {done} of {total}", step.what)];
        }
        (None, Some(_)) => return vec!["Laboratory: waiting for the folder".into()],
        (None, None) if lab.study().is_some_and(|study| *study.params != model.params) => {
            "stale · "
        }
        (None, None) => "",
    };
    vec![format!("{stale}Laboratory: {question}"), format!("{stale}Laboratory")]
}
