//! A byte range in the extracted text of a document.

use std::ops::Range;

use serde::Serialize;

/// Half-open byte range `start..end` in an *extracted* text. Both ends lie on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range `start..end`. Texts are limited to less than 4 GiB, so 32 bits hold every offset.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Length in bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the range holds no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The range for slicing.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The elements of a list, in reading order and without overlaps, that touch a range of bytes.
pub fn touching<'l, T>(list: &'l [T], range: &Range<usize>, span: impl Fn(&T) -> Span) -> &'l [T] {
    let from = list.partition_point(|one| span(one).end as usize <= range.start);
    let to = list.partition_point(|one| (span(one).start as usize) < range.end);
    list.get(from..to.max(from)).unwrap_or_default()
}
