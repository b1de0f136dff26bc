//! Reads whole folders for the commands.

use std::sync::Arc;

use hashbrown::HashMap;
use rayon::prelude::*;
use thiserror::Error;

use super::reader::{DocumentFolder, read_all_files};
use super::record_files::{PlacedRecord, read_records};
use crate::folder::names::{Names, list_names};
use crate::folder::{ListError, WalkOptions};
use base::{cancel::Cancel, ids::DocId, path::DocPath, problem::Problem};
use shingle_core::pipeline::{Corpus, OnePass, Params, Progress, ReadDocument, Stage};
use shingle_core::text::RecordFormat;

pub struct Loaded {
    pub walk: Option<WalkOptions>,
    pub corpus: Corpus,
    /// Problems found while listing the folder, in path order.
    pub listing: Vec<Problem>,
    /// With `--id`, the name of each record in reading order, with its file and line.
    pub places: Vec<(DocPath, DocPath)>,
}

#[derive(Debug, Error)]
pub enum LoadError {
    #[error(transparent)]
    List(#[from] ListError),
    #[error("{} and {} have one --id, {}; name a field that tells records apart", .places.0, .places.1, .id)]
    SameId { id: DocPath, places: Box<(DocPath, DocPath)> },
    #[error(
        "{0}: the file has another text under this name; name each batch differently, or use --id FIELD"
    )]
    OtherText(DocPath),
    #[error("an earlier batch has another text with the id {0}; give each record its own id")]
    OtherTextOfId(DocPath),
    #[error("--family md5 and hashes of texts cannot be added to sketches; remove these options")]
    NeedsWords,
}

impl Loaded {
    /// Stores the file and line of each named record in the folder.
    pub fn store_record_places_in(&self, folder: &mut DocumentFolder) {
        folder.places = Arc::new(self.places.iter().cloned().collect());
    }

    pub fn problems(&self) -> Vec<Problem> {
        self.corpus.all_problems(&self.listing)
    }
}

/// Reads and sketches all documents of a folder, without joining pairs.
pub fn sketch_whole_folder(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    progress: Progress<'_>,
) -> Result<Loaded, LoadError> {
    sketch_folder(folder, params, OnePass::new(params), progress)
}

/// Reads every document of a folder into words, without sketching.
pub fn load_words(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    progress: Progress<'_>,
) -> Result<Loaded, LoadError> {
    load_folder(folder, params, None, progress)
}

pub struct LoadedBeside {
    pub loaded: Loaded,
    /// Documents of the sketch file, then documents of the folder in reading order.
    pub order: Vec<DocId>,
    pub before: usize,
    /// Documents of the folder that the sketch file has too, with equal names and texts.
    pub same: Vec<DocPath>,
    pub troubles: Vec<Problem>,
}

/// Reads and sketches every document of a folder beside documents that were sketched before.
pub fn load_beside_earlier_documents(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    before: Option<Loaded>,
    progress: Progress<'_>,
) -> Result<LoadedBeside, LoadError> {
    let passing = OnePass::new(params);
    let (before, troubles, passing) = match (before, passing) {
        (None, passing) => (None, Vec::new(), passing),
        (Some(_), None) => return Err(LoadError::NeedsWords),
        (Some(Loaded { corpus, listing, .. }), Some(passing)) => {
            let (entries, texts) = corpus.into_entries_and_sketches();
            (Some(entries), listing, Some(passing.with_earlier_texts(texts)))
        }
    };
    let mut loaded = sketch_folder(folder, params, passing, progress)?;
    let is_new = |path: &DocPath, same: &[DocPath]| same.binary_search(path).is_err();
    let mut names: Vec<DocPath> = match &*loaded.places {
        [] => loaded.corpus.entries().keys().cloned().collect(),
        places => places.iter().map(|(id, _)| id.clone()).collect(),
    };
    let (mut order, mut same) = (Vec::new(), Vec::new());
    if let Some(before) = before {
        let old: Vec<DocPath> = before.keys().cloned().collect();
        same = loaded.corpus.add_sketched(before).map_err(|name| match folder.id {
            Some(_) => LoadError::OtherTextOfId(name),
            None => LoadError::OtherText(name),
        })?;
        names.retain(|name| is_new(name, &same));
        order = find_document_ids(&loaded.corpus, &old);
    }
    let before = order.len();
    order.extend(find_document_ids(&loaded.corpus, &names));
    Ok(LoadedBeside { loaded, order, before, same, troubles })
}

fn find_document_ids(corpus: &Corpus, names: &[DocPath]) -> Vec<DocId> {
    let numbering = corpus.numbering();
    names.par_iter().filter_map(|name| numbering.id_of(name)).collect()
}

fn sketch_folder(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    passing: Option<OnePass<'_>>,
    progress: Progress<'_>,
) -> Result<Loaded, LoadError> {
    let mut loaded = load_folder(folder, params, passing, progress)?;
    let _ = loaded.corpus.refresh_sketches(&Cancel::never_cancelled(), progress);
    Ok(loaded)
}

/// Sketches each document right after reading it, or stores its words. Storing and then sketching takes half as long
/// again.
fn load_folder(
    folder: &DocumentFolder,
    params: &Arc<Params>,
    passing: Option<OnePass<'_>>,
    progress: Progress<'_>,
) -> Result<Loaded, LoadError> {
    progress(Stage::Read, 0, 0);
    let Names { files: paths, problems: listing, .. } = list_names(&folder.root, &folder.walk)?;
    let mut places = Vec::new();
    let corpus = Corpus::read_all(params, passing, |new_reader| {
        if params.records != RecordFormat::Off {
            let records = read_records(folder, &paths, params, new_reader, progress);
            return check_ids_and_name_records(records, folder, &mut places);
        }
        let read = read_all_files(folder, &paths, params.encoding, None, new_reader, progress);
        let documents = paths.into_iter().zip(read);
        Ok(documents.filter_map(|(path, read)| Some((path, read.document?))).collect())
    })?;
    Ok(Loaded { walk: Some(folder.walk.clone()), corpus, listing, places })
}

fn check_ids_and_name_records(
    records: Vec<PlacedRecord>,
    folder: &DocumentFolder,
    places: &mut Vec<(DocPath, DocPath)>,
) -> Result<Vec<ReadDocument>, LoadError> {
    if folder.id.is_some() {
        let mut known: HashMap<&DocPath, &DocPath> = HashMap::with_capacity(records.len());
        for (id, place, _) in records.iter().filter(|(.., outcome)| outcome.is_ok()) {
            if let Some(first) = known.insert(id, place) {
                let places = Box::new((first.clone(), place.clone()));
                return Err(LoadError::SameId { id: id.clone(), places });
            }
            places.push((id.clone(), place.clone()));
        }
    }
    Ok(records.into_iter().map(|(name, _, outcome)| (name, outcome)).collect())
}
