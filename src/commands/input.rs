use std::ffi::OsStr;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shingle::base::{path::DocPath, system_error::plain_reason};
use shingle::engine::{DocumentFolder, DocumentReader, reader::RECORDS_LIMIT};
use shingle::folder::read::{read_named, reason};
use shingle::folder::{FileTarget, SizeLimit, Unread, WalkOptions, WriteError};
use shingle::pipeline::{Document, Params};
use shingle::{storage::scratch::ScratchFolder, text::RecordFormat};

use super::note;
use crate::cli::options::{FolderArgs, InputArgs, ReadingArgs, WalkArgs};
use crate::printer::out::Stop;

pub(crate) fn check_id(id: Option<&str>, records: &RecordFormat) -> Result<(), Stop> {
    const WHY: &str = "--id names a field of records: add --records jsonl:FIELD or csv:COLUMN";
    let is_known = id.is_none_or(|id| records.by_field(id).is_some());
    if is_known { Ok(()) } else { Err(Stop::Failed(WHY.to_string())) }
}

/// Resolves a text named by the user: a file, or with `--records` also `FILE:LINE`. An existing file wins over a
/// record.
pub(crate) fn resolve_name(path: &Path, params: &Params) -> DocPath {
    let name = DocPath::new(path);
    if params.records == RecordFormat::Off {
        return name;
    }
    if path.exists() { name } else { name.split_line() }
}

/// Prints a note if a file with records was read as one text.
pub(crate) fn note_whole_file(name: &DocPath, params: &Params) {
    if params.records != RecordFormat::Off && name.line().is_none() && name.as_path().exists() {
        note(&format!("{name}: the whole file is one text; {name}:LINE is one of its records"));
    }
}

/// Returns `FILE:ID`.
pub(crate) fn record_name(file: &Path, id: &Path) -> PathBuf {
    [file.as_os_str(), id.as_os_str()].join(OsStr::new(":")).into()
}

/// Returns `FILE:LINE` for `FILE:ID` if the field `id` of a record has this value. Other names stay as they are.
pub(crate) fn record_by_id(
    path: &Path,
    id: Option<&str>,
    params: &Params,
    reader: &DocumentReader,
) -> Result<PathBuf, Stop> {
    let failed = |reason: &str| Stop::Failed(reason.to_string());
    check_id(id, &params.records)?;
    let Some(field) = id.filter(|_| !path.exists() && !is_standard_input(path)) else {
        return Ok(path.to_path_buf());
    };
    let name = path.to_string_lossy();
    let parts =
        name.match_indices(':').filter_map(|(at, _)| Some((name.get(..at)?, name.get(at + 1..)?)));
    let (file, id) =
        parts.into_iter().find(|(file, _)| Path::new(file).is_file()).ok_or_else(|| {
            let name = DocPath::new(path);
            failed(&format!("{name}: no file and no record FILE:ID; the file comes before its ids"))
        })?;
    let file = DocPath::new(Path::new(file));
    let bytes = bytes(&file.at_line(1), reader)?;
    let records = reader
        .records(file.as_path(), bytes, params, Some(field))
        .map_err(|why| failed(&format!("{file}: {why}")))?;
    let id = DocPath::new(Path::new(id)).split_line();
    let found = (0..records.len()).find(|at| records.name(&file, *at).is_ok_and(|own| own == id));
    let by_line = DocPath::new(path).split_line();
    match found {
        Some(at) => Ok(PathBuf::from(format!("{}:{}", file.as_path().display(), records.line(at)))),
        None if by_line.line().is_some() && by_line.as_path().is_file() => Ok(path.to_path_buf()),
        None => Err(failed(&format!("{file}: no record has the {field} {id}; check the id"))),
    }
}

pub(crate) struct ReadFrom {
    pub(crate) folder: DocumentFolder,
    read: Vec<PathBuf>,
    /// Standard input as a temporary file, removed on drop.
    _standard_input: Option<ScratchFolder>,
}

impl ReadFrom {
    pub(crate) fn new(
        InputArgs { inputs, id }: &InputArgs,
        walk: &WalkArgs,
        records: &RecordFormat,
        reader: &DocumentReader,
    ) -> Result<Self, Stop> {
        let failed = |reason: &str| Err(Stop::Failed(reason.to_string()));
        check_id(id.as_deref(), records)?;
        let mut standard_input = None;
        let mut folder = match &**inputs {
            [one] if is_standard_input(one) => {
                if *records == RecordFormat::Off {
                    return failed(
                        "standard input is one text; split it into documents with --records",
                    );
                }
                let bytes = standard_input_of(RECORDS_LIMIT)?;
                let kept = ScratchFolder::filled("input", &[("-", &bytes)]).map_err(|error| {
                    let reason = plain_reason(&error);
                    Stop::Failed(format!("standard input: no temporary folder: {reason}"))
                })?;
                let folder = walk.folder(kept.path(), reader);
                standard_input = Some(kept);
                restrict_to_files(folder, vec![DocPath::new("-")])
            }
            [one] if !one.is_file() => walk.folder(one, reader),
            files => {
                // First, because a missing path is seldom meant as a file.
                if let Some(missing) =
                    files.iter().find(|file| !is_standard_input(file) && !file.exists())
                {
                    real_path_of_file(missing)?;
                }
                let placed: Result<Vec<PathBuf>, Stop> =
                    files.iter().map(real_path_of_file).collect();
                let (root, names) = in_one_folder(&placed?);
                restrict_to_files(walk.folder(&root, reader), names)
            }
        };
        if folder.walk.only.is_some() && folder.walk.globs.is_some() {
            note(
                "--include and --exclude select files in a folder; shingle reads every named file",
            );
        }
        folder.id = id.as_deref().map(Arc::from);
        Ok(Self { folder, read: inputs.clone(), _standard_input: standard_input })
    }

