//! Extracts the visible text of HTML. No tree is built, so deep nesting is harmless.

mod css;
mod elements;
mod head;

use std::borrow::Cow;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, State, Tokenizer};

use crate::extracted::{Extracted, Unreadable};
use crate::roles::{Role, is_name_of_white};
use crate::text_builder::{TextBuilder, TextGap};
use crate::{limits::Limits, list_number::NumberForm};
use elements::{OpenElement, OpenElements};
use head::PageHead;

/// Extracts the text of a page: its title, then its body in source order.
///
/// - Tags, comments, scripts, styles, templates and the content of `noscript` and `iframe` are dropped.
/// - A page within `srcdoc` is read in place.
/// - Entities become characters.
/// - Blocks get their own lines, a space separates cells and controls, and inline tags split no word.
/// - Items of `ol` have their numbers, unless the list counts down.
/// - White space is folded except in `pre` and `textarea`.
/// - As in a browser, an unclosed `<script>` drops the rest of the page.
///
/// White text is hidden if no style sheet, class or background can give it a coloured background.
pub(super) fn extract(text: &str, limits: &Limits) -> Result<Extracted, Unreadable> {
    let mut page = HtmlReader::new(limits, text.trim_start().starts_with("<?xml"));
    page.read_html(text);
    let facts = page.head.facts();
    Ok(Extracted { facts, ..page.out.finish()? })
}

#[derive(Default)]
pub(super) struct HtmlReader {
    pub(super) out: TextBuilder,
    limits: Limits,
    /// True for XML, in which `<script/>` has no content.
    is_xml: bool,
    tag: Vec<u8>,
    attributes: Vec<(Vec<u8>, String)>,
    /// True if the next value belongs to the last of `attributes`.
    takes_value: bool,
    head: PageHead,
    elements: OpenElements,
    lists: Vec<HtmlList>,
}

struct HtmlList {
    next: i64,
    /// Form of the numbers, or `None` if the items have no numbers.
    form: Option<NumberForm>,
}

impl HtmlReader {
    pub(super) fn new(limits: &Limits, is_xml: bool) -> Self {
        Self { out: TextBuilder::new(limits), limits: *limits, is_xml, ..Self::default() }
    }

