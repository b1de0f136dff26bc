//! Retained documents, compared with a plain choice over all pairs: both search methods, in any order of documents.

use shingle::{pipeline::Repeat, pipeline::Repeats, pipeline::SkipOlder, pipeline::SkipSame};

use super::random::case;
use crate::common::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_document_goes_where_it_repeats_one_that_stays(case in case(), seed in 1_usize..1000, before in 0_usize..4) {
        let params = Params {
            passage: None,
            between: None,
            skip_same: SkipSame::Off,
            skip_older: SkipOlder::OFF,
            ..case.params.clone()
        };
        let corpus = corpus_of(case.files.iter().map(|file| (&*file.name, &*file.bytes)), &params);
        let node = |id: DocId| corpus.numbering().node_of(id);
        let mut order: Vec<DocId> = (0..corpus.docs().len() as u32).map(DocId).collect();
        order.sort_by_key(|id| (id.index() + 1) * seed % 1009);
        let before = before.min(order.len());

        let mut scores: BTreeMap<(DocId, DocId), Ratio> = BTreeMap::new();
        let id = |name: &str| (0..corpus.docs().len() as u32).map(DocId).find(|id| corpus.docs()[id.index()].path.to_str() == Some(name)).unwrap();
        for (a, b, _, score) in pairs_of(&corpus) {
            scores.insert((id(&a), id(&b)), score);
            scores.insert((id(&b), id(&a)), score);
        }
        let mut expected: Vec<Option<Repeat>> = vec![None; order.len()];
        for (place, id) in order.iter().enumerate().skip(before) {
            let first_of = |at: usize| order[..at].iter().find(|other| {
                node(**other).is_some() && node(**other) == node(order[at])
            });
            // The first of retained copies represents all.
            let is_kept = |at: &usize| expected[order[*at].index()].is_none() && first_of(*at).is_none();
            let earlier = (0..place).filter(is_kept).map(|at| &order[at]);
            let first = first_of(place).filter(|first| expected[first.index()].is_none());
            expected[id.index()] = if let Some(first) = first {
                Some(Repeat { kept: *first, score: Ratio::ONE })
            } else {
                let passing = earlier.filter_map(|kept| Some(Repeat { kept: *kept, score: *scores.get(&(*id, *kept))? }));
                passing.max_by(|one, other| one.score.cmp(&other.score).then(other.kept.cmp(&one.kept)))
            };
        }
        let index = corpus.build_index();
        let repeats = Repeats::new(&corpus, &index, &order, before);
        prop_assert_eq!(repeats.find_repeats_by_sorting(), expected.clone());
        prop_assert_eq!(repeats.find_repeats_text_by_text(), expected.clone());
        prop_assert_eq!(repeats.find_repeats(), expected);
    }
}
