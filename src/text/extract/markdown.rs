//! Markdown to its text. It renders nothing and resolves no link.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::html;
use super::writer::{Gap, Writer};
use crate::base::guard::guarded;

/// The text of a document; the document itself where the parser gives up.
pub(super) fn extract(text: String) -> String {
    guarded(|| read(&text)).unwrap_or(text)
}

/// Text and code as they are, a line end at every soft or hard break and around every block, cells apart by a space.
///
/// Marks, link destinations, footnote numbers and check boxes go, the text of an image stays. HTML is read as HTML.
fn read(text: &str) -> String {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM;
    let mut writer = Writer::with_capacity(text.len());
    let mut block = String::new();
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(tag) => writer.gap(gap_before(&tag)),
            Event::End(TagEnd::HtmlBlock) => {
                writer.gap(Gap::Line);
                writer.verbatim(&html::extract(&block));
                writer.gap(Gap::Line);
                block.clear();
            }
            Event::End(tag) => writer.gap(gap_after(tag)),
            Event::Text(piece) | Event::Code(piece) => writer.verbatim(&piece),
            Event::InlineMath(piece) | Event::DisplayMath(piece) => writer.verbatim(&piece),
            Event::Html(piece) => block.push_str(&piece),
            Event::InlineHtml(tag) => writer.gap(html::gap_of(&tag)),
            Event::SoftBreak | Event::HardBreak => writer.gap(Gap::Line),
            Event::Rule => writer.gap(Gap::Paragraph),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }
    writer.finish()
}

fn gap_before(tag: &Tag<'_>) -> Gap {
    gap_after(tag.to_end())
}

const fn gap_after(tag: TagEnd) -> Gap {
    match tag {
        TagEnd::Paragraph
        | TagEnd::Heading(_)
        | TagEnd::BlockQuote(_)
        | TagEnd::CodeBlock
        | TagEnd::FootnoteDefinition
        | TagEnd::MetadataBlock(_)
        | TagEnd::Table => Gap::Paragraph,
        TagEnd::HtmlBlock
        | TagEnd::List(_)
        | TagEnd::Item
        | TagEnd::DefinitionList
        | TagEnd::DefinitionListTitle
        | TagEnd::DefinitionListDefinition
        | TagEnd::TableHead
        | TagEnd::TableRow => Gap::Line,
        TagEnd::TableCell => Gap::Space,
        TagEnd::Emphasis
        | TagEnd::Strong
        | TagEnd::Strikethrough
        | TagEnd::Superscript
        | TagEnd::Subscript
        | TagEnd::Link
        | TagEnd::Image => Gap::None,
    }
}
