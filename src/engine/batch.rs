//! A whole folder read and compared once, for the commands; and the reading of many files, which the worker shares.
//! It watches nothing.

use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;

use crate::base::cancel::Cancel;
use crate::base::path::DocPath;
use crate::base::problem::Problem;
use crate::folder::read::{Unread, read};
use crate::folder::walk::{Stamp, WalkOptions, walk};
use crate::pipeline::corpus::Corpus;
use crate::pipeline::params::Params;
use crate::pipeline::record::Record;
use crate::pipeline::source::{NoSource, careful, content_of};

/// Files that are read before anybody is asked whether to go on.
pub const FILES_A_PIECE: usize = 512;

/// A folder's corpus, refreshed, with what the walk could not take in.
pub struct Loaded {
    /// The documents and their pairs.
    pub corpus: Corpus,
    /// Problems of the walk, in path order.
    pub listing: Vec<Problem>,
}

impl Loaded {
    /// All problems, of the walk and of the documents, in path order.
    pub fn problems(&self) -> Vec<Problem> {
        self.corpus.problems(&self.listing)
    }
}

/// Reads and sketches every document of a folder; pairs are joined by the caller that needs them ranked.
///
/// # Errors
/// One line why the folder itself cannot be listed.
pub fn load(root: &Path, options: WalkOptions, params: &Arc<Params>) -> Result<Loaded, String> {
    let listing = walk(root, options)?;
    let mut corpus = Corpus::new(Arc::clone(params));
    for piece in listing.files.chunks(FILES_A_PIECE) {
        let paths: Vec<DocPath> = piece.iter().map(|entry| entry.path.clone()).collect();
        for (path, outcome) in read_all(root, paths, &corpus) {
            apply(&mut corpus, &path, outcome);
        }
    }
    // Never cancelled, so it always comes to its end.
    let _ = corpus.sketch(&Cancel::never(), &|_, _, _| ());
    Ok(Loaded { corpus, listing: listing.problems })
}

/// What reading one file came to.
pub enum Outcome {
    /// The bytes are those that the corpus has already; the stamp is newer.
    Same(Stamp),
    /// A document, or the reason why it is none.
    Read(Stamp, Result<Record, NoSource>),
    /// The file could not be read; one line.
    Refused(String),
    /// The file is gone.
    Vanished,
    /// Where the file was there is now a folder, a link or something else: what it is, a listing tells.
    NoFile,
}

/// Reads files in parallel, in the order given.
pub fn read_all(root: &Path, paths: Vec<DocPath>, corpus: &Corpus) -> Vec<(DocPath, Outcome)> {
    paths
        .into_par_iter()
        .map(|path| {
            let outcome = match read(&root.join(path.as_path())) {
                Err(Unread::Vanished) => Outcome::Vanished,
                Err(Unread::NoFile(_)) => Outcome::NoFile,
                Err(Unread::Refused(reason)) => Outcome::Refused(reason),
                Ok(content) if is_known(corpus, &path, &content.bytes) => {
                    Outcome::Same(content.stamp)
                }
                Ok(content) => Outcome::Read(
                    content.stamp,
                    careful(|| {
                        Record::read(
                            path.as_path(),
                            &content.bytes,
                            corpus.params(),
                            &corpus.lexicon,
                        )
                    }),
                ),
            };
            (path, outcome)
        })
        .collect()
}

/// Whether the corpus has these bytes already. A file that it does not know is not hashed here: reading it does that.
fn is_known(corpus: &Corpus, path: &DocPath, bytes: &[u8]) -> bool {
    corpus.content(path).is_some_and(|known| known == content_of(bytes))
}

/// Hands an outcome to the corpus. Returns the stamp that the document is now known by, and whether anything changed.
pub fn apply(corpus: &mut Corpus, path: &DocPath, outcome: Outcome) -> (Option<Stamp>, bool) {
    match outcome {
        Outcome::Same(stamp) => (Some(stamp), false),
        Outcome::Read(stamp, record) => {
            let news = corpus.put(path, record);
            (Some(stamp), news)
        }
        Outcome::Refused(reason) => {
            let news = corpus.put(path, Err(NoSource::Refused(reason)));
            (None, news)
        }
        Outcome::Vanished | Outcome::NoFile => {
            let known = corpus.has(path);
            corpus.remove(path);
            (None, known)
        }
    }
}
