//! Sketch files on the disk: read into a corpus, without the documents that they were made of. It watches nothing.

use std::path::Path;
use std::sync::Arc;

use thiserror::Error;

use crate::base::cancel::Cancel;
use crate::base::path::DocPath;
use crate::folder::read::{Unread, read_named_within};
use crate::pipeline::parameters::Params;
use crate::pipeline::sketch_files::error::{MergeError, SheetError};
use crate::pipeline::sketch_files::read::{Sheet, merge};
use crate::pipeline::sketch_files::shape::{Difference, ShapeError, SketchShape};

use super::batch::Loaded;

/// Sketch files larger than this many bytes are refused: 4 GiB.
pub const LARGEST_SKETCHES: u64 = 4 << 30;

/// Why sketch files are not compared: one line that names them.
#[derive(Debug, Error)]
pub enum SketchFilesError {
    /// There is none.
    #[error("no sketch file is named")]
    Nothing,
    /// It is named a second time.
    #[error("{0}: named twice; name it once")]
    Twice(DocPath),
    /// It cannot be read.
    #[error("{file}: {}", refused(unread))]
    Unread {
        /// Which.
        file: DocPath,
        /// Why.
        #[source]
        unread: Unread,
    },
    /// What was read is no sketch file of this program's.
    #[error("{file}: {reason}")]
    Sheet {
        /// Which.
        file: DocPath,
        /// Why.
        #[source]
        reason: SheetError,
    },
    /// It was made with a parameter that there is not.
    #[error("{file}: {reason}")]
    Shape {
        /// Which.
        file: DocPath,
        /// Which parameter.
        #[source]
        reason: ShapeError,
    },
    /// Two were made with different parameters.
    #[error(
        "{} and {} were made with different parameters: --{} {} and {}; sketches are compared only with their like",
        .files.0, .files.1, .difference.name, .difference.values.0, .difference.values.1
    )]
    Different {
        /// Which two.
        files: (DocPath, DocPath),
        /// The first parameter in which they differ.
        difference: Difference,
    },
    /// They are to be compared by a parameter with which they were not made.
    #[error(
        "--{} {}: the sketches in {} were made with {}; leave it away, or make them anew with `shingle sketch`",
        .difference.name, .difference.values.1, listed(.files), .difference.values.0
    )]
    Unfit {
        /// All.
        files: Vec<DocPath>,
        /// The first such parameter, with the value of the files and the one asked for.
        difference: Difference,
    },
    /// One does not hold together.
    #[error(transparent)]
    Merge(#[from] MergeError),
}

fn listed(files: &[DocPath]) -> String {
    files.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Sketch files that were made with the same parameters.
pub struct SketchFiles {
    sheets: Vec<(DocPath, Sheet)>,
    shape: SketchShape,
    params: Params,
}

impl SketchFiles {
    /// Reads files by their names.
    ///
    /// # Errors
    /// [`SketchFilesError`]: which file cannot be read, or the first parameter in which two differ.
    pub fn open(files: &[impl AsRef<Path>]) -> Result<Self, SketchFilesError> {
        let mut sheets: Vec<(DocPath, Sheet)> = Vec::with_capacity(files.len());
        for file in files {
            let name = DocPath::new(file);
            if sheets.iter().any(|(other, _)| *other == name) {
                return Err(SketchFilesError::Twice(name));
            }
            let sheet = read(file.as_ref(), &name)?;
            if let Some((first, other)) = sheets.first()
                && let Some(difference) = other.shape().difference(sheet.shape())
            {
                return Err(SketchFilesError::Different {
                    files: (first.clone(), name),
                    difference,
                });
            }
            sheets.push((name, sheet));
        }
        let (name, sheet) = sheets.first().ok_or(SketchFilesError::Nothing)?;
        let shape = sheet.shape().clone();
        let params = shape
            .params()
            .map_err(|reason| SketchFilesError::Shape { file: name.clone(), reason })?;
        Ok(Self { sheets, shape, params })
    }

    /// The parameters that shaped the sketches, with the measure and the threshold that go with them.
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// The documents of all files, to be compared under `params`.
    ///
    /// # Errors
    /// [`SketchFilesError`]: in what `params` do not fit the sketches, or which file does not hold together.
    pub fn load(&self, params: &Arc<Params>) -> Result<Loaded, SketchFilesError> {
        let mut asked = Params::clone(params);
        if self.params.verifies() && params.estimates() {
            // What is kept to verify the sketches need not be looked at.
            asked.verify = self.params.verify;
        }
        if let Some(difference) = self.shape.difference(&SketchShape::of(&asked)) {
            let files = self.sheets.iter().map(|(name, _)| name.clone()).collect();
            return Err(SketchFilesError::Unfit { files, difference });
        }
        let (mut corpus, listing) = merge(&self.sheets, params)?;
        // The sketches are there; what is left out of them is to be found. Never cancelled, so it always comes to its end.
        let _ = corpus.sketch(&Cancel::never(), &|_, _, _| ());
        Ok(Loaded { corpus, listing })
    }
}

/// Why a sketch file is not read, and what to do: it cannot be split as a text can.
fn refused(unread: &Unread) -> String {
    match unread {
        Unread::TooLarge(most) => {
            let most = most >> 30;
            format!("larger than {most} GiB; make sketch files of parts of the folder instead")
        }
        other => other.message("a file that `shingle sketch` wrote"),
    }
}

fn read(path: &Path, name: &DocPath) -> Result<Sheet, SketchFilesError> {
    let bytes = read_named_within(path, LARGEST_SKETCHES)
        .map_err(|unread| SketchFilesError::Unread { file: name.clone(), unread })?;
    Sheet::open(bytes).map_err(|reason| SketchFilesError::Sheet { file: name.clone(), reason })
}
