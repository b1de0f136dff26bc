//! Parses a generated page like a browser. The program closes every element.

use std::collections::BTreeMap;

use html5gum::{DefaultEmitter, HtmlString, Token, Tokenizer};

const VOID: [&str; 9] = ["base", "br", "embed", "hr", "img", "input", "link", "meta", "source"];

#[derive(Debug, Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    pub(crate) attributes: BTreeMap<String, String>,
    pub(crate) text: String,
    /// Indexes of the ancestors and the element.
    path: Vec<usize>,
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    pub(crate) fn line(&self) -> String {
        self.text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Matches `*`, a name, `.class`, `#id`, `[attribute]`, `[attribute=value]`, or a name with one of the others.
    fn is(&self, part: &str) -> bool {
        let (name, rest) = part.split_at(part.find(['.', '#', '[']).unwrap_or(part.len()));
        let has_rest = match rest.split_at_checked(1) {
            None => true,
            Some((".", class)) => {
                self.attribute("class").is_some_and(|all| all.split(' ').any(|one| one == class))
            }
            Some(("#", id)) => self.attribute("id") == Some(id),
            Some((_, rest)) => match rest.trim_end_matches(']').split_once('=') {
                Some((attribute, value)) => self.attribute(attribute) == Some(value),
                None => self.attributes.contains_key(rest.trim_end_matches(']')),
            },
        };
        has_rest && (name.is_empty() || name == "*" || name == self.name)
    }
}

/// Elements in document order.
#[derive(Debug, Default)]
pub(crate) struct Page(pub(crate) Vec<Element>);

impl Page {
    pub(crate) fn new(html: &str) -> Self {
        let text = |bytes: &HtmlString| String::from_utf8(bytes.to_vec()).unwrap();
        let mut emitter = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        let mut page = Self::default();
        let mut open: Vec<usize> = Vec::new();
        for token in Tokenizer::new_with_emitter(html, emitter) {
            match token.unwrap() {
                Token::StartTag(tag) => {
                    let number = page.0.len();
                    let attributes = tag.attributes.iter();
                    page.0.push(Element {
                        name: text(&tag.name),
                        attributes: attributes
                            .map(|(name, value)| (text(name), text(value)))
                            .collect(),
                        text: String::new(),
                        path: [&open[..], &[number]].concat(),
                    });
                    if !VOID.contains(&&*text(&tag.name)) {
                        open.push(number);
                    }
                }
                Token::EndTag(tag) => {
                    let element = open.pop().unwrap();
                    assert_eq!(page.0[element].name, text(&tag.name), "an element is not closed");
                }
                Token::String(string) => {
                    let string = text(&string);
                    for element in &open {
                        page.0[*element].text += &string;
                    }
                }
                Token::Error(error) => panic!("{error:?}"),
                Token::Comment(_) | Token::Doctype(_) => {}
            }
        }
        assert!(open.is_empty(), "elements are not closed");
        page
    }

    pub(crate) fn select(&self, selector: &str) -> Vec<&Element> {
        let (parents, last) = selector.rsplit_once(' ').unwrap_or(("", selector));
        let fits = |element: &&Element| {
            let mut parents = parents.split_whitespace().peekable();
            for number in &element.path[..element.path.len() - 1] {
                parents.next_if(|part| self.0[*number].is(part));
            }
            element.is(last) && parents.peek().is_none()
        };
        self.0.iter().filter(fits).collect()
    }

    pub(crate) fn within(&self, outer: &Element, selector: &str) -> Vec<&Element> {
        let all = self.select(selector).into_iter();
        all.filter(|one| one.path.starts_with(&outer.path) && one.path != outer.path).collect()
    }
}

/// Each in one line.
pub(crate) fn texts(html: &str, selector: &str) -> Vec<String> {
    Page::new(html).select(selector).into_iter().map(Element::line).collect()
}
