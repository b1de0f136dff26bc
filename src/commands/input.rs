//! Files and standard input as the commands name them. It decodes nothing.

use std::io::Read as _;
use std::path::Path;

use shingle::base::path::DocPath;
use shingle::folder::read::{LARGEST_FILE, Unread, read_named};

use crate::printer::out::Stop;

/// The bytes of a named file, or of standard input for `-`.
pub(crate) fn bytes(path: &Path) -> Result<Vec<u8>, Stop> {
    let name = DocPath::new(path);
    if is_standard_input(path) {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(LARGEST_FILE + 1).read_to_end(&mut bytes);
        return match read {
            Err(error) => Err(Stop::Failed(format!("standard input: {error}"))),
            Ok(_) if bytes.len() as u64 > LARGEST_FILE => Err(Stop::Failed(format!(
                "standard input: more than {} MiB; split it",
                LARGEST_FILE >> 20
            ))),
            Ok(_) => Ok(bytes),
        };
    }
    if path.is_dir() {
        return Err(Stop::Failed(format!(
            "{name}: a folder, not a file; `shingle scan` compares the documents of a folder"
        )));
    }
    read_named(path).map(|content| content.bytes).map_err(|unread| {
        Stop::Failed(match unread {
            Unread::Vanished => format!("{name}: no such file"),
            Unread::Refused(reason) | Unread::NoFile(reason) => format!("{name}: {reason}"),
        })
    })
}

/// Whether a name stands for standard input.
pub(crate) fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}
