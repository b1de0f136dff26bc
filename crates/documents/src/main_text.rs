//! The main text of an HTML page, without what stands around it, such as navigation, side bars and
//! notices. It fetches nothing.
//!
//! The Readability rules find an article by its paragraphs and commas. They take a reference or a list for what stands around
//! it. Where the page itself marks its main part and they leave most of that out, the page is right.

use dom_query::Document;
use dom_smoothie::{Config, Readability};
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use crate::{extract::extract, file_format::Format};

use super::extracted::{Extracted, Facts};
use super::{limits::Limits, moment::moment, one_line::fact, page::all};

/// Larger pages are no articles, and their tree would need much memory.
const LARGEST: usize = 16 << 20;

/// So many elements a tree may have.
const ELEMENTS: usize = 50_000;

/// So many elements, each counted as often as it is deep: the rules look at an element once for each that contains it.
const STEPS: usize = 1_000_000;

/// So many bytes of text, counted alike.
const READ_BYTES: usize = 100_000_000;

/// So many attributes a tag may have: the parser compares each with all others.
const ATTRIBUTES: usize = 200;

/// With fewer words of each thousand of the page, what was found is a part of it by mistake.
const FEWEST: usize = 50;

/// The main text of a page, after its title; all of its text where no main text is found, or where its tree would be too
/// large or too deep.
pub(super) fn main(html: &str, limits: &Limits) -> Extracted {
    let whole = all(html.into());
    let main = if is_harmless(html, limits) { article(html, &whole) } else { None };
    main.unwrap_or(whole)
}

/// The main text of a page, if there is one.
fn article(html: &str, whole: &Extracted) -> Option<Extracted> {
    let config = Config { max_elements_to_parse: ELEMENTS, ..Config::default() };
    let document = Document::from(html);
    let marked = marked(&document);
    let article = Readability::with_document(document, None, Some(config)).ok()?.parse().ok()?;
    // Its own text puts words of neighbouring blocks together.
    let mut body = extract(article.content.as_ref().into(), Format::Html);
    let words = |text: &str| text.split_whitespace().count();
    if words(&body) * 2 < words(&marked) {
        body = marked.into();
    }
    if words(&body) * 1000 < words(&whole.text) * FEWEST || words(&body) == 0 {
        return None;
    }
    let title = fact(&article.title);
    // It takes a heading away that repeats the title.
    let text = match title.as_str() {
        "" => body.into_owned(),
        title if body.starts_with(title) => body.into_owned(),
        title => format!("{title}\n\n{body}"),
    };
    let stated = |found: Option<String>, in_head: &String| {
        found.filter(|found| !found.is_empty()).unwrap_or_else(|| in_head.clone())
    };
    let time = |time: &Option<_>| time.as_deref().map(moment);
    let facts = Facts {
        title,
        author: stated(article.byline.as_deref().map(fact), &whole.facts.author),
        created: stated(time(&article.published_time), &whole.facts.created),
        changed: stated(time(&article.modified_time), &whole.facts.changed),
    };
    Some(Extracted { text, sections: Vec::new(), facts })
}

/// The text of what a page marks as its main part; empty if it marks nothing, or several parts.
fn marked(document: &Document) -> String {
    let marked = document.select("main, [role=main]");
    if marked.length() != 1 {
        return String::new();
    }
    marked.select("nav, [role=navigation]").remove();
    extract(marked.html().as_ref().into(), Format::Html).into_owned()
}

/// Whether a tree of a page can be built in linear time: it is neither deep nor large, and no tag has many attributes.
fn is_harmless(html: &str, limits: &Limits) -> bool {
    if html.len() > LARGEST {
        return false;
    }
    let mut shape = PageShape::default();
    let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| {
        shape.take(&event);
        None
    });
    // One state for all: what stands in a script counts too, which only makes it more careful.
    Tokenizer::new_with_emitter(html, emitter).for_each(|_: Result<(), _>| ());
    shape.deepest as u64 <= limits.depth
        && shape.elements <= ELEMENTS
        && shape.steps <= STEPS
        && shape.read_bytes <= READ_BYTES
        && shape.most_attributes <= ATTRIBUTES
}

/// How large and how deep the tree of a page may become.
#[derive(Debug, Default)]
struct PageShape {
    depth: usize,
    deepest: usize,
    elements: usize,
    /// The sum of the depths of its elements, and of its bytes of text.
    steps: usize,
    read_bytes: usize,
    attributes: usize,
    most_attributes: usize,
}

