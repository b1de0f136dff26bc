//! The `shingle` program: parses, resolves, chooses screen or printer. It computes nothing itself.

mod tui;

use shingle::folder::walk::WalkOptions;
use shingle::pipeline::params::Params;
use std::process::ExitCode;

fn main() -> ExitCode {
    if !tui::terminal_present() {
        return ExitCode::from(2);
    }
    let root = std::env::args_os().nth(1).unwrap_or_else(|| ".".into());
    tui::run(root.into(), WalkOptions::default(), Params::defaults())
        .map_or(ExitCode::from(2), ExitCode::from)
}
