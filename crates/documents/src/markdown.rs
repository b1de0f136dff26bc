//! Extracts the text of Markdown without rendering or resolving links.

use std::borrow::Cow;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::extracted::{Extracted, Unreadable};
use super::{html::HtmlReader, limits::Limits, text_builder::TextGap};
use base::guard::run_catching_panic;

/// Deepest nesting of quotes and lists. Deeper documents are read as plain text, because the parser visits every open
/// quote and list on every line.
const DEEPEST: usize = 200;

/// Returns the text of a document, or the source if nesting is too deep or the parser panics.
pub(super) fn extract(text: Cow<'_, str>, limits: &Limits) -> Result<Extracted, Unreadable> {
    let text = without_directives(text);
    if text.lines().all(|line| nesting_depth(line) <= DEEPEST)
        && let Ok(read) = run_catching_panic(|| convert_to_html(&text, limits).out.finish())
    {
        return read;
    }
    Ok(Extracted { text: text.into_owned(), ..Extracted::default() })
}

/// Drops fences of Pandoc and Quarto (`:::`), and the modules and comments of MDX. A module ends at a blank line.
fn without_directives(text: Cow<'_, str>) -> Cow<'_, str> {
    let is_directive = |line: &str| {
        let import = line.strip_prefix("import ").is_some_and(|rest| {
            rest.starts_with(['"', '\'']) || rest.contains(" from \"") || rest.contains(" from '")
        });
        let export = line.strip_prefix("export ").and_then(|rest| rest.split(' ').next());
        import || matches!(export, Some("const" | "default" | "function" | "let"))
    };
    if !["\n:::", "import ", "export ", "{/*"].iter().any(|sign| text.contains(sign)) {
        return text;
    }
    let (mut kept, mut is_code, mut is_module) = (String::with_capacity(text.len()), false, false);
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        is_code ^= start.starts_with("```") || start.starts_with("~~~");
        is_module = !is_code && !start.is_empty() && (is_module || is_directive(line));
        let comment = line.split_once("{/*").filter(|_| !is_code);
        let comment = comment.and_then(|(before, rest)| Some((before, rest.split_once("*/}")?.1)));
        match comment {
            _ if is_module || !is_code && start.starts_with(":::") => kept.push('\n'),
            Some((before, behind)) => kept.extend([before, behind]),
            None => kept.push_str(line),
        }
    }
    kept.into()
}

/// Returns the largest number of quotes and list items that can be open on a line. Counts each mark, and two columns of
/// indentation as an item of an earlier line.
fn nesting_depth(line: &str) -> usize {
    let mut marks = 0;
    let mut columns = 0;
    let mut bytes = line.bytes().peekable();
    while let Some(byte) = bytes.next() {
        let ends_mark = matches!(bytes.peek(), None | Some(b' ' | b'\t'));
        match byte {
            b' ' => columns += 1,
            b'\t' => columns += 4,
            b'>' => marks += 1,
            b'-' | b'*' | b'+' | b'.' | b')' if ends_mark => marks += 1,
            b'0'..=b'9' => {}
            _ => break,
        }
    }
    marks + columns / 2
}

/// Writes text and code to an HTML reader. Every break and every block gets a line end, and a space separates cells.
///
/// Items of numbered lists keep their numbers. Other marks, link destinations, footnote numbers and check boxes are
/// dropped. The text of an image stays. HTML is read as HTML.
fn convert_to_html(text: &str, limits: &Limits) -> HtmlReader {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_SUPERSCRIPT
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM;
    let mut page = HtmlReader::new(limits, false);
    let mut block = String::new();
    let mut lists: Vec<Option<u64>> = Vec::new();
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(tag) => {
                page.out.add_gap(gap_around_block(tag.to_end()));
                match tag {
                    Tag::List(first) => lists.push(first),
                    Tag::Item => {
                        let next = lists.last_mut().and_then(Option::as_mut);
                        page.out.set_item_number(
                            &next.as_ref().map_or_else(String::new, |n| format!("{n}.")),
                        );
                        if let Some(next) = next {
                            *next += 1;
                        }
                    }
                    Tag::Superscript => page.read_html("<sup>"),
                    _ => {}
                }
            }
            Event::End(TagEnd::HtmlBlock) => {
                page.out.add_gap(TextGap::Line);
                page.read_html(&std::mem::take(&mut block));
                page.out.add_gap(TextGap::Line);
            }
            Event::End(tag) => {
                page.out.add_gap(gap_around_block(tag));
                match tag {
                    TagEnd::List(_) => drop(lists.pop()),
                    TagEnd::Item => page.out.set_item_number(""),
                    TagEnd::Superscript => page.read_html("</sup>"),
                    _ => {}
                }
            }
            Event::Text(piece)
            | Event::Code(piece)
            | Event::InlineMath(piece)
            | Event::DisplayMath(piece) => page.out.push(&piece),
            Event::Html(piece) => block.push_str(&piece),
            Event::InlineHtml(tag) => page.read_html(&tag),
            Event::SoftBreak | Event::HardBreak => page.out.add_gap(TextGap::Line),
            Event::Rule => page.out.add_gap(TextGap::Paragraph),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }
    page
}