    pub(super) fn read_html(&mut self, text: &str) {
        let text = escape_cdata(text);
        let emitter =
            CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| self.handle_token(&event));
        let mut tokenizer = Tokenizer::new_with_emitter(&*text, emitter);
        while let Some(Ok(state)) = tokenizer.next() {
            tokenizer.set_state(state);
        }
    }

    /// Returns the state to which the tokenizer must switch, or `None` to stay in its state.
    fn handle_token(&mut self, event: &CallbackEvent<'_>) -> Option<State> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag.clear();
                self.tag.extend_from_slice(name);
                self.attributes.clear();
            }
            CallbackEvent::AttributeName { name } => {
                self.takes_value = is_known_attribute(name) && self.attribute(name).is_none();
                if self.takes_value {
                    self.attributes.push((name.to_vec(), String::new()));
                }
            }
            CallbackEvent::AttributeValue { value } => {
                if let Some((_, whole)) = self.attributes.last_mut()
                    && self.takes_value
                {
                    *whole += &String::from_utf8_lossy(value);
                }
            }
            CallbackEvent::CloseStartTag { self_closing } => {
                return self.open_element(*self_closing);
            }
            CallbackEvent::EndTag { name } => self.close_element(name),
            CallbackEvent::String { value } => self.add_text(value),
            _ => {}
        }
        None
    }

    /// Opens the element of the current tag. Returns the state for a content that is not HTML, such as a script.
    fn open_element(&mut self, self_closing: bool) -> Option<State> {
        let gap = gap_around_element(&self.tag);
        self.out.add_gap(gap);
        let attributes = &self.attributes;
        self.head.open_element(&self.tag, |name| attribute(attributes, name));
        if self_closing && self.is_xml {
            return None;
        }
        if !self.is_xml {
            self.elements.close_implied_elements(&self.tag, gap >= TextGap::Line);
        }
        let state = match self.tag.as_slice() {
            b"title" | b"textarea" => State::RcData,
            b"script" => State::ScriptData,
            b"style" | b"iframe" | b"xmp" | b"noembed" | b"noscript" => State::RawText,
            b"plaintext" => State::PlainText,
            _ => State::Data,
        };
        let element = self.build_open_element();
        match self.tag.as_slice() {
            b"ol" | b"ul" | b"menu" | b"dir" => self.begin_list(),
            b"li" if !element.takes_no_space() => self.begin_item(),
            b"iframe" => self.read_frame(element),
            _ => {}
        }
        self.elements.open(element);
        self.out.set_role(self.elements.innermost_element().role());
        (state != State::Data).then_some(state)
    }

    fn build_open_element(&mut self) -> OpenElement {
        let has = |name: &[u8]| self.attribute(name).is_some();
        let outer = self.elements.innermost_element();
        let (mut look, is_gone) = css::parse_style(self.attribute(b"style").unwrap_or_default());
        // A style sheet may select the element by these attributes and change its look.
        let is_classed = has(b"class") || has(b"id") || has(b"bgcolor") || has(b"background");
        if is_classed {
            look.backed = look.backed.or(Some(true));
        }
        if self.tag == b"font" && self.attribute(b"color").is_some_and(is_name_of_white) {
            look.white = Some(true);
        }
        let said =
            [self.attribute(b"epub:type"), self.attribute(b"role")].map(Option::unwrap_or_default);
        let says = |what: &str| said.into_iter().any(|said| said.contains(what));
        let role = match self.tag.as_slice() {
            _ if is_gone || has(b"hidden") => Role::Hidden,
            b"rt" | b"rp" | b"rtc" => Role::Ruby,
            b"script" | b"style" | b"iframe" | b"noembed" | b"noscript" | b"template" => {
                Role::Furniture
            }
            _ if says("noteref") => Role::NoteMark,
            _ if says("pagebreak") => Role::Furniture,
            b"sup" => Role::Raised,
            _ => Role::Text,
        };
        if self.attribute(b"rel").is_some_and(|rel| rel.contains("stylesheet")) {
            self.elements.mark_all_backgrounds_as_coloured();
        }
        let is_preformatted =
            matches!(self.tag.as_slice(), b"pre" | b"textarea" | b"xmp" | b"plaintext");
        OpenElement::new(&self.tag, outer, look, is_classed, role, is_preformatted)
    }

    /// Reads the page in the `srcdoc` of a frame, if any. Its tags close no elements outside.
    fn read_frame(&mut self, element: OpenElement) {
        let Some(page) = self.attribute(b"srcdoc").map(str::to_string) else { return };
        match self.limits.for_embedded_document("pages in frames") {
            Err(refusal) => self.out.stop_with_error(refusal),
            Ok(limits) => {
                let outer = std::mem::replace(&mut self.limits, limits);
                let elements = self.elements.begin_embedded_page(element);
                self.out.set_role(self.elements.innermost_element().role());
                self.out.add_gap(TextGap::Line);
                self.read_html(&page);
                self.elements = elements;
                self.limits = outer;
                self.tag = b"iframe".to_vec();
                self.out.add_gap(TextGap::Line);
            }
        }
    }

    fn close_element(&mut self, name: &[u8]) {
        self.out.add_gap(gap_around_element(name));
        self.head.close_element(name);
        self.elements.close(name);
        self.out.set_role(self.elements.innermost_element().role());
        match name {
            b"ol" | b"ul" | b"menu" | b"dir" => {
                self.out.set_item_number("");
                self.lists.pop();
            }
            b"li" => self.out.set_item_number(""),
            _ => {}
        }
    }

    fn attribute(&self, name: &[u8]) -> Option<&str> {
        attribute(&self.attributes, name)
    }

    /// Returns an attribute of the current tag as a number, or `None` if the attribute is missing or no number.
    fn numeric_attribute(&self, name: &[u8]) -> Option<i64> {
        // Like browsers, ignores characters after the number, and numbers of more than 32 bits.
        let value = self.attribute(name)?;
        let end = value.find(|c: char| !(c.is_ascii_digit() || c == '-')).unwrap_or(value.len());
        value.get(..end)?.parse::<i32>().ok().map(i64::from)
    }

    fn begin_list(&mut self) {
        let is_plain = |style: &str| style.contains("list-style") && style.contains("none");
        let is_numbered = self.tag == b"ol"
            && self.attribute(b"reversed").is_none()
            && !self.attribute(b"style").is_some_and(is_plain);
        let form =
            self.attribute(b"type").and_then(NumberForm::from_first_number).unwrap_or_default();
        let next = self.numeric_attribute(b"start").unwrap_or(1);
        self.lists.push(HtmlList { next, form: is_numbered.then_some(form) });
    }

    fn begin_item(&mut self) {
        let value = self.numeric_attribute(b"value");
        let own_form = self.attribute(b"type").and_then(NumberForm::from_first_number);
        let Some(list) = self.lists.last_mut() else { return };
        let number = value.unwrap_or(list.next);
        list.next = number + 1;
        let form = list.form.map(|form| own_form.unwrap_or(form));
        self.out.set_item_number(
            &form.map_or_else(String::new, |form| form.format_number(number) + "."),
        );
    }

    fn add_text(&mut self, value: &[u8]) {
        let text = String::from_utf8_lossy(value);
        self.head.add_text(&text);
        let element = self.elements.innermost_element();
        if element.is_named(b"style") && text.contains("background") {
            self.elements.mark_all_backgrounds_as_coloured();
        } else if element.is_preformatted() {
            self.out.push(&text);
        } else {
            self.out.push_folded(&text);
        }
    }
}

