//! What was typed, resolved once: preset, then parameters beside it, word lists read. It runs nothing.

use std::path::Path;
use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::engine::templates::read_templates;
use shingle::folder::read::{Unread, read_named};
use shingle::folder::walk::WalkOptions;
use shingle::pipeline::params::{LanguageChoice, Params, SketchKind, StopWords};
use shingle::shingle::tagged::FUNCTIONS;
use shingle::text::decode::decode;
use shingle::text::normalize::{Stem, WordList};
use shingle::text::pos::PosRemoval;

use super::args::{ParamArgs, SketchArgs, WalkArgs};

impl WalkArgs {
    /// As the walk takes them.
    pub(crate) const fn resolve(&self) -> WalkOptions {
        WalkOptions { hidden: self.hidden, ignored: self.ignored }
    }
}

impl ParamArgs {
    /// The parameters of the run.
    ///
    /// # Errors
    /// One line about a word list that cannot be read, or an option that does not fit the others.
    pub(crate) fn resolve(&self) -> Result<Params, String> {
        self.beside(Params::defaults())
    }

    /// The parameters of a run on sketches that were made with some already: those, where nothing else was typed.
    ///
    /// # Errors
    /// As [`Self::resolve`].
    pub(crate) fn resolve_beside(&self, made_with: &Params) -> Result<Params, String> {
        self.beside(made_with.clone())
    }

    /// Refuses what has no part in making sketches.
    ///
    /// # Errors
    /// One line that names the option.
    pub(crate) fn refuse_comparison(&self) -> Result<(), String> {
        let typed = [
            self.measure.map(|_| "--measure"),
            self.threshold.map(|_| "--threshold"),
            self.above.map(|_| "--above"),
            self.common.map(|_| "--common"),
            self.template.first().map(|_| "--template"),
        ];
        typed.into_iter().flatten().next().map_or(Ok(()), |option| {
            Err(format!(
                "{option} is for comparing: sketches are written for all of its values; name it in `shingle scan --sketches`"
            ))
        })
    }

    /// The parameters of the laboratory, with labelled pairs or without: it tries every sketch itself, so that whatever a
    /// preset names, those are of the plain one.
    ///
    /// # Errors
    /// As [`Self::resolve`], and one line that names an option which decides nothing there.
    pub(crate) fn resolve_for_lab(mut self, labelled: bool) -> Result<Params, String> {
        self.refuse_idle(labelled)?;
        // Here it is tried beside the others, not chosen.
        let functions = self.sketch.functions.take();
        let mut params = self.resolve()?;
        params.functions = functions.unwrap_or(params.functions);
        let Params { family, verify, .. } = Params::defaults();
        Ok(Params { sketch: SketchKind::Modulo, family, verify, ..params })
    }

    /// Refuses what decides nothing in the laboratory.
    fn refuse_idle(&self, labelled: bool) -> Result<(), String> {
        let always = [
            self.sketch.sketch.map(|_| "--sketch"),
            self.sketch.family.map(|_| "--family"),
            self.sketch.verify.map(|_| "--verify"),
            self.common.map(|_| "--common"),
            self.template.first().map(|_| "--template"),
        ];
        if let Some(option) = always.into_iter().flatten().next() {
            return Err(format!(
                "{option} decides nothing here: the laboratory tries every sketch, each of all shingles; leave it away"
            ));
        }
        let with_labels = [
            self.hash.map(|_| "--hash"),
            self.modulo.map(|_| "--modulo"),
            self.sketch.functions.map(|_| "--functions"),
            self.threshold.map(|_| "--threshold"),
            self.above.map(|_| "--above"),
        ];
        match with_labels.into_iter().flatten().next().filter(|_| labelled) {
            None => Ok(()),
            Some(option) => Err(format!(
                "{option} decides nothing with --labels: all shingles are counted there, and every threshold is tried; leave it away"
            )),
        }
    }

