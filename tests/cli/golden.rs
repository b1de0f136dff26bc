//! Complete outputs, kept as snapshots and read by a person when they change. Single fields are tested in other files.

use insta::assert_snapshot;

use crate::support::{Run, folder, json, library, printed, run, run_with_input};

/// Both streams and the exit code of a run in the library.
fn output(args: &[&str]) -> String {
    shown(&run(&library(), args))
}

fn shown(run: &Run) -> String {
    format!("{}--- standard error\n{}--- exit code {}", run.out, run.err, run.code.unwrap())
}

#[test]
fn scan_prints_a_table_for_people() {
    assert_snapshot!(output(&["scan", "."]));
}

#[test]
fn scan_prints_json() {
    assert_snapshot!(output(&["scan", ".", "--format", "json"]));
}

#[test]
fn scan_prints_ndjson() {
    assert_snapshot!(output(&["scan", ".", "--format", "ndjson"]));
}

#[test]
fn scan_prints_csv() {
    assert_snapshot!(output(&["scan", ".", "--format", "csv"]));
}

#[test]
fn scan_of_a_folder_without_matches_says_how_much_was_compared() {
    assert_snapshot!(output(&["scan", "notes", "-t", "100%"]));
}

#[test]
fn clusters_prints_blocks_for_people() {
    assert_snapshot!(output(&["clusters", ".", "--linkage", "average"]));
}

#[test]
fn clusters_prints_json() {
    assert_snapshot!(output(&["clusters", ".", "--format", "json"]));
}

#[test]
fn compare_prints_the_passages() {
    assert_snapshot!(output(&["compare", "ferry.txt", "notes/rearranged.txt"]));
}

#[test]
fn compare_prints_json_with_passages() {
    assert_snapshot!(output(&["compare", "ferry.txt", "notes/rearranged.txt", "--format", "json"]));
}

#[test]
fn compare_prints_one_line_of_ndjson() {
    assert_snapshot!(output(&[
        "compare",
        "ferry.txt",
        "notes/rearranged.txt",
        "--format",
        "ndjson"
    ]));
}

#[test]
fn compare_prints_csv() {
    assert_snapshot!(output(&["compare", "ferry.txt", "notes/rearranged.txt", "--format", "csv"]));
}

#[test]
fn compare_explains_every_stage() {
    assert_snapshot!(output(&["compare", "postcard.txt", "ferry-edited.txt", "--explain"]));
}

#[test]
fn compare_explains_sampling_by_a_named_hash() {
    let args = ["--explain", "--hash", "crc32", "--modulo", "2", "--width", "4"];
    assert_snapshot!(output(&[&["compare", "postcard.txt", "ferry.txt"][..], &args].concat()));
}

#[test]
fn compare_explains_sketches() {
    let args = ["--explain", "--sketch", "minhash", "--functions", "8", "--family", "md5"];
    assert_snapshot!(output(&[&["compare", "postcard.txt", "ferry.txt"][..], &args].concat()));
    let args = ["--explain", "--sketch", "megashingle", "-t", "0"];
    let all = output(&[&["compare", "ferry.txt", "ferry-edited.txt"][..], &args].concat());
    let sketches = all.split("== sketches\n").nth(1).unwrap();
    assert_snapshot!("compare_explains_megashingles", sketches);
}

#[test]
fn compare_names_the_bytes_that_it_could_not_decode() {
    assert_snapshot!(output(&["compare", "damaged.txt", "orchard.html"]));
}

#[test]
fn query_leaves_out_the_file_itself() {
    assert_snapshot!(output(&["query", "ferry.txt", "--in", "."]));
}

#[test]
fn query_prints_json() {
    assert_snapshot!(output(&["query", "postcard.txt", "--in", ".", "--format", "json"]));
}

#[test]
fn query_takes_a_file_from_outside() {
    assert_snapshot!(output(&["query", "postcard.txt", "--in", "notes"]));
}

