//! Rejects options without effect beside the values of others, with the reason. The config file may contain such lines.

use super::args::{Cli, CommandArgs, QueryArgs, ReportArgs, ScanArgs, SketchingArgs, TeachArgs};
use super::options::{LessonFormat, OutputFormat, Switch, ThemeName};

impl Cli {
    /// Rejects options without effect that are no parameters. `is_typed` returns true for a typed option of the screen.
    ///
    /// # Errors
    /// The option and the fix, as one line.
    pub(crate) fn refuse_idle(&self, is_typed: impl Fn(&str) -> bool) -> Result<(), String> {
        let reason = match &self.command {
            Some(CommandArgs::Scan(args))
                if args.clusters && args.output.result.format != OutputFormat::Json =>
            {
                "--clusters is for --format json; `shingle clusters DIR` prints them for people"
            }
            Some(
                CommandArgs::Scan(ScanArgs { output, .. })
                | CommandArgs::Query(QueryArgs { output, .. }),
            ) if output.documents
                && matches!(output.result.format, OutputFormat::Table | OutputFormat::Csv) =>
            {
                "--documents adds lines to NDJSON: --format ndjson"
            }
            Some(
                CommandArgs::Sketch(SketchingArgs { target, .. })
                | CommandArgs::Report(ReportArgs { target, .. }),
            ) if target.force && target.file.as_os_str() == "-" => {
                "--force replaces a file; remove it when writing to standard output"
            }
            Some(CommandArgs::Teach(args)) => return refuse_in_lesson(args, is_typed),
            _ => return Ok(()),
        };
        Err(reason.to_string())
    }
}

fn refuse_in_lesson(args: &TeachArgs, is_typed: impl Fn(&str) -> bool) -> Result<(), String> {
    let (format, TeachArgs { exercises, at, screen, .. }) = (args.format(), args);
    if at.is_some() && format != Some(LessonFormat::Svg) {
        return Err("--at is for --format svg; remove --at, or add --format svg".to_string());
    }
    if exercises.is_some() && matches!(format, Some(LessonFormat::Svg | LessonFormat::Screen)) {
        return Err("--exercises needs --format text or html".to_string());
    }
    let other = match format {
        Some(LessonFormat::Screen) => return Ok(()),
        None if exercises.is_none() => return Ok(()),
        None => "--exercises",
        Some(LessonFormat::Html) => "--format html",
        Some(LessonFormat::Svg) => "--format svg",
        Some(LessonFormat::Text) => "--format text",
    };
    let changed = [
        (screen.theme != ThemeName::Auto, "theme"),
        (screen.mouse == Switch::Off, "mouse"),
        (screen.projector, "projector"),
    ];
    let idle = changed.into_iter().find(|(is_changed, name)| *is_changed && is_typed(name));
    idle.map_or(Ok(()), |(_, name)| {
        Err(format!("--{name} is for the screen; remove --{name} or {other}"))
    })
}
