//! Arrangements, compared with plain sorting and filtering.

use std::cmp::Ordering;

use proptest::prelude::*;

use shingle::{
    compare::Overlap, engine::PairQuestion, pipeline::Completeness, pipeline::CountsBelowThreshold,
    pipeline::DocInfo, pipeline::Languages, pipeline::Pair, pipeline::SharesElsewhere,
};

use crate::tui::tests::prelude::*;
use crate::tui::{
    model::Columns as _, model::Filter, model::FilterTarget, model::PairColumn, model::Slot,
    model::Sort, model::arrange::MarkLookup, model::arrange::matching_rows,
    views::documents::DocColumn, views::documents::DocLine, views::documents::DocumentList,
    views::documents::build_document_lines as listed, views::sandbox::Sandbox, words::ShortNames,
};

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
        doc.languages =
            Languages::from_one_language(languages.get(place % 3).copied().flatten(), 9);
    }
    if let [first, second, ..] = copies {
        let pair = fake::pair_of(*first, *second, 9, 9, 9, &params);
        let members = copies.iter().map(|id| DocId(*id)).collect();
        snapshot
            .rows
            .change_rows(|rows| rows.insert(0, Row::Copies { pair, members, mark: Mark::None }));
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
    let which = (&filter, of.as_ref(), &MarkLookup::default());
    matching_rows(snapshot, sort, which, &ShortNames::default())
}

