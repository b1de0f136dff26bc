//! Sentences of the last row about the effect of a change of parameters.

use shingle::base::ratio::Ratio;
use shingle::pipeline::Row;

use super::ranking_answers::{answer, open, passing, ready};

#[test]
fn a_change_says_what_it_did_once_both_results_are_there() {
    let mut screen = ready(120, 36);
    screen.press_unanswered("w");
    assert_eq!(screen.effects().len(), 0);
    let mut fewer = passing(2, screen.params());
    fewer.rows.change(|rows| rows.truncate(4));
    fewer.pairs_found = 4;
    screen.publish(fewer);
    assert!(screen.effects().is_empty(), "the pair is not there yet");
    let params = screen.params().clone();
    open(&mut screen, &params, 131);
    let said = screen.effects().join(" · ");
    assert_eq!(said, "width 3→4: 6→4 pairs · selected pair 214→131 shared shingles");
    assert!(screen.footer().starts_with(&said), "{}", screen.footer());
    screen.press("<Down>");
    assert!(!screen.footer().contains("214"), "a key clears it");
}

#[test]
fn changes_before_an_answer_have_one_effect_measured_against_their_beginning() {
    let mut screen = ready(120, 36);
    screen.press_unanswered("w");
    // An answer to a request in between is shown without a sentence.
    let between = screen.params().clone();
    screen.press_unanswered("w");
    screen.publish(passing(2, &between));
    open(&mut screen, &between, 150);
    assert!(screen.effects().is_empty());
    answer(&mut screen, 3, 100);
    assert!(screen.effects()[0].starts_with("width 3→5: "));
    assert!(screen.effects()[1].contains(" 214→100 "));
}

#[test]
fn other_scores_of_as_many_pairs_are_counted() {
    for (places, lowest, expected) in [
        (0, None, "6 pairs as before"),
        (1, None, "6 pairs as before"),
        (0, Some(Ratio::new(21, 100)), "6 pairs, 1 changed"),
    ] {
        let mut screen = ready(120, 36);
        screen.press_unanswered("<modulo>");
        let mut next = passing(2, screen.params());
        next.rows.change(|rows| {
            rows.rotate_left(places);
            if let (Some(score), Some(Row::Pair { pair, .. })) = (lowest, rows.last_mut()) {
                pair.score = score;
            }
        });
        screen.publish(next);
        let params = screen.params().clone();
        open(&mut screen, &params, 214);
        let said = &screen.effects()[0];
        assert!(said.ends_with(expected), "{said}");
    }
}

#[test]
fn a_change_that_ends_where_it_began_says_nothing() {
    let mut screen = ready(120, 36);
    screen.press_unanswered("wW");
    answer(&mut screen, 3, 214);
    assert!(screen.effects().is_empty());
}

#[test]
fn a_pair_that_falls_out_of_the_list_is_named_besides_what_fell_with_it() {
    let mut screen = ready(120, 36);
    screen.press("G");
    screen.press_unanswered("tt");
    answer(&mut screen, 2, 50);
    assert!(screen.effects()[0].ends_with(": 6→5 pairs"));
    assert_eq!(screen.effects().last().unwrap(), "the selected row is gone");
}