/// Returns true for an attribute that can affect the text.
fn is_known_attribute(name: &[u8]) -> bool {
    matches!(
        name,
        b"bgcolor"
            | b"background"
            | b"class"
            | b"color"
            | b"content"
            | b"epub:type"
            | b"hidden"
            | b"id"
            | b"itemprop"
            | b"name"
            | b"property"
            | b"rel"
            | b"reversed"
            | b"role"
            | b"srcdoc"
            | b"start"
            | b"style"
            | b"type"
            | b"value"
    )
}

fn attribute<'a>(attributes: &'a [(Vec<u8>, String)], name: &[u8]) -> Option<&'a str> {
    let found = attributes.iter().find(|(found, _)| found == name);
    found.map(|(_, value)| value.trim())
}

/// Escapes CDATA sections of XHTML, which are text there. Other pages treat CDATA as a comment.
fn escape_cdata(page: &str) -> Cow<'_, str> {
    const BEGIN: &str = "<![CDATA[";
    let is_xhtml =
        || page.trim_start().starts_with("<?xml") || page.contains("http://www.w3.org/1999/xhtml");
    if !page.contains(BEGIN) || !is_xhtml() {
        return page.into();
    }
    let mut pieces = page.split(BEGIN);
    let mut text = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let (inside, behind) = piece.split_once("]]>").unwrap_or((piece, ""));
        text.push_str(&inside.replace('&', "&amp;").replace('<', "&lt;"));
        text.push_str(behind);
    }
    text.into()
}

