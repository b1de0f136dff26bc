//! Reads sketch files into one corpus. The files may come from anybody, so all data is checked, and memory is allocated
//! only for data that exists.

use std::{collections::BTreeMap, sync::Arc};

use documents::{Certainty, Charset, Facts};
use hashbrown::HashSet;
use xxhash_rust::xxh3::xxh3_128;

use super::error::{MergeError, SketchFileError};
use crate::compare::{Scatter, Store};
use crate::pipeline::document::info::FileInfo;
use crate::pipeline::sketch_files::{
    BEFORE_HEAD, CHECKSUM, Collection, Doc, FORMAT, Head, LanguagePart, MAGIC, STAGES,
    SavedProblem, SavedWords, SketchShape,
};
use crate::pipeline::texts::nodes::Sketched;
use crate::pipeline::{Corpus, DocWords, LanguageChoice, NodeId, Nodes, Params};
use crate::text::{Language, RecordFormat, Stretches};
use base::problem::{Problem, ProblemKind};
use base::{day::Day, path::DocPath};

/// A sketch file with a valid head and a right checksum.
#[derive(Debug)]
pub struct SketchFile {
    bytes: Vec<u8>,
    /// Range of documents and problems, between the head and the checksum.
    body: std::ops::Range<usize>,
    head: Head,
}

impl SketchFile {
    pub fn parse(bytes: Vec<u8>) -> Result<Self, SketchFileError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(SketchFileError::NotASketchFile);
        }
        let number = |at: usize| -> Option<u32> {
            let bytes = bytes.get(at..at + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        let version = number(MAGIC.len()).ok_or(SketchFileError::Changed)?;
        if version != FORMAT {
            return Err(SketchFileError::Format(version));
        }
        let length = number(MAGIC.len() + 4).ok_or(SketchFileError::Changed)? as usize;
        let end = bytes.len().checked_sub(CHECKSUM).ok_or(SketchFileError::Changed)?;
        let (all, checksum) = bytes.split_at(end);
        if xxh3_128(all).to_le_bytes() != checksum {
            return Err(SketchFileError::Changed);
        }
        let start = BEFORE_HEAD.saturating_add(length);
        let head = all.get(BEFORE_HEAD..start).ok_or(SketchFileError::Changed)?;
        let head: Head = serde_json::from_slice(head).map_err(SketchFileError::Head)?;
        if head.stages != STAGES {
            let Head { program, stages, .. } = head;
            return Err(SketchFileError::Stages { program, stages });
        }
        Ok(Self { body: start..end, head, bytes })
    }

    pub const fn shape(&self) -> &SketchShape {
        &self.head.parameters
    }

    /// Returns the settings that later runs of `dedup` must use; `None` in older files.
    pub const fn collection(&self) -> Option<&Collection> {
        self.head.collection.as_ref()
    }

    fn parse_records(&self) -> Result<(Vec<Doc<'_>>, Vec<SavedProblem<'_>>), SketchFileError> {
        let mut rest = self.bytes.get(self.body.clone()).unwrap_or_default();
        let docs = read_items(&mut rest, self.head.documents)?;
        let problems = read_items(&mut rest, self.head.problems)?;
        if rest.is_empty() {
            Ok((docs, problems))
        } else {
            Err(SketchFileError::Content("more than it counts"))
        }
    }
}

/// Reads `count` items. The file may contain a wrong count, so memory grows only with items that exist.
fn read_items<'a, T: serde::Deserialize<'a>>(
    rest: &mut &'a [u8],
    count: u32,
) -> Result<Vec<T>, SketchFileError> {
    let mut records = Vec::new();
    for _ in 0..count {
        let (record, after) = postcard::take_from_bytes(rest)?;
        records.push(record);
        *rest = after;
    }
    Ok(records)
}