fn documents(snapshot: &Arc<Snapshot>, sort: Sort<DocColumn>, filter: &str) -> Vec<DocLine> {
    let filter = Filter::parse(filter, FilterTarget::Documents);
    let counted = (&CountsBelowThreshold::default(), &SharesElsewhere::default());
    listed(snapshot, sort, (&filter, &ShortNames::default()), counted)
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

/// Returns the documents of a row, with their copies.
fn named<'a>(snapshot: &'a Snapshot, row: &'a Row) -> Vec<&'a DocInfo> {
    let mut ids = match row {
        Row::Pair { pair, .. } => vec![pair.a, pair.b],
        Row::Copies { members, .. } => members.clone(),
    };
    for (_, group) in snapshot.rows.groups_of_copies() {
        if group.members().iter().any(|id| ids.contains(id)) {
            ids.extend(group.members());
        }
    }
    ids.into_iter().map(|id| snapshot.doc(id)).collect()
}

/// A plain version of some filters.
fn passes(snapshot: &Snapshot, filter: &str, row: &Row) -> bool {
    let docs = named(snapshot, row);
    let score = row.pair().score;
    let any = |part: &str| docs.iter().any(|doc| doc.path.to_string().contains(part));
    let speaks =
        |code| docs.iter().any(|doc| doc.languages.main_language() == Language::from_code(code));
    match filter {
        "" => true,
        ">50" => score > Ratio::new(1, 2),
        "<=50 -'b/" => score <= Ratio::new(1, 2) && !any("b/"),
        "lang:ru -lang:en" => speaks("ru") && !speaks("en"),
        "lang:unsure new" => {
            docs.iter().any(|doc| doc.languages.main_language().is_none())
                && row.mark() == Mark::New
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
        (column, _) in prop::sample::select(PairColumn::ALL),
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
        (column, _) in prop::sample::select(DocColumn::ALL),
    ) {
        // A pair is listed once, copies are not paired, and a row names the first of them.
        let mut some = some;
        some.retain(|(a, b, ..)| !(copies.contains(a) && copies.contains(b)));
        for (a, b, ..) in &mut some {
            [a, b].into_iter().filter(|id| copies.contains(id)).for_each(|id| *id = copies[0]);
        }
        some.sort_unstable_by_key(|(a, b, ..)| (*a.min(b), *a.max(b)));
        some.dedup_by_key(|(a, b, ..)| (*a.min(b), *a.max(b)));
        let snapshot = snapshot(some, &copies);
        let lines = documents(&snapshot, Sort::by_column(column), "");
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
fn rows_are_filtered_by_the_words_of_their_longest_passage() {
    let mut snapshot = snapshot(vec![(0, 1, 5, 0, 0), (0, 2, 5, 1, 0), (1, 3, 5, 2, 0)], &[]);
    let passages = [30, 31, 0];
    Arc::make_mut(&mut snapshot).rows.change_rows(|rows| {
        for (row, words) in rows.iter_mut().zip(passages) {
            if let Row::Pair { pair, .. } = row {
                pair.passage = words;
            }
        }
    });
    let passing = |filter| rows(&snapshot, Sort::by_column(PairColumn::Rank), filter, None);
    assert_eq!(passing("passage:>30"), [1]);
    assert_eq!(passing("passage:>=30"), [0, 1]);
    // A row without a measured passage is neither long nor short.
    assert_eq!(passing("passage:<31"), [0]);
    assert_eq!(passing("-passage:=30"), [1, 2]);
}

// A folder whose engine answers with the passing pairs, for tests of parameters.

/// Answers with the passing pairs of the folder, and with an open pair that shares this many shingles.
pub(crate) fn answer(screen: &mut TestScreen, epoch: u64, shared: u32) {
    let params = screen.params().clone();
    screen.publish(passing(epoch, &params));
    open(screen, &params, shared);
}

/// Returns the folder with only the passing pairs.
pub(crate) fn passing(epoch: u64, params: &Params) -> Snapshot {
    let mut snapshot = fake::folder(epoch, params);
    let passes = |row: &Row| row.mark() != Mark::Gone && row.pair().score >= params.threshold;
    snapshot.rows.change_rows(|rows| rows.retain(passes));
    snapshot.pairs_found = snapshot.rows.len() as u64;
    in_order(&mut snapshot);
    snapshot
}

/// Gives the documents names in the order of their numbers, as in real results.
pub(crate) fn in_order(snapshot: &mut Snapshot) {
    Arc::make_mut(&mut snapshot.docs)[11].path = DocPath::new("tweets/03.txt");
    assert!(snapshot.docs.is_sorted_by_key(|doc| &doc.path));
}

/// Answers with the open pair.
pub(crate) fn open(screen: &mut TestScreen, params: &Params, shared: u32) {
    let asked = std::mem::take(&mut screen.asked);
    for command in asked {
        if let Command::Ask(_, Question::Pair(PairQuestion { names: (a, b), .. })) = command {
            let mut view = fake::harbour((&a.to_string(), &b.to_string()), params);
            view.overlap = Overlap { shared, a_shingles: 400, b_shingles: 300, ..view.overlap };
            screen.answered(0, Answer::Pair { names: (a, b), view: Ok(Arc::new(view)) });
        }
    }
}

/// Returns a folder whose ranking has only the passing pairs.
pub(crate) fn ready(width: u16, height: u16) -> TestScreen {
    let mut screen = TestScreen::empty(width, height);
    answer(&mut screen, 1, 214);
    screen.asked.clear();
    screen
}

/// Returns the parameters of the last request.
pub(crate) fn asked_for(screen: &TestScreen) -> Option<&Params> {
    screen.asked.iter().rev().find_map(|command| match command {
        Command::Ask(_, Question::Ranking { params, .. }) => Some(&**params),
        _ => None,
    })
}

// Rules that skip pairs, typed on the screen: listed pairs, counts and notes. Other tests check which pairs are
// skipped.

fn listed_pairs(demo: &Demo) -> Vec<(String, String)> {
    let snapshot = demo.screen.snapshot().clone();
    let names = |row| {
        let (a, b) = snapshot.names(row);
        (a.to_string(), b.to_string())
    };
    snapshot.rows.iter().map(names).collect()
}

#[test]
fn rules_are_typed_taken_back_and_refused() {
    let mut demo = Demo::new(120, 36);
    let all = listed_pairs(&demo);
    demo.press("=between licences .<Enter>");
    let some = listed_pairs(&demo);
    let is_in =
        |(a, b): &(String, String)| a.starts_with("licences/") || b.starts_with("licences/");
    assert!(!some.is_empty() && some.len() < all.len() && some.iter().all(is_in));
    assert_eq!(listed_pairs(demo.press("=off<Enter>")), all);

    demo.press("=between licence essays<Enter>");
    demo.screen.shows(&["--between", "licences", "1 problem"]);
    // If the rule leaves the list unchanged, the last row proposes another value.
    demo.press("=between off<Enter>=skip-same ess{}y/<Enter>");
    assert!(demo.screen.effects()[0].contains("try "), "{:?}", demo.screen.effects());
    demo.press("=skip-same directory<Enter>");
    let folder = |name: &str| name.rsplit_once('/').map_or(String::new(), |(dir, _)| dir.into());
    let apart = listed_pairs(&demo);
    assert!(apart.len() < all.len() && apart.iter().all(|(a, b)| folder(a) != folder(b)));
    demo.press("=skip-same students<Enter>");

    // These texts have no files, so their age is unknown.
    demo.press("<Esc>=skip-same off<Enter>=skip-older 1999-12<Enter>");
    assert_eq!(listed_pairs(&demo), all);
    assert!(demo.press("=skip-older monday<Enter>").screen.has_prompt());
}

#[test]
fn a_document_counts_just_the_pairs_that_rules_list() {
    let mut emptied = 0;
    for rule in
        ["between essays .", "between backup essays", "skip-same directory", "between *.md ."]
    {
        let mut demo = Demo::pressed(120, 36, &format!("=t 5%<Enter>={rule}<Enter>D"));
        let (snapshot, lines) =
            demo.screen.model.states.get::<DocumentList>().arranged.clone().unwrap();
        assert!(snapshot.rules.is_some() && snapshot.ruled_out > 0, "{rule}");
        let mut wanted = vec![0; snapshot.present];
        for (a, b) in demo.pairs() {
            wanted[a.index()] += 1;
            wanted[b.index()] += 1;
        }
        assert_eq!(lines.len(), snapshot.present);
        for line in lines.iter() {
            let name = &snapshot.doc(line.doc).path;
            assert_eq!(line.matches, wanted[line.doc.index()], "{rule}: {name}");
            assert_eq!(line.best.is_some(), line.matches > 0, "{rule}: {name}");
        }
        // The list of its pairs is empty because of the rule, not the threshold.
        if let Some(at) = lines.iter().position(|line| line.matches == 0 && line.hidden.is_some()) {
            demo.press(&format!("g{}<Enter>", "j".repeat(at)));
            let off = format!("={} off", rule.split(' ').next().unwrap());
            demo.screen.shows(&[&off]);
            emptied += 1;
        }
    }
    assert!(emptied > 0);
}

#[test]
fn copies_with_equal_file_names_keep_their_folders_in_one_row() {
    Demo::new(80, 24).screen.shows(&["copies: backup/harbour.txt, essays/h"]);
}

#[test]
fn pairs_that_a_rule_hides_are_counted_and_an_empty_list_and_the_problems_say_how_to_list_them() {
    for width in [80, 120] {
        let mut demo = Demo::pressed(width, 24, "=t 5%<Enter>=skip-same directory<Enter>");
        let hidden = demo.screen.snapshot().ruled_out;
        let header = demo.screen.text().lines().next().unwrap_or_default().to_string();
        assert!(hidden > 0 && header.contains(&format!("{hidden} ")), "{header}");
        assert!(header.contains("hidden"), "{header}");
        let searched = format!("searched: {hidden} ");
        demo.press("/nowhere<Enter>").screen.shows(&[&searched, "(=skip-same off)"]);
        demo.press("<Esc>!").screen.shows(&["skip-same directory", "=skip-same off"]);
    }
}

// The screen with a result whose first parts have arrived.

#[test]
fn a_first_part_of_some_documents_says_of_how_many() {
    let mut screen = TestScreen::pressed(100, 30, "j");
    let selected = screen.selected_pair();
    screen.press("w");
    let params = screen.params().clone();
    let mut whole = fake::folder(2, &params);
    let mut part = whole.clone();
    part.completeness = Completeness::SomeDocuments;
    let gone = part.docs.len() - 1;
    Arc::make_mut(&mut part.docs).truncate(gone);
    part.present = gone;
    let is_there = |row: &Row| {
        let members = row.members().iter().all(|id| id.index() < gone);
        row.pair().b.index() < gone && members
    };
    part.rows.change_rows(|rows| rows.retain(is_there));
    screen.publish(part.clone());
    screen.shows(&[
        &format!("9 pairs in {gone} documents so far"),
        &format!("{} documents · ", whole.present),
    ]);
    assert_eq!(screen.selected_pair(), selected);
    // The list of documents still shows all documents.
    screen.press("d").shows(&[&format!("{} documents", whole.present)]);
    screen.press("<Esc>");
    whole.epoch = Epoch(3);
    screen.publish(whole).lacks(&["so far"]);
    part.epoch = Epoch(4);
    part.rows.change_rows(Vec::clear);
    screen.publish(part).shows(&["comparing the other pairs"]);
}

#[test]
fn while_the_folder_is_read_the_first_row_stays_selected_until_the_user_moves() {
    let whole = fake::folder(0, &Params::defaults());
    let mut part = whole.clone();
    part.completeness = Completeness::SomeDocuments;
    part.rows.change_rows(|rows| drop(rows.drain(..2)));
    let last = whole.rows.get(5).map(|row| {
        let (a, b) = whole.names(row);
        (a.clone(), b.clone())
    });
    let [part, whole] = [part, whole].map(|one| Report::Snapshot(Arc::new(one)));

    let mut screen = TestScreen::empty(100, 30);
    screen.work(Phase::Reading, 5, 9, 900);
    screen.report(part.clone()).shows(&["so far", "reading 5/9"]);
    assert_eq!(screen.selected(), 0);
    screen.press_unanswered("d").lacks(&["0 documents"]);
    // No request is sent whose answer could be awaited.
    screen.press_unanswered("/a<Enter>");
    assert!(!screen.model.states.get::<DocumentList>().key_waits);
    assert!(!screen.model.jobs.awaits(Slot::Documents));
    screen.press_unanswered("<Esc>");
    screen.press("<Esc>");
    assert_eq!(screen.report(whole.clone()).selected(), 0);

    let mut screen = TestScreen::empty(100, 30);
    screen.report(part.clone());
    screen.press("j");
    let selected = screen.selected_pair();
    // The pair of the last visit.
    screen.model.parameter_state.reselect = last.clone();
    screen.report(whole.clone());
    assert_eq!((screen.selected(), &screen.selected_pair()), (3, &selected));

    let mut screen = TestScreen::empty(100, 30);
    screen.model.parameter_state.reselect = last.clone();
    screen.report(part);
    assert_eq!((screen.report(whole).selected(), &screen.selected_pair()), (5, &last));
}

// Keys that work everywhere, the way back from every place, and pasted text.

/// Keys to every place and line of input. A new place must be added here.
const PLACES: &str = "\
    | K/ferry | !/x | X/q | <Enter>/ferry | Q<Tab>/wq | <Enter>D | <Enter><Tab>vD | <Enter>dK<Enter> \
    | dK | <Enter>D! | <Enter>LZ | KZ | K<Enter>Z | K<Enter>d | DDx | Z | <Enter>Z<Tab> | Z<C-g> \
    | <Enter>L | <Enter>dL | ; | <Enter>; | <Enter>v | d | x | <Enter>d | <Enter><Tab>x \
    | <Tab> | <Tab><Tab><Tab> | <Enter> | <Enter><Tab> | ! | ? | ?width | :measure | / | /ferry | = | =5 \
    | D | D/ferry | DD | Q | Qold ferry | jd | jx";

fn places() -> impl Iterator<Item = &'static str> {
    PLACES.split('|').map(str::trim)
}

fn screen(keys: &str) -> TestScreen {
    let mut screen = TestScreen::pressed(120, 36, keys);
    screen.asked.clear();
    screen
}

#[test]
fn quitting_suspending_drawing_anew_and_commands_work_everywhere() {
    for place in places() {
        for (key, command) in
            [("<C-c>", Command::Quit), ("<C-z>", Command::Suspend), ("<C-l>", Command::Redraw)]
        {
            let mut screen = screen(place);
            assert_eq!(screen.press(key).asked, [command], "{key} after {place:?}");
        }
        let screen = screen(place).after("<C-p>");
        let there = screen.place() == Place::Palette;
        assert_eq!(there, !place.starts_with([':', '=']), "after {place:?}: there it closes");
    }
}

/// Returns the number of steps back.
fn level(screen: &TestScreen) -> usize {
    let model = &screen.model;
    let lesson = model.layers.has_layer_at(Place::Lesson);
    let sandbox = model.layers.has_layer_at(Place::Sandbox);
    let line = model.has_overlay() || model.prompt.is_some();
    let filters = model.prompt.is_none() && !model.list.filter.is_empty();
    let behind = model.layers.get::<Sandbox>().and_then(|sandbox| sandbox.return_to.as_ref());
    let lesson = lesson || behind.is_some_and(|behind| behind.lesson.is_some());
    let view = model.layers.before.as_ref();
    let before = view.or(behind.map(|behind| &behind.before));
    let (focus, zoomed) =
        before.map_or((model.focus, model.zoomed), |before| (before.focus, before.zoomed));
    let away = focus != Focus::List && !zoomed;
    // The visited views, and the pairs to reopen in them.
    let rooms: usize =
        model.visited.0.iter().map(|(_, whole)| 1 + usize::from(whole.is_some())).sum();
    [line, lesson, sandbox, filters, view.is_some(), zoomed, away]
        .map(usize::from)
        .iter()
        .sum::<usize>()
        + rooms
        - 1
}

#[test]
fn esc_goes_one_level_back_from_anywhere_to_the_list() {
    for place in places() {
        let mut screen = screen(place);
        for _ in 0..6 {
            let before = level(&screen);
            assert_eq!(level(screen.press("<Esc>")), before.saturating_sub(1), "after {place:?}");
        }
        assert_eq!((screen.focus(), !screen.has_prompt()), (Focus::List, true));
        assert_eq!(screen.list(), ViewName::Pairs, "after {place:?}");
        assert!(!screen.asked.contains(&Command::Quit), "it never leaves the program");
    }
}

#[test]
fn a_pair_that_has_the_whole_screen_is_where_a_room_leads_back_to() {
    // A view that was visited is gone back to, without rounds.
    for keys in ["D<Esc>", "K<Esc>", "!<Esc>", "!!", "D!<Esc><Esc>", "DK<Esc><Esc>", "D!D<Esc>"] {
        let mut screen = TestScreen::pressed(120, 36, "j<Enter><Tab>");
        let names = screen.pair_names();
        assert!(screen.press(keys).pair_fills_screen(), "{keys}\n{}", screen.text());
        assert_eq!(screen.focus(), Focus::Pane(PaneSide::B), "{keys}");
        assert_eq!(screen.pair_names(), names, "{keys}");
        screen.press("<Esc>");
        assert_eq!((screen.pair_fills_screen(), screen.selected()), (false, 1), "{keys}");
    }
}

#[test]
fn a_filter_that_there_is_not_takes_what_is_typed_for_it() {
    for place in ["X", "Q<Tab>", "<Enter><Tab><Tab>"] {
        let mut screen = screen(place);
        let params = screen.params().clone();
        assert!(screen.press("/qwWtT!:").has_prompt(), "after {place:?}");
        screen.send(Message::Pasted("harbour".into()));
        assert_eq!((screen.params(), screen.asked.len()), (&params, 0), "after {place:?}");
        assert_eq!(screen.press("<Enter>w").params().width, params.width + 1, "after {place:?}");
    }
}

#[test]
fn pasted_text_never_acts_as_keys() {
    for place in ["", "!"] {
        let mut screen = screen(place);
        let params = screen.params().clone();
        screen.send(Message::Pasted("qwWtTjjj\r?:&\x1b!\x03".into()));
        assert_eq!(screen.query_text(), "qwWtTjjj\n?:&\x1b!\x03", "after {place:?}");
        assert_eq!(*screen.params(), params);
    }
    for place in ["<Tab>", "<Enter>", "<Enter>x"] {
        let mut screen = screen(place);
        let params = screen.params().clone();
        screen.send(Message::Pasted("qwWtTjjj\r?:&\x1b!\x03".into()));
        assert!(screen.asked.is_empty(), "after {place:?}");
        assert_eq!(*screen.params(), params);
        assert!(!screen.note().is_empty(), "after {place:?}");
    }
}

#[test]
fn a_flood_that_is_pasted_or_typed_stays_small() {
    let mut screen = screen(":");
    assert!(screen.send(Message::Pasted("w ".repeat(500_000))).prompt().len() <= 10_000);
    screen.press("5");
    let _ = screen.text();
}
