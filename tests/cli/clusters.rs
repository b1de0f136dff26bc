//! `shingle clusters`, and clusters in the output of a scan. `golden` has complete outputs.

use crate::support::{all_refused, at, folder, json, library, printed, run};

#[test]
fn top_prints_the_largest_and_says_how_many_there_are() {
    let output = json(&library(), "clusters . --top 1");
    let count = output["clusters"].as_array().unwrap().len();
    assert_eq!((count, &output["clusters_found"]), (1, &3.into()));
    let output = run(&library(), "clusters . --top 1").out;
    assert!(output.contains(" in 3 clusters (the largest 1 is shown; see --top)"), "{output}");
    let none = folder(&[("a.txt", "one two three"), ("b.txt", "four five six")]);
    let none = printed(none.path(), "clusters .");
    assert!(none.starts_with("2 documents, 0 in 0 clusters\n"), "{none}");
}

#[test]
fn sketch_files_have_the_clusters_of_their_folder() {
    let out = folder(&[]);
    let file = at(&out, "sketches");

    for made in ["", "--sketch minhash", "--sketch supershingle -w 1"] {
        let written = run(&library(), &format!("sketch . --force -o {file} {made}"));
        assert_eq!(written.code, Some(0), "{made}");
        for command in ["clusters --format json", "clusters"] {
            let of_folder = run(&library(), &format!("{command} . {made}")).out;
            let of_files = run(&library(), &format!("{command} --sketches {file}")).out;
            assert_eq!(of_files, of_folder, "{command} {made}");
        }
        let found = json(&library(), &format!("clusters --sketches {file}"));
        assert!(found["clusters_found"].as_u64() > Some(0), "{found}");
    }
    let both = format!(". --sketches {file}");
    let cases = [("", "<IN... | --sketches FILE...>"), (&both, "cannot be used with")];
    all_refused(&library(), "clusters", &cases);
}
