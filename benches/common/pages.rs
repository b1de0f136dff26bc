//! Generates single texts, pages and small sets of documents in memory, for benchmarks of one stage.

use super::corpus::{Corpus, Variant};
use super::dice::Dice;
use super::script::Script;
use super::vocabulary::{PARAGRAPH, STOP, Vocabulary};

/// Joins words to sentences of 13 words and paragraphs of 65.
pub(crate) fn generate_sentences(script: Script, words: &[&str]) -> String {
    let (space, stop) = if script == Script::Chinese { ("", "。") } else { (" ", ". ") };
    let mut text = String::new();
    for (place, word) in words.iter().enumerate() {
        text.push_str(word);
        text.push_str(match place % 65 {
            64 => "\n\n",
            last if last % 13 == 12 => stop,
            _ => space,
        });
    }
    text
}

pub(crate) fn generate_text(script: Script, words: usize, seed: u64) -> String {
    let vocabulary = Vocabulary::new(script, 20_000);
    let mut dice = Dice::new(seed);
    let mut tokens = Vec::new();
    for place in 1..=words {
        tokens.push(vocabulary.draw_word(&mut dice));
        if place.is_multiple_of(13) {
            tokens.push(STOP);
        }
        if place.is_multiple_of(65) {
            tokens.push(PARAGRAPH);
        }
    }
    let mut text = String::new();
    vocabulary.write_words(&tokens, &mut text);
    text
}

/// Returns an HTML page with tags, entities and a script.
pub(crate) fn generate_html(words: usize, seed: u64) -> String {
    let mut page =
        String::from("<!doctype html><title>A page</title><script>let a = '<p>';</script>\n");
    for paragraph in generate_text(Script::English, words, seed).split("\n\n") {
        page.push_str("<p class=\"text\">");
        page.push_str(&paragraph.replace(". ", " &mdash; <em>indeed</em>.<br>"));
        page.push_str("</p>\n");
    }
    page
}

/// Returns a Markdown text with headings, emphasis, links and lists.
pub(crate) fn generate_markdown(words: usize, seed: u64) -> String {
    let mut document = String::new();
    for (number, paragraph) in generate_text(Script::English, words, seed).split("\n\n").enumerate()
    {
        let lead = ["# Part\n\n", "", "- ", "> "][number % 4];
        document.push_str(lead);
        document
            .push_str(&paragraph.replace(". ", ", **indeed**, see [there](http://example.org/). "));
        document.push_str("\n\n");
    }
    document
}

pub(crate) fn generate_documents(count: usize, seed: u64) -> Vec<String> {
    let corpus = Corpus::new(Script::English, Variant::Plain, count, seed);
    (0..count)
        .map(|number| {
            let mut text = String::new();
            corpus.write_document(number, &mut text);
            text
        })
        .collect()
}
