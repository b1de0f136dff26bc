//! The options for the screen. It draws nothing.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

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
