//! What was typed and decides nothing there is refused by the name of its option. What a config file says is none of it.

use shingle::compare::clusters::Linkage;

use super::args::output::{Format, LessonFormat};
use super::args::params::ParamArgs;
use super::args::screen::{ScreenArgs, Switch, ThemeName};
use super::args::values::Common;
use super::args::{Cli, Command};

impl Cli {
    /// Refuses what decides nothing; of what was typed alone.
    ///
    /// # Errors
    /// One line that names the option and what to do.
    pub(crate) fn refuse_idle(&self) -> Result<(), String> {
        match &self.command {
            None | Some(Command::Clusters(_) | Command::Query(_)) => Ok(()),
            Some(Command::Scan(asked)) => {
                let is_json = asked.output.format == Format::Json;
                of_scan(asked.clusters, is_json, asked.linkage)
            }
            Some(Command::Compare(asked)) if asked.explain && asked.format != Format::Table => {
                Err("--explain prints text for people; leave --format away".to_string())
            }
            Some(Command::Compare(asked)) => {
                // A table and JSON tell it beside the score, and one who asks for a check by the exit code.
                let is_told = asked.check || matches!(asked.format, Format::Table | Format::Json);
                of_threshold(&asked.params, is_told).and_then(|()| of_two_texts(&asked.params))
            }
            Some(Command::Teach(asked)) => {
                let on_paper = asked.format == Some(LessonFormat::Text);
                let of_screen = of_screen(&asked.screen).filter(|_| on_paper);
                let refused = of_screen.map(|option| {
                    format!("{option} is of the screen; leave it away, or --format text")
                });
                refused.map_or_else(|| of_two_texts(&asked.params), Err)
            }
            Some(Command::Sketch(asked)) if asked.force && asked.file.as_os_str() == "-" => {
                Err("--force is for a file; standard output is nothing to replace".to_string())
            }
            Some(Command::Sketch(asked)) => of_sketches(&asked.folder.params),
            Some(Command::Lab(asked)) => of_lab(&asked.folder.params, asked.labels.is_some()),
        }
    }
}

/// The first option that is there.
fn first(options: impl IntoIterator<Item = Option<&'static str>>) -> Option<&'static str> {
    options.into_iter().flatten().next()
}

fn of_scan(clusters: bool, is_json: bool, linkage: Option<Linkage>) -> Result<(), String> {
    match linkage {
        _ if clusters && !is_json => {
            Err("--clusters is for --format json; `shingle clusters DIR` prints them for people"
                .to_string())
        }
        Some(linkage) if !clusters => Err(format!(
            "--linkage {linkage} is of clusters: add --clusters, or use `shingle clusters DIR`"
        )),
        _ => Ok(()),
    }
}

/// What a score must reach decides something where it is told, or checked.
fn of_threshold(params: &ParamArgs, is_told: bool) -> Result<(), String> {
    let typed = [params.threshold.map(|_| "--threshold"), params.above.map(|_| "--above")];
    first(typed).filter(|_| !is_told).map_or(Ok(()), |option| {
        Err(format!(
            "{option} decides nothing here: of two texts ndjson and csv tell the score, whatever it reaches; leave it away, or add --check"
        ))
    })
}

/// No share can be taken of two texts; that all of their shingles count goes without saying.
fn of_two_texts(params: &ParamArgs) -> Result<(), String> {
    match params.common {
        Some(Common(Some(_))) => Err("--common is a share of a folder's documents, and these are two texts; take `shingle query FILE --in DIR`, or --template FILE".to_string()),
        _ => Ok(()),
    }
}

/// What of the screen was asked for otherwise than it is by itself.
fn of_screen(screen: &ScreenArgs) -> Option<&'static str> {
    first([
        (screen.theme != ThemeName::Auto).then_some("--theme"),
        screen.ascii.then_some("--ascii"),
        (screen.mouse == Switch::Off).then_some("--mouse"),
        screen.projector.then_some("--projector"),
    ])
}

/// Sketches are written for every way to compare them.
fn of_sketches(params: &ParamArgs) -> Result<(), String> {
    let typed = [
        params.measure.map(|_| "--measure"),
        params.threshold.map(|_| "--threshold"),
        params.above.map(|_| "--above"),
        params.common.filter(|share| share.0.is_some()).map(|_| "--common"),
        params.template.first().map(|_| "--template"),
    ];
    first(typed).map_or(Ok(()), |option| {
        Err(format!(
            "{option} is for comparing: sketches are written for all of its values; name it in `shingle scan --sketches`"
        ))
    })
}

/// The laboratory tries every sketch of all shingles, and with labelled pairs every threshold.
fn of_lab(params: &ParamArgs, labelled: bool) -> Result<(), String> {
    let always = [
        params.sketch.sketch.map(|_| "--sketch"),
        params.sketch.family.map(|_| "--family"),
        params.sketch.verify.map(|_| "--verify"),
        params.common.filter(|share| share.0.is_some()).map(|_| "--common"),
        params.template.first().map(|_| "--template"),
    ];
    if let Some(option) = first(always) {
        return Err(format!(
            "{option} decides nothing here: the laboratory tries every sketch, each of all shingles; leave it away"
        ));
    }
    let with_labels = [
        params.hash.map(|_| "--hash"),
        params.modulo.map(|_| "--modulo"),
        params.sketch.functions.map(|_| "--functions"),
        params.threshold.map(|_| "--threshold"),
        params.above.map(|_| "--above"),
    ];
    first(with_labels).filter(|_| labelled).map_or(Ok(()), |option| {
        Err(format!(
            "{option} decides nothing with --labels: all shingles are counted there, and every threshold is tried; leave it away"
        ))
    })
}
