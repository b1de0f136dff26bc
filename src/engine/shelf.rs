//! Sketch files on the disk: read into a corpus, without the documents that they were made of. It watches nothing.

use std::path::Path;
use std::sync::Arc;

use crate::base::cancel::Cancel;
use crate::base::path::DocPath;
use crate::folder::read::read_named_within;
use crate::pipeline::parameters::Params;
use crate::pipeline::saved::read::{Sheet, merge};
use crate::pipeline::saved::shape::{Difference, Shape};

use super::batch::Loaded;

/// Sketch files larger than this many bytes are refused: 4 GiB.
pub const LARGEST_SKETCHES: u64 = 4 << 30;

/// Sketch files that were made with the same parameters.
pub struct Shelf {
    sheets: Vec<(DocPath, Sheet)>,
    shape: Shape,
    params: Params,
}

impl Shelf {
    /// Reads files by their names.
    ///
    /// # Errors
    /// One line that names the file that cannot be read, or two and the first parameter in which they differ.
    pub fn open(files: &[impl AsRef<Path>]) -> Result<Self, String> {
        let mut sheets: Vec<(DocPath, Sheet)> = Vec::with_capacity(files.len());
        for file in files {
            let name = DocPath::new(file);
            if sheets.iter().any(|(other, _)| *other == name) {
                return Err(format!("{name}: named twice; name it once"));
            }
            let sheet = read(file.as_ref()).map_err(|reason| format!("{name}: {reason}"))?;
            if let Some((first, other)) = sheets.first()
                && let Some(Difference { name: parameter, values }) =
                    other.shape().difference(sheet.shape())
            {
                return Err(format!(
                    "{first} and {name} were made with different parameters: --{parameter} {} and {}; sketches are compared only with their like",
                    values.0, values.1
                ));
            }
            sheets.push((name, sheet));
        }
        let (name, sheet) = sheets.first().ok_or("no sketch file is named")?;
        let shape = sheet.shape().clone();
        let params = shape.params().map_err(|reason| format!("{name}: {reason}"))?;
        Ok(Self { sheets, shape, params })
    }

    /// The parameters that shaped the sketches, with the measure and the threshold that go with them.
    pub const fn params(&self) -> &Params {
        &self.params
    }

    /// The documents of all files, to be compared under `params`.
    ///
    /// # Errors
    /// One line: in what `params` do not fit the sketches, or which file does not hold together.
    pub fn load(&self, params: &Arc<Params>) -> Result<Loaded, String> {
        let mut asked = Params::clone(params);
        if self.params.verifies() && params.estimates() {
            // What is kept to verify the sketches need not be looked at.
            asked.verify = self.params.verify;
        }
        if let Some(Difference { name: parameter, values }) =
            self.shape.difference(&Shape::of(&asked))
        {
            let files = self.sheets.iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>();
            return Err(format!(
                "--{parameter} {}: the sketches in {} were made with {}; leave it away, or make them anew with `shingle sketch`",
                values.1,
                files.join(", "),
                values.0
            ));
        }
        let (mut corpus, listing) = merge(&self.sheets, params)?;
        // The sketches are there; what is left out of them is to be found. Never cancelled, so it always comes to its end.
        let _ = corpus.sketch(&Cancel::never(), &|_, _, _| ());
        Ok(Loaded { corpus, listing })
    }
}

fn read(file: &Path) -> Result<Sheet, String> {
    let bytes = read_named_within(file, LARGEST_SKETCHES).map_err(|unread| unread.to_string())?;
    Sheet::open(bytes)
}
