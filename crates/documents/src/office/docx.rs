//! Word documents: the text of a `.docx`, as it stands when all revisions are accepted and nothing hidden is shown.

use std::collections::HashMap;

use super::container::Container;
use super::docx_numbers::WordNumbers;
use super::office_text::{Aside, OfficeText, no_body};
use super::ooxml::{facts, relations, target_of};
use super::xml::{Walker, XmlNode, XmlTag, characters};
use crate::extracted::{Extracted, Unreadable};
use crate::limits::Limits;

const FORMAT: &str = "DOCX";

/// Styles based on each other beyond which the rest is ignored: a circle of them has no end.
const BASES: usize = 32;

/// Reads a Word document: its body, then its footnotes and endnotes. Headings of level 1 begin sections.
///
/// # Errors
/// [`Unreadable`]: it is damaged, needs a password, or goes beyond a limit.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    let mut container = Container::open(bytes, FORMAT, limits)?;
    let root = relations(&mut container, "")?;
    let main = target_of(&root, "officeDocument").unwrap_or("word/document.xml").to_string();
    let related = relations(&mut container, &main)?;
    let styles = match target_of(&related, "styles") {
        Some(name) => Styles::read(&mut container, name)?,
        None => Styles::default(),
    };
    let mut numbers = match target_of(&related, "numbering") {
        Some(name) => WordNumbers::read(&mut container, name)?,
        None => WordNumbers::default(),
    };
    let mut out = OfficeText::new(limits);
    let body = container.required(&main)?;
    let found =
        DocxReader::new(&mut out, (&styles, &mut numbers), true).section(&body, &main, limits)?;
    drop(body);
    if !found {
        return Err(no_body(FORMAT));
    }
    for kind in ["footnotes", "endnotes"] {
        let Some(name) = target_of(&related, kind) else { continue };
        if let Some(notes) = container.read(name)? {
            DocxReader::new(&mut out, (&styles, &mut numbers), false)
                .section(&notes, name, limits)?;
        }
    }
    let facts = facts(&mut container, &root);
    out.finish(facts)
}

/// What a style says that counts here.
#[derive(Debug, Clone, Default)]
struct Style {
    base: Option<String>,
    /// Its level in the outline, from 0.
    level: Option<u8>,
    is_hidden: Option<bool>,
    /// The list of its paragraphs, and their level in it.
    list: Option<String>,
    list_level: Option<usize>,
}

/// The styles of a document by their ids.
#[derive(Debug, Default)]
struct Styles(HashMap<String, Style>);

impl Styles {
    fn read(container: &mut Container<'_>, name: &str) -> Result<Self, Unreadable> {
        let mut styles = HashMap::new();
        let Some(bytes) = container.read(name)? else { return Ok(Self(styles)) };
        let text = characters(&bytes, FORMAT, name)?;
        let mut walker = Walker::new(&text, FORMAT, name, container.limits());
        let mut open: Option<(String, Style)> = None;
        while let Some(node) = walker.next()? {
            match node {
                XmlNode::Open(tag) if tag.name() == "style" => {
                    open = tag.get("styleId").map(|id| (id, Style::default()));
                }
                XmlNode::Open(tag) => {
                    if let Some((_, style)) = &mut open {
                        style.take(&tag);
                    }
                }
                XmlNode::Close(end) if end.name() == "style" => styles.extend(open.take()),
                _ => {}
            }
        }
        Ok(Self(styles))
    }

    /// What a style or those that it is based on say.
    fn ask<T>(&self, id: Option<&str>, what: impl Fn(&Style) -> Option<T>) -> Option<T> {
        let mut style = self.0.get(id?);
        for _ in 0..BASES {
            let found = style?;
            if let Some(answer) = what(found) {
                return Some(answer);
            }
            style = self.0.get(found.base.as_deref()?);
        }
        None
    }
}

impl Style {
    fn take(&mut self, tag: &XmlTag<'_>) {
        match tag.name() {
            // Its name is English in every language.
            "name" if self.level.is_none() => {
                let name = tag.get("val").unwrap_or_default().to_lowercase();
                self.level = name
                    .strip_prefix("heading ")
                    .and_then(|level| level.parse::<u8>().ok()?.checked_sub(1));
            }
            "outlineLvl" => self.level = level(tag),
            "basedOn" => self.base = tag.get("val"),
            "vanish" => self.is_hidden = Some(tag.is_on()),
            "numId" => self.list = tag.get("val"),
            "ilvl" => self.list_level = list_level(tag),
            _ => {}
        }
    }
}

