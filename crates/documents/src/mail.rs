//! Converts one e-mail or a mailbox to visible text, without fetching anything from a network.
//!
//! The text of a message is its subject and its body, including quoted replies.

mod mailbox;
mod mime;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use mail_parser::Message;

use super::text_builder::{TextBuilder, TextGap};
use crate::extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable};
use crate::limits::Limits;
use crate::one_line::join_fact_lines;

/// Usual headers. Two of them at the top of a file identify a message.
const USUAL: &str =
    "from to date subject received return-path message-id mime-version delivered-to";

const LOOKED_AT: usize = 200;

pub(crate) fn is_mailbox(bytes: &[u8]) -> bool {
    mailbox::begins_message(bytes)
}

/// Returns true if bytes begin like a message: header lines with at least two usual headers.
pub(crate) fn is_message(bytes: &[u8]) -> bool {
    let lines = bytes.split(|&byte| byte == b'\n').take(LOOKED_AT);
    let mut names = HashSet::new();
    for (number, line) in lines.enumerate() {
        if line.trim_ascii().is_empty() {
            break;
        }
        let is_continued = number > 0 && line.starts_with(b" ") || line.starts_with(b"\t");
        if !is_continued && !mailbox::is_header_line(line) {
            return false;
        }
        let name = line.split(|&byte| byte == b':').next().unwrap_or_default();
        names.insert(name.to_ascii_lowercase());
    }
    USUAL.split(' ').filter(|usual| names.contains(usual.as_bytes())).count() >= 2
}

pub(crate) fn read_message(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    let bytes = strip_emlx_length(bytes);
    let Some(headers) = mime::parse_headers(bytes) else {
        return Err(Unreadable::damaged_error("e-mail", "it does not begin with headers"));
    };
    let mut flow = TextBuilder::new(limits);
    write_message(bytes, &headers, limits, &mut flow)?;
    let created = headers.date().filter(|date| date.is_valid());
    let facts = Facts {
        title: join_fact_lines(headers.subject().unwrap_or_default()),
        author: join_fact_lines(&format_sender(&headers, true)),
        created: created.map(mail_parser::DateTime::to_rfc3339).unwrap_or_default(),
        changed: String::new(),
    };
    Ok(Extracted { facts, ..flow.finish()? })
}

/// Returns the message of an `.emlx`, between a line with its length and trailing properties.
fn strip_emlx_length(bytes: &[u8]) -> &[u8] {
    let message = || {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let length = std::str::from_utf8(bytes.get(..end)?).ok()?.trim().parse().ok()?;
        bytes.get(end + 1..)?.get(..length)
    };
    message().unwrap_or(bytes)
}

/// Sections are messages, titled by sender and subject.
pub(crate) fn read_mailbox(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    if !is_mailbox(bytes) {
        return Err(Unreadable::damaged_error("mailbox", "it does not begin with a From line"));
    }
    let mut flow = TextBuilder::new(limits);
    let mut parts: Vec<TextSection> = Vec::new();
    for message in mailbox::split_messages(bytes) {
        let message = mailbox::unquote_from_lines(message);
        let Some(headers) = mime::parse_headers(&message) else { continue };
        flow.add_gap(TextGap::Paragraph);
        let at = flow.write_gap_and_return_length();
        write_message(&message, &headers, limits, &mut flow)?;
        if flow.has_failed() {
            break;
        }
        if !flow.text_since(at).is_empty() {
            let subject = headers.subject().unwrap_or_default();
            let title = format!("{}: {subject}", format_sender(&headers, false));
            let title = title.trim_matches([':', ' ']);
            TextSection::add_to(&mut parts, SectionKind::Message, at, title);
        }
    }
    Ok(Extracted { sections: parts, ..flow.finish()? })
}

/// Returns the name of the sender, or else the address. With `both`, returns name and address.
fn format_sender(headers: &Message<'_>, both: bool) -> String {
    let Some(from) = headers.from().and_then(mail_parser::Address::first) else {
        return String::new();
    };
    match (from.name(), from.address()) {
        (Some(name), Some(address)) if both && name != address => format!("{name} <{address}>"),
        (Some(name), _) => name.to_string(),
        (None, address) => address.unwrap_or_default().to_string(),
    }
}

fn write_message(
    message: &[u8],
    headers: &Message<'_>,
    limits: &Limits,
    flow: &mut TextBuilder,
) -> Result<(), Unreadable> {
    flow.push_folded(headers.subject().unwrap_or_default());
    for text in mime::visible_texts(message, limits)? {
        flow.add_gap(TextGap::Paragraph);
        flow.push_lines(&text);
    }
    Ok(())
}
