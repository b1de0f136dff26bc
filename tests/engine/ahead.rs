//! An opened document is equal before and after the folder is processed under new parameters.

use shingle::{pipeline::Common, pipeline::IgnoredShingles, text::Words};

use super::{changes::NAMES, changes::bytes};
use crate::common::prelude::*;
use crate::{common::random_params::ParamChange, common::random_params::param_change};

fn opened(name: &str, bytes: &[u8], params: &Params, by: &Arc<IgnoredShingles>) -> Vec<u64> {
    let Ok(mut document) = Document::read(Path::new(name), bytes, params) else {
        return Vec::new();
    };
    document.set_ignored_shingles(by);
    document.retained_keys().collect()
}

fn changed(params: &Params, changes: &[ParamChange]) -> Params {
    let mut params = params.clone();
    for change in changes {
        change.apply(&mut params);
    }
    params
}

proptest! {
    #[test]
    fn a_document_opened_ahead_of_the_folder_is_what_it_is_in_it(
        files in prop::collection::vec(bytes(), 1..NAMES.len()),
        before in prop::collection::vec(param_change(), 0..4),
        changes in prop::collection::vec(param_change(), 1..3),
    ) {
        let made = changed(&Params::defaults(), &before);
        let wanted = changed(&made, &changes);
        let files: Files =
            NAMES.iter().map(|name| (*name).to_string()).zip(files).collect();
        let ahead = Arc::clone(fresh(&files, &made).ignored_shingles());
        if IgnoredShingles::are_same_under(&made, &wanted) {
            let settled = Arc::clone(fresh(&files, &wanted).ignored_shingles());
            for (name, bytes) in &files {
                let found = [&ahead, &settled].map(|by| opened(name, bytes, &wanted, by));
                prop_assert_eq!(&found[0], &found[1], "{}: {:?} to {:?}", name, made, wanted);
            }
        }
    }
}

#[test]
fn only_a_folder_that_decides_nothing_else_is_not_waited_for() {
    let hold = IgnoredShingles::are_same_under;
    let defaults = Params::defaults();
    let but = |change: fn(&mut Params)| {
        let mut params = defaults.clone();
        change(&mut params);
        params
    };
    let [width, measure, common, words] = [
        but(|params| params.width = 5),
        but(|params| params.measure = Measure::Dice),
        but(|params| params.common = Some(Common::Share(Ratio::new(1, 2)))),
        but(|params| params.words = Words::Spaces),
    ];
    let russian = Language::from_code("ru").map(LanguageChoice::Fixed).unwrap();
    let russian = Params { language: russian, ..defaults.clone() };
    assert!(hold(&defaults, &defaults) && hold(&defaults, &width));
    assert!(hold(&defaults, &measure) && hold(&defaults, &russian));
    // Common shingles depend on all documents.
    assert!(!hold(&defaults, &common) && !hold(&common, &defaults));
    assert!(!hold(&common, &Params { width: 5, ..common.clone() }));
    assert!(hold(&common, &Params { measure: measure.measure, ..common.clone() }));
    assert!(hold(&russian, &defaults) && !hold(&defaults, &words));
}
