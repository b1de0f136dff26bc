//! Refuses options that decide nothing in the command, with the reason from `parameters::inactive`. Lines of the config file
//! are not refused.

use shingle::pipeline::{Inactive, Parameter, Params, Task, parameters::inactive::Unused};

use super::args::{Cli, CommandArgs, ReportArgs, SketchingArgs};
use super::common::CommonArgs;
use super::options::{LessonFormat, OutputFormat, ScreenArgs, Switch, ThemeName};
use super::params::{OptionValue, ParamArgs};

impl Cli {
    /// Refuses options of the command line that decide nothing in this task. `is_typed` says whether an option of the screen
    /// stands there, given its name.
    ///
    /// # Errors
    /// One line that names the option and what to do.
    pub(crate) fn refuse_idle(&self, is_typed: impl Fn(&str) -> bool) -> Result<(), String> {
        self.refuse_idle_options(is_typed)?;
        let CommonArgs { task, params, .. } = self.common();
        let typed = Parameter::ALL.iter().filter(|one| params.is_set(**one));
        let unused = typed.filter_map(|one| Some((params.typed(*one)?, one.unused(task)?)));
        unused.map(|(value, why)| Err(refused(value, why))).next().unwrap_or(Ok(()))
    }

    /// The same for options that are not parameters.
    fn refuse_idle_options(&self, is_typed: impl Fn(&str) -> bool) -> Result<(), String> {
        match &self.command {
            Some(CommandArgs::Scan(asked))
                if asked.clusters && asked.output.format != OutputFormat::Json =>
            {
                Err("--clusters is for --format json; `shingle clusters DIR` prints them for people"
                    .to_string())
            }
            Some(CommandArgs::Compare(asked))
                if asked.explain && asked.format != OutputFormat::Table =>
            {
                Err("--explain prints text for people; leave --format out".to_string())
            }
            Some(CommandArgs::Teach(asked)) if asked.format == Some(LessonFormat::Text) => {
                let option = screen_option(&asked.screen, is_typed);
                option.map_or(Ok(()), |option| {
                    Err(format!("--{option} is for the screen; leave it out, or leave out --format text"))
                })
            }
            Some(CommandArgs::Teach(asked)) if asked.a.is_none() && self.config.set.is_some() => {
                Err("--set is for texts of yours; the built-in ones are shown as they were published, whatever the config file says"
                    .to_string())
            }
            Some(
                CommandArgs::Sketch(SketchingArgs { force: true, file, .. })
                | CommandArgs::Report(ReportArgs { force: true, file, .. }),
            ) if file.as_os_str() == "-" =>
            {
                Err("--force is for a file; standard output is nothing to replace".to_string())
            }
            _ => Ok(()),
        }
    }
}

/// The message for a parameter that the task does not use: the reason, and what to do.
fn refused(value: &OptionValue, why: Unused) -> String {
    let name = value.parameter.name();
    let option = match (value.parameter, &value.texts[..]) {
        (Parameter::Linkage, [linkage]) => format!("--{name} {}", linkage.display()),
        _ => format!("--{name}"),
    };
    let instead = match why {
        Unused::TwoTexts => "; use `shingle query FILE --in DIR`, or --template FILE",
        Unused::NoClusters => ": add --clusters, or use `shingle clusters DIR`",
        Unused::ScoreAlone => "; leave it out, or add --check",
        Unused::ForComparing => "; give it to `shingle scan --sketches`",
        Unused::ByShare => "; use --least SHARE",
        Unused::NoPairs
        | Unused::AllCounted
        | Unused::ByWords
        | Unused::EverySketch
        | Unused::EveryThreshold => "; leave it out",
    };
    format!("{option} {why}{instead}")
}

impl ParamArgs {
    /// Refuses options of the command line that decide nothing, given the values of the other parameters. Checks the
    /// parameters for which `judged` is true.
    ///
    /// # Errors
    /// One line that names the option and what to do.
    pub(super) fn refuse_inactive(
        &self,
        task: Task,
        params: &Params,
        judged: impl Fn(Parameter) -> bool,
    ) -> Result<(), String> {
        let typed = Parameter::ALL.iter().copied().filter(|parameter| self.is_set(*parameter));
        for parameter in typed.filter(|parameter| judged(*parameter)) {
            match parameter.inactive_in(task, params) {
                None => {}
                // The number that this sketch has anyway is accepted.
                Some(Inactive::FixedFunctions(sketch))
                    if Some(params.functions) == sketch.fixed_functions() => {}
                Some(why) => return Err(refused_inactive(parameter, params, why)),
            }
        }
        Ok(())
    }
}

/// The message for a parameter that decides nothing beside the others: the reason, and what to do.
fn refused_inactive(parameter: Parameter, params: &Params, why: Inactive) -> String {
    let name = parameter.name();
    let option = match why {
        Inactive::FixedFunctions(_) => format!("--{name} {}:", params.functions),
        _ => format!("--{name}"),
    };
    let instead = match why {
        Inactive::NotMeasured => "; leave it out, or verify",
        Inactive::KeepsAll => "; leave it out, or add --modulo M",
        Inactive::FixedFunctions(_) => "; leave it out, or use --sketch minhash",
        Inactive::OfMinHash => ": leave it out, or add --sketch minhash",
        Inactive::OfEstimates => ": leave it out, or add one of these",
        Inactive::KeepsTooLittle(_) => "; leave it out, or use --sketch modulo",
    };
    format!("{option} {why}{instead}")
}

/// The first screen option that was typed and differs from its default.
fn screen_option(screen: &ScreenArgs, is_typed: impl Fn(&str) -> bool) -> Option<&'static str> {
    let changed = [
        (screen.theme != ThemeName::Auto, "theme"),
        (screen.ascii, "ascii"),
        (screen.mouse == Switch::Off, "mouse"),
        (screen.projector, "projector"),
    ];
    changed
        .into_iter()
        .find(|(is_changed, name)| *is_changed && is_typed(name))
        .map(|(_, name)| name)
}
