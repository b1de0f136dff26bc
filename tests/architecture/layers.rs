//! Checks the order of folders within a module, and the layers of the screen's files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Source;

/// Lowest first. Each may import earlier ones.
const PIPELINE: &str = "source parameters document texts pairs ranking corpus results sketch_files";

/// Lowest first. Each may import earlier ones.
const SCREEN: &str = "drawing words layout actions parameters keys model messages update view views \
    terminal event_loop";

/// Allowed upward imports in `tui`. A parameter's key is next to the parameter. Dispatch of actions and drawing know
/// the views, which handle their keys and draw themselves.
const UP: [(&str, &str); 3] = [("parameters", "keys"), ("update", "views"), ("view", "views")];

#[test]
fn folders_of_the_pipeline_import_downwards() {
    assert_eq!(upward("pipeline", PIPELINE), BTreeSet::new());
}

#[test]
fn folders_of_the_screen_import_downwards() {
    let expected = UP.map(|(own, other)| (own.to_string(), other.to_string()));
    assert_eq!(upward("tui", SCREEN), BTreeSet::from(expected));
}

fn upward(module: &str, order: &str) -> BTreeSet<(String, String)> {
    let place = |name: &str| order.split(' ').position(|folder| folder == name);
    let (mut checked, mut found) = (0, BTreeSet::new());
    let offered = offered(module);
    for source in Source::all().iter().filter(|source| source.module() == module) {
        let name = source.path.iter().nth(1).unwrap().to_str().unwrap().trim_end_matches(".rs");
        if ["mod", "tests"].contains(&name) {
            continue;
        }
        let own = place(name).unwrap_or_else(|| panic!("{name} has no place in the order"));
        // The parent of a file beside the folders is the module itself.
        let is_beside = source.path.iter().count() == 2;
        for path in super::paths::paths(&source.code().collect::<Vec<_>>().join("\n")) {
            let folder = match path.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                ["crate", own, folder, ..] if *own == module => (*folder).to_string(),
                ["super", folder, ..] if is_beside => (*folder).to_string(),
                _ => continue,
            };
            // Tests may use other tests' helpers.
            if folder == "tests" {
                continue;
            }
            let folder = match offered.get(&folder) {
                Some(origin) if place(&folder).is_none() => origin.clone(),
                _ => folder,
            };
            let other = place(&folder).unwrap_or_else(|| panic!("what is {folder}?"));
            if other > own {
                found.insert((name.to_string(), folder));
            }
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} imports were seen");
    found
}

fn offered(module: &str) -> BTreeMap<String, String> {
    let facade = Path::new(module).join("mod.rs");
    let all = Source::all();
    let code = all.iter().filter(|source| source.path == facade).flat_map(Source::code);
    let paths = super::paths::paths(&code.collect::<Vec<_>>().join("\n"));
    let from = |path: Vec<String>| Some((path.last()?.clone(), path.first()?.clone()));
    paths.into_iter().filter(|path| path.len() > 1).filter_map(from).collect()
}

/// Each layer by file name, with the names forbidden in its files.
const LAYERS: [(&str, &[&str]); 3] = [
    ("view", &["Command::", "&mut Model"]),
    ("update", &["ratatui::buffer", "ratatui::Frame", "drawing::pen", "Pen::", "&Theme"]),
    ("model", &["ratatui::buffer", "ratatui::Frame", "drawing::pen", "Pen::"]),
];

#[test]
fn a_view_names_no_command_and_update_and_model_name_no_frame() {
    let mut seen = [0; LAYERS.len()];
    for source in Source::all().iter().filter(|source| source.module() == "tui") {
        let is_test = source.path.starts_with(Path::new("tui/tests"));
        let found = LAYERS.iter().position(|(layer, _)| {
            source.path.with_extension("").iter().any(|name| name == *layer)
        });
        let Some(layer) = found.filter(|_| !is_test) else { continue };
        seen[layer] += 1;
        for line in source.code() {
            let named = LAYERS[layer].1.iter().find(|name| line.contains(**name));
            assert_eq!(named, None, "{}: {line}", source.path.display());
        }
    }
    assert!(seen.iter().all(|files| *files > 8), "where are the files? {seen:?}");
}
