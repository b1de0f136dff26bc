//! Builds the text of an office document from paragraphs, cells and sections. Text boxes come after their paragraph,
//! notes at the end.

use crate::extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable};
use crate::limits::{Limits, too_long_error};
use crate::one_line;
use crate::roles::{Role, TextFate};
use crate::text_builder::{TextBuilder, TextGap};

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

/// Text of the document or of an aside.
#[derive(Debug, Default)]
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

#[derive(Debug, Default)]
pub(super) struct OfficeText {
    /// Text of the innermost open aside, or of the document if no aside is open.
    flow: OfficeFlow,
    /// Texts around `flow`, innermost last.
    outer: Vec<OfficeFlow>,
    /// Number of open asides that nest too deep and are written in place.
    flat: usize,
    notes: Vec<TextBuilder>,
    sections: Vec<TextSection>,
    /// Section that begins at the next text.
    coming: Option<TextSection>,
    is_heading: bool,
    /// Text so far of the open section's title, or `None` outside of the title.
    title: Option<String>,
    /// Bytes of text so far, in all flows.
    written: u64,
    limits: Limits,
}

impl OfficeText {
    pub(super) fn new(limits: &Limits) -> Self {
        // Offsets of sections have 32 bits, so the text must be below 4 GiB.
        let limits = Limits { text: limits.text.min(u64::from(u32::MAX)), ..*limits };
        Self { flow: OfficeFlow::new(&limits), limits, ..Self::default() }
    }

    pub(super) fn begin_paragraph(&mut self) {
        let flow = &mut self.flow;
        if flow.line == ParagraphState::Joined {
            return;
        }
        // The first paragraph of a cell follows the tab directly.
        if flow.cells.last().is_none_or(|&began| began != flow.out.len()) {
            flow.out.add_gap(TextGap::Line);
        }
        flow.line = ParagraphState::Fresh;
        flow.out.set_item_number("");
        flow.is_item = false;
    }

    /// Marks the open paragraph as a list item, so that no empty line precedes the next item.
    pub(super) fn mark_list_item(&mut self) {
        self.flow.is_item = true;
    }

    /// Sets the number of the open paragraph, which appears only with text.
    pub(super) fn set_number(&mut self, number: &str) {
        self.flow.out.set_item_number(number.trim());
    }

    /// Marks the open paragraph as a heading that begins a section.
    pub(super) fn mark_heading(&mut self) {
        if self.outer.is_empty() && self.flat == 0 {
            let number = self.sections.len() as u32 + 1;
            self.begin_section(SectionKind::Chapter, number);
            self.is_heading = true;
        }
    }

    /// Begins a section at the next text, if any follows.
    pub(super) fn begin_section(&mut self, kind: SectionKind, number: u32) {
        self.coming = Some(TextSection { at: 0, kind, number, title: String::new() });
    }

    /// Begins text that is the title of the open section, until [`Self::end_title`].
    pub(super) fn begin_title(&mut self) {
        self.title = Some(String::new());
    }

    pub(super) fn end_title(&mut self) {
        let Some(title) = self.title.take() else { return };
        let section = self.coming.as_mut().or_else(|| self.sections.last_mut());
        if let Some(section) = section.filter(|section| section.title.is_empty()) {
            section.title = one_line::join_title_lines(&title);
        }
    }

    pub(super) fn stop_with_error(&mut self, refusal: Unreadable) {
        self.flow.out.stop_with_error(refusal);
    }

    pub(super) fn add_text(&mut self, piece: &str, role: Role) {
        let flow = &mut self.flow;
        flow.out.set_role(role);
        if !matches!(role.treatment_of_text(), TextFate::Kept | TextFate::Judged) {
            flow.out.push(piece);
            return;
        }
        let is_fresh = flow.line == ParagraphState::Fresh;
        if flow.out.has_failed() || is_fresh && piece.trim().is_empty() {
            return;
        }
        let before = flow.out.len();
        if is_fresh {
            flow.line = ParagraphState::Begun;
            let is_list = flow.is_item && flow.was_item;
            if flow.cells.is_empty() && !is_list && flow.out.len() > 0 {
                flow.out.add_gap(TextGap::Paragraph);
            }
            flow.was_item = flow.is_item;
        }
        if self.outer.is_empty()
            && let Some(mut section) = self.coming.take()
        {
            section.at = flow.out.write_gap_and_return_length() as u32;
            self.sections.push(section);
        }
        if let Some(title) = &mut self.title {
            title.push_str(piece);
        }
        flow.out.push(piece);
        self.written += flow.out.len().saturating_sub(before) as u64;
        if self.written > self.limits.text {
            flow.out.stop_with_error(too_long_error(self.limits.text));
        }
    }

