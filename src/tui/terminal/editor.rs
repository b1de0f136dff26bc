//! Builds the command that opens a file in the user's editor at a line.

use std::{ffi::OsStr, ffi::OsString, path::Path, path::absolute, process::Command};

use shingle::engine::converters::split_command;

use crate::tui::model::FilePlace;

/// Names of editors, and their arguments for a file and a line. The argument of any other editor is the file alone.
const FORMS: [(&str, &str); 3] = [
    (
        "vi vim nvim view gvim ex elvis nvi vis nano rnano pico emacs emacsclient mg zile jed joe jmacs jstar ne kak micro \
         mcedit gedit kwrite less most",
        "+LINE FILE",
    ),
    ("code code-insiders codium vscodium cursor windsurf", "-g FILE:LINE"),
    ("hx helix subl zed zeditor lapce", "FILE:LINE"),
];

/// Builds the command of the editor from environment variables, for a file of this folder. Splits the variables
/// into words like the command of a converter.
///
/// # Errors
/// A sentence, if no editor is named or a quotation mark is missing.
pub(crate) fn command_of_editor(
    visual: Option<OsString>,
    editor: Option<OsString>,
    root: &Path,
    place: &FilePlace,
) -> Result<Command, String> {
    let is_blank = |named: &OsString| named.to_string_lossy().trim().is_empty();
    let named = [visual, editor].into_iter().flatten().find(|named| !is_blank(named));
    let words = named.map(|named| split_command(&named.to_string_lossy())).transpose();
    let words = words.map_err(|error| format!("$VISUAL or $EDITOR: {error}"))?;
    let mut words = words.unwrap_or_default().into_iter().map(OsString::from);
    let Some(program) = words.next() else {
        return Err("no editor is named: set EDITOR, for example EDITOR=nano".into());
    };
    let mut command = Command::new(&program);
    command.args(words);
    // The path is absolute, so no name can look like an option.
    let path = root.join(place.path.as_path());
    let path = absolute(&path).unwrap_or(path);
    let name = Path::new(&program).file_name().and_then(OsStr::to_str).unwrap_or_default();
    let form = FORMS.iter().find(|(names, _)| names.split(' ').any(|one| one == name));
    let form = form.filter(|_| place.line.is_some()).map_or("FILE", |(_, form)| *form);
    let form = form.replace("LINE", &place.line.unwrap_or(1).to_string());
    let arguments = form.split(' ').map(|part| match part.split_once("FILE") {
        Some((before, after)) => {
            [before.as_ref(), path.as_os_str(), after.as_ref()].into_iter().collect()
        }
        None => part.into(),
    });
    command.args(arguments.collect::<Vec<OsString>>());
    Ok(command)
}
#[cfg(test)]
mod tests {
    use std::{ffi::OsString, path::Path};

    use shingle::base::path::DocPath;

    use super::command_of_editor;
    use crate::tui::model::FilePlace;

    fn opened(editor: &str, name: &str, line: usize) -> Vec<String> {
        let place = FilePlace { path: DocPath::new(name), line: Some(line) };
        let root = Path::new("/some/folder");
        let editor = command_of_editor(None, Some(editor.into()), root, &place).unwrap();
        let all = std::iter::once(editor.get_program()).chain(editor.get_args());
        all.map(|word| word.to_str().unwrap().to_string()).collect()
    }

    #[test]
    fn every_kind_of_editor_gets_the_line_in_its_own_form() {
        assert_eq!(opened("vim", "a.txt", 7), ["vim", "+7", "/some/folder/a.txt"]);
        let expected = ["/usr/bin/nano", "-w", "+1", "/some/folder/a"];
        assert_eq!(opened("/usr/bin/nano -w", "a", 1), expected);
        assert_eq!(opened("code --wait", "a", 3), ["code", "--wait", "-g", "/some/folder/a:3"]);
        assert_eq!(opened("hx", "a", 3), ["hx", "/some/folder/a:3"]);
        assert_eq!(opened("my-editor", "a", 3), ["my-editor", "/some/folder/a"]);
        let place = FilePlace { path: DocPath::new("a.csv").at_line(3), line: Some(3) };
        let editor =
            command_of_editor(None, Some("vi".into()), Path::new("/some"), &place).unwrap();
        assert!(editor.get_args().eq(["+3", "/some/a.csv"]), "a record is a place in its file");
    }

    #[test]
    fn no_name_is_taken_for_an_option_or_read_by_a_shell() {
        for name in ["-rf", "+5", "--help", "$(touch x)", "a; rm b", "two words", "'", "\u{1b}[2J"]
        {
            let found = opened("vi", name, 1);
            assert_eq!(found.len(), 3, "{found:?}");
            assert_eq!(found[2], format!("/some/folder/{name}"));
        }
    }

    #[test]
    fn a_relative_folder_becomes_a_whole_path() {
        let place = FilePlace { path: DocPath::new("a"), line: Some(1) };
        let editor = command_of_editor(Some("vi".into()), None, Path::new("-x"), &place).unwrap();
        assert!(Path::new(editor.get_args().nth(1).unwrap()).is_absolute());
    }

    #[test]
    fn visual_goes_before_editor_and_blank_ones_do_not_count() {
        let place = FilePlace { path: DocPath::new("a"), line: Some(1) };
        let program = |visual: Option<&str>, editor: Option<&str>| {
            let (visual, editor) = (visual.map(OsString::from), editor.map(OsString::from));
            let editor = command_of_editor(visual, editor, Path::new("/"), &place);
            editor.map(|editor| editor.get_program().to_owned())
        };
        assert_eq!(program(Some("hx"), Some("vi")).unwrap(), "hx");
        assert_eq!(program(Some("  "), Some("vi")).unwrap(), "vi");
        assert!(program(None, Some("")).unwrap_err().contains("EDITOR=nano"));
        assert_eq!(program(None, Some("'/opt/my editor/edit' -w")).unwrap(), "/opt/my editor/edit");
        assert!(program(None, Some("'vi")).unwrap_err().starts_with("$VISUAL or $EDITOR: "));
    }
}