impl PageShape {
    fn take(&mut self, event: &CallbackEvent<'_>) {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.attributes = 0;
                self.elements += 1;
                self.depth += usize::from(has_end(name));
                self.deepest = self.deepest.max(self.depth);
                self.steps = self.steps.saturating_add(self.depth);
            }
            CallbackEvent::AttributeName { .. } => {
                self.attributes += 1;
                self.most_attributes = self.most_attributes.max(self.attributes);
            }
            CallbackEvent::EndTag { name } => {
                self.depth = self.depth.saturating_sub(usize::from(has_end(name)));
            }
            CallbackEvent::String { value } => {
                let bytes = self.depth.saturating_mul(value.len());
                self.read_bytes = self.read_bytes.saturating_add(bytes);
            }
            _ => {}
        }
    }
}

/// Whether an element contains what follows it, up to its end tag. Others have none, or end before their like.
fn has_end(name: &[u8]) -> bool {
    !matches!(
        name,
        b"area"
            | b"base"
            | b"br"
            | b"col"
            | b"dd"
            | b"dt"
            | b"embed"
            | b"frame"
            | b"hr"
            | b"img"
            | b"input"
            | b"li"
            | b"link"
            | b"meta"
            | b"option"
            | b"p"
            | b"param"
            | b"source"
            | b"tbody"
            | b"td"
            | b"th"
            | b"tr"
            | b"track"
            | b"wbr"
    )
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use proptest::prelude::*;

    use super::{Limits, extract, is_harmless, main};
    use crate::file_format::Format;

    fn page(paragraphs: usize) -> String {
        let mut page = String::from(
            "<html><head><title>Rivers of maps</title><meta name=author content='A. Clerk'>\
             <meta property='article:published_time' content='2024-05-01T10:00:00Z'></head><body>\
             <nav class=menu><ul><li><a href=/>Home page</a><li><a href=/b>Contact us</a></ul></nav>\
             <div id=content><h1>Rivers of maps</h1>",
        );
        for number in 0..paragraphs {
            let _ = write!(
                page,
                "<p>Paragraph {number}, in which the river folded its maps under the bridge, while seven \
                 lanterns counted the tide, and a clerk wrote small numbers beside the names of ships.</p>"
            );
        }
        page + "</div><div class=footer><a href=/c>Imprint</a> <a href=/d>Privacy</a></div></body></html>"
    }

    #[test]
    fn the_body_stays_and_what_is_around_it_goes() {
        let read = main(&page(20), &Limits::default());
        assert!(read.text.starts_with("Rivers of maps\n\nParagraph 0, in which"), "{}", read.text);
        assert_eq!(read.text.matches("names of ships.\n").count(), 20);
        for gone in ["Home page", "Contact", "Imprint", "Privacy"] {
            assert!(!read.text.contains(gone), "{gone}");
        }
        assert_eq!(read.facts.title, "Rivers of maps");
        assert_eq!(read.facts.author, "A. Clerk");
        assert_eq!(read.facts.created, "2024-05-01T10:00:00Z");
    }

    #[test]
    fn what_the_page_marks_as_its_main_part_is_no_less() {
        let links = "<li><a href=x>one</a> term</li>".repeat(300);
        let article =
            "<p>A paragraph of words, with commas, and more words to be read.</p>".repeat(9);
        let page = format!(
            "<title>t</title><nav>menu</nav><main><nav>inner</nav><ul>{links}</ul>{article}</main><p>foot"
        );
        let text = main(&page, &Limits::default()).text;
        assert_eq!((text.matches("one term").count(), text.matches("commas").count()), (300, 9));
        assert!(!text.contains("menu") && !text.contains("inner") && !text.contains("foot"));
    }

    #[test]
    fn without_a_main_text_all_of_it_stays() {
        for html in ["", "<p>a</p>", "<ul><li><a href=b>c</a></ul>", "plain"] {
            assert_eq!(main(html, &Limits::default()).text, extract(html.into(), Format::Html));
        }
    }

    #[test]
    fn a_tree_that_would_be_too_deep_is_not_built() {
        let limits = Limits::default();
        for html in [
            "<div>".repeat(513),
            format!("<a {}>", "b=c ".repeat(201)),
            "<b>x</b>".repeat(50_001),
            format!("{}{}", "<div>".repeat(500), "<p>x</p>".repeat(2_000)),
            format!("{}{}", "<div>".repeat(100), "words ".repeat(170_000)),
            "<ul><li>".repeat(100_000),
        ] {
            assert!(!is_harmless(&html, &limits));
            let text = main(&format!("{html}text"), &limits).text;
            assert!(text.ends_with("text\n"));
        }
        for html in [page(2_000), "<p>a<br><li>b".repeat(10_000), "<i>a</i>".repeat(600)] {
            assert!(is_harmless(&html, &limits));
        }
    }

    proptest! {
        #[test]
        fn no_page_makes_it_panic(page in "(</?[a-z]{1,9}|</?(p|div|table|tr|td|ul|li|a|b|article|h1|body)>|[<>&;/='\"-]|script|é|\u{0}|\\s|&#x?[0-9a-f]{0,9};?|\\PC){0,60}") {
            let _ = main(&page, &Limits::default());
        }
    }
}
