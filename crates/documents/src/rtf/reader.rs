//! Reads RTF group by group, with its own stack, so that any depth of groups is safe.

use std::collections::HashSet;

use super::charsets::Charsets;
use super::group::{RtfGroup, RtfPlace};
use super::lexer::{Lexer, Token};
use super::words::{Destination, character_of_word, destination_of_word};
use crate::extracted::{Extracted, Facts, SectionKind, TextSection, Unreadable};
use crate::limits::Limits;
use crate::roles::{TextFate, is_nearly_white};
use crate::text_builder::{TextBuilder, TextGap};

const COLOURS: usize = 4_096;

/// Words that begin a title, an author, a time of creation and a time of change.
const FACTS: [&[u8]; 4] = [b"title", b"author", b"creatim", b"revtim"];
const LONGEST_FACT: usize = 8_192;

#[derive(Default)]
pub(super) struct RtfReader {
    limits: Limits,
    body: TextBuilder,
    notes: TextBuilder,
    charsets: Charsets,
    facts: [String; FACTS.len()],
    colours: Vec<[u8; 3]>,
    headings: HashSet<i32>,
    group: RtfGroup,
    groups: Vec<RtfGroup>,
    /// Bytes of text that are not decoded yet, because a character may have several bytes.
    bytes: Vec<u8>,
    high: Option<u16>,
    /// Number of fallback characters that must still be skipped.
    skipped: u32,
    /// True after `\*`, which means that readers drop unknown destinations.
    is_optional: bool,
    was_in_table: bool,
    /// True between the end of a table row and the next text.
    is_new_row: bool,
    heading_at: Option<usize>,
    sections: Vec<TextSection>,
}

