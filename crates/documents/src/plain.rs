//! Extracts plain text. Drops raised note numbers, and ruby in the notation of Aozora Bunko.

use std::borrow::Cow;

use memchr::memchr3_iter;

use crate::limits::Limits;
use crate::roles::{NEAR, Role};
use crate::text_builder::TextBuilder;

pub(crate) fn extract(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.is_ascii() {
        return text;
    }
    let bytes = text.as_bytes();
    // First bytes of raised digits and of 《.
    let is_special = |at| {
        matches!(
            bytes.get(at..),
            Some([0xc2, 0xb2 | 0xb3 | 0xb9, ..] | [0xe2, 0x81, ..] | [0xe3, 0x80, 0x8a, ..])
        )
    };
    if !memchr3_iter(0xc2, 0xe2, 0xe3, bytes).any(is_special) {
        return text;
    }
    let mut out = TextBuilder::new(&Limits { text: u64::MAX, ..Limits::DEFAULT });
    let mut rest: &str = &text;
    while let Some((before, ruby, behind)) = split_ruby(rest) {
        let (start, base) = before
            .rsplit_once(['｜', '|'])
            .filter(|(_, base)| can_have_ruby(base))
            .unwrap_or(("", before));
        out.push(start);
        out.push(base);
        out.set_role(Role::Ruby);
        out.push(ruby);
        out.set_role(Role::Text);
        rest = behind;
    }
    out.push(rest);
    out.into_text().into()
}

/// Splits a text at the next ruby: text before, ruby, text after. Chinese titles and quotations use the same brackets,
/// so ruby must be kana after ideographs, or follow a word marked by `｜`.
fn split_ruby(text: &str) -> Option<(&str, &str, &str)> {
    let mut at = 0;
    while let Some(found) = text.get(at..)?.find('《') {
        let open = at + found;
        let before = text.get(..open)?;
        let inside = text.get(open + '《'.len_utf8()..)?;
        let end = inside.find(['》', '《', '\n']).unwrap_or(inside.len());
        let (ruby, behind) = inside.split_at_checked(end)?;
        let is_kana = |c: char| matches!(c, '\u{3041}'..='\u{30ff}');
        let near = before.get(before.ceil_char_boundary(before.len().saturating_sub(NEAR))..)?;
        let is_marked = near.rsplit_once(['｜', '|']).is_some_and(|(_, base)| can_have_ruby(base));
        let follows = before.ends_with(
            |c| matches!(c, '\u{3400}'..='\u{9fff}' | '々' | '〆' | '\u{20000}'..='\u{3ffff}'),
        );
        if let Some(behind) = behind.strip_prefix('》')
            && !ruby.is_empty()
            && (is_marked || follows && ruby.chars().all(is_kana))
        {
            return Some((before, ruby, behind));
        }
        at = open + '《'.len_utf8();
    }
    None
}

/// Returns true if the text after the mark ｜ can be the base of ruby.
fn can_have_ruby(text: &str) -> bool {
    !text.is_empty()
        && !text.contains(|c: char| c.is_whitespace() || matches!(c, '》' | '|' | '｜'))
        && text.chars().nth(30).is_none()
}
