//! Builds the text of an office document from paragraphs, cells and sections. Text boxes come after their paragraph,
//! notes at the end.

use super::container::damaged_error;
use crate::extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable};
use crate::limits::{Limits, too_long_error};
use crate::roles::{Role, TextFate};
use crate::{one_line, text_builder::TextBuilder, text_gap::TextGap};

/// Deepest nesting of text boxes and notes, because each level copies its text. Deeper boxes and notes are written in
/// place.
const ASIDES: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aside {
    /// A text box, written after the paragraph that contains it.
    Box,
    /// A note, written at the end of the document.
    Note,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum ParagraphState {
    /// The paragraph has text, or has ended.
    #[default]
    Begun,
    Fresh,
    /// The next paragraph continues this one.
    Joined,
}

#[derive(Debug)]
struct OfficeFlow {
    out: TextBuilder,
    line: ParagraphState,
    /// True if the open paragraph is a list item. Without an open paragraph, true if the previous paragraph was one.
    is_item: bool,
    was_item: bool,
    /// Text length at the beginning of each open cell.
    cells: Vec<usize>,
    boxes: Vec<TextBuilder>,
}

#[derive(Debug)]
pub(super) struct OfficeText {
    /// Texts of the document and of the open asides, innermost last.
    flows: Vec<OfficeFlow>,
    flat: usize,
    notes: Vec<TextBuilder>,
    sections: Vec<TextSection>,
    coming: Option<TextSection>,
    is_heading: bool,
    remaining: u64,
    limits: Limits,
}

impl OfficeText {
    pub(super) fn new(limits: &Limits) -> Self {
        // Offsets of sections have 32 bits, so the text must be below 4 GiB.
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

    pub(super) fn begin_paragraph(&mut self) {
        self.change_flow(|flow| {
            if flow.line == ParagraphState::Joined {
                flow.line = ParagraphState::Begun;
                return;
            }
            flow.out.add_gap(flow.gap_before_paragraph());
            flow.line = ParagraphState::Fresh;
            flow.out.set_item_number("");
            flow.is_item = false;
        });
    }

    /// Marks the open paragraph as a list item, so that no empty line precedes the next item.
    pub(super) fn mark_list_item(&mut self) {
        self.change_flow(|flow| flow.is_item = true);
    }

    /// Sets the number of the open paragraph, which appears only with text.
    pub(super) fn set_number(&mut self, number: &str) {
        self.change_flow(|flow| flow.out.set_item_number(number.trim()));
    }

    /// Marks the open paragraph as a heading that begins a section.
    pub(super) fn mark_heading(&mut self) {
        if self.flows.len() == 1 && self.flat == 0 {
            let number = self.sections.len() as u32 + 1;
            self.begin_section(SectionKind::Chapter, number);
            self.is_heading = true;
        }
    }

    /// Begins a section at the next text, if any follows.
    pub(super) fn begin_section(&mut self, kind: SectionKind, number: u32) {
        self.coming = Some(TextSection { at: 0, kind, number, title: String::new() });
    }

    pub(super) fn set_section_title(&mut self, title: &str) {
        let section = self.coming.as_mut().or_else(|| self.sections.last_mut());
        if let Some(section) = section.filter(|section| section.title.is_empty()) {
            section.title = one_line::join_title_lines(title);
        }
    }

    pub(super) fn add_text(&mut self, piece: &str, role: Role) -> Result<(), Unreadable> {
        let in_main = self.flows.len() == 1;
        let Some(flow) = self.flows.last_mut() else { return Ok(()) };
        flow.out.set_role(role);
        if !matches!(role.treatment_of_text(), TextFate::Kept | TextFate::Judged) {
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
                flow.out.add_gap(TextGap::Paragraph);
            }
            flow.was_item = flow.is_item;
        }
        if in_main && let Some(mut section) = self.coming.take() {
            section.at = flow.out.write_gap_and_return_length() as u32;
            self.sections.push(section);
        }
        flow.out.push(piece);
        if flow.out.has_failed() {
            return Err(too_long_error(self.limits.text));
        }
        let added = flow.out.len().saturating_sub(before) as u64;
        self.remaining =
            self.remaining.checked_sub(added).ok_or_else(|| too_long_error(self.limits.text))?;
        Ok(())
    }

    pub(super) fn end_paragraph(&mut self) -> Result<(), Unreadable> {
        let in_main = self.flows.len() == 1;
        let Some(flow) = self.flows.last_mut() else { return Ok(()) };
        let was_fresh = std::mem::take(&mut flow.line) == ParagraphState::Fresh;
        if !was_fresh {
            flow.out.add_gap(TextGap::Line);
        }
        let boxes = std::mem::take(&mut flow.boxes);
        if in_main && std::mem::take(&mut self.is_heading) {
            if was_fresh {
                self.coming = None;
            } else if let Some(section) = self.sections.last_mut() {
                section.title =
                    one_line::join_title_lines(flow.out.text_since(section.at as usize));
            }
        }
        for text in boxes {
            self.append_aside(text)?;
        }
        Ok(())
    }

    /// Joins the open paragraph with the next one, because its end was deleted.
    pub(super) fn join_with_next_paragraph(&mut self) {
        self.change_flow(|flow| {
            if flow.line == ParagraphState::Begun {
                flow.line = ParagraphState::Joined;
            }
        });
    }

    pub(super) fn insert_document(&mut self, read: &Extracted) -> Result<(), Unreadable> {
        self.change_flow(|flow| flow.out.add_hidden(read.hidden));
        if read.text.is_empty() {
            return Ok(());
        }
        self.begin_paragraph();
        self.add_text(read.text.trim_end(), Role::Text)?;
        self.end_paragraph()
    }

    /// Appends paragraphs of an aside, whose words were counted before.
    fn append_aside(&mut self, text: TextBuilder) -> Result<(), Unreadable> {
        let read = text.finish()?;
        self.remaining = self.remaining.saturating_add(read.text.len() as u64);
        self.insert_document(&read)
    }

    pub(super) fn begin_cell(&mut self) {
        self.change_flow(|flow| flow.cells.push(flow.out.len()));
    }

    pub(super) fn end_cell(&mut self) {
        self.change_flow(|flow| {
            let began = flow.cells.pop().unwrap_or_default();
            // Cancels the gap after the last paragraph of a cell, which would precede the next cell.
            if flow.out.len() > began {
                flow.out.cancel_gap();
            }
            flow.out.add_gap(TextGap::Tab);
        });
    }

    pub(super) fn end_row(&mut self) {
        self.change_flow(|flow| flow.out.add_gap(TextGap::Line));
    }

    pub(super) fn add_gap_around_table(&mut self) {
        self.change_flow(|flow| {
            let is_inner = !flow.cells.is_empty();
            flow.out.add_gap(if is_inner { TextGap::Line } else { TextGap::Paragraph });
        });
    }

    /// Begins an aside, which ends at [`Self::end_aside`].
    pub(super) fn begin_aside(&mut self) {
        if self.flows.len() > ASIDES {
            self.flat += 1;
        } else {
            self.flows.push(OfficeFlow::new(&self.limits));
        }
    }

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
            Aside::Box => self.change_flow(|outer| outer.boxes.push(flow.out)),
            Aside::Note => self.notes.push(flow.out),
        }
    }

    pub(super) fn finish(mut self, facts: Facts) -> Result<Extracted, Unreadable> {
        // Ends the asides that a damaged document left open.
        while self.flows.len() > 1 {
            self.end_aside(Aside::Box);
        }
        self.end_paragraph()?;
        for note in std::mem::take(&mut self.notes) {
            self.change_flow(|flow| flow.out.add_gap(TextGap::Paragraph));
            self.append_aside(note)?;
        }
        let Some(flow) = self.flows.pop() else { return Ok(Extracted::default()) };
        Ok(Extracted { sections: self.sections, facts, ..flow.out.finish()? })
    }

    fn change_flow(&mut self, change: impl FnOnce(&mut OfficeFlow)) {
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

    fn gap_before_paragraph(&self) -> TextGap {
        // No gap: the first paragraph of a cell follows the tab directly.
        if self.cells.last().is_some_and(|&began| began == self.out.len()) {
            TextGap::None
        } else {
            TextGap::Line
        }
    }
}

pub(super) fn no_body_error(format: &'static str) -> Unreadable {
    damaged_error(format, "it has no body")
}
