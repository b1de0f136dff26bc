//! The list of problems: files that were not read or only in part, by reason, and remarks about other files. Above are
//! the state of the watcher and the newest changes in the folder.
//!
//! ```text
//! ── 3 problems, 2 reasons ──────────────────────────────────────────────────────────── line 1 of 5 ──
//!  Watching: the system reports every change at once. The last change was seen 2 minutes ago.
//!  Changes: essay.txt is gone; notes/a.txt changed 3 times.
//!
//! ▸ failed      1 permission denied: allow reading it, e.g. with chmod +r
//!                 └ notes/red.txt
//! ```

use std::{collections::HashMap, collections::HashSet, sync::Arc, time::Duration};

use ratatui::style::Style;

use shingle::{
    base::cancel::Cancel, base::numbers::choose_verb, base::numbers::format_count,
    base::numbers::format_with_commas, base::path::DocPath, base::problem::Problem,
    base::problem::ProblemKind, base::visible::make_visible, folder::WatchState, pipeline::DocInfo,
    pipeline::Parameter, pipeline::Snapshot, pipeline::document::info::describe_missing_tools,
    pipeline::document::info::detects_languages, text::Confusables,
};

use crate::tui::drawing::{Canvas, Pen, WrappedRows, width_in_columns, without_side_columns};
use crate::tui::model::list::{cursor_of, describe_position, draw_rows};
use crate::tui::model::{Cursor, Filter, FilterTarget, Focus, LastVisit, Lines, List, Model, Slot};
use crate::tui::words::{ShortNames, describe_hidden_by_rules, describe_ignored, format_ago};
use crate::tui::{
    actions::KeyName, actions::StepDirection, actions::ViewName, keys::label_of_typed_command,
    layout::ListAreas, update::pair::refresh_list_and_pair,
};

/// The last row of cut notices.
const CUT: &str = "… a larger terminal shows more";
/// Minimum rows for the details of the selected line.
const DETAILS: u16 = 3;

pub(crate) struct ProblemsListView;

impl List for ProblemsListView {
    cursor_of!(Problems, |problems| problems.lines.len(), Names);

    fn rows_above(&self, model: &Model) -> u16 {
        model.count_rows_with_gap(&model.describe_watcher_and_warnings())
    }

    fn rows_below(&self, model: &Model) -> u16 {
        let rows = describe_selected_line(model)
            .map_or(0, |details| model.count_rows_with_gap(&[details]) - 1);
        rows.max(DETAILS)
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        let is_empty = model.states.get::<Problems>().lines.len() == 0;
        Some(if is_empty {
            &[KeyName::Back]
        } else {
            key_names! { Back Sideways Filter Move }
        })
    }

    fn drop_content(&self, model: &mut Model) {
        model.jobs.cancel(Slot::Problems);
        let problems: &mut Problems = model.states.get_mut();
        (problems.arranged, problems.filter) = (None, Arc::default());
    }

    fn handle_result(&self, model: &mut Model, snapshot: &Arc<Snapshot>) {
        request_problems(model, snapshot);
    }

    fn apply_filter(&self, model: &mut Model) {
        // If few files pass, all are unfolded.
        model.states.get_mut::<Problems>().unfolded = None;
        if let Some(snapshot) = model.result_on_all_documents().cloned() {
            request_problems(model, &snapshot);
        }
    }

    fn awaits_list(&self, model: &Model) -> bool {
        model.jobs.awaits(Slot::Problems) && model.states.get::<Problems>().arranged.is_none()
    }

    fn fold_selected(&self, model: &mut Model, direction: StepDirection) -> bool {
        let problems: &mut Problems = model.states.get_mut();
        let is_changed = problems.fold_reason(direction == StepDirection::Next);
        if is_changed {
            refresh_list_and_pair(model);
        }
        is_changed
    }

