//! Written results hold what was computed: read again, they show the rows and clusters of the folder itself.

#![allow(clippy::disallowed_methods, clippy::format_collect)]

use std::{fs, path::Path, sync::Arc};

use serde_json::Value;

use shingle::base::ids::{DocId, Epoch};
use shingle::engine::reader::{DocumentFolder, DocumentReader};
use shingle::pipeline::results::clusters::{Cluster, Clusters};
use shingle::pipeline::saved_result::SavedResult;
use shingle::pipeline::saved_result::lines::{FolderLanguage, PairLine};
use shingle::pipeline::{Between, Common, Parameters, Params, Preset, Verify};
use shingle::shingle::SketchKind;
use shingle::{base::cancel::Cancel, base::json::pretty, base::ratio::Ratio};
use shingle::{compare::measure::Measure, engine::batch::load, engine::saved_result::read};
use shingle::{pipeline::document::left_out::Surroundings, pipeline::results::snapshot::Snapshot};
use shingle::{pipeline::results::snapshot::publish, pipeline::results::stream::Stream};

use super::params as read_params;
use crate::printer::json::{DocumentLines, Listing, problem_lines};

/// What the folder itself shows, and the result that `scan --format json` writes of it.
struct Written {
    snapshot: Snapshot,
    clusters: Clusters,
    text: Vec<u8>,
}

fn written(folder: &Path, params: &Arc<Params>, top: usize) -> Written {
    let mut loaded = load(&DocumentFolder::new(folder), params, &|_, _, _| ()).unwrap();
    let text = {
        let (view, index) = (loaded.corpus.view(), loaded.corpus.index());
        let (pairs, found, ruled_out) = Stream::new(&view, &index).best(top);
        let line = |pair: &shingle::pipeline::ranking::row::Pair| {
            let names = [pair.a, pair.b].map(|id: DocId| &view.docs[id.index()].path);
            PairLine::new(names[0], names[1], pair.overlap, pair.score, params)
        };
        let mut text = Vec::new();
        let problems = loaded.problems();
        let listing = Listing {
            parameters: Parameters::new(params),
            left_out: (&*view.surroundings.left_out).into(),
            folder_languages: FolderLanguage::all(&view.surroundings.languages),
            problems: problem_lines(&problems),
            query: None,
            documents: DocumentLines { docs: view.docs, rules: None, elsewhere: None },
            pairs_found: found,
            pairs_left_out: Some(ruled_out),
            pairs: pairs.iter().map(line).collect(),
            clusters: None,
        };
        pretty(&mut text, &listing).unwrap();
        text
    };
    let _ = loaded.corpus.refresh(&Cancel::never(), &|_, _, _| ());
    let snapshot = publish(&loaded.corpus, &loaded.listing, Epoch::default());
    let clusters = Clusters::new(&loaded.corpus.view(), 0, &Cancel::never()).unwrap();
    Written { snapshot, clusters, text }
}

fn again(text: &[u8]) -> Result<SavedResult, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("result.json");
    fs::write(&file, text).unwrap();
    let written = read(&file).map_err(|error| error.to_string())?;
    let params = read_params(&written.parameters, &DocumentReader::default())?;
    SavedResult::new(written, params).map_err(|error| error.to_string())
}

/// Copies, the same bytes read as two encodings, copies of copies, a name that is no UTF-8, an empty file and no text.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let add = |name: &[u8], text: &[u8]| {
        use std::os::unix::ffi::OsStrExt as _;
        fs::write(folder.path().join(std::ffi::OsStr::from_bytes(name)), text).unwrap();
    };
    let words = |from: usize, to: usize| -> String {
        (from..to).map(|word| format!("word{} ", word * 7 % 101)).collect()
    };
    add(b"a.txt", words(0, 40).as_bytes());
    add(b"copy of a.txt", words(0, 40).to_uppercase().as_bytes());
    add(b"b\xff.txt", words(10, 50).as_bytes());
    add(b"c.txt", words(30, 70).as_bytes());
    add(b"copy of c.txt", words(30, 70).as_bytes());
    add(b"third c.md", words(30, 70).as_bytes());
    add(b"d.txt", words(60, 90).as_bytes());
    add(b"empty.txt", b"");
    add(b"program.bin", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0");
    folder
}

