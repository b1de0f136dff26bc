use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::{ffi::OsStr, sync::Arc};

use shingle::base::{path::DocPath, system_error::format_system_error};
use shingle::engine::{DocumentFolder, DocumentReader, batch::LoadError, reader::RECORDS_LIMIT};
use shingle::folder::read::{describe_io_error, file_begins_with, read_named_file};
use shingle::folder::{FileTarget, SizeLimit, Unread, WalkOptions};
use shingle::pipeline::{Document, Params, sketch_files::MAGIC};
use shingle::{storage::scratch::ScratchFolder, text::RecordFormat};

use super::print_note;
use crate::cli::options::{FolderArgs, ReadingArgs, WalkArgs};
use crate::printer::out::Stop;

pub(crate) fn check_id_option(id: Option<&str>, records: &RecordFormat) -> Result<(), Stop> {
    const WHY: &str = "--id names a field of records: add --records jsonl:FIELD or csv:COLUMN";
    let is_known = id.is_none_or(|id| records.with_field(id).is_some());
    if is_known { Ok(()) } else { Err(WHY.into()) }
}

/// Refuses a sketch file in place of documents, with the option that reads it.
pub(crate) fn refuse_sketch_file(input: &Path) -> Result<(), String> {
    if !file_begins_with(input, &MAGIC) {
        return Ok(());
    }
    let name = DocPath::new(input);
    Err(format!(
        "{name}: sketches, not documents; scan, clusters and query read --sketches {name}, and dedup --against {name}"
    ))
}

/// A text that the user names: a file, or a record of a file.
#[derive(Debug)]
pub(crate) struct NamedText {
    /// Name of the text in the output: the id of a record with `--id`, else `place`.
    pub(crate) name: DocPath,
    /// Path of the file, with the line of a record.
    pub(crate) place: DocPath,
}

impl NamedText {
    /// Finds `FILE`, and with `--records` also `FILE:LINE` or, by the field `id`, `FILE:ID`. An existing file wins over
    /// a record, and an id over a line. A message about an id without a file proposes the file `inside`.
    pub(crate) fn find(
        path: &Path,
        inside: Option<&Path>,
        id: Option<&str>,
        params: &Params,
        reader: &DocumentReader,
    ) -> Result<Self, Stop> {
        check_id_option(id, &params.records)?;
        let typed = DocPath::new(path);
        let failed = |reason: &str| Err(format!("{typed}: {reason}").into());
        let at = |place: DocPath| Ok(Self { name: place.clone(), place });
        if path.exists() || is_standard_input(path) {
            return at(typed);
        }
        let Some((file, record)) = file_before_colon(path) else {
            if id.is_none() {
                return at(typed);
            }
            if let Some((folder, _)) = split_at_colons(path).find(|at| Path::new(at.0).is_dir()) {
                return failed(&format!("{folder} is a folder; name the file that has the record"));
            }
            let lead = "no file and no record; for a record, type";
            return failed(&match inside.filter(|file| file.is_file()) {
                Some(file) => format!("{lead} {}:{typed}", DocPath::new(file)),
                None => format!("{lead} FILE:{typed}; for two, FILE ID ID"),
            });
        };
        let by_line = typed.clone().parse_line_suffix();
        let by_line = by_line.line().filter(|_| by_line.as_path() == file.as_path());
        match (&params.records, id, by_line) {
            (RecordFormat::Off, ..) => failed(
                "no such file; a record FILE:LINE needs --records jsonl:FIELD (or csv:COLUMN, lines), and FILE:ID also --id FIELD",
            ),
            (_, None, Some(line)) => at(file.at_line(line)),
            (_, None, None) => {
                failed("no such file; name a record FILE:LINE, or FILE:ID with --id FIELD")
            }
            (_, Some(field), by_line) => {
                let bytes = read_bytes(&file.at_line(1), reader)?;
                let records = reader.split_records(file.as_path(), bytes, params, Some(field));
                let records = records.map_err(|why| format!("{file}: {why}"))?;
                let id = DocPath::new(record).parse_line_suffix();
                let is_named =
                    |at: &usize| records.name_of_record(&file, *at).is_ok_and(|own| own == id);
                let mut named = (0..records.len()).filter(is_named);
                let found = named.next();
                if let Some(pair) = found.zip(named.next()) {
                    let place = |at| file.at_line(records.line_of_record(at));
                    let places = Box::new((place(pair.0), place(pair.1)));
                    return Err(LoadError::SameId { id, places }.into());
                }
                let Some(at) = found.or_else(|| records.record_at_line(by_line?)) else {
                    return Err(format!("{file}: no record has the {field} {id}; check the id, or name the file that has it").into());
                };
                let place = file.at_line(records.line_of_record(at));
                let name = records.name_of_record(&file, at).unwrap_or_else(|_| place.clone());
                Ok(Self { name, place })
            }
        }
    }

