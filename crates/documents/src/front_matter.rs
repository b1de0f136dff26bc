//! Metadata at the beginning of a Markdown file: `key: value` lines between two lines of `---`, or `key = value`
//! lines between two lines of `+++`. The block is not part of the text.
//!
//! Only plain values are read; lists and values over several lines are ignored.

use std::borrow::Cow;

use super::extracted::Facts;

const LARGEST: usize = 16_384;

struct FrontMatter<'t> {
    lines: &'t str,
    /// Sign between key and value.
    sign: char,
    /// Offset of the text after the block.
    end: usize,
}

/// Splits a document into its metadata and its text.
pub(crate) fn split_front_matter(text: Cow<'_, str>) -> (Facts, Cow<'_, str>) {
    let Some(block) = find_front_matter(&text) else { return (Facts::default(), text) };
    let (facts, end) = (read_facts(&block), block.end);
    let text = match text {
        Cow::Borrowed(text) => text.get(end..).unwrap_or_default().into(),
        Cow::Owned(text) => text.get(end..).unwrap_or_default().to_string().into(),
    };
    (facts, text)
}

fn read_facts(block: &FrontMatter<'_>) -> Facts {
    let mut facts = Facts::default();
    for (key, value) in block.lines.lines().filter_map(|line| line.split_once(block.sign)) {
        let name = match key.trim_end() {
            "author" | "authors" => "author",
            "date" | "created" | "published" => "created",
            "changed" | "lastmod" | "modified" | "updated" => "changed",
            "title" => "title",
            _ => continue,
        };
        facts.fill(name, unquote_value(value));
    }
    facts
}

/// Returns `None` if a line is neither a key with a value nor a continuation, because the block is then part of the text.
fn find_front_matter(text: &str) -> Option<FrontMatter<'_>> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next()?;
    let (fences, sign): (&[&str], char) = match first.trim_start_matches('\u{feff}').trim_end() {
        "---" => (&["---", "..."], ':'),
        "+++" => (&["+++"], '='),
        _ => return None,
    };
    let (mut end, mut has_key) = (first.len(), sign == '=');
    for line in lines {
        let said = line.trim_end();
        if fences.contains(&said) {
            let lines = text.get(first.len()..end)?;
            return Some(FrontMatter { lines, sign, end: end + line.len() });
        }
        end += line.len();
        let is_key = said.split_once(sign).is_some_and(|(key, _)| !key.trim_end().contains(' '));
        has_key |= is_key;
        let is_value = has_key && said.starts_with([' ', '\t', '-', '[', ']', '{', '}', '"', '\'']);
        if end > LARGEST || !(is_key || is_value || said.is_empty() || said.starts_with('#')) {
            return None;
        }
    }
    None
}

/// Returns a value without quotes, brackets or comment; empty if the value is not plain.
fn unquote_value(value: &str) -> &str {
    let value = value.trim();
    for (begin, end) in [('"', '"'), ('\'', '\''), ('[', ']')] {
        if let Some(inner) = value.strip_prefix(begin) {
            return inner.split_once(end).map_or("", |(inner, _)| inner);
        }
    }
    if value.starts_with(['|', '>', '{', '&', '*', '!', '#']) {
        return "";
    }
    value.split_once(" #").map_or(value, |(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::{Facts, LARGEST, split_front_matter};

    fn said(text: &str) -> [String; 4] {
        let Facts { title, author, created, changed } = split_front_matter(text.into()).0;
        [title, author, created, changed]
    }

    #[test]
    fn plain_lines_of_the_block_are_read() {
        let text = "---\ntitle: \"Maps: a history\"\nauthor : Jane Doe # the elder\nlayout: post\n\
                    date: 2021-03-04 10:00:00 +0200\nupdated: 'March 2022'\n---\nauthor: Nobody\n";
        let expected = ["Maps: a history", "Jane Doe", "2021-03-04T10:00:00+02:00", "2022-03"];
        assert_eq!(said(text), expected);
        assert_eq!(said(&text.replace('\n', "\r\n")), expected);
        assert_eq!(said("---\nauthors: [A, B]\n...\n"), ["", "A, B", "", ""]);
        let toml = "+++\ntitle = \"Maps\"\ndate = 2021-03-04\n[extra]\n+++\ntext\n";
        assert_eq!(said(toml), ["Maps", "", "2021-03-04", ""]);
    }

    #[test]
    fn the_block_is_no_text_and_other_lines_are() {
        for (text, expected) in [
            ("---\r\ntitle: a\r\ntags:\r\n  - b\r\n- c\r\n\r\n---\r\ntext\r\n", "text\r\n"),
            ("+++\ntitle = \"a\"\n+++\n", ""),
            ("---\n---\ntext", "text"),
        ] {
            assert_eq!(split_front_matter(text.into()).1, expected);
            assert_eq!(split_front_matter(text.to_string().into()).1, expected);
        }
        for text in [
            "---\nA line, and then: another.\n---\ntext",
            "---\nA line of text.\n---\ntext",
            "---\n- a\n- b\n---\ntext",
            "---\ntitle: a\ntext",
        ] {
            assert_eq!(split_front_matter(text.into()).1, text);
        }
    }

    #[test]
    fn what_is_no_block_or_not_plain_says_nothing() {
        let long = format!("---\ntitle: a\n{}---\n", "x: y\n".repeat(LARGEST / 5));
        for text in [
            "",
            "---",
            "---\ntitle: a\n",
            "----\ntitle: a\n---\n",
            "a\n---\ntitle: a\n---\n",
            "---\n  title: a\ntitle: |\n  a\nauthor:\n  - A\ndate: soon\n---\n",
            &long,
        ] {
            assert_eq!(split_front_matter(text.into()).0, Facts::default(), "{text}");
        }
    }
}