impl RtfReader {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            limits: *limits,
            body: TextBuilder::new(limits),
            notes: TextBuilder::new(limits),
            colours: vec![[0; 3]],
            ..Self::default()
        }
    }

    pub(super) fn read(mut self, bytes: &[u8]) -> Result<Extracted, Unreadable> {
        for token in Lexer::new(bytes) {
            match token {
                Token::Open => self.open_group(),
                Token::Close => {
                    self.close_group();
                    if self.groups.is_empty() {
                        break;
                    }
                }
                Token::Word(name, number) => self.handle_control_word(name, number),
                Token::Symbol(symbol) => self.handle_symbol(symbol),
                Token::Hex(byte) => self.handle_bytes(&[byte]),
                Token::Bytes(bytes) => self.handle_bytes(bytes),
            }
            if self.body.has_failed() || self.notes.has_failed() {
                break;
            }
        }
        self.finish()
    }

    fn finish(mut self) -> Result<Extracted, Unreadable> {
        self.flush_bytes();
        self.end_heading();
        self.body.append_text_of_builder(self.notes, TextGap::Paragraph);
        let mut facts = Facts::default();
        for (name, text) in ["title", "author", "created", "changed"].iter().zip(&self.facts) {
            facts.fill(name, text);
        }
        Ok(Extracted { sections: self.sections, facts, ..self.body.finish()? })
    }

    fn open_group(&mut self) {
        self.flush_bytes();
        self.skipped = 0;
        self.is_optional = false;
        if self.groups.len() as u64 >= self.limits.depth {
            self.body.stop_with_error(self.limits.too_deep_error("its groups"));
        }
        self.groups.push(self.group);
    }

    fn close_group(&mut self) {
        self.flush_bytes();
        self.skipped = 0;
        self.is_optional = false;
        if let Some(group) = self.groups.pop() {
            self.group = group;
        }
    }

    fn handle_control_word(&mut self, name: &[u8], number: Option<i32>) {
        self.flush_bytes();
        let is_optional = std::mem::take(&mut self.is_optional);
        let text = character_of_word(name);
        if self.skipped > 0 && (text.is_some() || name == b"bin") {
            self.skipped -= 1;
            return;
        }
        // A control word here means that the fallback character is missing, which some programs omit.
        self.skipped = 0;
        if let Some(text) = text {
            return self.write_text(text);
        }
        if let Some(destination) = destination_of_word(name, is_optional) {
            return self.enter_destination(destination);
        }
        match self.group.place {
            RtfPlace::Fonts => self.charsets.read_font_word(name, number.unwrap_or(0)),
            RtfPlace::Styles => self.handle_style_word(name, number),
            RtfPlace::Info => {
                let field = FACTS.iter().position(|field| *field == name);
                self.group.place = field.map_or(RtfPlace::Info, RtfPlace::Fact);
            }
            RtfPlace::Fact(_) => {
                if let (Some(text), Some(number)) = (date_separator(name), number) {
                    self.write_text(&format!("{text}{number:02}"));
                }
            }
            RtfPlace::Colours => self.handle_colour_word(name, number),
            RtfPlace::Body | RtfPlace::Notes | RtfPlace::Nowhere => {}
        }
        match name {
            b"u" => self.handle_unicode_number(number.unwrap_or(0)),
            b"uc" => self.group.fallback = number.and_then(|n| n.try_into().ok()).unwrap_or(1),
            b"f" => self.group.font = number,
            b"cf" => {
                let colour =
                    number.and_then(|number| self.colours.get(usize::try_from(number).ok()?));
                self.group.look.white = Some(colour.copied().is_some_and(is_nearly_white));
            }
            _ => {
                self.group.set_property(name, number);
                self.handle_break_word(name, number);
            }
        }
    }

    /// Handles paragraph ends, tabs and similar breaks. Also notes headings, whose level only the style sheet defines.
    fn handle_break_word(&mut self, name: &[u8], number: Option<i32>) {
        match name {
            b"s" => {
                self.group.is_heading = number.is_some_and(|style| self.headings.contains(&style));
            }
            b"par" => self.end_paragraph(),
            b"line" | b"lbr" => self.add_gap_to_current_destination(TextGap::Line),
            b"cell" | b"nestcell" => self.end_cell(),
            b"row" | b"nestrow" => {
                self.is_new_row = true;
                self.add_gap_to_current_destination(TextGap::Line);
            }
            b"page" | b"column" | b"sect" => {
                self.end_heading();
                self.add_gap_to_current_destination(TextGap::Paragraph);
            }
            _ => self.charsets.read_header_word(name, number),
        }
    }

    fn handle_colour_word(&mut self, name: &[u8], number: Option<i32>) {
        let place =
            [b"red".as_slice(), b"green", b"blue"].into_iter().position(|part| part == name);
        let part = self.colours.last_mut().zip(place).and_then(|(colour, at)| colour.get_mut(at));
        if let Some(part) = part {
            *part = number.and_then(|value| u8::try_from(value).ok()).unwrap_or_default();
        }
    }

    fn handle_style_word(&mut self, name: &[u8], number: Option<i32>) {
        match name {
            b"s" => self.group.style = number.unwrap_or(0),
            b"outlinelevel" if number == Some(0) => {
                self.headings.insert(self.group.style);
            }
            _ => {}
        }
    }

    fn enter_destination(&mut self, destination: Destination) {
        let group = &mut self.group;
        match destination {
            Destination::Around => {}
            Destination::Nothing => {
                group.place = RtfPlace::Nowhere;
                group.outer = RtfPlace::Nowhere;
            }
            Destination::Wrapper => {
                // Of nested wrapper groups, the outermost one determines the place.
                if group.place != RtfPlace::Nowhere {
                    group.outer = group.place;
                }
                group.place = RtfPlace::Nowhere;
            }
            Destination::Inner => group.place = group.outer,
            Destination::Box => {
                group.place = group.outer;
                self.add_gap_to_current_destination(TextGap::Paragraph);
            }
            Destination::Note => {
                if group.place == RtfPlace::Body {
                    group.place = RtfPlace::Notes;
                    group.is_in_table = false;
                    self.add_gap_to_current_destination(TextGap::Paragraph);
                }
            }
            Destination::Table(place) => group.place = place,
        }
    }

    fn handle_symbol(&mut self, byte: u8) {
        match byte {
            b'{' | b'}' | b'\\' => return self.handle_bytes(&[byte]),
            b'*' => {
                self.is_optional = true;
                return;
            }
            _ => {}
        }
        self.flush_bytes();
        match byte {
            _ if self.skipped > 0 => self.skipped -= 1,
            b'\n' | b'\r' => self.end_paragraph(),
            b'~' => self.write_text("\u{a0}"),
            b'_' => self.write_text("\u{2011}"),
            b'\t' => self.write_text("\t"),
            _ => {}
        }
    }

    /// Reads a Unicode character, given as a signed 16-bit number.
    fn handle_unicode_number(&mut self, number: i32) {
        self.skipped = self.group.fallback;
        // Some programs write the number in full instead of two signed ones.
        if number > 0xffff {
            return self.write_character(char::from_u32(number.cast_unsigned()));
        }
        let high = self.high.take();
        let unit = if number < 0 { number.saturating_add(0x1_0000) } else { number };
        let Ok(unit) = u16::try_from(unit) else { return };
        if (0xd800..=0xdbff).contains(&unit) {
            self.high = Some(unit);
            return;
        }
        let pair = high.and_then(|high| char::decode_utf16([high, unit]).next()?.ok());
        self.write_character(pair.or(char::from_u32(u32::from(unit))));
    }

    fn write_character(&mut self, character: Option<char>) {
        let shown = character.and_then(|one| self.charsets.map_character(one, self.group.font));
        if let Some(shown) = shown {
            self.write_text(shown.encode_utf8(&mut [0; 4]));
        }
    }

    /// Decodes bytes with the encoding of the font. The two bytes of a character may be written in different ways, so
    /// bytes are collected first.
    fn handle_bytes(&mut self, bytes: &[u8]) {
        let skipped = usize::try_from(self.skipped).unwrap_or(usize::MAX).min(bytes.len());
        self.skipped -= skipped as u32;
        let bytes = bytes.get(skipped..).unwrap_or_default();
        match self.group.place {
            RtfPlace::Body | RtfPlace::Notes | RtfPlace::Fact(_) => {
                self.bytes.extend_from_slice(bytes);
            }
            RtfPlace::Fonts => self.charsets.read_font_name(bytes),
            RtfPlace::Colours if self.colours.len() <= COLOURS => {
                let ends = bytes.split(|&byte| byte == b';').skip(1);
                self.colours.extend(ends.map(|_| [0; 3]));
            }
            // Some programs give the name of the heading style, but no level.
            RtfPlace::Styles if is_heading(bytes) => {
                self.headings.insert(self.group.style);
            }
            RtfPlace::Nowhere | RtfPlace::Colours | RtfPlace::Styles | RtfPlace::Info => {}
        }
    }

    fn flush_bytes(&mut self) {
        if self.bytes.is_empty() {
            return;
        }
        let bytes = std::mem::take(&mut self.bytes);
        self.write_text(&self.charsets.decode_text(&bytes, self.group.font));
    }

    fn write_text(&mut self, text: &str) {
        if self.group.is_deleted() || text.is_empty() {
            return;
        }
        let role = self.group.look.role();
        self.body.set_role(role);
        self.notes.set_role(role);
        match self.group.place {
            RtfPlace::Body if role.treatment_of_text() == TextFate::Counted => self.body.push(text),
            RtfPlace::Body => {
                if self.was_in_table != self.group.is_in_table {
                    self.was_in_table = self.group.is_in_table;
                    self.body.add_gap(TextGap::Paragraph);
                }
                if self.group.is_heading && self.heading_at.is_none() && !text.trim().is_empty() {
                    self.heading_at = Some(self.body.write_gap_and_return_length());
                }
                self.is_new_row = false;
                push_trimmed(&mut self.body, text);
            }
            RtfPlace::Notes => push_trimmed(&mut self.notes, text),
            RtfPlace::Fact(field) => {
                if let Some(fact) = self.facts.get_mut(field)
                    && fact.len() + text.len() <= LONGEST_FACT
                {
                    fact.push_str(text);
                }
            }
            _ => {}
        }
    }

    fn add_gap_to_current_destination(&mut self, gap: TextGap) {
        match self.group.place {
            RtfPlace::Body => self.body.add_gap(gap),
            RtfPlace::Notes => self.notes.add_gap(gap),
            _ => {}
        }
    }

    fn end_cell(&mut self) {
        if !self.group.is_shown() {
            return;
        }
        // A cell ends a group of its text, after which nothing else identifies the table.
        self.group.is_in_table = true;
        // The gap of a paragraph end before a cell end is dropped; a row end stays.
        let forgotten =
            if std::mem::take(&mut self.is_new_row) { TextGap::None } else { TextGap::Line };
        match self.group.place {
            RtfPlace::Body => {
                self.end_heading();
                self.was_in_table = true;
                self.body.drop_gap_and_push_tab(forgotten);
            }
            RtfPlace::Notes => self.notes.drop_gap_and_push_tab(forgotten),
            _ => {}
        }
    }

    fn end_paragraph(&mut self) {
        // A hidden paragraph end joins two paragraphs.
        if !self.group.is_shown() {
            return;
        }
        if self.group.place == RtfPlace::Body {
            self.end_heading();
        }
        self.add_gap_to_current_destination(if self.group.is_in_table {
            TextGap::Line
        } else {
            TextGap::Paragraph
        });
    }

    fn end_heading(&mut self) {
        let Some(at) = self.heading_at.take() else { return };
        let title = self.body.text_since(at);
        if !title.trim().is_empty() {
            TextSection::add_to(&mut self.sections, SectionKind::Chapter, at, title);
        }
    }
}

/// Adds text without the leading spaces of a line, because programs write spaces after marks that are dropped.
fn push_trimmed(flow: &mut TextBuilder, text: &str) {
    flow.push(if flow.is_at_line_start() { text.trim_start_matches(' ') } else { text });
}

/// Returns the sign before a part of a date: `\yr2020\mo5` becomes `2020-05`.
fn date_separator(name: &[u8]) -> Option<&'static str> {
    Some(match name {
        b"yr" => "",
        b"mo" | b"dy" => "-",
        b"hr" => "T",
        b"min" | b"sec" => ":",
        _ => return None,
    })
}

fn is_heading(name: &[u8]) -> bool {
    let name = name.strip_suffix(b";").unwrap_or(name);
    name.trim_ascii().eq_ignore_ascii_case(b"heading 1")
}
