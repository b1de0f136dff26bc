//! Title, author and dates in the head of an HTML page.

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use crate::{extracted::Facts, moment::parse_date, one_line::join_fact_lines};

/// Number of leading bytes that are searched for the head.
const LOOKED_AT: usize = 65_536;

/// Elements allowed in a head. Any other element ends the head.
const ELEMENTS: [&[u8]; 9] =
    [b"html", b"head", b"title", b"meta", b"link", b"base", b"style", b"script", b"noscript"];

pub(crate) fn read_facts(html: &str) -> Facts {
    let mut head = PageHead::default();
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| {
        head.handle_token_until_head_ends(&event)
    });
    emitter.naively_switch_states(true);
    let looked_at = html.get(..html.floor_char_boundary(LOOKED_AT)).unwrap_or_default();
    // The tokenizer returns an item only when the head ends.
    let _: Option<Result<(), _>> = Tokenizer::new_with_emitter(looked_at, emitter).next();
    head.facts.title = join_fact_lines(&head.title);
    head.facts
}

#[derive(Debug, Default)]
struct PageHead {
    facts: Facts,
    title: String,
    is_in_title: bool,
    attribute: MetaPart,
    name: String,
    content: String,
    is_meta: bool,
}

#[derive(Debug, Default, Clone, Copy)]
enum MetaPart {
    #[default]
    Other,
    Name,
    Content,
}

impl PageHead {
    /// Returns `Some` at the end of the head, which stops the tokenizer.
    fn handle_token_until_head_ends(&mut self, event: &CallbackEvent<'_>) -> Option<()> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                if !ELEMENTS.contains(name) {
                    return Some(());
                }
                self.is_in_title = *name == b"title" && self.title.is_empty();
                self.is_meta = *name == b"meta";
                self.name.clear();
                self.content.clear();
            }
            CallbackEvent::AttributeName { name } => {
                self.attribute = match *name {
                    b"name" | b"property" | b"itemprop" => MetaPart::Name,
                    b"content" => MetaPart::Content,
                    _ => MetaPart::Other,
                };
            }
            CallbackEvent::AttributeValue { value } => match self.attribute {
                MetaPart::Name => self.name += &String::from_utf8_lossy(value),
                MetaPart::Content => self.content += &String::from_utf8_lossy(value),
                MetaPart::Other => {}
            },
            CallbackEvent::CloseStartTag { .. } if self.is_meta => self.read_meta(),
            CallbackEvent::String { value } if self.is_in_title => {
                self.title += &String::from_utf8_lossy(value);
            }
            CallbackEvent::EndTag { name: b"title" } => self.is_in_title = false,
            CallbackEvent::EndTag { name: b"head" } => return Some(()),
            _ => {}
        }
        None
    }

    fn read_meta(&mut self) {
        let content = &self.content;
        let facts = &mut self.facts;
        let (field, value) = match self.name.to_ascii_lowercase().as_str() {
            // Some pages have a link to the author's page here.
            "author" | "article:author" | "dc.creator" | "dcterms.creator"
                if !content.contains("://") =>
            {
                (&mut facts.author, join_fact_lines(content))
            }
            "date"
            | "article:published_time"
            | "datepublished"
            | "dc.date"
            | "dcterms.date"
            | "dcterms.created" => (&mut facts.created, parse_date(content)),
            "article:modified_time" | "datemodified" | "last-modified" | "dcterms.modified" => {
                (&mut facts.changed, parse_date(content))
            }
            _ => return,
        };
        if field.is_empty() {
            *field = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Facts, read_facts};

    fn said(html: &str) -> [String; 4] {
        let Facts { title, author, created, changed } = read_facts(html);
        [title, author, created, changed]
    }

    #[test]
    fn the_head_says_who_wrote_the_page_and_when() {
        let html = "<!DOCTYPE html>\n<html><head><meta charset=utf-8><title>Maps &amp; rivers\n</title>\
             <script>if (a<b) { '<p><meta name=author content=Script>' }</script>\
             <META CONTENT='Jane Doe' NAME=Author><meta name=author content=Second>\
             <meta property='article:published_time' content='2021-03-04T10:00:00Z'/>\
             <meta name='last-modified' content='5 March 2021'></head><body>";
        let expected = ["Maps & rivers", "Jane Doe", "2021-03-04T10:00:00Z", "2021-03-05"];
        assert_eq!(said(html), expected);
        assert_eq!(said(&html.replace("</head>", "")), expected);
    }

    #[test]
    fn the_body_says_nothing() {
        for html in [
            "",
            "plain",
            "<p>a<title>b</title><meta name=author content=A>",
            "<head></head><meta name=author content=A>",
            "<meta name=author content='https://example.org/jane'><meta name=date content=soon>",
            "<meta name=author>",
            "<title>",
            "<body><svg><title>b</title></svg>",
        ] {
            assert_eq!(read_facts(html), Facts::default(), "{html}");
        }
        let far = format!("{}<title>b</title>", " ".repeat(65_536));
        assert_eq!(read_facts(&far), Facts::default());
    }
}
