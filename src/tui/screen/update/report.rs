//! The engine's reports: rankings, pairs, progress.

use std::sync::Arc;

use shingle::engine::journal::Activity;
use shingle::engine::report::{Counted, Report};
use shingle::pipeline::ranking::row::{Mark, Row};

use crate::tui::event_loop::command::{Command, SharedSnapshot};
use crate::tui::lesson;
use crate::tui::pair::model::{OpenPair, Prepared};
use crate::tui::pair::shown::Answer;
use crate::tui::parameters::update::effect;
use crate::tui::reporting;
use crate::tui::rooms;
use crate::tui::rooms::laboratory::model::StudyStep;
use crate::tui::rooms::laboratory::update::study;
use crate::tui::rooms::room::Room;
use crate::tui::rooms::selected::lines_in_view;
use crate::tui::rooms::sources::model::LaidSources;
use crate::tui::rooms::{arrange, clusters, pairs, passages, query, sources};
use crate::tui::screen::model::Model;
use crate::tui::screen::update::freeze;
use crate::tui::screen::work::Work;

/// Takes a report.
pub(crate) fn take_report(model: &mut Model, report: Report) -> Vec<Command> {
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
            if freeze::hold_back(model, &snapshot) {
                return Vec::new();
            }
            rooms::update::result(model, &snapshot)
        }
        Report::Query(answer) => query::update::found(model, *answer),
        Report::Clusters(found) => {
            let commands = reporting::update::clustered(model, &found);
            clusters::update::found(model, found);
            commands
        }
        Report::Sources { number, answer } => {
            // It is laid out when its width is known.
            sources::update::found(model, number, answer.map(|found| LaidSources::new(found, 0)));
            Vec::new()
        }
        Report::Passages { number, answer } => {
            passages::update::found(model, number, answer);
            Vec::new()
        }
        Report::Pair { names, view: Ok(view) } => {
            match model.pair_sizes() {
                Some(sizes) => take_pair(model, Prepared::new(names, view, sizes)),
                // If not even the whole screen has room for it, it is asked for again when there is room.
                None => model.shown = None,
            }
            Vec::new()
        }
        Report::Pair { names, view: Err(reason) } => {
            if let Some(shown) = model.shown.as_mut().filter(|shown| shown.names == names) {
                shown.answer = Answer::Refused(reason.to_string());
                // The reason is shown instead of a text, so no text can have the whole room.
                model.reading.alone = false;
            }
            effect::report(model);
            Vec::new()
        }
        Report::Explained { asked, answer } => {
            if let Some(explain) = &mut model.explain {
                explain.take(&asked, answer.map_err(|error| error.to_string()));
            }
            Vec::new()
        }
        Report::Counted(counted) => {
            take_counts(model, counted);
            Vec::new()
        }
        Report::Activities(all) => {
            take_activities(model, all);
            // A renamed document may have been decided on.
            if model.list.filter.is_of_decisions() {
                arrange::update::rows(model)
            } else {
                Vec::new()
            }
        }
        Report::SinceLastVisit(since) => {
            if let Some(last) = &mut model.last_visit {
                last.since = Some(since);
                if !since.is_nothing() {
                    model.note = last.note();
                }
            }
            Vec::new()
        }
        Report::Studying { number, what, done, total } => {
            study::progress(model, number, StudyStep { what, done, total });
            Vec::new()
        }
        Report::Studied { number, answer } => {
            study::answer(model, number, answer.map_err(|error| error.to_string()));
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
        Report::Notice(notice) => {
            model.note = Some(notice.clone());
            model.notices.push(notice);
            Vec::new()
        }
        Report::Failed(reason) => {
            model.work = None;
            model.failed = Some(reason);
            Vec::new()
        }
    }
}

/// Called before a key acts: remembers which marked rows were on the screen. When all of them were, and no filter shows
/// only them, it tells the engine.
pub(crate) fn see(model: &mut Model) -> Option<Command> {
    let snapshot = model.snapshot.clone()?;
    let is_marked = snapshot.news.marked > 0 || snapshot.docs.len() > snapshot.present;
    if !is_marked || model.news.is_done() || !lists_rows(model) {
        return None;
    }
    for line in lines_in_view(model) {
        let Some(shows) = model.list.at(line) else { break };
        let mark = snapshot.rows.get(shows.row).map(Row::mark);
        if matches!(mark, Some(Mark::New | Mark::Changed)) {
            model.news.see(shows.row);
        }
    }
    let all = model.list.filter.is_empty() && model.news.is_all(snapshot.news.marked);
    all.then(|| Command::Seen(SharedSnapshot(snapshot)))
}

/// Whether the ranked list is on the screen.
fn lists_rows(model: &Model) -> bool {
    let here = matches!(model.rooms.here(), Room::Pairs | Room::Resembling);
    here && model.lesson.is_none() && model.areas().is_some_and(|areas| areas.list.is_some())
}

/// Takes what happened in the folder.
fn take_activities(model: &mut Model, all: Arc<Vec<Activity>>) {
    let mut happened = model.activities.take(all, model.now);
    // What happened before this visit was said by itself.
    happened.retain(|one| !one.before);
    model.news.files(&happened);
    if let Some(gone) = model.activities.gone() {
        // The note says instead where a content went. What is held back is not reported either: it is in the list.
        model.news.skip();
        if model.parameter_state.frozen.is_none() {
            model.note = Some(gone);
        }
    }
    pairs::update::report_news(model);
    let seen = model.lines_seen(Room::Problems);
    model.problems.show_activities(&model.activities.all, seen);
}

/// Hands the counts of shingles in the folder to who may have asked for them.
fn take_counts(model: &mut Model, counted: Counted) {
    if let Some(open_lesson) = &mut model.lesson {
        open_lesson.take_counts(&counted);
    }
    if let Some(explain) = &mut model.explain {
        explain.take_counts(counted);
    }
}

/// Takes a pair that was asked for.
pub(crate) fn take_pair(model: &mut Model, prepared: Prepared) {
    let Some(sizes) = model.pair_sizes() else {
        model.shown = None;
        return;
    };
    let Some(shown) = model.shown.as_mut().filter(|shown| shown.names == prepared.names) else {
        return;
    };
    match &mut shown.answer {
        Answer::Open(pair) => pair.renew(prepared, sizes),
        answer => {
            let mut pair = OpenPair::new(prepared, sizes);
            if let Some(byte) = shown.at.take() {
                pair.activate_at(byte);
            }
            *answer = Answer::Open(Box::new(pair));
        }
    }
    let teaches = std::mem::take(&mut shown.teaches);
    effect::report(model);
    if teaches {
        lesson::update::opened(model);
    }
}
