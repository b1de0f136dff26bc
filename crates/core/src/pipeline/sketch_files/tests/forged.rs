//! Files with a right checksum and content that later stages must not get.

use crate::pipeline::sketch_files::tests::{headed, merged};
use crate::pipeline::sketch_files::{Doc, LanguagePart, STAGES, SavedWords, shape::SketchShape};
use crate::{pipeline::Params, shingle::SketchKind};

/// A file of these documents, made with these parameters.
fn forged(params: &Params, docs: &[Doc<'_>]) -> Vec<u8> {
    let shape = serde_json::to_value(SketchShape::new(params)).unwrap();
    let body: Vec<u8> = docs.iter().flat_map(|doc| postcard::to_stdvec(doc).unwrap()).collect();
    headed(("x", STAGES), &shape, docs.len(), &body)
}

fn part(code: &str) -> LanguagePart<'_> {
    LanguagePart { code: Some(code), words: 4 }
}

fn doc<'a>(path: &'a str, text: SavedWords<'a>) -> Doc<'a> {
    let (path, encoding) = (path.as_bytes(), "UTF-8");
    Doc {
        path,
        content: 1,
        encoding,
        near: None,
        undecoded: 0,
        mixed: 0,
        languages: vec![part("en")],
        text,
    }
}

/// A text of these numbers of words and shingles, with these keys.
fn new(identity: u128, (words, shingles): (u32, u32), keys: &[u8]) -> SavedWords<'_> {
    SavedWords::New { identity, words, shingles, keys, shingle_keys: &[] }
}

#[test]
fn what_a_later_stage_relies_on_is_checked_and_reported_by_name() {
    let params = Params::defaults();
    let keys = |keys: [u64; 2]| keys.map(u64::to_le_bytes).concat();
    let (two, equal, falling) = (keys([5, 9]), keys([5, 5]), keys([9, 5]));
    let good = || doc("a", new(1, (4, 2), &two));
    let read = |params: &Params, docs: &[Doc<'_>]| {
        merged(&[("file", forged(params, docs))], params).map(|_| ())
    };
    read(&params, &[good(), doc("b", SavedWords::Known(0))]).unwrap();
    let wide =
        SavedWords::New { identity: 2, words: 4, shingles: 2, keys: &two, shingle_keys: &two };
    for (second, what) in [
        (doc("", SavedWords::Empty), "documents out of order"),
        (doc("a", SavedWords::Empty), "documents out of order"),
        (doc("A", SavedWords::Empty), "documents out of order"),
        (doc("b", SavedWords::Known(1)), "an unknown text"),
        (doc("b", new(1, (4, 2), &two)), "a text that is there twice"),
        (doc("b", new(2, (0, 0), &[])), "a sketch of another size"),
        (doc("b", new(2, (1, 2), &two)), "a sketch of another size"),
        (doc("b", new(2, (4, 3), &two)), "a sketch of another size"),
        (doc("b", new(2, (4, 2), &equal)), "keys out of order"),
        (doc("b", new(2, (4, 2), &falling)), "keys out of order"),
        (doc("b", new(2, (4, 1), &two[..15])), "keys out of order"),
        (doc("b", wide), "a sketch with other shingles"),
        (Doc { encoding: "utf-8", ..doc("b", SavedWords::Empty) }, "an unknown encoding"),
        (Doc { near: Some("klingon"), ..doc("b", SavedWords::Empty) }, "an unknown encoding"),
        (Doc { languages: vec![part("xx")], ..doc("b", SavedWords::Empty) }, "an unknown language"),
    ] {
        let error = read(&params, &[good(), second]).unwrap_err().to_string();
        let said = format!("file: a sketch file that does not hold together ({what}");
        assert!(error.starts_with(&said), "{error}");
    }
    let files = [("one", good()), ("two", doc("b", new(1, (5, 2), &two)))];
    let error = merged(&files.map(|(name, doc)| (name, forged(&params, &[doc]))), &params);
    let said = "two: a sketch file that does not hold together (another sketch of a text";
    assert!(error.unwrap_err().to_string().starts_with(said));
    let params = Params { sketch: SketchKind::MinHash, functions: 2, ..params };
    let error = read(&params, &[good()]).unwrap_err().to_string();
    assert!(error.contains("without the shingles to verify it"), "{error}");
}