fn members(clusters: &[Cluster]) -> Vec<(Vec<Vec<DocId>>, Ratio)> {
    clusters.iter().map(|one| (one.texts.clone(), one.weakest)).collect()
}

fn assert_same(made: &Written, result: &SavedResult, params: &Arc<Params>) {
    let shown = result.snapshot(Arc::clone(params), Epoch::default());
    assert_eq!(shown.rows, made.snapshot.rows);
    assert_eq!(*shown.params, *made.snapshot.params);
    assert_eq!(shown.problems, made.snapshot.problems);
    assert_eq!((shown.pairs_found, shown.cut), (made.snapshot.pairs_found, made.snapshot.cut));
    let names = |snapshot: &Snapshot| -> Vec<_> {
        let docs = snapshot.docs.iter();
        docs.map(|doc| {
            (doc.path.clone(), doc.file.content, doc.words, doc.shingles, doc.file.encoding)
        })
        .collect()
    };
    assert_eq!(names(&shown), names(&made.snapshot));
    let Surroundings { left_out, languages } = &shown.surroundings;
    assert_eq!(*languages, made.snapshot.surroundings.languages);
    assert_eq!(left_out.template, made.snapshot.surroundings.left_out.template);
    let clusters = result.clusters(params);
    assert_eq!(members(&clusters.clusters), members(&made.clusters.clusters));
    for (saved, own) in clusters.clusters.iter().zip(&made.clusters.clusters) {
        assert_eq!((saved.documents, saved.largest), (own.documents, own.largest));
        // Scores below the threshold are not written, so a mean is known or absent, never wrong.
        if saved.cohesion.is_some() {
            assert_eq!((saved.cohesion, saved.central), (own.cohesion, own.central));
        }
    }
}

#[test]
fn a_result_shows_what_the_folder_showed() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    let own = folder();
    let mut all = vec![Params::defaults(), Params::preset(Preset::MinHash84)];
    for (_, measure) in Measure::ALL {
        all.push(Params { measure: *measure, threshold: Ratio::new(1, 3), ..Params::defaults() });
    }
    let mut sampled = Params::defaults();
    sampled.modulo = 4;
    all.push(sampled);
    let mut estimated = Params::defaults();
    estimated.set_sketch(SketchKind::SuperShingle);
    all.push(estimated.clone());
    all.push(Params { verify: Verify::Off, ..estimated });
    for params in all {
        let params = Arc::new(params);
        for folder in [&demo, own.path()] {
            let made = written(folder, &params, usize::MAX);
            assert_same(&made, &again(&made.text).unwrap(), &params);
        }
    }
}

#[test]
fn a_higher_threshold_shows_what_the_folder_shows_with_it() {
    let own = folder();
    let params = Arc::new(Params::defaults());
    let result = again(&written(own.path(), &params, usize::MAX).text).unwrap();
    for hundredths in [21, 50, 90, 100] {
        let threshold = Ratio::new(hundredths, 100);
        let higher = Arc::new(Params { threshold, ..Params::defaults() });
        assert_eq!(result.with_threshold_of(&higher), higher);
        let made = written(own.path(), &higher, usize::MAX);
        assert_same(&made, &result, &higher);
    }
    // A lower one shows no fewer pairs than there are: the result keeps its own.
    let lower = Params { threshold: Ratio::new(1, 100), ..Params::defaults() };
    assert_eq!(result.with_threshold_of(&lower), params);
}

#[test]
fn a_list_that_was_cut_says_so() {
    let own = folder();
    let params = Arc::new(Params::defaults());
    let made = written(own.path(), &params, 3);
    let shown = again(&made.text).unwrap().snapshot(params, Epoch::default());
    assert!(shown.cut && shown.rows.len() < made.snapshot.rows.len());
    assert_eq!(shown.pairs_found, made.snapshot.pairs_found);
}

