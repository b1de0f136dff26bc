//! What was typed, resolved once: preset, then parameters beside it, word lists read. It runs nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::engine::templates::read_templates;
use shingle::folder::names::WalkOptions;
use shingle::folder::read::read_named;
use shingle::pipeline::parameters::catalogue::Parameter;
use shingle::pipeline::parameters::decides_nothing::Task;
use shingle::pipeline::parameters::{LanguageChoice, Params, SketchKind, StopWords};
use shingle::text::normalize::{Stem, WordList};
use shingle::text::plain_file::plain_text;
use shingle::text::pos::PosRemoval;

use super::args::documents::WalkArgs;
use super::args::params::{ParamArgs, SketchArgs};

impl WalkArgs {
    /// As the walk takes them.
    pub(crate) const fn resolve(&self) -> WalkOptions {
        WalkOptions { hidden: self.hidden, ignored: self.ignored }
    }
}

impl ParamArgs {
    /// The parameters of a run for a task.
    ///
    /// # Errors
    /// One line about a word list that cannot be read, or an option that does not fit the others.
    pub(crate) fn resolve(&self, task: Task) -> Result<Params, String> {
        let params = self.beside(Params::defaults())?;
        self.typed().refuse_resting(task, &params, |_| true)?;
        Ok(params)
    }

    /// The parameters of a run on sketches that were made with some already: those, where nothing else was typed.
    ///
    /// # Errors
    /// As [`Self::resolve`].
    pub(crate) fn resolve_beside(&self, made_with: &Params, task: Task) -> Result<Params, String> {
        let params = self.beside(made_with.clone())?;
        // The hash is told in the files, and any other is refused.
        self.typed().refuse_resting(task, &params, |one| one != Parameter::Hash)?;
        Ok(params)
    }

    /// The parameters of the laboratory, with labelled pairs or without: it tries every sketch itself, so that whatever a
    /// preset names, those are of the plain one.
    ///
    /// # Errors
    /// As [`Self::resolve`].
    pub(crate) fn resolve_for_lab(&self, task: Task) -> Result<Params, String> {
        let mut params = self.resolve(task)?;
        if task == Task::LabWithLabels {
            // Of labelled pairs all shingles are counted.
            params.modulo = 1;
        }
        let Params { family, verify, .. } = Params::defaults();
        Ok(Params { sketch: SketchKind::Modulo, family, verify, ..params })
    }

    /// The files of templates: what is typed takes the place of what a config file names.
    fn templates(&self) -> &[PathBuf] {
        let typed = self.typed();
        let asked = if typed.template.is_empty() { self } else { typed };
        if asked.names_no_template() { &[] } else { &asked.template }
    }

    /// Without what a config file says.
    pub(crate) fn only_typed(mut self) -> Self {
        self.typed.take().map_or(self, |typed| *typed)
    }

    /// What of this was typed; the rest is of a config file.
    fn typed(&self) -> &Self {
        self.typed.as_deref().unwrap_or(self)
    }

    /// What was read of the files of an option; an error names the option, or the line of the config file that names them
    /// and its key.
    fn told_where<T>(&self, option: Parameter, read: Result<T, String>) -> Result<T, String> {
        let (place, name) = (self.places.iter().find(|(one, _)| *one == option), option.name());
        read.map_err(|reason| match place {
            Some((_, place)) => format!("{place}: {name}: {reason}"),
            None => format!("--{name} {reason}"),
        })
    }

