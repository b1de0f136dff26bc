//! Text of books (`.epub`): chapters in spine order, read as HTML, without the table of contents.

use std::collections::{HashMap, HashSet};

use super::container::{Container, damaged};
use super::ooxml::resolve;
use super::xml::{Walker, XmlTag, characters};
use crate::extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable};
use crate::limits::{Limits, too_long};
use crate::one_line;
use crate::{html, moment::moment, one_line::fact};

const FORMAT: &str = "EPUB";

/// Obfuscation of fonts, which leaves text readable.
const FONT_CIPHERS: [&str; 2] =
    ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// Reads a book. Each document of the spine is a section, titled by the table of contents or its first heading.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    let mut container = Container::open(bytes, FORMAT, limits)?;
    let package_name = package_name(&mut container)?;
    let package = Package::read(&mut container, &package_name)?;
    let encrypted = encrypted_entries(&mut container)?;
    let titles = package.titles(&mut container);
    let limit = limits.text.min(u64::from(u32::MAX));
    let mut book = Extracted { facts: package.facts.clone(), ..Extracted::default() };
    let mut is_any = false;
    for (name, may_be_contents) in package.chapters() {
        if encrypted.contains(name) {
            return Err(Unreadable::Encrypted(FORMAT.into()));
        }
        // A missing file loses no text.
        let Some(bytes) = container.read(name)? else { continue };
        is_any = true;
        let page = characters(&bytes, FORMAT, name)?;
        let body = body(&page);
        let read = as_text(body, limits)?;
        let text = read.text;
        book.hidden += read.hidden;
        if text.is_empty() || may_be_contents && is_contents(body, &text, limits)? {
            continue;
        }
        if !book.text.is_empty() {
            book.text.push('\n');
        }
        if (book.text.len() + text.len()) as u64 > limit {
            return Err(too_long(limit));
        }
        let title = match titles.get(name) {
            Some(title) => title.clone(),
            None => one_line::title(&heading(body, limits)?),
        };
        let number = book.sections.len() as u32 + 1;
        let at = book.text.len() as u32;
        book.sections.push(TextSection { at, kind: SectionKind::Chapter, number, title });
        if book.text.is_empty() {
            book.text = text;
        } else {
            book.text.push_str(&text);
        }
    }
    if is_any { Ok(book) } else { Err(damaged(FORMAT, "all chapters are missing")) }
}

fn package_name(container: &mut Container<'_>) -> Result<String, Unreadable> {
    let name = "META-INF/container.xml";
    let bytes = container.required(name)?;
    let text = characters(&bytes, FORMAT, name)?;
    let mut walker = Walker::new(&text, FORMAT, name, container.limits());
    while let Some(tag) = walker.next_tag(0)? {
        if tag.name() == "rootfile"
            && let Some(package) = tag.get("full-path").and_then(|path| resolve("", &path))
            && container.has(&package)
        {
            return Ok(package);
        }
    }
    Err(walker.fault("it names no package that is in the archive"))
}

/// Returns the encrypted entries, except for obfuscated fonts.
fn encrypted_entries(container: &mut Container<'_>) -> Result<HashSet<String>, Unreadable> {
    let name = "META-INF/encryption.xml";
    let mut entries = HashSet::new();
    let Some(bytes) = container.read(name)? else { return Ok(entries) };
    let text = characters(&bytes, FORMAT, name)?;
    let mut walker = Walker::new(&text, FORMAT, name, container.limits());
    let mut is_font = false;
    while let Some(tag) = walker.next_tag(0)? {
        match tag.name() {
            "EncryptedData" => is_font = false,
            "EncryptionMethod" => {
                let cipher = tag.get("Algorithm").unwrap_or_default();
                is_font = FONT_CIPHERS.contains(&cipher.as_str());
            }
            "CipherReference" if !is_font => {
                entries.extend(tag.get("URI").and_then(|uri| resolve("", &unescaped(&uri))));
            }
            _ => {}
        }
    }
    Ok(entries)
}

#[derive(Debug, Default)]
struct Package {
    facts: Facts,
    items: HashMap<String, ManifestItem>,
    spine: Vec<String>,
    /// Id of the table of contents for old programs.
    ncx: Option<String>,
    /// Chapter marked as the table of contents in old books.
    contents: Option<String>,
}

#[derive(Debug)]
struct ManifestItem {
    name: String,
    is_page: bool,
    /// True for the table of contents.
    is_nav: bool,
}

impl Package {
    fn read(container: &mut Container<'_>, name: &str) -> Result<Self, Unreadable> {
        let bytes = container.required(name)?;
        let text = characters(&bytes, FORMAT, name)?;
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut walker = Walker::new(&text, FORMAT, name, container.limits());
        let mut package = Self::default();
        while let Some(tag) = walker.next_tag(0)? {
            match tag.name() {
                "item" => package.item(&tag, folder),
                "spine" => package.ncx = tag.get("toc"),
                "itemref" => package.spine.extend(tag.get("idref")),
                "reference" if tag.is("type", "toc") => {
                    // A link with a fragment points into a chapter.
                    let href = tag.get("href").filter(|href| !href.contains('#'));
                    package.contents = href.and_then(|href| resolve(folder, &unescaped(&href)));
                }
                _ => package.fact(&tag, &mut walker)?,
            }
        }
        if package.spine.is_empty() {
            return Err(walker.fault("it names no chapters"));
        }
        Ok(package)
    }

    fn item(&mut self, tag: &XmlTag<'_>, folder: &str) {
        let (Some(id), Some(href)) = (tag.get("id"), tag.get("href")) else { return };
        let Some(name) = entry(folder, &href) else { return };
        let kind = tag.get("media-type").unwrap_or_default();
        let is_page = kind.contains("html") || kind.contains("dtbook") || kind.is_empty();
        let properties = tag.get("properties").unwrap_or_default();
        let is_nav = properties.split_whitespace().any(|property| property == "nav");
        self.items.insert(id, ManifestItem { name, is_page, is_nav });
    }

