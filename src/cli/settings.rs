//! Resolves the command line to settings: the preset first, then single parameters; word lists are read. It runs
//! nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use documents::{HtmlText, plain_text};
use shingle::base::path::DocPath;
use shingle::decisions::phrase::{LARGEST_PHRASES, Phrases};
use shingle::decisions::phrase_file::PhraseError;
use shingle::engine::reader::{DocumentFolder, DocumentReader};
use shingle::engine::templates::read_templates;
use shingle::folder::globs::Globs;
use shingle::folder::names::WalkOptions;
use shingle::folder::read::{LARGEST_FILE, read_named};
use shingle::pipeline::parameters::between::Between;
use shingle::pipeline::parameters::catalogue::Parameter;
use shingle::pipeline::parameters::decides_nothing::Task;
use shingle::pipeline::parameters::{LanguageChoice, Params, SketchKind, StopWords};
use shingle::text::normalize::{Stem, WordList};
use shingle::text::pos::PosRemoval;
use shingle::visits::params::ChangedParams;

use super::args::documents::WalkArgs;
use super::args::params::{ParamArgs, SketchArgs};

/// What a list of phrases is made of.
const PHRASE_LINES: &str =
    "lines such as {\"phrase\":\"all rights reserved\"}; --template leaves out whole texts";

impl WalkArgs {
    /// The options as the walk takes them.
    pub(crate) fn resolve(&self) -> WalkOptions {
        let Self { hidden, ignored, include, exclude } = self;
        let globs = Globs::new(include, exclude).map(Arc::new);
        WalkOptions { hidden: *hidden, ignored: *ignored, globs, only: None }
    }

    /// The folder at `root`, as these options walk it.
    pub(crate) fn folder(&self, root: &Path, reader: &DocumentReader) -> DocumentFolder {
        let (root, walk, reader) = (root.to_path_buf(), self.resolve(), reader.clone());
        DocumentFolder { root, walk, reader }
    }
}

impl ParamArgs {
    /// The parameters of a run of this task; `reader` reads templates.
    ///
    /// # Errors
    /// One line about a word list that cannot be read, or about an option that does not fit the others.
    pub(crate) fn resolve(&self, task: Task, reader: &DocumentReader) -> Result<Params, String> {
        let mut params = self.beside(Params::defaults(), reader)?;
        params.phrases = self.with_place(Parameter::Phrases, self.read_phrases(task))?;
        self.typed().refuse_resting(task, &params, |_| true)?;
        Ok(params)
    }

    /// The parameters that a visit begins with: those that the last one changed, then those that `--set` gives or that were
    /// typed. `usual` is what [`Self::resolve`] gives. `None` if these do not fit together, or nothing differs.
    pub(crate) fn resolve_after(
        &self,
        last: &ChangedParams,
        usual: &Params,
        reader: &DocumentReader,
    ) -> Option<Params> {
        let restored = last.on(&self.without_typed(usual))?;
        let typed = self.typed();
        let mut params = typed.beside(restored, reader).ok()?;
        params.template.clone_from(&usual.template);
        params.phrases.clone_from(&usual.phrases);
        for parameter in &self.of_set {
            parameter.take(&mut params, usual);
        }
        typed.refuse_resting(Task::Screen, &params, |_| true).ok()?;
        (params != *usual).then_some(params)
    }

    /// These parameters, with defaults for those that were typed, by name or with `--set`: what a later visit begins with.
    pub(crate) fn without_typed(&self, params: &Params) -> Params {
        let (typed, defaults) = (self.typed(), Params::defaults());
        let preset = typed.asks(Parameter::Preset);
        let mut params = params.clone();
        for parameter in Parameter::ALL {
            let is_typed = typed.asks(*parameter) || preset && parameter.is_of_presets();
            if is_typed || self.of_set.contains(parameter) {
                parameter.take(&mut params, &defaults);
            }
        }
        params
    }

