use std::ops::Range;

use serde::{Serialize, Serializer};

/// Half-open byte range `start..end` in an *extracted* text; both ends are character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// Offsets fit into 32 bits, because texts are below 4 GiB.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Serialize for Span {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.start, self.end].serialize(serializer)
    }
}

/// Returns the elements of a list that touch a range of bytes. The list must be in reading order, without overlaps.
pub fn find_touching_elements<'l, T>(
    list: &'l [T],
    range: &Range<usize>,
    span: impl Fn(&T) -> Span,
) -> &'l [T] {
    let from = list.partition_point(|one| span(one).end as usize <= range.start);
    let to = list.partition_point(|one| (span(one).start as usize) < range.end);
    list.get(from..to.max(from)).unwrap_or_default()
}
