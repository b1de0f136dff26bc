//! Rankings of many pages: each row is at its position in a plain sort, after any history of the corpus.

use shingle::{pipeline::Row, pipeline::Snapshot, pipeline::ranking::row::compare_pairs};

use crate::common::prelude::*;
use crate::common::state;

/// A few words out of a small set, so that scores vary and often are equal.
fn text(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let count = 3 + next() % 17;
    let words: Vec<String> = (0..count).map(|_| format!("word{}", next() % 60)).collect();
    words.join(" ")
}

fn params(threshold: Ratio) -> Params {
    Params { width: 1, measure: Measure::Jaccard, threshold, ..plain() }
}

fn snapshot(corpus: &mut Corpus) -> Snapshot {
    refresh(corpus);
    take_snapshot(corpus, &[], Epoch(0))
}

/// Checks the order of rows, their lookup by position and names, and the reported number of pairs.
fn assert_ranked(snapshot: &Snapshot) {
    let rows: Vec<&Row> = snapshot.rows.iter().collect();
    assert_eq!(rows.len(), snapshot.rows.len());
    assert!(rows.is_sorted_by(|left, right| compare_pairs(left.pair(), right.pair()).is_lt()));
    for (place, row) in rows.iter().enumerate().step_by(97) {
        assert_eq!(snapshot.rows.get(place), Some(*row));
        assert_eq!(snapshot.rows.place_of(row.pair().a, row.pair().b), Some(place));
    }
    let pairs: u64 = rows.iter().map(|row| row.count_pairs()).sum();
    assert_eq!((pairs, pairs), (snapshot.pairs_found, snapshot.rows.count_pairs()));
}

#[test]
fn rows_of_many_pages_are_ranked_whatever_changes() {
    let name = |n: u64| format!("{n:03}");
    let mut files: Files = (0..420).map(|n| (name(n), text(n).into_bytes())).collect();
    let low = params(Ratio::new(1, 50));
    let mut corpus = fresh(&files, &low);
    let first = snapshot(&mut corpus);
    assert_ranked(&first);

    // Makes some texts copies or unique texts, first one text, then several at a time.
    for round in 0..9_u64 {
        for change in 0..=round / 3 {
            let bytes = match (round + change) % 3 {
                0 => format!("alone{round} lonely{change}"),
                1 => text(round * 40),
                _ => text((round + 1) * 1000),
            };
            let bytes = bytes.into_bytes();
            let name = name((round * 61 + change * 17) % 420);
            put(&mut corpus, &name, &bytes);
            files.insert(name, bytes);
        }
        let amended = snapshot(&mut corpus);
        assert_ranked(&amended);
        assert_eq!(state(&amended), state(&snapshot(&mut fresh(&files, &low))), "round {round}");
    }

    // A stricter threshold shows the beginning.
    for threshold in [Ratio::new(1, 10), Ratio::new(1, 4), Ratio::new(1, 2), Ratio::ONE] {
        corpus.set_params(params(threshold).into());
        let shown = snapshot(&mut corpus);
        assert_ranked(&shown);
        assert_eq!(state(&shown), state(&snapshot(&mut fresh(&files, &params(threshold)))));
    }

    let (one, other) = (snapshot(&mut fresh(&files, &low)), snapshot(&mut fresh(&files, &low)));
    let backwards: Vec<&Row> = one.rows.iter().rev().collect();
    assert!(other.rows.iter().eq(backwards.into_iter().rev()));
    let names: BTreeMap<DocPath, usize> = one
        .rows
        .groups_of_copies()
        .flat_map(|(place, row)| row.members().iter().map(move |id| (*id, place)))
        .map(|(id, place)| (one.doc(id).path.clone(), place))
        .collect();
    assert!(names.len() > 4, "copies have groups");
    assert!(
        one.rows.iter().enumerate().all(|(place, row)| {
            row.members().iter().all(|id| names[&one.doc(*id).path] == place)
        })
    );
}
