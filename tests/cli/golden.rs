//! Complete outputs: one of each format, kept as a snapshot and read by a person when it changes; and of the others what they
//! are about. Single fields are tested in other files.

use insta::assert_snapshot;

use crate::support::{Run, folder, json, library, printed, run, run_with_input};

/// Both streams and the exit code of a run in the library.
fn output(args: &[&str]) -> String {
    shown(&run(&library(), args))
}

fn shown(run: &Run) -> String {
    format!("{}--- standard error\n{}--- exit code {}", run.out, run.err, run.code.unwrap())
}

/// Fails where one of these texts is not in an output.
#[track_caller]
fn has(output: &str, texts: &[&str]) {
    for text in texts {
        assert!(output.contains(text), "no {text:?} in:\n{output}");
    }
}

/// What is said of the files of the library that are not read, or not wholly.
const LOSSY: &str = "shingle: damaged.txt: lossy: 1 byte could not be decoded as UTF-8; if that is the \
                     wrong encoding, name another with --encoding\n";
const SKIPPED: &str = "shingle: picture.png: skipped: binary: PNG image\n";

/// What follows the table of a run over the whole library.
fn ends_well() -> String {
    format!("--- standard error\n{LOSSY}{SKIPPED}--- exit code 0")
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
    assert_eq!(
        output(&["scan", "notes", "-t", "100%"]),
        "2 documents, 0 pairs\nlanguages: 2 English\ncontainment at least 100%, width 3, modulo 1, \
         hash wide, words unicode, language auto, case unicode, stop-words inside, stem on\n\
         --- standard error\n--- exit code 0"
    );
}

#[test]
fn clusters_prints_blocks_for_people() {
    assert_snapshot!(output(&["clusters", "."]));
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
    let args = ["compare", "ferry.txt", "notes/rearranged.txt"];
    let line = printed(&library(), &[&args[..], &["--format", "ndjson"]].concat());
    assert_eq!(line.lines().count(), 1, "{line}");
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    let pair = &json(&library(), &args)["pair"];
    let fields = line.as_object().unwrap();
    assert_eq!(fields.len(), 16, "{line}");
    for (name, value) in
        fields.iter().filter(|(name, _)| !matches!(&***name, "a" | "b" | "passages"))
    {
        assert_eq!(value, &pair[name], "{name}");
    }
    assert_eq!((&line["a"], &line["b"]), (&"ferry.txt".into(), &"notes/rearranged.txt".into()));
    assert_eq!(
        line["passages"],
        serde_json::json!([{
            "id": "1", "a": [0, 296], "b": [0, 281], "words": 55, "alike": 39, "reordered": 20, "moved": false,
            "runs": [
                {"a": [4, 91], "b": [189, 276], "words": 16},
                {"a": [203, 284], "b": [3, 84], "words": 16},
            ],
        }])
    );
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
    let args =
        ["--explain", "--hash", "crc32", "--modulo", "2", "--width", "4", "--stop-words", "on"];
    has(
        &output(&[&["compare", "postcard.txt", "ferry.txt"][..], &args].concat()),
        &[
            "1. text: 62 bytes, read as UTF-8, language English\n",
            "           12-17  asked → ask\n",
            "3. shingles of 4 words: 3, of which modulo 2 keeps 1 distinct one (crc32 hash)\n",
            "       1        2522795421  ask everybodi stay calm  (left out: hash mod 2 = 1)\n",
            "       2         699975600  everybodi stay calm went  (in both texts)\n",
            "3. shingles of 4 words: 28, of which modulo 2 keeps 15 distinct ones (crc32 hash)\n",
            "      15        2522795421  ask everybodi stay calm  (left out: hash mod 2 = 1)\n",
            "      16         699975600  everybodi stay calm went  (in both texts)\n",
            "      17        1818807434  stay calm went came  (only in this text)\n",
            "4. sets: 1 kept shingle in a, 15 in b, 1 in both, 15 in either\n",
            "5. containment: shared / a = 1 / 1 = 100%; reaches the threshold of 20%\n",
            "containment at least 20%, width 4, modulo 2, hash crc32, ",
        ],
    );
}