/// Merges the documents and problems of files into a corpus for `params`. If two files have a path in common, each path
/// gets the name of its file and a colon as prefix.
pub fn merge_files(
    sheets: &[(DocPath, SketchFile)],
    params: &Arc<Params>,
) -> Result<(Corpus, Vec<Problem>), MergeError> {
    let mut read: Vec<ReadFile<'_>> = Vec::with_capacity(sheets.len());
    for (file, sheet) in sheets {
        let records = sheet.parse_records().map_err(|wrong| error_in_file(file, wrong))?;
        read.push((file, &sheet.head, records));
    }
    let mut names = HashSet::new();
    let paths = read.iter().flat_map(|(_, _, (docs, _))| docs.iter().map(|doc| doc.path));
    let needs_prefix = read.len() > 1 && !paths.into_iter().all(|path| names.insert(path));
    let store = Store::default();
    let mut files = MergedFiles {
        params,
        entries: BTreeMap::new(),
        nodes: Nodes::default(),
        scatter: store.new_scatter(),
    };
    let mut problems = Vec::new();
    for (file, head, (docs, troubles)) in read {
        let prefix = if needs_prefix { [file.as_bytes(), b":"].concat() } else { Vec::new() };
        files.add_documents(&prefix, &docs, head).map_err(|wrong| error_in_file(file, wrong))?;
        for trouble in troubles {
            let problem = restore_problem(params, &prefix, &trouble);
            problems.push(problem.ok_or_else(|| {
                error_in_file(file, SketchFileError::Content("an unknown problem"))
            })?);
        }
    }
    let MergedFiles { entries, nodes, scatter, .. } = files;
    scatter.flush_all_buckets();
    let corpus = Corpus::from_sketched(Arc::clone(params), entries, (nodes, store));
    Ok((corpus, problems))
}

type ReadFile<'a> = (&'a DocPath, &'a Head, (Vec<Doc<'a>>, Vec<SavedProblem<'a>>));

fn error_in_file(file: &DocPath, reason: SketchFileError) -> MergeError {
    MergeError { file: file.clone(), reason }
}

fn restore_problem(params: &Params, prefix: &[u8], trouble: &SavedProblem<'_>) -> Option<Problem> {
    let kind = ProblemKind::ALL.into_iter().find(|kind| kind.name() == trouble.kind)?;
    Some(Problem::new(&document_name(params, prefix, trouble.path)?, kind, trouble.reason))
}

fn document_name(params: &Params, prefix: &[u8], path: &[u8]) -> Option<DocPath> {
    let name = DocPath::from_bytes(&[prefix, path].concat())?;
    Some(if params.records == RecordFormat::Off { name } else { name.parse_line_suffix() })
}

struct MergedFiles<'a> {
    params: &'a Params,
    entries: BTreeMap<DocPath, DocWords>,
    nodes: Nodes,
    scatter: Scatter<'a>,
}

impl MergedFiles<'_> {
    fn add_documents(
        &mut self,
        prefix: &[u8],
        docs: &[Doc<'_>],
        Head { facts, modified, .. }: &Head,
    ) -> Result<(), SketchFileError> {
        let mut texts: Vec<(u128, NodeId)> = Vec::new();
        let mut new: HashSet<u128> = HashSet::new();
        let mut last: Option<DocPath> = None;
        for (number, doc) in (0..).zip(docs) {
            let path = document_name(self.params, prefix, doc.path)
                .ok_or(SketchFileError::Content("a path that this system does not have"))?;
            if doc.path.is_empty() || last.is_some_and(|last| last >= path) {
                return Err(SketchFileError::Content("documents out of order"));
            }
            last = Some(path.clone());
            let node = match &doc.text {
                SavedWords::Empty => None,
                SavedWords::Known(number) => {
                    let (identity, node) = texts
                        .get(*number as usize)
                        .ok_or(SketchFileError::Content("an unknown text"))?;
                    let words = self.nodes.get(*node).map_or(0, |node| node.size.words);
                    self.nodes.add_document(*identity, words);
                    Some(*node)
                }
                SavedWords::New { identity, words, shingles, keys, shingle_keys } => {
                    if !new.insert(*identity) {
                        return Err(SketchFileError::Content("a text that is there twice"));
                    }
                    let sizes = (*words, *shingles);
                    let (keys, shingle_keys) =
                        unpack_sketch(self.params, sizes, (keys, shingle_keys))?;
                    let (id, is_new) = self.nodes.add_document(*identity, *words);
                    if is_new {
                        self.scatter.add(id, &keys);
                        let verified =
                            shingle_keys.into_iter().filter(|_| self.params.is_verified());
                        let sketched = Sketched {
                            keys: keys.len() as u32,
                            shingles: *shingles,
                            shingle_keys: verified.collect(),
                        };
                        self.nodes.set_sketch_sizes(id, sketched);
                    } else if self.nodes.get(id).is_none_or(|node| {
                        (node.size.words, node.shingles, node.size.shingles as usize)
                            != (*words, *shingles, keys.len())
                    }) {
                        return Err(SketchFileError::Content(
                            "another sketch of a text than a file before it has",
                        ));
                    }
                    texts.push((*identity, id));
                    Some(id)
                }
            };
            let reading = restore_languages(&doc.languages)?;
            let certainty = match doc.near {
                None => Certainty::Sure,
                Some(name) => Certainty::Unsure { other: static_encoding_name(name)? },
            };
            let file = FileInfo {
                encoding: static_encoding_name(doc.encoding)?,
                certainty,
                undecoded: u32::try_from(doc.undecoded).unwrap_or(u32::MAX),
                facts: facts.get(&number).and_then(Facts::shorten_facts),
                modified: modified
                    .get(&number)
                    .and_then(|day| Day::from_days_since_1970(*day))
                    .and_then(Day::midnight),
                ..FileInfo::of_text(doc.content)
            };
            let entry = DocWords {
                mixed: doc.mixed,
                detected: (self.params.language == LanguageChoice::Auto).then(|| reading.clone()),
                node,
                ..DocWords::without_words(file, reading)
            };
            if self.entries.insert(path, entry).is_some() {
                return Err(SketchFileError::Content(
                    "the same name as in a file before it; rename one of the files",
                ));
            }
        }
        Ok(())
    }
}

