//! Compares the marks with those made by plain tables of names. It knows no corpus.

use std::{collections::BTreeMap, collections::BTreeSet};

use base::{ids::Epoch, ratio::Ratio};
use proptest::prelude::*;

use crate::{
    compare::Overlap, pipeline::Completeness, pipeline::DocInfo, pipeline::Languages,
    pipeline::Params, pipeline::document::info::FileInfo, pipeline::results::changed_rows::*,
};

/// The documents by number, their groups of copies, and for each pair the shared shingles and the other copies of its
/// first document.
type Folder = (BTreeSet<u8>, Vec<BTreeSet<u8>>, BTreeMap<(u8, u8), (u32, u32)>);

fn folders() -> impl Strategy<Value = Folder> {
    let group = prop::collection::btree_set(0_u8..9, 2..5);
    let pairs = prop::collection::btree_map((0_u8..9, 0_u8..9), (1_u32..4, 0_u32..2), 0..14);
    (prop::collection::btree_set(0_u8..9, 4..10), prop::collection::vec(group, 0..3), pairs)
}

fn snapshot(of: &Folder, cut: bool) -> Snapshot {
    let doc = |number: &u8| DocInfo {
        path: DocPath::new(format!("{number}.txt")),
        // Documents of folders of even size have other contents.
        file: FileInfo::of_text(u128::from(*number) + 100 * (of.0.len() as u128 % 2)),
        languages: Languages::from_one_language(None, 9),
        mixed: 0,
        words: 9,
        shingles: 9,
    };
    let docs: Vec<DocInfo> = of.0.iter().map(doc).collect();
    let id = |number: &u8| of.0.iter().position(|other| other == number).map(|at| DocId(at as u32));
    let pair = |a: DocId, b: DocId, shared: u32, exact_copy: bool| Pair {
        a,
        b,
        overlap: Overlap {
            shared,
            a_shingles: 9,
            b_shingles: 9,
            a_words: 9,
            b_words: 9,
            one_in: 1,
            exact_copy,
        },
        score: Ratio::new(u64::from(shared), 9),
        passage: 0,
    };
    let mut rows = Vec::new();
    let mut grouped = BTreeSet::new();
    for group in &of.1 {
        let members: Vec<DocId> =
            group.iter().filter(|number| !grouped.contains(*number)).filter_map(id).collect();
        if let [a, b, ..] = members[..] {
            grouped.extend(group.iter().copied());
            rows.push(Row::Copies { pair: pair(a, b, 9, true), members, mark: Mark::None });
        }
    }
    for ((a, b), (shared, more)) in &of.2 {
        let both_grouped = grouped.contains(a) && grouped.contains(b);
        if let (Some(a), Some(b)) = (id(a), id(b))
            && a < b
            && !both_grouped
        {
            let pair = pair(a, b, *shared, false);
            rows.push(Row::Pair { pair, more: (*more, 0), mark: Mark::None });
        }
    }
    rows.sort_unstable_by(|one, other| compare_pairs(one.pair(), other.pair()));
    Snapshot {
        mixing_alphabets: 0,
        epoch: Epoch(0),
        params: Arc::new(Params::defaults()),
        ignored: Arc::default(),
        present: docs.len(),
        docs: Arc::new(docs),
        problems: Vec::new(),
        pairs_found: rows.len() as u64,
        rows: rows.into(),
        cut,
        ruled_out: 0,
        rules: None,
        completeness: Completeness::Whole,
        sampled: None,
        news: RowChanges::default(),
        histogram: Arc::new(crate::pipeline::ranking::histogram::Histogram::new(
            base::ratio::Ratio::ZERO,
        )),
    }
}

/// What a row shows, with names instead of numbers.
fn counts_and_names(snapshot: &Snapshot, row: &Row) -> (Overlap, Option<(u32, u32)>, Vec<DocPath>) {
    let more = if let Row::Pair { more, .. } = row { Some(*more) } else { None };
    (row.pair().overlap, more, row_members(snapshot, row).cloned().collect())
}

/// The marks of the rows, and the names of the rows that are gone, best first; made with tables of names only.
fn plain(before: &Snapshot, next: &Snapshot) -> (Vec<Mark>, Vec<PairNames>) {
    let mut old: HashMap<PairNames, &Row> = before
        .rows
        .iter()
        .filter(|row| row.mark() != Mark::Gone)
        .map(|row| (row_names(before, row), row))
        .collect();
    let gone = before.rows.iter().filter(|row| row.mark() == Mark::Gone);
    let were_gone: HashMap<PairNames, &Row> =
        gone.map(|row| (row_names(before, row), row)).collect();
    let mut groups = HashMap::new();
    for (names, row) in &old {
        for path in row_members(before, row) {
            groups.insert(path.clone(), names.clone());
        }
    }
    let same_names: Vec<Option<&Row>> =
        next.rows.iter().map(|row| old.remove(&row_names(next, row))).collect();
    let marks = next.rows.iter().zip(same_names).map(|(row, same)| {
        let previous = same
            .or_else(|| row_members(next, row).find_map(|path| old.remove(groups.get(path)?)))
            .or_else(|| were_gone.get(&row_names(next, row)).copied());
        match previous {
            None => Mark::New,
            Some(previous) => {
                let (overlap, more, names) = counts_and_names(before, previous);
                let (overlap_now, more_now, names_now) = counts_and_names(next, row);
                let is_same = overlap == overlap_now
                    || content_hashes(before, previous) == content_hashes(next, row);
                let is_same = is_same && (more, names) == (more_now, names_now);
                if is_same { Mark::None } else { Mark::Changed }
            }
        }
    });
    let marks = marks.collect();
    let mut gone: Vec<&Row> = if next.cut { Vec::new() } else { old.into_values().collect() };
    gone.sort_unstable_by(|one, other| compare_pairs(one.pair(), other.pair()));
    (marks, gone.into_iter().map(|row| row_names(before, row)).collect())
}

