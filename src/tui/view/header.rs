//! Draws the first row: the folder, its counts, and the current activity.
//!
//! ```text
//!  shingle  assets/demo · 2 problems (!) · 34 documents · watching          updating | reading 1,240/5,000
//! ```

use ratatui::{layout::Rect, style::Style};

use shingle::base::numbers::{format_count, thousands};
use shingle::base::problem::{Problem, ProblemKind};
use shingle::pipeline::{Parameter, document::info::mixing_alphabets};
use shingle::{engine::Phase, folder::WatchState};

use crate::tui::actions::KeyName;
use crate::tui::drawing::{Canvas, Theme, glyphs::columns};
use crate::tui::{keys::key_map::key_of, model::Model};

/// Fewest columns for the name of the folder.
const LEAST_OF_NAME: u16 = 6;
const SPINNER: [&str; 4] = ["|", "/", "-", "\\"];

pub(crate) fn render(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let theme = canvas.theme;
    let doing = describe_work(model);
    let mut pen = canvas.pen(area);
    pen.put(" shingle ", theme.brand).put(" ", theme.quiet);
    let reserved = if doing.is_empty() { 0 } else { columns(&doing) + 2 };
    let room = pen.free_width().saturating_sub(reserved);
    // On the narrowest screens the activity replaces the name of the folder.
    let has_name = area.width >= 48;
    let least_of_name = if has_name { LEAST_OF_NAME } else { 0 };
    let mut facts = facts(model, theme);
    // The last facts are dropped until the others fit.
    while facts.len() > 1 && needed(&facts) > room.saturating_sub(least_of_name) {
        facts.pop();
    }
    let mut separator = "";
    if has_name {
        let shared = model.names.shared();
        let slash = if shared.is_empty() { "" } else { "/" };
        let for_name = room.saturating_sub(needed(&facts)).max(least_of_name);
        pen.put_elided(&format!("{}{slash}{shared}", model.folder), for_name, theme.strong);
        separator = " · ";
    }
    for (text, style) in facts {
        let room = pen.free_width().saturating_sub(reserved + 3);
        pen.put(separator, theme.quiet).put_elided(&text, room, style);
        separator = " · ";
    }
    if !doing.is_empty() {
        let width = columns(&doing) + 1;
        pen.move_to(area.width.saturating_sub(width)).put(&doing, theme.pending);
    }
}

fn needed(facts: &[(String, Style)]) -> u16 {
    facts.iter().map(|(fact, _)| columns(fact) + 3).sum()
}

fn facts(model: &Model, theme: &Theme) -> Vec<(String, Style)> {
    let mut facts = Vec::new();
    let mut add = |text: String, style| facts.push((text, style));
    let all = model.of_all_documents();
    if let Some(snapshot) = all {
        let problems = snapshot.problems.len() as u64;
        if problems > 0 {
            let is_bad = |problem: &Problem| {
                matches!(problem.kind, ProblemKind::Failed | ProblemKind::Unmatched)
            };
            // A skipped picture or a doubtful encoding warrants no alarm.
            let is_bad = snapshot.problems.iter().any(is_bad);
            let style = if is_bad { theme.alarm } else { theme.quiet };
            add(format!("{} (!)", format_count(problems, "problem")), style);
        }
        let mixing = snapshot.mixing_alphabets;
        if mixing > 0 {
            let key = key_of(KeyName::Parameter(Parameter::Confusables));
            add(format!("{} ({key})", mixing_alphabets(mixing)), theme.alarm);
        }
        if snapshot.params.has_rules() {
            let pairs = snapshot.ruled_out;
            // The list of problems explains how to show these pairs.
            let key = if pairs > 0 { " (!)" } else { "" };
            add(format!("{} hidden{key}", format_count(pairs, "pair")), theme.quiet);
        }
    }
    if let Some(frozen) = &model.parameter_state.frozen {
        let waiting = match frozen.changes {
            0 => String::new(),
            changes => format!(", {} waiting", format_count(changes, "change")),
        };
        add(format!("FROZEN{waiting}"), theme.pending);
    }
    let watch = match &model.watch {
        _ if model.failed.is_some() => Some("stopped".into()),
        // The list of problems gives the reason.
        WatchState::Polling(_) => Some("polling (!)".into()),
        WatchState::RootMissing => Some(model.watch.to_string()),
        WatchState::Native | WatchState::Starting => None,
    };
    let is_calm = watch.is_none() && model.parameter_state.frozen.is_none();
    if let Some(watch) = watch {
        add(watch, theme.alarm);
    }
    if let Some(snapshot) = all {
        add(format_count(snapshot.present as u64, "document"), theme.quiet);
        if snapshot.params.leaves_out() {
            let shingles = u64::from(snapshot.surroundings.left_out.shingles());
            add(format!("{} ignored", format_count(shingles, "shingle")), theme.quiet);
        }
    }
    if is_calm {
        add(model.watch.to_string(), theme.quiet);
    }
    facts
}

fn describe_work(model: &Model) -> String {
    let updating = if model.snapshot.is_some() && (model.is_stale() || model.spins()) {
        " updating"
    } else {
        ""
    };
    let Some(work) = model.work.filter(|_| model.spins() || model.snapshot.is_none()) else {
        return if updating.is_empty() { String::new() } else { " updating ".into() };
    };
    let verb = match work.phase {
        Phase::Listing => "listing",
        Phase::Reading => "reading",
        Phase::Shingling => "shingling",
        Phase::Comparing => "comparing",
    };
    let done = thousands(work.done as u64);
    let count = match (work.done, work.total) {
        // The total is unknown until all files are listed.
        (0, 0) => String::new(),
        (_, 0) => format!(" {done}"),
        (_, total) => format!(" {done}/{}", thousands(total as u64)),
    };
    let spinner = if model.spins() {
        SPINNER[(model.now.as_millis() / 100) as usize % SPINNER.len()]
    } else {
        " "
    };
    format!("{updating} {spinner} {verb}{count} ")
}
