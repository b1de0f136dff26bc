use shingle::lesson::trial::compare_without_folder;
use shingle::pipeline::document::passages::runs_by_passage;
use shingle::pipeline::source::problem_of_undecoded;
use shingle::pipeline::{Criteria, DocInfo, DocumentLine, PairLine, PairView, Parameters};
use shingle::{base::problem::Problem, base::ratio::Ratio, compare::Direction, text::Confusables};

use serde::Serialize;

use super::input::{names_of_two_texts, read_two_texts};
use super::{Run, exit_code, note_mixed_alphabets};
use crate::cli::args::CompareArgs;
use crate::printer::json::{List, object};
use crate::printer::rows::{columns_of_pair, emit};
use crate::printer::{out::Stop, pair};

pub(crate) fn run(args: &CompareArgs, run: &Run) -> Result<u8, Stop> {
    let (params, reader) = (run.params(args.task())?, &run.reader);
    let id = args.id.as_deref();
    let names = names_of_two_texts([&args.a, &args.b].into_iter().chain(&args.second), id)?;
    let (texts, documents) = read_two_texts(&names, id, &params, reader)?;
    let view = compare_without_folder(&texts, documents, &params, Direction::First);
    let docs = [&view.a.doc, &view.b.doc];
    if params.confusables == Confusables::Off {
        note_mixed_alphabets(docs.into_iter().filter(|doc| doc.mixes_alphabets()).count() as u64);
    }
    let problems: Vec<Problem> = docs.into_iter().filter_map(problem_of_text).collect();
    emit(
        (args.result.format, &problems),
        |out| pair::print_pair(out, &view),
        || {
            object! {
                parameters: Parameters::new(&params),
                left_out: &*view.ignored,
                problems: &problems,
                documents: [&view.a.doc, &view.b.doc].map(DocumentLine::from),
                pair: open_pair(&view),
            }
        },
        (columns_of_pair(&[]), std::iter::once_with(|| open_pair(&view))),
    )?;
    let shares = view.score > Ratio::ZERO || view.overlap.exact_copy;
    let reaches = Criteria::new(&params).passes(view.score, view.overlap, Direction::First);
    exit_code(args.check && shares && reaches, args.result.strict, &problems)
}

fn open_pair(view: &PairView) -> impl Serialize {
    let (a, b) = view.names();
    let (runs, single_runs) = runs_by_passage(view.passages.len(), &view.runs);
    let passages = move || {
        view.passages.iter().zip(runs.clone()).map(|(passage, runs)| {
            let (a, b) = (view.a.section_at(passage.a.start), view.b.section_at(passage.b.start));
            object! {
                id: passage.id(),
                #[serde(flatten)] passage: passage,
                runs: runs,
                #[serde(flatten)] a: a.map(|a_section| object! { a_section: a_section }),
                #[serde(flatten)] b: b.map(|b_section| object! { b_section: b_section }),
            }
        })
    };
    object! {
        #[serde(flatten)] line: PairLine::new(a, b, view.overlap, view.score, &view.params),
        passages: List(passages),
        single_runs: single_runs,
    }
}

fn problem_of_text(doc: &DocInfo) -> Option<Problem> {
    let file = &doc.file;
    problem_of_undecoded(&doc.path, file.undecoded.into(), file.encoding, file.certainty)
}
