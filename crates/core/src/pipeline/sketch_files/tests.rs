//! Files of every kind are read as they were written, and no content makes the program fail.

mod forged;

use std::sync::Arc;

use base::{cancel::Cancel, ids::Epoch, path::DocPath, problem::Problem, problem::ProblemKind};
use documents::{Certainty, InProcess, Source};
use proptest::prelude::*;
use serde_json::Value;
use xxhash_rust::{xxh3::Xxh3, xxh3::xxh3_128};

use super::error::{MergeError, SketchFileError};
use super::shape::{Collection, SketchShape, first_difference_of_sketches};
use super::{read::SketchFile, read::merge_files, write::write_sketch_file};
use crate::pipeline::{
    Corpus, DocInfo, Params, Preset, Snapshot, StopWords, sketch_files::CHECKSUM,
    sketch_files::FORMAT, sketch_files::MAGIC, sketch_files::STAGES, take_snapshot,
};
use crate::shingle::{Family, HashKind, SketchKind};
use crate::{text::RecordFormat, text::Stem, text::WordList, text::Words};

const ENGLISH: &str = "The harbour master counted the boats twice that evening and found one more than there had been.";
const EDITED: &str = "The old harbour master counted the boats twice that morning and found one more than there had been.";
const RUSSIAN: &str =
    "Каждое утро паром уходил в шесть часов, и старик каждый раз махал ему с пристани рукой.";

const DOCS: [(&str, &str); 6] = [
    ("a.txt", ENGLISH),
    ("b.html", "<p>The harbour master <b>counted</b> the boats twice that evening</p>"),
    ("c.txt", EDITED),
    ("copies/a.txt", ENGLISH),
    ("empty.txt", " \n"),
    ("parom.txt", RUSSIAN),
];