fn marked(snapshot: &Snapshot) -> (Vec<Mark>, Vec<PairNames>) {
    let gone = |row: &&Row| row.mark() == Mark::Gone;
    (
        snapshot.rows.iter().filter(|row| !gone(row)).map(Row::mark).collect(),
        snapshot.rows.iter().filter(gone).map(|row| row_names(snapshot, row)).collect(),
    )
}

#[test]
fn two_documents_that_exchange_their_texts_change_their_row() {
    let folder = ([1, 2].into(), Vec::new(), [((1, 2), (3, 0))].into());
    let mut next = snapshot(&folder, false);
    let docs = Arc::make_mut(&mut next.docs);
    let first = docs[0].file.content;
    docs[0].file.content = docs[1].file.content;
    docs[1].file.content = first;
    mark_changed_rows(&snapshot(&folder, false), &mut next, false);
    assert_eq!(next.news, RowChanges { changed: 1, marked: 1, ..RowChanges::default() });
}

#[test]
fn a_row_of_unchanged_documents_with_other_counts_is_counted_again() {
    let folder = |shared| ([1, 2].into(), Vec::new(), [((1, 2), (shared, 0))].into());
    let mut next = snapshot(&folder(2), false);
    mark_changed_rows(&snapshot(&folder(3), false), &mut next, false);
    assert_eq!(next.news, RowChanges { recounted: 1, ..RowChanges::default() });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]
    #[test]
    fn going_through_side_by_side_marks_what_tables_of_names_mark(
        folders in prop::collection::vec(folders(), 2..4), cut in prop::bool::weighted(0.1),
    ) {
        // The second step begins with a snapshot that has rows marked as gone.
        let mut before = snapshot(&folders[0], false);
        for folder in &folders[1..] {
            let mut next = snapshot(folder, cut);
            let expected = plain(&before, &next);
            mark_changed_rows(&before, &mut next, false);
            let count = |wanted| expected.0.iter().filter(|mark| **mark == wanted).count() as u64;
            prop_assert_eq!(next.news.new, count(Mark::New));
            prop_assert_eq!(next.news.changed, count(Mark::Changed));
            prop_assert_eq!(next.news.gone, expected.1.len() as u64);
            prop_assert_eq!(marked(&next), expected);
            before = next;
        }
    }

    #[test]
    fn a_folder_that_did_not_change_is_not_marked(folder in folders()) {
        let mut next = snapshot(&folder, false);
        mark_changed_rows(&snapshot(&folder, false), &mut next, false);
        prop_assert!(next.rows.iter().all(|row| row.mark() == Mark::None));
        prop_assert_eq!(next.news, RowChanges::default());
    }

    #[test]
    fn a_document_that_is_renamed_makes_no_row_new_or_gone(folder in folders(), number in 0_u8..9) {
        let mut next = snapshot(&folder, false);
        let path = DocPath::new(format!("{number}.txt"));
        for doc in Arc::make_mut(&mut next.docs).iter_mut().filter(|doc| doc.path == path) {
            // Documents stay in the order of their paths.
            doc.path = DocPath::new(format!("{number}a.txt"));
        }
        mark_changed_rows(&snapshot(&folder, false), &mut next, false);
        let is_marked = |row: &Row| matches!(row, Row::Pair { .. }) && row.mark() != Mark::None;
        prop_assert!(!next.rows.iter().any(is_marked));
    }

    #[test]
    fn what_was_not_seen_stays_marked_until_something_else_happens_to_it(
        folders in prop::collection::vec(folders(), 3..5),
    ) {
        let mut before = snapshot(&folders[0], false);
        for folder in &folders[1..] {
            let mut next = snapshot(folder, false);
            mark_changed_rows(&before, &mut next, true);
            // A new change replaces an old mark.
            let mut now = snapshot(folder, false);
            mark_changed_rows(&before, &mut now, false);
            for (row, now) in next.rows.iter().zip(marked(&now).0) {
                prop_assert!(now == Mark::None || row.mark() == now);
            }
            // Without a change, everything stays as it is.
            let mut again = snapshot(folder, false);
            mark_changed_rows(&next, &mut again, true);
            prop_assert_eq!(marked(&again), marked(&next));
            prop_assert_eq!(again.news, RowChanges { marked: next.news.marked, ..RowChanges::default() });
            // Once the marks were seen, none are left.
            let mut seen = snapshot(folder, false);
            mark_changed_rows(&again, &mut seen, false);
            prop_assert!(seen.rows.iter().all(|row| row.mark() == Mark::None));
            let there: HashMap<PairNames, Mark> = next.rows.iter()
                .filter(|row| row.mark() != Mark::Gone)
                .map(|row| (row_names(&next, row), row.mark()))
                .collect();
            for row in next.rows.iter().filter(|row| row.mark() == Mark::Gone) {
                prop_assert!(!there.contains_key(&row_names(&next, row)), "gone and there");
            }
            before = next;
        }
    }
}
