//! Takes what the screen copies into a file or to a program. It knows no screen.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use shingle::base::path::DocPath;
use shingle::storage::directory::OwnDirectory;

/// The name of the file.
const FILE: &str = "clipboard.txt";

/// Writes a text into the file of a directory, `None` where the user has none, which must not lie in `folder`. Says where it is.
///
/// # Errors
/// One line that says why the text is not there.
pub(crate) fn into_file(place: Option<&Path>, folder: &Path, text: &str) -> Result<String, String> {
    let place = place.ok_or(
        "--clipboard file: there is no directory for it; set XDG_RUNTIME_DIR or SHINGLE_STATE",
    )?;
    let failed = |reason: &dyn std::fmt::Display| {
        format!("--clipboard file: {}: {reason}", DocPath::new(place))
    };
    let name = place.file_name().and_then(|name| name.to_str());
    let (above, name) = place.parent().zip(name).ok_or_else(|| failed(&"not a directory"))?;
    let directory =
        OwnDirectory::open(above, name, Some(folder)).map_err(|error| failed(&error))?;
    directory.write(FILE, text.as_bytes()).map_err(|error| failed(&error))?;
    Ok(format!("in {}", DocPath::new(place.join(FILE))))
}

/// Gives a text to a program with its arguments. Says who has it.
///
/// # Errors
/// As [`into_file`].
pub(crate) fn to_program(words: &[String], text: &str) -> Result<String, String> {
    let name = words.first().map_or("", String::as_str);
    run(words, text).map_err(|reason| format!("--clipboard command: {name}: {reason}"))?;
    Ok(format!("taken by {name}"))
}

/// Runs a program with a text on its standard input. It has nothing of the terminal.
fn run(words: &[String], text: &str) -> Result<(), String> {
    let (name, arguments) = words.split_first().ok_or("no program is named")?;
    let mut child = Command::new(name)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("cannot be started: {error}"))?;
    let written = child.stdin.take().map_or(Ok(()), |mut input| input.write_all(text.as_bytes()));
    let status = child.wait().map_err(|error| error.to_string())?;
    match written {
        // A program may have enough before the end.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ if status.success() => Ok(()),
        _ => Err(format!("it failed ({status})")),
    }
}

#[cfg(test)]
#[allow(clippy::disallowed_methods)]
mod tests {
    use std::path::Path;

    use shingle::folder::read::{LARGEST_FILE, read_named};

    use super::{into_file, to_program};

    fn program(words: &[&str], text: &str) -> Result<String, String> {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        to_program(&words, text)
    }

    #[test]
    fn a_program_gets_the_text_and_its_arguments_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a b;c");
        let text = "one\u{a0}two\n".repeat(100_000);
        let said = program(&["tee", file.to_str().unwrap()], &text).unwrap();
        assert_eq!(said, "taken by tee");
        assert_eq!(read_named(&file, LARGEST_FILE).unwrap().bytes, text.as_bytes());
    }

    #[test]
    fn a_program_that_fails_or_is_missing_is_said_to_have_taken_nothing() {
        let failed = program(&["false"], "text").unwrap_err();
        assert!(failed.starts_with("--clipboard command: false: it failed"), "{failed}");
        let missing = program(&["no-such-program-here"], "text").unwrap_err();
        assert!(missing.contains("no-such-program-here: cannot be started"), "{missing}");
        assert!(program(&["true"], &"much ".repeat(1 << 20)).is_ok(), "it need not read all");
    }

    #[test]
    fn a_file_is_in_a_directory_of_ones_own_outside_of_the_folder() {
        let (above, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let to = |place: Option<&Path>| into_file(place, folder.path(), "a text");
        let place = above.path().join("shingle");
        let said = to(Some(&place)).unwrap();
        assert_eq!(said, format!("in {}", place.join("clipboard.txt").display()));
        assert_eq!(
            read_named(&place.join("clipboard.txt"), LARGEST_FILE).unwrap().bytes,
            b"a text"
        );
        assert!(to(Some(&folder.path().join("shingle"))).is_err());
        assert!(!folder.path().join("shingle").exists());
        assert!(to(None).unwrap_err().contains("there is no directory for it"));
    }

    #[test]
    fn the_directory_may_stand_beside_the_folder_but_not_around_it() {
        let above = tempfile::tempdir().unwrap();
        let folder = tempfile::tempdir_in(above.path()).unwrap();
        let folder = folder.path();
        let beside = above.path().join("state");
        assert!(into_file(Some(&beside), folder, "a text").is_ok());
        let inside = into_file(Some(&folder.join("state")), folder, "a text").unwrap_err();
        assert!(inside.contains("lies in the folder that is read"), "{inside}");
        let around = into_file(Some(above.path()), folder, "a text").unwrap_err();
        assert!(around.contains("the folder that is read lies in "), "{around}");
        assert!(!folder.join("state").exists() && !above.path().join("clipboard.txt").exists());
    }
}
