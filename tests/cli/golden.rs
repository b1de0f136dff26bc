//! Complete outputs: a snapshot for each format, reviewed on every change. Other tests check the main content or single
//! fields of other outputs.

use insta::assert_snapshot;

use crate::support::{Run, folder, library, printed, refused, run};

fn output(args: &str) -> String {
    shown(&run(&library(), args))
}

fn shown(run: &Run) -> String {
    format!("{}--- standard error\n{}--- exit code {}", run.out, run.err, run.code.unwrap())
}

#[test]
fn complete_outputs() {
    for (name, args) in [
        ("scan_prints_a_table_for_people", "scan ."),
        ("scan_prints_json", "scan . --format json"),
        ("scan_prints_ndjson", "scan . --format ndjson"),
        ("scan_prints_csv", "scan . --format csv"),
        ("clusters_prints_blocks_for_people", "clusters ."),
        ("clusters_prints_json", "clusters . --format json"),
        ("compare_prints_the_passages", "compare ferry.txt notes/rearranged.txt"),
        (
            "compare_prints_json_with_passages",
            "compare ferry.txt notes/rearranged.txt --format json",
        ),
        ("compare_prints_csv", "compare ferry.txt notes/rearranged.txt --format csv"),
        ("compare_prints_ndjson", "compare ferry.txt notes/rearranged.txt --format ndjson"),
        ("query_leaves_out_the_file_itself", "query ferry.txt --in ."),
        ("lab_prints_tables_for_people", "lab . --pairs 3"),
        ("lab_judges_labelled_pairs", "lab . --labels ../labels.tsv"),
    ] {
        assert_snapshot!(name, output(args));
    }
}

#[test]
fn without_a_terminal_teach_prints_the_whole_lesson() {
    let all = output("teach postcard.txt ferry.txt -m 2");
    assert!((1..=22).all(|step| all.contains(&format!("\n== {step}. "))), "{all}");
    let published = printed(&library(), "teach --preset php-shingles");
    assert!(published.contains("3 / 23") && published.contains("4 / 22 = 18.18%"), "{published}");
    let default = printed(&library(), "teach");
    assert!(default.contains("The old ferry left") && !default.contains("Девушки! "), "{default}");
    assert_eq!(printed(&library(), "teach --format text"), default);
}

#[test]
fn teach_writes_a_handout_a_drawing_and_exercises_on_the_built_in_and_on_own_texts() {
    for own in ["", "postcard.txt ferry.txt"] {
        let taught = |args: &str| printed(&library(), &format!("teach {own} {args}"));
        let page = taught("--format html");
        for step in 1..=22 {
            assert!(page.contains(&format!("<h2>{step}. ")), "{step}");
        }
        let answers = page.split("<h2>Answers</h2>").nth(1).unwrap();
        let handout = taught("--format html --exercises questions");
        assert!(handout.contains("<h2>22. ") && !handout.contains("<h2>Answers</h2>"));
        // Only the first step has its text and figure: the others show what their exercises ask.
        assert_eq!(handout.matches("<pre>").count(), 1);
        let asked = taught("--exercises questions");
        for text in [answers, &handout, &asked] {
            assert!(text.contains("22.1 "), "{text}");
        }
        assert!(!page.contains("<script") && !page.contains("http-equiv=\"refresh\""));
        let both = taught("--exercises answers");
        assert!(both.lines().count() > asked.lines().count() && both.contains("336"));
    }
    let dir = folder(&[]);
    let questions = "teach --format html --exercises questions";
    let written = format!("{questions} -o page.html");
    assert_eq!(printed(dir.path(), &written), "");
    let page = std::fs::read_to_string(dir.path().join("page.html")).unwrap();
    assert_eq!(page, printed(dir.path(), questions));
    assert!(refused(dir.path(), &written).contains("page.html"));
    assert_eq!(printed(dir.path(), &format!("{written} --force")), "");
    for (name, format) in [("by-name.html", "html"), ("a.htm", "html"), ("a.txt", "text")] {
        assert_eq!(printed(dir.path(), &format!("teach -o {name}")), "");
        let named = std::fs::read_to_string(dir.path().join(name)).unwrap();
        assert_eq!(named, printed(dir.path(), &format!("teach --format {format}")));
    }
    let error = refused(dir.path(), "teach -o lesson.pdf");
    assert!(error.contains("lesson.pdf") && !dir.path().join("lesson.pdf").exists(), "{error}");
}

#[test]
fn the_program_alone_says_in_ten_lines_how_to_begin() {
    let alone = run(&library(), &[] as &[&str]);
    assert!(alone.err.lines().count() <= 10, "{}", alone.err);
    assert_snapshot!("alone", shown(&alone));
}

#[test]
fn the_long_help_names_every_option_of_the_short_one() {
    let overview = printed(&library(), "--help");
    assert!(overview.lines().count() <= 40, "{overview}");
    assert_snapshot!("help", overview);
    assert_snapshot!("options", printed(&library(), "--generate options"));
    let commands = "scan clusters compare query sources passages report dedup sketch lab teach";
    for command in commands.split(' ') {
        let [short, long] = ["-h", "--help"].map(|help| printed(&library(), &[command, help]));
        // An option begins its line, or follows its short name.
        let listed = short.lines().filter_map(|line| {
            let (before, name) = line.split_once("--")?;
            let is_first = before.trim().is_empty() || before.trim_start().starts_with('-');
            is_first.then(|| name.split([' ', '\n', '.']).next().unwrap())
        });
        let listed: Vec<&str> = listed.collect();
        assert!(listed.len() > 10, "{command}: {listed:?}");
        let is_told = |option: &&str| long.contains(&format!("--{option}"));
        assert!(listed.iter().all(is_told), "{command}: {listed:?}");
        assert!(short.lines().all(|line| line.chars().count() <= 100), "{short}");
    }
}
