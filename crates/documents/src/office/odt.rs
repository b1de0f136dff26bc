//! Text of `OpenDocument` files: `.odt`, `.odp` and flat XML.

use std::collections::HashMap;

use super::container::Container;
use super::odt_numbers::{OdtItem, OdtList, OdtStyles};
use super::office_text::{Aside, OfficeText};
use super::xml::{Walker, XmlFile, XmlNode, XmlTag};
use crate::extracted::{Extracted, Facts, SectionKind, Unreadable};
use crate::list_number::ListCounts;
use crate::roles::{Look, Role, is_name_of_white, is_tiny_text_size};
use crate::{limits::Limits, moment::parse_date, one_line::join_fact_lines};

const FORMAT: &str = "OpenDocument";

/// Largest number of consecutive spaces that an element may add.
const SPACES: usize = 1000;

/// Reads a text or presentation. Headings of level 1, or slides, are sections. Footnotes and endnotes follow at the
/// end.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    let mut container = Container::open(bytes, FORMAT, limits)?;
    if let Some(manifest) = container.read_entry("META-INF/manifest.xml")?
        && memchr::memmem::find(&manifest, b"encryption-data").is_some()
    {
        return Err(Unreadable::Encrypted(FORMAT.into()));
    }
    let mut reader = OdtReader { out: OfficeText::new(limits), ..OdtReader::default() };
    if let Some(common_styles) = container.read_xml("styles.xml")? {
        reader.in_styles = true;
        reader.read_section(&common_styles)?;
        reader.in_styles = false;
    }
    reader.read_body(&container.read_required_xml("content.xml")?)?;
    let facts = container.read_xml("meta.xml").ok().flatten().map(|meta| {
        let mut about = OdtReader::default();
        about.read_section(&meta).ok().map(|()| about.facts)
    });
    reader.out.finish(facts.flatten().unwrap_or_default())
}

pub(crate) fn read_flat_xml(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    let mut reader = OdtReader { out: OfficeText::new(limits), ..OdtReader::default() };
    reader.read_body(&XmlFile::decode(bytes.to_vec(), FORMAT, "the file", limits)?)?;
    reader.out.finish(reader.facts)
}

#[derive(Default)]
struct OdtReader {
    out: OfficeText,
    facts: Facts,
    styles: OdtStyles,
    in_styles: bool,
    has_body: bool,
    in_body: bool,
    style: Option<String>,
    list_style: String,
    slide: u32,
    /// Looks of the open elements, with the depth of each element.
    looks: Vec<(u64, Look)>,
    ruby: u64,
    /// Open paragraphs, outermost first. Paragraphs of a text box nest within the paragraph of the box.
    paragraphs: Vec<OdtLine>,
    asides: u64,
    lists: Vec<OdtList>,
    /// Item counts of the outermost list, and of headings outside of lists.
    counts: ListCounts,
    headings: ListCounts,
    /// Item counts at the end of earlier lists, which a later list may continue, by id and style.
    counted: HashMap<String, ListCounts>,
}

#[derive(Debug, Clone, Copy)]
struct OdtLine {
    asides: u64,
    is_aside: bool,
    /// True if white space is dropped here: at the beginning of a paragraph and after a space.
    after_space: bool,
}

impl OdtReader {
    fn read_body(&mut self, file: &XmlFile) -> Result<(), Unreadable> {
        self.read_section(file)?;
        if self.has_body { Ok(()) } else { Err(file.no_body_error()) }
    }

    fn read_section(&mut self, file: &XmlFile) -> Result<(), Unreadable> {
        file.walk(|walker| {
            while let Some(node) = walker.next_node() {
                match node {
                    XmlNode::Open(tag) if self.in_body => self.open_element(&tag, walker),
                    XmlNode::Open(tag) => self.read_element_before_body(&tag, walker),
                    XmlNode::Close(end) => {
                        self.close_element(end.local_name().into_inner());
                        self.looks.pop_if(|(depth, _)| *depth > walker.depth());
                    }
                    XmlNode::Text(text) if self.is_in_paragraph() => self.add_folded_text(&text),
                    XmlNode::Text(_) => {}
                }
            }
        })
    }