const fn gap_around_block(tag: TagEnd) -> TextGap {
    match tag {
        TagEnd::Paragraph
        | TagEnd::Heading(_)
        | TagEnd::BlockQuote(_)
        | TagEnd::CodeBlock
        | TagEnd::FootnoteDefinition
        | TagEnd::Table => TextGap::Paragraph,
        TagEnd::HtmlBlock
        | TagEnd::List(_)
        | TagEnd::Item
        | TagEnd::TableHead
        | TagEnd::TableRow => TextGap::Line,
        TagEnd::TableCell => TextGap::Space,
        _ => TextGap::None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{DEEPEST, Limits, extract, nesting_depth};

    fn text(markdown: &str) -> String {
        extract(markdown.into(), &Limits::default()).unwrap().text
    }

    #[test]
    fn marks_are_dropped_and_blocks_stand_apart() {
        for (markdown, expected) in [
            (
                "# A *bold* `code`\n\nSome **te**xt with a [link](http://x.y/z \"t\"),\n~~gone~~ and ![an image](i.png).\n\n* one\n* two\n  - three\n",
                "A bold code\n\nSome text with a link,\ngone and an image.\n\none\ntwo\nthree\n",
            ),
            (
                "Head\n====\ntext\n***\n> quoted\n> more\n\n1. a\n2. b\n\n```rust\nlet x;\n  y\n```\nend\\\nline",
                "Head\n\ntext\n\nquoted\nmore\n\n1. a\n2. b\n\nlet x;\n  y\n\nend\nline\n",
            ),
            ("|a|b|\n|-|-|\n|c|d|\n", "a b\nc d\n"),
            // Notes keep their text without their numbers.
            ("A claim[^1].\n\n[^1]: Its source.\n", "A claim.\n\nIts source.\n"),
            ("caf&eacute; \\*plain\\* &lt;", "café *plain* <\n"),
            (
                "<div>\n<b>in</b>side<script>\nx\n</script>\n</div>\n\nwo<b>r</b>d<br>next <!-- no -->end\n",
                "inside\n\nword\nnext end\n",
            ),
        ] {
            assert_eq!(text(markdown), expected);
        }
    }

    #[test]
    fn modules_comments_and_fences_of_pages_are_no_text() {
        let page = "import A from './a'\nimport {\n  B\n} from \"b\"\n\nimport duties {/* a note */}rise\n\nexport const c = 1\n\n\
            ::: {.callout-note}\nA note.\n:::\n\n```js\nimport d from 'd'\n```\n";
        let found = text(page);
        let words: Vec<&str> = found.split_whitespace().collect();
        assert_eq!(words.join(" "), "import duties rise A note. import d from 'd'");
    }

    #[test]
    fn absurd_nesting_is_read_as_plain_text() {
        let deep = format!("{}a\n", ">".repeat(DEEPEST + 1));
        assert_eq!(text(&deep), deep);
        assert_eq!(text(&format!("{}a\n", ">".repeat(DEEPEST))), "a\n");
        assert_eq!(nesting_depth("1. - >a - b > c"), 4);
        assert_eq!(nesting_depth("-----------------"), 0);
        assert_eq!(nesting_depth("    - a"), 3);
    }

    #[test]
    fn floods_of_one_mark_take_no_time() {
        for mark in ["[", "]", "![", "*", "_", "`", "<", "&", "[a](", "**a *b ", "|", "~"] {
            let _ = text(&mark.repeat(50_000));
        }
        let lazy = format!("{}a\n{}", ">".repeat(100_000), "a\n".repeat(100_000));
        assert_eq!(text(&lazy), lazy);
    }

    proptest! {
        #[test]
        fn no_document_makes_it_panic(markdown in "([#>*_`~\\[\\]()!|<&:\\\\ -]|\n|\t|1\\.|\\[\\^a\\]|a|é|<b>|\\PC){0,60}") {
            let _ = text(&markdown);
        }

        #[test]
        fn plain_paragraphs_keep_their_words(markdown in "[a-z]{1,6}( [a-z]{1,6}){0,9}") {
            prop_assert_eq!(text(&markdown), format!("{markdown}\n"));
        }
    }
}