fn list_level(tag: &XmlTag<'_>) -> Option<usize> {
    tag.get("val")?.parse().ok()
}

fn level(tag: &XmlTag<'_>) -> Option<u8> {
    tag.get("val")?.parse().ok()
}

/// What holds for the open paragraph; text boxes have paragraphs within paragraphs.
#[derive(Debug, Default)]
struct Paragraph {
    /// Its style hides it.
    is_hidden: bool,
    /// The open run is hidden.
    is_run_hidden: bool,
    /// Its end was deleted.
    is_joined: bool,
    /// Open fields: whether what is read now is their result, not their code.
    fields: Vec<bool>,
}

impl Paragraph {
    fn is_visible(&self) -> bool {
        !self.is_hidden && !self.is_run_hidden && self.fields.iter().all(|is_result| *is_result)
    }
}

/// Reads one section of a document.
struct DocxReader<'a> {
    out: &'a mut OfficeText,
    styles: &'a Styles,
    numbers: &'a mut WordNumbers,
    /// Headings begin sections here.
    has_sections: bool,
    has_body: bool,
    paragraph: Paragraph,
    /// The paragraphs around the open text boxes.
    outer: Vec<Paragraph>,
    /// For each open choice between two forms of the same: one was taken.
    choices: Vec<bool>,
    /// The open element is one whose characters are text.
    in_text: bool,
}

impl<'a> DocxReader<'a> {
    fn new(
        out: &'a mut OfficeText,
        (styles, numbers): (&'a Styles, &'a mut WordNumbers),
        has_sections: bool,
    ) -> Self {
        Self {
            out,
            styles,
            numbers,
            has_sections,
            has_body: false,
            paragraph: Paragraph::default(),
            outer: Vec::new(),
            choices: Vec::new(),
            in_text: false,
        }
    }

    /// Reads a section; whether it has a body.
    fn section(mut self, bytes: &[u8], name: &str, limits: &Limits) -> Result<bool, Unreadable> {
        let text = characters(bytes, FORMAT, name)?;
        let mut walker = Walker::new(&text, FORMAT, name, limits);
        while let Some(node) = walker.next()? {
            match node {
                XmlNode::Open(tag) => self.open(&tag, &mut walker)?,
                XmlNode::Close(end) => self.close(end.name())?,
                XmlNode::Text(text) if self.in_text => self.text(&text)?,
                XmlNode::Text(_) => {}
            }
        }
        Ok(self.has_body)
    }

