//! What the engine says: rankings, pairs, progress.

use std::sync::Arc;

use shingle::engine::report::Report;
use shingle::pipeline::params::LanguageChoice;
use shingle::pipeline::row::{Mark, Row};
use shingle::pipeline::snapshot::Snapshot;

use super::super::command::{Command, Shot};
use super::super::model::arrange::Order;
use super::super::model::lab::Step;
use super::super::model::pair::{OpenPair, Prepared};
use super::super::model::rooms::Room;
use super::super::model::shown::Answer;
use super::super::model::state::Model;
use super::super::model::warnings::Warnings;
use super::super::model::work::Work;
use super::list::list_height;
use super::pair::settle;
use super::tuning;
use super::{arrange, clusters, lab, query};

/// Takes in what the engine says.
pub(super) fn take_report(model: &mut Model, report: Report) -> Vec<Command> {
    match report {
        Report::Progress { epoch, phase, done, total } => {
            let newest = model.work.map_or(epoch, |work| work.epoch.max(epoch));
            if epoch >= newest {
                let since = model.work.map_or(model.now, |work| work.since);
                model.work = Some(Work { epoch, phase, done, total, since });
            }
            Vec::new()
        }
        Report::Snapshot(snapshot) => {
            if tuning::hold_back(model, &snapshot) {
                return Vec::new();
            }
            arrange::result(model, &snapshot)
        }
        Report::Query(answer) => query::found(model, *answer),
        Report::Clusters(found) => {
            clusters::found(model, found);
            Vec::new()
        }
        Report::Pair { names, view: Ok(view) } => {
            match model.pair_sizes() {
                Some(sizes) => take_pair(model, Prepared::new(names, view, sizes)),
                // Where not even the whole screen has room it is asked for again when it has.
                None => model.shown = None,
            }
            Vec::new()
        }
        Report::Pair { names, view: Err(reason) } => {
            if let Some(shown) = model.shown.as_mut().filter(|shown| shown.names == names) {
                shown.answer = Answer::Refused(reason);
                // There is no text that could have all the room: the reason needs some.
                model.reading.alone = false;
            }
            tuning::tell_effect(model);
            Vec::new()
        }
        Report::Explained { asked, answer } => {
            if let Some(explain) = &mut model.explain {
                explain.take(&asked, answer);
            }
            Vec::new()
        }
        Report::Counted(counted) => {
            if let Some(explain) = &mut model.explain {
                explain.take_counts(counted);
            }
            Vec::new()
        }
        Report::Activities(all) => {
            let happened = model.activities.take(all);
            model.news.files(&happened);
            if let Some(gone) = model.activities.gone() {
                // Where a content went is told instead. What is held back is not told either: it is in the list.
                model.news.skip();
                if model.tune.frozen.is_none() {
                    model.note = Some(gone);
                }
            }
            tell_news(model);
            let seen = model.lines_seen(Room::Problems);
            model.problems.tell(&model.activities.all, seen);
            Vec::new()
        }
        Report::Studying { number, what, done, total } => {
            lab::progress(model, number, Step { what, done, total });
            Vec::new()
        }
        Report::Studied { number, answer } => {
            lab::answer(model, number, answer);
            Vec::new()
        }
        Report::Watch(state) => {
            model.watch = state;
            Vec::new()
        }
        Report::Pace(pace) => {
            model.pace = pace;
            Vec::new()
        }
        Report::Failed(reason) => {
            model.work = None;
            model.failed = Some(reason);
            Vec::new()
        }
    }
}

/// The work that a result ends is no longer told of: a first part ends none, nor does what an older request came to.
pub(super) fn end_work(model: &mut Model, snapshot: &Snapshot) {
    let is_whole = snapshot.complete_from.is_none();
    if is_whole && model.work.is_some_and(|work| work.epoch <= snapshot.epoch) {
        model.work = None;
    }
}