    /// What was typed, in place of what `params` hold; a preset replaces all of these first.
    fn beside(&self, params: Params) -> Result<Params, String> {
        let mut params = self.preset.map_or(params, Params::preset);
        params.encoding = self.encoding.or(params.encoding);
        params.language = self.language.unwrap_or(params.language);
        params.words = self.words.unwrap_or(params.words);
        params.pos_removal = self.pos_removal.unwrap_or(params.pos_removal);
        params.case = self.case.unwrap_or(params.case);
        if let Some(choice) = &self.stop_words {
            params.stop_words = match choice.to_str() {
                Some("on") => StopWords::On,
                Some("off") => StopWords::Off,
                Some("php-shingles") => StopWords::PhpShingles,
                _ => StopWords::List(word_list(
                    choice,
                    "on, off, php-shingles or a file of stop words",
                )?),
            };
        }
        if let Some(path) = &self.stop_words_add {
            params.stop_words_add = Some(word_list(path, "a file of stop words")?);
        }
        params.stem = self.stem.unwrap_or(params.stem);
        params.width = self.width.unwrap_or(params.width);
        params.hash = self.hash.unwrap_or(params.hash);
        params.modulo = self.modulo.unwrap_or(params.modulo);
        params.common = self.common;
        params.template = read_templates(&self.template, &params)?;
        params.measure = self.measure.unwrap_or(params.measure);
        // Before the threshold: a sketch brings its own, which what was typed overrides.
        self.sketch.put(&mut params)?;
        params.threshold = self.threshold.unwrap_or(params.threshold);
        params.above = self.above.unwrap_or(params.above);
        Ok(params)
    }
}

impl SketchArgs {
    /// Puts what was typed into the parameters.
    ///
    /// # Errors
    /// One line about an option that does not fit the others.
    fn put(&self, params: &mut Params) -> Result<(), String> {
        let Self { step, sketch, functions, family, verify } = *self;
        params.step = step.unwrap_or(params.step);
        if params.step > params.width {
            return Err(format!(
                "--step {}: expected 1 (overlapping) to the {} words of a shingle (butted)",
                params.step, params.width
            ));
        }
        if let Some(sketch) = sketch {
            params.take_sketch(sketch);
        }
        let kind = params.sketch;
        if let Some(asked) = functions {
            if kind.fixed_functions().is_some_and(|fixed| fixed != asked) {
                return Err(format!(
                    "--functions {asked}: --sketch {kind} is made of {FUNCTIONS}; leave it away, or take --sketch minhash"
                ));
            }
            params.functions = asked;
        }
        if !params.estimates() {
            let typed = [
                functions.map(|_| "--functions"),
                family.map(|_| "--family"),
                verify.map(|_| "--verify"),
            ];
            if let Some(option) = typed.into_iter().flatten().next() {
                return Err(format!(
                    "{option} is for sketches that estimate: --sketch minhash, supershingle or megashingle; the scores of modulo are counted"
                ));
            }
        }
        if params.estimates() {
            let typed =
                [params.common.map(|_| "--common"), params.template.first().map(|_| "--template")];
            if let Some(option) = typed.into_iter().flatten().next() {
                return Err(format!(
                    "{option} needs --sketch modulo: --sketch {kind} keeps too few shingles of a document to leave some out"
                ));
            }
        }
        params.family = family.unwrap_or(params.family);
        params.verify = verify.unwrap_or(params.verify);
        Ok(())
    }
}

/// What a chosen language lacks here, one sentence each.
pub(crate) fn lacks(params: &Params) -> Vec<String> {
    let LanguageChoice::Fixed(language) = params.language else { return Vec::new() };
    let mut notes = Vec::new();
    if params.stop_words == StopWords::On && !language.has_stop_words() {
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
    let content = read_named(path).map_err(|unread| match unread {
        Unread::Vanished => {
            format!("{name}: no such file; expected {expected}")
        }
        Unread::Refused(reason) | Unread::NoFile(reason) => format!("{name}: {reason}"),
    })?;
    let text = decode(&content.bytes, None)
        .map_err(|reason| format!("{name}: {}; expected one stop word a line", reason.0))?
        .text;
    Ok(Arc::new(WordList::parse(name.to_string(), &text)))
}
