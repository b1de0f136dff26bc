//! Recognises the type of a document in a zip file by its entries, not by its name.

use super::container::Container;
use crate::limits::Limits;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ContainerKind {
    Docx,
    Pptx,
    /// Text or presentation.
    Odt,
    Epub,
}

/// First bytes of the `mimetype` entry.
const TYPES: [(&str, ContainerKind); 3] = [
    ("application/epub+zip", ContainerKind::Epub),
    ("application/vnd.oasis.opendocument.text", ContainerKind::Odt),
    ("application/vnd.oasis.opendocument.presentation", ContainerKind::Odt),
];

/// Returns the type of a document; `None` for other archives and other files.
pub(crate) fn container_kind(bytes: &[u8]) -> Option<ContainerKind> {
    if !bytes.starts_with(b"PK\x03\x04") {
        return None;
    }
    if let Some(said) = bytes_from_first_entry(bytes, "mimetype") {
        return kind_from_mimetype(said);
    }
    // This limit is far above the limit of the readers, so that a reader reports too many entries.
    let limits = Limits { entries: 1 << 16, entry: 1 << 10, ..Limits::default() };
    let mut container = Container::open(bytes, "archive", &limits).ok()?;
    let is_office = ["[Content_Types].xml", "word/document.xml", "ppt/presentation.xml"];
    if is_office.into_iter().any(|name| container.has_entry(name)) {
        return kind_from_folder_names(&container);
    }
    let said = container.read_entry("mimetype").ok().flatten();
    said.as_deref().and_then(kind_from_mimetype).or_else(|| {
        let is_book = container.has_entry("META-INF/container.xml")
            && container.entry_names().any(is_epub_package_name);
        is_book.then_some(ContainerKind::Epub)
    })
}

fn is_epub_package_name(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("opf"))
}

/// Returns the bytes from the first entry on, if this entry has the name and is uncompressed, as the standards require.
fn bytes_from_first_entry<'a>(bytes: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let short = |at: usize| {
        let field = bytes.get(at..at + 2)?;
        Some(usize::from(u16::from_le_bytes(field.try_into().ok()?)))
    };
    let (method, name_length, extra_length) = (short(8)?, short(26)?, short(28)?);
    let found = bytes.get(30..30 + name_length)?;
    let content = bytes.get(30 + name_length + extra_length..)?;
    (method == 0 && found == name.as_bytes()).then_some(content)
}

fn kind_from_mimetype(said: &[u8]) -> Option<ContainerKind> {
    let said = said.trim_ascii_start();
    let known = TYPES.iter().find(|(name, _)| said.starts_with(name.as_bytes()));
    known.map(|(_, kind)| *kind)
}

fn kind_from_folder_names(container: &Container<'_>) -> Option<ContainerKind> {
    container.entry_names().find_map(|name| match name.split_once('/')?.0 {
        "word" => Some(ContainerKind::Docx),
        "ppt" => Some(ContainerKind::Pptx),
        _ => None,
    })
}