    fn read_element_before_body(&mut self, tag: &XmlTag<'_>, walker: &mut Walker<'_>) {
        match tag.name() {
            "body" if !self.in_styles => {
                self.has_body = true;
                self.in_body = true;
            }
            // Skips page headers and footers, fonts, settings and scripts.
            "master-styles" | "font-face-decls" | "settings" | "scripts" => walker.skip_element(),
            "style" => {
                self.style = tag.attribute("name");
                let parent = tag.attribute("parent-style-name").unwrap_or_default();
                let styles = &mut self.styles;
                let look = styles.looks.get(&parent).copied();
                styles.looks.extend(self.style.clone().zip(look));
                let list = tag.attribute("list-style-name");
                let list = list.or_else(|| styles.list_of.get(&parent).cloned());
                styles.list_of.extend(self.style.clone().zip(list));
            }
            "list-style" => self.list_style = tag.attribute("name").unwrap_or_default(),
            "outline-style" => self.list_style = String::new(),
            "list-level-style-number" | "outline-level-style" => {
                self.styles.add_level(&self.list_style, tag);
            }
            "text-properties"
            | "paragraph-properties"
            | "table-cell-properties"
            | "graphic-properties" => {
                if let Some(style) = &self.style {
                    let look = self.styles.looks.entry(style.clone()).or_default();
                    *look = read_look(tag).inherit_from(*look);
                }
            }
            "title" => self.facts.title = join_fact_lines(&walker.read_text()),
            // Prefers the first author; the last author counts only without a first.
            "initial-creator" => self.facts.author = join_fact_lines(&walker.read_text()),
            "creator" => self.facts.fill("author", &walker.read_text()),
            "creation-date" => self.facts.created = parse_date(&walker.read_text()),
            "date" => self.facts.changed = parse_date(&walker.read_text()),
            _ => {}
        }
    }

    fn open_element(&mut self, tag: &XmlTag<'_>, walker: &mut Walker<'_>) {
        if self.skips_element(tag) {
            return walker.skip_element();
        }
        if let Some(look) = self.look_of_tag(tag) {
            self.looks.push((walker.depth(), look.inherit_from(self.innermost_look())));
        }
        let is_hidden = self.innermost_look().hidden == Some(true);
        match tag.name() {
            "p" | "h" => {
                // A shape within a paragraph contains its own paragraphs.
                let is_aside = self.is_in_paragraph();
                if is_aside {
                    self.asides += 1;
                    self.out.begin_aside();
                }
                self.out.begin_paragraph();
                self.paragraphs.push(OdtLine { asides: self.asides, is_aside, after_space: true });
                if !self.lists.is_empty() {
                    self.out.mark_list_item();
                }
                if !is_hidden && let Some(number) = self.take_paragraph_number(tag) {
                    self.out.set_number(&number);
                }
                if tag.name() == "h"
                    && tag.attribute("outline-level").is_none_or(|level| level == "1")
                {
                    self.out.mark_heading();
                }
            }
            "list" => self.begin_list(tag),
            "list-item" => {
                if let Some(list) = self.lists.last_mut() {
                    list.item = Some(OdtItem { number: tag.number("start-value") });
                }
            }
            "list-header" => {
                if let Some(list) = self.lists.last_mut() {
                    list.item = None;
                }
            }
            "ruby-text" => self.ruby += 1,
            "s" => {
                let count = tag.number("c").unwrap_or(1).min(SPACES);
                self.add_verbatim_text(&" ".repeat(count));
            }
            "tab" => self.add_verbatim_text("\t"),
            "line-break" => self.add_verbatim_text("\n"),
            "table" => self.out.add_gap_around_table(),
            "table-cell" => self.out.begin_cell(),
            "text-box" | "note-body" if !self.paragraphs.is_empty() => {
                self.asides += 1;
                self.out.begin_aside();
            }
            "page" => {
                self.slide += 1;
                self.out.begin_section(SectionKind::Slide, self.slide);
            }
            "frame" if tag.has_value("class", "title") => self.out.begin_title(),
            _ => {}
        }
    }

    fn close_element(&mut self, name: &str) {
        match name {
            "body" => self.in_body = false,
            _ if !self.in_body => {}
            "ruby-text" => self.ruby = self.ruby.saturating_sub(1),
            "p" | "h" => {
                self.out.end_paragraph();
                if self.paragraphs.pop().is_some_and(|line| line.is_aside) {
                    self.end_aside(Aside::Box);
                }
            }
            "list" => self.end_list(),
            "table" => self.out.add_gap_around_table(),
            "table-cell" => self.out.end_cell(),
            "table-row" => self.out.end_row(),
            "text-box" | "note-body" if !self.paragraphs.is_empty() => {
                self.end_aside(if name == "text-box" { Aside::Box } else { Aside::Note });
            }
            "frame" => self.out.end_title(),
            _ => {}
        }
    }

    fn begin_list(&mut self, tag: &XmlTag<'_>) {
        let style = tag.attribute("style-name");
        let continues = tag.has_value("continue-numbering", "true");
        let outer = self.lists.last().and_then(|list| list.style.clone());
        if self.lists.is_empty() {
            let before =
                tag.attribute("continue-list").or_else(|| style.clone().filter(|_| continues));
            self.counts =
                before.and_then(|before| self.counted.get(&before).copied()).unwrap_or_default();
        } else if !continues {
            self.counts.restart_level(self.lists.len());
        }
        self.lists.push(OdtList { id: tag.attribute("id"), style: style.or(outer), item: None });
    }

