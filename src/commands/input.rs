//! Reads files and standard input. It compares nothing.

use std::io::Read as _;
use std::{path::Path, sync::Arc};

use shingle::pipeline::{Document, Params, document::settle_together};
use shingle::text::RecordFormat;
use shingle::{base::path::DocPath, engine::DocumentReader, folder::read::read_named};

use crate::printer::out::Stop;

/// A text that the user named: a file, or with `--records` also a record of one. A file whose own name ends as those of
/// records do is meant where it exists.
pub(crate) fn named(path: &Path, params: &Params) -> DocPath {
    let name = DocPath::new(path);
    if params.records == RecordFormat::Off || path.exists() { name } else { name.split_line() }
}

/// The bytes of a named file, or of standard input for `-`.
pub(crate) fn bytes(name: &DocPath, reader: &DocumentReader) -> Result<Vec<u8>, Stop> {
    let (path, most) = (name.as_path(), reader.largest_file().bytes);
    if is_standard_input(path) {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(most + 1).read_to_end(&mut bytes);
        return match read {
            Err(error) => Err(Stop::Failed(format!("standard input: {error}"))),
            Ok(_) if bytes.len() as u64 > most => Err(Stop::Failed(format!(
                "standard input: larger than {} MiB; raise --limit-file, or split it",
                most >> 20
            ))),
            Ok(_) => Ok(bytes),
        };
    }
    if path.is_dir() {
        return Err(Stop::Failed(format!(
            "{name}: a folder, not a file; `shingle scan` compares the documents of a folder"
        )));
    }
    read_named(path, reader.largest(name)).map(|content| content.bytes).map_err(|unread| {
        let file = DocPath::new(path).split_line();
        let is_record = file.line().is_some() && !path.exists() && file.as_path().exists();
        let hint = if is_record { "; a record of a file is named with --records" } else { "" };
        Stop::Failed(format!("{name}: {unread}{hint}"))
    })
}

/// Reads two documents and takes them through every stage.
pub(crate) fn two(
    a: &Path,
    b: &Path,
    params: &Params,
    reader: &DocumentReader,
) -> Result<[(DocPath, Document); 2], Stop> {
    if is_standard_input(a) && is_standard_input(b) {
        return Err(Stop::Failed("standard input can be only one of the two files".to_string()));
    }
    let [(left_name, first), (right_name, second)] =
        [one(a, params, reader)?, one(b, params, reader)?];
    let mut both = [first, second];
    settle_together(&mut both, params);
    let [first, second] = both;
    Ok([(left_name, first), (right_name, second)])
}

fn one(path: &Path, params: &Params, reader: &DocumentReader) -> Result<(DocPath, Document), Stop> {
    let name = named(path, params);
    let document = reader.document(&name, bytes(&name, reader)?, params, &Arc::default());
    Ok((name, document.map_err(Stop::failed)?))
}

/// Whether a name means standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}
