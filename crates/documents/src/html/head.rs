//! Title, author and dates in the head of an HTML page.

use crate::{extracted::Facts, one_line::join_fact_lines};

/// Elements allowed in a head. Any other element ends the head.
const ELEMENTS: [&[u8]; 9] =
    [b"html", b"head", b"title", b"meta", b"link", b"base", b"style", b"script", b"noscript"];

#[derive(Debug, Default)]
pub(super) struct PageHead {
    facts: Facts,
    is_in_title: bool,
    has_ended: bool,
}

impl PageHead {
    pub(super) fn open_element<'a>(
        &mut self,
        tag: &[u8],
        attribute: impl Fn(&[u8]) -> Option<&'a str>,
    ) {
        self.has_ended |= !ELEMENTS.contains(&tag);
        self.is_in_title = !self.has_ended && tag == b"title" && self.facts.title.is_empty();
        if !self.has_ended && tag == b"meta" {
            let names = [b"name".as_slice(), b"property", b"itemprop"];
            let name = names.into_iter().find_map(&attribute).unwrap_or_default();
            self.read_meta(name, attribute(b"content").unwrap_or_default());
        }
    }

    pub(super) fn close_element(&mut self, name: &[u8]) {
        self.is_in_title &= name != b"title";
        self.has_ended |= name == b"head";
    }

    pub(super) fn add_text(&mut self, text: &str) {
        if self.is_in_title {
            self.facts.title += text;
        }
    }

    pub(super) fn facts(&self) -> Facts {
        Facts { title: join_fact_lines(&self.facts.title), ..self.facts.clone() }
    }

    fn read_meta(&mut self, name: &str, content: &str) {
        let name = match name.to_ascii_lowercase().as_str() {
            // Some pages have a link to the author's page here.
            "author" | "article:author" | "dc.creator" | "dcterms.creator"
                if !content.contains("://") =>
            {
                "author"
            }
            "date"
            | "article:published_time"
            | "datepublished"
            | "dc.date"
            | "dcterms.date"
            | "dcterms.created" => "created",
            "article:modified_time" | "datemodified" | "last-modified" | "dcterms.modified" => {
                "changed"
            }
            _ => return,
        };
        self.facts.fill(name, content);
    }
}

#[cfg(test)]
mod tests {
    use crate::{Facts, Limits, html};

    fn read_facts(page: &str) -> Facts {
        html::extract(page, &Limits::DEFAULT).unwrap().facts
    }

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
    }
}
