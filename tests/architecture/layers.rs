//! Checks the order of the folders within a room, and that the screen's files keep to their layers.

use std::path::Path;

use super::Source;

/// The folders and files of `pipeline`, lowest first. Each may import those before it.
const PIPELINE: [&str; 10] = [
    "source",
    "parameters",
    "document",
    "texts",
    "pairs",
    "ranking",
    "corpus",
    "results",
    "sketch_files",
    "saved_result",
];

#[test]
fn folders_of_the_pipeline_import_downwards() {
    let place = |name: &str| PIPELINE.iter().position(|folder| *folder == name);
    let mut checked = 0;
    for source in Source::all().iter().filter(|source| source.room() == "pipeline") {
        let name = source.path.iter().nth(1).unwrap().to_str().unwrap().trim_end_matches(".rs");
        if name == "mod" {
            continue;
        }
        let own = place(name).unwrap_or_else(|| panic!("{name} has no place in the order"));
        let code = source.code().collect::<Vec<_>>().join("\n");
        let named = super::circles::paths(&code);
        // The parent of a file beside the folders is the room itself.
        let is_beside = source.path.iter().count() == 2;
        for path in named {
            let folder = match path.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                ["crate", "pipeline", folder, ..] => (*folder).to_string(),
                ["super", folder, ..] if is_beside => (*folder).to_string(),
                _ => continue,
            };
            let other = place(&folder).unwrap_or_else(|| panic!("what is {folder}?"));
            assert!(other <= own, "{}: {name} must not import {folder}", source.path.display());
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} imports were seen");
}

/// A layer of the screen, given by a file's name, and what such a file must not name.
const LAYERS: [(&str, &[&str]); 3] = [
    ("view", &["update::command", "Vec<Command>", "&mut Model"]),
    ("update", &["ratatui::buffer", "ratatui::Frame", "drawing::pen", "drawing::theme"]),
    ("model", &["ratatui::buffer", "ratatui::Frame", "drawing::pen", "update::command"]),
];

#[test]
fn a_view_names_no_command_an_update_no_frame_and_a_model_neither() {
    let mut seen = [0; LAYERS.len()];
    for source in Source::all().iter().filter(|source| source.room() == "tui") {
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
