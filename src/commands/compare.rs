//! `shingle compare`: two files with the passages they share. It formats nothing.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::base::problem::Problem;
use shingle::base::ratio::Ratio;
use shingle::compare::measure::Direction;
use shingle::engine::desk::document;
use shingle::pipeline::boilerplate::{LeftOut, template_keys};
use shingle::pipeline::document::Document;
use shingle::pipeline::pair::PairView;
use shingle::pipeline::params::Params;
use shingle::pipeline::scoring::Demand;
use shingle::pipeline::source::loss;

use crate::cli::args::{Format, ParamArgs};
use crate::commands::input::{bytes, is_standard_input};
use crate::commands::{Done, list_problems, note_lacks};
use crate::printer::line::Line;
use crate::printer::out::{Out, Stop};
use crate::printer::table::percent;
use crate::printer::{csv, explain, json, table};

/// What was asked.
pub(crate) struct Request {
    pub(crate) a: PathBuf,
    pub(crate) b: PathBuf,
    pub(crate) explain: bool,
    pub(crate) format: Format,
    pub(crate) check: bool,
}

/// Runs the command.
pub(crate) fn run(request: &Request, params: &ParamArgs) -> Result<Done, Stop> {
    if request.explain && request.format != Format::Table {
        return Err(Stop::Failed(
            "--explain prints text for people; leave --format away".to_string(),
        ));
    }
    if is_standard_input(&request.a) && is_standard_input(&request.b) {
        return Err(Stop::Failed("standard input can be only one of the two files".to_string()));
    }
    let params = Arc::new(params.resolve().map_err(Stop::Failed)?);
    if let Some(common) = params.common {
        return Err(Stop::Failed(format!(
            "--common {} is a share of a folder's documents, and compare has two files; take `shingle query FILE --in DIR`, or --template FILE",
            percent(common)
        )));
    }
    note_lacks(&params);
    let (a, b) = (DocPath::new(&request.a), DocPath::new(&request.b));
    let mut left = read(&a, &request.a, &params)?;
    let mut right = read(&b, &request.b, &params)?;
    if params.leaves_out() {
        let mut left_out = LeftOut::new(&template_keys(&params), &[], 2);
        left_out.count(left.kept_keys().chain(right.kept_keys()));
        let left_out = Arc::new(left_out);
        left.leave_out(&left_out);
        right.leave_out(&left_out);
    }
    let view = PairView::of((&a, &left), (&b, &right), &params, Direction::First);
    let problems = losses(&view);

    let mut out = Out::new();
    let columns = out.columns;
    match request.format {
        Format::Table if request.explain => {
            explain::print(&mut out, &left, &right, &view, columns)?;
        }
        Format::Table => table::pair(&mut out, &view, columns)?,
        Format::Json => json::single(&mut out, &view, &problems)?,
        Format::Ndjson => json::single_line(&mut out, &view)?,
        Format::Csv => {
            let is_terminal = out.is_terminal;
            let mut table = csv::Table::new(&mut out, is_terminal)?;
            table.line(&Line::new(&a, &b, view.overlap, view.score, &params))?;
            table.finish()?;
        }
    }
    out.flush()?;
    if request.format != Format::Json {
        list_problems(&problems);
    }
    let shares = view.score > Ratio::ZERO || view.overlap.exact_copy;
    let reaches = Demand::of(&params).passes(view.score, view.overlap, Direction::First);
    Ok(Done::checked(request.check, shares && reaches))
}

fn read(name: &DocPath, path: &std::path::Path, params: &Params) -> Result<Document, Stop> {
    document(name, &bytes(path)?, params).map_err(Stop::Failed)
}

fn losses(view: &PairView) -> Vec<Problem> {
    [&view.a.doc, &view.b.doc]
        .into_iter()
        .filter_map(|doc| loss(&doc.path, doc.undecoded, doc.encoding))
        .collect()
}
