//! A realistic course of 111 submissions: README's recipe finds exactly the planted cases.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{has, json, run};

#[path = "../../benches/common/dice.rs"]
#[allow(dead_code, reason = "benchmarks use the rest")]
mod dice;
#[path = "../../benches/common/course.rs"]
mod made;

/// Names of two submissions, in ascending order.
type Names = (String, String);

fn sorted(a: &str, b: &str) -> Names {
    let [a, b] = [a.min(b), a.max(b)].map(ToString::to_string);
    (a, b)
}

fn pairs(listed: &Value) -> BTreeSet<Names> {
    let name = |pair: &Value, side: &str| pair[side].as_str().unwrap().to_string();
    let pairs = listed["pairs"].as_array().unwrap();
    pairs.iter().map(|pair| sorted(&name(pair, "a"), &name(pair, "b"))).collect()
}

#[test]
fn the_recipe_finds_what_was_planted_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let course = made::Course::new();
    course.write(dir.path()).unwrap();
    assert_eq!(course.files.len(), 111);
    let planted = |kinds: &[&str]| -> BTreeSet<Names> {
        let cases = course.cases.iter().filter(|case| kinds.contains(&case.kind));
        cases.map(|case| sorted(&case.a, &case.b)).collect()
    };
    let all: BTreeSet<&str> = course.cases.iter().map(|case| case.kind).collect();
    let own = ["same-student", "unread"];
    let others: Vec<&str> = all.into_iter().filter(|kind| !own.contains(kind)).collect();

    let recipe = ["scan", "course", "--common", "auto", "--passage", "30", "--confusables", "on"];
    let rule = ["--skip-same", "*/{}_assignsubmission_file_/"];
    let listed = json(dir.path(), &[&recipe[..], &rule].concat());
    assert_eq!(pairs(&listed), planted(&others));
    assert_eq!(listed["pairs_left_out"], 2, "those of one student");
    let unread = listed["problems"].as_array().unwrap();
    let unread = unread.iter().map(|one| sorted(one["path"].as_str().unwrap(), ""));
    assert_eq!(unread.collect::<BTreeSet<_>>(), planted(&["unread"]));

    // The passage of a copied essay has an ignored declaration within.
    let report = ["report", "course", "--common", "auto", "--passage", "30", "-o", "-"];
    has(&run(dir.path(), &report).out, "433 words (58 ignored)");
    // A word that only one text ignores counts alike from both.
    for about in
        ["0412_assignsubmission_file_/essay.pdf", "0419_assignsubmission_file_/Essay final.docx"]
    {
        let about = format!("course/essay-1/Submission_{about}");
        let page = run(dir.path(), &[&report[..], &["--about", &about]].concat()).out;
        has(&page, "427 words (59 ignored): 377 unchanged");
    }

    let listed = json(dir.path(), &recipe);
    assert_eq!(pairs(&listed), planted(&[&others[..], &["same-student"]].concat()));

    // Cover sheets and chance raise no other pair to the threshold.
    let listed = json(dir.path(), &["scan", "course"]);
    assert!(pairs(&listed).is_subset(&planted(&[&others[..], &["same-student"]].concat())));
    assert!(pairs(&listed).is_superset(&planted(&[
        "copy",
        "copy-last-year",
        "paraphrase",
        "mosaic",
        "moved"
    ])));
}