    /// Prints a note if a file with records was read as one text.
    pub(crate) fn note_whole_file(&self, params: &Params) {
        let Self { place, .. } = self;
        if params.records != RecordFormat::Off && place.line().is_none() && place.as_path().exists()
        {
            print_note(&format!(
                "{place}: the whole file is one text; {place}:LINE is one of its records"
            ));
        }
    }
}

/// Splits `FILE:RECORD` at the first colon behind an existing file.
pub(crate) fn file_before_colon(path: &Path) -> Option<(DocPath, String)> {
    let (file, record) = split_at_colons(path).find(|(file, _)| Path::new(file).is_file())?;
    Some((DocPath::new(file), record.to_string()))
}

/// Yields the parts before and after each colon of a name that is UTF-8.
fn split_at_colons(path: &Path) -> impl Iterator<Item = (&str, &str)> {
    let text = path.to_str().unwrap_or_default();
    text.match_indices(':').filter_map(|(at, _)| Some((text.get(..at)?, text.get(at + 1..)?)))
}

const NO_PAIR: &str =
    "name two files, or a file of records and two ids, with --records jsonl:FIELD and --id FIELD";

/// Returns the names of two texts, given two names, or a file and two ids of its records.
pub(crate) fn names_of_two_texts<'a>(
    names: impl Iterator<Item = &'a PathBuf>,
    id: Option<&str>,
) -> Result<[PathBuf; 2], Stop> {
    let record =
        |file: &Path, id: &Path| [file.as_os_str(), id.as_os_str()].join(OsStr::new(":")).into();
    match *names.collect::<Vec<_>>() {
        [a, b] => Ok([a.clone(), b.clone()]),
        [file, a, b] if id.is_some() => Ok([record(file, a), record(file, b)]),
        _ => Err(NO_PAIR.into()),
    }
}

pub(crate) struct ReadFrom {
    pub(crate) folder: DocumentFolder,
    /// The folder with standard input as a temporary file, which is removed on drop.
    _standard_input: Option<ScratchFolder>,
}

impl ReadFrom {
    pub(crate) fn new(
        (inputs, id): (&[PathBuf], Option<&str>),
        walk: &WalkArgs,
        records: &RecordFormat,
        reader: &DocumentReader,
    ) -> Result<Self, Stop> {
        check_id_option(id, records)?;
        let mut standard_input = None;
        let mut folder = match inputs {
            [one] if is_standard_input(one) => {
                if *records == RecordFormat::Off {
                    return Err(
                        "standard input is one text; split it into documents with --records".into(),
                    );
                }
                let bytes = read_standard_input(RECORDS_LIMIT)?;
                let kept =
                    ScratchFolder::with_files("input", &[("-", &bytes)]).map_err(|error| {
                        let reason = format_system_error(&error);
                        format!("standard input: no temporary folder: {reason}")
                    })?;
                let folder = walk.open_folder(kept.path(), reader);
                standard_input = Some(kept);
                restrict_to_files(folder, vec![DocPath::new("-")])
            }
            [one] if !one.is_file() => walk.open_folder(one, reader),
            files => {
                // Checks for a missing path first. It is mostly a mistyped folder, so the error names the missing path.
                if let Some(missing) =
                    files.iter().find(|file| !is_standard_input(file) && !file.exists())
                {
                    resolve_file(missing)?;
                }
                let placed: Result<Vec<DocPath>, Stop> =
                    files.iter().map(|file| resolve_file(file)).collect();
                let (root, names) = split_common_folder(&placed?);
                restrict_to_files(walk.open_folder(&root, reader), names)
            }
        };
        if folder.walk.only.is_some() && folder.walk.globs.is_some() {
            print_note(
                "--include and --exclude select files in a folder; shingle reads every named file",
            );
        }
        folder.id = id.map(Arc::from);
        Ok(Self { folder, _standard_input: standard_input })
    }

