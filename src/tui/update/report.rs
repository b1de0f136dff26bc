//! Asks for the name, the title and the summary of a report, has it written, and says what became of it.

use std::{path::PathBuf, sync::Arc};

use shingle::{engine::Question, pipeline::Clusters};

use crate::tui::model::{
    ListedRows, Model, Prompt, Purpose, ReportAnswer, ReportContent, ReportLine, ReportRequest,
};
use crate::tui::{actions::Room, messages::Command};

/// Opens the line that takes the name of the file.
pub(crate) fn ask(model: &mut Model) {
    if model.reporting.writes {
        model.note = Some("a report is being written: wait until it is there".into());
    } else if let Some(step) = model.lesson.as_ref().map(|open_lesson| open_lesson.step) {
        model.prompt = Some(Prompt::new(
            Purpose::Report(ReportLine::File),
            &format!("step-{:02}.svg", step + 1),
        ));
    } else if model.list.order.len() == 0 {
        model.note = Some("the list shows no row to report".into());
    } else {
        let offered = model.reporting.offered(&model.folder_name);
        model.prompt = Some(Prompt::new(Purpose::Report(ReportLine::File), &offered));
    }
}

/// Takes what was typed, and asks for the next; after the last has the report written. What was typed is offered again.
pub(crate) fn typed(model: &mut Model, line: ReportLine) -> Vec<Command> {
    let Some(prompt) = model.prompt.take() else { return Vec::new() };
    let text = prompt.text().trim();
    let reporting = &mut model.reporting;
    let (next, offered) = match line {
        ReportLine::File if text.is_empty() => {
            model.note = Some("no file was named, so no report is written".into());
            return Vec::new();
        }
        ReportLine::File if model.lesson.is_some() => return draw(model, PathBuf::from(text)),
        ReportLine::File => {
            reporting.file = Some(PathBuf::from(text));
            (ReportLine::Title, &reporting.words.0)
        }
        ReportLine::Title => {
            reporting.words.0 = text.to_string();
            (ReportLine::Summary, &reporting.words.1)
        }
        ReportLine::Summary => {
            reporting.words.1 = text.to_string();
            return write(model);
        }
    };
    model.prompt = Some(Prompt::new(Purpose::Report(next), offered));
    Vec::new()
}

/// Has the step of the open lesson written as a drawing.
fn draw(model: &mut Model, file: PathBuf) -> Vec<Command> {
    let open_lesson = model.lesson.as_ref();
    let Some((step, lesson)) = open_lesson.and_then(|one| Some((one.step, one.lesson.clone()?)))
    else {
        return Vec::new();
    };
    let content = ReportContent::Step(lesson, step + 1);
    begin(model, ReportRequest { file, replace: false, content })
}

fn write(model: &mut Model) -> Vec<Command> {
    let Some((snapshot, file)) = model.snapshot.clone().zip(model.reporting.file.clone()) else {
        return Vec::new();
    };
    if !snapshot.is_whole() || model.is_stale() || model.list.awaited.is_some() {
        model.note = Some("the list is about to change: ask when it is there".into());
        return Vec::new();
    }
    let order = &model.list.order;
    let rows: Vec<usize> = (0..order.len()).filter_map(|place| order.row(place)).collect();
    let mut filter = model.list.filter.text.clone();
    if let Some(name) = &model.list.of {
        filter = format!("with {name} {filter}").trim_end().to_string();
    }
    let decided = Arc::clone(&model.decisions.all);
    let (title, summary) = model.reporting.words.clone();
    begin(
        model,
        ReportRequest {
            file,
            replace: false,
            content: ReportContent::Listed(ListedRows {
                title,
                summary,
                snapshot,
                rows: rows.into(),
                filter,
                decided,
                clusters: None,
            }),
        },
    )
}

fn begin(model: &mut Model, request: ReportRequest) -> Vec<Command> {
    model.reporting.writes = true;
    model.note = Some("the report is being written …".into());
    // The clusters are of the whole folder, and a filter chooses among its pairs.
    if let ReportContent::Listed(listed) = &request.content
        && listed.filter.is_empty()
        && listed.clusters.is_none()
    {
        model.reporting.awaits = Some(request);
        return vec![Command::Ask(0, Question::Clusters(true))];
    }
    vec![Command::WriteReport(request)]
}

/// Takes the folder's clusters, if a report waits for them.
pub(crate) fn clustered(model: &mut Model, found: &Arc<Clusters>) -> Vec<Command> {
    let Some(mut request) = model.reporting.awaits.take() else { return Vec::new() };
    if let ReportContent::Listed(listed) = &mut request.content {
        listed.clusters = Some(Arc::clone(found));
    }
    let mut commands = vec![Command::WriteReport(request)];
    // Nobody else looks at them.
    if !model.rooms.has(Room::Clusters) {
        commands.push(Command::Ask(0, Question::Clusters(false)));
    }
    commands
}

/// Acts on the answer whether to replace the file.
pub(crate) fn answered(model: &mut Model) -> Vec<Command> {
    let answer = model.typed().to_lowercase();
    if answer.is_empty() {
        return Vec::new();
    }
    model.prompt = None;
    let refused = model.reporting.refused.take();
    let Some(request) = refused.filter(|_| answer.starts_with('y')) else {
        model.note = Some("the file stays as it is, and no report was written".into());
        return Vec::new();
    };
    begin(model, ReportRequest { replace: true, ..request })
}

/// Takes what became of a report.
pub(crate) fn take(model: &mut Model, request: ReportRequest, answer: ReportAnswer) {
    model.reporting.writes = false;
    match answer {
        ReportAnswer::Written(note) | ReportAnswer::Failed(note) => model.note = Some(note),
        // A line that is open is not taken away.
        ReportAnswer::Exists if model.prompt.is_some() => {
            model.note = Some("the file of the report is there already: name another".into());
        }
        ReportAnswer::Exists => {
            model.reporting.refused = Some(request);
            model.prompt = Some(Prompt::new(Purpose::Replace, ""));
        }
    }
}
