//! Resolves the command line to settings: the preset first, then single parameters; word lists are read. It runs
//! nothing.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use documents::{HtmlText, plain_text};

use shingle::base::path::DocPath;
use shingle::decisions::{Phrases, phrase::LARGEST_PHRASES, phrase_file::PhraseError};
use shingle::engine::{DocumentReader, templates::read_templates};
use shingle::folder::read::{LARGEST_FILE, read_named};
use shingle::pipeline::{
    LanguageChoice, Parameter, Params, SketchKind, Task, Template, ValueError, ValueFiles,
};
use shingle::text::{PosRemoval, Stem, WordList};
use shingle::visits::ChangedParams;

use super::params::{OptionValue, ParamArgs};

/// What a list of phrases is made of.
const PHRASE_LINES: &str =
    "lines such as {\"phrase\":\"all rights reserved\"}; --template leaves out whole texts";

/// Reads the files that values name. Phrases are not in files here: a result lists them whole, and the command line reads
/// them by itself, because which file it is depends on the folder.
pub(crate) struct NamedFiles<'a> {
    /// Reads templates.
    pub(crate) reader: &'a DocumentReader,
}

impl ValueFiles for NamedFiles<'_> {
    fn words(&self, name: &str, file: &OsStr) -> Result<Arc<WordList>, ValueError> {
        let expected = if name == Parameter::StopWords.name() {
            "on, inside, off, php-shingles or a file of stop words"
        } else {
            "a file of stop words"
        };
        let name = DocPath::new(file);
        let content = read_named(Path::new(file), LARGEST_FILE)
            .map_err(|unread| ValueError(format!("{name}: {}", unread.message(expected))))?;
        let text = plain_text(&content.bytes).map_err(|reason| {
            ValueError(format!("{name}: {reason}; expected one stop word a line"))
        })?;
        Ok(Arc::new(WordList::parse(name.to_string(), &text)))
    }

    fn templates(
        &self,
        files: &[OsString],
        params: &Params,
    ) -> Result<Vec<Arc<Template>>, ValueError> {
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        read_templates(self.reader, &files, params).map_err(|error| ValueError(error.to_string()))
    }

    fn phrases(&self, texts: &[OsString]) -> Result<Vec<Arc<str>>, ValueError> {
        Ok(texts.iter().map(|text| text.to_string_lossy().into()).collect())
    }
}

impl ParamArgs {
    /// The parameters of a run of this task; `reader` reads templates.
    ///
    /// # Errors
    /// One line about a word list that cannot be read, or about an option that does not fit the others.
    pub(crate) fn resolve(&self, task: Task, reader: &DocumentReader) -> Result<Params, String> {
        self.resolve_from(Params::defaults(), task, reader, |_| true)
    }

    /// The parameters of a run on existing sketches: those that made the sketches, unless an option says otherwise.
    ///
    /// # Errors
    /// As [`Self::resolve`].
    pub(crate) fn resolve_for_sketches(
        &self,
        made: &Params,
        task: Task,
        reader: &DocumentReader,
    ) -> Result<Params, String> {
        // The files say which hash they were made with; any other is refused later.
        self.resolve_from(made.clone(), task, reader, |one| one != Parameter::Hash)
    }

    fn resolve_from(
        &self,
        params: Params,
        task: Task,
        reader: &DocumentReader,
        judged: impl Fn(Parameter) -> bool,
    ) -> Result<Params, String> {
        let mut params = self.set_values(params, reader, |_| true)?;
        params.phrases = self.read_phrases(task)?;
        self.refuse_inactive(task, &params, judged)?;
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
        let restored = last.apply(&self.without_typed(usual))?;
        let mut params = self.set_values(restored, reader, |value| value.line.is_none()).ok()?;
        params.template.clone_from(&usual.template);
        params.phrases.clone_from(&usual.phrases);
        for parameter in &self.of_set {
            parameter.copy(&mut params, usual);
        }
        self.refuse_inactive(Task::Screen, &params, |_| true).ok()?;
        (params != *usual).then_some(params)
    }

