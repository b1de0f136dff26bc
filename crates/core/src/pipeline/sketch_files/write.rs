use std::io::{self, Write};

use documents::{Certainty, Facts};
use hashbrown::HashMap;
use xxhash_rust::xxh3::Xxh3;

use crate::pipeline::document::info::Share;
use crate::pipeline::sketch_files::{
    Collection, Doc, FORMAT, Head, LanguagePart, MAGIC, STAGES, SavedProblem, SavedWords,
    SketchShape,
};
use crate::pipeline::{Corpus, Languages, NodeId};
use crate::text::Language;
use base::{day::Day, problem::Problem};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Written {
    pub documents: u64,
    pub texts: u64,
    pub keys: u64,
    pub shingle_keys: u64,
    pub bytes: u64,
}

pub fn write_sketch_file(
    corpus: &Corpus,
    problems: &[Problem],
    collection: Collection,
    out: &mut impl Write,
) -> io::Result<Written> {
    let params = corpus.params();
    let nodes = corpus.nodes();
    let keys_by_holder = corpus.store().keys_by_holder(nodes.id_limit());
    let head = Head {
        program: format!("shingle {}", env!("CARGO_PKG_VERSION")),
        stages: STAGES,
        parameters: SketchShape::new(params),
        documents: corpus.entries().len() as u32,
        problems: problems.len() as u32,
        facts: (0..)
            .zip(corpus.entries().values())
            .filter_map(|(number, entry)| Some((number, Facts::clone(entry.file.facts.as_ref()?))))
            .collect(),
        modified: (0..)
            .zip(corpus.entries().values())
            .filter_map(|(number, entry)| {
                Some((number, Day::of_time(entry.file.modified?)?.days_since_1970()))
            })
            .collect(),
        collection: Some(collection),
    };
    let head = serde_json::to_vec(&head)?;
    let mut out = HashedWriter { out, hash: Xxh3::new(), bytes: 0 };
    out.write_all(&MAGIC)?;
    out.write_all(&FORMAT.to_le_bytes())?;
    out.write_all(&(head.len() as u32).to_le_bytes())?;
    out.write_all(&head)?;

    let mut written = Written { documents: corpus.entries().len() as u64, ..Written::default() };
    let mut numbers: HashMap<NodeId, u32> = HashMap::new();
    let (mut keys, mut shingle_keys) = (Vec::new(), Vec::new());
    for (path, entry) in corpus.entries() {
        let next = numbers.len() as u32;
        let text = match entry.node.and_then(|id| Some((id, nodes.get(id)?))) {
            None => SavedWords::Empty,
            Some((id, _)) if numbers.contains_key(&id) => {
                SavedWords::Known(numbers.get(&id).copied().unwrap_or_default())
            }
            Some((id, node)) => {
                numbers.insert(id, next);
                let mut sorted = keys_by_holder.row(id as usize).to_vec();
                sorted.sort_unstable();
                pack_keys(&sorted, &mut keys);
                pack_keys(nodes.shingle_keys(id), &mut shingle_keys);
                written.texts += 1;
                written.keys += (keys.len() / 8) as u64;
                written.shingle_keys += (shingle_keys.len() / 8) as u64;
                SavedWords::New {
                    identity: node.identity,
                    words: node.size.words,
                    shingles: node.shingles,
                    keys: &keys,
                    shingle_keys: &shingle_keys,
                }
            }
        };
        let languages = Languages::from_stretches(entry.languages());
        out.write_record(&Doc {
            path: &path.name_bytes(),
            content: entry.file.content,
            encoding: entry.file.encoding,
            near: match entry.file.certainty {
                Certainty::Sure => None,
                Certainty::Unsure { other } => Some(other),
            },
            undecoded: entry.file.undecoded.into(),
            mixed: entry.mixed,
            languages: languages.all_shares().iter().map(encode_language).collect(),
            text,
        })?;
    }
    for problem in problems {
        let (path, kind) = (problem.path.name_bytes(), problem.kind.name());
        out.write_record(&SavedProblem { path: &path, kind, reason: &problem.reason })?;
    }
    let checksum = out.hash.digest128().to_le_bytes();
    out.write_all(&checksum)?;
    written.bytes = out.bytes;
    Ok(written)
}

fn encode_language(share: &Share) -> LanguagePart<'_> {
    LanguagePart { code: share.language.as_ref().map(Language::code), words: share.words }
}

fn pack_keys(keys: &[u64], into: &mut Vec<u8>) {
    into.clear();
    into.extend(keys.iter().flat_map(|key| key.to_le_bytes()));
}

struct HashedWriter<'a, W> {
    out: &'a mut W,
    hash: Xxh3,
    bytes: u64,
}

impl<W: Write> HashedWriter<'_, W> {
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    fn write_record(&mut self, record: &impl serde::Serialize) -> io::Result<()> {
        let bytes = postcard::to_stdvec(record).map_err(io::Error::other)?;
        self.write_all(&bytes)
    }
}
