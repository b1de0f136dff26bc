//! Text of Word documents (`.docx`) with all revisions accepted and hidden text dropped.

use std::collections::{HashMap, HashSet};
use std::{iter, path::Path};

use super::container::Container;
use super::docx_numbers::WordNumbers;
use super::office_text::{Aside, OfficeText};
use super::ooxml::{Relation, find_target, read_facts, read_relations};
use super::pptx::PptxReader;
use super::xml::{Walker, XmlFile, XmlNode, XmlTag};
use crate::extracted::{Extracted, Unreadable};
use crate::limits::Limits;
use crate::roles::{Look, Role, is_name_of_white, is_tiny_text_size};
use crate::work::read_embedded;

const FORMAT: &str = "DOCX";

/// Largest number of base styles followed, because a chain of base styles may be circular.
const BASES: usize = 32;

/// Reads a Word document: its body, then its footnotes and endnotes. Headings of level 1 begin sections.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    let mut container = Container::open(bytes, FORMAT, limits)?;
    let root = read_relations(&mut container, "")?;
    let main = find_target(&root, "officeDocument").unwrap_or("word/document.xml").to_string();
    let related = read_relations(&mut container, &main)?;
    let styles = match find_target(&related, "styles") {
        Some(name) => Styles::read(&mut container, name)?,
        None => Styles::default(),
    };
    let numbers = match find_target(&related, "numbering") {
        Some(name) => WordNumbers::read(&mut container, name)?,
        None => WordNumbers::default(),
    };
    let body = container.read_required_xml(&main)?;
    let mut reader = DocxReader {
        out: OfficeText::new(limits),
        styles,
        numbers,
        container,
        related,
        read_parts: HashSet::new(),
        has_body: false,
        in_notes: false,
        paragraph: Paragraph::default(),
        outer: Vec::new(),
        backs: vec![false],
        in_text: false,
    };
    reader.read_section(&body)?;
    if !reader.has_body {
        return Err(body.no_body_error());
    }
    reader.in_notes = true;
    for kind in ["footnotes", "endnotes"] {
        if let Some(name) = find_target(&reader.related, kind)
            && let Some(notes) = reader.container.read_xml(name)?
        {
            reader.read_section(&notes)?;
        }
    }
    // Damaged metadata does not prevent reading.
    reader.out.finish(read_facts(&mut reader.container, &root).unwrap_or_default())
}

#[derive(Debug, Clone, Default)]
struct Style {
    base: Option<String>,
    /// Outline level of the style, from 0.
    level: Option<u8>,
    look: Look,
    /// List to which paragraphs of the style belong, and their level in the list.
    list: Option<String>,
    list_level: Option<usize>,
}

#[derive(Debug, Default)]
struct Styles(HashMap<String, Style>);

impl Styles {
    fn read(container: &mut Container<'_>, name: &str) -> Result<Self, Unreadable> {
        let mut styles = HashMap::new();
        let Some(file) = container.read_xml(name)? else { return Ok(Self(styles)) };
        file.each_tag(|walker, tag| {
            if tag.name() == "style"
                && let Some(id) = tag.attribute("styleId")
            {
                let mut style = Style::default();
                walker.each_tag(|_, tag| style.read_property(tag));
                styles.insert(id, style);
            }
        })?;
        Ok(Self(styles))
    }

    fn look_of_style(&self, id: Option<&str>) -> Look {
        self.style_chain(id).fold(Look::default(), |look, style| look.inherit_from(style.look))
    }

    /// Returns a style and its base styles.
    fn style_chain(&self, id: Option<&str>) -> impl Iterator<Item = &Style> {
        let own = id.and_then(|id| self.0.get(id));
        iter::successors(own, |style| self.0.get(style.base.as_deref()?)).take(BASES)
    }
}

