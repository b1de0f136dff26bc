//! From records to sketches: canonical words, distinct texts and their kept shingles, of all documents or of a few. It
//! joins nothing.

use std::sync::{Arc, Mutex, PoisonError};

use crate::base::cancel::Cancel;
use crate::base::workers::share;
use crate::compare::store::Store;
use crate::shingle::sketch::{ShingleParams, Sketcher, needs_texts};
use crate::text::lexicon::Lexicon;

use super::canon::Canon;
use super::document::{identity_of, shingle_params};
use super::nodes::{NodeId, Nodes};
use super::params::{Params, Stage};
use super::record::Record;

/// Told how far a refresh is: the stage, documents done, documents in all.
pub type Progress<'a> = &'a dyn Fn(Stage, usize, usize);

/// Documents between two words about progress.
const DOCUMENTS_A_WORD: usize = 8192;
/// Documents a thread takes at once.
const DOCUMENTS_A_PIECE: usize = 32;

/// What makes sketches of records.
pub struct Sketches<'a> {
    params: &'a Params,
    lexicon: &'a Lexicon,
    canon: &'a Canon,
}

/// One thread's memory.
struct Work<'a> {
    from: &'a Sketches<'a>,
    cut: ShingleParams,
    hashes: Vec<u64>,
    texts: Vec<Arc<str>>,
    bytes: Vec<u8>,
    sketcher: Sketcher,
}

/// A document's canonical words and kept shingles.
pub struct Sketched {
    /// The identity of its canonical words; `None` without any.
    pub identity: Option<u128>,
    /// How many words that are.
    pub words: u32,
    /// The distinct kept keys, in no order.
    pub keys: Box<[u64]>,
}

impl<'a> Sketches<'a> {
    /// Makes `canon` ready for these records first.
    pub fn new<'r>(
        params: &'a Params,
        lexicon: &'a Lexicon,
        canon: &'a mut Canon,
        records: impl Iterator<Item = &'r Record>,
    ) -> Self {
        let texts = needs_texts(shingle_params(params));
        canon.prepare(params, records.map(|record| record.about.language(params)), lexicon, texts);
        Self { params, lexicon, canon }
    }

    /// For records whose languages `canon` was made ready for before.
    pub const fn prepared(params: &'a Params, lexicon: &'a Lexicon, canon: &'a Canon) -> Self {
        Self { params, lexicon, canon }
    }

    /// Finds the distinct texts among all records and puts their sketches into an empty store. By record its text, `None`
    /// for one without words. `None` when cancelled: the store is then of no use.
    pub fn all(
        &self,
        records: &[&Record],
        store: &Store,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<(Nodes, Vec<Option<NodeId>>)> {
        let nodes = Mutex::new(Nodes::default());
        let mut found = Vec::with_capacity(records.len());
        let new = self.each(records, store, cancel, progress, |work, record| {
            let identity = work.load(record)?;
            let mut nodes = nodes.lock().unwrap_or_else(PoisonError::into_inner);
            Some(nodes.add(identity, work.hashes.len() as u32))
        })?;
        let mut nodes = nodes.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (place, shingles) in new {
            if let (Some((id, _)), Some(shingles)) = (place, shingles) {
                nodes.set_shingles(id, shingles);
            }
            found.push(place.map(|(id, _)| id));
        }
        Some((nodes, found))
    }

    /// Puts the sketches of distinct texts, a record for each, into an empty store. By text its count of shingles. `None`
    /// when cancelled: the store is then of no use.
    pub fn again(
        &self,
        texts: &[NodeId],
        records: &[&Record],
        store: &Store,
        cancel: &Cancel,
        progress: Progress<'_>,
    ) -> Option<Vec<u32>> {
        let numbered: Vec<(NodeId, &Record)> =
            texts.iter().copied().zip(records.iter().copied()).collect();
        let new = self.each(&numbered, store, cancel, progress, |work, (id, record)| {
            work.canonise(record);
            Some((*id, true))
        })?;
        Some(new.into_iter().map(|(_, shingles)| shingles.unwrap_or(0)).collect())
    }

    /// Sketches a few records; nothing is stored. `None` when cancelled.
    pub fn few(&self, records: &[&Record], cancel: &Cancel) -> Option<Vec<Sketched>> {
        let found = share(
            records.len(),
            DOCUMENTS_A_PIECE,
            cancel,
            || self.work(),
            |work, range| {
                let sketched = |record: &&Record| Sketched {
                    identity: work.load(record),
                    words: work.hashes.len() as u32,
                    keys: work.keys().into(),
                };
                records[range].iter().map(sketched).collect::<Vec<_>>()
            },
            drop,
        )?;
        Some(found.into_iter().flatten().collect())
    }

    /// Runs `place` over items and stores the sketches of those that it calls new. What it gave, with the count of
    /// shingles of the new ones.
    fn each<T: Sync>(
        &self,
        items: &[T],
        store: &Store,
        cancel: &Cancel,
        progress: Progress<'_>,
        place: impl Fn(&mut Work<'_>, &T) -> Option<(NodeId, bool)> + Sync,
    ) -> Option<Vec<Placed>> {
        let mut found = Vec::with_capacity(items.len());
        for chunk in items.chunks(DOCUMENTS_A_WORD) {
            progress(Stage::Sketch, found.len(), items.len());
            let pieces = share(
                chunk.len(),
                DOCUMENTS_A_PIECE,
                cancel,
                || (self.work(), store.scatter()),
                |(work, scatter), range| {
                    let mut one = |item: &T| {
                        let placed = place(work, item);
                        let new = placed.filter(|(_, is_new)| *is_new).map(|(id, _)| {
                            let keys = work.keys();
                            scatter.add(id, keys);
                            keys.len() as u32
                        });
                        (placed, new)
                    };
                    chunk[range].iter().map(&mut one).collect::<Vec<Placed>>()
                },
                |(_, scatter)| scatter.finish(),
            )?;
            found.extend(pieces.into_iter().flatten());
        }
        Some(found)
    }

    fn work(&self) -> Work<'_> {
        Work {
            from: self,
            cut: shingle_params(self.params),
            hashes: Vec::new(),
            texts: Vec::new(),
            bytes: Vec::new(),
            sketcher: Sketcher::default(),
        }
    }
}

/// A text and whether it is new; where it is, its count of shingles.
type Placed = (Option<(NodeId, bool)>, Option<u32>);

impl Work<'_> {
    /// Takes a record's canonical words, and their identity.
    fn load(&mut self, record: &Record) -> Option<u128> {
        self.canonise(record);
        identity_of(&self.hashes, &mut self.bytes)
    }

    fn canonise(&mut self, record: &Record) {
        let Sketches { params, lexicon, canon } = *self.from;
        let language = record.about.language(params);
        canon.hashes(language, record.words(), lexicon, &mut self.hashes);
        if needs_texts(self.cut) {
            canon.texts(language, record.words(), lexicon, &mut self.texts);
        }
    }

    /// The distinct kept keys of what was loaded.
    fn keys(&mut self) -> &[u64] {
        self.sketcher.sketch(&self.hashes, &self.texts, self.cut)
    }
}
