//! Marks on pairs of copies: a row has its mark under the name of any copy.

use std::sync::Arc;

use shingle::base::ids::DocId;
use shingle::pipeline::{Mark, Pair, Row, Snapshot};

use super::{deciding::marks, test_screen::TestScreen};

#[test]
fn a_row_keeps_its_mark_when_another_copy_is_named_and_can_be_opened_again() {
    let mut screen = TestScreen::pressed(160, 36, "j c");
    assert_eq!(screen.decided_rows(), Some(1));
    // Row 2 is legal/licence-a ↔ licence-b with copies of the latter. From now on the row names another copy.
    let snapshot = screen.snapshot().clone();
    let (a, b) = {
        let (a, b) = snapshot.names(snapshot.rows.get(1).unwrap());
        (a.clone(), b.clone())
    };
    let mut changed = Snapshot::clone(&snapshot);
    let docs = Arc::make_mut(&mut changed.docs);
    let old = docs.iter().find(|doc| doc.path == b).unwrap().file.content;
    let place = docs.iter().position(|doc| doc.path == b).unwrap();
    docs[place].file.content = 77;
    let copy = docs.iter().position(|doc| doc.path.to_string() == "notes/квитанция.txt").unwrap();
    docs[copy].file.content = old;
    let members = vec![DocId(place as u32), DocId(copy as u32)];
    changed.rows.change(|rows| {
        let pair = *rows[1].pair();
        let pair = Pair { a: members[0], b: members[1], ..pair };
        rows.push(Row::Copies { pair, members: members.clone(), mark: Mark::None });
    });
    screen.show(changed);
    screen.press("gj");
    assert!(marks(&screen).starts_with(".c"), "{}", screen.text());
    assert_eq!(screen.decided_rows(), Some(1));
    // The mark has its old names, which are equal here. A filter finds the pair, and the mark is on the current
    // version.
    screen.press("/is:common<Enter>");
    assert_eq!(marks(&screen), "c");
    screen.press("<Esc>/is:earlier<Enter>");
    assert_eq!(screen.rows(), 0);
    screen.press("<Esc>");
    while screen.selected_pair().as_ref() != Some(&(a.clone(), b.clone())) {
        screen.press("j");
    }
    screen.press(" o");
    assert!(marks(&screen).starts_with(".."), "{}", marks(&screen));
    assert_eq!(screen.decided_rows(), Some(0));
}