impl Style {
    fn read_property(&mut self, tag: &XmlTag<'_>) {
        match tag.name() {
            // Built-in styles have English names in every language of Word.
            "name" if self.level.is_none() => {
                let name = tag.attribute("val").unwrap_or_default().to_lowercase();
                self.level = name
                    .strip_prefix("heading ")
                    .and_then(|level| level.parse::<u8>().ok()?.checked_sub(1));
            }
            "outlineLvl" => self.level = tag.number("val"),
            "basedOn" => self.base = tag.attribute("val"),
            "numId" => self.list = tag.attribute("val"),
            "ilvl" => self.list_level = tag.number("val"),
            _ => read_look(&mut self.look, tag),
        }
    }
}

fn read_look(look: &mut Look, tag: &XmlTag<'_>) {
    let value = || tag.attribute("val").unwrap_or_default();
    match tag.name() {
        "vanish" => look.hidden = Some(tag.is_property_on()),
        "color" => look.white = Some(is_name_of_white(&value())),
        "sz" => {
            let size = tag.number("val");
            look.tiny = size.map(|half_points: f32| is_tiny_text_size(half_points / 2.0));
        }
        "vertAlign" => look.raised = Some(value() == "superscript"),
        "position" => look.raised = tag.number("val").map(|half_points: f32| half_points > 0.0),
        // A table style may have several shadings, of which any can be coloured.
        "shd" => look.backed = Some(is_coloured(tag) || look.backed == Some(true)),
        "highlight" => look.backed = Some(!matches!(value().as_str(), "none" | "white")),
        _ => {}
    }
}

/// Returns true if white text is visible on this background.
fn is_coloured(tag: &XmlTag<'_>) -> bool {
    let is_plain = |fill: String| fill == "auto" || is_name_of_white(&fill);
    !tag.attribute("fill").is_none_or(is_plain)
        || tag.attribute("val").is_some_and(|val| val == "solid")
}

/// An open paragraph. Paragraphs in text boxes nest.
#[derive(Debug, Default)]
struct Paragraph {
    look: Look,
    run: Look,
    is_ruby: bool,
    /// True if the end of the paragraph was deleted, so that the next paragraph continues it.
    is_joined: bool,
    /// Open fields, innermost last: true within the result, false within the code.
    fields: Vec<bool>,
}

impl Paragraph {
    fn is_outside_field_codes(&self) -> bool {
        self.fields.iter().all(|is_result| *is_result)
    }

    fn role(&self) -> Role {
        if self.is_ruby { Role::Ruby } else { self.run.role() }
    }
}

struct DocxReader<'a> {
    out: OfficeText,
    styles: Styles,
    numbers: WordNumbers,
    container: Container<'a>,
    related: Vec<Relation>,
    /// Names of related parts that were read. Each part is read once, because a small file could name a part many times.
    read_parts: HashSet<String>,
    has_body: bool,
    in_notes: bool,
    paragraph: Paragraph,
    outer: Vec<Paragraph>,
    /// Backgrounds of the page, and of each open table and its open cell. True if coloured.
    backs: Vec<bool>,
    in_text: bool,
}