    /// Rejects a single text, which has no other text to compare with. `allow_empty` allows it.
    pub(crate) fn require_several_documents(
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

    pub(crate) fn output_target(&self, file: &Path, replace: bool) -> Result<FileTarget, Stop> {
        Ok(FileTarget::new(file, &self.folder.input_paths(), replace)?)
    }
}

/// Returns the folder to read. A file of records is the only file of its folder.
pub(crate) fn resolve_folder_or_records(
    FolderArgs { dir, id, reading: ReadingArgs { walk, .. } }: &FolderArgs,
    records: &RecordFormat,
    reader: &DocumentReader,
) -> Result<DocumentFolder, Stop> {
    check_id_option(id.as_deref(), records)?;
    let folder = if *records == RecordFormat::Off || !dir.is_file() {
        walk.open_folder(dir, reader)
    } else {
        let (root, names) = split_common_folder(&[resolve_file(dir)?]);
        restrict_to_files(walk.open_folder(&root, reader), names)
    };
    Ok(DocumentFolder { id: id.as_deref().map(Arc::from), ..folder })
}

pub(crate) fn restrict_to_files(folder: DocumentFolder, names: Vec<DocPath>) -> DocumentFolder {
    let walk = WalkOptions { only: Some(names.into()), ..folder.walk };
    DocumentFolder { walk, ..folder }
}

/// Returns the common folder of files and their names in it. Absolute paths have at least the root in common.
pub(crate) fn split_common_folder(files: &[DocPath]) -> (PathBuf, Vec<DocPath>) {
    let paths = || files.iter().map(DocPath::as_path);
    let above = paths().next().and_then(Path::parent).into_iter().flat_map(Path::ancestors);
    let has_all = |folder: &&Path| paths().all(|file| file.starts_with(folder));
    let folder = above.into_iter().find(has_all).unwrap_or(Path::new("/")).to_path_buf();
    let in_folder = |file: &DocPath| {
        let path = file.as_path();
        let name = DocPath::new(path.strip_prefix(&folder).unwrap_or(path));
        name.at_line(file.line().unwrap_or(0))
    };
    let names = files.iter().map(in_folder).collect();
    (folder, names)
}

pub(crate) fn resolve_file(file: &Path) -> Result<DocPath, Stop> {
    let name = DocPath::new(file);
    let wrong = if is_standard_input(file) {
        "standard input cannot be combined with other inputs"
    } else if file.is_dir() {
        "a folder; name one folder, or files"
    } else {
        match file.canonicalize() {
            Err(error) => {
                return Err(format!("{name}: {}", describe_io_error(&error)).into());
            }
            Ok(real) if real.is_file() => return Ok(DocPath::new(real)),
            Ok(_) => "not a regular file; write its text to a file",
        }
    };
    Err(format!("{name}: {wrong}").into())
}

fn read_standard_input(limit: SizeLimit) -> Result<Vec<u8>, Stop> {
    let (mut bytes, most) = (Vec::new(), limit.bytes);
    let read = std::io::stdin().lock().take(most + 1).read_to_end(&mut bytes);
    match read {
        Err(error) => Err(format!("standard input: {error}").into()),
        Ok(_) if bytes.len() as u64 > most => {
            Err(format!("standard input: {}", Unread::TooLarge(limit)).into())
        }
        Ok(_) => Ok(bytes),
    }
}

pub(crate) fn read_bytes(name: &DocPath, reader: &DocumentReader) -> Result<Vec<u8>, Stop> {
    let path = name.as_path();
    if is_standard_input(path) {
        return read_standard_input(reader.largest_file_size());
    }
    if path.is_dir() {
        return Err(Stop::Failed(format!(
            "{name}: a folder, not a file; `shingle scan` compares the documents of a folder"
        )));
    }
    read_named_file(path, reader.largest_file_size_of_document(name))
        .map(|content| content.bytes)
        .map_err(|unread| Stop::Failed(format!("{name}: {unread}")))
}

/// Reads two texts. Returns their names in the output, and their documents.
pub(crate) fn read_two_texts(
    [a, b]: &[PathBuf; 2],
    id: Option<&str>,
    params: &Params,
    reader: &DocumentReader,
) -> Result<([DocPath; 2], [Document; 2]), Stop> {
    if is_standard_input(a) && is_standard_input(b) {
        return Err("standard input can be only one of the two files".into());
    }
    let find = |path| NamedText::find(path, None, id, params, reader);
    let read = |text: &NamedText| {
        let bytes = read_bytes(&text.place, reader)?;
        let document = reader.read_document(&text.place, bytes, params)?;
        text.note_whole_file(params);
        Ok::<_, Stop>(document)
    };
    let (a, b) = (find(a)?, find(b)?);
    let documents = [read(&a)?, read(&b)?];
    Ok(([a.name, b.name], documents))
}

pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}
