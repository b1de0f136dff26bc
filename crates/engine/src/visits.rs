//! Saves the state of a visit for the next visit, one file per folder. The files are in a private directory outside of
//! all scanned folders.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{collections::BTreeMap, io};

use serde::{Deserialize, Serialize};
use thiserror::Error;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use base::storage::directory::{DirectoryError, PrivateDirectory, remove_file_if_present};
use base::{path::DocPath, system_error::format_system_error};
use shingle_core::pipeline::{Parameter, Params};

/// First bytes of the file, which end with the number of the format.
pub const MAGIC: [u8; 16] = *b"shingle visit 7\n";
/// First bytes of an older format, which stores no order of the list.
const WITHOUT_ORDER: [u8; 16] = *b"shingle visit 4\n";
const HEAD: usize = 16 + 8;

pub type PairNames = (DocPath, DocPath);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentBefore {
    pub path: DocPath,
    /// 128-bit hash of the text.
    pub text: u128,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Visit {
    pub ended: SystemTime,
    pub params: ChangedParams,
    pub pair: Option<PairNames>,
    pub filter: String,
    /// The choice of files as text, such as globs. Documents are compared only with a visit of the same choice.
    pub chosen: String,
    pub documents: Vec<DocumentBefore>,
    pub sort: String,
}

impl Visit {
    pub fn encode(&self) -> Option<Vec<u8>> {
        let mut bytes = postcard::to_extend(self, vec![0; HEAD]).ok()?;
        let checksum = xxh3_64(bytes.get(HEAD..)?);
        bytes.get_mut(..16)?.copy_from_slice(&MAGIC);
        bytes.get_mut(16..HEAD)?.copy_from_slice(&checksum.to_le_bytes());
        Some(bytes)
    }

    /// Returns `None` if the bytes are damaged or of another version.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (magic, rest) = bytes.split_first_chunk::<16>()?;
        let (checksum, rest) = rest.split_first_chunk::<8>()?;
        let missing: &[u8] = match *magic {
            MAGIC => &[],
            WITHOUT_ORDER => &[0],
            _ => return None,
        };
        if xxh3_64(rest) != u64::from_le_bytes(*checksum) {
            return None;
        }
        let bytes = [rest, missing].concat();
        let (visit, rest) = postcard::take_from_bytes(&bytes).ok()?;
        // The older format is shorter. Bytes that remain show that the first bytes are damaged.
        Some(visit).filter(|_| rest.is_empty())
    }
}

/// Parameters that differ from the defaults of the visit, by name and as JSON. Word lists include their words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedParams(BTreeMap<String, String>);

impl ChangedParams {
    /// Returns the parameters that changed. Excludes templates, because their content is not saved. Phrases have their
    /// own file, so the result contains only the fact that they are off.
    pub fn difference_between(usual: &Params, ended: &Params) -> Self {
        let is_saved = |one: &Parameter| match one {
            Parameter::Template => false,
            Parameter::Phrases => ended.phrases.is_empty(),
            _ => true,
        };
        let is_changed = |one: &&Parameter| one.is_changed(usual, ended) && is_saved(one);
        let changed = Parameter::ALL.iter().filter(is_changed);
        Self(changed.map(|one| (one.name().into(), one.saved_json(ended).to_string())).collect())
    }

    /// Returns `None` if no parameter changed, or if this version does not know a value.
    pub fn apply_to_params(&self, usual: &Params) -> Option<Params> {
        let mut params = usual.clone();
        for (name, json) in &self.0 {
            let value = serde_json::from_str(json).ok()?;
            Parameter::from_name(name)?.set_from_json(&mut params, &value).ok()?;
        }
        params.step = params.step.min(params.width);
        (params != *usual).then_some(params)
    }
}

/// Name of the directory, which changes with the format.
const FILES: &str = "visits-1";
/// Largest file in bytes; a million documents take 60 MB.
const LARGEST: u64 = 256 << 20;
/// Largest number of saved folders, above which the oldest are removed.
const MOST: usize = 500;

#[derive(Debug, Error)]
pub enum VisitError {
    #[error(
        "the state of the last visit: {0}; set SHINGLE_STATE to another place, or use --no-state"
    )]
    Directory(#[from] DirectoryError),
    #[error("cannot save the state of this visit ({}); free disk space, make {} writable, or use --no-state", format_system_error(.reason), .place.display())]
    Unwritable { place: PathBuf, reason: io::Error },
}

#[derive(Debug)]
pub struct VisitStore {
    place: PathBuf,
    directory: PrivateDirectory,
    name: String,
}

impl VisitStore {
    /// Opens the visits to `folder` in the directory `place`, creating it if missing.
    pub fn open(place: &Path, folder: &Path) -> Result<Self, VisitError> {
        let directory = PrivateDirectory::open(place, FILES, Some(folder))?;
        // If the folder was removed a moment ago, uses its given name.
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        let name = format!("{:032x}", xxh3_128(real.as_os_str().as_encoded_bytes()));
        Ok(Self { place: place.to_path_buf(), directory, name })
    }

