//! What a Markdown file says of itself in a block of `key: value` lines at its beginning, between two lines of `---`.
//!
//! Only plain values are read: no list in lines of its own, no text of several lines.

use super::{extracted::Facts, moment::moment, one_line::fact};

/// A block has no more bytes than this.
const LARGEST: usize = 16_384;

/// The facts in the block that a Markdown text begins with, if it begins with one.
pub(crate) fn facts(text: &str) -> Facts {
    let mut facts = Facts::default();
    for (key, value) in
        block(text).unwrap_or_default().lines().filter_map(|line| line.split_once(':'))
    {
        let (field, value) = match key.trim_end() {
            "title" => (&mut facts.title, fact(plain(value))),
            "author" | "authors" => (&mut facts.author, fact(plain(value))),
            "date" | "created" | "published" => (&mut facts.created, moment(plain(value))),
            "changed" | "lastmod" | "modified" | "updated" => {
                (&mut facts.changed, moment(plain(value)))
            }
            _ => continue,
        };
        if field.is_empty() {
            *field = value;
        }
    }
    facts
}

/// The lines of the block.
fn block(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).strip_prefix("---")?;
    let (rest, lines) = text.split_once('\n')?;
    let mut at = 0;
    for line in lines.split_inclusive('\n').take_while(|_| rest.trim().is_empty()) {
        if matches!(line.trim_end(), "---" | "...") {
            return lines.get(..at);
        }
        at += line.len();
        if at > LARGEST {
            break;
        }
    }
    None
}

/// A value without its quotes, brackets or comment; empty where it is not plain.
fn plain(value: &str) -> &str {
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
    use super::{Facts, LARGEST, facts};

    fn said(text: &str) -> [String; 4] {
        let Facts { title, author, created, changed } = facts(text);
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
            assert_eq!(facts(text), Facts::default(), "{text}");
        }
    }
}
