//! XML as a flat sequence of nodes without a tree. Names lose their prefixes, entities become text, and depth is
//! limited.

use std::{borrow::Cow, str::FromStr, string::FromUtf8Error};

use quick_xml::Reader;
use quick_xml::escape::resolve_xml_entity;
use quick_xml::events::{BytesEnd, BytesStart, Event};

use crate::decode::{Charset, decode};
use crate::{extracted::Unreadable, limits::Limits, one_line::join_lines};

#[derive(Debug)]
pub(super) enum XmlNode<'a> {
    /// Beginning of an element; an empty element gives `Open` and `Close`.
    Open(XmlTag<'a>),
    Close(BytesEnd<'a>),
    /// Characters or an entity. Only the entities of XML are resolved; others stay unchanged.
    Text(Cow<'a, str>),
}

#[derive(Debug)]
pub(super) struct XmlTag<'a>(BytesStart<'a>);

impl XmlTag<'_> {
    /// Returns the name without its prefix, because programs choose prefixes freely.
    pub(super) fn name(&self) -> &str {
        self.0.local_name().into_inner()
    }

    /// Returns the value of the first attribute with this name and any or no prefix.
    pub(super) fn attribute(&self, name: &str) -> Option<String> {
        self.find_attribute(|key, _| key == name)
    }

    /// Returns the value of an attribute as a number, or `None` if the attribute is missing or no such number.
    pub(super) fn number<T: FromStr>(&self, name: &str) -> Option<T> {
        self.attribute(name)?.parse().ok()
    }

    /// Returns the value of the first attribute with this name and a prefix: `r:id` next to `id`.
    pub(super) fn prefixed_attribute(&self, name: &str) -> Option<String> {
        self.find_attribute(|key, has_prefix| has_prefix && key == name)
    }

    pub(super) fn is_prefixed(&self, prefix: &str) -> bool {
        self.0.name().prefix().is_some_and(|found| found.into_inner() == prefix)
    }

    pub(super) fn has_value(&self, name: &str, value: &str) -> bool {
        self.attribute(name).is_some_and(|found| found == value)
    }

    /// Returns true for a property without a value, or with a value that switches it on.
    pub(super) fn is_property_on(&self) -> bool {
        self.attribute("val")
            .is_none_or(|value| !matches!(value.as_str(), "0" | "false" | "off" | "none"))
    }

    fn find_attribute(&self, fits: impl Fn(&str, bool) -> bool) -> Option<String> {
        // Skips the check for duplicates, which compares all pairs of attributes.
        let mut attributes = self.0.attributes();
        let found = attributes.with_checks(false).flatten().find(|attribute| {
            let (name, prefix) = attribute.key.decompose();
            fits(name.into_inner(), prefix.is_some())
        })?;
        let value = found.normalized_value(quick_xml::XmlVersion::Implicit1_0);
        Some(value.unwrap_or(found.value).into_owned())
    }
}

pub(super) struct XmlFile {
    text: String,
    /// Name of the file and of its container's format, for error messages.
    name: String,
    format: &'static str,
    limits: Limits,
}

impl XmlFile {
    /// Decodes a file in UTF-8, UTF-16 or its declared encoding.
    pub(super) fn decode(
        bytes: Vec<u8>,
        format: &'static str,
        name: &str,
        limits: &Limits,
    ) -> Result<Self, Unreadable> {
        let text = match String::from_utf8(bytes) {
            Ok(text) if !text.starts_with("<\0") => text,
            other => {
                let bytes = other.map_or_else(FromUtf8Error::into_bytes, String::into_bytes);
                let decoded = decode(&bytes, declared_encoding(&bytes)).map_err(|error| {
                    let what = format!("{name}: {}", join_lines(&error.to_string()));
                    Unreadable::damaged_error(format, what)
                })?;
                decoded.text.into_owned()
            }
        };
        Ok(Self { text, name: name.to_string(), format, limits: *limits })
    }

    pub(super) fn text(&self) -> &str {
        self.text.strip_prefix('\u{feff}').unwrap_or(&self.text)
    }

    /// Walks through the file. An error ends the walk, and is returned after it.
    pub(super) fn walk<T>(&self, read: impl FnOnce(&mut Walker<'_>) -> T) -> Result<T, Unreadable> {
        let mut reader = Reader::from_str(self.text());
        reader.config_mut().expand_empty_elements = true;
        // A bare `&` must not make the whole document unreadable.
        reader.config_mut().allow_dangling_amp = true;
        let mut walker =
            Walker { reader, depth: 0, file: self, choices: Vec::new(), failure: None };
        let read = read(&mut walker);
        walker.failure.map_or(Ok(read), Err)
    }

    pub(super) fn each_tag(
        &self,
        read: impl FnMut(&mut Walker<'_>, &XmlTag<'_>),
    ) -> Result<(), Unreadable> {
        self.walk(|walker| walker.each_tag(read))
    }

    pub(super) fn malformed_error(&self, what: &str) -> Unreadable {
        Unreadable::damaged_error(self.format, format!("{}: {what}", self.name))
    }

    /// Returns the error for a file without the element that every file of its format has.
    pub(super) fn no_body_error(&self) -> Unreadable {
        Unreadable::damaged_error(self.format, "it has no body")
    }
}

pub(super) struct Walker<'a> {
    reader: Reader<&'a [u8]>,
    depth: u64,
    file: &'a XmlFile,
    /// For each open choice between alternative forms, true if a form was returned.
    choices: Vec<bool>,
    failure: Option<Unreadable>,
}

