//! Collects the text of an office document: paragraphs, cells, text boxes after their paragraph, notes at the end, sections.

use super::container::damaged;
use crate::extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable};
use crate::limits::{Limits, too_long};
use crate::roles::{Fate, Role};
use crate::{one_line, text_builder::TextBuilder, text_gap::TextGap};

/// Text boxes and notes within each other beyond which they stay where they are: each costs a copy of its text.
const ASIDES: usize = 4;

/// Where the text of an aside goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aside {
    /// Behind the paragraph in which it stands.
    Box,
    /// To the end of the document.
    Note,
}

/// How far the paragraph is that was begun last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum ParagraphState {
    /// It has text, or is over.
    #[default]
    Begun,
    /// It has no text yet.
    Fresh,
    /// The next one goes on with it.
    Joined,
}

/// One stretch of text: the document, or an aside.
#[derive(Debug)]
struct OfficeFlow {
    out: TextBuilder,
    line: ParagraphState,
    /// The paragraph is an item of a list, or was the last one.
    is_item: bool,
    was_item: bool,
    /// The length of the text where each open cell began.
    cells: Vec<usize>,
    /// Text boxes of the open paragraph.
    boxes: Vec<TextBuilder>,
}

/// The text so far.
#[derive(Debug)]
pub(super) struct OfficeText {
    /// The document, and open asides, innermost last.
    flows: Vec<OfficeFlow>,
    /// Open asides that stay where they are.
    flat: usize,
    notes: Vec<TextBuilder>,
    sections: Vec<TextSection>,
    /// A section that begins with the next text.
    coming: Option<TextSection>,
    /// The open paragraph is the heading of the last section.
    is_heading: bool,
    /// Bytes that are still allowed, of how many.
    remaining: u64,
    limits: Limits,
}

impl OfficeText {
    pub(super) fn new(limits: &Limits) -> Self {
        // The offsets of sections have 32 bits.
        let limits = Limits { text: limits.text.min(u64::from(u32::MAX)), ..*limits };
        Self {
            flows: vec![OfficeFlow::new(&limits)],
            flat: 0,
            notes: Vec::new(),
            sections: Vec::new(),
            coming: None,
            is_heading: false,
            remaining: limits.text,
            limits,
        }
    }

    /// A paragraph begins.
    pub(super) fn begin_paragraph(&mut self) {
        self.with(|flow| {
            if flow.line == ParagraphState::Joined {
                flow.line = ParagraphState::Begun;
                return;
            }
            flow.out.gap(flow.between());
            flow.line = ParagraphState::Fresh;
            flow.out.mark("");
            flow.is_item = false;
        });
    }

    /// The open paragraph is an item of a list: no empty line before the next one.
    pub(super) fn item(&mut self) {
        self.with(|flow| flow.is_item = true);
    }

    /// The number of the open paragraph. One without text shows none.
    pub(super) fn number(&mut self, number: &str) {
        self.with(|flow| flow.out.mark(number.trim()));
    }

    /// The open paragraph is a heading with which a section begins.
    pub(super) fn heading(&mut self) {
        if self.flows.len() == 1 && self.flat == 0 {
            let number = self.sections.len() as u32 + 1;
            self.begin_part(SectionKind::Chapter, number);
            self.is_heading = true;
        }
    }

    /// A section begins with the next text. One without text is none.
    pub(super) fn begin_part(&mut self, kind: SectionKind, number: u32) {
        self.coming = Some(TextSection { at: 0, kind, number, title: String::new() });
    }

    /// The title of the section that began last, unless it has one.
    pub(super) fn entitle(&mut self, title: &str) {
        let section = self.coming.as_mut().or_else(|| self.sections.last_mut());
        if let Some(section) = section.filter(|section| section.title.is_empty()) {
            section.title = one_line::title(title);
        }
    }

    /// Text of the open paragraph, as it is.
    ///
    /// # Errors
    /// [`Unreadable::Limit`]: there is more text than the limit.
    pub(super) fn text(&mut self, piece: &str, role: Role) -> Result<(), Unreadable> {
        let in_main = self.flows.len() == 1;
        let Some(flow) = self.flows.last_mut() else { return Ok(()) };
        flow.out.set_role(role);
        if !matches!(role.fate(), Fate::Kept | Fate::Judged) {
            flow.out.push(piece);
            return Ok(());
        }
        if flow.line == ParagraphState::Fresh && piece.trim().is_empty() {
            return Ok(());
        }
        let before = flow.out.len();
        if flow.line == ParagraphState::Fresh {
            flow.line = ParagraphState::Begun;
            let is_list = flow.is_item && flow.was_item;
            if flow.cells.is_empty() && !is_list && flow.out.len() > 0 {
                flow.out.gap(TextGap::Paragraph);
            }
            flow.was_item = flow.is_item;
        }
        if in_main && let Some(mut section) = self.coming.take() {
            section.at = flow.out.next_at() as u32;
            self.sections.push(section);
        }
        flow.out.push(piece);
        if flow.out.is_over() {
            return Err(too_long(self.limits.text));
        }
        let added = flow.out.len().saturating_sub(before) as u64;
        self.remaining =
            self.remaining.checked_sub(added).ok_or_else(|| too_long(self.limits.text))?;
        Ok(())
    }