    fn draw_list(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        let theme = canvas.theme;
        let view: &Problems = model.states.get();
        let has_keys = model.focus == Focus::List;
        let lines = view.arranged.as_ref().map_or(0, |_| view.lines.len());
        let place = describe_position(view.cursor.selected, lines, areas.title.width);
        let reasons = view.arranged.as_ref().map(|(_, reasons)| reasons);
        let heading = reasons.map_or("Problems".into(), |reasons| describe_heading(reasons));
        view.filter.draw_title((&[heading], &place), has_keys, canvas, areas.title);
        let mut pen = canvas.pen_in(without_side_columns(areas.above));
        let parts = model.describe_watcher_and_warnings();
        for part in &parts {
            pen.put_paragraph(part, Style::new());
        }
        if model.count_rows_with_gap(&parts) > areas.above.height.saturating_add(1) {
            let mut pen = canvas.pen_in_row(areas.above, areas.above.height.saturating_sub(1));
            pen.fill_row(" ", Style::new()).move_to(1).put_rest(CUT, theme.strong);
        }
        if lines == 0 {
            let sentence = match (&view.arranged, view.filter.explain_missing_matches("file")) {
                (None, _) => "Gathering the problems …".into(),
                (Some(_), Some(filtered)) => filtered,
                (Some(_), None) => {
                    "Files that could not be used, or only with a loss, are listed here.".into()
                }
            };
            canvas.draw_notice(areas.rows, &sentence, theme.quiet);
            return;
        }
        draw_rows((view.cursor, lines), has_keys, canvas, areas.rows, |index, pen| {
            let Some(line) = view.line_at(index) else { return };
            let is_last = !matches!(view.line_at(index + 1), Some((_, Some(_))));
            draw_line(line, is_last, &model.names, pen);
        });
        let details = describe_selected_line(model).unwrap_or_default();
        canvas.pen_in(without_side_columns(areas.below)).put_paragraph(&details, theme.strong);
    }
}

fn request_problems(model: &mut Model, snapshot: &Arc<Snapshot>) {
    let filter = Arc::clone(&model.states.get::<Problems>().filter);
    let (shown, snapshot) = (Arc::clone(snapshot), Arc::clone(snapshot));
    let names = Arc::clone(&model.names);
    let work = move |_: &Cancel| Some(list_reasons(&snapshot, &filter, &names));
    model.run_job(Slot::Problems, work, move |model, reasons| {
        let problems: &mut Problems = model.states.get_mut();
        problems.show_reasons(Arc::clone(&shown), reasons.into());
    });
}

// Drawing.

fn describe_heading(reasons: &[ProblemReason]) -> String {
    let bad = reasons.iter().filter(|reason| reason.kind.is_some());
    let problems: usize = bad.clone().map(|reason| reason.problems.len()).sum();
    if problems == 0 {
        return "No skipped file".to_string();
    }
    let reasons = format_count(bad.count(), "reason");
    format!("{}, {reasons}", format_count(problems, "problem"))
}

fn draw_line(line: ProblemLine<'_>, is_last: bool, names: &ShortNames, pen: &mut Pen<'_>) {
    let theme = pen.theme;
    match line {
        (reason, None) => {
            let style = match reason.kind {
                Some(ProblemKind::Failed | ProblemKind::Unmatched) => theme.alarm,
                _ => theme.key,
            };
            // Without the sign, the count and a number behind it would look like one number.
            let count = format!("{} ×", format_with_commas(reason.problems.len()));
            pen.put(reason.kind.map_or("remark", ProblemKind::name), style).move_to(10);
            let width = width_in_columns(&count).max(5);
            pen.put_cell(&count, width, true, theme.strong).skip_columns(1);
            // Shows the advice as a whole. The details below the list show the rest of the selected line.
            let at = reason.text.rfind("; ").unwrap_or(reason.text.len());
            let (what, advice) = reason.text.split_at(at);
            let room = pen.free_width();
            let left = room.saturating_sub(width_in_columns(advice));
            // A narrow row shows the problem rather than the advice.
            pen.put_truncated(what, if left < 10 { room } else { left }, Style::new());
            pen.put_rest(advice, Style::new());
        }
        (_, Some(file)) => {
            pen.move_to(16).put(if is_last { "└ " } else { "├ " }, theme.quiet);
            let room = pen.free_width();
            pen.put(
                &format_file_name(file, |path| names.short_name(path).fit_name(room)),
                Style::new(),
            );
        }
    }
}

fn format_file_name(file: File<'_>, format: impl Fn(&DocPath) -> String) -> String {
    let is_folder = file.path.name_bytes().is_empty();
    if is_folder { "the folder itself".into() } else { format(file.path) }
}

/// Returns the whole text of the selected line, because its row may cut the text.
fn describe_selected_line(model: &Model) -> Option<String> {
    Some(match model.states.get::<Problems>().selected_line()? {
        (reason, None) => reason.text.clone(),
        (_, Some(file)) => {
            format!("{}: {}", format_file_name(file, DocPath::to_string), file.reason)
        }
    })
}

// Unread files, and remarks about other files, grouped by reason.