    /// Returns `None` for a missing or damaged file, or a file of another version.
    pub fn load_last_visit(&self) -> Option<Visit> {
        Visit::decode(&self.directory.read(&self.name, LARGEST)?)
    }

    /// Saves the state, replacing the last visit.
    ///
    /// # Errors
    /// The reason. The last visit then stays unchanged.
    pub fn save_visit(&self, visit: &Visit) -> Result<(), VisitError> {
        let unwritable = |reason| VisitError::Unwritable { place: self.place.clone(), reason };
        let bytes = visit.encode().unwrap_or_default();
        if bytes.len() as u64 > LARGEST {
            return Err(unwritable(io::ErrorKind::FileTooLarge.into()));
        }
        self.directory.write(&self.name, &bytes).map_err(unwritable)?;
        let mut files = self.directory.list_files().map_err(unwritable)?;
        if files.len() > MOST {
            files.sort_by_key(|file| file.used);
            for file in &files[..files.len() - MOST] {
                remove_file_if_present(&file.path).map_err(unwritable)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use base::ratio::Ratio;
    use shingle_core::{pipeline::parameters::Preset, pipeline::parameters::between::Between};

    fn visit() -> Visit {
        let (before, after) = (Params::defaults(), Params::from_preset(Preset::Node));
        let name = |name: &[u8]| DocPath::from_bytes(name).unwrap();
        Visit {
            ended: SystemTime::UNIX_EPOCH + Duration::from_millis(1_234_567),
            params: ChangedParams::difference_between(&before, &after),
            pair: Some((name(b"a\xff"), name(b"b").at_line(7))),
            filter: "is:undecided -été".into(),
            chosen: "hidden".into(),
            documents: vec![
                DocumentBefore { path: name(b"a\xff"), text: u128::MAX },
                DocumentBefore { path: name(b"b").at_line(7), text: 0 },
            ],
            sort: "-passage".into(),
        }
    }

    #[test]
    fn a_visit_comes_back_as_it_was() {
        assert_eq!(Visit::decode(&visit().encode().unwrap()), Some(visit()));
    }

    #[test]
    fn what_a_visit_changed_is_changed_again_and_nothing_else_is() {
        let usual = Params::defaults();
        let mut ended = usual.clone();
        (ended.width, ended.threshold) = (7, Ratio::new(1, 3));
        ended.between = Between::parse_two_sides("\"my essays\" *.txt").unwrap();
        ended.skip_same = "my students/{}/".parse().unwrap();
        ended.skip_older = "2026-11-16".parse().unwrap();
        let difference = ChangedParams::difference_between;
        let changed = difference(&usual, &ended);
        assert_eq!(changed.apply_to_params(&usual), Some(ended));
        // Phrases come from their file, but stay off.
        let phrases = Params { phrases: vec!["a b c".into()], ..usual.clone() };
        assert_eq!(difference(&phrases, &usual).apply_to_params(&phrases), Some(usual.clone()));
        assert_eq!(difference(&usual, &phrases).apply_to_params(&usual), None);
        // The config file has another line since the visit.
        let mut other = usual.clone();
        (other.modulo, other.width) = (16, 2);
        let mut both = other.clone();
        (both.width, both.threshold) = (7, Ratio::new(1, 3));
        both.between = Between::parse_two_sides("\"my essays\" *.txt").unwrap();
        both.skip_same = "my students/{}/".parse().unwrap();
        both.skip_older = "2026-11-16".parse().unwrap();
        assert_eq!(changed.apply_to_params(&other), Some(both));
    }

    fn bare() -> Visit {
        Visit { sort: String::new(), ..visit() }
    }

    /// Converts a visit to the format without an order.
    fn as_before(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.truncate(bytes.len() - 1);
        let checksum = xxh3_64(&bytes[HEAD..]).to_le_bytes();
        bytes[..HEAD].copy_from_slice(&[&WITHOUT_ORDER[..], &checksum].concat());
        bytes
    }

    #[test]
    fn a_visit_of_before_has_everything_but_an_order() {
        assert_eq!(Visit::decode(&as_before(bare().encode().unwrap())), Some(bare()));
    }

    #[test]
    fn a_visit_whose_magic_names_the_format_of_before_is_none() {
        let mut bytes = visit().encode().unwrap();
        bytes[..16].copy_from_slice(&WITHOUT_ORDER);
        assert_eq!(Visit::decode(&bytes), None);
    }

    proptest! {
        #[test]
        fn a_damaged_visit_is_none(at in any::<prop::sample::Index>(), bit in 0_u8..8, cut in any::<prop::sample::Index>()) {
            let whole = visit().encode().unwrap();
            let mut flipped = whole.clone();
            flipped[at.index(whole.len())] ^= 1 << bit;
            prop_assert_eq!(Visit::decode(&flipped), None);
            prop_assert_eq!(Visit::decode(&whole[..cut.index(whole.len())]), None);
        }
    }
}