#[test]
fn what_contradicts_itself_is_refused_with_the_name() {
    let own = folder();
    let text = written(own.path(), &Arc::new(Params::defaults()), usize::MAX).text;
    let text = String::from_utf8(text).unwrap();
    assert!(again(text.as_bytes()).is_ok());
    for (what, with, told) in [
        ("\"a\": \"a.txt\"", "\"a\": \"z.txt\"", "z.txt, which is not among the documents"),
        ("\"document\": \"c.txt\"", "\"document\": \"a.txt\"", "a.txt is listed twice"),
        ("\"shared\": ", "\"shared\": 9", "shares more than they have"),
        ("\"content\": \"", "\"content\": \"z", "the content of"),
        ("\"pairs\": [", "\"pair\": [", "missing field `pairs`"),
        ("\"width\": 3", "\"width\": 0", "--width"),
        ("\"width\": 3", "\"width\": \"x\\u001b[2J\"", "--width"),
    ] {
        assert!(text.contains(what), "{what}");
        let refused = again(text.replacen(what, with, 1).as_bytes()).unwrap_err();
        assert!(refused.contains(told), "{refused}");
    }
}

#[test]
fn a_folder_of_parts_is_read_in_the_order_of_their_names() {
    let own = folder();
    let params = Arc::new(Params::defaults());
    let made = written(own.path(), &params, usize::MAX);
    let whole: serde_json::Value = serde_json::from_slice(&made.text).unwrap();
    let parts = tempfile::tempdir().unwrap();
    let lines = |name: &str, part: &str, lines: &[serde_json::Value]| {
        let folder = parts.path().join(name);
        fs::create_dir_all(&folder).unwrap();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(folder.join(part), text).unwrap();
    };
    let list = |name: &str| whole[name].as_array().unwrap().clone();
    let (first, second) = (list("pairs"), list("documents"));
    lines("pairs.ndjson", "part-00000", &first[..1]);
    lines("pairs.ndjson", "part-00001.json", &first[1..]);
    lines("documents.ndjson", "part-00000", &second);
    lines("problems.ndjson", "part-00000", &list("problems"));
    fs::write(parts.path().join("pairs.ndjson/_SUCCESS"), "no line").unwrap();
    let opened = || read(parts.path()).map_err(|error| error.to_string());
    assert!(opened().unwrap_err().contains("no manifest.json"));
    let manifest = serde_json::json!({
        "parameters": whole["parameters"],
        "left_out": whole["left_out"],
        "folder_languages": whole["folder_languages"],
        "pairs_found": whole["pairs_found"],
    });
    fs::write(parts.path().join("manifest.json"), manifest.to_string()).unwrap();
    let result = SavedResult::new(opened().unwrap(), (*params).clone()).unwrap();
    assert_same(&made, &result, &params);
    fs::write(parts.path().join("pairs.ndjson/part-00002"), "{}\n\n{\"a\":1}\n").unwrap();
    let refused = opened().unwrap_err();
    assert!(refused.contains("part-00002:1:") && !refused.contains('\n'), "{refused}");
    fs::remove_dir_all(parts.path().join("documents.ndjson")).unwrap();
    assert!(opened().unwrap_err().contains("documents.ndjson: it is missing"));
}

fn params_again(made: &Params) -> Result<Params, String> {
    let Ok(Value::Object(written)) = serde_json::to_value(Parameters::new(made)) else {
        panic!("no object");
    };
    read_params(&written, &DocumentReader::default())
}

#[test]
fn the_parameters_that_are_written_are_read_again() {
    let mut all: Vec<Params> =
        Preset::ALL.iter().map(|(_, preset)| Params::preset(*preset)).collect();
    all.push(Params::defaults());
    for (_, sketch) in SketchKind::ALL {
        let mut params = Params::defaults();
        params.set_sketch(*sketch);
        all.push(params);
    }
    let mut params = Params::defaults();
    (params.width, params.modulo, params.threshold) = (4, 16, Ratio::new(1, 3));
    params.common = Some(Common::Share(Ratio::new(1, 7)));
    params.between = Between::typed("new \"my old\"").unwrap();
    params.skip_same = "students/{}/".parse().unwrap();
    params.phrases = vec!["all rights reserved".into()];
    all.push(params);
    for made in all {
        let read = params_again(&made).unwrap();
        // What decides nothing is not written.
        let written = |params: &Params| serde_json::to_string(&Parameters::new(params)).unwrap();
        assert_eq!(written(&read), written(&made));
        assert_eq!(read.threshold, made.threshold);
    }
}

#[test]
fn a_value_of_another_program_is_refused_by_name() {
    let written = serde_json::json!({ "width": 4000 });
    let Value::Object(written) = written else { panic!("no object") };
    let refused = read_params(&written, &DocumentReader::default()).unwrap_err();
    assert!(refused.contains("--width") && !refused.contains('\n'), "{refused}");
}