    /// The parameters of a run on existing sketches: those that made the sketches, unless an option says otherwise.
    ///
    /// # Errors
    /// As [`Self::resolve`].
    pub(crate) fn resolve_beside(
        &self,
        made_with: &Params,
        task: Task,
        reader: &DocumentReader,
    ) -> Result<Params, String> {
        let mut params = self.beside(made_with.clone(), reader)?;
        params.phrases = self.with_place(Parameter::Phrases, self.read_phrases(task))?;
        // The files say which hash they were made with; any other is refused later.
        self.typed().refuse_resting(task, &params, |one| one != Parameter::Hash)?;
        Ok(params)
    }

    /// The parameters of a task that counts all shingles: of the laboratory, with or without labelled pairs, which tries
    /// every sketch itself, and of sources. The sketch of a preset is replaced by the plain one.
    ///
    /// # Errors
    /// As [`Self::resolve`].
    pub(crate) fn resolve_counting(
        &self,
        task: Task,
        reader: &DocumentReader,
    ) -> Result<Params, String> {
        let mut params = self.resolve(task, reader)?;
        if task == Task::LabWithLabels {
            // Labelled pairs are compared by all shingles.
            params.modulo = 1;
        }
        let Params { family, verify, .. } = Params::defaults();
        Ok(Params { sketch: SketchKind::Modulo, family, verify, ..params })
    }

    /// The template files. Those of the command line replace those of the config file.
    fn templates(&self) -> &[PathBuf] {
        let typed = self.typed();
        let asked = if typed.template.is_empty() { self } else { typed };
        if asked.names_no_template() { &[] } else { &asked.template }
    }

    /// Where the phrases are that are left out, and whether that file must be there; `None` if none are left out.
    pub(crate) fn phrases_place(&self, task: Task) -> Option<(PathBuf, bool)> {
        let own = || self.own_phrases.clone().map(|file| (file, false));
        match &self.phrases {
            None if task == Task::Screen => own(),
            None => None,
            Some(choice) => match choice.to_str() {
                Some("own") => own(),
                Some("off") => None,
                // On the screen, it is made with the first phrase.
                _ => Some((choice.clone(), task != Task::Screen)),
            },
        }
    }

    /// The phrases that are left out.
    fn read_phrases(&self, task: Task) -> Result<Vec<Arc<str>>, String> {
        if Parameter::Phrases.unused(task).is_some() {
            return Ok(Vec::new());
        }
        let Some((file, must)) = self.phrases_place(task) else {
            // A line of the config file holds where there is a folder.
            let asked = self.typed().phrases.as_ref();
            let is_own = asked.is_some_and(|choice| choice.as_os_str() == "own");
            if is_own && task != Task::Screen {
                let reason =
                    "own: there is no folder here that the screen keeps a list for; name a FILE";
                return Err(reason.into());
            }
            return Ok(Vec::new());
        };
        if !must && !file.exists() {
            return Ok(Vec::new());
        }
        let read = read_phrases(&file);
        // The screen says what is wrong with its own list, and goes on without.
        if task == Task::Screen && Some(&file) == self.own_phrases.as_ref() {
            return Ok(read.unwrap_or_default());
        }
        read
    }

    /// Only what the command line says, without the config file.
    pub(crate) fn only_typed(mut self) -> Self {
        self.typed.take().map_or(self, |typed| *typed)
    }

    /// The part that comes from the command line; the rest is from the config file.
    fn typed(&self) -> &Self {
        self.typed.as_deref().unwrap_or(self)
    }

    /// The content of an option's file. An error names the option, or the line and the key of the config file that
    /// names the file.
    fn with_place<T>(&self, option: Parameter, read: Result<T, String>) -> Result<T, String> {
        let (place, name) = (self.places.iter().find(|(one, _)| *one == option), option.name());
        read.map_err(|reason| match place {
            Some((_, place)) => format!("{place}: {name}: {reason}"),
            None => format!("--{name} {reason}"),
        })
    }

