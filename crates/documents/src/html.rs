//! Extracts the text that people read from HTML. It builds no tree, so deep nesting does no harm.

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, State, Tokenizer};

use super::{list_number::NumberForm, text_gap::TextGap, writer::Writer};

/// The text of a page: its title, then its body in source order.
///
/// Tags, comments, scripts, styles, templates and the content of `noscript`, `noframes` and `iframe` are dropped.
/// Entities become characters. Blocks get lines of their own, a space separates cells and controls, and inline tags
/// split no word. Items of `ol` have their numbers. White space is folded except in `pre` and `textarea`. Attributes are dropped. As in a browser,
/// everything after a `<script>` that is never closed is dropped too.
pub(super) fn extract(text: &str) -> String {
    let mut page = read(text, Vec::new());
    if page.counts_down {
        // Where a list that counts down begins, is known at its end.
        page = read(text, page.items);
    }
    page.writer.finish()
}

/// Reads a page. `items`: how many items each list has, by the order in which they begin, as far as it is known.
fn read(text: &str, items: Vec<i64>) -> HtmlReader {
    let mut page = HtmlReader { known_items: items, ..HtmlReader::new(text) };
    let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| page.take(&event));
    let mut tokenizer = Tokenizer::new_with_emitter(text, emitter);
    while let Some(Ok(state)) = tokenizer.next() {
        tokenizer.set_state(state);
    }
    drop(tokenizer);
    page
}

/// The gap that one inline tag of a Markdown paragraph puts between its neighbours.
pub(super) fn gap_of(tag: &str) -> TextGap {
    let name = tag.trim_start_matches(['<', '/']);
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(name.len());
    let name = name.get(..end).unwrap_or_default().to_ascii_lowercase();
    gap_around(name.as_bytes())
}

/// The state while a page is read.
struct HtmlReader {
    writer: Writer,
    /// Whether the file is XML, where `<script/>` is complete.
    is_xml: bool,
    /// The name of the start tag being read.
    tag: Vec<u8>,
    /// Open elements whose content is not for people. Of these only `template` elements nest.
    hidden: usize,
    /// Whether an element is open that is not for people and that the tokenizer reads as raw text.
    raw_hidden: bool,
    /// Open elements whose white space counts.
    preformatted: usize,
    /// The attributes of the tag being read, if it belongs to a list.
    attributes: Vec<(Vec<u8>, String)>,
    lists: Vec<HtmlList>,
    /// How many items each list has so far, by the order in which they begin.
    items: Vec<i64>,
    /// The same at the end of the page, if it was read before.
    known_items: Vec<i64>,
    /// Whether there is a list that counts down to 1.
    counts_down: bool,
}

/// An open list.
struct HtmlList {
    /// Which of the page.
    at: usize,
    /// The number of its next item.
    next: i64,
    step: i64,
    /// `None`: its items have no numbers.
    form: Option<NumberForm>,
}

impl HtmlReader {
    fn new(text: &str) -> Self {
        Self {
            writer: Writer::with_capacity(text.len() / 2),
            is_xml: text.trim_start().starts_with("<?xml"),
            tag: Vec::new(),
            hidden: 0,
            raw_hidden: false,
            preformatted: 0,
            attributes: Vec::new(),
            lists: Vec::new(),
            items: Vec::new(),
            known_items: Vec::new(),
            counts_down: false,
        }
    }