    /// The open paragraph ends; its text boxes follow.
    ///
    /// # Errors
    /// As [`Self::text`].
    pub(super) fn end_paragraph(&mut self) -> Result<(), Unreadable> {
        let in_main = self.flows.len() == 1;
        let Some(flow) = self.flows.last_mut() else { return Ok(()) };
        let was_fresh = std::mem::take(&mut flow.line) == ParagraphState::Fresh;
        if !was_fresh {
            flow.out.gap(TextGap::Line);
        }
        let boxes = std::mem::take(&mut flow.boxes);
        if in_main && std::mem::take(&mut self.is_heading) {
            if was_fresh {
                self.coming = None;
            } else if let Some(section) = self.sections.last_mut() {
                section.title = one_line::title(flow.out.since(section.at as usize));
            }
        }
        for text in boxes {
            self.block(text)?;
        }
        Ok(())
    }

    /// The open paragraph goes on in the next one: its end was deleted.
    pub(super) fn join_paragraph(&mut self) {
        self.with(|flow| {
            if flow.line == ParagraphState::Begun {
                flow.line = ParagraphState::Joined;
            }
        });
    }

    /// A document within this one, as paragraphs of its own.
    ///
    /// # Errors
    /// As [`Self::text`].
    pub(super) fn insert(&mut self, read: &Extracted) -> Result<(), Unreadable> {
        self.with(|flow| flow.out.add_hidden(read.hidden));
        if read.text.is_empty() {
            return Ok(());
        }
        self.begin_paragraph();
        self.text(read.text.trim_end(), Role::Text)?;
        self.end_paragraph()
    }

    /// A paragraph or more that were collected elsewhere, and counted there.
    fn block(&mut self, text: TextBuilder) -> Result<(), Unreadable> {
        let read = text.finish()?;
        self.remaining = self.remaining.saturating_add(read.text.len() as u64);
        self.insert(&read)
    }

    pub(super) fn begin_cell(&mut self) {
        self.with(|flow| flow.cells.push(flow.out.len()));
    }

    pub(super) fn end_cell(&mut self) {
        self.with(|flow| {
            let began = flow.cells.pop().unwrap_or_default();
            // What the last paragraph of the cell put before the next line is not for the next cell.
            if flow.out.len() > began {
                flow.out.forget_gap();
            }
            flow.out.gap(TextGap::Tab);
        });
    }

    pub(super) fn end_row(&mut self) {
        self.with(|flow| flow.out.gap(TextGap::Line));
    }

    /// A table begins or ends.
    pub(super) fn table_edge(&mut self) {
        self.with(|flow| {
            let is_inner = !flow.cells.is_empty();
            flow.out.gap(if is_inner { TextGap::Line } else { TextGap::Paragraph });
        });
    }

    /// What follows, up to [`Self::end_aside`], goes elsewhere.
    pub(super) fn begin_aside(&mut self) {
        if self.flows.len() > ASIDES {
            self.flat += 1;
        } else {
            self.flows.push(OfficeFlow::new(&self.limits));
        }
    }

    /// What was begun last ends.
    pub(super) fn end_aside(&mut self, aside: Aside) {
        if self.flat > 0 {
            self.flat -= 1;
            return;
        }
        if self.flows.len() < 2 {
            return;
        }
        let Some(flow) = self.flows.pop() else { return };
        match aside {
            Aside::Box => self.with(|outer| outer.boxes.push(flow.out)),
            Aside::Note => self.notes.push(flow.out),
        }
    }

    /// All of it.
    ///
    /// # Errors
    /// As [`Self::text`].
    pub(super) fn finish(mut self, facts: Facts) -> Result<Extracted, Unreadable> {
        // A damaged document may leave some open.
        while self.flows.len() > 1 {
            self.end_aside(Aside::Box);
        }
        self.end_paragraph()?;
        for note in std::mem::take(&mut self.notes) {
            self.with(|flow| flow.out.gap(TextGap::Paragraph));
            self.block(note)?;
        }
        let Some(flow) = self.flows.pop() else { return Ok(Extracted::default()) };
        Ok(Extracted { sections: self.sections, facts, ..flow.out.finish()? })
    }

    fn with(&mut self, change: impl FnOnce(&mut OfficeFlow)) {
        if let Some(flow) = self.flows.last_mut() {
            change(flow);
        }
    }
}

impl OfficeFlow {
    fn new(limits: &Limits) -> Self {
        Self {
            out: TextBuilder::new(limits),
            line: ParagraphState::Begun,
            is_item: false,
            was_item: false,
            cells: Vec::new(),
            boxes: Vec::new(),
        }
    }

    /// What stands between the text and a paragraph that begins now.
    fn between(&self) -> TextGap {
        // In a cell, the first paragraph follows the tab before it.
        if self.cells.last().is_some_and(|&began| began == self.out.len()) {
            TextGap::None
        } else {
            TextGap::Line
        }
    }
}

/// The refusal of a document whose main element is missing.
pub(super) fn no_body(format: &'static str) -> Unreadable {
    damaged(format, "it has no body")
}
