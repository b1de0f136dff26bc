//! Text of books (`.epub`): chapters in spine order, read as HTML, without the table of contents.

use std::collections::{HashMap, HashSet};

use super::container::Container;
use super::ooxml::resolve_entry;
use super::xml::{Walker, XmlTag};
use crate::extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable};
use crate::limits::{Limits, too_long_error};
use crate::one_line;
use crate::{html, moment::parse_date};

const FORMAT: &str = "EPUB";

/// Ciphers that only obfuscate fonts, so that the text stays readable.
const FONT_CIPHERS: [&str; 2] =
    ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// Reads a book. Each document of the spine is a section, titled by the table of contents or its first heading.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    let mut container = Container::open(bytes, FORMAT, limits)?;
    let package_name = find_package(&mut container)?;
    let package = Package::read(&mut container, &package_name)?;
    let encrypted = list_encrypted_entries(&mut container)?;
    let titles = package.read_chapter_titles(&mut container);
    let limit = limits.text.min(u64::from(u32::MAX));
    let mut book = Extracted { facts: package.facts.clone(), ..Extracted::default() };
    let mut is_any = false;
    for (name, may_be_contents) in package.chapters() {
        if encrypted.contains(name) {
            return Err(Unreadable::Encrypted(FORMAT.into()));
        }
        let Some(page) = container.read_xml(name)? else { continue };
        is_any = true;
        let body = page_body(page.text());
        let read = extract_text(body, limits)?;
        let text = read.text;
        book.hidden += read.hidden;
        if text.is_empty() || may_be_contents && is_table_of_contents(body, &text, limits)? {
            continue;
        }
        if !book.text.is_empty() {
            book.text.push('\n');
        }
        if (book.text.len() + text.len()) as u64 > limit {
            return Err(too_long_error(limit));
        }
        let title = match titles.get(name) {
            Some(title) => title.clone(),
            None => first_heading(body, limits)?,
        };
        let at = book.text.len();
        TextSection::add_to(&mut book.sections, SectionKind::Chapter, at, &title);
        book.text.push_str(&text);
    }
    let missing = || Unreadable::damaged_error(FORMAT, "all chapters are missing");
    is_any.then_some(book).ok_or_else(missing)
}

fn find_package(container: &mut Container<'_>) -> Result<String, Unreadable> {
    let file = container.read_required_xml("META-INF/container.xml")?;
    let mut package = None;
    let read = file.each_tag(|_, tag| {
        if tag.name() == "rootfile" && package.is_none() {
            let path = tag.attribute("full-path").and_then(|path| resolve_entry("", &path));
            package = path.filter(|path| container.has_entry(path));
        }
    });
    let missing = "it names no package that is in the archive";
    package.ok_or_else(|| read.err().unwrap_or_else(|| file.malformed_error(missing)))
}

fn list_encrypted_entries(container: &mut Container<'_>) -> Result<HashSet<String>, Unreadable> {
    let mut entries = HashSet::new();
    let Some(file) = container.read_xml("META-INF/encryption.xml")? else { return Ok(entries) };
    let mut is_font = false;
    file.each_tag(|_, tag| match tag.name() {
        "EncryptedData" => is_font = false,
        "EncryptionMethod" => {
            let cipher = tag.attribute("Algorithm").unwrap_or_default();
            is_font = FONT_CIPHERS.contains(&cipher.as_str());
        }
        "CipherReference" if !is_font => {
            entries.extend(tag.attribute("URI").and_then(|uri| entry_of_link("", &uri)));
        }
        _ => {}
    })?;
    Ok(entries)
}

#[derive(Debug, Default)]
struct Package {
    facts: Facts,
    items: HashMap<String, ManifestItem>,
    spine: Vec<String>,
    /// Id of the table of contents in the format of older versions (NCX).
    ncx: Option<String>,
    /// Page marked as the table of contents in books of older versions.
    contents: Option<String>,
}

#[derive(Debug)]
struct ManifestItem {
    name: String,
    is_page: bool,
    /// True for the item that is the table of contents.
    is_nav: bool,
}

impl Package {
    fn read(container: &mut Container<'_>, name: &str) -> Result<Self, Unreadable> {
        let file = container.read_required_xml(name)?;
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut package = Self::default();
        file.each_tag(|walker, tag| match tag.name() {
            "item" => package.add_item(tag, folder),
            "spine" => package.ncx = tag.attribute("toc"),
            "itemref" => package.spine.extend(tag.attribute("idref")),
            "reference" if tag.has_value("type", "toc") => {
                // A link with a fragment points into the middle of a chapter.
                let href = tag.attribute("href").filter(|href| !href.contains('#'));
                package.contents = href.and_then(|href| entry_of_link(folder, &href));
            }
            _ => package.add_fact(tag, walker),
        })?;
        if package.spine.is_empty() {
            return Err(file.malformed_error("it names no chapters"));
        }
        Ok(package)
    }