fn corpus<T: AsRef<[u8]>>(params: &Params, docs: &[(&str, T)]) -> Corpus {
    let params = Arc::new(params.clone());
    let mut corpus = Corpus::new(Arc::clone(&params));
    let records: Vec<_> = docs
        .iter()
        .map(|(path, text)| {
            let path = DocPath::new(path);
            let source = Source::read(path.as_path(), text.as_ref(), None, &InProcess::default());
            (path, corpus.new_reader().read(&source.unwrap()))
        })
        .collect();
    for (path, record) in records {
        corpus.put_document(&path, record);
    }
    corpus.refresh_sketches(&Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
    corpus
}

fn problems() -> Vec<Problem> {
    vec![Problem::new(&DocPath::new("x.png"), ProblemKind::Skipped, "binary")]
}

fn written(corpus: &Corpus, problems: &[Problem]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = write_sketch_file(corpus, problems, Collection::new(None), &mut bytes).unwrap();
    assert_eq!(written.bytes, bytes.len() as u64);
    bytes
}

fn file(params: &Params) -> Vec<u8> {
    written(&corpus(params, &DOCS), &problems())
}

/// Returns the refreshed corpus of some files.
fn merged(files: &[(&str, Vec<u8>)], params: &Params) -> Result<Snapshot, MergeError> {
    let mut sheets = Vec::new();
    for (name, bytes) in files {
        let file = DocPath::new(name);
        let sheet = SketchFile::parse(bytes.clone());
        sheets.push((file.clone(), sheet.map_err(|reason| MergeError { file, reason })?));
    }
    let (mut corpus, problems) = merge_files(&sheets, &Arc::new(params.clone()))?;
    corpus.refresh(&Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
    Ok(take_snapshot(&corpus, &problems, Epoch::default()))
}

/// Returns the file with a right checksum.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len().saturating_sub(CHECKSUM);
    bytes.truncate(end);
    let checksum = xxh3_128(&bytes).to_le_bytes();
    bytes.extend(checksum);
    bytes
}

/// A file of this body, made by this program with these stages and parameters.
fn headed((program, stages): (&str, u32), shape: &Value, documents: usize, body: &[u8]) -> Vec<u8> {
    let head = serde_json::json!({
        "program": program, "stages": stages, "parameters": shape,
        "documents": documents, "problems": 0,
    });
    let head = head.to_string();
    let lengths = [FORMAT.to_le_bytes(), (head.len() as u32).to_le_bytes()].concat();
    summed([&MAGIC, &*lengths, head.as_bytes(), body, &[0; CHECKSUM]].concat())
}

/// Returns documents as in a sketch file: without hashes of their texts.
fn as_kept(docs: &[DocInfo]) -> Vec<DocInfo> {
    let kept = docs.iter().cloned().map(|mut doc| {
        doc.file.text = doc.file.content;
        doc
    });
    kept.collect()
}

#[test]
fn how_sure_an_encoding_is_comes_back() {
    let params = Params::defaults();
    let docs: [(&str, &[u8]); 3] =
        [("a", b"17 \xe8 4 of them\n"), ("b", "Löwe".as_bytes()), ("c", b"L\xf6wen br\xfcllen\n")];
    let mut corpus = corpus(&params, &docs);
    corpus.refresh(&Cancel::never_cancelled(), &|_, _, _| ()).unwrap();
    let original = take_snapshot(&corpus, &[], Epoch::default());
    let problems: Vec<_> = original.problems.iter().map(ToString::to_string).collect();
    assert!(matches!(original.docs[0].file.certainty, Certainty::Unsure { .. }));
    assert_eq!(original.docs[1].file.certainty, Certainty::Sure);
    assert!(problems[0].starts_with("a: unsure: read as "), "{problems:?}");
    let bytes = written(&corpus, &original.problems);
    let restored = merged(&[("file", bytes)], &params).unwrap();
    assert_eq!(*restored.docs, as_kept(&original.docs));
    assert_eq!(restored.problems, original.problems);
}

#[test]
fn the_first_difference_is_found_in_the_order_of_the_stages() {
    let list = |name: &str, words: &str| Params {
        stop_words: StopWords::List(Arc::new(WordList::parse(name, words))),
        ..Params::defaults()
    };
    let (defaults, lists) = (Params::defaults(), list("one", "a\nb"));
    let threshold = base::ratio::Ratio::ONE;
    for (one, other, expected) in [
        (&defaults, Params { width: 5, ..Params::defaults() }, Some("width")),
        (&defaults, Params { words: Words::Spaces, width: 5, ..Params::defaults() }, Some("words")),
        (&defaults, Params { preset: Some(Preset::Phpir), ..Params::defaults() }, Some("preset")),
        (&defaults, Params { threshold, ..Params::defaults() }, None),
        (&lists, list("other", "b\na\n"), None),
        (&lists, list("one", "a\nc"), Some("stop-words")),
    ] {
        assert_eq!(first_difference_of_sketches(one, &other).map(|found| found.name), expected);
    }
}

#[test]
fn a_file_that_is_cut_or_changed_anywhere_is_refused() {
    let bytes = file(&Params { sketch: SketchKind::SuperShingle, ..Params::defaults() });
    for length in 0..bytes.len() {
        let error = SketchFile::parse(bytes[..length].to_vec()).unwrap_err();
        let is_expected = match error {
            SketchFileError::NotASketchFile => length < MAGIC.len(),
            SketchFileError::Changed => length >= MAGIC.len(),
            _ => false,
        };
        assert!(is_expected, "{length}: {error}");
    }
    for bit in 0..bytes.len() * 8 {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = SketchFile::parse(bytes).unwrap_err();
        let is_expected = match bit / 8 {
            0..8 => matches!(error, SketchFileError::NotASketchFile),
            8..12 => matches!(error, SketchFileError::Format(_)),
            _ => matches!(error, SketchFileError::Changed),
        };
        assert!(is_expected, "bit {bit}: {error}");
    }
    let error = SketchFile::parse([&bytes[..], b"more"].concat()).unwrap_err();
    assert!(matches!(error, SketchFileError::Changed));
}

#[test]
fn files_of_other_versions_are_refused_by_name() {
    let bytes = file(&Params::defaults());
    let mut other = bytes.clone();
    other[8..12].copy_from_slice(&(FORMAT + 1).to_le_bytes());
    let error = SketchFile::parse(summed(other)).unwrap_err();
    assert!(matches!(error, SketchFileError::Format(version) if version == FORMAT + 1));
    let stages = format!("\"stages\":{STAGES}");
    let at = bytes.windows(stages.len()).position(|part| part == stages.as_bytes()).unwrap();
    let mut other = bytes;
    other[at + stages.len() - 1] += 1;
    let error = SketchFile::parse(summed(other)).unwrap_err().to_string();
    assert!(error.contains(&format!("(version {}", STAGES + 1)), "{error}");
}

#[test]
fn a_wrong_file_with_a_right_checksum_is_refused_or_compared_and_never_fails() {
    let params = Params { sketch: SketchKind::SuperShingle, width: 2, ..Params::defaults() };
    for params in [params, Params::defaults()] {
        let bytes = file(&params);
        let mut refused = 0;
        for at in 12..bytes.len() - CHECKSUM {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << (at % 8);
            refused += u32::from(merged(&[("file", summed(bytes))], &params).is_err());
        }
        assert!(refused > 300, "only {refused}");
        for end in 12..bytes.len() - CHECKSUM {
            let cut = [&bytes[..end], &[0; CHECKSUM]].concat();
            assert!(merged(&[("file", summed(cut))], &params).is_err(), "{end}");
        }
    }
}

#[test]
fn counts_larger_than_the_file_take_no_memory() {
    let bytes = file(&Params::defaults());
    let text = |from: &str, to: &str| {
        let at = bytes.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap());
        let mut other = [&bytes[..at], to.as_bytes(), &bytes[at + from.len()..]].concat();
        let length = length + (to.len() - from.len()) as u32;
        other[12..16].copy_from_slice(&length.to_le_bytes());
        merged(&[("file", summed(other))], &Params::defaults()).unwrap_err().to_string()
    };
    for (from, to, expected) in [
        ("\"documents\":6", "\"documents\":4294967295", "does not hold together"),
        ("\"problems\":1", "\"problems\":4294967295", "does not hold together"),
        ("\"documents\":6", "\"documents\":99999999999", "cannot read"),
        (&*format!("\"stages\":{STAGES}"), "\"stages\":true", "cannot read"),
    ] {
        assert!(text(from, to).contains(expected), "{to}");
    }
    let mut long = bytes;
    long[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(SketchFile::parse(summed(long)).is_err());
}

#[test]
fn parameters_that_there_are_not_are_refused_by_name() {
    let json = serde_json::to_string(&SketchShape::new(&Params::defaults())).unwrap();
    for (from, to, expected) in [
        ("\"width\":3", "\"width\":51", "--width 51"),
        ("\"width\":3", "\"width\":3,\"depth\":4", "--depth 4"),
        ("\"step\":1", "\"step\":4", "--step 4"),
        ("\"step\":1", "\"step\":0", "--step 0"),
        ("\"modulo\":1", "\"modulo\":0", "--modulo 0"),
        ("\"words\":\"unicode\"", "\"words\":\"runes\"", "--words runes"),
        ("\"sketch\":\"modulo\"", "\"sketch\":\"simhash\"", "--sketch simhash"),
        ("\"functions\":null", "\"functions\":1025", "--functions 1025"),
        ("\"functions\":null", "\"functions\":84", "--functions 84"),
        ("\"language\":\"auto\"", "\"language\":\"xx\"", "--language xx"),
        ("\"encoding\":null", "\"encoding\":\"utf-9\"", "--encoding utf-9"),
        ("\"stop-words\":\"inside\"", "\"stop-words\":\"perhaps\"", "--stop-words perhaps"),
    ] {
        assert!(json.contains(from), "{json}");
        let shape: SketchShape = serde_json::from_str(&json.replace(from, to)).unwrap();
        let error = shape.params().unwrap_err().to_string();
        assert!(error.starts_with(&format!("{expected}: ")), "{error}");
    }
}

#[test]
fn what_a_file_says_of_itself_stays_within_the_line_of_an_error() {
    let evil = "x\n\u{1b}]0;y\u{202e}";
    let shape = serde_json::to_value(SketchShape::new(&Params::defaults())).unwrap();
    let open = |program: &str, stages: u32, shape: &Value| {
        SketchFile::parse(headed((program, stages), shape, 0, &[]))
    };
    let with = |name: &str| {
        let mut shape = shape.clone();
        shape[name] = evil.into();
        shape
    };
    let language = open("x", STAGES, &with("language")).unwrap();
    let records = RecordFormat::Jsonl(evil.into());
    let records = Params { records, ..Params::defaults() };
    let difference = first_difference_of_sketches(&records, &Params::defaults()).unwrap();
    for said in [
        open(evil, STAGES + 1, &shape).unwrap_err().to_string(),
        open("x", STAGES, &with(evil)).unwrap().shape().params().unwrap_err().to_string(),
        language.shape().params().unwrap_err().to_string(),
        difference.values.0,
    ] {
        assert!(said.contains("x␊␛]0;y⟨U+202E⟩"), "{said}");
        assert!(!said.contains(['\n', '\u{1b}', '\u{202e}']), "{said}");
    }
}

proptest! {
    #[test]
    fn any_bytes_behind_a_right_beginning_are_refused_or_compared(
        body in prop::collection::vec(any::<u8>(), 0..300),
        documents in 0_usize..4,
    ) {
        let shape = serde_json::to_value(SketchShape::new(&Params::defaults())).unwrap();
        let sheet = SketchFile::parse(headed(("x", STAGES), &shape, documents, &body)).unwrap();
        let _ = merge_files(&[(DocPath::new("file"), sheet)], &Arc::new(Params::defaults()));
    }
}

/// If the same bytes get other keys, perhaps by a newer Unicode table or stop word list, old files must not be compared
/// with new ones. Then increase [`STAGES`] by one, and update this number.
#[test]
fn the_same_bytes_give_the_keys_of_this_version() {
    let texts = [
        ENGLISH,
        EDITED,
        RUSSIAN,
        "Der Fährmann zählte am Abend die Boote im Hafen zweimal und fand doch eines mehr als zuvor.",
        "Le vieux capitaine comptait les bateaux du port chaque soir, et il n'en trouvait jamais le même nombre.",
        "東京の港では毎朝六時に船が出て行きます。老人はいつも手を振っていました。",
        "شيرين یکی از دوستان من است و کتابهای تازهٔ خود را به همه نشان می‌دهد و دربارهٔ آنها سخن می‌گوید",
        "Don't re-\nsplit naïve co\u{ad}operation, U.S.A. 3.14 ﬁne e\u{301}te\u{301} https://example.org/a?b",
    ];
    let dropping = Params { stop_words: StopWords::On, ..Params::defaults() };
    let with = |sketch, family, hash, modulo| {
        let (width, stem) = (2, Stem::Off);
        Params { stem, width, hash, modulo, sketch, family, ..dropping.clone() }
    };
    let kinds = [
        dropping.clone(),
        Params::from_preset(Preset::Phpir),
        Params::from_preset(Preset::PhpShingles),
        Params::from_preset(Preset::MinHash84),
        with(SketchKind::MegaShingle, Family::Md5, HashKind::Crc32, 2),
        with(SketchKind::SuperShingle, Family::Fast, HashKind::Wide, 1),
    ];
    let mut hash = Xxh3::new();
    for params in kinds {
        for text in texts {
            let bytes = written(&corpus(&params, &[("a.txt", text)]), &[]);
            // The head holds the program's version, which may change.
            let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
            hash.update(&bytes[16 + length..bytes.len() - CHECKSUM]);
        }
    }
    assert_eq!((STAGES, format!("{:016x}", hash.digest())), (4, "27515da25b284eea".to_string()));
}
