//! The config file: its parameters apply unless options override them, and errors name the line.

use std::path::Path;

use serde_json::Value;

use crate::support::{command, folder, library, put, run};

fn parameters(config: &str, args: &[&str]) -> Value {
    let dir = folder(&[("config.toml", config), ("lists/mine.txt", "ferry\n")]);
    let file = dir.path().join("config.toml");
    let mut all =
        vec!["scan", ".", "--format", "json", "--config", file.to_str().unwrap(), "--allow-empty"];
    all.extend(args);
    let run = run(&library(), &all);
    assert_eq!(run.code, Some(0), "{config}: {}", run.err);
    serde_json::from_str::<Value>(&run.out).unwrap()["parameters"].clone()
}

fn refused(config: &str) -> String {
    let dir = folder(&[("config.toml", config)]);
    let run = run(dir.path(), &["scan", ".", "--config", "config.toml"]);
    assert_eq!((run.code, &*run.out), (Some(2), ""), "{config}: {}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    run.err
}

#[test]
fn a_config_file_sets_what_is_not_typed() {
    let config = "# mine\nwidth = 5\nthreshold = \"35%\"\nmeasure = 'dice'\nstem = \"off\"\nprojector = true\n";
    let output = parameters(config, &["-w", "2"]);
    assert_eq!(
        (&output["width"], &output["measure"], &output["stem"]),
        (&2.into(), &"dice".into(), &"off".into())
    );
    assert_eq!(output["threshold"], 0.35);
    assert_eq!(parameters(config, &["--stem=on", "--stem=off", "--stem=on"])["stem"], "on");
}

#[test]
fn keys_of_the_file_are_refused_with_their_line() {
    let refused = |keys: &str| refused(&format!("width = 4\n\n{keys}"));
    for (keys, line, said) in [
        (
            "[keys]\n\"e\" = \"editor\"\n\"Ctrl-x\" = \"stem\"\n\"Ctrl-X\" = \"words\"\n",
            6,
            "earlier line",
        ),
        ("[keys]\n\"e\" = \"editor\"\n\"e\" = \"stem\"\n", 5, "duplicate key"),
        ("[keys]\n\"e\" = \"nothing\"\n", 4, "no key does \"nothing\""),
        ("[keys]\n\"Enter\" = \"stem\"\n", 4, "expected one character"),
        ("[keys]\nCtrl-C = \"stem\"\n", 4, "cannot be changed"),
        ("[keys]\ne = 4\n", 4, "expected the name"),
        ("keys = \"e\"\n", 3, "expected a table"),
    ] {
        let said_all = refused(keys);
        assert!(
            said_all.contains(&format!("config.toml:{line}: ")) && said_all.contains(said),
            "{said_all}"
        );
    }
    let output = parameters("width = 4\n[keys]\n\"e\" = \"editor\"\n", &[]);
    assert_eq!(output["width"], 4);
}

#[test]
fn globs_of_the_file_hold_until_some_are_typed() {
    let config = "include = ['*.txt', '*.md']\nexclude = 'draft*'\n";
    let output = parameters(config, &[]);
    assert_eq!(output["include"], serde_json::json!(["*.txt", "*.md"]));
    assert_eq!(output["exclude"], serde_json::json!(["draft*"]));
    let output = parameters(config, &["--include", "a*"]);
    assert_eq!(output["include"], serde_json::json!(["a*"]));
    assert_eq!(output["exclude"], serde_json::json!(["draft*"]));
    let bad = refused("width = 4\nexclude = ['*.md', '[z-a]']\n");
    assert!(bad.contains("config.toml:2: ") && bad.contains("--exclude"), "{bad}");
}

#[test]
fn a_number_with_a_point_is_read_however_toml_lets_it_be_written() {
    for written in ["0.125", "+0.125", "1_2.5e-2", "125E-3"] {
        let output = parameters(&format!("threshold = {written}\n"), &[]);
        assert_eq!(output["threshold"], 0.125, "{written}");
    }
}

#[test]
fn a_whole_number_may_be_written_in_any_base_that_the_file_format_has() {
    for written in ["16", "1_6", "+16", "0x10", "0o20", "0b1_0000"] {
        assert_eq!(parameters(&format!("width = {written}\n"), &[])["width"], 16, "{written}");
    }
}

#[test]
fn a_preset_that_is_typed_goes_before_the_parameters_of_the_file() {
    let output = parameters("width = 9\nencoding = \"koi8-r\"\n", &["--preset", "phpir"]);
    assert_eq!((&output["width"], &output["modulo"]), (&4.into(), &3.into()));
    assert_eq!(output["encoding"], "KOI8-R");
    let output = parameters("preset = \"phpir\"\nwidth = 9\n", &[]);
    assert_eq!((&output["width"], &output["modulo"]), (&9.into(), &3.into()));
}

#[test]
fn a_list_of_stop_words_is_sought_beside_the_config_file() {
    for named in ["on", "inside", "off", "php-shingles"] {
        let output = parameters(&format!("stop-words = \"{named}\"\n"), &[]);
        assert_eq!(output["stop-words"], named);
    }
    let output = parameters("stop-words-add = \"lists/mine.txt\"\n", &[]);
    assert!(output["stop-words-add"].as_str().unwrap().ends_with("lists/mine.txt"), "{output}");
}

#[test]
fn what_a_command_cannot_use_of_the_file_rests_there() {
    let text = "one two three four five six seven";
    let dir = folder(&[
        ("config.toml", "common = 0.1\ntemplate = 'lists/mine.txt'\nfunctions = 20\nstep = 3\n"),
        ("lists/mine.txt", "one two three\n"),
        ("a.txt", text),
        ("b.txt", text),
    ]);
    let output = |args: &[&str]| {
        let all = [args, &["--format", "json", "--config", "config.toml"]].concat();
        let run = run(dir.path(), &all);
        assert_eq!(run.code, Some(0), "{args:?}: {}", run.err);
        serde_json::from_str::<Value>(&run.out).unwrap()["parameters"].clone()
    };
    let compared = output(&["compare", "a.txt", "b.txt"]);
    assert_eq!((&compared["common"], &compared["functions"]), (&Value::Null, &Value::Null));
    assert_eq!(compared["template"].as_array().unwrap().len(), 1);
    let scanned = output(&["scan", "."]);
    assert_eq!((&scanned["common"], &scanned["step"]), (&0.1.into(), &3.into()));
    let estimated = output(&["scan", ".", "--sketch", "minhash"]);
    assert_eq!((&estimated["common"], &estimated["functions"]), (&Value::Null, &20.into()));
    assert_eq!(estimated["template"], serde_json::json!([]));
    assert_eq!(output(&["scan", ".", "--sketch", "supershingle"])["functions"], 84);
    assert_eq!(output(&["scan", ".", "-w", "2"])["step"], 2);
    // Options of the command line must still have an effect.
    for (typed, said) in [
        (&["--functions", "30"][..], "--functions is for --sketch minhash"),
        (&["--sketch", "minhash", "--common", "5%"], "--common needs --sketch modulo"),
        (&["-w", "2", "--step", "3"], "--step 3: expected 1"),
    ] {
        let all = [&["scan", ".", "--config", "config.toml"], typed].concat();
        let run = run(dir.path(), &all);
        assert_eq!(run.code, Some(2), "{typed:?}");
        assert!(run.err.starts_with(&format!("shingle: {said}")), "{typed:?}: {}", run.err);
    }
}

#[test]
fn what_is_left_out_is_typed_over_the_file() {
    let config = "common = 0.1\ntemplate = 'lists/mine.txt'\n";
    let output = parameters(config, &["--common", "off", "--template", "off"]);
    assert_eq!((&output["common"], &output["template"]), (&Value::Null, &serde_json::json!([])));
    let output = parameters(config, &["--template", "ferry.txt"]);
    assert_eq!(output["template"], serde_json::json!(["ferry.txt"]));
    let output = parameters("common = 'off'\ntemplate = 'off'\n", &[]);
    assert_eq!((&output["common"], &output["template"]), (&Value::Null, &serde_json::json!([])));
}

#[test]
fn help_is_there_whatever_the_file_says() {
    let dir = folder(&[("config.toml", "width = \n")]);
    let run = run(dir.path(), &["scan", "--help", "--config", "config.toml"]);
    assert_eq!((run.code, &*run.err), (Some(0), ""));
}

#[test]
fn what_is_wrong_is_reported_with_its_line() {
    for (config, line, said) in [
        ("\nwidht = 3\n", 2, "the nearest name is width"),
        ("width = 99\n", 1, "from 1 to 50"),
        ("stem = true\n", 1, "'true' for '--stem"),
        ("width = \"4\\n5\"\n", 1, "'4␊5'"),
        ("stem = \"\\u001b[31mred\"\n", 1, "'␛[31mred'"),
        ("\"wi\\u001bdth\" = 3\n", 1, "`wi␛dth`"),
        ("width = [1, 2]\n", 1, "width"),
        ("width = []\n", 1, "width"),
        ("template = [[\"a\", \"b\"]]\n", 1, "template"),
        ("projector = 3\n", 1, "true or false"),
        ("stem = \"on\"\nwidth = \n", 2, "width"),
        ("stem = on\n", 1, "stem"),
        ("width = 3,5\n", 1, "width"),
        ("width = 3\n\nwidth = 4\n", 3, "duplicate"),
        ("template = [\"off\", \"a\"]\n", 1, "template: off"),
        ("width = 0x40\n", 1, "'64' for '--width"),
        ("width = 0xffff_ffff_ffff_ffff_ffff\n", 1, "'0xffffffffffffffffffff'"),
        ("width = -1\n", 1, "'-1' for '--width"),
        ("[a]\nb = 1\n", 1, "`a`"),
        // Options of single commands are not parameters.
        ("format = \"json\"\n", 1, "`format`"),
        ("\nstop-words = \"none.txt\"\n", 2, "stop-words: none.txt"),
        ("\n\nstop-words-add = \"none.txt\"\n", 3, "stop-words-add: none.txt"),
        ("template = \"none.txt\"\n", 1, "template: none.txt"),
    ] {
        let told = refused(config);
        assert!(told.starts_with(&format!("shingle: config.toml:{line}: ")), "{config:?}: {told}");
        assert!(told.contains(said), "{config:?}: {told}");
    }
    // For a file from the command line, the error has no line.
    let dir = folder(&[("config.toml", "width = 3\nstop-words = \"none.txt\"\n")]);
    let args = ["scan", ".", "--config=config.toml", "--stop-words"];
    let said = run(dir.path(), &[&args[..], &["nowhere"]].concat()).err;
    assert!(said.starts_with("shingle: --stop-words nowhere: no such file"), "{said}");
    assert_eq!(run(dir.path(), &[&args[..], &["off"]].concat()).code, Some(0));
    let dir = folder(&[]);
    put(dir.path(), "config.toml", b"width = 3 # \xff\n");
    let said = run(dir.path(), &["scan", ".", "--config=config.toml"]).err;
    assert!(said.contains("config.toml: not UTF-8"), "{said}");
    let said = run(dir.path(), &["scan", ".", "--config", "nothing.toml"]).err;
    assert!(
        said.starts_with("shingle: --config nothing.toml: no such file; expected a config file")
    );
    let mut command = command(dir.path(), &["scan", "."]);
    let output = command.env("SHINGLE_CONFIG", "/nope").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let expected = "shingle: SHINGLE_CONFIG=/nope: no such file; expected a config file\n";
    assert_eq!((output.status.code(), &*said), (Some(2), expected));
}

#[test]
fn the_usual_file_is_read_unless_none_is_wanted() {
    let home = folder(&[
        (".config/shingle/config.toml", "width = 7\n"),
        ("else/shingle/config.toml", "width = 8\n"),
    ]);
    let scan = |set: &[(&str, &Path)], args: &[&str]| {
        let mut all = vec!["scan", ".", "--format", "json"];
        all.extend(args);
        let mut command = command(&library(), &all);
        command.env_remove("SHINGLE_CONFIG").env_remove("XDG_CONFIG_HOME").env("HOME", home.path());
        let output = command.envs(set.iter().copied()).output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["parameters"]["width"].clone()
    };
    let other = home.path().join("else");
    assert_eq!(scan(&[], &[]), 7);
    assert_eq!(scan(&[], &["--no-config"]), 3);
    assert_eq!(scan(&[("XDG_CONFIG_HOME", &other)], &[]), 8);
    assert_eq!(scan(&[("SHINGLE_CONFIG", Path::new(""))], &[]), 3);
    assert_eq!(scan(&[("SHINGLE_CONFIG", &other.join("shingle/config.toml"))], &[]), 8);
    let [first, last] = [home.path().join(".config"), other.clone()]
        .map(|place| place.join("shingle/config.toml").to_str().unwrap().to_string());
    assert_eq!(scan(&[], &["--config", &first, "--config", &last]), 8);
    // The config file is optional.
    assert_eq!(scan(&[("HOME", &other)], &[]), 3);
}

#[test]
fn the_built_in_example_of_the_lesson_is_counted_as_it_was_printed() {
    let dir = folder(&[
        ("config.toml", "width = 5\ncase = \"unicode\"\npreset = \"phpir\"\nstem = \"on\"\n"),
        ("a.txt", "one two three four five six seven"),
        ("b.txt", "one two three four five six eight"),
    ]);
    let output = |args: &[&str]| {
        let all = [&["teach", "--format", "text", "--config", "config.toml"], args].concat();
        run(dir.path(), &all).out
    };
    assert!(output(&[]).contains("A window of 3 words"), "{}", output(&[]));
    let published = ["--preset", "php-shingles"];
    assert!(output(&published).contains("3 / 23"));
    let mended = [&published[..], &["--case", "unicode"]].concat();
    assert!(output(&mended).contains("The score of this pair: 18.18%"));
    assert!(output(&["-w", "4"]).contains("A window of 4 words"));
    // The config file applies to the user's texts.
    assert!(output(&["a.txt", "b.txt"]).contains("A window of 5 words"));
}
