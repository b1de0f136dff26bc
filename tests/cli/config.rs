//! The config file: its parameters apply unless options override them, and errors name the line. Also the output of
//! `config`: a config file with every key, and the location of the config file.

use std::path::Path;

use serde_json::Value;

use crate::support::{
    all_refused, at, command, folder, has, json, library, printed, put, ran, run,
};

fn parameters(config: &str, args: &str) -> Value {
    let dir = folder(&[
        ("config.toml", config),
        ("lists/mine.txt", "ferry\n"),
        ("my-words.txt", "ferry\n"),
    ]);
    let file = at(&dir, "config.toml");
    json(&library(), &format!("scan . --config {file} --allow-empty {args}"))["parameters"].clone()
}

fn refused(config: &str) -> String {
    let dir = folder(&[("config.toml", config)]);
    let error = crate::support::refused(dir.path(), "scan . --config config.toml");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

#[test]
fn a_config_file_sets_what_the_command_line_does_not() {
    let config = "# mine\nwidth = 5\nthreshold = \"35%\"\nmeasure = 'dice'\nstem = \"off\"\nprojector = true\n";
    let output = parameters(config, "-w 2");
    let found = ["width", "measure", "stem", "threshold"].map(|name| output[name].clone());
    assert_eq!(found, [2.into(), "dice".into(), "off".into(), Value::from(0.35)]);
    assert_eq!(parameters(config, "--stem=on --stem=off --stem=on")["stem"], "on");
    for (name, config, value) in [("threshold", "0.125", 0.125), ("width", "0x10", 16.0)] {
        let output = parameters(&format!("{name} = {config}\n"), "");
        assert_eq!(output[name].as_f64(), Some(value), "{config}");
    }
}

#[test]
fn keys_of_the_file_are_refused_with_their_line() {
    for (keys, line, reason) in [
        ("\"e\" = \"editor\"\n\"Ctrl-x\" = \"stem\"\n\"Ctrl-X\" = \"words\"\n", 6, "earlier line"),
        ("\"e\" = \"editor\"\n\"e\" = \"stem\"\n", 5, "duplicate key"),
        ("e = 4\n", 4, "expected the name"),
    ] {
        let error = refused(&format!("width = 4\n\n[keys]\n{keys}"));
        let place = format!("config.toml:{line}: ");
        assert!(error.contains(&place) && error.contains(reason), "{error}");
    }
    has(&refused("width = 4\n\nkeys = \"e\"\n"), "config.toml:3: keys: expected a table");
    assert_eq!(parameters("width = 4\n[keys]\n\"e\" = \"editor\"\n", "")["width"], 4);
}

#[test]
fn globs_of_the_file_apply_unless_the_command_line_has_some() {
    let config = "include = ['*.txt', '*.md']\nexclude = 'draft*'\n";
    for (args, include) in [("", &["*.txt", "*.md"][..]), ("--include a*", &["a*"])] {
        let output = parameters(config, args);
        assert_eq!(output["include"], serde_json::json!(include));
        assert_eq!(output["exclude"], serde_json::json!(["draft*"]));
    }
    let bad = refused("width = 4\nexclude = ['*.md', '[z-a]']\n");
    assert!(bad.contains("config.toml:2: ") && bad.contains("--exclude"), "{bad}");
}

#[test]
fn a_preset_of_the_command_line_overrides_the_parameters_of_the_file() {
    let output = parameters("width = 9\nencoding = \"koi8-r\"\n", "--preset phpir");
    assert_eq!((&output["width"], &output["modulo"]), (&4.into(), &3.into()));
    assert_eq!(output["encoding"], "KOI8-R");
    let output = parameters("preset = \"phpir\"\nwidth = 9\n", "");
    assert_eq!((&output["width"], &output["modulo"]), (&9.into(), &3.into()));
}

#[test]
fn a_list_of_stop_words_is_beside_the_config_file() {
    let output = parameters("stop-words-add = \"lists/mine.txt\"\n", "");
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
    let output = |args: &str| {
        json(dir.path(), &format!("{args} --config config.toml"))["parameters"].clone()
    };
    let compared = output("compare a.txt b.txt");
    assert_eq!((&compared["common"], &compared["functions"]), (&Value::Null, &Value::Null));
    assert_eq!(compared["template"].as_array().unwrap().len(), 1);
    let scanned = output("scan .");
    assert_eq!((&scanned["common"], &scanned["step"]), (&0.1.into(), &3.into()));
    let estimated = output("scan . --sketch minhash");
    assert_eq!((&estimated["common"], &estimated["functions"]), (&Value::Null, &20.into()));
    assert_eq!(estimated["template"], serde_json::json!([]));
    assert_eq!(output("scan . --sketch supershingle")["functions"], 84);
    assert_eq!(output("scan . -w 2")["step"], 2);
    // Options of the command line must still have an effect.
    let cases = [
        ("--functions 30", "shingle: --functions is for --sketch minhash"),
        ("--sketch minhash --common 5%", "shingle: --common needs --sketch modulo"),
        ("-w 2 --step 3", "shingle: --step 3: expected 1"),
    ];
    all_refused(dir.path(), "scan . --config config.toml", &cases);
}

#[test]
fn a_wrong_config_file_hinders_neither_help_nor_config() {
    let dir = folder(&[("config.toml", "width = \n")]);
    for args in ["scan --help", "config default"] {
        printed(dir.path(), &format!("{args} --config config.toml"));
    }
}

#[test]
fn what_is_wrong_is_reported_with_its_line() {
    for (config, line, said) in [
        ("\nwidht = 3\n", 2, "the nearest name is width"),
        ("width = 99\n", 1, "from 1 to 50"),
        ("width = \"4\\n5\"\n", 1, "'4␊5'"),
        ("stem = \"\\u001b[31mred\"\n", 1, "'␛[31mred'"),
        ("\"wi\\u001bdth\" = 3\n", 1, "`wi␛dth`"),
        ("width = []\n", 1, "width"),
        ("projector = 3\n", 1, "true or false"),
        ("width = 3\n\nwidth = 4\n", 3, "duplicate"),
        ("template = [\"off\", \"a\"]\n", 1, "template: off"),
        // Options of single commands are not parameters.
        ("format = \"json\"\n", 1, "`format`"),
        ("\nstop-words = \"none.txt\"\n", 2, "stop-words: none.txt"),
    ] {
        let told = refused(config);
        assert!(told.starts_with(&format!("shingle: config.toml:{line}: ")), "{config:?}: {told}");
        assert!(told.contains(said), "{config:?}: {told}");
    }
    // For a file from the command line, the error has no line.
    let dir = folder(&[("config.toml", "width = 3\nstop-words = \"none.txt\"\n")]);
    put(dir.path(), "binary.toml", b"width = 3 # \xff\n");
    let cases = [
        ("config.toml --stop-words nowhere", "shingle: --stop-words nowhere: no such file"),
        ("binary.toml", "binary.toml: not UTF-8"),
        ("nothing.toml", "shingle: --config nothing.toml: no such file; expected a config file"),
    ];
    all_refused(dir.path(), "scan . --config", &cases);
    let off = run(dir.path(), "scan . --config config.toml --stop-words off --allow-empty");
    assert_eq!(off.code, Some(0), "{}", off.err);
    let run = ran(command(dir.path(), "scan .").env("SHINGLE_CONFIG", "/nope"));
    let expected = "shingle: SHINGLE_CONFIG=/nope: no such file; expected a config file\n";
    assert_eq!((run.code, &*run.err), (Some(2), expected));
}

#[test]
fn the_usual_file_is_read_unless_none_is_wanted() {
    let home = folder(&[
        (".config/shingle/config.toml", "width = 7\n"),
        ("else/shingle/config.toml", "width = 8\n"),
    ]);
    let scan = |set: &[(&str, &Path)], args: &str| {
        let mut command = command(&library(), &format!("scan . --format json {args}"));
        command.env_remove("SHINGLE_CONFIG").env_remove("XDG_CONFIG_HOME").env("HOME", home.path());
        let output = command.envs(set.iter().copied()).output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()["parameters"]["width"].clone()
    };
    let other = home.path().join("else");
    assert_eq!(scan(&[], ""), 7);
    assert_eq!(scan(&[], "--no-config"), 3);
    assert_eq!(scan(&[("XDG_CONFIG_HOME", &other)], ""), 8);
    assert_eq!(scan(&[("SHINGLE_CONFIG", Path::new(""))], ""), 3);
    assert_eq!(scan(&[("SHINGLE_CONFIG", &other.join("shingle/config.toml"))], ""), 8);
    let [first, last] = [".config", "else"].map(|place| home.path().join(place));
    let named = |place: &Path| format!("--config {}", place.join("shingle/config.toml").display());
    let found = scan(&[], &format!("{} {}", named(&first), named(&last)));
    assert_eq!(found, 8, "the last one is read");
    assert_eq!(scan(&[("HOME", &other)], ""), 3);
}

#[test]
fn the_built_in_example_of_the_lesson_is_counted_as_it_was_printed() {
    let dir = folder(&[
        ("config.toml", "width = 5\ncase = \"unicode\"\npreset = \"phpir\"\nstem = \"on\"\n"),
        ("a.txt", "one two three four five six seven"),
        ("b.txt", "one two three four five six eight"),
    ]);
    for (args, text) in [
        ("", "A window of 3 words"),
        ("--preset php-shingles", "3 / 23"),
        ("--preset php-shingles --case unicode", "The score of this pair: 18.18%"),
        ("-w 4", "A window of 4 words"),
        // The config file applies to the user's texts.
        ("a.txt b.txt", "A window of 5 words"),
    ] {
        let out = run(dir.path(), &format!("teach --format text --config config.toml {args}")).out;
        assert!(out.contains(text), "{args}: {out}");
    }
}

fn keys(text: &str) -> Vec<&str> {
    let above = text.split("#[").next().unwrap();
    let lines = above.lines().filter_map(|line| line.strip_prefix('#'));
    lines.filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase())).collect()
}