    /// These parameters, with defaults for those that were typed, by name or with `--set`: what a later visit begins with.
    pub(crate) fn without_typed(&self, params: &Params) -> Params {
        let defaults = Params::defaults();
        let has_preset = self.is_set(Parameter::Preset);
        let mut params = params.clone();
        for parameter in Parameter::ALL {
            let is_typed = self.is_set(*parameter) || has_preset && parameter.is_of_presets();
            if is_typed || self.of_set.contains(parameter) {
                parameter.copy(&mut params, &defaults);
            }
        }
        params
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

    /// `params` with the values of these options, but for phrases. A preset replaces all that presets set, so it comes
    /// first. A step of the command line must not exceed the width; one of the config file is reduced to it.
    fn set_values(
        &self,
        mut params: Params,
        reader: &DocumentReader,
        is_used: impl Fn(&OptionValue) -> bool,
    ) -> Result<Params, String> {
        let apart = [Parameter::Preset, Parameter::Phrases];
        let others = Parameter::ALL.iter().filter(|one| !apart.contains(one));
        for parameter in [Parameter::Preset].iter().chain(others) {
            if let Some(value) = self.value(*parameter).filter(|value| is_used(value)) {
                let set = parameter.choose(&mut params, &value.texts, &NamedFiles { reader });
                set.map_err(|reason| value.refused(&reason.to_string()))?;
            }
        }
        if params.step > params.width {
            if let Some(typed) = self.typed(Parameter::Step) {
                let Params { step, width, .. } = params;
                return Err(typed.refused(&format!(
                    "{step}: expected 1 (overlapping) to the {width} words of a shingle (butted)"
                )));
            }
            params.step = params.width;
        }
        needs_no_missing_feature(&params)?;
        Ok(params)
    }

    /// Where the phrases are that are left out, and whether that file must be there; `None` if none are left out.
    pub(crate) fn phrases_place(&self, task: Task) -> Option<(PathBuf, bool)> {
        let own = || self.own_phrases.clone().map(|file| (file, false));
        match self.text(Parameter::Phrases) {
            None if task == Task::Screen => own(),
            None => None,
            Some(choice) if choice == "own" => own(),
            Some(choice) if choice == "off" => None,
            // On the screen, it is made with the first phrase.
            Some(file) => Some((file.into(), task != Task::Screen)),
        }
    }

    /// The phrases that are left out.
    fn read_phrases(&self, task: Task) -> Result<Vec<Arc<str>>, String> {
        if Parameter::Phrases.unused(task).is_some() {
            return Ok(Vec::new());
        }
        let Some((file, must)) = self.phrases_place(task) else {
            // A line of the config file holds where there is a folder.
            let typed = self.typed(Parameter::Phrases).filter(|typed| typed.texts == ["own"]);
            return match typed.filter(|_| task != Task::Screen) {
                Some(typed) => Err(typed.refused(
                    "own: there is no folder here that the screen keeps a list for; name a FILE",
                )),
                None => Ok(Vec::new()),
            };
        };
        if !must && !file.exists() {
            return Ok(Vec::new());
        }
        let read = read_phrases(&file);
        // The screen says what is wrong with its own list, and goes on without.
        if task == Task::Screen && Some(&file) == self.own_phrases.as_ref() {
            return Ok(read.unwrap_or_default());
        }
        let refused = |reason: String| match self.value(Parameter::Phrases) {
            Some(value) => value.refused(&reason),
            None => reason,
        };
        read.map_err(refused)
    }
}

/// What the program lacks for the chosen language, a sentence each.
pub(crate) fn lacks(params: &Params) -> Vec<String> {
    let LanguageChoice::Fixed(language) = params.language else { return Vec::new() };
    let has_stop_words = !params.stop_words.are_of_language() || language.has_stop_words();
    let has_stemmer = params.stem == Stem::Off || language.has_stemmer();
    let has_tagger = params.pos_removal == PosRemoval::Off || language.has_tagger();
    let (name, code) = (language.name(), language.code());
    let all = [
        (has_stop_words, "list of stop words", "no words are dropped"),
        (has_stemmer, "stemmer", "words stay whole"),
        (has_tagger, "tagger of parts of speech", "no words are left out by theirs"),
    ];
    let missing = all.into_iter().filter(|(is_there, ..)| !is_there);
    missing.map(|(_, what, so)| format!("there is no {what} for {name} ({code}): {so}")).collect()
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
