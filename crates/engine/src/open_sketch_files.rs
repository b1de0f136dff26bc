//! Reads sketch files from the disk into a corpus, without their documents.

use std::{path::Path, sync::Arc};

use thiserror::Error;

use super::batch::Loaded;
use crate::folder::{SizeLimit, Unread, read::read_named_file};
use base::{cancel::Cancel, path::DocPath};
use shingle_core::pipeline::sketch_files::error::MergeError;
use shingle_core::pipeline::sketch_files::read::{SketchFile, merge_files};
use shingle_core::pipeline::sketch_files::shape::{
    Collection, ShapeError, difference_in_scoring, first_difference_of_sketches,
};
use shingle_core::pipeline::{Difference, Params, Task};

const LARGEST_SKETCHES: SizeLimit = SizeLimit::fixed_limit(4 << 30);

#[derive(Debug, Error)]
pub enum SketchFilesError {
    #[error("no sketch file is named")]
    Nothing,
    #[error("{0}: named twice; name it once")]
    Twice(DocPath),
    #[error("{file}: {}", describe_unread(unread))]
    Unread {
        file: DocPath,
        #[source]
        unread: Unread,
    },
    #[error("{file}: {reason}")]
    Shape {
        file: DocPath,
        #[source]
        reason: ShapeError,
    },
    #[error(
        "{} and {} were made with different parameters: --{} {} and {}; compare sketches with the same parameters",
        .files.0, .files.1, .difference.name, .difference.values.0, .difference.values.1
    )]
    Different { files: (DocPath, DocPath), difference: Difference },
    #[error(
        "--{} {}: the sketches in {} were made with {}; remove this option or its preset, or make a new file",
        .difference.name, .difference.values.1, join_names(.files), .difference.values.0
    )]
    Unfit { files: Vec<DocPath>, difference: Difference },
    #[error(
        "{file}: {}",
        match id {
            Some(id) => format!("its records are named by --id {id}; remove --id, or make a new file"),
            None => "its records are named by file and line; remove --id, or make a new file".into(),
        }
    )]
    OtherNames {
        file: DocPath,
        /// JSON field or column that names the records, or `None` if line numbers name them.
        id: Option<String>,
    },
    #[error(transparent)]
    Merge(#[from] MergeError),
}

fn join_names(files: &[DocPath]) -> String {
    files.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

pub struct SketchFiles {
    sheets: Vec<(DocPath, SketchFile)>,
    params: Params,
}

impl SketchFiles {
    pub fn open(files: &[impl AsRef<Path>]) -> Result<Self, SketchFilesError> {
        let mut sheets: Vec<(DocPath, SketchFile)> = Vec::with_capacity(files.len());
        let mut all: Option<Params> = None;
        for file in files {
            let name = DocPath::new(file);
            if sheets.iter().any(|(other, _)| *other == name) {
                return Err(SketchFilesError::Twice(name));
            }
            let sheet = read_sketch_file(file.as_ref(), &name)?;
            let of_sketches = sheet
                .shape()
                .params()
                .map_err(|reason| SketchFilesError::Shape { file: name.clone(), reason })?;
            let params = all.get_or_insert_with(|| of_sketches.clone());
            if let Some((first, _)) = sheets.first()
                && let Some(difference) = first_difference_of_sketches(params, &of_sketches)
            {
                return Err(SketchFilesError::Different {
                    files: (first.clone(), name),
                    difference,
                });
            }
            sheets.push((name, sheet));
        }
        Ok(Self { sheets, params: all.ok_or(SketchFilesError::Nothing)? })
    }

    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// Returns the parameters for a run of `dedup` that adds to a file: those of the earlier runs.
    pub fn params_for_dedup(&self) -> Result<Params, SketchFilesError> {
        let Params { measure, threshold, above, .. } = Params::defaults_for_task(Task::Dedup);
        let threshold = self.params.sketch.fixed_threshold().unwrap_or(threshold);
        let params = Params { measure, threshold, above, ..self.params.clone() };
        self.collections().try_fold(params, |params, (file, collection)| {
            let shape = |reason| SketchFilesError::Shape { file: file.clone(), reason };
            collection.with_scoring(params).map_err(shape)
        })
    }

    /// Returns the field that names the records in the files; a different typed field is an error.
    pub fn record_id_field(&self, typed: Option<&str>) -> Result<Option<String>, SketchFilesError> {
        let mut found = typed.map(str::to_string);
        for (file, Collection { id, .. }) in self.collections() {
            if typed.is_some() && id.as_deref() != typed {
                return Err(SketchFilesError::OtherNames { file: file.clone(), id: id.clone() });
            }
            found = found.or_else(|| id.clone());
        }
        Ok(found)
    }

    /// Checks that this run of `dedup` would find the same repeats as the earlier runs.
    pub fn check_params_for_dedup(&self, params: &Params) -> Result<(), SketchFilesError> {
        for (file, collection) in self.collections() {
            let of_file = collection.with_scoring(params.clone());
            let of_file =
                of_file.map_err(|reason| SketchFilesError::Shape { file: file.clone(), reason })?;
            if let Some(difference) = difference_in_scoring(&of_file, params) {
                return Err(SketchFilesError::Unfit { files: vec![file.clone()], difference });
            }
        }
        Ok(())
    }

    fn collections(&self) -> impl Iterator<Item = (&DocPath, &Collection)> {
        self.sheets.iter().filter_map(|(file, sheet)| Some((file, sheet.collection()?)))
    }

    pub fn merge_into_corpus(&self, params: &Arc<Params>) -> Result<Loaded, SketchFilesError> {
        let mut run = Params::clone(params);
        if self.params.is_verified() && params.is_estimate() {
            // A run may ignore the shingles saved for verification.
            run.verify = self.params.verify;
        }
        if let Some(difference) = first_difference_of_sketches(&self.params, &run) {
            let files = self.sheets.iter().map(|(name, _)| name.clone()).collect();
            return Err(SketchFilesError::Unfit { files, difference });
        }
        let (mut corpus, listing) = merge_files(&self.sheets, params)?;
        // The sketches exist already, so this call only finds the ignored shingles.
        let _ = corpus.refresh_sketches(&Cancel::never_cancelled(), &|_, _, _| ());
        Ok(Loaded { walk: None, corpus, listing, places: Vec::new() })
    }
}

/// Describes why a sketch file was not read. The advice for texts, to split the file, does not apply.
fn describe_unread(unread: &Unread) -> String {
    match unread {
        Unread::TooLarge(most) => {
            let most = most.bytes >> 30;
            format!("larger than {most} GiB; make sketch files of parts of the folder instead")
        }
        other => other.message("a file that `shingle sketch` wrote"),
    }
}

fn read_sketch_file(path: &Path, name: &DocPath) -> Result<SketchFile, SketchFilesError> {
    let content = read_named_file(path, LARGEST_SKETCHES)
        .map_err(|unread| SketchFilesError::Unread { file: name.clone(), unread })?;
    let file = SketchFile::parse(content.bytes);
    file.map_err(|reason| MergeError { file: name.clone(), reason }.into())
}
