//! A synthetic document with its sources.

use std::sync::Arc;

use shingle::base::{path::DocPath, span::Span};
use shingle::pipeline::{
    DocInfo, Earlier, Originality, Params, SourcePassage, SourcedStretch, SourcedText, Sources,
    TextSource,
    document::original::{Basis, Confidence, Hint},
};

use super::fake::{SHARED, pair_of, passage, stated};

/// Passages of two sources, each with the number of other documents that contain the passage.
const PASSAGES: [&[(&str, u32)]; 2] =
    [&[(SHARED[0].0, 0), (SHARED[2].0, 3)], &[("the old ferry left", 0), (SHARED[1].0, 0)]];
/// Words that only unlisted documents have.
const ELSEWHERE: &str = "counted the boats twice";

/// Returns a document of this name and text. The first source has two passages. The second source has a part of the
/// first passage and another passage.
pub(crate) fn sourced(name: &DocPath, text: &str, params: &Params) -> SourcedText {
    let span = |part: &str| {
        let start = text.find(part)? as u32;
        Some(Span::new(start, start + part.len() as u32))
    };
    let words = |part: &str| part.split_whitespace().count() as u32;
    let mut passages: Vec<Vec<SourcePassage>> = Vec::new();
    let mut stretches = Vec::new();
    for (number, parts) in (0_u32..).zip(PASSAGES) {
        let mut mine = Vec::new();
        for (part, also) in parts {
            let Some(span) = span(part) else { continue };
            let is_new = !passages.iter().flatten().any(|one: &SourcePassage| {
                one.passage.a.start < span.end && span.start < one.passage.a.end
            });
            let named = ["legal/licence-a.txt", "tweets/01.txt"].map(DocPath::new);
            let (also_found, also) = (*also, named.into_iter().take(*also as usize).collect());
            mine.push(SourcePassage {
                passage: passage(mine.len() as u32 + 1, span, span, words(part)),
                runs: Vec::new(),
                adds: if is_new { words(part) } else { 0 },
                also,
                also_found,
                a_section: None,
                b_section: None,
            });
            if is_new {
                stretches.push(SourcedStretch { span, source: Some(number) });
            }
        }
        passages.push(mine);
    }
    stretches.extend(span(ELSEWHERE).map(|span| SourcedStretch { span, source: None }));
    stretches.sort_by_key(|stretch| stretch.span);
    let paths = |paths: &[&str]| paths.iter().map(|path| DocPath::new(*path)).collect::<Vec<_>>();
    let source =
        |path: &str, adds: u32, [copies, ties]: [&[&str]; 2], passages, originality| TextSource {
            doc: stated(path, "date: 1931\n"),
            copies: paths(copies),
            overlap: pair_of(0, 1, adds + 3, 98, 60, params).overlap,
            covers: adds + 3,
            adds,
            covers_words: adds + 2,
            adds_words: adds + 2,
            ties: paths(ties),
            ties_found: ties.len() as u32,
            is_hidden: false,
            passages,
            single_runs: None,
            originality,
        };
    let [known, unknown] = originalities();
    let spans = |all: &Vec<SourcePassage>| all.iter().map(|one| one.passage.a).collect();
    let words = passages.iter().map(spans).collect();
    let [first, second] = passages.try_into().unwrap();
    let copies = ["news/ferry-1932.html"];
    let sources = Sources {
        params: Arc::new(params.clone()),
        text: DocInfo {
            words: 100,
            shingles: 98,
            ..stated(&name.to_string(), "date: 2024-05-01\n")
        },
        shingles: 98,
        sources: vec![
            source("news/ferry-1931.html", 24, [&copies, &["essays/quay.txt"]], first, known),
            source("essays/pier.txt", 5, [&[], &[]], second, unknown),
        ],
        elsewhere: 2,
        elsewhere_words: 4,
        own: 67,
        own_words: 63,
        uncounted_words: 0,
        sentences: Vec::new(),
        problems: Vec::new(),
    };
    SourcedText {
        sources,
        text: text.into(),
        sections: Arc::default(),
        stretches,
        words,
        counted: Vec::new(),
        ignored: Vec::new(),
    }
}

/// Returns hints from the dates of the first and the second source.
fn originalities() -> [Originality; 2] {
    let hint = Hint {
        basis: Basis::Created,
        text: "2024-05-01".into(),
        source: "1931".into(),
        earlier: Earlier::Source,
    };
    let of = |original, confidence, hints| Originality { original, confidence, hints };
    [
        of(Some(Earlier::Source), Confidence::Fair, vec![hint]),
        of(None, Confidence::None, Vec::new()),
    ]
}
