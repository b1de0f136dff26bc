//! The first row: the folder, its counts, and what is going on.
//!
//! ```text
//!  shingle  assets/demo · 2 problems (!) · 34 documents · watching          updating | reading 1,240/5,000
//! ```

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use shingle::base::numbers::{counted, thousands};
use shingle::base::problem::{Problem, ProblemKind};
use shingle::pipeline::{Parameter, document::info::mixing_alphabets};
use shingle::{engine::Phase, folder::WatchState};

use crate::tui::actions::KeyName;
use crate::tui::drawing::{Pen, Theme, glyphs::columns};
use crate::tui::{keys::key_map::key_of, model::Model};

const SPINNER: [&str; 4] = ["|", "/", "-", "\\"];

/// Draws the row.
pub(crate) fn render(model: &Model, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let doing = doing(model);
    let facts = facts(model, area.width < 70, theme);
    let mut pen = Pen::at(buffer, area);
    pen.put(" shingle ", theme.brand).put(" ", theme.quiet);
    let reserved = if doing.is_empty() { 0 } else { columns(&doing) + 2 };
    let room = pen.room().saturating_sub(reserved);
    let needed: u16 = facts.iter().map(|(text, _)| columns(text) + 3).sum();
    let for_name = room.saturating_sub(needed).max(6).min(room);
    // On the narrowest screens the folder's name makes room for what is going on.
    let mut separator = "";
    if area.width >= 48 {
        let shared = model.names.shared();
        let slash = if shared.is_empty() { "" } else { "/" };
        pen.put_elided(&format!("{}{slash}{shared}", model.folder), for_name, theme.strong);
        separator = " · ";
    }
    for (text, style) in facts {
        let room = pen.room().saturating_sub(reserved);
        if room >= 12 || columns(&text) + 3 <= room {
            pen.put(separator, theme.line).put_elided(&text, room.saturating_sub(3), style);
            separator = " · ";
        }
    }
    if !doing.is_empty() {
        let width = columns(&doing) + 1;
        pen.go(area.width.saturating_sub(width)).put(&doing, theme.pending);
    }
}

/// Facts about the folder, in short if there is little room.
fn facts(model: &Model, short: bool, theme: &Theme) -> Vec<(String, Style)> {
    let mut facts = Vec::new();
    if let Some(snapshot) = model.of_all_documents() {
        let present = snapshot.present as u64;
        let problems = snapshot.problems.len() as u64;
        if problems > 0 {
            let text = if short { thousands(problems) } else { counted(problems, "problem") };
            let is_bad = |problem: &Problem| {
                matches!(problem.kind, ProblemKind::Failed | ProblemKind::Unmatched)
            };
            // A picture beside the documents, or a doubtful encoding, is no reason for alarm.
            let is_bad = snapshot.problems.iter().any(is_bad);
            facts.push((format!("{text} (!)"), if is_bad { theme.alarm } else { theme.quiet }));
        }
        let mixing = snapshot.mixing_alphabets;
        if mixing > 0 {
            let key = key_of(KeyName::Parameter(Parameter::Confusables));
            let what = if short { format!("{mixing} mixed") } else { mixing_alphabets(mixing) };
            facts.push((format!("{what} ({key})"), theme.alarm));
        }
        let documents = if short { counted(present, "doc") } else { counted(present, "document") };
        facts.push((documents, theme.quiet));
        if snapshot.params.leaves_out() {
            let shingles = u64::from(snapshot.surroundings.left_out.shingles());
            let what = if short { thousands(shingles) } else { counted(shingles, "shingle") };
            facts.push((format!("{what} ignored"), theme.quiet));
        }
        if snapshot.params.has_rules() {
            let pairs = snapshot.ruled_out;
            let what = if short { thousands(pairs) } else { counted(pairs, "pair") };
            facts.push((format!("{what} hidden by rules"), theme.quiet));
        }
    }
    if let Some(frozen) = &model.parameter_state.frozen {
        let waits = match frozen.changes {
            0 => String::new(),
            changes if short => format!(" {}", thousands(changes)),
            1 => ", 1 change waits".into(),
            changes => format!(", {} changes wait", thousands(changes)),
        };
        facts.push((format!("FROZEN{waits}"), theme.pending));
    }
    facts.push(match &model.watch {
        WatchState::Native if model.parameter_state.frozen.is_some() => return facts,
        _ if model.failed.is_some() => ("stopped".into(), theme.alarm),
        // The reason is in the list of problems.
        WatchState::Polling(_) => ("polling (!)".into(), theme.alarm),
        WatchState::RootMissing => (model.watch.to_string(), theme.alarm),
        WatchState::Native | WatchState::Starting => (model.watch.to_string(), theme.quiet),
    });
    facts
}

/// What the engine is doing. Empty if it is idle.
fn doing(model: &Model) -> String {
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
        // How many files there will be is not known before all are listed.
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
