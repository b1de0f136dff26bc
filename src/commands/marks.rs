//! What was decided about pairs, for the commands that tell it. It decides nothing.

use std::io::Write as _;
use std::path::Path;

use shingle::base::numbers::counted;
use shingle::base::path::DocPath;
use shingle::base::visible::visible_lines;
use shingle::decisions::decided::Decided;
use shingle::decisions::decision::{Decision, Subject, Verdict};
use shingle::decisions::file::DecisionFile;
use shingle::decisions::line_file::SharedFile as _;
use shingle::pipeline::document::info::DocInfo;

use crate::cli::places;
use crate::printer::out::Stop;
use crate::report::contents::DecidedChoice;

/// All decisions, of the file that was `named` or else of the usual one. Where the usual file cannot be read, it is said, and
/// there are none; a file that was named must be readable.
pub(crate) fn decisions(named: Option<&Path>, folder: &Path) -> Result<Decided, Stop> {
    let note = |text: &str| {
        let _ = writeln!(std::io::stderr(), "shingle: note: {}", visible_lines(text));
    };
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
    if file.unparsed() > 0 {
        let lines = counted(file.unparsed(), "line");
        note(&format!("{}: {lines} are no decisions, and were passed over", DocPath::new(&path)));
    }
    Ok(file.decided().clone())
}

/// The marks on the pairs of a listing, and which of these are wanted.
pub(crate) struct Marks {
    decided: Decided,
    /// None for all.
    choices: Vec<DecidedChoice>,
}

/// What a listing says of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PairMark<'a> {
    pub(crate) verdict: Verdict,
    /// Empty for none.
    pub(crate) note: &'a str,
}

impl Marks {
    /// Those that are asked for; `None` where a listing tells none.
    pub(crate) fn asked(
        named: Option<&Path>,
        choices: &[DecidedChoice],
        folder: &Path,
    ) -> Result<Option<Self>, Stop> {
        if named.is_none() && choices.is_empty() {
            return Ok(None);
        }
        Ok(Some(Self { decided: decisions(named, folder)?, choices: choices.to_vec() }))
    }

    /// The mark on a pair.
    pub(crate) fn of(&self, a: &DocInfo, b: &DocInfo) -> PairMark<'_> {
        let decision = self.decided.of(Subject::pair(a.content, b.content));
        PairMark {
            verdict: decision.map_or(Verdict::Open, |one: &Decision| one.verdict),
            note: decision.map_or("", |one| &one.note),
        }
    }

    /// Whether a pair is wanted.
    pub(crate) fn takes(&self, a: &DocInfo, b: &DocInfo) -> bool {
        let verdict = self.of(a, b).verdict;
        self.choices.is_empty() || self.choices.iter().any(|choice| choice.takes(verdict))
    }
}
