//! A folder whose engine answers with the passing pairs, for tests of parameters.

use std::sync::Arc;

use shingle::base::path::DocPath;
use shingle::compare::Overlap;
use shingle::engine::{Answer, PairQuestion, Question};
use shingle::pipeline::{Mark, Params, Row, Snapshot};

use crate::tui::model::Command;

use super::{fake, test_screen::TestScreen};

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
    snapshot.rows.change(|rows| rows.retain(passes));
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
