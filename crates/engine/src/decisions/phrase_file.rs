use std::sync::Arc;

use thiserror::Error;

use super::phrase::{LARGEST_PHRASES, PhraseLine, Phrases};
use super::shared_file::{SharedFile, SumOfLines, later_time};
use base::{path::DocPath, storage::log::LogError};

#[derive(Debug, Error)]
pub enum PhraseError {
    #[error("{file}: no list of phrases ({reason}); name another file with --phrases FILE")]
    File { file: DocPath, reason: LogError },
    #[error(
        "{}: the ignored phrases exceed {} KiB; count some phrases again, or use --template", .0, LARGEST_PHRASES >> 10
    )]
    TooLarge(DocPath),
}

pub type PhraseFile = SharedFile<Phrases>;

impl SumOfLines for Phrases {
    type Line = PhraseLine;
    /// The ignored phrases, without phrases that are no longer ignored.
    type Contents = Arc<[PhraseLine]>;
    type Error = PhraseError;

    fn add_line(&mut self, line: &str) -> bool {
        PhraseLine::parse_line(line).map(|line| self.insert_line(line)).is_some()
    }

    fn encode_new_lines(
        &self,
        mut lines: Vec<PhraseLine>,
        now: &str,
        file: &DocPath,
    ) -> Result<String, PhraseError> {
        let mut then = self.clone();
        for line in &mut lines {
            line.at = later_time(self.last_line(&line.phrase).map(|last| last.at.clone()), now);
            then.insert_line(line.clone());
        }
        if then.size_of_ignored_phrases() > LARGEST_PHRASES.max(self.size_of_ignored_phrases()) {
            return Err(PhraseError::TooLarge(file.clone()));
        }
        Ok(lines.iter().filter_map(PhraseLine::to_json_line).collect())
    }

    fn contents(&self, file: &DocPath) -> Result<Arc<[PhraseLine]>, PhraseError> {
        if self.size_of_ignored_phrases() > LARGEST_PHRASES {
            return Err(PhraseError::TooLarge(file.clone()));
        }
        Ok(self.ignored_phrases().into())
    }

    fn unusable_error(file: DocPath, reason: LogError) -> PhraseError {
        PhraseError::File { file, reason }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::disallowed_methods)]

    use std::fs;

    use proptest::prelude::*;

    use super::super::shared_file::Unparsed;
    use super::*;

    fn said(phrase: &str, counts: bool) -> PhraseLine {
        PhraseLine { phrase: phrase.into(), counts, ..PhraseLine::default() }
    }

    fn left_out(file: &PhraseFile) -> Vec<String> {
        file.contents().unwrap().iter().map(|line| line.phrase.clone()).collect()
    }

    #[test]
    fn two_programs_lose_nothing() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("made/phrases.jsonl");
        let mut one = PhraseFile::open(&path, &["/none"]).unwrap();
        let mut other = PhraseFile::open(&path, &[""]).unwrap();
        one.append_lines(vec![said("all rights", false)], "1").unwrap();
        other.append_lines(vec![said("page one\nof two", false)], "2").unwrap();
        assert!(one.read_new_lines().unwrap());
        assert_eq!(left_out(&one), ["all rights", "page one\nof two"]);
        // A wrong clock removes no phrase.
        one.append_lines(vec![said("page one\nof two", true)], "0").unwrap();
        other.read_new_lines().unwrap();
        assert_eq!(left_out(&other), ["all rights"]);
    }

    #[test]
    fn more_than_can_be_left_out_is_refused_whole() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("list");
        let mut file = PhraseFile::open(&path, &[""]).unwrap();
        let long = |letter: &str| said(&letter.repeat(60_000), false);
        for letter in 'a'..'r' {
            file.append_lines(vec![long(&letter.to_string())], "1").unwrap();
        }
        assert!(matches!(file.append_lines(vec![long("r")], "2"), Err(PhraseError::TooLarge(_))));
        assert_eq!(left_out(&file).len(), 17);
        // The full list still accepts the removal of a phrase.
        file.append_lines(vec![said(&"a".repeat(60_000), true)], "3").unwrap();
        assert_eq!(left_out(&file).len(), 16);
        let inside = PhraseFile::open(&path, &[place.path()]);
        assert!(inside.unwrap_err().to_string().contains("inside the scanned folder"));
    }

    /// Invalid lines, as left by editors, merges and broken disks.
    fn damage() -> impl Strategy<Value = Vec<u8>> {
        let known = "<<<<<<< HEAD|=======|>>>>>>> theirs|\0\0\0|{\"phrase\":\"cut o|{}|[1]|\u{1b}[2J|\
            \u{feff}\u{feff}{\"phrase\":\"two marks\"}";
        let known = prop::sample::select(known.split('|').collect::<Vec<_>>());
        prop_oneof![
            known.prop_map(|text| text.as_bytes().to_vec()),
            Just(vec![b'x'; 1 << 20]),
            Just(b"\xff\xfe{".to_vec()),
            prop::collection::vec(any::<u8>(), 1..20).prop_map(|mut bytes| {
                bytes.retain(|byte| *byte != b'\n');
                [b"#", &*bytes].concat()
            }),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn a_damaged_line_costs_itself_alone(
            lines in prop::collection::vec(prop::option::of(damage()), 1..12),
            ending in prop::sample::select(vec!["\n", "\r\n"]),
            is_marked in any::<bool>(),
        ) {
            let place = tempfile::tempdir().unwrap();
            let path = place.path().join("list");
            let mut bytes = if is_marked { "\u{feff}".as_bytes().to_vec() } else { Vec::new() };
            let mut said = Vec::new();
            for (at, line) in lines.iter().enumerate() {
                let phrase = format!("phrase {at}");
                let own = format!("{{\"phrase\":\"{phrase}\"}}").into_bytes();
                bytes.extend(line.as_ref().unwrap_or(&own));
                bytes.extend(ending.as_bytes());
                if line.is_none() {
                    said.push(phrase);
                }
            }
            fs::write(&path, bytes).unwrap();
            let file = PhraseFile::open(&path, &[""]).unwrap();
            let mut found: Vec<String> =
                file.contents().unwrap().iter().map(|line| line.phrase.clone()).collect();
            found.sort_by_key(|phrase| said.iter().position(|one| one == phrase));
            prop_assert_eq!(found, said);
            let first = lines.iter().position(Option::is_some).map_or(0, |at| at as u64 + 1);
            let count = lines.iter().flatten().count() as u64;
            prop_assert_eq!(file.unparsed_lines(), Unparsed { count, first });
        }
    }
}
