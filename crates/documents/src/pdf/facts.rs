use encoding_rs::{Encoding, UTF_8};
use hayro_syntax::Pdf;
use hayro_syntax::object::{DateTime, Dict, Stream};

use crate::{extracted::Facts, one_line::join_fact_lines};

const MAX_METADATA: usize = 1 << 20;

pub(super) fn read(pdf: &Pdf) -> Facts {
    let info = pdf.metadata();
    let text = |bytes: &Option<Box<[u8]>>| {
        bytes
            .as_deref()
            .map(|bytes| collapse_to_line(&decode_text_string(bytes)))
            .unwrap_or_default()
    };
    let date = |date: Option<DateTime>| date.map(|date| format_rfc3339(&date)).unwrap_or_default();
    let mut facts = Facts {
        title: text(&info.title),
        author: text(&info.author),
        created: date(info.creation_date),
        changed: date(info.modification_date),
    };
    let xml = xml_metadata(pdf).unwrap_or_default();
    let stated = |name| element_text(&xml, name).unwrap_or_default();
    for (name, element) in [
        ("title", "dc:title"),
        ("author", "dc:creator"),
        ("created", "xmp:CreateDate"),
        ("changed", "xmp:ModifyDate"),
    ] {
        facts.fill(name, &stated(element));
    }
    facts
}

/// Decodes a text string: UTF-16 or UTF-8 with a byte order mark, or else `PDFDocEncoding` (nearly Latin-1).
pub(super) fn decode_text_string(bytes: &[u8]) -> String {
    // UTF-8 without a mark violates the standard, but is common.
    let is_utf8 = || !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok();
    match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => {
            let whole = if encoding == UTF_8 { bytes.len() } else { bytes.len() / 2 * 2 };
            encoding
                .decode_without_bom_handling(bytes.get(mark..whole).unwrap_or_default())
                .0
                .into_owned()
        }
        None if is_utf8() => String::from_utf8_lossy(bytes).into_owned(),
        None => bytes.iter().map(|&byte| decode_pdf_doc_byte(byte)).collect(),
    }
}

fn decode_pdf_doc_byte(byte: u8) -> char {
    const ACCENTS: [char; 8] = ['˘', 'ˇ', 'ˆ', '˙', '˝', '˛', '˚', '˜'];
    const SIGNS: [char; 31] = [
        '•', '†', '‡', '…', '—', '–', 'ƒ', '⁄', '‹', '›', '−', '‰', '„', '“', '”', '‘', '’', '‚',
        '™', 'ﬁ', 'ﬂ', 'Ł', 'Œ', 'Š', 'Ÿ', 'Ž', 'ı', 'ł', 'œ', 'š', 'ž',
    ];
    let known = match byte {
        0x18..=0x1f => ACCENTS.get(usize::from(byte - 0x18)),
        0x80..=0x9e => SIGNS.get(usize::from(byte - 0x80)),
        0xa0 => Some(&'€'),
        _ => None,
    };
    known.copied().unwrap_or(char::from(byte))
}

/// Formats a date without adding precision. The first of January may stand for a year.
fn format_rfc3339(date: &DateTime) -> String {
    let DateTime { year, month, day, hour, minute, second, .. } = date;
    let zone = (date.utc_offset_hour, date.utc_offset_minute);
    if (*hour, *minute, *second) == (0, 0, 0) && zone == (0, 0) {
        return if (*month, *day) == (1, 1) {
            format!("{year:04}")
        } else {
            format!("{year:04}-{month:02}-{day:02}")
        };
    }
    let zone =
        if zone == (0, 0) { "Z".to_owned() } else { format!("{:+03}:{:02}", zone.0, zone.1) };
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{zone}")
}

fn xml_metadata(pdf: &Pdf) -> Option<String> {
    let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id())?;
    let xml = catalog.get::<Stream<'_>>(b"Metadata")?.decoded_data().ok()?;
    Some(String::from_utf8_lossy(xml.get(..MAX_METADATA).unwrap_or(&xml)).into_owned())
}

/// Returns the text of the element `name`, of the first item of its list, or of the attribute `name`.
fn element_text(xml: &str, name: &str) -> Option<String> {
    if let Some((_, rest)) = xml.split_once(&format!("<{name}")) {
        let (_, inner) = rest.split_once('>')?;
        let (inner, _) = inner.split_once(&format!("</{name}>"))?;
        let mut texts =
            inner.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text).trim());
        return texts.find(|text| !text.is_empty()).map(resolve_entities);
    }
    let (_, rest) = xml.split_once(&format!("{name}=\""))?;
    rest.split_once('"').map(|(value, _)| resolve_entities(value))
}

fn resolve_entities(text: &str) -> String {
    collapse_to_line(&quick_xml::escape::unescape(text).unwrap_or_else(|_| text.into()))
}

/// Returns the text in one line, without NUL, with which some programs end strings.
fn collapse_to_line(text: &str) -> String {
    join_fact_lines(&text.replace('\0', ""))
}
