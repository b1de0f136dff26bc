//! Which passages of a pair form one block, because only small gaps separate them, and where these gaps are. It draws
//! nothing.

use shingle::base::span::Span;
use shingle::pipeline::document::pair::PairView;
use shingle::pipeline::document::wording::Bridge;

use super::pane::Which;

/// The blocks of a pair.
#[derive(Debug, Clone, Default)]
pub(crate) struct Blocks {
    /// The first and the last passage of the block of each passage.
    ends: Vec<(u32, u32)>,
    /// The gaps in the reading order of each document.
    gaps: [Vec<Span>; 2],
}

const fn place(which: Which) -> usize {
    match which {
        Which::A => 0,
        Which::B => 1,
    }
}

impl Blocks {
    /// Follows the bridges from passage to passage. Linear in both, except for the sorting.
    pub(crate) fn of(view: &PairView) -> Self {
        let mut ends: Vec<(u32, u32)> =
            (0..view.passages.len() as u32).map(|index| (index, index)).collect();
        let first = |ends: &[(u32, u32)], index: u32| ends.get(index as usize).map(|end| end.0);
        // A passage has a bridge to at most one after it. The bridges are in reading order of a.
        for Bridge { from, to, .. } in &view.bridges {
            if let (Some(first), Some(end)) = (first(&ends, *from), ends.get_mut(*to as usize)) {
                end.0 = first;
            }
        }
        for Bridge { from, to, .. } in view.bridges.iter().rev() {
            let last = ends.get(*to as usize).map(|end| end.1);
            if let (Some(last), Some(end)) = (last, ends.get_mut(*from as usize)) {
                end.1 = last;
            }
        }
        let gaps = |span: fn(&Bridge) -> Span| {
            let mut gaps: Vec<Span> = view.bridges.iter().map(span).collect();
            gaps.sort_unstable();
            gaps
        };
        Self { ends, gaps: [gaps(|bridge| bridge.a), gaps(|bridge| bridge.b)] }
    }

    /// The first and the last passage of the block that a passage is in.
    pub(crate) fn ends(&self, passage: u32) -> (u32, u32) {
        self.ends.get(passage as usize).copied().unwrap_or((passage, passage))
    }

    /// Whether a range of a document overlaps a gap within a block.
    pub(crate) fn is_gap(&self, which: Which, range: &std::ops::Range<usize>) -> bool {
        let gaps = &self.gaps[place(which)];
        let before = gaps.partition_point(|gap| (gap.start as usize) <= range.start);
        let gap = before.checked_sub(1).and_then(|index| gaps.get(index));
        gap.is_some_and(|gap| range.start < gap.end as usize)
    }
}
