//! The demo folder, which is part of the program. It shows nothing.

use shingle::base::system_error::said;
use shingle::storage::scratch::ScratchFolder;

use crate::printer::out::Stop;

/// Files of `assets/demo` with their bytes.
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
    "russian/sport-a.txt",
    "russian/sport-b.txt",
    "spanish/mapa.txt",
    "tweets/01-phpnw08.txt",
    "tweets/02-PHPNW.txt",
    "tweets/03-phpcodemonkey.txt",
    "tweets/04-juokaz.txt",
    "tweets/05-DragonBe.txt",
    "tweets/06-jakub_zalas.txt",
    "tweets/07-AnthonySterling.txt",
    "tweets/08-ruby_gem.txt",
    "tweets/09-oatie.txt",
    "tweets/10-DASPRiD.txt",
    "tweets/query-phpnw09.txt",
    "tweets/query-xim123.txt",
];

/// The demo folder on the disk, until this is dropped.
pub(crate) fn unpacked() -> Result<ScratchFolder, Stop> {
    ScratchFolder::filled("demo", FILES).map_err(|error| {
        Stop::Failed(format!("--demo: no temporary folder: {}; set TMPDIR to one", said(&error)))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;

    use super::FILES;

    /// The files below a folder, by their paths in it.
    #[allow(clippy::disallowed_methods)]
    fn collect(folder: &Path, within: &str, found: &mut BTreeMap<String, Vec<u8>>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{within}{}", entry.file_name().to_str().unwrap());
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
