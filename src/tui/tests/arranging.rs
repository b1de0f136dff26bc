//! Arrangements, compared with plain sorting and filtering.

use std::cmp::Ordering;
use std::sync::Arc;

use proptest::prelude::*;
use shingle::base::{ids::DocId, path::DocPath, ratio::Ratio};
use shingle::compare::Direction;
use shingle::pipeline::{
    DocInfo, Elsewhere, Languages, Mark, Pair, Params, PassagesBelow, Row, Snapshot,
};
use shingle::text::Language;

use crate::tui::model::{
    Columns as _, DecisionLookup, Filter, FilterTarget, PairColumn, Sort, arrange::matching_rows,
};
use crate::tui::views::documents::columns::{DocColumn, DocLine};
use crate::tui::views::documents::lines::documents as listed;

use super::fake;

const MARKS: [Mark; 4] = [Mark::None, Mark::New, Mark::Changed, Mark::Gone];

/// Documents, the last of them gone, with rows and a group of copies in no order.
fn snapshot(rows: Vec<(u32, u32, u32, u32, usize)>, copies: &[u32]) -> Arc<Snapshot> {
    let names = ["a.txt", "b/one.md", "b/two.md", "c.html", "d.txt", "e.txt", "aa.txt"];
    let params = Params::defaults();
    let rows: Vec<_> = rows
        .into_iter()
        .filter(|(a, b, ..)| a != b)
        .map(|(a, b, shared, more, mark)| {
            (a.min(b), a.max(b), shared.min(40), 40 + more, 40, MARKS[mark])
        })
        .collect();
    let mut snapshot = fake::ranking(1, &params, &names, &rows);
    snapshot.present = 6;
    let languages = ["en", "ru"].map(Language::from_code);
    for (place, doc) in Arc::make_mut(&mut snapshot.docs).iter_mut().enumerate() {
        doc.languages = Languages::of_one_language(languages.get(place % 3).copied().flatten(), 9);
    }
    if let [first, second, ..] = copies {
        let pair = fake::pair_of(*first, *second, 9, 9, 9, &params);
        let members = copies.iter().map(|id| DocId(*id)).collect();
        snapshot
            .rows
            .change(|rows| rows.insert(0, Row::Copies { pair, members, mark: Mark::None }));
    }
    Arc::new(snapshot)
}

fn rows(
    snapshot: &Arc<Snapshot>,
    sort: Sort<PairColumn>,
    filter: &str,
    of: Option<&str>,
) -> Vec<u32> {
    let filter = Filter::parse(filter, FilterTarget::Pairs);
    let of = of.map(DocPath::new);
    let which = (&filter, of.as_ref(), &DecisionLookup::default());
    matching_rows(snapshot, sort, which, &|| false).unwrap()
}

fn documents(snapshot: &Arc<Snapshot>, sort: Sort<DocColumn>, filter: &str) -> Vec<DocLine> {
    let filter = Filter::parse(filter, FilterTarget::Documents);
    let counted = (&PassagesBelow::default(), &Elsewhere::default());
    listed(snapshot, sort, &filter, counted, &|| false).unwrap()
}

/// Compares the fractions and names that the list shows.
fn compare(snapshot: &Snapshot, column: PairColumn, left: &Row, right: &Row) -> Ordering {
    let (one, other) = (left.pair(), right.pair());
    let (names, others) = (snapshot.names(left), snapshot.names(right));
    let place = |mark: Mark| {
        [Mark::New, Mark::Changed, Mark::Gone, Mark::None].iter().position(|one| *one == mark)
    };
    match column {
        PairColumn::Rank => Ordering::Equal,
        PairColumn::Score => one.score.cmp(&other.score),
        PairColumn::Measured => {
            let measure = snapshot.params.measure;
            let measured = |pair: &Pair| pair.overlap.score(measure, Direction::Larger);
            measured(one).cmp(&measured(other))
        }
        PairColumn::AInB => one.overlap.containment_a().cmp(&other.overlap.containment_a()),
        PairColumn::BInA => one.overlap.containment_b().cmp(&other.overlap.containment_b()),
        PairColumn::Shared => one.overlap.shared.cmp(&other.overlap.shared),
        PairColumn::Passage => one.passage.cmp(&other.passage),
        PairColumn::NameA => names.cmp(&others),
        PairColumn::NameB => (names.1, names.0).cmp(&(others.1, others.0)),
        PairColumn::Mark => place(left.mark()).cmp(&place(right.mark())),
    }
}

