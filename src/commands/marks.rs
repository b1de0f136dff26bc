//! What was decided about pairs, for the commands that tell it. It decides nothing.

use std::path::Path;

use shingle::base::{numbers::verb, path::DocPath};
use shingle::decisions::{Decided, DecidedChoice, Decision, DecisionFile, Subject, Verdict};
use shingle::pipeline::DocInfo;

use super::note;
use crate::{cli::places, printer::out::Stop};

/// All decisions, of the file that was `named` or else of the usual one. Where the usual file cannot be read, it is said, and
/// there are none; a file that was named must be readable.
pub(crate) fn decisions(named: Option<&Path>, folder: &Path) -> Result<Decided, Stop> {
    let usual = || places::decisions().path();
    let Some(path) = named.map(Path::to_path_buf).or_else(usual) else {
        return Ok(Decided::default());
    };
    let file = match DecisionFile::open(&path, folder) {
        Ok(file) => file,
        Err(error) if named.is_some() => return Err(Stop::Failed(error.to_string())),
        Err(error) => {
            note(&error.to_string());
            return Ok(Decided::default());
        }
    };
    if named.is_some() && !path.exists() {
        note(&format!("{}: no such file yet, so nothing is decided", DocPath::new(&path)));
    }
    let unparsed = file.unparsed();
    if unparsed.count > 0 {
        let is = verb(unparsed.count, "is no decision", "are no decisions");
        note(&format!("{}: {unparsed} {is}; mend or remove them", DocPath::new(&path)));
    }
    Ok(file.sum().clone())
}

/// The marks on the pairs of a listing, and which of these are wanted.
pub(crate) struct Marks {
    decided: Decided,
    /// None for all.
    choices: Vec<DecidedChoice>,
}

impl Marks {
    /// Those that are asked for; `None` where a listing tells none.
    pub(crate) fn chosen(
        named: Option<&Path>,
        choices: &[DecidedChoice],
        folder: &Path,
    ) -> Result<Option<Self>, Stop> {
        if named.is_none() && choices.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self { decided: decisions(named, folder)?, choices: choices.to_vec() }))
    }

    /// The verdict on a pair, and the note on it, which may be empty.
    pub(crate) fn mark(&self, a: &DocInfo, b: &DocInfo) -> (Verdict, &str) {
        self.decision(a, b).map_or((Verdict::Undecided, ""), |one| (one.verdict, &one.note))
    }

    /// The place of the text that the other one of a pair took from, where that was said.
    pub(crate) fn source(&self, a: &DocInfo, b: &DocInfo) -> Option<usize> {
        self.decision(a, b)?.source_place([a.file.content, b.file.content])
    }

    /// What was decided about a pair; `None` for nothing.
    fn decision(&self, a: &DocInfo, b: &DocInfo) -> Option<&Decision> {
        self.decided.decision_on(Subject::pair(a.file.content, b.file.content))
    }

    /// Whether a pair is wanted.
    pub(crate) fn takes(&self, a: &DocInfo, b: &DocInfo) -> bool {
        let (verdict, _) = self.mark(a, b);
        self.choices.is_empty() || self.choices.iter().any(|choice| choice.takes(verdict))
    }
}
