//! The share of each document that others contain, compared with sets of shingles.

use shingle::pipeline::SharesElsewhere;

use super::{corpus_for, naive::Oracle, name, random::case};
use crate::common::prelude::*;

proptest! {
    #![proptest_config(seeded(600))]

    #[test]
    fn what_stands_elsewhere_is_the_union_over_all_other_documents(case in case()) {
        let corpus = corpus_for(&case);
        let counted = SharesElsewhere::count_shared_elsewhere(&corpus, &Cancel::never_cancelled());
        prop_assert_eq!(counted.is_none(), case.params.is_estimate());
        let Some(counted) = counted else { return Ok(()) };
        let oracle = Oracle::of(&case);
        for (id, doc) in (0..).map(DocId).zip(corpus.docs().iter()) {
            let name_of = name(&corpus, id);
            let kept = oracle.kept(&name_of);
            let others = case.files.iter().map(|file| &*file.name);
            let others = others.filter(|other| *other != name_of && oracle.allows(&name_of, other));
            let others: Vec<&str> = others.collect();
            let all = case.files.iter().map(|file| &*file.name).filter(|other| *other != name_of);
            let all: Vec<&str> = all.collect();
            let has = |other: &&str, shingle: &String| {
                let are_copies = oracle.compare(&name_of, other, Direction::Larger).overlap.exact_copy;
                are_copies || oracle.kept(other).contains(shingle)
            };
            let elsewhere = kept.iter().filter(|shingle| others.iter().any(|other| has(other, shingle)));
            let expected = Ratio::new(elsewhere.count() as u64, kept.len().max(1) as u64);
            prop_assert_eq!(counted.share_of_document(id, doc), (!kept.is_empty()).then_some(expected), "{}", name_of);
            let is_hidden = |shingle: &&String| {
                all.iter().any(|other| has(other, shingle)) && !others.iter().any(|other| has(other, shingle))
            };
            let expected = Ratio::new(kept.iter().filter(is_hidden).count() as u64, kept.len().max(1) as u64);
            let is_counted = !kept.is_empty() && case.params.has_rules();
            prop_assert_eq!(counted.hidden_share_of_document(id, doc), is_counted.then_some(expected), "{}", name_of);
        }
    }
}
