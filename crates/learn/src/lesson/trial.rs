//! Compares two short texts, with the formula. The sandbox repeats this after every key.

use std::sync::Arc;

use super::formula::Formula;
use base::path::DocPath;
use shingle_core::pipeline::{Document, IgnoredShingles, PairView, Params};
use shingle_core::{compare::Direction, pipeline::corpus::leaving::keys_of_templates_and_phrases};

#[derive(Debug, Clone)]
pub struct Trial {
    pub view: PairView,
    pub formula: Formula,
}

impl Trial {
    /// Compares two texts under `params`, in the direction with the larger score.
    pub fn new(names: &[DocPath; 2], texts: &[Arc<str>; 2], params: &Arc<Params>) -> Self {
        let read = |text: &Arc<str>| Document::from_text(Arc::clone(text), params);
        let documents = texts.each_ref().map(read);
        let direction = Direction::Larger;
        let view = compare_without_folder(names, documents, params, direction);
        let formula = Formula::new(params.measure, view.overlap, direction);
        Self { view, formula }
    }
}

/// Compares two documents. Ignores shingles of templates and phrases; frequent shingles need more documents.
pub fn compare_without_folder(
    names: &[DocPath; 2],
    [mut a, mut b]: [Document; 2],
    params: &Arc<Params>,
    direction: Direction,
) -> PairView {
    if params.ignores_shingles() {
        let mut left_out = IgnoredShingles::new(&keys_of_templates_and_phrases(params), &[], 2);
        left_out.count_shingles_by_reason(a.retained_keys().chain(b.retained_keys()));
        let left_out = Arc::new(left_out);
        a.set_ignored_shingles(&left_out);
        b.set_ignored_shingles(&left_out);
    }
    PairView::compare((&names[0], &a), (&names[1], &b), params, direction)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::{super::contents::Lesson, super::subject::Subject, Trial};
    use base::path::DocPath;
    use shingle_core::{compare::measure::Direction, pipeline::parameters::Params};

    fn names() -> [DocPath; 2] {
        ["a", "b"].map(DocPath::new)
    }

    proptest! {
        #[test]
        fn a_trial_says_what_the_lesson_says(
            a in "[a-c A-C日 ]{0,60}", b in "[a-c A-C日 ]{0,60}", width in 1_u32..4, modulo in 1_u32..4,
        ) {
            let params = Arc::new(Params { width, modulo, ..Params::defaults() });
            let texts: [Arc<str>; 2] = [a.into(), b.into()];
            let found = Trial::new(&names(), &texts, &params);
            let subject = Subject::new(names(), texts, Direction::Larger);
            let lesson = Lesson::new(&subject, &params, &[]);
            prop_assert_eq!(found.view.score, lesson.score());
            prop_assert_eq!(found.view.overlap, lesson.overlap());
            let formula = if modulo == 1 { &lesson.formula } else { &lesson.sample.formula };
            prop_assert_eq!(&found.formula, formula);
        }
    }
}
