//! Reads a written result: one JSON file, or a folder with a manifest and parts of lines. It judges no pair.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::error::SavedResultError;
use crate::folder::{SizeLimit, Unread, WalkOptions, names::names, read::read_named};
use crate::pipeline::saved_result::lines::{WrittenManifest, WrittenResult};
use crate::{base::path::DocPath, pipeline::PairLine};

/// The most bytes of one file: 4 GiB.
const LARGEST_FILE: SizeLimit = SizeLimit::fixed(4 << 30);
/// The file that says what made the result.
const MANIFEST: &str = "manifest.json";

/// Reads a result. `path` is a file of `shingle scan DIR --format json`, or a folder with `manifest.json`,
/// `documents.ndjson`, `pairs.ndjson` and maybe `problems.ndjson`; each of these three is a file, or a folder of parts that
/// are read in the order of their names.
///
/// # Errors
/// [`SavedResultError`]: which file cannot be read, and why.
pub fn read(path: &Path) -> Result<WrittenResult, SavedResultError> {
    if path.is_dir() {
        return folder(path);
    }
    whole(path)
}

/// Reads a result of a folder.
fn folder(path: &Path) -> Result<WrittenResult, SavedResultError> {
    let manifest = path.join(MANIFEST);
    if !manifest.exists() {
        return Err(SavedResultError::NoManifest(DocPath::new(path)));
    }
    let manifest: WrittenManifest = whole(&manifest)?;
    let problems = path.join("problems.ndjson");
    let documents = lines(&path.join("documents.ndjson"))?;
    let pairs: Vec<PairLine<'static>> = lines(&path.join("pairs.ndjson"))?;
    Ok(WrittenResult {
        parameters: manifest.parameters,
        left_out: manifest.left_out,
        folder_languages: manifest.folder_languages,
        documents,
        problems: if problems.exists() { lines(&problems)? } else { Vec::new() },
        pairs_found: manifest.pairs_found.unwrap_or(pairs.len() as u64),
        pairs_left_out: manifest.pairs_left_out,
        pairs,
    })
}

/// A file that is one JSON value.
fn whole<T: DeserializeOwned>(path: &Path) -> Result<T, SavedResultError> {
    serde_json::from_slice(&bytes(path)?)
        .map_err(|error| SavedResultError::Malformed { file: DocPath::new(path), error })
}

/// The lines of a file, or of all parts in a folder in the order of their names.
fn lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, SavedResultError> {
    let mut all = Vec::new();
    if !path.is_dir() {
        lines_of(path, &mut all)?;
        return Ok(all);
    }
    let found = names(path, &WalkOptions::default())
        .map_err(|error| SavedResultError::Unlisted { folder: DocPath::new(path), error })?;
    // Spark's own files begin with `_` or a dot.
    for part in found.files.iter().filter(|part| !part.as_bytes().starts_with(b"_")) {
        lines_of(&path.join(part.as_path()), &mut all)?;
    }
    Ok(all)
}

fn lines_of<T: DeserializeOwned>(path: &Path, all: &mut Vec<T>) -> Result<(), SavedResultError> {
    let text = bytes(path)?;
    for (line, text) in (1..).zip(text.split(|byte| *byte == b'\n')) {
        if text.trim_ascii().is_empty() {
            continue;
        }
        let one = serde_json::from_slice(text);
        all.push(one.map_err(|error| SavedResultError::Line {
            file: DocPath::new(path),
            line,
            error,
        })?);
    }
    Ok(())
}

fn bytes(path: &Path) -> Result<Vec<u8>, SavedResultError> {
    read_named(path, LARGEST_FILE).map(|content| content.bytes).map_err(|unread| match unread {
        Unread::Vanished => SavedResultError::Missing(DocPath::new(path)),
        unread => SavedResultError::Unread { file: DocPath::new(path), unread },
    })
}
