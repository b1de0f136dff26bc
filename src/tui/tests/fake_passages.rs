//! Synthetic passages of a folder.

use std::sync::Arc;

use shingle::base::{path::DocPath, span::Span};
use shingle::pipeline::{FolderPassage, FolderPassages, Params, PassageOrder};

/// Returns a licence in many documents, a long run in two, and a short run.
pub(crate) fn passages(order: PassageOrder, params: &Params) -> FolderPassages {
    let passage = |words: u32, documents: u32, text: &str| {
        let name = |number: u32| DocPath::new(format!("essays/harbour-{number:02}.txt"));
        FolderPassage {
            words,
            repeated: u64::from(words * (documents - 1)),
            span: Span::new(0, text.len() as u32),
            text: text.into(),
            section: None,
            other: name(1),
            documents: (0..documents).map(name).collect(),
        }
    };
    let licence = "This leaf may be copied, folded and read aloud,\nprovided that these terms stay at its head.";
    let long = "Before six in the morning the harbour belongs to the gulls. ".repeat(40);
    let mut passages = vec![
        passage(11, 1234, licence),
        passage(280, 2, &long),
        passage(9, 3, "Soup first, then the bread that nobody finished before the ferry left."),
    ];
    passages.sort_by_key(|one| {
        std::cmp::Reverse(match order {
            PassageOrder::Repeated => one.repeated,
            PassageOrder::Words => one.words.into(),
            PassageOrder::Documents => one.documents.len() as u64,
        })
    });
    let params = Arc::new(params.clone());
    FolderPassages {
        params,
        least: 8,
        order,
        found: 1403,
        documents: 2000,
        passages,
        problems: Vec::new(),
    }
}