fn named<'a>(snapshot: &'a Snapshot, row: &'a Row) -> Vec<&'a DocInfo> {
    match row {
        Row::Pair { pair, .. } => vec![snapshot.doc(pair.a), snapshot.doc(pair.b)],
        Row::Copies { members, .. } => members.iter().map(|id| snapshot.doc(*id)).collect(),
    }
}

/// A plain version of some filters.
fn passes(snapshot: &Snapshot, filter: &str, row: &Row) -> bool {
    let docs = named(snapshot, row);
    let score = row.pair().score;
    let any = |part: &str| docs.iter().any(|doc| doc.path.to_string().contains(part));
    let speaks = |code| docs.iter().any(|doc| doc.languages.main() == Language::from_code(code));
    match filter {
        "" => true,
        ">50" => score > Ratio::new(1, 2),
        "<=50 -'b/" => score <= Ratio::new(1, 2) && !any("b/"),
        "lang:ru -lang:en" => speaks("ru") && !speaks("en"),
        "lang:unsure new" => {
            docs.iter().any(|doc| doc.languages.main().is_none()) && row.mark() == Mark::New
        }
        "copies" => row.pair().overlap.exact_copy,
        "-changed 'txt" => row.mark() != Mark::Changed && any("txt"),
        other => panic!("{other}"),
    }
}