    /// `params` with the values of these options. A preset replaces all values before that.
    fn beside(&self, params: Params, reader: &DocumentReader) -> Result<Params, String> {
        let mut params = self.preset.map_or(params, Params::preset);
        params.encoding = self.encoding.or(params.encoding);
        params.html = self.html.unwrap_or(params.html);
        if let Some(records) = &self.records {
            params.records = records.clone();
        }
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
                _ => StopWords::List(self.with_place(
                    Parameter::StopWords,
                    word_list(choice, "on, inside, off, php-shingles or a file of stop words"),
                )?),
            };
        }
        if let Some(path) = &self.stop_words_add {
            let list = word_list(path, "a file of stop words");
            params.stop_words_add = Some(self.with_place(Parameter::StopWordsAdd, list)?);
        }
        params.stem = self.stem.unwrap_or(params.stem);
        params.width = self.width.unwrap_or(params.width);
        params.hash = self.hash.unwrap_or(params.hash);
        params.modulo = self.modulo.unwrap_or(params.modulo);
        params.common = self.common.map_or(params.common, |common| common.0);
        let files = self.templates();
        let template = if files.iter().any(|file| file.as_os_str() == "off") {
            // A file of that name is `./off`.
            Err("off: stands alone; leave it out, or the files".to_string())
        } else {
            read_templates(reader, files, &params).map_err(|error| error.to_string())
        };
        params.template = self.with_place(Parameter::Template, template)?;
        if let [a, b] = &self.between[..] {
            params.between = Between::new(a.clone(), b.clone());
        }
        params.skip_same = self.skip_same.clone().unwrap_or(params.skip_same);
        params.skip_older = self.skip_older.unwrap_or(params.skip_older);
        params.measure = self.measure.unwrap_or(params.measure);
        // Before the threshold, because a sketch sets a default one that options override.
        self.sketch.put(&mut params, self.typed())?;
        params.threshold = self.threshold.unwrap_or(params.threshold);
        params.above = self.above.unwrap_or(params.above);
        needs_no_missing_feature(&params)?;
        Ok(params)
    }
}

impl SketchArgs {
    /// Sets the parameters of the sketch. A step of the command line must not exceed the width; one of the config file
    /// is reduced to it.
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

/// What the program lacks for the chosen language, a sentence each.
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

/// Refuses values that this program was built without.
fn needs_no_missing_feature(params: &Params) -> Result<(), String> {
    for (option, feature, is_missing) in [
        ("--pos-removal on", "pos", params.pos_removal == PosRemoval::On && !cfg!(feature = "pos")),
        (
            "--html main",
            "readability",
            params.html == HtmlText::Main && !cfg!(feature = "readability"),
        ),
    ] {
        if is_missing {
            return Err(format!(
                "{option} is not there: this program was built without its feature `{feature}`"
            ));
        }
    }
    Ok(())
}

fn word_list(path: &Path, expected: &str) -> Result<Arc<WordList>, String> {
    let name = DocPath::new(path);
    let content = read_named(path, LARGEST_FILE)
        .map_err(|unread| format!("{name}: {}", unread.message(expected)))?;
    let text = plain_text(&content.bytes)
        .map_err(|reason| format!("{name}: {reason}; expected one stop word a line"))?;
    Ok(Arc::new(WordList::parse(name.to_string(), &text)))
}

/// The phrases that a file leaves out.
fn read_phrases(file: &Path) -> Result<Vec<Arc<str>>, String> {
    let name = DocPath::new(file);
    let content = read_named(file, LARGEST_FILE)
        .map_err(|unread| format!("{name}: {}", unread.message("a list of phrases")))?;
    let text = plain_text(&content.bytes)
        .map_err(|reason| format!("{name}: {reason}; expected {PHRASE_LINES}"))?;
    let phrases = Phrases::read(&text)
        .map_err(|line| format!("{name}:{line}: no phrase; expected {PHRASE_LINES}"))?;
    if phrases.bytes() > LARGEST_PHRASES {
        return Err(PhraseError::TooLarge(name).to_string());
    }
    Ok(phrases.left_out().into_iter().map(|line| line.phrase.into()).collect())
}
