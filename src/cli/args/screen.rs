//! The options for the screen. It draws nothing.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use shingle::engine::converters::words;

/// The look of the screen, and whether it takes the mouse.
#[derive(Debug, Args)]
#[command(next_help_heading = "Screen")]
pub(crate) struct ScreenArgs {
    /// Colours: auto (from the environment), for a dark or a light page, the terminal's own 16, or mono (none)
    #[arg(long, value_name = "THEME", value_enum, default_value_t = ThemeName::Auto)]
    pub(crate) theme: ThemeName,
    /// Draw lines, bars and signs in ASCII; texts stay as they are
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Whether the screen takes the mouse; `:mouse` switches it, and in most terminals Shift selects text anyway
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On)]
    pub(crate) mouse: Switch,
    /// Begin in projector mode, for a lecture: few strong tints, large score and last key, folder frozen (Ctrl-O)
    #[arg(long)]
    pub(crate) projector: bool,
    /// Where copied texts go: osc52 (to the terminal, which may not take them), file (its name is told), or a program that gets them on its standard input, such as "command wl-copy"
    #[arg(long, value_name = "WHERE", default_value = "osc52", value_parser = clipboard)]
    pub(crate) clipboard: ClipboardChoice,
    /// Keep FILE up to date with what the screen shows at rest, as JSON (for tests)
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) dump_state: Option<PathBuf>,
}

/// The names of the screen's colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ThemeName {
    Auto,
    Dark,
    Light,
    Mono,
    #[value(name = "16")]
    Sixteen,
}

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

/// Where copied texts go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ClipboardChoice {
    /// To the terminal.
    Osc52,
    /// Into a file in the user's own directory.
    File,
    /// To this program, with its arguments.
    Command(Vec<String>),
}

fn clipboard(text: &str) -> Result<ClipboardChoice, String> {
    let expected = "expected osc52, file, or command and a program, such as \"command wl-copy\"";
    match text.split_once([' ', '\t']) {
        None if text == "osc52" => Ok(ClipboardChoice::Osc52),
        None if text == "file" => Ok(ClipboardChoice::File),
        Some(("command", program)) => match words(program) {
            Ok(words) if !words.is_empty() => Ok(ClipboardChoice::Command(words)),
            Ok(_) => Err(expected.to_string()),
            Err(error) => Err(error.to_string()),
        },
        _ => Err(expected.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::{ClipboardChoice, clipboard};

    #[test]
    fn a_program_is_named_with_its_arguments() {
        assert_eq!(clipboard("osc52"), Ok(ClipboardChoice::Osc52));
        assert_eq!(clipboard("file"), Ok(ClipboardChoice::File));
        let words = ["xclip", "-selection", "a b"].map(String::from).to_vec();
        let asked = "command  xclip -selection 'a b'";
        assert_eq!(clipboard(asked), Ok(ClipboardChoice::Command(words)));
        for wrong in ["", "command", "command ", "wl-copy", "file x", "command 'a"] {
            assert!(clipboard(wrong).is_err(), "{wrong}");
        }
    }
}