    fn add_item(&mut self, tag: &XmlTag<'_>, folder: &str) {
        let (Some(id), Some(href)) = (tag.attribute("id"), tag.attribute("href")) else { return };
        let Some(name) = entry_of_link(folder, &href) else { return };
        let kind = tag.attribute("media-type").unwrap_or_default();
        let is_page = kind.contains("html") || kind.contains("dtbook") || kind.is_empty();
        let properties = tag.attribute("properties").unwrap_or_default();
        let is_nav = properties.split_whitespace().any(|property| property == "nav");
        self.items.insert(id, ManifestItem { name, is_page, is_nav });
    }

    fn add_fact(&mut self, tag: &XmlTag<'_>, walker: &mut Walker<'_>) {
        match tag.name() {
            "title" => self.facts.fill("title", &walker.read_text()),
            "creator" => {
                let name = walker.read_text();
                let before = std::mem::take(&mut self.facts.author);
                let both = if before.is_empty() { name } else { format!("{before}, {name}") };
                self.facts.fill("author", &both);
            }
            "date" if tag.has_value("event", "modification") => {
                self.facts.changed = parse_date(&walker.read_text());
            }
            "date" => self.facts.fill("created", &walker.read_text()),
            "meta" if tag.has_value("property", "dcterms:modified") => {
                self.facts.changed = parse_date(&walker.read_text());
            }
            _ => {}
        }
    }

    /// Returns the chapters, each once, in the order of their first mention in the spine. The flag is true if the
    /// chapter may be a table of contents.
    fn chapters(&self) -> impl Iterator<Item = (&str, bool)> {
        let mut known = HashSet::new();
        let items = self.spine.iter().filter_map(|id| self.items.get(id));
        let pages = items.filter(move |item| item.is_page && known.insert(&item.name));
        pages.map(|item| {
            (item.name.as_str(), item.is_nav || self.contents.as_ref() == Some(&item.name))
        })
    }

    /// Returns the titles of chapters, none if the table of contents is damaged.
    fn read_chapter_titles(&self, container: &mut Container<'_>) -> HashMap<String, String> {
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

/// Reads titles from a table of contents in the new or the old format. If a file has several titles, the first one
/// counts.
fn read_titles(
    container: &mut Container<'_>,
    name: &str,
) -> Result<HashMap<String, String>, Unreadable> {
    let mut titles = HashMap::new();
    let Some(file) = container.read_xml(name)? else { return Ok(titles) };
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut label = String::new();
    file.each_tag(|walker, tag| {
        let target = match tag.name() {
            // Skips lists of pages and landmarks.
            "nav" if tag.attribute("type").is_some_and(|kind| kind != "toc") => {
                return walker.skip_element();
            }
            "pageList" | "head" | "docTitle" => return walker.skip_element(),
            "text" => {
                label = walker.read_text();
                return;
            }
            "content" => tag.attribute("src"),
            "a" => {
                label = walker.read_text();
                tag.attribute("href")
            }
            _ => return,
        };
        let title = one_line::join_title_lines(&label);
        if let Some(target) = target.and_then(|target| entry_of_link(folder, &target))
            && !title.is_empty()
        {
            titles.entry(target).or_insert(title);
        }
    })?;
    Ok(titles)
}

/// Returns the entry to which a link in a page of `folder` leads, or `None` outside of the archive.
fn entry_of_link(folder: &str, href: &str) -> Option<String> {
    let path = href.split(['#', '?']).next().unwrap_or_default();
    resolve_entry(folder, &unescape_link(path))
}

fn unescape_link(href: &str) -> String {
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

/// Returns the page from its body on. The title in the head is the book's title, or is repeated in the body.
fn page_body(page: &str) -> &str {
    let start = page.find("<body").or_else(|| page.find("<BODY"));
    start.and_then(|start| page.get(start..)).unwrap_or(page)
}

/// Returns true if few words of a page are outside of links, and less than half of all. The declared type of a page is
/// not sufficient, because some books give it to pages with other text.
fn is_table_of_contents(body: &str, text: &str, limits: &Limits) -> Result<bool, Unreadable> {
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
    let beside = words(&extract_text(&beside, limits)?.text);
    Ok(beside < FEW && 2 * beside < words(text))
}

/// Extracts text from a part of a page. Uses XML mode, in which an element may be empty (`<script/>`).
fn extract_text(piece: &str, limits: &Limits) -> Result<Extracted, Unreadable> {
    html::extract(&format!("<?xml version=\"1.0\"?>{piece}"), limits)
}

fn first_heading(body: &str, limits: &Limits) -> Result<String, Unreadable> {
    let starts = body.match_indices("<h").map(|(at, _)| at);
    let mut headings = starts.filter_map(|at| {
        let piece = body.get(at..)?;
        let level = piece.as_bytes().get(2)?;
        let after = piece.as_bytes().get(3)?;
        let is_heading = matches!(level, b'1'..=b'6') && !after.is_ascii_alphanumeric();
        is_heading.then(|| piece.split_once("</h").map_or("", |(heading, _)| heading))
    });
    Ok(extract_text(headings.next().unwrap_or_default(), limits)?.text)
}
