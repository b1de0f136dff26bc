//! Walks the parts of a message itself, because the library has no depth limit.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{ContentType, Message, MessageParser, MimeHeaders};

use crate::decode::{Charset, decode};
use crate::{extracted::Unreadable, html, limits::Limits};

/// Deepest nesting of parts that is read, twice that of mail programs. Each level reads its bytes again.
const DEEPEST: u64 = 32;

/// Largest head in bytes. The library compares all parameters of a header with each other, which is quadratic.
const HEADERS: usize = 1 << 16;

/// Most words of a text part that may be only a notice about missing support for HTML.
const STUB: usize = 60;
/// A short text part is only a notice if the HTML part has at least this many times as many words.
const MORE_IN_HTML: usize = 4;

/// Returns the texts of a message in order. Of alternatives, returns the text part, or else the HTML part. Includes
/// forwarded messages with their subjects; ignores other attachments.
pub(super) fn visible_texts(message: &[u8], limits: &Limits) -> Result<Vec<String>, Unreadable> {
    let mut texts = Vec::new();
    Piece::new(message).add_texts(limits.depth.min(DEEPEST), limits, &mut texts)?;
    Ok(texts)
}

/// Splits a message at its first empty line into headers and body.
pub(super) fn split_headers(message: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    for line in message.split_inclusive(|&byte| byte == b'\n') {
        if line.trim_ascii().is_empty() {
            let (head, body) = message.split_at_checked(at).unwrap_or((message, &[]));
            return (head, body.get(line.len()..).unwrap_or_default());
        }
        at += line.len();
    }
    (message, &[])
}

/// Parses at most 64 KiB of headers. `None` if the message begins with no header.
pub(super) fn parse_headers(message: &[u8]) -> Option<Message<'_>> {
    let (head, _) = split_headers(message);
    let head = match head.get(..HEADERS) {
        Some(beginning) => {
            let line_end = beginning.iter().rposition(|&byte| byte == b'\n').unwrap_or(0);
            beginning.get(..=line_end).unwrap_or_default()
        }
        None => head,
    };
    MessageParser::default().parse_headers(head)
}

struct Piece<'a> {
    headers: Option<Message<'a>>,
    body: &'a [u8],
    is_message: bool,
}

impl<'a> Piece<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut piece =
            Self { headers: parse_headers(bytes), body: split_headers(bytes).1, is_message: false };
        piece.is_message =
            piece.has_type("message", "rfc822") || piece.has_type("message", "global");
        piece
    }

    /// Adds the texts of the part, whose parts may nest `levels` deep.
    fn add_texts(
        &self,
        levels: u64,
        limits: &Limits,
        texts: &mut Vec<String>,
    ) -> Result<(), Unreadable> {
        let boundary = self.boundary();
        if boundary.is_none() && !self.is_message {
            texts.extend(self.decode_text().map(Cow::into_owned));
            return Ok(());
        }
        let Some(levels) = levels.checked_sub(1) else {
            if limits.depth <= DEEPEST {
                return Err(limits.too_deep_error("parts of a message"));
            }
            let what = format!("parts of a message nest more than {DEEPEST} deep; save it as text");
            return Err(Unreadable::Limit { limit: "depth".into(), what });
        };
        let Some(boundary) = boundary else {
            let message = self.decode_transfer_encoding();
            let inner = Piece::new(&message);
            let subject = inner.headers.as_ref().and_then(Message::subject);
            texts.extend(subject.map(str::to_string));
            return inner.add_texts(levels, limits, texts);
        };
        let mut pieces: Vec<Piece<'_>> =
            split_body(self.body, boundary.as_bytes()).into_iter().map(Piece::new).collect();
        if self.has_type("multipart", "alternative") {
            pieces = best_alternative(pieces).into_iter().collect();
        } else if self.has_type("multipart", "related") {
            // Only the root part is text; the other parts are its resources, such as pictures.
            let root = self.content_type_attribute("start").map(|id| id.trim_matches(['<', '>']));
            let is_root = |piece: &Piece<'_>| {
                root.is_some() && piece.headers.as_ref().and_then(MimeHeaders::content_id) == root
            };
            let root = pieces.iter().position(is_root).unwrap_or(0);
            pieces = pieces.into_iter().skip(root).take(1).collect();
        }
        let is_digest = self.has_type("multipart", "digest");
        for mut piece in pieces {
            piece.is_message |= is_digest && piece.content_type().is_none();
            piece.add_texts(levels, limits, texts)?;
        }
        Ok(())
    }

    fn content_type(&self) -> Option<&ContentType<'_>> {
        self.headers.as_ref()?.content_type()
    }

    fn has_type(&self, kind: &str, subtype: &str) -> bool {
        self.content_type().is_some_and(|content| {
            content.ctype() == kind && content.subtype().unwrap_or_default() == subtype
        })
    }

    fn content_type_attribute(&self, name: &str) -> Option<&str> {
        self.content_type()?.attribute(name)
    }

    /// Returns the line that separates the parts of a multipart, or `None` for other parts.
    fn boundary(&self) -> Option<String> {
        let content = self.content_type().filter(|content| content.ctype() == "multipart")?;
        content.attribute("boundary").filter(|boundary| !boundary.is_empty()).map(str::to_string)
    }

    /// Returns true if the part is visible text, not an attachment.
    fn is_visible_text(&self) -> bool {
        let is_attached = self
            .headers
            .as_ref()
            .and_then(MimeHeaders::content_disposition)
            .is_some_and(ContentType::is_attachment);
        let is_readable = self.content_type().is_none_or(|content| {
            content.ctype() == "text"
                && matches!(content.subtype(), None | Some("plain" | "html" | "enriched"))
                && content.attribute("name").is_none()
        });
        is_readable && !is_attached
    }

    /// Returns the plain text of the part, or `None` for an attachment or binary data.
    fn decode_text(&self) -> Option<Cow<'a, str>> {
        if !self.is_visible_text() {
            return None;
        }
        let bytes = self.decode_transfer_encoding();
        let label = self.content_type_attribute("charset").unwrap_or_default().to_ascii_lowercase();
        // Many mail programs label 8-bit text as ASCII, so the encoding is detected from the bytes.
        let is_ascii = label.contains("ascii") || label.starts_with("ansi_x3.4");
        let charset = Charset::from_label(&label).filter(|_| !is_ascii);
        let text = match bytes {
            Cow::Borrowed(bytes) => decode(bytes, charset).ok()?.text,
            Cow::Owned(bytes) => decode(&bytes, charset).ok()?.text.into_owned().into(),
        };
        let is_yes = |name, value| {
            self.content_type_attribute(name).is_some_and(|own| own.eq_ignore_ascii_case(value))
        };
        Some(if self.has_type("text", "html") {
            let limits = Limits { text: u64::MAX, ..Limits::DEFAULT };
            html::extract(&text, &limits).ok()?.text.into()
        } else if is_yes("format", "flowed") && is_yes("delsp", "yes") {
            join_flowed_lines(&text).into()
        } else {
            text
        })
    }

    fn count_words(&self) -> usize {
        let count =
            |text: Option<Cow<'_, str>>| text.map_or(0, |text| text.split_whitespace().count());
        match self.boundary() {
            Some(boundary) => split_body(self.body, boundary.as_bytes())
                .first()
                .map_or(0, |first| count(Piece::new(first).decode_text())),
            None => count(self.decode_text()),
        }
    }

    fn decode_transfer_encoding(&self) -> Cow<'a, [u8]> {
        let packing = self.headers.as_ref().and_then(MimeHeaders::content_transfer_encoding);
        let packing = packing.unwrap_or_default().trim().to_ascii_lowercase();
        let unpacked = match packing.as_str() {
            "base64" => decode_base64(self.body),
            "quoted-printable" => quoted_printable_decode(self.body),
            _ => None,
        };
        unpacked.map_or(Cow::Borrowed(self.body), Cow::Owned)
    }
}

