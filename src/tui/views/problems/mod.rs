//! What happened in the folder; the files that could not be used, or only with a loss, by reason; remarks about others; and
//! what the watcher is doing, in full.
//!
//! ```text
//! ── 3 problems, 2 reasons ──────────────────────────────────────────────────────────── line 1 of 5 ──
//!  Watching: the system reports every change at once. No change was seen yet.
//!
//! ▸ activity    1 what happened in the folder, newest first
//!                 └ essay.txt is gone; 97% of it is in archive/final.txt
//!   failed      1 permission denied: allow reading it, e.g. with chmod +r
//!                 └ notes/red.txt
//! ```

pub(crate) mod list;

use std::sync::Arc;

use ratatui::style::Style;

use shingle::base::numbers::{format_count, thousands};
use shingle::base::{cancel::Cancel, path::DocPath, problem::ProblemKind};
use shingle::pipeline::Snapshot;

use self::list::{File, ProblemLine, ProblemReason, Problems, Remark, gathered};
use crate::tui::drawing::{Canvas, Pen, Theme, pen::inset};
use crate::tui::model::activity::{leads_to, sentence};
use crate::tui::model::{Cursor, Filter, FilterTarget, Focus, List, Model, Slot};
use crate::tui::update::{lists, pair::refresh_list_and_pair};
use crate::tui::views::list::{ListView, rows};
use crate::tui::{
    actions::KeyName, actions::ViewName, drawing::glyphs::columns, layout::ListAreas,
};
use crate::tui::{model::arrange::find_doc, model::regions::list_height};

/// The least rows for the details of a problem.
const DETAILS: u16 = 3;

pub(crate) struct ProblemsListView;

impl List for ProblemsListView {
    fn cursor(&self, model: &Model) -> Option<(Cursor, usize)> {
        let problems: &Problems = model.states.get();
        Some((problems.cursor, problems.lines.len()))
    }

    fn cursor_mut<'m>(&self, model: &'m mut Model) -> Option<&'m mut Cursor> {
        Some(&mut model.states.get_mut::<Problems>().cursor)
    }

    fn rows_above(&self, model: &Model) -> u16 {
        model.rows_of(&model.watching())
    }

    fn rows_below(&self, model: &Model) -> u16 {
        let rows = details(model).map_or(0, |details| model.rows_of(&[details]) - 1);
        rows.max(DETAILS)
    }

    fn main_keys(&self, model: &Model) -> Option<&'static [KeyName]> {
        let problems: &Problems = model.states.get();
        Some(if problems.lines.len() == 0 {
            &[KeyName::Back]
        } else if matches!(problems.selected(), Some(ProblemLine::Event(_))) {
            key_names! { Open Back Sideways Move }
        } else {
            key_names! { Back Sideways Filter Move }
        })
    }
}

impl ListView for ProblemsListView {
    fn drop_content(&self, model: &mut Model) {
        model.jobs.cancel(Slot::Problems);
        let problems: &mut Problems = model.states.get_mut();
        (problems.arranged, problems.filter) = (None, Arc::default());
    }

    fn handle_result(&self, model: &mut Model, snapshot: &Arc<Snapshot>) {
        request_problems(model, snapshot);
    }

