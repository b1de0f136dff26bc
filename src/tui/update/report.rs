//! Asks for the file, the title and the summary of a report, and requests the report.

use std::sync::Arc;

use shingle::pipeline::SourcedText;

use crate::tui::model::{
    Command, ListedRows, Model, Prompt, Purpose, ReportAnswer, ReportLine, ReportRequest,
};
use crate::tui::{actions::Place, actions::ViewName, views::sources::SourceList};

pub(crate) fn open_report_prompt(model: &mut Model) {
    if model.reporting.writes {
        model.show_note("a report is being written: wait until it is there");
    } else if model.layers.has_layer_at(Place::Lesson) {
        model.show_note("`shingle teach A B -o FILE.html` writes a lesson");
    } else if model.list.order.len() == 0 && sources_in_view(model).is_none() {
        model.show_note("the list is empty: nothing to report");
    } else {
        let offered = model.reporting.suggested_name(&model.folder_name);
        model.prompt = Some(Prompt::new(Purpose::Report(ReportLine::File), &offered));
    }
}

/// Handles the typed text. After the file, the title and the summary, the report is written.
pub(crate) fn handle_typed_line(model: &mut Model, line: ReportLine) {
    let text = model.typed_text().trim().to_string();
    if line == ReportLine::File && text.is_empty() {
        return model.show_note("type a file name; Esc ends");
    }
    model.prompt = None;
    let mut next = |line, text: &str| model.prompt = Some(Prompt::new(Purpose::Report(line), text));
    match line {
        ReportLine::File => {
            next(ReportLine::Title, &model.reporting.title);
            model.reporting.file = Some(text.into());
        }
        ReportLine::Title => {
            next(ReportLine::Summary, &model.reporting.summary);
            model.reporting.title = text;
        }
        ReportLine::Summary => {
            model.reporting.summary = text;
            write_report(model);
        }
    }
}

fn sources_in_view(model: &Model) -> Option<Arc<SourcedText>> {
    let is_here = model.visited.current() == ViewName::Sources;
    let list: &SourceList = model.states.get();
    list.answer.as_ref().filter(|_| is_here).map(|laid| Arc::clone(&laid.found))
}

fn write_report(model: &mut Model) {
    let Some((snapshot, file)) = model.snapshot.clone().zip(model.reporting.file.clone()) else {
        return;
    };
    if !snapshot.is_whole() || model.is_stale() || model.list.awaited.is_some() {
        return model.show_note("the list is about to change: ask when it is there");
    }
    let order = &model.list.order;
    let rows: Vec<usize> = (0..order.len()).filter_map(|place| order.row_at(place)).collect();
    let mut filter = model.list.filter.text.clone();
    if let Some(name) = &model.list.of {
        filter = format!("with {name} {filter}").trim_end().to_string();
    }
    let listed = ListedRows {
        title: model.reporting.title.clone(),
        summary: model.reporting.summary.clone(),
        snapshot,
        rows: rows.into(),
        filter,
        decided: Arc::clone(&model.decisions.all),
        about: sources_in_view(model),
    };
    request_report(model, ReportRequest { file, replace: false, listed });
}

fn request_report(model: &mut Model, request: ReportRequest) {
    model.reporting.writes = true;
    model.show_note("the report is being written …");
    model.send_command(Command::WriteReport(request));
}

pub(crate) fn handle_replace_reply(model: &mut Model) {
    let answer = model.typed_text().to_lowercase();
    if answer.is_empty() {
        return;
    }
    model.prompt = None;
    let refused = model.reporting.refused.take();
    let Some(request) = refused.filter(|_| answer.starts_with('y')) else {
        return model.show_note("the file stays as it is, and no report was written");
    };
    request_report(model, ReportRequest { replace: true, ..request });
}

pub(crate) fn handle_report_result(
    model: &mut Model,
    request: ReportRequest,
    answer: ReportAnswer,
) {
    model.reporting.writes = false;
    match answer {
        ReportAnswer::Written(note) => {
            model.note = Some(note);
            (model.reporting.title, model.reporting.summary) = Default::default();
        }
        ReportAnswer::Failed(note) => model.note = Some(note),
        // The line for another file name stays open.
        ReportAnswer::Exists if model.prompt.is_some() => {
            model.show_note("the file exists already: name another file");
        }
        ReportAnswer::Exists => {
            model.reporting.refused = Some(request);
            model.prompt = Some(Prompt::new(Purpose::Replace, ""));
        }
    }
}
