//! Refuses options that decide nothing in the command, with the reason from `decides_nothing`. Lines of the config file
//! are not refused.

use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::catalogue::Parameter;
use shingle::pipeline::parameters::decides_nothing::{Resting, Task, Unused};

use super::args::output::{LessonFormat, OutputFormat};
use super::args::params::ParamArgs;
use super::args::report::ReportArgs;
use super::args::screen::{ScreenArgs, Switch, ThemeName};
use super::args::{Cli, CommandArgs, SketchingArgs};

impl Cli {
    /// Refuses options of the command line that decide nothing in this task.
    ///
    /// # Errors
    /// One line that names the option and what to do.
    pub(crate) fn refuse_idle(&self) -> Result<(), String> {
        self.refuse_idle_options()?;
        let task = self.task();
        let typed = Parameter::ALL.iter().filter(|parameter| self.asks(**parameter));
        let unused = typed.filter_map(|parameter| Some((*parameter, parameter.unused(task)?)));
        unused.map(|(parameter, why)| Err(self.refused(parameter, why))).next().unwrap_or(Ok(()))
    }

    /// The same for options that are not parameters.
    fn refuse_idle_options(&self) -> Result<(), String> {
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
                let option = of_screen(&asked.screen);
                option.map_or(Ok(()), |option| {
                    Err(format!("{option} is for the screen; leave it out, or leave out --format text"))
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

    /// The message for a parameter that the task does not use: the reason, and what to do.
    fn refused(&self, parameter: Parameter, why: Unused) -> String {
        let name = parameter.name();
        let option = match (parameter, self.linkage()) {
            (Parameter::Linkage, Some(linkage)) => format!("--{name} {linkage}"),
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
}

impl ParamArgs {
    /// Refuses options of the command line that decide nothing, given the values of the other parameters. Checks the
    /// parameters for which `judged` is true.
    ///
    /// # Errors
    /// One line that names the option and what to do.
    pub(super) fn refuse_resting(
        &self,
        task: Task,
        params: &Params,
        judged: impl Fn(Parameter) -> bool,
    ) -> Result<(), String> {
        let typed = Parameter::ALL.iter().copied().filter(|parameter| self.asks(*parameter));
        for parameter in typed.filter(|parameter| judged(*parameter)) {
            match parameter.rests_in(task, params) {
                None => {}
                // The number that this sketch has anyway is accepted.
                Some(Resting::FixedFunctions(sketch))
                    if self.sketch.functions == sketch.fixed_functions() => {}
                Some(why) => return Err(self.refused_beside(parameter, why)),
            }
        }
        Ok(())
    }

    /// The message for a parameter that decides nothing beside the others: the reason, and what to do.
    fn refused_beside(&self, parameter: Parameter, why: Resting) -> String {
        let name = parameter.name();
        let option = match (why, self.sketch.functions) {
            (Resting::FixedFunctions(_), Some(asked)) => format!("--{name} {asked}:"),
            _ => format!("--{name}"),
        };
        let instead = match why {
            Resting::NotMeasured => "; leave it out, or verify",
            Resting::KeepsAll => "; leave it out, or add --modulo M",
            Resting::FixedFunctions(_) => "; leave it out, or use --sketch minhash",
            Resting::OfMinHash => ": leave it out, or add --sketch minhash",
            Resting::OfEstimates => ": leave it out, or add one of these",
            Resting::KeepsTooLittle(_) => "; leave it out, or use --sketch modulo",
        };
        format!("{option} {why}{instead}")
    }
}

/// The first screen option that differs from its default.
fn of_screen(screen: &ScreenArgs) -> Option<&'static str> {
    let typed = [
        (screen.theme != ThemeName::Auto).then_some("--theme"),
        screen.ascii.then_some("--ascii"),
        (screen.mouse == Switch::Off).then_some("--mouse"),
        screen.projector.then_some("--projector"),
    ];
    typed.into_iter().flatten().next()
}
