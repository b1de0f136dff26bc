//! The screen with sketches that estimate: the demo folder, answered from its real files.

use insta::assert_snapshot;
use shingle::base::ratio::Ratio;
use shingle::pipeline::Verify;

use crate::tui::model::PairColumn;

use super::demo::Demo;

/// Returns the demo folder after some keys.
fn demo(width: u16, height: u16, keys: &[&str]) -> Demo {
    let mut demo = Demo::new(width, height);
    for key in keys {
        demo.press(key);
    }
    demo
}

#[test]
fn minhash_120x36() {
    let demo = demo(120, 36, &["<sketch>", "j", "j"]);
    assert_snapshot!(demo.screen.text());
}

#[test]
fn a_threshold_of_few_keys_goes_key_by_key() {
    let mut demo = demo(120, 36, &["<sketch>", "<sketch>", "t"]);
    assert_eq!(demo.screen.params().threshold, Ratio::new(3, 6));
    demo.press("-");
    demo.press("-");
    assert_eq!(demo.screen.params().threshold, Ratio::new(1, 6));
    demo.press("=t 5/6<Enter>");
    assert_eq!(demo.screen.params().threshold, Ratio::new(5, 6));
}

#[test]
fn a_score_that_is_estimated_says_so_wherever_it_stands() {
    let mut demo = demo(120, 36, &["<sketch>", "D"]);
    demo.screen.shows(&["≈100%"]);
    demo.press("<Enter>");
    demo.screen.shows(&["≈"]);
    demo.press("K");
    demo.screen.shows(&["a threshold above ≈"]);
    let mut demo = super::sketches::demo(120, 36, &["<sketch>", "Q"]);
    demo.paste("The ferry between the island and the mainland was late again that morning.");
    demo.screen.shows(&["of 84 functions agree"]);
}

#[test]
fn what_is_not_counted_is_neither_shown_nor_sorted_by() {
    let mut demo = demo(120, 36, &["<sketch>", "<verify>"]);
    assert_eq!(demo.screen.params().verify, Verify::Off);
    demo.screen.shows(&["–"]);
    for _ in 0..6 {
        demo.press(">");
        let column = demo.screen.sorted_by().column;
        let is_counted = [PairColumn::AInB, PairColumn::BInA, PairColumn::Shared].contains(&column);
        assert!(!is_counted, "{column:?}");
    }
}
