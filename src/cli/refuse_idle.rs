//! Rejects options without effect in the command, with the reason. The config file may contain such lines.

use super::args::{Cli, CommandArgs, ReportArgs, SketchingArgs};
use super::common::CommonArgs;
use super::options::{LessonFormat, OutputFormat, ScreenArgs, Switch, ThemeName};

impl Cli {
    /// Rejects options without effect in this task. `is_typed` returns true for a screen option on the command line.
    ///
    /// # Errors
    /// The option and the fix, as one line.
    pub(crate) fn refuse_idle(&self, is_typed: impl Fn(&str) -> bool) -> Result<(), String> {
        self.refuse_idle_options(is_typed)?;
        let CommonArgs { task, params, .. } = self.common();
        params.refuse_unused(task).map_err(|error| error.to_string())
    }

    /// Rejects options that are no parameters.
    fn refuse_idle_options(&self, is_typed: impl Fn(&str) -> bool) -> Result<(), String> {
        match &self.command {
            Some(CommandArgs::Scan(args))
                if args.clusters && args.output.format != OutputFormat::Json =>
            {
                Err("--clusters is for --format json; `shingle clusters DIR` prints them for people"
                    .to_string())
            }
            Some(CommandArgs::Compare(args))
                if args.explain && args.format != OutputFormat::Table =>
            {
                Err("--explain prints text for people; remove --format".to_string())
            }
            Some(CommandArgs::Teach(args))
                if args.at.is_some() && args.format != Some(LessonFormat::Svg) =>
            {
                Err("--at is for --format svg; remove --at, or add --format svg".to_string())
            }
            Some(CommandArgs::Teach(args))
                if args.exercises.is_some()
                    && args.format.is_some_and(|one| one != LessonFormat::Html) =>
            {
                Err("--exercises goes only with --format html; remove one of them".to_string())
            }
            Some(CommandArgs::Teach(args))
                if args.exercises.is_some()
                    || args.format.is_some_and(|one| one != LessonFormat::Screen) =>
            {
                let other = match args.format {
                    None => "--exercises",
                    Some(LessonFormat::Html) => "--format html",
                    Some(LessonFormat::Svg) => "--format svg",
                    Some(_) => "--format text",
                };
                let option = screen_option(&args.screen, is_typed);
                option.map_or(Ok(()), |option| {
                    Err(format!("--{option} is for the screen; remove --{option} or {other}"))
                })
            }
            Some(
                CommandArgs::Sketch(SketchingArgs { target, .. })
                | CommandArgs::Report(ReportArgs { target, .. }),
            ) if target.force && target.file.as_os_str() == "-" =>
            {
                Err("--force replaces a file; remove it when writing to standard output".to_string())
            }
            _ => Ok(()),
        }
    }
}

/// First typed screen option with another value than its default.
fn screen_option(screen: &ScreenArgs, is_typed: impl Fn(&str) -> bool) -> Option<&'static str> {
    let changed = [
        (screen.theme != ThemeName::Auto, "theme"),
        (screen.mouse == Switch::Off, "mouse"),
        (screen.projector, "projector"),
    ];
    changed
        .into_iter()
        .find(|(is_changed, name)| *is_changed && is_typed(name))
        .map(|(_, name)| name)
}