#[test]
fn compare_explains_sketches() {
    let args = ["--explain", "--sketch", "minhash", "--functions", "8", "--family", "md5"];
    assert_snapshot!(output(&[&["compare", "postcard.txt", "ferry.txt"][..], &args].concat()));
    let args = ["--explain", "--sketch", "megashingle", "-t", "0", "--stop-words", "on"];
    let all = output(&[&["compare", "ferry.txt", "ferry-edited.txt"][..], &args].concat());
    let sketches = all.split("== sketches\n").nth(1).unwrap();
    let functions =
        sketches.lines().filter(|line| line.contains("  |  ") && !line.contains("supershingle"));
    assert!(functions.count() >= 84, "{sketches}");
    has(
        sketches,
        &[
            "      63  0155770c  stop captain ask  |  0afb0c4c  stay calm went\n",
            "      64  1a9529db  hand said sea  |  the same\n",
            "   supershingle of functions  0 to 13  010f23cd5a887675  |  febba5eec3a9bde2\n",
            "   supershingle of functions 70 to 83  6e8e43c247ff963b  |  545a994d956dc2b0\n",
            "   0 of 6 supershingles agree, 0 of 15 megashingles\n",
            "7. estimate by the sketches: 0%; reaches the threshold of 0%\n",
        ],
    );
}

#[test]
fn compare_names_the_bytes_that_it_could_not_decode() {
    has(
        &output(&["compare", "damaged.txt", "orchard.html"]),
        &[
            "a  damaged.txt  (37 words, 17 shingles, UTF-8, English, 1 byte not decoded)\n",
            "b  orchard.html  (18 words, 9 shingles, UTF-8, English)\n",
            "   1     17    all           1           3  Apples» are picked by hand in our orchard — because ",
            &format!("--- standard error\n{LOSSY}--- exit code 0"),
        ],
    );
}

#[test]
fn query_leaves_out_the_file_itself() {
    has(
        &output(&["query", "ferry.txt", "--in", "."]),
        &[
            " score  a in b  b in a   shared  documents\n\
             \u{20} 100%    100%    100%       29  = notes/ferry-copy.md\n\
             \u{20}93.1%   93.1%   93.1%       27  ferry-edited.txt\n\
             62.07%  62.07%  66.67%       18  notes/rearranged.txt\n\n\
             ferry.txt against 9 documents (1 lossy; 1 other file: 1 image), 3 matches\n\
             languages: 6 English, 2 Russian\n",
            &ends_well(),
        ],
    );
}

#[test]
fn query_prints_json() {
    assert_snapshot!(output(&["query", "postcard.txt", "--in", ".", "--format", "json"]));
}

#[test]
fn query_takes_a_file_from_outside() {
    has(
        &output(&["query", "postcard.txt", "--in", "notes"]),
        &[
            "  100%    100%  17.24%        5  ferry-copy.md\n\n\
             postcard.txt against 2 documents, 1 match\nlanguages: 2 English\n",
            "--- standard error\n--- exit code 0",
        ],
    );
}

#[test]
fn query_takes_standard_input() {
    let text = "It said that the sea would carry them home before the tide turned, and it did.";
    let args = ["query", "-", "--in", ".", "--format", "ndjson", "--stop-words", "on"];
    let run = run_with_input(&library(), &args, text.as_bytes());
    assert_eq!((run.code, run.err), (Some(0), format!("{LOSSY}{SKIPPED}")));
    let found = run.out.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["a"], "-");
        assert_eq!(
            (&line["shared"], &line["a_shingles"], &line["a_words"]),
            (&5.into(), &5.into(), &7.into())
        );
        assert_eq!((&line["score"], &line["exact_copy"]), (&1.0.into(), &false.into()));
        line["b"].as_str().unwrap().to_string()
    });
    assert_eq!(
        found.collect::<Vec<_>>(),
        ["ferry-edited.txt", "ferry.txt", "notes/ferry-copy.md", "notes/rearranged.txt"]
    );
}