/// Maximum number of files for which all reasons are unfolded at first.
const FEW: usize = 20;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProblemReason {
    /// Kind of the problem, or `None` for a remark.
    pub(crate) kind: Option<ProblemKind>,
    /// The common reason. If the reasons of the files differ only in numbers, an ellipsis replaces each number.
    pub(crate) text: String,
    /// Indices of the snapshot's problems or, for a remark, of its documents, in path order.
    pub(crate) problems: Vec<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct File<'a> {
    pub(crate) path: &'a DocPath,
    /// The reason for this file, with its own numbers.
    pub(crate) reason: &'a str,
}

/// Returns the reasons of all problems, and then the remarks about documents. Includes only files whose name and reason
/// pass the filter.
fn list_reasons(snapshot: &Snapshot, filter: &Filter, names: &ShortNames) -> Vec<ProblemReason> {
    let mut all = group_by_reason(&snapshot.problems);
    all.extend(reason_of_unsure_language(snapshot));
    all.extend(reason_of_mixed_alphabets(snapshot));
    all.extend(reason_of_hidden_words(snapshot));
    if filter.is_empty() {
        return all;
    }
    let passes = |File { path, reason }: File<'_>| {
        let shown = names.shortened_name(path).unwrap_or_default();
        filter.matches_line(&format!("{shown} {path} {reason}"))
    };
    for reason in &mut all {
        let files = (0..).map_while(|place| reason.file_in_place(snapshot, place));
        let files = files.zip(&reason.problems).filter(|(file, _)| passes(*file));
        reason.problems = files.map(|(_, index)| *index).collect();
    }
    all.retain(|reason| !reason.problems.is_empty());
    all
}

/// Builds a remark on the documents with an unsure language, if the language affects the comparison.
fn reason_of_unsure_language(snapshot: &Snapshot) -> Option<ProblemReason> {
    let params = &snapshot.params;
    if !detects_languages(params) {
        return None;
    }
    let lacks = describe_missing_tools(None, params)?;
    let sets = KeyName::Parameter(Parameter::Language).label();
    let text = format!("language unsure: compared with {lacks}; {sets} sets one for all");
    build_remark(snapshot, text, |doc| doc.languages.main_language().is_none() && doc.words > 0)
}

fn sum_words(snapshot: &Snapshot, words: impl Fn(&DocInfo) -> u32) -> u64 {
    let docs = snapshot.docs.get(..snapshot.present).unwrap_or_default();
    docs.iter().map(|doc| u64::from(words(doc))).sum()
}

fn reason_of_mixed_alphabets(snapshot: &Snapshot) -> Option<ProblemReason> {
    let counted = format_count(sum_words(snapshot, |doc| doc.mixed), "word");
    let (read, change) = match snapshot.params.confusables {
        Confusables::On => ("as plain letters", "confusables off"),
        Confusables::Off => ("as they are", "confusables on"),
    };
    let change = label_of_typed_command(change);
    let text = format!("{counted} with look-alike letters, read {read}; {change} changes that");
    build_remark(snapshot, text, |doc| doc.mixed > 0)
}

fn reason_of_hidden_words(snapshot: &Snapshot) -> Option<ProblemReason> {
    let words = sum_words(snapshot, |doc| doc.file.hidden);
    let text = format!(
        "{} {} hidden (white, tiny or marked as hidden): shingle ignores hidden words",
        format_count(words, "word"),
        choose_verb(words, "is", "are")
    );
    build_remark(snapshot, text, |doc| doc.file.hidden > 0)
}

fn build_remark(
    snapshot: &Snapshot,
    text: String,
    holds: impl Fn(&DocInfo) -> bool,
) -> Option<ProblemReason> {
    // Present documents are in path order.
    let docs = snapshot.docs.get(..snapshot.present)?.iter().zip(0..);
    let problems: Vec<u32> = docs.filter(|(doc, _)| holds(doc)).map(|(_, at)| at).collect();
    (!problems.is_empty()).then_some(ProblemReason { kind: None, text, problems })
}

impl ProblemReason {
    fn file_in_place<'a>(&'a self, snapshot: &'a Snapshot, place: usize) -> Option<File<'a>> {
        let index = *self.problems.get(place)? as usize;
        if self.kind.is_some() {
            let Problem { path, reason, .. } = snapshot.problems.get(index)?;
            return Some(File { path, reason });
        }
        Some(File { path: &snapshot.docs.get(index)?.path, reason: &self.text })
    }
}

