//! The passages of a pair as a report shows them: those that only small gaps separate in one block, the longest blocks up to a limit,
//! each quoted from both texts. It aligns nothing.

use shingle::base::span::Span;
use shingle::pipeline::document::info::DocInfo;
use shingle::pipeline::document::pair::tints;
use shingle::pipeline::document::pair::{PairView, Passage, Side};

use super::excerpt::{Piece, excerpt};
use crate::printer::places::{LineStarts, TextRegion};

/// A pair is quoted until a page needs so many bytes for it.
pub(crate) const BYTES_A_PAIR: usize = 22_000;
/// Of more blocks than this, only the longest are quoted.
pub(crate) const BLOCKS_A_PAIR: usize = 40;
/// Of more passages than this, a block names only the first and the last.
const NAMED: usize = 4;

/// One text of a block.
#[derive(Debug, Clone)]
pub(crate) struct BlockSide {
    /// The page, chapter or the like that it begins in. Raw text of the file.
    pub(crate) section: Option<String>,
    /// Its place in the extracted text.
    pub(crate) region: TextRegion,
    /// The quotation; empty where a limit was reached.
    pub(crate) pieces: Vec<Piece>,
}

/// Passages that follow each other in both texts with small gaps between them.
#[derive(Debug, Clone)]
pub(crate) struct ReportBlock {
    /// Their names: `3`, `3 to 7`.
    pub(crate) name: String,
    /// How many counted words they have.
    pub(crate) words: u64,
    /// Whether their order differs between the texts.
    pub(crate) moved: bool,
    /// Both texts.
    pub(crate) sides: [BlockSide; 2],
}

impl ReportBlock {
    /// Whether it is quoted.
    pub(crate) fn is_quoted(&self) -> bool {
        !self.sides[0].pieces.is_empty()
    }
}

/// The passages of a pair.
#[derive(Debug, Clone)]
pub(crate) struct PairPassages {
    /// The documents, as they were read.
    pub(crate) docs: [DocInfo; 2],
    /// How many passages there are.
    pub(crate) count: usize,
    /// The names of all passages.
    pub(crate) names: Vec<String>,
    /// The tint of each passage.
    pub(crate) tints: Vec<u8>,
    /// The blocks, in reading order of a. Those that are not quoted have no pieces.
    pub(crate) blocks: Vec<ReportBlock>,
}

impl PairPassages {
    /// Takes what a report shows of an open pair.
    pub(crate) fn of(view: &PairView) -> Self {
        let lines = [&view.a, &view.b].map(|side| LineStarts::of(&side.text));
        let mut blocks: Vec<(ReportBlock, [Span; 2])> = together(view)
            .iter()
            .map(|block| {
                let spans = [hull(block, |passage| passage.a), hull(block, |passage| passage.b)];
                let side = |side: &Side, lines: &LineStarts<'_>, span: Span| BlockSide {
                    section: side.section_at(span.start),
                    region: lines.region(span),
                    pieces: Vec::new(),
                };
                let block = ReportBlock {
                    name: name(block),
                    words: block.iter().map(|passage| u64::from(passage.words)).sum(),
                    moved: block.iter().any(|passage| passage.moved),
                    sides: [side(&view.a, &lines[0], spans[0]), side(&view.b, &lines[1], spans[1])],
                };
                (block, spans)
            })
            .collect();
        blocks.sort_by_key(|(_, spans)| *spans);
        let mut longest: Vec<usize> = (0..blocks.len()).collect();
        longest.sort_by_key(|place| std::cmp::Reverse(blocks[*place].0.words));
        let mut used = 0;
        for place in longest.into_iter().take(BLOCKS_A_PAIR) {
            if used >= BYTES_A_PAIR {
                break;
            }
            let (block, spans) = &mut blocks[place];
            for ((quoted, side), span) in block.sides.iter_mut().zip([&view.a, &view.b]).zip(spans)
            {
                quoted.pieces = excerpt(side, *span);
                used += quoted.pieces.iter().map(Piece::size).sum::<usize>();
            }
        }
        Self {
            docs: [view.a.doc.clone(), view.b.doc.clone()],
            count: view.passages.len(),
            names: view.passages.iter().map(Passage::id).collect(),
            tints: tints(&view.passages),
            blocks: blocks.into_iter().map(|(block, _)| block).collect(),
        }
    }

    /// How many blocks are not quoted, and how many words they have.
    pub(crate) fn unquoted(&self) -> (u64, u64) {
        let unquoted = self.blocks.iter().filter(|block| !block.is_quoted());
        unquoted.fold((0, 0), |(blocks, words), block| (blocks + 1, words + block.words))
    }
}

/// The passages of each block, in reading order of a.
fn together(view: &PairView) -> Vec<Vec<&Passage>> {
    // The passage before each one in its block. A passage has at most one before it and one after it.
    let mut after = vec![None; view.passages.len()];
    let mut is_first = vec![true; view.passages.len()];
    for bridge in &view.bridges {
        let (from, to) = (bridge.from as usize, bridge.to as usize);
        if let (Some(next @ None), Some(first @ true)) = (after.get_mut(from), is_first.get_mut(to))
        {
            *next = Some(to);
            *first = false;
        }
    }
    let first = (0..view.passages.len()).filter(|place| is_first[*place]);
    let block = |first: usize| {
        let places =
            std::iter::successors(Some(first), |place| after.get(*place).copied().flatten());
        places.filter_map(|place| view.passages.get(place)).collect()
    };
    first.map(block).collect()
}

fn hull(block: &[&Passage], span: impl Fn(&Passage) -> Span) -> Span {
    let start = block.iter().map(|passage| span(passage).start).min().unwrap_or(0);
    let end = block.iter().map(|passage| span(passage).end).max().unwrap_or(0);
    Span::new(start, end)
}

fn name(block: &[&Passage]) -> String {
    let ids: Vec<String> = block.iter().map(|passage| passage.id()).collect();
    match &*ids {
        [first, .., last] if ids.len() > NAMED => format!("{first} to {last}"),
        [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
        all => all.concat(),
    }
}