#[test]
fn lab_prints_tables_for_people() {
    assert_snapshot!(output(&["lab", ".", "--pairs", "3"]));
}

#[test]
fn lab_prints_json() {
    let mut output = json(&library(), &["lab", ".", "--pairs", "1"]);
    for row in output["widths"]["rows"].as_array_mut().unwrap() {
        let counts = row.as_object_mut().unwrap().remove("histogram").unwrap();
        assert_eq!(counts.as_array().map(Vec::len), Some(101));
    }
    assert_snapshot!(serde_json::to_string_pretty(&output).unwrap());
}

#[test]
fn lab_judges_labelled_pairs() {
    let output = output(&["lab", ".", "--labels", "../labels.tsv"]);
    assert!(output.starts_with("7 labelled pairs: 4 are 1, 3 are 0\n"), "{output}");
    for (words, last) in [
        ("stop-words inside, stem on", "0.8750"),
        ("stop-words inside, stem off", "0.8750"),
        ("stop-words off, stem on", "0.8750"),
        ("stop-words off, stem off", "0.8750"),
    ] {
        let table = output.split(&format!("AUC with {words}\n\n")).nth(1).unwrap();
        let rows: Vec<&str> = table.lines().take(13).collect();
        assert_eq!(rows[0], "width  jaccard    dice  containment  overlap  per-word");
        assert_eq!(rows[1], "    1   1.0000  1.0000       1.0000   1.0000    1.0000");
        assert_eq!(rows[12], format!("   12   {last}  {last}       {last}   {last}    {last}"));
    }
    has(
        &output,
        &[
            "rank  width  stop-words  stem      measure     AUC       ±      AP      F1  threshold   recall (95 %)  precision (95 %)\n",
            "   1      1      inside    on      jaccard  1.0000  0.0000  1.0000  1.0000     19.35%  100% (51–100%)    100% (51–100%)\n",
            "  13      3      inside    on  containment  1.0000  0.0000  1.0000  1.0000     66.67%  100% (51–100%)    100% (51–100%)  set, recommended\n",
            "AUC: how often a pair labelled 1 scores more than one labelled 0, an equal score counted half.",
            &ends_well(),
        ],
    );
}

#[test]
fn the_preset_phpir_has_its_pairs_and_names_its_parameters() {
    has(
        &output(&["scan", ".", "--preset", "phpir"]),
        &[
            " score  a in b  b in a   shared  documents\n\
             \u{20} 100%    100%    100%       22  = 2 copies: ferry.txt, notes/ferry-copy.md\n\
             \u{20} 100%  41.67%    100%        5  damaged.txt  orchard.html\n\
             \u{20} 100%  18.18%    100%        4  ferry.txt (+1 copy)  postcard.txt\n\
             95.24%  95.24%  90.91%       20  ferry-edited.txt  ferry.txt (+1 copy)\n\n\
             10 documents, 3 of them empty (1 lossy; 1 other file: 1 image), 6 pairs\n\
             containment more than 80%, width 4, modulo 3, hash md5-28, words phpir, language auto, \
             case ascii, stop-words off, stem off, preset phpir\n",
            &ends_well(),
        ],
    );
}