/// Groups problems by reason. The worst kinds come first, then reasons with many files.
fn group_by_reason(problems: &[Problem]) -> Vec<ProblemReason> {
    use ProblemKind::{Failed, Lossy, Skipped, Unmatched, Unsure};
    let mut places: HashMap<(ProblemKind, String), usize> = HashMap::new();
    let mut reasons: Vec<ProblemReason> = Vec::new();
    for (index, problem) in problems.iter().enumerate() {
        let pattern = replace_numbers(&problem.reason);
        let place = *places.entry((problem.kind, pattern)).or_insert_with_key(|_| {
            let text = problem.reason.clone();
            let kind = Some(problem.kind);
            reasons.push(ProblemReason { kind, text, problems: Vec::new() });
            reasons.len() - 1
        });
        let reason = &mut reasons[place];
        if reason.text != problem.reason {
            reason.text = replace_numbers(&problem.reason);
        }
        reason.problems.push(index as u32);
    }
    let worst = [Failed, Unmatched, Lossy, Skipped, Unsure].map(Some);
    let badness = |kind| worst.iter().position(|one| *one == kind);
    // The sort is stable: of two reasons with equally many files, the reason of the first file comes first.
    reasons.sort_by_key(|reason| (badness(reason.kind), std::cmp::Reverse(reason.problems.len())));
    reasons
}

fn replace_numbers(reason: &str) -> String {
    let mut out = String::with_capacity(reason.len());
    for character in reason.chars() {
        if !character.is_ascii_digit() {
            out.push(character);
        } else if !out.ends_with('…') {
            out.push('…');
        }
    }
    out
}

/// A reason, and the file on the line; `None` for the line of the reason itself.
pub(crate) type ProblemLine<'a> = (&'a ProblemReason, Option<File<'a>>);

#[derive(Debug, Clone, Default)]
pub(crate) struct Problems {
    pub(crate) cursor: Cursor,
    pub(crate) arranged: Option<(Arc<Snapshot>, Arc<Vec<ProblemReason>>)>,
    pub(crate) filter: Arc<Filter>,
    pub(crate) lines: Lines,
    /// The texts of the unfolded reasons. `None` until the user folds or unfolds a reason.
    unfolded: Option<HashSet<String>>,
}

impl Problems {
    /// Shows other problems. The selection stays on its line if the line still exists.
    fn show_reasons(&mut self, snapshot: Arc<Snapshot>, reasons: Arc<Vec<ProblemReason>>) {
        let key = |(reason, file): ProblemLine<'_>| {
            (reason.text.clone(), file.map(|file| file.path.clone()))
        };
        let before = self.selected_line().map(key);
        self.arranged = Some((snapshot, reasons));
        self.lay_out_lines();
        let line = before.and_then(|key| self.line_of_key(&key)).unwrap_or(self.cursor.selected);
        self.cursor.select_at_same_height(line, self.lines.len());
    }

    /// Returns the line of a reason with this text and of its file, or the heading above it if the line is folded away.
    /// `None` if both are gone.
    fn line_of_key(&self, (text, path): &(String, Option<DocPath>)) -> Option<usize> {
        let (snapshot, reasons) = self.arranged.as_ref()?;
        let place = reasons.iter().position(|reason| reason.text == *text)?;
        let reason = reasons.get(place)?;
        let is_it =
            |at: &usize| reason.file_in_place(snapshot, *at).map(|one| one.path) == path.as_ref();
        let below = path.as_ref().and((0..reason.problems.len()).find(is_it));
        let down = below.filter(|_| self.lines.is_unfolded(place)).map_or(0, |below| below + 1);
        Some(self.lines.line_of_entry(place) + down)
    }

    /// Folds or unfolds the selected line. Returns true if the list changed. Folding below a heading selects the
    /// heading.
    fn fold_reason(&mut self, unfold: bool) -> bool {
        let Some(place) = self.lines.entry_to_fold(self.cursor.selected, unfold) else {
            return false;
        };
        let Some((_, reasons)) = &self.arranged else { return false };
        let is_unfolded = |at: &usize| self.lines.is_unfolded(*at) != (*at == place);
        let unfolded = (0..reasons.len()).filter(is_unfolded).map(|at| reasons[at].text.clone());
        self.unfolded = Some(unfolded.collect());
        self.lay_out_lines();
        let line = self.lines.line_of_entry(place);
        self.cursor.select(line, self.lines.len());
        true
    }

    pub(crate) fn line_at(&self, line: usize) -> Option<ProblemLine<'_>> {
        let (snapshot, reasons) = self.arranged.as_ref()?;
        let (place, below) = self.lines.entry_at_line(line)?;
        let reason = reasons.get(place)?;
        Some((reason, below.and_then(|below| reason.file_in_place(snapshot, below))))
    }

    pub(crate) fn selected_line(&self) -> Option<ProblemLine<'_>> {
        self.line_at(self.cursor.selected)
    }

    fn lay_out_lines(&mut self) {
        let Some((_, reasons)) = &self.arranged else { return };
        let few = reasons.iter().map(|reason| reason.problems.len()).sum::<usize>() <= FEW;
        let is_unfolded = |reason: &ProblemReason| {
            self.unfolded.as_ref().map_or(few, |texts| texts.contains(&reason.text))
        };
        let unfolded = reasons.iter().enumerate().filter(|(_, reason)| is_unfolded(reason));
        let unfolded = unfolded.map(|(place, reason)| (place, reason.problems.len()));
        self.lines = Lines::new(reasons.len(), unfolded);
    }
}

