use std::sync::Arc;

use shingle::engine::{Activity, Answer, Question, Report, SharedSnapshot};
use shingle::{base::cancel::Cancel, pipeline::Mark, pipeline::Row, visits::PairNames};

use crate::tui::model::{Command, Model, OpenPair, Slot, Work};
use crate::tui::views::{clusters, documents, laboratory, lesson, query};
use crate::tui::{
    actions::Place, model::news::summarize_activities, model::regions::lines_in_view,
    update::lists, views::explain::Explain, views::shared_passages::handle_passages,
    views::sources::handle_sources,
};

pub(crate) fn handle_engine_report(model: &mut Model, report: Report) {
    match report {
        Report::Progress { epoch, phase, done, total } => {
            let newest = model.work.map_or(epoch, |work| work.epoch.max(epoch));
            if epoch >= newest {
                let since = model.work.map_or(model.now, |work| work.since);
                model.work = Some(Work { epoch, phase, done, total, since });
            }
        }
        Report::Snapshot(snapshot) => lists::handle_result(model, &snapshot),
        Report::Answered(number, answer) => handle_answer(model, number, answer),
        Report::PassagesBelow(of, passages) if model.is_result_shown(&of) => {
            model.passages_below = passages;
            documents::refresh_documents(model, &of);
        }
        Report::Elsewhere(of, elsewhere) if model.is_result_shown(&of) => {
            model.elsewhere = elsewhere;
            documents::refresh_documents(model, &of);
        }
        Report::SharedByMany(of, shingles) if model.is_result_shown(&of) => {
            model.shared_by_many = shingles;
        }
        Report::PassagesBelow(..) | Report::Elsewhere(..) | Report::SharedByMany(..) => {}
        Report::Activities(all) => {
            handle_activities(model, all);
            // Marks made under a document's former name now belong to the renamed document.
            lists::request_mark_counts(model);
            if model.list.filter.needs_marks() {
                lists::rearrange_rows(model);
            }
        }
        Report::SinceLastVisit(since) => {
            if let Some(last) = &mut model.last_visit {
                last.since = Some(since);
                if !since.has_no_changes() {
                    model.note = last.describe_visit();
                }
            }
        }
        Report::Watch(state) => model.watch = state,
        Report::Pace(pace) => model.pace = pace,
        Report::Notice(notice) => {
            model.show_note(notice.clone());
            model.notices.push(notice);
        }
        Report::Failed(reason) => {
            model.work = None;
            model.failed = Some(reason);
        }
    }
}

fn handle_answer(model: &mut Model, number: u64, answer: Answer) {
    match answer {
        Answer::Query(found) => query::handle_answer(model, number, *found),
        Answer::Clusters(found) => clusters::handle_clusters(model, found),
        Answer::Sources(answer) => handle_sources(model, number, answer),
        Answer::Passages(answer) => handle_passages(model, number, answer),
        Answer::Pair { names, view: Ok(view) } => {
            let sizes = model.pair_sizes().unwrap_or_default();
            let work = move |_: &Cancel| Some(OpenPair::new(Arc::clone(&view), sizes));
            model.run_job(Slot::PairLayout, work, move |model, pair| {
                handle_pair(model, &names, pair);
            });
        }
        Answer::Pair { names, view: Err(reason) } => {
            model.jobs.cancel(Slot::PairLayout);
            if let Some(current) = model.pair.as_mut().filter(|current| current.names == names) {
                current.store_refusal(reason.to_string());
            }
            model.report_effect();
        }
        Answer::Word { question, answer } => {
            if let Some(explain) = model.layers.get_mut::<Explain>() {
                explain.store_answer(&question, answer.map_err(|error| error.to_string()));
            }
        }
        Answer::Shingles(counted) => model.layers.store_shingle_counts(&counted),
        Answer::Studying { what, done, total } => {
            let step = format!("trying {what}, {} of {total}", done + 1);
            laboratory::handle_progress(model, number, step);
        }
        Answer::Study(answer) => {
            laboratory::handle_study(model, number, answer.map_err(|error| error.to_string()));
        }
    }
}

/// Records, before a key acts, which marked rows the screen shows. When the user has seen all of them without a filter,
/// returns a message to the engine.
pub(crate) fn record_viewed_rows(model: &mut Model) -> Option<Command> {
    let snapshot = model.snapshot.clone()?;
    let is_marked = snapshot.news.marked > 0 || snapshot.docs.len() > snapshot.present;
    let is_shown = model.visited.current().is_ranked()
        && !model.layers.has_layer_at(Place::Lesson)
        && model.areas.list.is_some();
    if !is_marked || model.news.done || !is_shown {
        return None;
    }
    for line in lines_in_view(model) {
        let Some(shows) = model.list.contents_of_line(line) else { break };
        let mark = snapshot.rows.get(shows.row).map(Row::mark);
        if matches!(mark, Some(Mark::New | Mark::Changed)) {
            model.news.viewed.insert(shows.row);
        }
    }
    model.news.done =
        model.list.filter.is_empty() && model.news.viewed.len() as u64 >= snapshot.news.marked;
    model.news.done.then(|| Command::Ask(0, Question::MarksRead(SharedSnapshot(snapshot))))
}

fn handle_activities(model: &mut Model, all: Arc<Vec<Activity>>) {
    let mut happened = model.activities.store_activities(all);
    // Activities before this visit are reported by the note about the last visit.
    happened.retain(|one| !one.before);
    model.news.files = summarize_activities(&happened).or(model.news.files.take());
    lists::report_news_of_rows(model);
}

fn handle_pair(model: &mut Model, names: &PairNames, prepared: OpenPair) {
    let Some(sizes) = model.pair_sizes() else {
        // If even the whole screen has no room for the pair, it is requested again when there is room.
        model.pair = None;
        return;
    };
    let Some(current) = model.pair.as_mut().filter(|current| current.names == *names) else {
        return;
    };
    current.store_answer(prepared, sizes);
    let teaches = std::mem::take(&mut current.teaches);
    model.report_effect();
    // The lesson begins only if its pair still fills the screen.
    if teaches && model.zoomed && !model.is_list_covered() {
        lesson::begin_lesson_on_pair(model);
    }
}
