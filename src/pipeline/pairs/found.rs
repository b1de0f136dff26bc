//! Pairs of distinct texts, in the pieces that the threads found them in. It does not sort or check them.

use rayon::prelude::*;

use crate::compare::join::Shared;

/// A smaller piece is appended to the one before it.
const SMALL: usize = 1024;
/// A piece of this size is left to one thread.
const LARGE: usize = 1 << 16;

/// Any number of pairs.
///
/// The pieces are never joined: with 2,500,000 pairs that took 14 ms on one thread, mostly for new memory.
#[derive(Debug, Default)]
pub struct PairPieces {
    pieces: Vec<Vec<Shared>>,
}

impl PairPieces {
    /// The number of pairs.
    pub fn len(&self) -> usize {
        self.pieces.iter().map(Vec::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All pairs.
    pub fn iter(&self) -> impl Iterator<Item = &Shared> {
        self.pieces.iter().flatten()
    }

    /// All pairs, in slices of at most `size`.
    pub fn chunks(&self, size: usize) -> Vec<&[Shared]> {
        self.pieces.iter().flat_map(|piece| piece.chunks(size)).collect()
    }

    /// As [`Self::chunks`], as a parallel iterator.
    pub fn par_chunks(&self, size: usize) -> impl IndexedParallelIterator<Item = &[Shared]> {
        self.chunks(size).into_par_iter()
    }

    /// Its pieces.
    pub fn pieces(&self) -> &[Vec<Shared>] {
        &self.pieces
    }

    /// Adds a piece.
    pub fn push(&mut self, mut piece: Vec<Shared>) {
        match self.pieces.last_mut().filter(|_| piece.len() < SMALL) {
            Some(last) => last.append(&mut piece),
            None => self.pieces.push(piece),
        }
    }

    /// Adds all pieces of another collection.
    pub fn append(&mut self, mut other: Self) {
        self.pieces.append(&mut other.pieces);
    }

    /// Keeps only the pairs for which `stay` is true. In parallel, for a slow `stay`.
    pub fn par_retain(&mut self, stay: impl Fn(&Shared) -> bool + Sync) {
        let stays = |pairs: &[Shared]| pairs.iter().filter(|pair| stay(pair)).copied().collect();
        self.pieces = self.par_chunks(LARGE).map(stays).collect();
    }

    /// Keeps only the pairs for which `stay` is true.
    pub fn retain(&mut self, stay: impl Fn(&Shared) -> bool) {
        self.pieces.iter_mut().for_each(|piece| piece.retain(&stay));
    }
}

impl From<Vec<Shared>> for PairPieces {
    fn from(piece: Vec<Shared>) -> Self {
        Self { pieces: vec![piece] }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{PairPieces, Shared};

    proptest! {
        #[test]
        fn pairs_are_the_same_in_one_piece_or_many(
            sizes in prop::collection::vec(prop::sample::select(vec![0_usize, 1, 40, 1023, 1024, 3000]), 0..6),
            chunk in 1_usize..2000,
        ) {
            let mut found = PairPieces::default();
            let mut plain = Vec::new();
            for size in sizes {
                let piece: Vec<Shared> =
                    (0..size as u32).map(|at| Shared { a: plain.len() as u32, b: at, count: 1 }).collect();
                plain.extend(&piece);
                found.push(piece);
            }
            prop_assert_eq!(found.len(), plain.len());
            prop_assert_eq!(found.iter().copied().collect::<Vec<_>>(), plain.clone());
            let chunks: Vec<&[Shared]> = rayon::iter::ParallelIterator::collect(found.par_chunks(chunk));
            prop_assert!(chunks.iter().all(|some| (1..=chunk).contains(&some.len())));
            prop_assert_eq!(chunks.concat(), plain.clone());
            found.retain(|pair| pair.b % 3 == 0);
            plain.retain(|pair| pair.b % 3 == 0);
            prop_assert_eq!(found.iter().copied().collect::<Vec<_>>(), plain);
        }
    }
}