#[test]
fn the_preset_php_shingles_has_its_pairs_and_names_its_parameters() {
    has(
        &output(&["scan", ".", "--preset", "php-shingles"]),
        &[
            "90.91%    100%    100%       20  = 2 copies: parom-1251.txt, parom.txt\n\
             92.16%     94%  95.92%       47  ferry.txt  notes/ferry-copy.md\n\
             90.38%     94%     94%       47  ferry-edited.txt  ferry.txt\n",
            "72.73%  16.33%  88.89%        8  notes/ferry-copy.md  postcard.txt\n",
            "45.45%     10%  55.56%        5  ferry-edited.txt  postcard.txt\n\n\
             10 documents, 1 of them empty (1 lossy; 1 other file: 1 image), 11 pairs\n\
             per-word more than 10%, width 3, modulo 1, hash crc32, words spaces, language auto, \
             case ascii, stop-words php-shingles, stem off, preset php-shingles\n",
            &ends_well(),
        ],
    );
}

#[test]
fn the_preset_node_tags_words_and_drops_parts_of_speech() {
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
    has(
        &shown(&run(dir.path(), &[&args[..], &["--width", "4"]].concat())),
        &[
            "1. text: 170 bytes, read as UTF-8, language English\n",
            "2. words: 26, of which 10 are left out by part of speech and 0 are stop words; 16 canonical words\n",
            "             3-6  The/DET  (left out: determiner)\n",
            "           27-34  ferries/NOUN → ferry  (singular)\n",
            "           56-60  pier/?\n",
            "           67-71  350/NUM\n",
            "         120-127  because/SCONJ  (left out: conjunction)\n",
            "         128-140  Annas/?\n",
            "2. words: 22, of which 10 are left out by part of speech and 0 are stop words; 12 canonical words\n",
            "             0-2  Oh/INTJ  (left out: interjection)\n",
            "           17-22  over!/?\n",
            "         112-115  too/ADV\n",
            "3. shingles of 4 words: 9, of which modulo 1 keeps 9 distinct ones (crc32 hash)\n",
            "       7        4082019159  pier 350 family children  (in both texts)\n",
            "5. dice: 2 · shared / (a + b) = 10 / 22 = 45.45%; reaches the threshold of 20%\n\
             dice at least 20%, width 4, modulo 1, hash crc32, words node, language en, case keep, \
             stop-words off, stem off, pos-removal on, preset node (changed)\n",
            "--- standard error\n--- exit code 0",
        ],
    );
}

#[test]
fn the_preset_minhash84_has_its_pairs_and_names_its_parameters() {
    has(
        &output(&["scan", ".", "--preset", "minhash84", "-w", "3"]),
        &[
            "  100%    100%    100%       29  = 2 copies: ferry.txt, notes/ferry-copy.md\n",
            "82.14%  89.66%  89.66%       26  ferry-edited.txt  ferry.txt (+1 copy)\n\
             42.86%  58.62%  65.38%       17  ferry.txt (+1 copy)  notes/rearranged.txt\n\
             40.48%  58.62%  65.38%       17  ferry-edited.txt  notes/rearranged.txt\n\
             40.48%  41.18%   87.5%        7  damaged.txt  orchard.html\n",
            "10 documents, 1 of them empty (1 lossy; 1 other file: 1 image), 8 pairs\n\
             languages: 7 English, 2 Russian\n\
             estimate and jaccard at least 20%, width 3, sketch minhash, functions 84, family fast, \
             verify on, modulo 1, hash wide, words unicode, language auto, case unicode, \
             stop-words on, stem on, preset minhash84 (changed)\n",
            &ends_well(),
        ],
    );
}

#[test]
fn teach_prints_the_whole_lesson_where_there_is_no_terminal() {
    let all = output(&["teach", "postcard.txt", "ferry.txt", "-m", "2"]);
    let (stages, pitfalls) = all.split_once("== 13. ").unwrap();
    assert_snapshot!(stages);
    assert!(pitfalls.contains("== 17. "));
    let published = printed(&library(), &["teach", "--preset", "php-shingles"]);
    assert!(published.contains("3 / 23") && published.contains("4 / 22 = 18.18%"), "{published}");
    let default = printed(&library(), &["teach"]);
    assert!(default.contains("The old ferry left") && !default.contains("Девушки! "), "{default}");
    assert_eq!(printed(&library(), &["teach", "--format", "text"]), default);
}