    fn filter_mut<'m>(&self, model: &'m mut Model) -> Option<(&'m mut Arc<Filter>, FilterTarget)> {
        Some((&mut model.states.get_mut::<Problems>().filter, FilterTarget::Names))
    }

    fn apply_filter(&self, model: &mut Model) {
        model.states.get_mut::<Problems>().filtered();
        if let Some(snapshot) = model.of_all_documents().cloned() {
            request_problems(model, &snapshot);
        }
    }

    fn awaits_list(&self, model: &Model) -> bool {
        model.jobs.awaits(Slot::Problems) && model.states.get::<Problems>().arranged.is_none()
    }

    fn fold_selected(&self, model: &mut Model, unfold: bool) {
        let height = list_height(model);
        let is_changed = model.states.get_mut::<Problems>().fold(unfold, height);
        if is_changed {
            refresh_list_and_pair(model);
        }
    }

    fn open_line(&self, model: &mut Model) {
        if let Some(ProblemLine::Event(one)) = model.states.get::<Problems>().selected() {
            let place = leads_to(one).cloned();
            return follow(model, place);
        }
        let height = list_height(model);
        let problems: &mut Problems = model.states.get_mut();
        if !problems.fold(true, height) {
            problems.fold(false, height);
        }
    }

    fn render(&self, model: &Model, canvas: &mut Canvas<'_>, areas: &ListAreas) {
        let theme = canvas.theme;
        let view: &Problems = model.states.get();
        let has_keys = model.focus == Focus::List;
        let lines = view.arranged.as_ref().map_or(0, |_| view.lines.len());
        let place = if lines > 0 {
            let (at, of) = (view.cursor.selected as u64 + 1, lines as u64);
            format!("line {} of {}", thousands(at), thousands(of))
        } else {
            String::new()
        };
        let heading =
            view.arranged.as_ref().map_or("Problems".into(), |(_, reasons)| heading(reasons));
        let (heading, style) = view.filter.heading(&heading, theme.heading_style(has_keys));
        canvas.rule(areas.title, (&heading, style), &place);
        let mut pen = canvas.pen(inset(areas.above));
        for part in model.watching() {
            pen.put_paragraph(&part, Style::new());
        }
        if lines == 0 {
            let sentence = match (&view.arranged, view.filter.explain_empty("file")) {
            (None, _) => "Gathering the problems …".into(),
            (Some(_), Some(filtered)) => filtered,
            (Some(_), None) => "Files that could not be used, or only with a loss, and what happens in the folder are listed \
                                here."
                .to_string(),
        };
            canvas.put_notice(areas.rows, &sentence, theme.quiet);
            return;
        }
        rows((view.cursor, lines), has_keys, canvas, areas.rows, |index, pen| {
            let Some(line) = view.at(index) else { return };
            let is_last =
                !matches!(view.at(index + 1), Some(ProblemLine::Event(_) | ProblemLine::File(..)));
            let ago = match line {
                ProblemLine::Event(one) => model.activities.ago(one, model.now),
                _ => None,
            };
            draw(line, (is_last, ago.as_deref()), theme, pen);
        });
        let details = details(model).unwrap_or_default();
        canvas.pen(inset(areas.below)).put_paragraph(&details, theme.strong);
    }
}

fn request_problems(model: &mut Model, snapshot: &Arc<Snapshot>) {
    let filter = Arc::clone(&model.states.get::<Problems>().filter);
    let (shown, snapshot) = (Arc::clone(snapshot), Arc::clone(snapshot));
    let work = move |_: &Cancel| Some(gathered(&snapshot, &filter));
    model.run(Slot::Problems, work, move |model, reasons| {
        let happened = Arc::clone(&model.activities.all);
        let visible = model.visible_lines(ViewName::Problems);
        let problems: &mut Problems = model.states.get_mut();
        problems.show(Arc::clone(&shown), reasons.into(), &happened, visible);
    });
}

/// Shows the document that an activity leads to.
fn follow(model: &mut Model, place: Option<DocPath>) {
    let is_there = |path: &DocPath| {
        let id = model.of_all_documents().and_then(|snapshot| {
            find_doc(snapshot, path).filter(|id| id.index() < snapshot.present)
        });
        id.is_some()
    };
    match place {
        Some(path) if is_there(&path) => lists::show_similar_documents(model, path),
        Some(path) => model.note = Some(format!("{path} is not there any more")),
        None => model.note = Some("no document to go to".into()),
    }
}

// Drawing.

