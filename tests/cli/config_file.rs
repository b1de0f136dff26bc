//! Output of `config`: a config file with every key, and the location of the config file.

use std::path::Path;

use serde_json::Value;

use crate::support::{at, command, folder, json, library, printed, ran};

fn keys(text: &str) -> Vec<&str> {
    let above = text.split("#[").next().unwrap();
    let lines = above.lines().filter_map(|line| line.strip_prefix('#'));
    lines.filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase())).collect()
}

fn parameters(config: &str) -> Value {
    let dir = folder(&[("config.toml", config), ("my-words.txt", "ferry\n")]);
    let file = at(&dir, "config.toml");
    json(&library(), &format!("scan . --allow-empty --config {file}"))["parameters"].clone()
}

#[test]
fn the_default_config_file_changes_nothing_and_every_line_of_it_is_taken() {
    let text = printed(&library(), "config default");
    assert_eq!(parameters(&text), parameters(""));
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
    assert_eq!(parameters(&defaults.join("\n")), parameters(""));
    // Tests examples one by one, because a converter or preset changes the meaning of others.
    for line in all.iter().filter(|line| !defaults.contains(line)) {
        let name = line.split(' ').next().unwrap();
        let changed = parameters(line);
        let is_no_parameter = ["converter", "decisions", "phrases"].contains(&name);
        assert!(is_no_parameter || changed != parameters(""), "{line}: {changed}");
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