#[test]
fn teach_writes_a_handout_a_drawing_and_exercises_on_the_built_in_and_on_own_texts() {
    for own in [&[][..], &["postcard.txt", "ferry.txt"]] {
        let taught = |args: &[&str]| printed(&library(), &[&["teach"][..], own, args].concat());
        let page = taught(&["--format", "html"]);
        for step in 1..=22 {
            assert!(page.contains(&format!("<h2>{step}. ")), "{step}");
        }
        let answers = page.split("<h2>Answers</h2>").nth(1).unwrap();
        let asked = taught(&["--exercises", "questions"]);
        let number = answers.matches("<li>").count();
        assert!(number > 5 && asked.contains(&format!("\n{number}. ")), "{asked}");
        assert!(!page.contains("<script") && !page.contains("http-equiv=\"refresh\""));
        let both = taught(&["--exercises", "answers"]);
        assert!(both.lines().count() > asked.lines().count() && both.contains("336"));
        let drawing = taught(&["--format", "svg", "--at", "7"]);
        assert!(drawing.starts_with("<svg xmlns=") && drawing.contains("7. The score"));
    }
    let wrong = run(&library(), &["teach", "--format", "svg", "--at", "23"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("--at 23: no such step; expected 1 to 22"), "{}", wrong.err);
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
    for (command, usage, options) in [
        (
            "scan",
            "<IN... | --sketches FILE...>",
            "id sketches help include exclude records language stop-words stem width common measure \
             threshold preset clusters format top documents check strict decided",
        ),
        (
            "clusters",
            "<IN... | --sketches FILE...>",
            "id sketches help include exclude records language stop-words stem width common measure \
             threshold preset format top strict",
        ),
        (
            "compare",
            "<A> <B>",
            "explain help records language stop-words stem width measure threshold preset format \
             check strict",
        ),
        (
            "query",
            "<FILE> <--in IN | --sketches FILE...>",
            "id in sketches help include exclude records language stop-words stem width common measure \
             threshold preset format top documents check strict",
        ),
        (
            "sources",
            "<FILE> --in <DIR>",
            "in help include exclude records language stop-words stem width common preset format top \
             least strict",
        ),
        (
            "passages",
            "<DIR>",
            "help include exclude records language stop-words stem width common preset format top \
             least sort strict",
        ),
        (
            "report",
            "--output <FILE> <DIR>",
            "output force help include exclude records language stop-words stem width common measure \
             threshold preset title summary top decided fail-on strict",
        ),
        (
            "dedup",
            "<IN>...",
            "id keep against update output force help include exclude records language stop-words \
             stem width common measure threshold preset format check strict",
        ),
        (
            "sketch",
            "--output <FILE> <IN>...",
            "output force strict id help include exclude records language stop-words stem width preset",
        ),
        (
            "lab",
            "<DIR>",
            "help include exclude records language stop-words stem width measure threshold preset \
             format pairs labels columns strict",
        ),
        (
            "teach",
            "[A] [B]",
            "sandbox exercises help records language stop-words stem width measure threshold preset theme format at",
        ),
    ] {
        let help = printed(&library(), &[command, "-h"]);
        has(
            &help,
            &[
                &format!("\n\nUsage: shingle {command} [OPTIONS] {usage}\n"),
                "(see more with '--help')",
            ],
        );
        // An option stands at the beginning of a line, perhaps after its short name.
        let listed = help.lines().filter_map(|line| {
            let (before, name) = line.split_once("--")?;
            let is_first = before.trim().is_empty() || before.trim_start().starts_with('-');
            is_first.then(|| name.split([' ', '\n', '.']).next().unwrap())
        });
        assert_eq!(listed.collect::<Vec<_>>().join(" "), options, "{help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
        let long = printed(&library(), &[command, "--help"]);
        for option in options.split(' ') {
            assert!(long.contains(&format!("--{option}")), "{command} --{option}");
        }
    }
}