fn restore_languages(parts: &[LanguagePart<'_>]) -> Result<Stretches, SketchFileError> {
    let stretch = |part: &LanguagePart<'_>| {
        let unknown = SketchFileError::Content("an unknown language");
        let Some(code) = part.code else { return Ok((part.words, None)) };
        Ok((part.words, Some(Language::from_code(code).ok_or(unknown)?)))
    };
    let parts: Result<Vec<_>, SketchFileError> = parts.iter().map(stretch).collect();
    Ok(Stretches::from_lengths(parts?))
}

/// Returns the keys of a sketch and of its shingles, after checking them.
fn unpack_sketch(
    params: &Params,
    (words, shingles): (u32, u32),
    (keys, shingle_keys): (&[u8], &[u8]),
) -> Result<(Vec<u64>, Vec<u64>), SketchFileError> {
    let (keys, shingle_keys) = (unpack_keys(keys)?, unpack_keys(shingle_keys)?);
    let expected = match params.sketch().keys_per_document() {
        None => shingles,
        Some(_) if shingles == 0 => 0,
        Some(size) => size,
    };
    // The file decides if keys are stored for verification, not `--verify` of this run.
    let are_kept = params.is_estimate() && !shingle_keys.is_empty();
    if words == 0 || shingles > words || keys.len() != expected as usize {
        return Err(SketchFileError::Content("a sketch of another size than it says"));
    }
    if are_kept && shingle_keys.len() != shingles as usize
        || !params.is_estimate() && !shingle_keys.is_empty()
    {
        return Err(SketchFileError::Content("a sketch with other shingles than it says"));
    }
    if params.is_verified() && shingle_keys.len() != shingles as usize {
        return Err(SketchFileError::Content("a sketch without the shingles to verify it"));
    }
    Ok((keys, shingle_keys))
}

fn unpack_keys(bytes: &[u8]) -> Result<Vec<u64>, SketchFileError> {
    let (keys, rest) = bytes.as_chunks::<8>();
    let keys: Vec<u64> = keys.iter().map(|key| u64::from_le_bytes(*key)).collect();
    let ascend = keys.is_sorted_by(|one, other| one < other);
    if rest.is_empty() && ascend {
        Ok(keys)
    } else {
        Err(SketchFileError::Content("keys out of order"))
    }
}

fn static_encoding_name(name: &str) -> Result<&'static str, SketchFileError> {
    let known = Charset::from_label(name).map(Charset::name).filter(|known| *known == name);
    known.ok_or(SketchFileError::Content("an unknown encoding"))
}