impl<'a> Walker<'a> {
    /// Returns the number of open elements.
    pub(super) fn depth(&self) -> u64 {
        self.depth
    }

    /// Returns the next node; `None` at the end. Of alternative forms, such as a text box for new and for old programs,
    /// returns only the first.
    pub(super) fn next_node(&mut self) -> Option<XmlNode<'a>> {
        loop {
            let node = self.next_raw_node();
            match &node {
                Some(XmlNode::Open(tag)) => match tag.name() {
                    "AlternateContent" => self.choices.push(false),
                    "Choice" | "Fallback" if self.is_choice_taken_before() => {
                        self.skip_element();
                        continue;
                    }
                    _ => {}
                },
                Some(XmlNode::Close(end))
                    if end.local_name().into_inner() == "AlternateContent" =>
                {
                    self.choices.pop();
                }
                _ => {}
            }
            return node;
        }
    }

    /// Returns the next node, also of a form that [`Self::next_node`] skips.
    fn next_raw_node(&mut self) -> Option<XmlNode<'a>> {
        while self.failure.is_none() {
            match self.reader.read_event() {
                Ok(Event::Start(tag)) => {
                    self.depth += 1;
                    if self.depth <= self.file.limits.depth {
                        return Some(XmlNode::Open(XmlTag(tag)));
                    }
                    let what = format!("the elements of {}", self.file.name);
                    self.failure = Some(self.file.limits.too_deep_error(&what));
                }
                Ok(Event::End(end)) => {
                    self.depth = self.depth.saturating_sub(1);
                    return Some(XmlNode::Close(end));
                }
                Ok(Event::Text(text)) => return Some(XmlNode::Text(text.xml10_content())),
                Ok(Event::CData(text)) => return Some(XmlNode::Text(text.xml10_content())),
                Ok(Event::GeneralRef(name)) => return Some(XmlNode::Text(resolve_entity(&name))),
                Ok(Event::Eof) if self.depth > 0 => {
                    self.failure = Some(self.file.malformed_error("it ends too early"));
                }
                Ok(Event::Eof) => break,
                Ok(_) => {}
                Err(error) => {
                    let what = join_lines(&error.to_string());
                    self.failure = Some(self.file.malformed_error(&what));
                }
            }
        }
        None
    }

    /// Returns true if a form of the innermost choice was returned before, and notes this one as returned.
    fn is_choice_taken_before(&mut self) -> bool {
        self.choices.last_mut().is_some_and(|is_taken| std::mem::replace(is_taken, true))
    }

    /// Calls `read` with each element inside the last opened one, or inside the file.
    pub(super) fn each_tag(&mut self, mut read: impl FnMut(&mut Self, &XmlTag<'_>)) {
        let outside = self.depth.saturating_sub(1);
        while let Some(node) = self.next_node() {
            match node {
                XmlNode::Open(tag) => read(self, &tag),
                XmlNode::Close(_) if self.depth <= outside => break,
                _ => {}
            }
        }
    }

    pub(super) fn skip_element(&mut self) {
        let outside = self.depth.saturating_sub(1);
        while self.depth > outside && self.next_raw_node().is_some() {}
    }

    /// Returns the text of the last opened element and its descendants, with white space folded.
    pub(super) fn read_text(&mut self) -> String {
        let outside = self.depth.saturating_sub(1);
        let mut text = String::new();
        while self.depth > outside
            && let Some(node) = self.next_node()
        {
            if let XmlNode::Text(piece) = node {
                text.push_str(&piece);
            }
        }
        join_lines(&text)
    }
}

fn resolve_entity(name: &quick_xml::events::BytesRef<'_>) -> Cow<'static, str> {
    if let Ok(Some(character)) = name.resolve_char_ref() {
        return character.to_string().into();
    }
    // Entities declared by the document are not expanded: a few lines can expand to gigabytes.
    resolve_xml_entity(name).map_or_else(|| format!("&{};", &**name).into(), Cow::Borrowed)
}

/// Returns the encoding in `<?xml … encoding="…"?>`, or `None` if no known encoding is declared.
fn declared_encoding(bytes: &[u8]) -> Option<Charset> {
    let first = bytes.get(..bytes.len().min(128))?;
    let first = String::from_utf8_lossy(first);
    let (line, _) = first.strip_prefix("<?xml")?.split_once("?>")?;
    let (_, value) = line.split_once("encoding")?;
    let value = value.trim_start_matches(|letter: char| letter == '=' || letter.is_whitespace());
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    Charset::from_label(value.split(quote).nth(1)?)
}