    /// What was asked for, in place of what `params` hold; a preset replaces all of these first.
    fn beside(&self, params: Params) -> Result<Params, String> {
        let mut params = self.preset.map_or(params, Params::preset);
        params.encoding = self.encoding.or(params.encoding);
        params.language = self.language.unwrap_or(params.language);
        params.words = self.words.unwrap_or(params.words);
        params.pos_removal = self.pos_removal.unwrap_or(params.pos_removal);
        params.case = self.case.unwrap_or(params.case);
        params.confusables = self.confusables.unwrap_or(params.confusables);
        if let Some(choice) = &self.stop_words {
            params.stop_words = match choice.to_str() {
                Some("on") => StopWords::On,
                Some("inside") => StopWords::Inside,
                Some("off") => StopWords::Off,
                Some("php-shingles") => StopWords::PhpShingles,
                _ => StopWords::List(self.told_where(
                    Parameter::StopWords,
                    word_list(choice, "on, inside, off, php-shingles or a file of stop words"),
                )?),
            };
        }
        if let Some(path) = &self.stop_words_add {
            let list = word_list(path, "a file of stop words");
            params.stop_words_add = Some(self.told_where(Parameter::StopWordsAdd, list)?);
        }
        params.stem = self.stem.unwrap_or(params.stem);
        params.width = self.width.unwrap_or(params.width);
        params.hash = self.hash.unwrap_or(params.hash);
        params.modulo = self.modulo.unwrap_or(params.modulo);
        params.common = self.common.map_or(params.common, |common| common.0);
        let files = self.templates();
        let template = if files.iter().any(|file| file.as_os_str() == "off") {
            // A file of that name is `./off`.
            Err("off: stands alone; leave it away, or the files".to_string())
        } else {
            read_templates(files, &params).map_err(|error| error.to_string())
        };
        params.template = self.told_where(Parameter::Template, template)?;
        params.measure = self.measure.unwrap_or(params.measure);
        // Before the threshold: a sketch brings its own, which what was typed overrides.
        self.sketch.put(&mut params, self.typed())?;
        params.threshold = self.threshold.unwrap_or(params.threshold);
        params.above = self.above.unwrap_or(params.above);
        Ok(params)
    }
}

impl SketchArgs {
    /// Puts what was asked for into the parameters. A step in `typed` must be within the width; that of a config file is
    /// brought within it.
    ///
    /// # Errors
    /// One line about an option that does not fit the others.
    fn put(&self, params: &mut Params, typed: &ParamArgs) -> Result<(), String> {
        let Self { step, sketch, functions, family, verify } = *self;
        params.step = step.unwrap_or(params.step);
        if params.step > params.width {
            if typed.sketch.step.is_some() {
                return Err(format!(
                    "--step {}: expected 1 (overlapping) to the {} words of a shingle (butted)",
                    params.step, params.width
                ));
            }
            params.step = params.width;
        }
        if let Some(sketch) = sketch {
            params.take_sketch(sketch);
        }
        params.functions = functions.unwrap_or(params.functions);
        params.family = family.unwrap_or(params.family);
        params.verify = verify.unwrap_or(params.verify);
        Ok(())
    }
}

/// What a chosen language lacks here, one sentence each.
pub(crate) fn lacks(params: &Params) -> Vec<String> {
    let LanguageChoice::Fixed(language) = params.language else { return Vec::new() };
    let mut notes = Vec::new();
    if params.stop_words.are_of_language() && !language.has_stop_words() {
        notes.push(format!(
            "there is no list of stop words for {} ({}): no words are dropped",
            language.name(),
            language.code()
        ));
    }
    if params.stem == Stem::On && !language.has_stemmer() {
        notes.push(format!(
            "there is no stemmer for {} ({}): words stay whole",
            language.name(),
            language.code()
        ));
    }
    if params.pos_removal == PosRemoval::On && !language.has_tagger() {
        notes.push(format!(
            "there is no tagger of parts of speech for {} ({}): no words are left out by theirs",
            language.name(),
            language.code()
        ));
    }
    notes
}

fn word_list(path: &Path, expected: &str) -> Result<Arc<WordList>, String> {
    let name = DocPath::new(path);
    let content =
        read_named(path).map_err(|unread| format!("{name}: {}", unread.message(expected)))?;
    let text = plain_text(&content.bytes)
        .map_err(|reason| format!("{name}: {reason}; expected one stop word a line"))?;
    Ok(Arc::new(WordList::parse(name.to_string(), &text)))
}