// Describes the state of the watcher, and lists marks without a row, notices and warnings.

/// The number of marked pairs that are named.
const NAMED: usize = 50;

impl Model {
    /// Returns paragraphs: the state of the watcher with the time of the last change, then each notice and warning.
    fn describe_watcher_and_warnings(&self) -> Vec<String> {
        if let Some(reason) = &self.failed {
            return vec![format!("Stopped: {reason}")];
        }
        let state = match &self.watch {
            WatchState::Native => "Watching: the system reports every change at once.".into(),
            WatchState::Polling(reason) => format!(
                "Polling: the folder is listed again every {}, because the system reports no changes ({reason}).",
                format_count(self.pace.as_secs(), "second")
            ),
            WatchState::RootMissing => {
                "The folder is missing or cannot be read; it is looked for every second.".into()
            }
            WatchState::Starting => "Not watching yet.".to_string(),
        };
        let when = match self.changed {
            Some(at) => {
                format!("The last change was seen {}.", format_ago(self.now.saturating_sub(at)))
            }
            None => "No change in this visit yet.".into(),
        };
        let warnings =
            self.parameter_state.warnings.iter().map(|(_, sentence)| format!("! {sentence}."));
        let notices = self.notices.iter().map(|notice| format!("! {notice}."));
        let visit = self.last_visit.iter().filter_map(LastVisit::describe_visit);
        let visit = visit.map(|one| format!("{one}."));
        let all = self.result_on_all_documents();
        let hidden = all.and_then(|snapshot| describe_hidden_by_rules(snapshot));
        let ignored = all.and_then(|snapshot| describe_ignored(snapshot));
        let state = Some(format!("{state} {when}"));
        let facts = [state, self.describe_marks_without_row(), hidden, ignored];
        let facts = facts.into_iter().flatten().chain(visit).chain(notices).chain(warnings);
        // The changes come last, because their number has no limit.
        facts.chain(self.activities.describe_newest()).collect()
    }

    /// Names the marked pairs without a row: not listed now, or of a text that has changed or is gone.
    fn describe_marks_without_row(&self) -> Option<String> {
        let pairs = &self.decisions.decided.as_ref()?.without_row;
        let short = |name: &String| self.names.short_name(&DocPath::new(name).parse_line_suffix());
        let named = pairs.iter().take(NAMED).map(|(a, b)| format!("{} ↔ {}", short(a), short(b)));
        let more = pairs.len().saturating_sub(NAMED) as u64;
        let more = (more > 0).then(|| format!("{} more", format_with_commas(more)));
        let named: Vec<String> = named.chain(more).collect();
        (!named.is_empty()).then(|| format!("Marked, but without a row now: {}.", named.join("; ")))
    }

    /// Returns the time until the shown age of the last change may differ. `None` if no age is on the screen.
    pub(crate) fn time_until_shown_age_changes(&self) -> Option<Duration> {
        if self.visited.current() != ViewName::Problems {
            return None;
        }
        let at = self.changed?;
        let minutes = self.now.saturating_sub(at) >= Duration::from_mins(1);
        Some(Duration::from_secs(if minutes { 60 } else { 1 }))
    }

    /// Returns the number of rows of wrapped paragraphs, and of an empty row after them.
    pub(crate) fn count_rows_with_gap(&self, paragraphs: &[String]) -> u16 {
        let width = self.size.0.saturating_sub(2);
        let rows_of = |part: &String| WrappedRows::new(&make_visible(part), width).count_rows();
        let rows: usize = paragraphs.iter().map(rows_of).sum();
        u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(1)
    }
}

#[cfg(test)]
mod tests {
    use shingle::{base::path::DocPath, base::problem::Problem, base::problem::ProblemKind};

    use super::group_by_reason;

    #[test]
    fn reasons_that_differ_in_numbers_are_one_and_the_worst_come_first() {
        let problem =
            |path: &str, kind, reason: &str| Problem::new(&DocPath::new(path), kind, reason);
        let found = group_by_reason(&[
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
