//! `shingle clusters`, and clusters in the output of a scan. `golden` has complete outputs.

use crate::support::{folder, json, library, printed, run};

/// Texts that share half of their words with the next one.
fn chain(links: usize) -> tempfile::TempDir {
    let block = |number: usize| (0..30).map(move |word| format!("w{number}x{word} "));
    let text = |number: usize| block(number).chain(block(number + 1)).collect::<String>();
    let files: Vec<(String, String)> =
        (0..links).map(|at| (format!("{at}.txt"), text(at))).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    folder(&files)
}

#[test]
fn a_chain_is_one_cluster_with_a_warning() {
    let dir = chain(6);
    let output = json(dir.path(), &["clusters", ".", "-t", "40%"]);
    assert_eq!(output["clusters"][0]["documents"], 6);
    assert_eq!(output["warnings"].as_array().unwrap().len(), 1);
    let output = printed(dir.path(), &["clusters", ".", "-t", "40%"]);
    assert!(
        output.contains("warning: cluster 1 holds 6 of 6 documents, more than a tenth of all\n"),
        "{output}"
    );
}

#[test]
fn top_prints_the_largest_and_says_how_many_there_are() {
    let args = ["clusters", ".", "--top", "1"];
    let output = json(&library(), &args);
    assert_eq!(
        (output["clusters"].as_array().unwrap().len(), &output["clusters_found"]),
        (1, &3.into())
    );
    let output = run(&library(), &args).out;
    assert!(output.contains(" in 3 clusters (the largest 1 is shown; see --top)"), "{output}");
    let none = printed(chain(6).path(), &["clusters", ".", "-t", "100%"]);
    assert!(none.starts_with("6 documents, 0 in 0 clusters\n"), "{none}");
}

#[test]
fn clusters_of_a_scan_are_for_json() {
    let output = run(&library(), &["scan", ".", "--clusters"]);
    let reason = "--clusters is for --format json; `shingle clusters DIR` prints them for people";
    assert_eq!((output.code, output.err), (Some(2), format!("shingle: {reason}\n")));
}

#[test]
fn a_scan_tells_the_same_clusters_beside_its_pairs() {
    let alone = json(&library(), &["clusters", "."]);
    let both = json(&library(), &["scan", ".", "--clusters"]);
    for field in ["parameters", "clusters", "clusters_found", "documents_found", "warnings"] {
        assert_eq!(alone[field], both[field]);
    }
    let scan = json(&library(), &["scan", "."]);
    assert_eq!(both["pairs"], scan["pairs"]);
    assert!(scan.get("clusters").is_none());
}

#[test]
fn sketch_files_have_the_clusters_of_their_folder() {
    let out = folder(&[]);
    let file = out.path().join("sketches");
    let file = file.to_str().unwrap();
    for made in [&[][..], &["--sketch", "minhash"], &["--sketch", "supershingle", "-w", "1"]] {
        let written = [&["sketch", ".", "--force", "-o", file][..], made].concat();
        assert_eq!(run(&library(), &written).code, Some(0), "{made:?}");
        let asked = &["--format", "json"][..];
        let of_files = [&["scan", "--sketches", file, "--clusters"][..], asked].concat();
        let of_folder = [&["scan", ".", "--clusters"][..], made, asked].concat();
        let output = printed(&library(), &of_files);
        assert_eq!(output, run(&library(), &of_folder).out, "{made:?}");
        let found: serde_json::Value = serde_json::from_str(&output).unwrap();
        assert!(found["clusters_found"].as_u64() > Some(0), "{output}");
        let of_files = [&["clusters", "--sketches", file][..], asked].concat();
        let of_folder = [&["clusters", "."][..], made, asked].concat();
        assert_eq!(printed(&library(), &of_files), run(&library(), &of_folder).out);
        let of_folder = run(&library(), &[&["clusters", "."][..], made].concat()).out;
        assert_eq!(run(&library(), &["clusters", "--sketches", file]).out, of_folder);
    }
    for (args, said) in [
        (&["clusters"][..], "<IN... | --sketches FILE...>"),
        (&["clusters", ".", "--sketches", file], "cannot be used with"),
    ] {
        let output = run(&library(), args);
        assert_eq!(output.code, Some(2), "{args:?}");
        assert!(output.err.contains(said), "{}", output.err);
    }
}

#[test]
fn estimates_are_marked_as_such() {
    let dir = chain(4);
    let args = ["clusters", ".", "-t", "20%"];
    let counted = printed(dir.path(), &args);
    assert!(counted.contains(", weakest link "), "{counted}");
    assert!(!counted.contains('≈'), "{counted}");
    let estimated = printed(dir.path(), &[&args[..], &["--sketch", "minhash"]].concat());
    assert!(estimated.contains(", weakest link ≈"), "{estimated}");
}

#[test]
fn copies_have_the_number_of_their_text() {
    let dir =
        folder(&[("a", "one two three"), ("b", "one two three"), ("c", "one two three four")]);
    let output = json(dir.path(), &["clusters", ".", "--stop-words", "off"]);
    let members = output["clusters"][0]["members"].as_array().unwrap();
    let members: Vec<_> = members
        .iter()
        .map(|one| (one["path"].as_str().unwrap(), one["text"].as_u64().unwrap()))
        .collect();
    assert_eq!(members, [("a", 1), ("b", 1), ("c", 2)]);
}