    /// Rejects a single text, unless allowed: it has no other text for comparison.
    pub(crate) fn require_several(
        self,
        records: &RecordFormat,
        allow_empty: bool,
    ) -> Result<Self, Stop> {
        match (self.folder.walk.only.as_deref(), records) {
            (Some([one]), RecordFormat::Off) if !allow_empty => Err(Stop::Failed(format!(
                "{one}: a single document; name more files or a folder, or add --records to compare its records \
                 (--allow-empty allows one)"
            ))),
            _ => Ok(self),
        }
    }

    pub(crate) fn target(&self, file: &Path, replace: bool) -> Result<FileTarget, WriteError> {
        FileTarget::new(file, &self.read, replace)
    }
}

/// A file of records is the only file of its folder.
pub(crate) fn folder_or_records(
    FolderArgs { dir, id, reading: ReadingArgs { walk, .. } }: &FolderArgs,
    records: &RecordFormat,
    reader: &DocumentReader,
) -> Result<DocumentFolder, Stop> {
    check_id(id.as_deref(), records)?;
    let folder = if *records == RecordFormat::Off || !dir.is_file() {
        walk.folder(dir, reader)
    } else {
        let (root, names) = in_one_folder(&[real_path_of_file(dir)?]);
        restrict_to_files(walk.folder(&root, reader), names)
    };
    Ok(DocumentFolder { id: id.as_deref().map(Arc::from), ..folder })
}

fn restrict_to_files(folder: DocumentFolder, names: Vec<DocPath>) -> DocumentFolder {
    let walk = WalkOptions { only: Some(names.into()), ..folder.walk };
    DocumentFolder { walk, ..folder }
}

/// Absolute paths have at least the root in common.
pub(crate) fn in_one_folder(files: &[PathBuf]) -> (PathBuf, Vec<DocPath>) {
    let above = files.first().and_then(|file| file.parent()).into_iter().flat_map(Path::ancestors);
    let has_all = |folder: &&Path| files.iter().all(|file| file.starts_with(folder));
    let folder = above.into_iter().find(has_all).unwrap_or(Path::new("/")).to_path_buf();
    let in_folder = |path: &PathBuf| DocPath::new(path.strip_prefix(&folder).unwrap_or(path));
    let names = files.iter().map(in_folder).collect();
    (folder, names)
}

fn real_path_of_file(file: &PathBuf) -> Result<PathBuf, Stop> {
    let name = DocPath::new(file);
    let wrong = if is_standard_input(file) {
        "standard input cannot be combined with other inputs"
    } else if file.is_dir() {
        "a folder; name one folder, or files"
    } else {
        match file.canonicalize() {
            Err(error) => return Err(Stop::Failed(format!("{name}: {}", reason(&error)))),
            Ok(real) if real.is_file() => return Ok(real),
            Ok(_) => "not a regular file; pass the text on standard input, with -",
        }
    };
    Err(Stop::Failed(format!("{name}: {wrong}")))
}

fn standard_input_of(limit: SizeLimit) -> Result<Vec<u8>, Stop> {
    let (mut bytes, most) = (Vec::new(), limit.bytes);
    let read = std::io::stdin().lock().take(most + 1).read_to_end(&mut bytes);
    match read {
        Err(error) => Err(Stop::Failed(format!("standard input: {error}"))),
        Ok(_) if bytes.len() as u64 > most => {
            Err(Stop::Failed(format!("standard input: {}", Unread::TooLarge(limit))))
        }
        Ok(_) => Ok(bytes),
    }
}

pub(crate) fn bytes(name: &DocPath, reader: &DocumentReader) -> Result<Vec<u8>, Stop> {
    let path = name.as_path();
    if is_standard_input(path) {
        return standard_input_of(reader.largest_file());
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

pub(crate) fn read_two(
    a: &Path,
    b: &Path,
    params: &Params,
    reader: &DocumentReader,
) -> Result<[(DocPath, Document); 2], Stop> {
    if is_standard_input(a) && is_standard_input(b) {
        return Err(Stop::Failed("standard input can be only one of the two files".to_string()));
    }
    Ok([one(a, params, reader)?, one(b, params, reader)?])
}

fn one(path: &Path, params: &Params, reader: &DocumentReader) -> Result<(DocPath, Document), Stop> {
    let name = resolve_name(path, params);
    let document = reader.document(&name, bytes(&name, reader)?, params).map_err(Stop::failed)?;
    note_whole_file(&name, params);
    Ok((name, document))
}

pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}
