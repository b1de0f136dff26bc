use std::path::Path;

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use shingle_core::pipeline::ValueError;

pub const COPY: &str = "{}";

#[derive(Debug, Clone)]
pub struct Converter {
    matcher: Gitignore,
    pub definition: String,
    pub command: Vec<String>,
}

impl Converter {
    /// Parses `PATTERN=COMMAND`. The pattern is as in `.gitignore`, such as `*.pdf` or `scans/*.tif`. The command is
    /// split at blanks and quotes, and run without a shell.
    pub fn parse(text: &str) -> Result<Self, ValueError> {
        let (pattern, command) =
            text.split_once('=').ok_or("expected PATTERN=COMMAND, such as '*.doc=antiword -'")?;
        let no_pattern =
            || format!("{pattern}: no pattern of names before the `=`; try one such as *.doc");
        if pattern.is_empty() || pattern.starts_with(['!', '#']) {
            return Err(no_pattern().into());
        }
        let mut builder = GitignoreBuilder::new("");
        builder.add_line(None, pattern).map_err(|_| no_pattern())?;
        let matcher = builder.build().map_err(|_| no_pattern())?;
        let command = split_command(command)?;
        if command.is_empty() {
            return Err("expected a command behind the `=`, such as antiword -".into());
        }
        Ok(Self { matcher, definition: text.to_string(), command })
    }

    pub fn converts_file(&self, path: &Path) -> bool {
        self.matcher.matched(path, false).is_ignore()
    }
}

/// Splits a command at blanks, except in quotes and after a backslash.
pub fn split_command(command: &str) -> Result<Vec<String>, ValueError> {
    shell_words::split(command).map_err(|_| "a quote in the command is not closed".into())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Converter, split_command};

    #[test]
    fn a_command_is_split_as_a_shell_splits_it() {
        for (command, expected) in [
            ("antiword -", vec!["antiword", "-"]),
            ("  a\tb  ", vec!["a", "b"]),
            ("sh -c 'a | b \"c\"'", vec!["sh", "-c", "a | b \"c\""]),
            (r#"a "b \" \\ \n" c\ d '' e'f'g"#, vec!["a", r#"b " \ \n"#, "c d", "", "efg"]),
            ("", vec![]),
        ] {
            assert_eq!(split_command(command).unwrap(), expected, "{command}");
        }
        for open in ["a 'b", "a \"b", "a \"b\\"] {
            assert!(split_command(open).is_err(), "{open}");
        }
    }

    #[test]
    fn a_pattern_decides_which_files_are_converted() {
        let converts =
            |text: &str, path: &str| Converter::parse(text).unwrap().converts_file(Path::new(path));
        assert!(converts("*.doc=x", "a.doc"));
        assert!(converts("*.doc=x", "deep/in/it/a.doc"));
        assert!(!converts("*.doc=x", "a.docx"));
        assert!(converts("/scans/*.pdf=x -y=z", "scans/a.pdf"));
        assert!(!converts("/scans/*.pdf=x", "a.pdf"));
        for wrong in ["", "*.doc", "=x", "*.doc=", "*.doc= ", "!a=x", "*.doc='x", "[z-a]=x"] {
            assert!(Converter::parse(wrong).is_err(), "{wrong}");
        }
    }
}