    fn end_list(&mut self) {
        let Some(list) = self.lists.pop() else { return };
        if self.lists.is_empty() {
            for name in [list.id, list.style].into_iter().flatten() {
                self.counted.insert(name, self.counts);
            }
        }
    }

    /// Counts an item or heading, and returns its number, or `None` if no number is shown.
    fn take_paragraph_number(&mut self, tag: &XmlTag<'_>) -> Option<String> {
        let by_paragraph =
            tag.attribute("style-name").and_then(|style| self.styles.list_of.get(&style));
        if let Some(level) = self.lists.len().checked_sub(1) {
            let list = self.lists.last_mut()?;
            let number = list.item.take()?.number;
            let style = list.style.as_ref().or(by_paragraph)?;
            return self.styles.next_number(style, level, number, &mut self.counts);
        }
        let is_plain =
            tag.has_value("is-list-header", "true") || by_paragraph.is_some_and(String::is_empty);
        if tag.name() != "h" || is_plain {
            return None;
        }
        let level = tag.number::<usize>("outline-level").unwrap_or(1).checked_sub(1)?;
        self.styles.next_number("", level, None, &mut self.headings)
    }

    fn end_aside(&mut self, aside: Aside) {
        self.asides = self.asides.saturating_sub(1);
        self.out.end_aside(aside);
    }

    /// Returns the look that an element sets for its content, or `None` if the element sets no look.
    fn look_of_tag(&self, tag: &XmlTag<'_>) -> Option<Look> {
        let is_hidden = match tag.name() {
            "hidden-text" | "hidden-paragraph" => !tag.has_value("is-hidden", "false"),
            "section" | "variable-set" | "user-field-get" | "expression" | "variable-get" => {
                tag.has_value("display", "none")
            }
            "text-box" | "custom-shape" | "page" => {
                return Some(Look { backed: Some(true), ..Look::default() });
            }
            "span" | "p" | "h" | "table-cell" => {
                return self.styles.looks.get(&tag.attribute("style-name")?).copied();
            }
            _ => false,
        };
        is_hidden.then_some(Look { hidden: Some(true), ..Look::default() })
    }

    fn innermost_look(&self) -> Look {
        self.looks.last().map_or_else(Look::default, |(_, look)| *look)
    }

    fn skips_element(&self, tag: &XmlTag<'_>) -> bool {
        match tag.name() {
            "number" | "forms" | "scripts" | "math" | "object" | "object-ole" | "thumbnail"
            | "tracked-changes" | "note-citation" | "binary-data" | "event-listeners"
            | "annotation" | "annotation-end" => true,
            // Skips the templates of tables of contents and indexes.
            name if name.ends_with("-source") => true,
            // Skips name and description of a picture. Inside a paragraph, a text field has the same name.
            "title" | "desc" => !self.is_in_paragraph() || !tag.is_prefixed("text"),
            "frame" | "custom-shape" => matches!(
                tag.attribute("class").as_deref(),
                Some("page-number" | "date-time" | "footer" | "header")
            ),
            _ => false,
        }
    }

    /// Returns true if characters at this position are text. Returns false between the paragraphs of a text box,
    /// although the outer paragraph is open.
    fn is_in_paragraph(&self) -> bool {
        self.paragraphs.last().is_some_and(|line| line.asides == self.asides)
    }

    fn add_folded_text(&mut self, text: &str) {
        for (position, word) in text.split([' ', '\t', '\n', '\r']).enumerate() {
            let Some(line) = self.paragraphs.last_mut() else { return };
            if position > 0 && !std::mem::replace(&mut line.after_space, true) {
                self.write_text(" ");
            }
            if !word.is_empty() {
                self.write_text(word);
                if let Some(line) = self.paragraphs.last_mut() {
                    line.after_space = false;
                }
            }
        }
    }

    fn add_verbatim_text(&mut self, text: &str) {
        if let Some(line) = self.paragraphs.last_mut() {
            line.after_space = false;
            self.write_text(text);
        }
    }

    fn write_text(&mut self, text: &str) {
        let role = if self.ruby > 0 { Role::Ruby } else { self.innermost_look().role() };
        self.out.add_text(text, role);
    }
}

fn read_look(tag: &XmlTag<'_>) -> Look {
    let size = tag.attribute("font-size");
    let points = size.as_deref().and_then(|size| size.strip_suffix("pt")?.parse().ok());
    Look {
        hidden: tag.attribute("display").map(|display| display == "none"),
        white: tag.attribute("color").map(|colour| is_name_of_white(&colour)),
        backed: (tag.attribute("background-color").or_else(|| tag.attribute("fill-color")))
            .map(|colour| colour != "transparent" && !is_name_of_white(&colour)),
        tiny: points.map(is_tiny_text_size),
        raised: (tag.attribute("text-position"))
            .map(|place| !place.starts_with(['-', '0']) && !place.starts_with("sub")),
    }
}