fn heading(reasons: &[ProblemReason]) -> String {
    let files = |reason: &ProblemReason| reason.problems.len() as u64;
    let (bad, remarks): (Vec<&ProblemReason>, Vec<&ProblemReason>) =
        reasons.iter().partition(|reason| reason.kind.is_some());
    let problems: u64 = bad.iter().map(|reason| files(reason)).sum();
    let mut heading = if bad.is_empty() {
        "No skipped file".to_string()
    } else {
        let reasons = format_count(bad.len() as u64, "reason");
        format!("{}, {reasons}", format_count(problems, "problem"))
    };
    for reason in remarks {
        let documents = format_count(files(reason), "document");
        heading = match reason.remark {
            Some(Remark::Mixed) => format!("{heading} · look-alike words in {documents}"),
            Some(Remark::Hidden) => format!("{heading} · hidden words in {documents}"),
            Some(Remark::Unsure) | None => format!("{heading} · language of {documents} unsure"),
        };
    }
    heading
}

/// Draws a line: whether it is the last of its kind, and how long ago it happened.
fn draw(
    line: ProblemLine<'_>,
    (is_last, ago): (bool, Option<&str>),
    theme: &Theme,
    pen: &mut Pen<'_>,
) {
    match line {
        ProblemLine::Happened(all) => {
            let what = "what happened in the folder, newest first";
            head("activity", theme.key, (all.len(), what), theme, pen);
        }
        ProblemLine::Event(one) => below(&sentence(one), is_last, ago, theme, pen),
        ProblemLine::Reason(reason) => reason_line(reason, theme, pen),
        ProblemLine::File(_, file) => below(&name(file), is_last, None, theme, pen),
    }
}

fn reason_line(reason: &ProblemReason, theme: &Theme, pen: &mut Pen<'_>) {
    let style = match reason.kind {
        Some(ProblemKind::Failed | ProblemKind::Unmatched) => theme.alarm,
        Some(ProblemKind::Skipped | ProblemKind::Lossy | ProblemKind::Unsure) | None => theme.key,
    };
    head(
        reason.kind.map_or("remark", ProblemKind::name),
        style,
        (reason.problems.len(), &reason.text),
        theme,
        pen,
    );
}

/// A heading: its kind, how many lines it has, and what they are.
fn head(kind: &str, style: Style, (count, text): (usize, &str), theme: &Theme, pen: &mut Pen<'_>) {
    let count = thousands(count as u64);
    pen.put(kind, style).move_to(10);
    pen.put_cell(&count, columns(&count).max(5), true, theme.strong).skip(1);
    // The advice is whole. The details have the rest of the selected line.
    let (what, advice) = text.rsplit_once("; ").unwrap_or((text, ""));
    let advice = if advice.is_empty() { String::new() } else { format!("; {advice}") };
    let room = pen.free_width();
    pen.put_truncated(what, room.saturating_sub(columns(&advice)), Style::new());
    pen.put_truncated(&advice, room, Style::new());
}

fn below(text: &str, is_last: bool, ago: Option<&str>, theme: &Theme, pen: &mut Pen<'_>) {
    pen.move_to(16).put(if is_last { "└ " } else { "├ " }, theme.quiet);
    // On narrow screens the time is left to the details.
    let ago = ago.filter(|ago| pen.free_width() > 40 + columns(ago));
    let room = pen.free_width().saturating_sub(ago.map_or(0, |ago| columns(ago) + 3));
    pen.put_elided(text, room, Style::new());
    if let Some(ago) = ago {
        let left = pen.free_width().saturating_sub(columns(ago) + 1);
        pen.skip(left).put(ago, theme.quiet);
    }
}

fn name(file: File<'_>) -> String {
    let path = file.path.to_string();
    if path.is_empty() { "the folder itself".into() } else { path }
}

/// The selected line in full, since its row may have cut it.
fn details(model: &Model) -> Option<String> {
    Some(match model.states.get::<Problems>().selected()? {
        ProblemLine::Happened(all) => all.first().map(sentence).unwrap_or_default(),
        ProblemLine::Event(one) => {
            let ago = model.activities.ago(one, model.now);
            let ago = ago.map_or_else(String::new, |ago| format!(", {ago}"));
            format!("{}{ago}", sentence(one))
        }
        ProblemLine::Reason(reason) => reason.text.clone(),
        ProblemLine::File(_, file) => format!("{}: {}", name(file), file.reason),
    })
}