    fn fact(&mut self, tag: &XmlTag<'_>, walker: &mut Walker<'_>) -> Result<(), Unreadable> {
        match tag.name() {
            "title" if self.facts.title.is_empty() => self.facts.title = fact(&walker.text()?),
            "creator" => {
                let name = walker.text()?;
                let before = std::mem::take(&mut self.facts.author);
                let both = if before.is_empty() { name } else { format!("{before}, {name}") };
                self.facts.author = fact(&both);
            }
            "date" if tag.is("event", "modification") => {
                self.facts.changed = moment(&walker.text()?);
            }
            "date" if self.facts.created.is_empty() => {
                self.facts.created = moment(&walker.text()?);
            }
            "meta" if tag.is("property", "dcterms:modified") => {
                self.facts.changed = moment(&walker.text()?);
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the entries of the chapters in the order of their first mention, with true for a possible table of
    /// contents. A spine may mention an entry several times.
    fn chapters(&self) -> impl Iterator<Item = (&str, bool)> {
        let mut known = HashSet::new();
        let items = self.spine.iter().filter_map(|id| self.items.get(id));
        let pages = items.filter(move |item| item.is_page && known.insert(&item.name));
        pages.map(|item| {
            (item.name.as_str(), item.is_nav || self.contents.as_ref() == Some(&item.name))
        })
    }

    /// A damaged table of contents is ignored.
    fn titles(&self, container: &mut Container<'_>) -> HashMap<String, String> {
        let nav = self.items.values().find(|item| item.is_nav);
        let ncx = self.ncx.as_ref().and_then(|id| self.items.get(id));
        let mut titles = HashMap::new();
        for item in [nav, ncx].into_iter().flatten() {
            if titles.is_empty() {
                titles = read_titles(container, &item.name).unwrap_or_default();
            }
        }
        titles
    }
}

/// Reads titles from a table of contents in the new or old form. The first title of a file wins.
fn read_titles(
    container: &mut Container<'_>,
    name: &str,
) -> Result<HashMap<String, String>, Unreadable> {
    let mut titles = HashMap::new();
    let Some(bytes) = container.read(name)? else { return Ok(titles) };
    let text = characters(&bytes, FORMAT, name)?;
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut walker = Walker::new(&text, FORMAT, name, container.limits());
    let mut label = String::new();
    while let Some(tag) = walker.next_tag(0)? {
        let target = match tag.name() {
            // Lists of pages and landmarks.
            "nav" if tag.get("type").is_some_and(|kind| kind != "toc") => {
                walker.skip()?;
                continue;
            }
            "pageList" | "head" | "docTitle" => {
                walker.skip()?;
                continue;
            }
            "text" => {
                label = walker.text()?;
                continue;
            }
            "content" => tag.get("src"),
            "a" => {
                let target = tag.get("href");
                label = walker.text()?;
                target
            }
            _ => continue,
        };
        let title = one_line::title(&label);
        if let Some(target) = target.and_then(|target| entry(folder, &target))
            && !title.is_empty()
        {
            titles.entry(target).or_insert(title);
        }
    }
    Ok(titles)
}

fn entry(folder: &str, href: &str) -> Option<String> {
    let path = href.split(['#', '?']).next().unwrap_or_default();
    resolve(folder, &unescaped(path))
}

fn unescaped(href: &str) -> String {
    let mut bytes = Vec::with_capacity(href.len());
    let mut pieces = href.split('%');
    bytes.extend_from_slice(pieces.next().unwrap_or_default().as_bytes());
    for piece in pieces {
        let code = piece.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        let (first, rest) = code.zip(piece.get(2..)).unwrap_or((b'%', piece));
        bytes.push(first);
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns the page from its body on. The title in the head is the book's, or is repeated in the body.
fn body(page: &str) -> &str {
    let start = page.find("<body").or_else(|| page.find("<BODY"));
    start.and_then(|start| page.get(start..)).unwrap_or(page)
}

/// Returns true if a page is a table of contents: less than half of its words are outside of links, and only a few.
/// Some books give this type to the page with all their text, or to a title page with links to the chapters.
fn is_contents(body: &str, text: &str, limits: &Limits) -> Result<bool, Unreadable> {
    const FEW: usize = 50;
    let words = |text: &str| {
        text.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count()
    };
    let mut beside = String::new();
    let mut rest = body;
    while let Some((before, link)) = rest.split_once("<a ") {
        beside.push_str(before);
        rest = link.split_once("</a>").map_or("", |(_, behind)| behind);
    }
    beside.push_str(rest);
    let beside = words(&as_text(&beside, limits)?.text);
    Ok(beside < FEW && 2 * beside < words(text))
}

/// Extracts text from a part of a page. XML mode, in which an empty element is complete.
fn as_text(piece: &str, limits: &Limits) -> Result<Extracted, Unreadable> {
    html::extract(&format!("<?xml version=\"1.0\"?>{piece}"), limits)
}

fn heading(body: &str, limits: &Limits) -> Result<String, Unreadable> {
    let starts = body.match_indices("<h").map(|(at, _)| at);
    let mut headings = starts.filter_map(|at| {
        let piece = body.get(at..)?;
        let level = piece.as_bytes().get(2)?;
        let after = piece.as_bytes().get(3)?;
        let is_heading = matches!(level, b'1'..=b'6') && !after.is_ascii_alphanumeric();
        is_heading.then(|| piece.split_once("</h").map_or("", |(heading, _)| heading))
    });
    Ok(as_text(headings.next().unwrap_or_default(), limits)?.text)
}