#[test]
fn query_takes_standard_input() {
    let text = "It said that the sea would carry them home before the tide turned, and it did.";
    assert_snapshot!(shown(&run_with_input(
        &library(),
        &["query", "-", "--in", ".", "--format", "ndjson"],
        text.as_bytes(),
    )));
}

#[test]
fn lab_prints_tables_for_people() {
    assert_snapshot!(output(&["lab", ".", "--no-times", "--pairs", "3"]));
}

#[test]
fn lab_prints_json() {
    let mut output = json(&library(), &["lab", ".", "--no-times", "--pairs", "1"]);
    for row in output["widths"]["rows"].as_array_mut().unwrap() {
        let counts = row.as_object_mut().unwrap().remove("histogram").unwrap();
        assert_eq!(counts.as_array().map(Vec::len), Some(101));
    }
    assert_snapshot!(serde_json::to_string_pretty(&output).unwrap());
}

#[test]
fn lab_judges_labelled_pairs() {
    assert_snapshot!(output(&["lab", ".", "--labels", "../labels.tsv"]));
}

#[test]
fn the_preset_phpir_is_printed_in_full() {
    assert_snapshot!(output(&["scan", ".", "--preset", "phpir"]));
}

#[test]
fn the_preset_php_shingles_is_printed_in_full() {
    assert_snapshot!(output(&["scan", ".", "--preset", "php-shingles"]));
}

#[test]
fn the_preset_node_is_printed_in_full() {
    let dir = folder(&[
        (
            "a.txt",
            "<p>The keeper says: “Two ferries will stay at the old pier for $ 3.50”, and families \
             of young\n children get tickets because Anna&rsquo;s boats carry these guests.</p>",
        ),
        (
            "b.txt",
            "Oh, the storm is over! “Two ferries will stay at the old pier for $ 3.50” (and to the \
             families of children, too).",
        ),
    ]);
    let args = ["compare", "a.txt", "b.txt", "--preset", "node", "--language", "en", "--explain"];
    assert_snapshot!(shown(&run(dir.path(), &[&args[..], &["--width", "4"]].concat())));
}

#[test]
fn the_preset_minhash84_is_printed_in_full() {
    assert_snapshot!(output(&["scan", ".", "--preset", "minhash84", "-w", "3"]));
}

#[test]
fn teach_prints_the_whole_lesson_where_there_is_no_terminal() {
    let all = output(&["teach", "postcard.txt", "ferry.txt", "-m", "2"]);
    let (stages, pitfalls) = all.split_once("== 13. ").unwrap();
    assert_snapshot!(stages);
    assert!(pitfalls.contains("== 17. "));
    let default = printed(&library(), &["teach"]);
    assert!(default.contains("3 / 23") && default.contains("4 / 22 = 18.18%"), "{default}");
    assert_eq!(printed(&library(), &["teach", "--format", "text"]), default);
}

#[test]
fn the_program_alone_says_in_ten_lines_how_to_begin() {
    let alone = run(&library(), &[] as &[&str]);
    assert!(alone.err.lines().count() <= 10, "{}", alone.err);
    assert_snapshot!("alone", shown(&alone));
}

#[test]
fn the_long_help_names_every_option_and_the_short_ones_what_one_needs_most() {
    assert_snapshot!("help", printed(&library(), &["--help"]));
    assert_snapshot!("help-short", printed(&library(), &["-h"]));
    for (name, args) in [
        ("help-scan", ["scan", "-h"]),
        ("help-clusters", ["clusters", "-h"]),
        ("help-compare", ["compare", "-h"]),
        ("help-query", ["query", "-h"]),
        ("help-sources", ["sources", "-h"]),
        ("help-passages", ["passages", "-h"]),
        ("help-report", ["report", "-h"]),
        ("help-sketch", ["sketch", "-h"]),
        ("help-lab", ["lab", "-h"]),
        ("help-teach", ["teach", "-h"]),
    ] {
        assert_snapshot!(name, printed(&library(), &args));
    }
}
