//! One visit as bytes. It reads and writes no file.

use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::base::path::DocPath;

use super::params::ChangedParams;

/// The first bytes of every visit. Another arrangement gets another number.
const MAGIC: [u8; 16] = *b"shingle visit 2\n";
/// Bytes before the visit: the magic and the checksum.
const HEAD: usize = 16 + 8;

/// The names of a pair.
pub type PairNames = (DocPath, DocPath);

/// A document of the last visit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentBefore {
    /// Its name.
    pub path: DocPath,
    /// 128-bit hash of its bytes.
    pub content: u128,
}

/// What a visit leaves.
#[derive(Debug, Clone, PartialEq)]
pub struct Visit {
    /// When it ended.
    pub ended: SystemTime,
    /// The parameters that it changed.
    pub params: ChangedParams,
    /// The pair that was selected.
    pub pair: Option<PairNames>,
    /// The filter of the list, as it was typed; empty for none.
    pub filter: String,
    /// Which files were read, as text. Documents are compared only with those of a visit that read the same.
    pub chosen: String,
    /// The documents, in path order.
    pub documents: Vec<DocumentBefore>,
}

/// A document's name as bytes, and the line of a record.
type SavedName = (Vec<u8>, u32);

#[derive(Serialize, Deserialize)]
struct SavedVisit {
    ended: Duration,
    params: ChangedParams,
    pair: Option<(SavedName, SavedName)>,
    filter: String,
    chosen: String,
    documents: Vec<(SavedName, u128)>,
}

impl Visit {
    /// The visit as bytes; `None` if it cannot be written.
    pub fn packed(&self) -> Option<Vec<u8>> {
        let Self { ended, params, pair, filter, chosen, documents } = self;
        let saved = SavedVisit {
            ended: ended.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default(),
            params: params.clone(),
            pair: pair.as_ref().map(|(a, b)| (saved(a), saved(b))),
            filter: filter.clone(),
            chosen: chosen.clone(),
            documents: documents.iter().map(|one| (saved(&one.path), one.content)).collect(),
        };
        let mut bytes = postcard::to_extend(&saved, vec![0; HEAD]).ok()?;
        let checksum = xxh3_64(bytes.get(HEAD..)?);
        bytes.get_mut(..16)?.copy_from_slice(&MAGIC);
        bytes.get_mut(16..HEAD)?.copy_from_slice(&checksum.to_le_bytes());
        Some(bytes)
    }

    /// The visit in these bytes; `None` if they are damaged or of another version.
    pub fn unpacked(bytes: &[u8]) -> Option<Self> {
        let (magic, rest) = bytes.split_first_chunk::<16>()?;
        let (checksum, rest) = rest.split_first_chunk::<8>()?;
        if *magic != MAGIC || xxh3_64(rest) != u64::from_le_bytes(*checksum) {
            return None;
        }
        let SavedVisit { ended, params, pair, filter, chosen, documents } =
            postcard::from_bytes(rest).ok()?;
        let pair = match pair {
            Some((a, b)) => Some((name(&a)?, name(&b)?)),
            None => None,
        };
        let document = |(path, content): &(SavedName, u128)| {
            Some(DocumentBefore { path: name(path)?, content: *content })
        };
        Some(Self {
            ended: SystemTime::UNIX_EPOCH.checked_add(ended)?,
            params,
            pair,
            filter,
            chosen,
            documents: documents.iter().map(document).collect::<Option<_>>()?,
        })
    }
}

fn saved(path: &DocPath) -> SavedName {
    (path.as_bytes().to_vec(), path.line().unwrap_or(0))
}

fn name((bytes, line): &SavedName) -> Option<DocPath> {
    Some(DocPath::from_bytes(bytes)?.at_line(*line))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pipeline::parameters::{Params, Preset};

    fn visit() -> Visit {
        let (before, after) = (Params::defaults(), Params::preset(Preset::Node));
        let name = |name: &[u8]| DocPath::from_bytes(name).unwrap();
        Visit {
            ended: SystemTime::UNIX_EPOCH + Duration::from_millis(1_234_567),
            params: ChangedParams::between(&before, &after),
            pair: Some((name(b"a\xff"), name(b"b").at_line(7))),
            filter: "is:open -été".into(),
            chosen: "hidden".into(),
            documents: vec![
                DocumentBefore { path: name(b"a\xff"), content: u128::MAX },
                DocumentBefore { path: name(b"b").at_line(7), content: 0 },
            ],
        }
    }

    #[test]
    fn a_visit_comes_back_as_it_was() {
        assert_eq!(Visit::unpacked(&visit().packed().unwrap()), Some(visit()));
    }

    proptest! {
        #[test]
        fn a_damaged_visit_is_none(at in any::<prop::sample::Index>(), bit in 0_u8..8, cut in any::<prop::sample::Index>()) {
            let whole = visit().packed().unwrap();
            let mut flipped = whole.clone();
            flipped[at.index(whole.len())] ^= 1 << bit;
            prop_assert_eq!(Visit::unpacked(&flipped), None);
            prop_assert_eq!(Visit::unpacked(&whole[..cut.index(whole.len())]), None);
        }
    }
}