#[test]
fn the_default_config_file_changes_nothing_and_every_line_of_it_is_taken() {
    let text = printed(&library(), "config default");
    assert_eq!(parameters(&text, ""), parameters("", ""));
    let all = keys(&text);
    assert!(all.len() > 40, "{all:?}");
    let defaults = all.iter().filter(|line| {
        let before = text.split_once(&format!("\n#{line}\n")).unwrap().0;
        !before.ends_with("An example:")
    });
    let defaults: Vec<&str> = defaults.copied().collect();
    assert!(defaults.len() > 35 && defaults.len() < all.len(), "{defaults:?}");
    // A value other than a name, number or share is prose and needs an example.
    let is_value = |line: &&&str| !line.split_once(" = ").unwrap().1.contains([' ', '`', '$']);
    assert_eq!(defaults.iter().find(|line| !is_value(line) || line.ends_with("\"\"")), None);
    assert_eq!(parameters(&defaults.join("\n"), ""), parameters("", ""));
    // Tests examples one by one, because a converter or preset changes the meaning of others.
    for line in all.iter().filter(|line| !defaults.contains(line)) {
        let name = line.split(' ').next().unwrap();
        let changed = parameters(line, "");
        let is_no_parameter = ["converter", "decisions", "phrases"].contains(&name);
        assert!(is_no_parameter || changed != parameters("", ""), "{line}: {changed}");
    }
}

#[test]
fn the_place_of_the_config_file_is_printed_whether_there_is_one_or_not() {
    let place = |set: &[(&str, &str)], args: &[&str]| {
        let mut command = command(Path::new("/"), &[&["config", "path"], args].concat());
        command.env_remove("SHINGLE_CONFIG").env_remove("XDG_CONFIG_HOME").env("HOME", "/none");
        let run = ran(command.envs(set.iter().copied()));
        (run.code, run.out)
    };
    let found = |path: &str| (Some(0), format!("{path}\n"));
    assert_eq!(place(&[], &[]), found("/none/.config/shingle/config.toml"));
    assert_eq!(place(&[("XDG_CONFIG_HOME", "/x")], &[]), found("/x/shingle/config.toml"));
    assert_eq!(place(&[("SHINGLE_CONFIG", "/mine")], &[]), found("/mine"));
    assert_eq!(place(&[("SHINGLE_CONFIG", "/mine")], &["--config", "here"]), found("/here"));
    assert_eq!(place(&[], &["--no-config"]), (Some(2), String::new()));
    assert_eq!(place(&[("SHINGLE_CONFIG", "")], &[]), (Some(2), String::new()));
}