    fn open(&mut self, tag: &XmlTag<'_>, walker: &mut Walker<'_>) -> Result<(), Unreadable> {
        match tag.name() {
            "body" => self.has_body = true,
            "p" => self.out.begin_paragraph(),
            "pPr" => self.paragraph_properties(walker)?,
            "rPr" => self.run_properties(walker)?,
            "t" => self.in_text = true,
            "tab" | "ptab" => self.text("\t")?,
            "br" | "cr" => self.text("\n")?,
            "noBreakHyphen" => self.text("\u{2011}")?,
            "softHyphen" => self.text("\u{ad}")?,
            "sym" => self.symbol(tag)?,
            "fldChar" => self.field(tag),
            "tbl" => self.out.table_edge(),
            "tc" => self.out.begin_cell(),
            "trPr" => Self::row_properties(walker)?,
            "txbxContent" if !self.paragraph.is_visible() => walker.skip()?,
            "txbxContent" => {
                self.outer.push(std::mem::take(&mut self.paragraph));
                self.out.begin_aside();
            }
            "AlternateContent" => self.choices.push(false),
            "Choice" | "Fallback" if self.is_taken() => walker.skip()?,
            "footnote" | "endnote" if tag.get("type").is_some_and(|kind| kind != "normal") => {
                walker.skip()?;
            }
            // What was deleted or moved away, how a word is read aloud, and what is no text.
            "del" | "moveFrom" | "rt" | "sectPr" | "sdtPr" | "tblPr" | "tcPr" => walker.skip()?,
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, name: &str) -> Result<(), Unreadable> {
        match name {
            "t" => self.in_text = false,
            "r" => self.paragraph.is_run_hidden = false,
            "p" => self.end_paragraph()?,
            "tc" => self.out.end_cell(),
            "tr" => self.out.end_row(),
            "tbl" => self.out.table_edge(),
            "txbxContent" => {
                self.out.end_aside(Aside::Box);
                self.paragraph = self.outer.pop().unwrap_or_default();
            }
            "AlternateContent" => {
                self.choices.pop();
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Result<(), Unreadable> {
        if self.paragraph.is_visible() { self.out.text(text) } else { Ok(()) }
    }

    fn end_paragraph(&mut self) -> Result<(), Unreadable> {
        let paragraph = &mut self.paragraph;
        paragraph.is_hidden = false;
        paragraph.is_run_hidden = false;
        // A code does not go on in the next paragraph: a field that never ends must not swallow the document.
        paragraph.fields.retain(|is_result| *is_result);
        if std::mem::take(&mut paragraph.is_joined) {
            self.out.join_paragraph();
            return Ok(());
        }
        self.out.end_paragraph()
    }

    /// Of two forms of the same, such as a text box for new and for old programs, the first is read.
    fn is_taken(&mut self) -> bool {
        self.choices.last_mut().is_some_and(|is_chosen| std::mem::replace(is_chosen, true))
    }

    fn field(&mut self, tag: &XmlTag<'_>) {
        let fields = &mut self.paragraph.fields;
        match tag.get("fldCharType").as_deref() {
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

    /// A character of a font of symbols. Those that only this font has mean nothing elsewhere.
    fn symbol(&mut self, tag: &XmlTag<'_>) -> Result<(), Unreadable> {
        let code = tag.get("char").and_then(|code| u32::from_str_radix(&code, 16).ok());
        let known = code.filter(|code| !(0xe000..0xf900).contains(code)).and_then(char::from_u32);
        match known {
            Some(character) => self.text(character.encode_utf8(&mut [0; 4])),
            None => Ok(()),
        }
    }

    fn paragraph_properties(&mut self, walker: &mut Walker<'_>) -> Result<(), Unreadable> {
        let outside = walker.depth().saturating_sub(1);
        let mut style = None;
        let mut own_level = None;
        let (mut list, mut own_list_level) = (None, None);
        while walker.depth() > outside {
            let Some(node) = walker.next()? else { break };
            let XmlNode::Open(tag) = node else { continue };
            match tag.name() {
                "pStyle" => style = tag.get("val"),
                "outlineLvl" => own_level = level(&tag),
                "numPr" => self.out.item(),
                "numId" => list = tag.get("val"),
                "ilvl" => own_list_level = list_level(&tag),
                "del" => self.paragraph.is_joined = true,
                // How it was before.
                "pPrChange" | "rPrChange" => walker.skip()?,
                _ => {}
            }
        }
        let style = style.as_deref();
        let level = own_level.or_else(|| self.styles.ask(style, |style| style.level));
        if level == Some(0) && self.has_sections {
            self.out.heading();
        }
        self.paragraph.is_hidden = self.styles.ask(style, |style| style.is_hidden).unwrap_or(false);
        if self.paragraph.is_hidden || self.paragraph.is_joined {
            return Ok(());
        }
        let list = list.or_else(|| self.styles.ask(style, |style| style.list.clone()));
        if let Some(list) = list {
            let by_style = || self.numbers.level_of(&list, style?);
            let level = own_list_level
                .or_else(by_style)
                .or_else(|| self.styles.ask(style, |style| style.list_level));
            if let Some(number) = self.numbers.next(&list, level.unwrap_or(0)) {
                self.out.number(&number);
            }
        }
        Ok(())
    }

    fn run_properties(&mut self, walker: &mut Walker<'_>) -> Result<(), Unreadable> {
        let outside = walker.depth().saturating_sub(1);
        let mut own = None;
        let mut by_style = None;
        while walker.depth() > outside {
            let Some(node) = walker.next()? else { break };
            let XmlNode::Open(tag) = node else { continue };
            match tag.name() {
                "vanish" => own = Some(tag.is_on()),
                "rStyle" => {
                    by_style = self.styles.ask(tag.get("val").as_deref(), |style| style.is_hidden);
                }
                "rPrChange" => walker.skip()?,
                _ => {}
            }
        }
        self.paragraph.is_run_hidden = own.or(by_style).unwrap_or(false);
        Ok(())
    }

    /// Passes over the rest of a row that was deleted.
    fn row_properties(walker: &mut Walker<'_>) -> Result<(), Unreadable> {
        let outside = walker.depth().saturating_sub(1);
        let mut is_deleted = false;
        while walker.depth() > outside {
            let Some(node) = walker.next()? else { break };
            if let XmlNode::Open(tag) = node {
                is_deleted |= tag.name() == "del";
            }
        }
        while is_deleted && walker.depth() >= outside && walker.next()?.is_some() {}
        Ok(())
    }
}
