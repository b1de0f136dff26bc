//! The report of the listed rows: asks for its file and writes it on a separate thread.

use std::{path::Path, path::PathBuf, sync::Arc};

use shingle::{
    base::cancel::Cancel, base::guard::run_catching_panic, decisions::NewestMarks,
    pipeline::Snapshot, pipeline::SourcedText,
};

use crate::tui::model::{Model, Prompt, Purpose, Slot};
use crate::tui::{actions::Place, actions::ViewName, views::sources::SourceList};

#[derive(Debug, Clone)]
pub(crate) struct ReportRequest {
    pub(crate) file: PathBuf,
    pub(crate) replace: bool,
    pub(crate) listed: ListedRows,
}

#[derive(Debug, Clone)]
pub(crate) struct ListedRows {
    pub(crate) snapshot: Arc<Snapshot>,
    /// The rows of the list, in its order.
    pub(crate) rows: Arc<[usize]>,
    /// The active filter; empty for none.
    pub(crate) filter: String,
    pub(crate) decided: Arc<NewestMarks>,
    /// The sources of a document to report instead of the rows; `None` for the rows.
    pub(crate) about: Option<Arc<SourcedText>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReportAnswer {
    /// The report was written; a sentence describes its size.
    Written(String),
    Exists,
    Failed(String),
}

/// Writes a report.
pub(crate) type ReportWriter = Arc<dyn Fn(&ReportRequest) -> ReportAnswer + Send + Sync>;

#[derive(Default)]
pub(crate) struct Reporting {
    /// Writes reports. `None` without a folder.
    pub(crate) writer: Option<ReportWriter>,
    /// The directory of the suggested file; `None` for the current directory.
    pub(crate) beside: Option<PathBuf>,
    /// A request whose file exists, until the user answers if the file may be replaced.
    pub(crate) refused: Option<ReportRequest>,
    pub(crate) writes: bool,
}

pub(crate) fn open_report_prompt(model: &mut Model) {
    // Letters of a file name must not act as keys, so a line of input also gives the reason for no report.
    let refuse = |why| Some(Prompt::new(Purpose::Nothing(why), ""));
    if model.states.get::<Reporting>().writes {
        model.show_note("a report is being written: wait until it is there");
    } else if model.layers.has_layer_at(Place::Lesson) {
        model.prompt = refuse("`shingle teach A B -o FILE.html` writes a lesson");
    } else if model.list.order.len() == 0 && sources_in_view(model).is_none() {
        model.prompt = refuse("the list is empty: nothing to report");
    } else {
        let name = Path::new(&model.folder_name).file_name().map(|name| name.to_string_lossy());
        let file = format!("{}-report.html", name.unwrap_or_else(|| "shingle".into()));
        let beside = model.states.get::<Reporting>().beside.as_ref();
        let offered = beside.map(|beside| beside.join(&file).to_string_lossy().into_owned());
        let offered = offered.unwrap_or(file);
        model.prompt = Some(Prompt { selected: true, ..Prompt::new(Purpose::Report, &offered) });
    }
}

fn sources_in_view(model: &Model) -> Option<Arc<SourcedText>> {
    let is_here = model.visited.current() == ViewName::Sources;
    let list: &SourceList = model.states.get();
    list.answer.as_ref().filter(|_| is_here).map(|laid| Arc::clone(&laid.found))
}

pub(crate) fn write_report_to_file(model: &mut Model, file: &str) {
    open_report_prompt(model);
    if model.prompt_purpose() == Some(Purpose::Report) {
        model.prompt = Some(Prompt::new(Purpose::Report, file));
        write_report(model);
    }
}

/// Writes the report to the typed file.
pub(crate) fn write_report(model: &mut Model) {
    let file = PathBuf::from(model.typed_text().trim());
    if file.as_os_str().is_empty() {
        return model.show_note("type a file name; Esc ends");
    }
    model.prompt = None;
    let Some(snapshot) = model.snapshot.clone() else { return };
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
        snapshot,
        rows: rows.into(),
        filter,
        decided: Arc::clone(&model.decisions.all),
        about: sources_in_view(model),
    };
    request_report(model, ReportRequest { file, replace: false, listed });
}

fn request_report(model: &mut Model, request: ReportRequest) {
    let reporting: &mut Reporting = model.states.get_mut();
    reporting.writes = true;
    let writer = reporting.writer.clone();
    model.show_note("the report is being written …");
    let work = move |_: &Cancel| {
        let answer = match &writer {
            Some(writer) => run_catching_panic(|| writer(&request)).unwrap_or_else(|panic| {
                ReportAnswer::Failed(format!("no report ({panic}); please report that"))
            }),
            None => ReportAnswer::Failed("no folder to report on".to_string()),
        };
        Some((request.clone(), answer))
    };
    model.run_job(Slot::Single, work, |model, (request, answer)| {
        handle_report_result(model, request, answer);
    });
}

pub(crate) fn handle_replace_reply(model: &mut Model) {
    let answer = model.typed_text().to_lowercase();
    if answer.is_empty() {
        return;
    }
    model.prompt = None;
    let refused = model.states.get_mut::<Reporting>().refused.take();
    let Some(request) = refused.filter(|_| answer.starts_with('y')) else {
        return model.show_note("the file stays as it is, and no report was written");
    };
    request_report(model, ReportRequest { replace: true, ..request });
}

fn handle_report_result(model: &mut Model, request: ReportRequest, answer: ReportAnswer) {
    let reporting: &mut Reporting = model.states.get_mut();
    reporting.writes = false;
    match answer {
        ReportAnswer::Written(note) | ReportAnswer::Failed(note) => model.note = Some(note),
        // The line for another file name stays open.
        ReportAnswer::Exists if model.prompt.is_some() => {
            model.show_note("the file exists already: name another file");
        }
        ReportAnswer::Exists => {
            reporting.refused = Some(request);
            model.prompt = Some(Prompt::new(Purpose::Replace, ""));
        }
    }
}
