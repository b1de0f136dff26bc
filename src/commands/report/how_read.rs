//! How the files of a folder were read, for a report: its parameters' companions on the command line. It reads none.

use std::path::{Path, PathBuf};

use shingle::folder::names::WalkOptions;
use shingle::pipeline::parameters::Params;

use crate::cli::args::limits::LimitArgs;
use crate::commands::chosen_by;
use crate::report::again::CommandAgain;

/// The options by which a folder is read, besides the parameters.
#[derive(Debug, Clone)]
pub(crate) struct HowRead {
    /// The folder as it was typed.
    pub(crate) dir: PathBuf,
    /// The list of phrases: a file, or what the screen keeps.
    phrases: Option<String>,
    /// The file of decisions, if one was named.
    decisions: Option<String>,
    /// The options with their values; one that only is there has none.
    options: Vec<(&'static str, Option<String>)>,
}

impl HowRead {
    /// Takes them from the command line.
    pub(crate) fn of(
        dir: &Path,
        walk: Option<&WalkOptions>,
        limits: &LimitArgs,
        phrases: Option<&Path>,
    ) -> Self {
        let mut options = Vec::new();
        for (name, is_set) in [
            ("hidden", walk.is_some_and(|walk| walk.hidden)),
            ("ignored", walk.is_some_and(|walk| walk.ignored)),
        ] {
            if is_set {
                options.push((name, None));
            }
        }
        let [include, exclude] = chosen_by(walk);
        let globs = |name: &'static str, globs: Vec<String>| {
            globs.into_iter().map(move |glob| (name, Some(glob)))
        };
        options.extend(globs("include", include));
        options.extend(globs("exclude", exclude));
        options.extend(limits.said().into_iter().map(|(name, limit)| (name, Some(limit))));
        let converters = limits.converters.iter();
        options.extend(converters.map(|one| ("converter", Some(one.given.clone()))));
        let phrases = phrases.map(|list| list.to_string_lossy().into_owned());
        Self { dir: dir.to_path_buf(), phrases, decisions: None, options }
    }

    /// The same with the file of decisions that was named on the command line.
    pub(crate) fn deciding_by(self, decisions: Option<&Path>) -> Self {
        Self { decisions: decisions.map(|file| file.to_string_lossy().into_owned()), ..self }
    }

    /// The command line that reads the folder so again, as far as it goes.
    pub(crate) fn again(&self, params: &Params) -> CommandAgain {
        let mut again = CommandAgain::new(&self.dir.to_string_lossy(), params);
        if let Some(list) = self.phrases.as_ref().filter(|_| !params.phrases.is_empty()) {
            again.option("phrases", &[list]);
        }
        if let Some(file) = &self.decisions {
            again.option("decisions", &[file]);
        }
        for (name, value) in &self.options {
            again.option(name, value.as_slice());
        }
        again
    }

    /// The same in words: a name and a value each.
    pub(crate) fn said(&self) -> Vec<(String, String)> {
        let said = |(name, value): &(&str, Option<String>)| {
            ((*name).to_string(), value.clone().unwrap_or_else(|| "on".to_string()))
        };
        self.options.iter().map(said).collect()
    }
}
