//! Parameters of `shingle lab`. Other tests check its numbers; `golden` has complete outputs.

use serde_json::Value;

use crate::support::{folder, json, library};

const LABELS: &str = "lab . --labels ../labels.tsv";

#[test]
fn the_set_parameters_are_marked_in_the_grid() {
    for (args, width, rest) in [
        ("", 3, ["containment", "on", "inside"]),
        // Adds a width outside the tried widths.
        ("-w 20 --measure dice --stem off --stop-words off", 20, ["dice", "off", "off"]),
        ("--preset minhash84", 10, ["jaccard", "on", "on"]),
    ] {
        let whole = json(&library(), &format!("{LABELS} {args}"));
        let grid = whole["grid"].as_array().unwrap();
        let marked: Vec<&Value> = grid.iter().filter(|cell| cell["set"] == true).collect();
        assert_eq!((marked.len(), &marked[0]["width"]), (1, &width.into()), "{args}");
        assert_eq!(["measure", "stem", "stop-words"].map(|name| &marked[0][name]), rest, "{args}");
    }
}

#[test]
fn a_folder_of_copies_recommends_no_width() {
    let text = "one two three four five six seven eight nine ten eleven twelve thirteen";
    let dir = folder(&[("a.txt", text), ("b.txt", text), ("c.txt", text)]);
    let whole = json(dir.path(), "lab . -w 5 --for dedup");
    assert_eq!(whole["widths"]["recommended"], Value::Null);
    assert_eq!(whole["command"], "shingle dedup . --width 5");
}

#[test]
fn for_dedup_the_defaults_of_dedup_apply_and_its_line_gives_the_same_parameters() {
    let whole = json(&library(), "lab . --for dedup");
    let dedup = json(&library(), "dedup . --format json")["parameters"].clone();
    for name in ["stop-words", "stem", "measure", "width"] {
        assert_eq!(whole["parameters"][name], dedup[name], "{name}");
    }
    let line = whole["command"].as_str().unwrap();
    let args = line.strip_prefix("shingle ").unwrap();
    assert!(args.starts_with("dedup ."), "{line}");
    let run = json(&library(), &format!("{args} --format json"))["parameters"].clone();
    let [width, threshold] =
        [&whole["widths"], &whole["thresholds"]].map(|one| &one["recommended"]);
    if *width == dedup["width"] && !threshold.is_null() {
        // Without a gap, the recommended threshold is a lower bound.
        let least = [threshold, &dedup["threshold"]].map(|one| one.as_f64().unwrap());
        assert_eq!(run["threshold"], least[0].max(least[1]));
    }
    assert!(width.is_null() || run["width"] == *width);
}
