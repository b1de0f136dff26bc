//! HTML to the text that people read. It builds no tree, so depth cannot hurt, and it fetches nothing.

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, State, Tokenizer};

use super::writer::{Gap, Writer};

/// The text of a page: its title, then its body in source order.
///
/// Tags, comments, scripts, styles, templates and what stands in for them (`noscript`, `noframes`, `iframe`) go; entities
/// become characters. Blocks stand on lines of their own, cells and controls are kept apart by a space, inline tags
/// split no word. White space is folded except in `pre` and `textarea`. Attributes are dropped, so is all that follows a
/// `<script>` which is never closed, as in a browser.
pub(super) fn extract(text: &str) -> String {
    let mut page = Page::new(text);
    let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| page.take(&event));
    let mut tokenizer = Tokenizer::new_with_emitter(text, emitter);
    while let Some(Ok(state)) = tokenizer.next() {
        tokenizer.set_state(state);
    }
    drop(tokenizer);
    page.writer.finish()
}

/// The gap that a piece of inline HTML (one tag of a Markdown paragraph) puts between its neighbours.
pub(super) fn gap_of(tag: &str) -> Gap {
    let name = tag.trim_start_matches(['<', '/']);
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(name.len());
    let name = name.get(..end).unwrap_or_default().to_ascii_lowercase();
    gap_around(name.as_bytes())
}

/// What is going on while a page is read.
struct Page {
    writer: Writer,
    /// The file is XML, where `<script/>` is complete.
    is_xml: bool,
    /// The start tag being read.
    tag: Vec<u8>,
    /// Open elements whose content is not for people. Only these nest here: `template`s.
    hidden: usize,
    /// Inside an element that the tokenizer reads as raw text and that is not for people.
    raw_hidden: bool,
    /// Open elements whose white space counts.
    preformatted: usize,
}

impl Page {
    fn new(text: &str) -> Self {
        Self {
            writer: Writer::with_capacity(text.len() / 2),
            is_xml: text.trim_start().starts_with("<?xml"),
            tag: Vec::new(),
            hidden: 0,
            raw_hidden: false,
            preformatted: 0,
        }
    }

    /// Takes one event; the answer is the state into which the tokenizer must switch.
    fn take(&mut self, event: &CallbackEvent<'_>) -> Option<State> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag.clear();
                self.tag.extend_from_slice(name);
                None
            }
            CallbackEvent::CloseStartTag { self_closing } => self.open(*self_closing),
            CallbackEvent::EndTag { name } => {
                self.close(name);
                None
            }
            CallbackEvent::String { value } => {
                self.text(value);
                None
            }
            _ => None,
        }
    }

    fn open(&mut self, self_closing: bool) -> Option<State> {
        self.writer.gap(gap_around(&self.tag));
        if self_closing && self.is_xml {
            return None;
        }
        let state = match self.tag.as_slice() {
            b"title" | b"textarea" => State::RcData,
            b"script" => State::ScriptData,
            b"style" | b"iframe" | b"xmp" | b"noembed" | b"noframes" | b"noscript" => {
                State::RawText
            }
            b"plaintext" => State::PlainText,
            _ => State::Data,
        };
        match self.tag.as_slice() {
            b"template" => self.hidden += 1,
            b"pre" | b"textarea" | b"xmp" | b"plaintext" => self.preformatted += 1,
            _ => {}
        }
        self.raw_hidden = is_raw_hidden(&self.tag);
        (state != State::Data).then_some(state)
    }

    fn close(&mut self, name: &[u8]) {
        self.writer.gap(gap_around(name));
        self.raw_hidden = false;
        match name {
            b"template" => self.hidden = self.hidden.saturating_sub(1),
            b"pre" | b"textarea" | b"xmp" | b"plaintext" => {
                self.preformatted = self.preformatted.saturating_sub(1);
            }
            _ => {}
        }
    }

    fn text(&mut self, value: &[u8]) {
        if self.hidden > 0 || self.raw_hidden {
            return;
        }
        let text = String::from_utf8_lossy(value);
        if self.preformatted > 0 {
            self.writer.verbatim(&text);
        } else {
            self.writer.flow(&text);
        }
    }
}

fn is_raw_hidden(name: &[u8]) -> bool {
    matches!(name, b"script" | b"style" | b"iframe" | b"noembed" | b"noframes" | b"noscript")
}

/// What an element puts before and after itself.
fn gap_around(name: &[u8]) -> Gap {
    match name {
        b"p" | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" | b"title" | b"pre" | b"table"
        | b"blockquote" | b"hr" | b"section" | b"article" | b"xmp" | b"plaintext" => Gap::Paragraph,
        b"address" | b"aside" | b"body" | b"br" | b"caption" | b"center" | b"dd" | b"details"
        | b"dialog" | b"dir" | b"div" | b"dl" | b"dt" | b"fieldset" | b"figcaption" | b"figure"
        | b"footer" | b"form" | b"frameset" | b"head" | b"header" | b"hgroup" | b"html"
        | b"legend" | b"li" | b"link" | b"main" | b"menu" | b"meta" | b"nav" | b"ol"
        | b"optgroup" | b"option" | b"search" | b"select" | b"summary" | b"tbody" | b"textarea"
        | b"tfoot" | b"thead" | b"tr" | b"ul" | b"template" => Gap::Line,
        b"audio" | b"button" | b"canvas" | b"iframe" | b"img" | b"input" | b"label" | b"math"
        | b"meter" | b"object" | b"progress" | b"svg" | b"td" | b"text" | b"th" | b"video" => {
            Gap::Space
        }
        _ => Gap::None,
    }
}