    /// Takes one event. Returns the state that the tokenizer must switch to.
    fn take(&mut self, event: &CallbackEvent<'_>) -> Option<State> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag.clear();
                self.tag.extend_from_slice(name);
                self.attributes.clear();
                None
            }
            CallbackEvent::AttributeName { name } => {
                if matches!(self.tag.as_slice(), b"ol" | b"li") {
                    self.attributes.push((name.to_vec(), String::new()));
                }
                None
            }
            CallbackEvent::AttributeValue { value } => {
                if let Some((_, whole)) = self.attributes.last_mut() {
                    *whole += &String::from_utf8_lossy(value);
                }
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
            b"ol" | b"ul" | b"menu" | b"dir" => self.begin_list(),
            b"li" => self.begin_item(),
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
            b"ol" | b"ul" | b"menu" | b"dir" => {
                self.writer.mark("");
                self.lists.pop();
            }
            b"li" => self.writer.mark(""),
            b"template" => self.hidden = self.hidden.saturating_sub(1),
            b"pre" | b"textarea" | b"xmp" | b"plaintext" => {
                self.preformatted = self.preformatted.saturating_sub(1);
            }
            _ => {}
        }
    }

    /// The value of an attribute of the tag.
    fn attribute(&self, name: &[u8]) -> Option<&str> {
        let found = self.attributes.iter().find(|(found, _)| found == name);
        found.map(|(_, value)| value.trim())
    }

    fn number(&self, name: &[u8]) -> Option<i64> {
        // As browsers: what follows the number does not count, nor does a number of more than 32 bits.
        let value = self.attribute(name)?;
        let end = value.find(|c: char| !(c.is_ascii_digit() || c == '-')).unwrap_or(value.len());
        value.get(..end)?.parse::<i32>().ok().map(i64::from)
    }

    fn begin_list(&mut self) {
        let at = self.items.len();
        self.items.push(0);
        let is_plain = |style: &str| style.contains("list-style") && style.contains("none");
        let is_numbered = self.tag == b"ol" && !self.attribute(b"style").is_some_and(is_plain);
        let form = self.attribute(b"type").and_then(NumberForm::by_first).unwrap_or_default();
        let start = self.number(b"start");
        let (next, step) = if self.attribute(b"reversed").is_some() {
            self.counts_down |= start.is_none();
            (start.or_else(|| self.known_items.get(at).copied()).unwrap_or(1), -1)
        } else {
            (start.unwrap_or(1), 1)
        };
        self.lists.push(HtmlList { at, next, step, form: is_numbered.then_some(form) });
    }

    fn begin_item(&mut self) {
        let value = self.number(b"value");
        let own_form = self.attribute(b"type").and_then(NumberForm::by_first);
        let Some(list) = self.lists.last_mut() else { return };
        let number = value.unwrap_or(list.next);
        list.next = number + list.step;
        if let Some(count) = self.items.get_mut(list.at) {
            *count += 1;
        }
        let form = list.form.map(|form| own_form.unwrap_or(form));
        self.writer.mark(&form.map_or_else(String::new, |form| form.write(number)));
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

/// The gap before and after an element.
fn gap_around(name: &[u8]) -> TextGap {
    match name {
        b"p" | b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" | b"title" | b"pre" | b"table"
        | b"blockquote" | b"hr" | b"section" | b"article" | b"xmp" | b"plaintext" => {
            TextGap::Paragraph
        }
        b"address" | b"aside" | b"body" | b"br" | b"caption" | b"center" | b"dd" | b"details"
        | b"dialog" | b"dir" | b"div" | b"dl" | b"dt" | b"fieldset" | b"figcaption" | b"figure"
        | b"footer" | b"form" | b"frameset" | b"head" | b"header" | b"hgroup" | b"html"
        | b"legend" | b"li" | b"link" | b"main" | b"menu" | b"meta" | b"nav" | b"ol"
        | b"optgroup" | b"option" | b"search" | b"select" | b"summary" | b"tbody" | b"textarea"
        | b"tfoot" | b"thead" | b"tr" | b"ul" | b"template" => TextGap::Line,
        b"audio" | b"button" | b"canvas" | b"iframe" | b"img" | b"input" | b"label" | b"math"
        | b"meter" | b"object" | b"progress" | b"svg" | b"td" | b"text" | b"th" | b"video" => {
            TextGap::Space
        }
        _ => TextGap::None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::extract;

    #[test]
    fn a_page_becomes_its_title_and_text() {
        let page = "<!DOCTYPE html>\n<html><head><meta charset=utf-8>\n<title>A &amp; B</title>\n\
            <style>p { color: red }</style><script>if (a < b) document.write('<p>no</p>');</script></head>\n\
            <body class=\"x>y\"><!-- no --><h1>Head<em>line</em></h1><p>One\n   two&nbsp;three.<p>Caf&eacute; &#1071;&#x2019;s<br>\n\
            <table><tr><td>c1<td>c2</tr><tr><th>d1</th><th>d2</th></tr></table></body></html>";
        assert_eq!(
            extract(page),
            "A & B\n\nHeadline\n\nOne two\u{a0}three.\n\nCafé Я’s\n\nc1 c2\nd1 d2\n"
        );
    }

    #[test]
    fn blocks_never_glue_words_and_inline_tags_never_split_them() {
        for (page, text) in [
            ("a<div>b</div>c", "a\nb\nc\n"),
            ("<ul><li>a<li>b</ul>c", "a\nb\nc\n"),
            ("a<br/>b", "a\nb\n"),
            ("w<b>or</b><a href='#'>d</a><wbr>s", "words\n"),
            ("<option>a</option><option>b</option>", "a\nb\n"),
            ("<button>a</button><button>b</button>", "a b\n"),
            ("<P>a</P><DIV>b</DIV>", "a\n\nb\n"),
        ] {
            assert_eq!(extract(page), text, "{page}");
        }
    }

    #[test]
    fn items_of_numbered_lists_have_their_numbers() {
        for (page, text) in [
            ("<ol><li>a<li>b</ol>c", "1. a\n2. b\nc\n"),
            ("<ol>\n<li>\n<p>a</p><p>b</p></li>\n<li><p>c</p></ol>", "1. a\n\nb\n\n2. c\n"),
            ("<ol start=3><li>a<ul><li>b</ul><li>c</ol>", "3. a\nb\n4. c\n"),
            (
                "<OL TYPE=a START='26'><LI>x<LI>y<LI type=I value=4>z<LI>w",
                "z. x\naa. y\nIV. z\ne. w\n",
            ),
            ("<ol reversed><li>a<ol><li>b</ol><li>c</ol>", "2. a\n1. b\n1. c\n"),
            ("<ol reversed start=9><li>a<li>b", "9. a\n8. b\n"),
            ("<ol><li></li><li>b</li></ol>", "2. b\n"),
            ("<ol><li></ol>a", "a\n"),
            ("<ol style='list-style: none'><li>a</ol><li>b", "a\nb\n"),
            ("<ol start=x><li value=''>a<li value='7th'>b", "1. a\n7. b\n"),
            ("<ol start=-1><li>a</ol></ol><ol><li>b", "-1. a\n1. b\n"),
            ("<ul type=1><li>a<ol><li>b</ol></ul>", "a\n1. b\n"),
        ] {
            assert_eq!(extract(page), text, "{page}");
        }
    }

    #[test]
    fn what_people_do_not_read_goes() {
        for page in [
            "a<script>x</script> b",
            "a<SCRIPT type='t'><!-- x <script> y </script> --> </SCRIPT> b",
            "a<style>x</style> b",
            "a<noscript><p>x</p></noscript> b",
            "a<template><p>x<template>y</template>z</p></template> b",
            "a<iframe>x</iframe> b",
            "a <!-- x > --> b",
            "a <![CDATA[ x ]]> b",
            "a <?php x ?> b",
            "a <img alt='x' src=y> b",
        ] {
            assert_eq!(extract(page).split_whitespace().collect::<Vec<_>>(), ["a", "b"], "{page}");
        }
    }

    #[test]
    fn raw_text_ends_only_at_its_own_end_tag() {
        assert_eq!(extract("<textarea>a <b>c</b>\n d</textarea>e"), "a <b>c</b>\n d\ne\n");
        assert_eq!(extract("<title>a <i>b</title>c"), "a <i>b\n\nc\n");
        assert_eq!(extract("<style></styl></p>x</style>c"), "c\n");
        assert_eq!(extract("a<script>never closed"), "a\n");
    }

    #[test]
    fn an_empty_element_of_xml_is_complete() {
        assert_eq!(
            extract("<?xml version='1.0'?><html><script src='x'/><title/><p>text</p></html>"),
            "text\n"
        );
    }

    #[test]
    fn white_space_stays_where_it_counts() {
        assert_eq!(extract("<pre>  a\n    b</pre>c  d"), "  a\n    b\n\nc d\n");
    }

    #[test]
    fn depth_and_attributes_do_not_hurt() {
        assert_eq!(extract(&format!("{}x", "<div>".repeat(100_000))), "x\n");
        assert_eq!(extract(&format!("<a {}>x", "b=c ".repeat(50_000))), "x\n");
    }

    proptest! {
        #[test]
        fn no_page_makes_it_panic(page in "(<[a-z!/?]{0,9}|[<>&;/='\"-]|script|pre|é|\u{0}|\\s|&#x?[0-9a-f]{0,9};?|\\PC){0,40}") {
            let _ = extract(&page);
        }

        #[test]
        fn escaped_text_comes_back(text in "[a-zé<>&\"' ]{0,40}") {
            let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
            let words: Vec<&str> = text.split_whitespace().collect();
            let page = extract(&format!("<p>{escaped}</p>"));
            prop_assert_eq!(page.split_whitespace().collect::<Vec<_>>(), words);
        }
    }
}