const FILTERS: [&str; 7] =
    ["", ">50", "<=50 -'b/", "lang:ru -lang:en", "lang:unsure new", "copies", "-changed 'txt"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn an_arranged_order_is_that_of_a_plain_sort_and_filter(
        some in prop::collection::vec((0_u32..7, 0_u32..7, 0_u32..41, 0_u32..9, 0_usize..4), 0..30),
        copies in prop::sample::select(vec![vec![], vec![1, 2], vec![0, 3, 5]]),
        column in prop::sample::select(PairColumn::ALL),
        reversed in any::<bool>(),
        filter in prop::sample::select(FILTERS.to_vec()),
        of in prop::option::of(prop::sample::select(vec!["a.txt", "b/two.md", "aa.txt", "nobody"])),
    ) {
        let snapshot = snapshot(some, &copies);
        let sort = Sort { column, reversed };
        let found = rows(&snapshot, sort, filter, of);
        let group: Vec<&str> = match (of, copies.as_slice()) {
            (Some("b/two.md"), [1, 2]) => vec!["b/one.md", "b/two.md"],
            (Some("a.txt"), [0, 3, 5]) => vec!["a.txt", "c.html", "e.txt"],
            (Some(one), _) => vec![one],
            (None, _) => Vec::new(),
        };
        let is_of = |row: &Row| {
            of.is_none() || named(&snapshot, row).iter().any(|doc| group.contains(&doc.path.to_string().as_str()))
        };
        let mut plain: Vec<u32> = (0..snapshot.rows.len() as u32)
            .filter(|index| {
                let row = &snapshot.rows[*index as usize];
                passes(&snapshot, filter, row) && is_of(row)
            })
            .collect();
        plain.sort_by(|left, right| {
            let (one, other) = (&snapshot.rows[*left as usize], &snapshot.rows[*right as usize]);
            let order = compare(&snapshot, column, one, other);
            let order = if sort.is_descending() { order.reverse() } else { order };
            order.then(if column == PairColumn::Rank && reversed { right.cmp(left) } else { left.cmp(right) })
        });
        prop_assert_eq!(found, plain);
    }

    #[test]
    fn documents_are_counted_as_their_rows_are_listed(
        some in prop::collection::vec((0_u32..6, 0_u32..6, 1_u32..41, 0_u32..9, 0_usize..4), 0..20),
        copies in prop::sample::select(vec![vec![], vec![1, 2], vec![0, 3, 5]]),
        column in prop::sample::select(DocColumn::ALL),
    ) {
        // A pair is listed once, and copies are not paired.
        let mut some = some;
        some.retain(|(a, b, ..)| !(copies.contains(a) && copies.contains(b)));
        some.sort_unstable_by_key(|(a, b, ..)| (*a.min(b), *a.max(b)));
        some.dedup_by_key(|(a, b, ..)| (*a.min(b), *a.max(b)));
        let snapshot = snapshot(some, &copies);
        let lines = documents(&snapshot, Sort::by(column), "");
        prop_assert_eq!(lines.len(), snapshot.present);
        for line in &lines {
            let name = snapshot.doc(line.doc).path.to_string();
            let with: Vec<&Row> = rows(&snapshot, Sort::default(), "-gone", Some(&name))
                .into_iter()
                .map(|row| &snapshot.rows[row as usize])
                .collect();
            // Each row counts as one match. A row of a group counts the other members, and rows of one document count
            // each other document once.
            let mut others: Vec<DocId> = Vec::new();
            for row in &with {
                match row {
                    Row::Copies { members, .. } => others.extend(members.iter().filter(|id| **id != line.doc)),
                    Row::Pair { pair, .. } => {
                        let own = |id: DocId| id == line.doc || copies.contains(&line.doc.0) && copies.contains(&id.0);
                        others.push(if own(pair.a) { pair.b } else { pair.a });
                    }
                }
            }
            others.sort_unstable();
            others.dedup();
            prop_assert_eq!(line.matches as usize, others.len(), "{}", name);
            prop_assert_eq!(line.best, with.iter().map(|row| row.pair().score).max());
        }
        let key = |line: &DocLine| {
            let doc = snapshot.doc(line.doc);
            match column {
                DocColumn::Words => u64::MAX - u64::from(doc.words),
                DocColumn::Matches => u64::MAX - u64::from(line.matches),
                _ => 0,
            }
        };
        prop_assert!(lines.is_sorted_by_key(key));
        if column == DocColumn::Best {
            prop_assert!(lines.is_sorted_by(|one, other| one.best >= other.best));
        }
    }
}

#[test]
fn what_is_no_longer_wanted_is_given_up() {
    let snapshot = snapshot(vec![(0, 1, 5, 0, 0)], &[]);
    let (filter, marks) = (Filter::parse("a", FilterTarget::Pairs), DecisionLookup::default());
    let sort = Sort::by(PairColumn::Score);
    assert!(matching_rows(&snapshot, sort, (&filter, None, &marks), &|| true).is_none());
}

#[test]
fn rows_are_filtered_by_the_words_of_their_longest_passage() {
    let mut snapshot = snapshot(vec![(0, 1, 5, 0, 0), (0, 2, 5, 1, 0), (1, 3, 5, 2, 0)], &[]);
    let passages = [30, 31, 0];
    Arc::make_mut(&mut snapshot).rows.change(|rows| {
        for (row, words) in rows.iter_mut().zip(passages) {
            if let Row::Pair { pair, .. } = row {
                pair.passage = words;
            }
        }
    });
    let passing = |filter| rows(&snapshot, Sort::by(PairColumn::Rank), filter, None);
    assert_eq!(passing("passage:>30"), [1]);
    assert_eq!(passing("passage:>=30"), [0, 1]);
    // A row without a measured passage is neither long nor short.
    assert_eq!(passing("passage:<31"), [0]);
    assert_eq!(passing("-passage:=30"), [1, 2]);
}
