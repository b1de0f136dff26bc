//! The files that could not be used, gathered by reason: which reason is unfolded, which line is selected. It draws
//! nothing.

use std::collections::HashMap;
use std::sync::Arc;

use shingle::base::problem::{Problem, ProblemKind};
use shingle::pipeline::snapshot::Snapshot;

use super::cursor::Cursor;
use super::lines::{Lines, Spot};

/// So few files are shown at once, every reason unfolded.
const FEW: usize = 20;

/// A reason and the files that it holds for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reason {
    /// How bad it is.
    pub(crate) kind: ProblemKind,
    /// The reason; where only numbers in it differ, with an ellipsis for each.
    pub(crate) text: String,
    /// Indices into the snapshot's problems, in path order.
    pub(crate) problems: Vec<u32>,
}

/// Gathers problems by reason: the worst first, then those of most files.
pub(super) fn reasons(problems: &[Problem]) -> Vec<Reason> {
    let mut places: HashMap<(ProblemKind, String), usize> = HashMap::new();
    let mut reasons: Vec<Reason> = Vec::new();
    for (index, problem) in problems.iter().enumerate() {
        let pattern = without_numbers(&problem.reason);
        let place = *places.entry((problem.kind, pattern)).or_insert_with_key(|_| {
            let text = problem.reason.clone();
            reasons.push(Reason { kind: problem.kind, text, problems: Vec::new() });
            reasons.len() - 1
        });
        let reason = &mut reasons[place];
        if reason.text != problem.reason {
            reason.text = without_numbers(&problem.reason);
        }
        reason.problems.push(index as u32);
    }
    let badness = |kind| match kind {
        ProblemKind::Failed => 0,
        ProblemKind::Lossy => 1,
        ProblemKind::Skipped => 2,
    };
    // Stable: of two reasons of as many files, the one of the first file comes first.
    reasons.sort_by_key(|reason| (badness(reason.kind), std::cmp::Reverse(reason.problems.len())));
    reasons
}

/// The same text with an ellipsis for every number.
fn without_numbers(reason: &str) -> String {
    let mut out = String::with_capacity(reason.len());
    let mut in_number = false;
    for character in reason.chars() {
        if !character.is_ascii_digit() {
            out.push(character);
        } else if !in_number {
            out.push('…');
        }
        in_number = character.is_ascii_digit();
    }
    out
}

/// The view of the problems.
#[derive(Debug, Clone, Default)]
pub(crate) struct Problems {
    /// Which line is selected.
    pub(crate) cursor: Cursor,
    /// What it shows, and of which snapshot, once it was gathered.
    pub(crate) shown: Option<(Arc<Snapshot>, Arc<Vec<Reason>>)>,
    /// Which reason or file stands on which line.
    pub(crate) lines: Lines,
    /// The texts of the reasons that are unfolded; `None` until somebody folds or unfolds one.
    unfolded: Option<Vec<String>>,
    /// The number of the request that is awaited.
    pub(crate) awaited: Option<u64>,
}

impl Problems {
    /// Shows other problems; the selection stays with its reason or file.
    pub(crate) fn show(
        &mut self,
        snapshot: Arc<Snapshot>,
        reasons: Arc<Vec<Reason>>,
        height: usize,
    ) {
        let before = self.selected().map(|(reason, problem)| {
            (reason.text.clone(), problem.map(|problem| problem.path.clone()))
        });
        self.shown = Some((snapshot, reasons));
        self.lay_out();
        let line = before.and_then(|(text, path)| {
            let (snapshot, reasons) = self.shown.as_ref()?;
            let place = reasons.iter().position(|reason| reason.text == text)?;
            let below = path.and_then(|path| {
                let is_it = |index: &u32| {
                    snapshot.problems.get(*index as usize).is_some_and(|one| one.path == path)
                };
                reasons.get(place)?.problems.iter().position(is_it)
            });
            let unfolded = self.lines.is_unfolded(place);
            let down = below.filter(|_| unfolded).map_or(0, |below| below + 1);
            Some(self.lines.line_of(place) + down)
        });
        self.cursor.carry(line.unwrap_or(self.cursor.selected), self.lines.len(), height);
    }

    /// Folds or unfolds the selected reason; whether anything changed. A file's reason is folded, and selected then.
    pub(crate) fn fold(&mut self, unfold: bool, height: usize) -> bool {
        let Some(Spot { place, below }) = self.lines.at(self.cursor.selected) else { return false };
        if self.lines.is_unfolded(place) == unfold || unfold && below.is_some() {
            return false;
        }
        let Some((_, reasons)) = &self.shown else { return false };
        let mut unfolded: Vec<String> = reasons
            .iter()
            .enumerate()
            .filter(|(at, _)| self.lines.is_unfolded(*at) != (*at == place))
            .map(|(_, reason)| reason.text.clone())
            .collect();
        unfolded.sort_unstable();
        self.unfolded = Some(unfolded);
        self.lay_out();
        let line = self.lines.line_of(place);
        self.cursor.select(line, self.lines.len(), height);
        true
    }

    /// The reason or file on a line.
    pub(crate) fn at(&self, line: usize) -> Option<(&Reason, Option<&Problem>)> {
        let (snapshot, reasons) = self.shown.as_ref()?;
        let Spot { place, below } = self.lines.at(line)?;
        let reason = reasons.get(place)?;
        let problem =
            below.and_then(|below| snapshot.problems.get(*reason.problems.get(below)? as usize));
        Some((reason, problem))
    }

    /// The selected reason or file.
    pub(crate) fn selected(&self) -> Option<(&Reason, Option<&Problem>)> {
        self.at(self.cursor.selected)
    }

    fn lay_out(&mut self) {
        let Some((snapshot, reasons)) = &self.shown else { return };
        let few = snapshot.problems.len() <= FEW;
        let is_unfolded = |reason: &Reason| match &self.unfolded {
            Some(texts) => texts.binary_search(&reason.text).is_ok(),
            None => few,
        };
        let unfolded = reasons
            .iter()
            .enumerate()
            .filter(|(_, reason)| is_unfolded(reason))
            .map(|(place, reason)| (place, reason.problems.len()));
        self.lines = Lines::new(reasons.len(), unfolded);
    }
}

#[cfg(test)]
mod tests {
    use shingle::base::path::DocPath;
    use shingle::base::problem::{Problem, ProblemKind};

    use super::reasons;

    #[test]
    fn reasons_that_differ_in_numbers_are_one_and_the_worst_come_first() {
        let problem =
            |path: &str, kind, reason: &str| Problem::new(&DocPath::new(path), kind, reason);
        let found = reasons(&[
            problem("a", ProblemKind::Skipped, "not text"),
            problem("b", ProblemKind::Lossy, "3 bytes of 12"),
            problem("c", ProblemKind::Lossy, "44 bytes of 12"),
            problem("d", ProblemKind::Lossy, "1 byte of 9"),
            problem("e", ProblemKind::Failed, "permission denied"),
            problem("f", ProblemKind::Lossy, "5 bytes of 7"),
        ]);
        let shown: Vec<(&str, &[u32])> =
            found.iter().map(|reason| (reason.text.as_str(), reason.problems.as_slice())).collect();
        assert_eq!(
            shown,
            [
                ("permission denied", &[4][..]),
                ("… bytes of …", &[1, 2, 5]),
                ("1 byte of 9", &[3]),
                ("not text", &[0]),
            ]
        );
    }
}
