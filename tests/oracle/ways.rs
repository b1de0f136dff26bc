//! The corpus, which caches words, and the single document, which retains everything, agree.

use shingle::{pipeline::Document, pipeline::Params, pipeline::Verify};

use crate::common::prelude::*;
use crate::{common::demo_files, common::random_params::params};

fn both_ways_agree(files: &Files, params: &Params) {
    let corpus = fresh(files, params);
    let mut seen = 0;
    for info in corpus.docs().iter() {
        let name = info.path.to_str().unwrap();
        let mut plain = Document::read(info.path.as_path(), &files[name], params).unwrap();
        plain.set_ignored_shingles(corpus.ignored_shingles());
        plain.file.modified = info.file.modified;
        let sketch = plain.comparison_keys();
        // The store has exactly these keys for the document's text.
        if let Some(node) = corpus.entries()[&info.path].node {
            let limit = corpus.nodes().id_limit();
            let counts = corpus
                .store()
                .count_keys_shared_with_holders(&[&sketch], limit, &Cancel::never_cancelled())
                .unwrap();
            assert_eq!(counts[0][node as usize] as usize, sketch.len(), "{name}: {params:?}");
        }
        assert_eq!(*info, plain.info(DocPath::new(name), plain.counted_keys().len()), "{params:?}");
        assert_eq!(corpus.content_hash(&info.path), Some(plain.file.content));
        seen += 1;
    }
    if let Some(passed) = passed(files, params, 2) {
        assert_eq!(state_of(&passed), state_of(&corpus), "{params:?}");
        assert_eq!(pairs_of(&passed), pairs_of(&corpus), "{params:?}");
    }
    let refused =
        files.keys().filter(|name| Document::read(name.as_ref(), &files[*name], params).is_err());
    assert_eq!(seen + refused.count(), files.len());
}

/// Texts with difficult cases for tokenisers.
fn hostile() -> impl Strategy<Value = String> {
    let odd = "e\u{301}|-\n|\u{ad}\r\n|\u{200b}|’|漢字かな|ไทยคำ|http://a.b/c|<p>|&amp;|**|\u{feff}|\0|\u{202e}|İI|ß|ΟΔΟΣ|\
               Treppe hinauf|the old fox ";
    let piece = prop_oneof![
        "[a-zA-Z' .,\"—-]{0,12}",
        "[а-яА-Я ё.]{0,12}",
        "\\PC{0,6}",
        proptest::sample::select(odd.split('|').collect::<Vec<_>>()).prop_map(str::to_string),
    ];
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(seeded(16))]

    #[test]
    fn the_demo_folder_reads_the_same_both_ways(params in params()) {
        both_ways_agree(&demo_files(), &params);
    }
}

proptest! {
    #![proptest_config(seeded(1000))]

    #[test]
    fn hostile_texts_read_the_same_both_ways(
        texts in prop::collection::vec((hostile(), 0_usize..4), 1..6),
        params in params(),
    ) {
        let files = texts.into_iter().enumerate().map(|(n, (text, kind))| {
            let bytes = match kind {
                3 => encoding_rs::WINDOWS_1251.encode(&text).0.into_owned(),
                _ => text.into_bytes(),
            };
            (format!("{n}.{}", ["txt", "html", "md", "log"][kind]), bytes)
        });
        both_ways_agree(&files.collect(), &params);
    }
}

#[test]
fn a_shingle_is_in_the_same_documents_whatever_sketch_they_are_compared_by() {
    let files = demo_files();
    let plain = Params::defaults();
    let exact = fresh(&files, &plain);
    let mut keys: Vec<u64> = files
        .iter()
        .filter_map(|(name, bytes)| Document::read(name.as_ref(), bytes, &plain).ok())
        .flat_map(|document| document.comparison_keys())
        .collect();
    keys.push(7);
    keys.sort_unstable();
    keys.dedup();
    let counts = exact.count_documents_with(&keys).unwrap();
    assert!(counts.iter().any(|count| *count > 2) && counts.contains(&0));
    for sketch in [SketchKind::MinHash, SketchKind::SuperShingle, SketchKind::MegaShingle] {
        let verified = Params { sketch, verify: Verify::On, ..plain.clone() };
        assert_eq!(fresh(&files, &verified).count_documents_with(&keys).as_ref(), Some(&counts));
        let estimated = Params { verify: Verify::Off, ..verified };
        assert_eq!(fresh(&files, &estimated).count_documents_with(&keys), None);
    }
}
