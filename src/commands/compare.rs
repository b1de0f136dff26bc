use shingle::lesson::trial::compare_without_folder;
use shingle::pipeline::{Criteria, PairLine, PairView, source::problem_of_undecoded};
use shingle::{base::problem::Problem, base::ratio::Ratio, compare::Direction};

use super::input::{names_of_two_texts, read_two_texts};
use super::{Outcome, Run, print_result};
use crate::cli::args::CompareArgs;
use crate::printer::csv::print_pairs;
use crate::printer::json::{Comparison, OpenPair};
use crate::printer::{out::Stop, pair};

pub(crate) fn run(args: &CompareArgs, run: &Run) -> Result<Outcome, Stop> {
    let (params, reader) = (run.params(args.task())?, &run.reader);
    let id = args.id.as_deref();
    let names = names_of_two_texts([&args.a, &args.b].into_iter().chain(&args.second), id)?;
    let (texts, documents) = read_two_texts(&names, id, &params, reader)?;
    let view = compare_without_folder(&texts, documents, &params, Direction::First);
    let problems = problems_of_texts(&view);

    let [a, b] = &texts;
    let line = PairLine::new(a, b, view.overlap, view.score, &params);
    print_result(
        (args.result.format, &problems),
        |out| pair::print_pair(out, &view, out.columns),
        || Comparison::new(&view, &problems),
        std::iter::once_with(|| OpenPair::from(&view)),
        |out| print_pairs(out, &[], std::iter::once(line)),
    )?;
    let shares = view.score > Ratio::ZERO || view.overlap.exact_copy;
    let reaches = Criteria::new(&params).passes(view.score, view.overlap, Direction::First);
    Outcome::result_of_check_option(args.check, shares && reaches)
        .fail_if_strict(args.result.strict, &problems)
}

fn problems_of_texts(view: &PairView) -> Vec<Problem> {
    [&view.a.doc, &view.b.doc]
        .into_iter()
        .filter_map(|doc| {
            problem_of_undecoded(
                &doc.path,
                doc.file.undecoded.into(),
                doc.file.encoding,
                doc.file.certainty,
            )
        })
        .collect()
}
