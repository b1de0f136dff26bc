//! Reads files and standard input. It compares nothing.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::engine::side_by_side::{document_or_record, most_bytes};
use shingle::folder::read::{largest_file, read_named_within};
use shingle::pipeline::document::{Document, settle_together};
use shingle::pipeline::parameters::Params;
use shingle::text::language::folder::Prior;
use shingle::text::records::RecordFormat;

use crate::printer::out::Stop;

/// A text that the user named: a file, or with `--records` also a record of one. A file whose own name ends as those of
/// records do is meant where it exists.
pub(crate) fn named(path: &Path, params: &Params) -> DocPath {
    let name = DocPath::new(path);
    if params.records == RecordFormat::Off || path.exists() { name } else { name.split_line() }
}

/// The document of a text that the user named, given the bytes of the file.
pub(crate) fn document_of(
    name: &DocPath,
    bytes: Vec<u8>,
    params: &Params,
    folder: &Arc<Prior>,
) -> Result<Document, Stop> {
    document_or_record(name, bytes, params, folder).map_err(Stop::failed)
}

/// The bytes of a named file, or of standard input for `-`.
pub(crate) fn bytes(name: &DocPath) -> Result<Vec<u8>, Stop> {
    let path = name.as_path();
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
    read_named_within(path, most_bytes(name))
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
    let name = named(path, params);
    let document = document_of(&name, bytes(&name)?, params, &Arc::default())?;
    Ok((name, document))
}

/// Whether a name means standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}
