//! The words of a unit, as they are handed to whoever tells its language. It tells none.

use crate::base::span::Span;

use super::super::evidence::EvidenceRow;
use super::gap::WordGap;

/// So far ahead in steps must a text's sure language be by some words of a unit, that the others are not asked.
pub(super) const CLEAR: i16 = 12;

/// A unit of words.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnitWords<'a> {
    /// Its place among all units.
    pub(super) at: u32,
    /// What stands before it.
    pub(super) gap: WordGap,
    /// What its words tell at a glance; those of other scripts tell nothing.
    pub(super) rows: &'a [EvidenceRow],
    /// Where they stand in the text.
    pub(super) spans: &'a [Span],
}
