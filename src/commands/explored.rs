//! Input of the screen: a folder, a file of records, two watched texts, or the built-in demo folder.

use std::path::{Path, PathBuf};

use shingle::base::{path::DocPath, system_error::format_system_error};
use shingle::{engine::DocumentFolder, engine::DocumentReader, pipeline::Params};
use shingle::{storage::scratch::ScratchFolder, text::RecordFormat, visits::PairNames};

use super::input::{
    NamedText, check_id_option, file_before_colon, names_of_two_texts, resolve_file,
    restrict_to_files, split_common_folder,
};
use crate::cli::{args::Cli, usage::command_names, usage::explain_command_after_arguments};
use crate::printer::out::Stop;

/// Returns the folder, restricted to a file of records or to the two texts of a pair, and the pair.
pub(crate) fn resolve_input(
    cli: &Cli,
    params: &Params,
    reader: &DocumentReader,
    folder: &Path,
) -> Result<(DocumentFolder, Option<PairNames>), Stop> {
    let name = DocPath::new(folder);
    let id = cli.id.as_deref();
    check_id_option(id, &params.records)?;
    let (files, is_pair) = match &*cli.more {
        [] if folder.is_dir() => {
            return Ok((cli.walk.open_folder(folder, reader), None));
        }
        [] if folder.is_file() && params.records != RecordFormat::Off => {
            (vec![resolve_file(folder)?], false)
        }
        [] if folder.is_file() => {
            return Err(Stop::Failed(format!(
                "{name}: a file, not a folder; name a second file to open the pair, or add --records to compare its records"
            )));
        }
        [] => return Err(format!("{name}: not a readable folder; name an existing folder").into()),
        more if let Some(reason) = explain_missing_files(folder, more) => {
            return Err(reason.into());
        }
        [other] if folder.is_dir() && other.is_dir() => {
            return Err(Stop::Failed(format!(
                "{name}: one of two folders; name one, or the folder around both, with --between A B"
            )));
        }
        [other] if folder.is_dir() || other.is_dir() => {
            return Err("a file and a folder; name two files or one folder, or use `shingle query FILE --in DIR`".into());
        }
        more => {
            let place = |name: PathBuf| {
                let NamedText { place, .. } = NamedText::find(&name, None, id, params, reader)?;
                Ok(resolve_file(place.as_path())?.at_line(place.line().unwrap_or(0)))
            };
            let names = names_of_two_texts(cli.folder.iter().chain(more), id)?;
            (names.into_iter().map(place).collect::<Result<_, Stop>>()?, true)
        }
    };
    let (root, names) = split_common_folder(&files);
    let pair = names.first().cloned().zip(names.last().cloned()).filter(|_| is_pair);
    if pair.as_ref().is_some_and(|(a, b)| a == b) {
        return Err("both names are the same text; name two".into());
    }
    Ok((restrict_to_files(cli.walk.open_folder(&root, reader), names), pair))
}

/// Explains names that are no files, if one looks like a command.
fn explain_missing_files(folder: &Path, more: &[PathBuf]) -> Option<String> {
    let late =
        |path: &PathBuf| explain_command_after_arguments(path.to_str().filter(|_| !path.exists())?);
    if let Some(reason) = more.iter().find_map(late) {
        return Some(reason);
    }
    let names = command_names();
    (!folder.exists() && file_before_colon(folder).is_none()).then(|| {
        let typed = folder.to_string_lossy();
        let near = names.iter().map(|name| (strsim::damerau_levenshtein(name, &typed), name)).min();
        let meant = match near {
            Some((..=2, name)) => format!("; did you mean {name}?"),
            _ => format!(" ({})", names.join(", ")),
        };
        format!("{}: no folder, no file and no command{meant}", DocPath::new(folder))
    })
}

macro_rules! demo {
    ($($name:literal)+) => {
        const FILES: &[(&str, &[u8])] =
            &[$(($name, include_bytes!(concat!("../../assets/demo/", $name)))),+];
    };
}

demo![
    "backup/harbour.txt" "essays/bees-backwards.md" "essays/bees.txt" "essays/bread.txt"
    "essays/harbour-corrected.txt" "essays/harbour.txt" "essays/night-train.txt" "essays/tea.html"
    "essays/tea.txt" "french/the.txt" "german/schachcafe-utf16.txt" "german/schachcafe.txt"
    "japanese/ame-news.txt" "japanese/ame.txt" "letters/bread-scanned.txt" "letters/postcard.txt"
    "licences/bowline.txt" "licences/leek-soup.md" "licences/telescope.txt" "news/bridge-abroad.md"
    "news/bridge-evening.txt" "news/bridge-morning.txt" "russian/mayak-1251.txt" "russian/mayak.txt"
    "spanish/mapa.txt"
];

/// First selected pair of the demo. Exact copies precede it in the list, and teach less.
pub(crate) const INSTRUCTIVE: [&str; 2] = ["news/bridge-evening.txt", "news/bridge-morning.txt"];

pub(crate) fn unpack_demo_folder() -> Result<ScratchFolder, Stop> {
    ScratchFolder::with_files("demo", FILES).map_err(|error| {
        let reason = format_system_error(&error);
        Stop::Failed(format!("--demo: no temporary folder: {reason}; set TMPDIR to one"))
    })
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, path::Path};

    use super::FILES;

    /// The files below a folder, by their paths in it.
    #[allow(clippy::disallowed_methods)]
    fn collect(folder: &Path, prefix: &str, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                collect(&entry.path(), &format!("{name}/"), found);
            } else {
                found.insert(name, std::fs::read(entry.path()).unwrap());
            }
        }
    }

    #[test]
    fn the_program_has_every_file_of_the_demo_folder_as_it_is() {
        let mut there = BTreeMap::new();
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo"), "", &mut there);
        let here: BTreeMap<String, Vec<u8>> =
            FILES.iter().map(|(name, bytes)| ((*name).to_string(), bytes.to_vec())).collect();
        assert!(here.keys().eq(there.keys()), "{:?}\n{:?}", here.keys(), there.keys());
        assert!(here == there, "some bytes differ");
        assert_eq!(FILES.len(), here.len());
    }
}