impl DocxReader<'_> {
    fn read_section(&mut self, file: &XmlFile) -> Result<(), Unreadable> {
        file.walk(|walker| {
            while let Some(node) = walker.next_node() {
                match node {
                    XmlNode::Open(tag) => self.open_element(&tag, walker),
                    XmlNode::Close(end) => self.close_element(end.local_name().into_inner()),
                    XmlNode::Text(text) if self.in_text => self.add_text(&text),
                    XmlNode::Text(_) => {}
                }
            }
        })
    }

    fn open_element(&mut self, tag: &XmlTag<'_>, walker: &mut Walker<'_>) {
        match tag.name() {
            "body" => self.has_body = true,
            "p" => self.out.begin_paragraph(),
            "pPr" => self.read_paragraph_properties(walker),
            "rPr" => self.read_run_properties(walker),
            "t" => self.in_text = true,
            "tab" | "ptab" => self.add_text("\t"),
            "br" | "cr" => self.add_text("\n"),
            "noBreakHyphen" => self.add_text("\u{2011}"),
            "softHyphen" => self.add_text("\u{ad}"),
            "sym" => self.add_symbol(tag),
            "fldChar" => self.open_or_close_field(tag),
            "r" => self.paragraph.run = self.paragraph.look,
            "rt" => self.paragraph.is_ruby = true,
            "tbl" => {
                self.out.add_gap_around_table();
                self.backs.push(false);
            }
            "tc" => {
                self.out.begin_cell();
                self.backs.push(false);
            }
            "background" => self.set_background(true),
            "tblStyle" => {
                let back = self.styles.look_of_style(tag.attribute("val").as_deref()).backed;
                self.set_background(back.unwrap_or(false));
            }
            // This is the shading of a cell or table; the shading of text is among its properties.
            "shd" => self.set_background(is_coloured(tag)),
            "trPr" => Self::read_row_properties(walker),
            "txbxContent"
                if !self.paragraph.is_outside_field_codes()
                    || self.paragraph.role() == Role::Hidden =>
            {
                walker.skip_element();
            }
            "txbxContent" => {
                self.outer.push(std::mem::take(&mut self.paragraph));
                // A drawing or text box may have any colour.
                self.backs.push(true);
                self.out.begin_aside();
            }
            "altChunk" | "chart" => self.insert_part(tag.prefixed_attribute("id").as_deref()),
            "relIds" => self.insert_part(tag.prefixed_attribute("dm").as_deref()),
            "footnote" | "endnote"
                if tag.attribute("type").is_some_and(|kind| kind != "normal") =>
            {
                walker.skip_element();
            }
            // Skips deleted or moved text, and elements without text.
            "del" | "moveFrom" | "sectPr" | "sdtPr" => walker.skip_element(),
            _ => {}
        }
    }

    fn close_element(&mut self, name: &str) {
        match name {
            "t" => self.in_text = false,
            "rt" => self.paragraph.is_ruby = false,
            "p" => self.end_paragraph(),
            "tc" => {
                self.backs.pop();
                self.out.end_cell();
            }
            "tr" => self.out.end_row(),
            "tbl" => {
                self.backs.pop();
                self.out.add_gap_around_table();
            }
            "txbxContent" => {
                self.backs.pop();
                self.out.end_aside(Aside::Box);
                self.paragraph = self.outer.pop().unwrap_or_default();
            }
            _ => {}
        }
    }

    fn add_text(&mut self, text: &str) {
        if !self.paragraph.is_outside_field_codes() {
            return;
        }
        let mut role = self.paragraph.role();
        if role == Role::White && self.backs.contains(&true) {
            role = Role::Text;
        }
        self.out.add_text(text, role);
    }

    /// Sets the background of the innermost open table, cell or box, or of the page.
    fn set_background(&mut self, is_coloured: bool) {
        if let Some(back) = self.backs.last_mut() {
            *back = is_coloured;
        }
    }

    fn insert_part(&mut self, id: Option<&str>) {
        if let Err(refusal) = self.read_part(id) {
            self.out.stop_with_error(refusal);
        }
    }

    /// Reads another part in place: a diagram, a chart or a document in any format.
    fn read_part(&mut self, id: Option<&str>) -> Result<(), Unreadable> {
        let related = self.related.iter().find(|relation| Some(relation.id.as_str()) == id);
        let Some(Relation { kind, target, .. }) = related else { return Ok(()) };
        if !self.read_parts.insert(target.clone()) {
            return Ok(());
        }
        let Some(bytes) = self.container.read_entry(target)? else { return Ok(()) };
        let limits = self.container.limits();
        match kind.as_str() {
            "aFChunk" => {
                // All embedded documents together may have as many entries as one document, so that their nesting ends.
                let chunks = self.related.iter().filter(|other| other.kind == *kind).count();
                let entries = limits.entries / chunks as u64;
                let limits =
                    Limits { entries, ..limits.for_embedded_document("documents in documents")? };
                self.out.insert_document(&read_embedded(Path::new(target), &bytes, &limits)?);
            }
            "diagramData" | "chart" => {
                self.out.begin_aside();
                let file = XmlFile::decode(bytes, FORMAT, target, limits)?;
                PptxReader::new(&mut self.out, false).read_section(&file)?;
                self.out.end_aside(Aside::Box);
            }
            _ => {}
        }
        Ok(())
    }

    fn end_paragraph(&mut self) {
        let paragraph = &mut self.paragraph;
        paragraph.look = Look::default();
        // Ends open field codes, so that an unclosed field cannot hide the rest of the document.
        paragraph.fields.retain(|is_result| *is_result);
        if std::mem::take(&mut paragraph.is_joined) {
            self.out.join_with_next_paragraph();
        } else {
            self.out.end_paragraph();
        }
    }

    fn open_or_close_field(&mut self, tag: &XmlTag<'_>) {
        let fields = &mut self.paragraph.fields;
        match tag.attribute("fldCharType").as_deref() {
            Some("begin") => fields.push(false),
            Some("separate") => {
                if let Some(last) = fields.last_mut() {
                    *last = true;
                }
            }
            Some("end") => {
                fields.pop();
            }
            _ => {}
        }
    }

    /// Adds a symbol, unless its character has a meaning only in its font (private use).
    fn add_symbol(&mut self, tag: &XmlTag<'_>) {
        let code = tag.attribute("char").and_then(|code| u32::from_str_radix(&code, 16).ok());
        let known = code.filter(|code| !(0xe000..0xf900).contains(code)).and_then(char::from_u32);
        if let Some(character) = known {
            self.add_text(character.encode_utf8(&mut [0; 4]));
        }
    }

    fn read_paragraph_properties(&mut self, walker: &mut Walker<'_>) {
        let mut style = None;
        let mut own_level = None;
        let mut back = None;
        let (mut list, mut own_list_level) = (None, None);
        walker.each_tag(|walker, tag| match tag.name() {
            "pStyle" => style = tag.attribute("val"),
            "outlineLvl" => own_level = tag.number("val"),
            "numPr" => self.out.mark_list_item(),
            "numId" => list = tag.attribute("val"),
            "ilvl" => own_list_level = tag.number("val"),
            "del" => self.paragraph.is_joined = true,
            "shd" => back = Some(is_coloured(tag)),
            "pPrChange" | "rPrChange" => walker.skip_element(),
            _ => {}
        });
        let style = style.as_deref();
        let level =
            own_level.or_else(|| self.styles.style_chain(style).find_map(|style| style.level));
        if level == Some(0) && !self.in_notes {
            self.out.mark_heading();
        }
        let by_style = self.styles.look_of_style(style);
        self.paragraph.look = Look { backed: back, ..Look::default() }.inherit_from(by_style);
        if self.paragraph.look.hidden == Some(true) || self.paragraph.is_joined {
            return;
        }
        let list =
            list.or_else(|| self.styles.style_chain(style).find_map(|style| style.list.clone()));
        if let Some(list) = list {
            let by_style = || self.numbers.level_of_style_in_list(&list, style?);
            let level = own_list_level
                .or_else(by_style)
                .or_else(|| self.styles.style_chain(style).find_map(|style| style.list_level));
            if let Some(number) = self.numbers.next_number(&list, level.unwrap_or(0)) {
                self.out.set_number(&number);
            }
        }
    }

    fn read_run_properties(&mut self, walker: &mut Walker<'_>) {
        let mut own = Look::default();
        let mut by_style = Look::default();
        walker.each_tag(|walker, tag| match tag.name() {
            "rStyle" => by_style = self.styles.look_of_style(tag.attribute("val").as_deref()),
            "rPrChange" => walker.skip_element(),
            _ => read_look(&mut own, tag),
        });
        self.paragraph.run = own.inherit_from(by_style).inherit_from(self.paragraph.look);
    }

    fn read_row_properties(walker: &mut Walker<'_>) {
        let outside = walker.depth().saturating_sub(1);
        let mut is_deleted = false;
        walker.each_tag(|_, tag| is_deleted |= tag.name() == "del");
        while is_deleted && walker.depth() >= outside && walker.next_node().is_some() {}
    }
}
