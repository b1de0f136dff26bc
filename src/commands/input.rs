//! Reads files and standard input. It compares nothing.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::engine::side_by_side::document;
use shingle::folder::read::{largest_file, read_named};
use shingle::pipeline::document::{Document, settle_together};
use shingle::pipeline::parameters::Params;

use crate::printer::out::Stop;

/// The bytes of a named file, or of standard input for `-`.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, Stop> {
    let name = DocPath::new(path);
    if is_standard_input(path) {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(largest_file() + 1).read_to_end(&mut bytes);
        return match read {
            Err(error) => Err(Stop::Failed(format!("standard input: {error}"))),
            Ok(_) if bytes.len() as u64 > largest_file() => Err(Stop::Failed(format!(
                "standard input: larger than {} MiB; raise --limit-file, or split it",
                largest_file() >> 20
            ))),
            Ok(_) => Ok(bytes),
        };
    }
    if path.is_dir() {
        return Err(Stop::Failed(format!(
            "{name}: a folder, not a file; `shingle scan` compares the documents of a folder"
        )));
    }
    read_named(path)
        .map(|content| content.bytes)
        .map_err(|unread| Stop::Failed(format!("{name}: {unread}")))
}

/// Reads two documents and takes them through every stage.
pub(crate) fn two(a: &Path, b: &Path, params: &Params) -> Result<[(DocPath, Document); 2], Stop> {
    if is_standard_input(a) && is_standard_input(b) {
        return Err(Stop::Failed("standard input can be only one of the two files".to_string()));
    }
    let [(left_name, left), (right_name, right)] = [one(a, params)?, one(b, params)?];
    let mut both = [left, right];
    settle_together(&mut both, params);
    let [left, right] = both;
    Ok([(left_name, left), (right_name, right)])
}

fn one(path: &Path, params: &Params) -> Result<(DocPath, Document), Stop> {
    let name = DocPath::new(path);
    let document = document(&name, &bytes(path)?, params, &Arc::default()).map_err(Stop::failed)?;
    Ok((name, document))
}

/// Whether a name means standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}