fn gap_around_element(name: &[u8]) -> TextGap {
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

    use crate::limits::Limits;

    fn extract(page: &str) -> String {
        super::extract(page, &Limits::default()).unwrap().text
    }

    #[test]
    fn blocks_never_glue_words_and_inline_tags_never_split_them() {
        for (page, text) in [
            (
                "<!DOCTYPE html>\n<html><head><meta charset=utf-8>\n<title>A &amp; B</title>\n</head><body class=\"x>y\">\n<h1>Head<em>line</em></h1>",
                "A & B\n\nHeadline\n",
            ),
            (
                "<p>One\n  two&nbsp;three.<p>Caf&eacute; &#1071;&#x2019;s",
                "One two\u{a0}three.\n\nCafé Я’s\n",
            ),
            ("<table><tr><td>a<td>b</tr><tr><th>c</th><th>d</th></tr></table>", "a b\nc d\n"),
            ("a<div>b</div>c", "a\nb\nc\n"),
            ("<ul><li>a<li>b</ul>c", "a\nb\nc\n"),
            ("a<br/>b", "a\nb\n"),
            ("w<b>or</b><a href='#'>d</a><wbr>s", "words\n"),
            ("<option>a</option><option>b</option>", "a\nb\n"),
            ("<button>a</button><button>b</button>", "a b\n"),
            ("<P>a</P><DIV>b</DIV>", "a\n\nb\n"),
            // Raw text ends only at its own end tag.
            ("<textarea>a <b>c</b>\n d</textarea>e", "a <b>c</b>\n d\ne\n"),
            ("<title>a <i>b</title>c", "a <i>b\n\nc\n"),
            ("<style></styl></p>x</style>c", "c\n"),
            ("a<script>never closed", "a\n"),
            // An empty element of XML is complete.
            ("<?xml version='1.0'?><html><script src='x'/><title/><p>text</p></html>", "text\n"),
            ("<pre>  a\n    b</pre>c  d", "  a\n    b\n\nc d\n"),
            (&format!("{}x", "<div>".repeat(100_000)), "x\n"),
            (&format!("<a {}>x", "b=c ".repeat(50_000)), "x\n"),
            // Items of numbered lists have their numbers.
            ("<ol><li>a<li>b</ol>c", "1. a\n2. b\nc\n"),
            ("<ol>\n<li>\n<p>a</p><p>b</p></li>\n<li><p>c</p></ol>", "1. a\n\nb\n\n2. c\n"),
            ("<ol start=3><li>a<ul><li>b</ul><li>c</ol>", "3. a\nb\n4. c\n"),
            (
                "<OL TYPE=a START='26'><LI>x<LI>y<LI type=I value=4>z<LI>w",
                "z. x\naa. y\nIV. z\ne. w\n",
            ),
            ("<ol reversed><li>a<ol><li>b</ol><li>c</ol>", "a\n1. b\nc\n"),
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
        let pages = "\
            a<script>x</script> b|a<SCRIPT type='t'><!-- x <script> y </script> --> </SCRIPT> b|a<style>x</style> b|\
            a<noscript><p>x</p></noscript> b|a<template><p>x<template>y</template>z</p></template> b|\
            a<iframe>x</iframe> b|a <!-- x > --> b|a <![CDATA[ x ]]> b|a<ruby><rt>x</rt><rp>)</ruby> b|\
            a<ruby><rp>(<rt>x<rp>)</ruby> b|a <div hidden>x<div>y</div><p>z</div> b|a <p hidden>x <b>y</b><p>b|\
            a<ul><li hidden>x<ul><li>y</ul>z<li>b</ul>|a<table><tr><td hidden>x<td>b</table>|\
            a <span style='display: none'>x<i style='display:block'>y</i></span> b|a <img hidden src=y> b|\
            a<span style='color:#fff'>x</span>b|a <p style=font-size:1pt>x</p> b|\
            a<b style=color:transparent>x</b>b|a <p style=font-size:.01em>x</p> b|a <?php x ?> b|a <img alt='x' src=y> b";
        for page in pages.split('|') {
            assert_eq!(extract(page).split_whitespace().collect::<Vec<_>>(), ["a", "b"], "{page}");
        }
    }

    #[test]
    fn what_may_be_seen_stays() {
        for page in [
            "<div style='visibility:hidden'><b style='visibility:visible'>a b</b></div>",
            "<p style='background:navy'><b style=color:white>a b</b>",
            "<style>td { background: #000 }</style><p style=color:white>a b",
            "<link rel=stylesheet href=x><p style=color:white>a b",
            "<p class=x><b style=color:white>a b</b>",
            "<div style=font-size:0><b class=x>a b</b></div>",
            "<p hidden></p>a <br hidden>b",
            "<iframe srcdoc='<p>a</p>b'>x</iframe>",
            "<frameset><noframes><body>a b</noframes></frameset>",
            "<?xml version='1.0'?><p><![CDATA[a]]> <![CDATA[b]]></p>",
        ] {
            assert_eq!(extract(page).split_whitespace().collect::<Vec<_>>(), ["a", "b"], "{page}");
        }
        assert_eq!(extract("<?xml version='1.0'?><p><![CDATA[a <b> & c]]>"), "a <b> & c\n");
    }

    #[test]
    fn pages_in_frames_have_an_end() {
        let nested = |levels| {
            (0..levels).fold("a".to_string(), |page: String, _| {
                let page = page.replace('&', "&amp;").replace('"', "&quot;");
                format!("x<iframe srcdoc=\"{page}\"></iframe>")
            })
        };
        assert_eq!(extract(&nested(2)), "x\nx\na\n");
        let refused = super::extract(&nested(12), &Limits::default()).unwrap_err();
        assert!(refused.to_string().contains("--limit-depth"), "{refused}");
        // Unclosed elements, with end tags of others.
        assert_eq!(extract(&format!("{}x", "<div></i>".repeat(50_000))), "x\n");
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