/// Joins lines that end with a blank, as in RFC 3676 (format=flowed). Lines may begin with quote marks and a blank.
fn join_flowed_lines(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut is_open = false;
    for line in text.lines() {
        let said = line.trim_start_matches('>');
        let quotes = line.get(..line.len() - said.len()).unwrap_or_default();
        let said = said.strip_prefix(' ').unwrap_or(said);
        let flowing = said.strip_suffix(' ').filter(|_| said != "-- ");
        if !is_open && !quotes.is_empty() {
            joined = joined + quotes + " ";
        }
        joined.push_str(flowing.unwrap_or(said));
        is_open = flowing.is_some();
        if !is_open {
            joined.push('\n');
        }
    }
    joined
}

/// Returns the best alternative for plain text: text, then multipart, then HTML.
fn best_alternative(pieces: Vec<Piece<'_>>) -> Option<Piece<'_>> {
    // Some mail programs send only a space, or a notice about HTML, as the text part. The content is then in the HTML
    // part.
    let words: Vec<usize> = pieces.iter().map(Piece::count_words).collect();
    let most = words.iter().copied().max().unwrap_or(0);
    let is_stub = |words: usize| words == 0 || words <= STUB && most >= words * MORE_IN_HTML;
    let is_plain =
        |piece: &Piece<'_>| piece.has_type("text", "plain") || piece.content_type().is_none();
    let rank = |(piece, words): &(Piece<'_>, usize)| {
        if is_plain(piece) && !is_stub(*words) {
            3
        } else if piece.boundary().is_some() {
            2
        } else {
            u8::from(piece.has_type("text", "html"))
        }
    };
    // Of equally good parts, the last one has the most content.
    pieces.into_iter().zip(words).max_by_key(rank).map(|(piece, _)| piece)
}

/// Splits a body at the lines that consist of `--` and the boundary. The last such line also ends with `--`.
fn split_body<'a>(body: &'a [u8], boundary: &[u8]) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    let mut begin = None;
    let mut at = 0;
    for line in body.split_inclusive(|&byte| byte == b'\n') {
        let after = line.strip_prefix(b"--").and_then(|line| line.strip_prefix(boundary));
        // A longer boundary may begin with this boundary.
        let is_last = after.is_some_and(|after| after.starts_with(b"--"));
        if is_last || after.is_some_and(|after| after.trim_ascii().is_empty()) {
            parts.extend(begin.and_then(|begin| body.get(begin..at)));
            begin = (!is_last).then_some(at + line.len());
            if is_last {
                break;
            }
        }
        at += line.len();
    }
    // The last part counts even if the final boundary is missing, as in a truncated message.
    parts.extend(begin.and_then(|begin| body.get(begin..)));
    parts
}

/// Decodes base64, and stops at the first other line, because mailing lists append lines.
fn decode_base64(body: &[u8]) -> Option<Vec<u8>> {
    let is_base64 = |line: &&[u8]| {
        let mut bytes = line.trim_ascii().iter();
        bytes.all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(byte))
    };
    let lines = body.split_inclusive(|&byte| byte == b'\n').take_while(is_base64);
    base64_decode(body.get(..lines.map(<[u8]>::len).sum())?)
}

#[cfg(test)]
mod tests {
    use super::decode_base64;

    #[test]
    fn what_a_list_adds_to_base64_is_no_text() {
        assert_eq!(decode_base64(b"YWJj\r\nZA==\r\n___\nlist: info\n").unwrap(), b"abcd");
    }
}
