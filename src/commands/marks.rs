//! Marks on pairs, for listings.

use std::{borrow::Cow, path::Path};

use shingle::base::{numbers::choose_verb, path::DocPath};
use shingle::decisions::{DecisionFile, MarkChoice, MarkKind, NewestMarks, UserMark};
use shingle::pipeline::{Corpus, DocInfo};

use super::print_note;
use crate::{cli::places, printer::out::Stop};

/// Reads the marks. An unreadable default file gives a note and no marks; a named file must be readable.
pub(crate) fn read_marks(named: Option<&Path>, folder: &Path) -> Result<NewestMarks, Stop> {
    let usual = || places::marks_place().ok();
    let Some(path) = named.map(Path::to_path_buf).or_else(usual) else {
        return Ok(NewestMarks::default());
    };
    let file = match DecisionFile::open(&path, &[folder]) {
        Ok(file) => file,
        Err(error) if named.is_some() => return Err(error.into()),
        Err(error) => {
            print_note(&error.to_string());
            return Ok(NewestMarks::default());
        }
    };
    let name = DocPath::new(&path);
    if named.is_some() && !path.exists() {
        print_note(&format!("{name}: no such file; all pairs are undecided"));
    }
    let unparsed = file.unparsed_lines();
    if unparsed.count > 0 {
        let is = choose_verb(unparsed.count, "is not a mark", "are not marks");
        print_note(&format!("{name}: {unparsed} {is}; correct or remove these lines"));
    }
    Ok(file.summary().clone())
}

pub(crate) struct Marks {
    decided: NewestMarks,
    /// Real path of the folder, as marks name it.
    folder: String,
    choices: Vec<MarkChoice>,
}

impl Marks {
    pub(crate) fn for_choices(
        named: Option<&Path>,
        choices: &[MarkChoice],
        folder: &Path,
        corpus: &Corpus,
    ) -> Result<Option<Self>, Stop> {
        if named.is_none() && choices.is_empty() {
            return Ok(None);
        }
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        let (mut decided, choices) = (read_marks(named, folder)?, choices.to_vec());
        let content = |path: &DocPath| Some(corpus.entries().get(path)?.file.content);
        decided.changed_copies = decided.find_changed_copies(content);
        Ok(Some(Self { decided, folder: real.display().to_string(), choices }))
    }

    /// Returns the mark on a pair, also with only a note.
    pub(crate) fn mark_of_pair(&self, a: &DocInfo, b: &DocInfo) -> Option<Cow<'_, UserMark>> {
        let (contents, texts) = ([a.file.content, b.file.content], [a.file.text, b.file.text]);
        let names = (&*a.path.name(), &*b.path.name());
        self.decided.mark_on_pair(&self.folder, names, contents, texts)
    }

    pub(crate) fn lists_pair(&self, a: &DocInfo, b: &DocInfo) -> bool {
        let verdict = self.mark_of_pair(a, b).map_or(MarkKind::Undecided, |mark| mark.verdict);
        self.choices.is_empty() || self.choices.iter().any(|choice| choice.includes_mark(verdict))
    }
}
