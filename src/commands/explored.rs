//! Input of the screen: a folder, two watched files, or the built-in demo folder.

use std::path::{Path, PathBuf};

use shingle::base::{path::DocPath, system_error::plain_reason};
use shingle::{engine::OptionValues, pipeline::Parameter};
use shingle::{folder::WalkOptions, storage::scratch::ScratchFolder, visits::PairNames};

use super::input::{in_one_folder, is_standard_input};
use crate::cli::{args::Cli, usage::command_names, usage::late_command};
use crate::printer::out::Stop;

pub(crate) struct Explored {
    pub(crate) folder: PathBuf,
    pub(crate) walk: WalkOptions,
    pub(crate) pair: Option<PairNames>,
}

pub(crate) fn resolve_input(
    cli: &Cli,
    values: &OptionValues,
    folder: &Path,
) -> Result<Explored, Stop> {
    let name = DocPath::new(folder);
    let failed = |reason: String| Err(Stop::Failed(reason));
    match &*cli.more {
        [] if folder.is_dir() => {
            Ok(Explored { folder: folder.to_path_buf(), walk: cli.walk.resolve(), pair: None })
        }
        // Two names are ids of records.
        ids @ ([] | [_, _])
            if folder.is_file() && has_records(values) && (ids.is_empty() || cli.id.is_some()) =>
        {
            let (folder, names) = in_one_folder(&[resolve_file(folder)?]);
            let only = Some(names.into());
            Ok(Explored { walk: WalkOptions { only, ..cli.walk.resolve() }, folder, pair: None })
        }
        [] if folder.is_file() => failed(format!(
            "{name}: a file, not a folder; name a second file to open the pair, or add --records to compare its records"
        )),
        [] => failed(format!("{name}: not a readable folder; name an existing folder")),
        [other] if !other.is_dir() && !folder.is_dir() => resolve_two_files(cli, folder, other),
        more => {
            if let Some(reason) = explain_missing_files(folder, more) {
                return failed(reason);
            }
            failed(if more.len() == 1 && folder.is_dir() && more.iter().all(|one| one.is_dir()) {
                format!(
                    "{name}: one of two folders; name one, or the folder around both, with --between A B"
                )
            } else if more.len() == 1 {
                "a file and a folder; name two files or one folder, or use `shingle query FILE --in DIR`"
                    .to_string()
            } else {
                "the screen opens one folder or two files; remove the other names".to_string()
            })
        }
    }
}

fn has_records(values: &OptionValues) -> bool {
    values.first_text(Parameter::Records).is_some_and(|format| format != "off")
}

/// Explains names that are no files, if one looks like a command.
fn explain_missing_files(folder: &Path, more: &[PathBuf]) -> Option<String> {
    let late = |path: &PathBuf| late_command(path.to_str().filter(|_| !path.exists())?);
    if let Some(reason) = more.iter().find_map(late) {
        return Some(reason);
    }
    let names = command_names();
    let record = DocPath::new(folder).split_line();
    if !folder.exists() && record.line().is_some() && record.as_path().is_file() {
        return Some(format!("{record}: a record; use `shingle compare` with two records"));
    }
    (!folder.exists()).then(|| {
        let typed = folder.to_string_lossy();
        let near = names.iter().map(|name| (strsim::damerau_levenshtein(name, &typed), name)).min();
        let meant = match near {
            Some((..=2, name)) => format!("; did you mean {name}?"),
            _ => format!(" ({})", names.join(", ")),
        };
        format!("{}: no folder, no file and no command{meant}", DocPath::new(folder))
    })
}

fn resolve_two_files(cli: &Cli, a: &Path, b: &Path) -> Result<Explored, Stop> {
    if let Some(reason) = explain_missing_files(a, std::slice::from_ref(&b.to_path_buf())) {
        return Err(Stop::Failed(reason));
    }
    let (first, second) = (resolve_file(a)?, resolve_file(b)?);
    if first == second {
        let names = format!("{} and {}", DocPath::new(a), DocPath::new(b));
        return Err(Stop::Failed(format!("{names} are the same file; name two")));
    }
    let (folder, names) = in_one_folder(&[first, second]);
    let pair = names.first().cloned().zip(names.last().cloned());
    let only = Some(names.into());
    Ok(Explored { walk: WalkOptions { only, ..cli.walk.resolve() }, folder, pair })
}

fn resolve_file(file: &Path) -> Result<PathBuf, Stop> {
    let name = DocPath::new(file);
    if is_standard_input(file) {
        let reason = "the screen cannot watch standard input; use `shingle compare A B`";
        return Err(Stop::Failed(reason.to_string()));
    }
    let real = file.canonicalize().map_err(|error| {
        Stop::Failed(format!("{name}: {}", shingle::folder::read::reason(&error)))
    })?;
    if !real.is_file() {
        let reason = "not a regular file, so shingle cannot watch it; use `shingle compare A B`";
        return Err(Stop::Failed(format!("{name}: {reason}")));
    }
    Ok(real)
}

macro_rules! demo {
    ($($name:literal),+ $(,)?) => {
        const FILES: &[(&str, &[u8])] =
            &[$(($name, include_bytes!(concat!("../../assets/demo/", $name)))),+];
    };
}

demo![
    "backup/harbour.txt",
    "essays/bees-backwards.md",
    "essays/bees.txt",
    "essays/bread.txt",
    "essays/harbour-corrected.txt",
    "essays/harbour.txt",
    "essays/night-train.txt",
    "essays/tea.html",
    "essays/tea.txt",
    "french/the.txt",
    "german/schachcafe-utf16.txt",
    "german/schachcafe.txt",
    "japanese/ame-news.txt",
    "japanese/ame.txt",
    "letters/bread-scanned.txt",
    "letters/postcard.txt",
    "licences/bowline.txt",
    "licences/leek-soup.md",
    "licences/telescope.txt",
    "news/bridge-abroad.md",
    "news/bridge-evening.txt",
    "news/bridge-morning.txt",
    "russian/mayak-1251.txt",
    "russian/mayak.txt",
    "spanish/mapa.txt",
];

/// First selected pair of the demo. Exact copies precede it in the list, and teach less.
pub(crate) const INSTRUCTIVE: [&str; 2] = ["news/bridge-evening.txt", "news/bridge-morning.txt"];

pub(crate) fn unpacked_demo() -> Result<ScratchFolder, Stop> {
    ScratchFolder::filled("demo", FILES).map_err(|error| {
        Stop::Failed(format!(
            "--demo: no temporary folder: {}; set TMPDIR to one",
            plain_reason(&error)
        ))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

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