/// Shows a result, its rows in this order.
pub(super) fn take_snapshot(
    model: &mut Model,
    snapshot: &Arc<Snapshot>,
    order: Order,
) -> Vec<Command> {
    let is_whole = snapshot.complete_from.is_none();
    end_work(model, snapshot);
    // Under a fixed language every document has that one; and while the key goes from one fixed language to the next,
    // the order of its choices stays as it is.
    let detected = snapshot.params.language == LanguageChoice::Auto;
    if detected && model.params.language == LanguageChoice::Auto {
        // Neighbours mostly have one language: few are left to be sorted.
        let mut languages: Vec<_> = snapshot
            .docs
            .iter()
            .flat_map(|doc| doc.languages.all())
            .filter_map(|share| share.language)
            .collect();
        languages.dedup();
        languages.sort_unstable();
        languages.dedup();
        model.choices.languages = languages;
    }
    let first = model.snapshot.is_none();
    let is_known = model.snapshot.as_ref().is_some_and(|shown| Arc::ptr_eq(shown, snapshot));
    let is_other = model.snapshot.as_ref().is_none_or(|shown| shown.params != snapshot.params);
    let is_asked_for = is_whole && *snapshot.params == model.params;
    let wanted = if is_asked_for { model.tune.wanted.take() } else { None };
    model.tune.warnings = Warnings::of(snapshot);
    model.snapshot = Some(Arc::clone(snapshot));
    model.list.arrange(snapshot, order);
    if let Some(names) = wanted {
        model.list.prefer(snapshot, names);
    }
    let from = model.list.selected;
    let lost = if first {
        model.list.select(snapshot, 0, list_height(model));
        None
    } else {
        model.list.follow(snapshot, model.lines_seen(Room::Pairs))
    };
    if is_other {
        model.news.forget();
    } else if is_whole && !is_known {
        model.news.rows(snapshot.news, (from, model.list.selected), lost.is_some());
    }
    // What is missing from a first part may still come.
    if let Some((a, b)) = lost.filter(|_| is_whole) {
        if model.tune.effect.is_awaited() {
            model.tune.effect.lose();
        }
        model.note = Some(format!("no longer in the list: {a} ↔ {b}"));
    }
    let commands = reopen(model, snapshot);
    tuning::tell_effect(model);
    tell_news(model);
    commands
}

/// Tells what a change of the folder did, once it is known of files and of rows.
fn tell_news(model: &mut Model) {
    if model.tune.frozen.is_some() || model.list.awaited.is_some() {
        return;
    }
    if model.news.tell() {
        model.note = None;
    }
}

/// A key is about to be pressed: which marked rows were on the screen is remembered. Once all of them were, and no filter
/// shows them alone, the engine is told.
pub(super) fn see(model: &mut Model) -> Option<Command> {
    let snapshot = model.snapshot.clone()?;
    let is_marked = snapshot.news.marked > 0 || snapshot.docs.len() > snapshot.present;
    if !is_marked || model.news.is_done() || !lists_rows(model) {
        return None;
    }
    for line in model.list.top..model.list.top + list_height(model) {
        let Some(shows) = model.list.at(line) else { break };
        let mark = snapshot.rows.get(shows.row).map(Row::mark);
        if matches!(mark, Some(Mark::New | Mark::Changed)) {
            model.news.see(shows.row);
        }
    }
    let all = model.list.filter.is_empty() && model.news.is_all(snapshot.news.marked);
    all.then(|| Command::Seen(Shot(snapshot)))
}

/// Whether the ranked list is on the screen.
fn lists_rows(model: &Model) -> bool {
    let here = matches!(model.rooms.here(), Room::Pairs | Room::Resembling);
    here && model.lesson.is_none() && model.areas().is_some_and(|areas| areas.list.is_some())
}

/// A new snapshot: what is open is asked for again, since its texts or parameters may have changed.
fn reopen(model: &mut Model, snapshot: &Snapshot) -> Vec<Command> {
    if model.areas().is_none_or(|areas| areas.pair.is_none()) {
        model.shown = None;
        return Vec::new();
    }
    let mut commands = settle(model);
    if commands.is_empty()
        && let Some(shown) = &model.shown
    {
        commands.push(shown.open(&snapshot.params, &snapshot.surroundings));
    }
    commands
}

/// Takes in a pair that was asked for.
pub(super) fn take_pair(model: &mut Model, prepared: Prepared) {
    let Some(sizes) = model.pair_sizes() else {
        model.shown = None;
        return;
    };
    let Some(shown) = model.shown.as_mut().filter(|shown| shown.names == prepared.names) else {
        return;
    };
    match &mut shown.answer {
        Answer::Open(pair) => pair.renew(prepared, sizes),
        answer => *answer = Answer::Open(Box::new(OpenPair::new(prepared, sizes))),
    }
    tuning::tell_effect(model);
}