    pub(super) fn end_paragraph(&mut self) {
        if let Some(title) = &mut self.title {
            title.push(' ');
        }
        let flow = &mut self.flow;
        let was_fresh = std::mem::take(&mut flow.line) == ParagraphState::Fresh;
        if !was_fresh {
            flow.out.add_gap(TextGap::Line);
        }
        let boxes = std::mem::take(&mut flow.boxes);
        if self.outer.is_empty() && std::mem::take(&mut self.is_heading) {
            if was_fresh {
                self.coming = None;
            } else if let Some(section) = self.sections.last_mut() {
                section.title =
                    one_line::join_title_lines(flow.out.text_since(section.at as usize));
            }
        }
        for text in boxes {
            self.append_aside(text);
        }
    }

    /// Joins the open paragraph with the next one, because its end was deleted.
    pub(super) fn join_with_next_paragraph(&mut self) {
        if self.flow.line == ParagraphState::Begun {
            self.flow.line = ParagraphState::Joined;
        }
    }

    pub(super) fn insert_document(&mut self, read: &Extracted) {
        self.flow.out.add_hidden(read.hidden);
        if !read.text.is_empty() {
            self.begin_paragraph();
            self.add_text(read.text.trim_end(), Role::Text);
            self.end_paragraph();
        }
    }

    /// Appends paragraphs of an aside, whose words were counted before.
    fn append_aside(&mut self, text: TextBuilder) {
        match text.finish() {
            Ok(read) => {
                self.written = self.written.saturating_sub(read.text.len() as u64);
                self.insert_document(&read);
            }
            Err(refusal) => self.stop_with_error(refusal),
        }
    }

    pub(super) fn begin_cell(&mut self) {
        self.flow.cells.push(self.flow.out.len());
    }

    pub(super) fn end_cell(&mut self) {
        let began = self.flow.cells.pop().unwrap_or_default();
        // Cancels the gap after the last paragraph of a cell, which would precede the next cell.
        if self.flow.out.len() > began {
            self.flow.out.cancel_gap();
        }
        self.flow.out.add_gap(TextGap::Tab);
    }

    pub(super) fn end_row(&mut self) {
        self.flow.out.add_gap(TextGap::Line);
    }

    pub(super) fn add_gap_around_table(&mut self) {
        let is_inner = !self.flow.cells.is_empty();
        self.flow.out.add_gap(if is_inner { TextGap::Line } else { TextGap::Paragraph });
    }

    pub(super) fn begin_aside(&mut self) {
        if self.outer.len() >= ASIDES {
            self.flat += 1;
        } else {
            let inner = OfficeFlow::new(&self.limits);
            self.outer.push(std::mem::replace(&mut self.flow, inner));
        }
    }

    pub(super) fn end_aside(&mut self, aside: Aside) {
        if self.flat > 0 {
            self.flat -= 1;
            return;
        }
        let Some(outer) = self.outer.pop() else { return };
        let text = std::mem::replace(&mut self.flow, outer).out;
        match aside {
            Aside::Box => self.flow.boxes.push(text),
            Aside::Note => self.notes.push(text),
        }
    }

    pub(super) fn finish(mut self, facts: Facts) -> Result<Extracted, Unreadable> {
        self.end_paragraph();
        for note in std::mem::take(&mut self.notes) {
            self.flow.out.add_gap(TextGap::Paragraph);
            self.append_aside(note);
        }
        Ok(Extracted { sections: self.sections, facts, ..self.flow.out.finish()? })
    }
}

impl OfficeFlow {
    fn new(limits: &Limits) -> Self {
        Self { out: TextBuilder::new(limits), ..Self::default() }
    }
}
