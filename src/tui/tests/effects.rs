//! Sentences of the last row about the effect of a change of parameters.

use std::time::Duration;

use shingle::base::ratio::Ratio;
use shingle::pipeline::Row;

use crate::tui::messages::Message;

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
    let said = screen.effects();
    assert!(said.is_sorted_by_key(|one| std::cmp::Reverse(one.chars().count())), "{said:?}");
    for part in ["width 3 → 4", "214 → 131", "6 → 4 pairs", "2 fell below 20%"] {
        assert!(said[0].contains(part), "{part}: {}", said[0]);
    }
    assert!(screen.footer().starts_with(&said[0]), "{}", screen.footer());
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
    assert!(screen.effects()[0].starts_with("width 3 → 5: 214 → 100 shared"));
}

#[test]
fn as_many_pairs_in_another_order_or_with_other_scores_are_reported_so() {
    for (places, lowest, expected) in
        [(0, None, " as before"), (1, None, " order"), (0, Some(Ratio::new(21, 100)), " → 21%")]
    {
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
    assert!(screen.effects()[0].ends_with("1 fell below 30%, the selected one too"));
}

#[test]
fn each_reason_why_pairs_come_or_go_has_its_words() {
    let mut screen = ready(120, 36);
    let mut left = |keys: &str, epoch: u64, (rows, ruled_out): (usize, u64)| {
        screen.press_unanswered(keys);
        let mut next = passing(epoch, screen.params());
        next.rows.change(|all| all.truncate(rows));
        (next.pairs_found, next.ruled_out) = (rows as u64, ruled_out);
        screen.publish(next);
        let params = screen.params().clone();
        open(&mut screen, &params, 214);
        let said = screen.effects()[0].clone();
        screen.send(Message::Clock(Duration::from_secs(10 * epoch)));
        said.rsplit_once(": ").unwrap().1.to_string()
    };
    let skips = "=skip-same {}/<Enter>";
    assert_eq!(left(skips, 2, (4, 2)), "6 → 4 pairs, 2 hidden by the rule");
    assert_eq!(left("=skip-same off<Enter>", 3, (6, 0)), "4 → 6 pairs, 2 now listed");
    assert_eq!(left("=passage 30<Enter>", 4, (4, 0)), "6 → 4 pairs, 2 fewer are listed");
    let longer = left("=passage 60<Enter>", 5, (3, 0));
    assert_eq!(longer, "4 → 3 pairs, 1 no longer shares a passage of 60 words");
    assert_eq!(left("=passage off<Enter>", 6, (5, 0)), "3 → 5 pairs, 2 more are listed");
    assert!(left("w", 7, (4, 0)).ends_with("5 → 4 pairs, 1 fell below 20%"));
    let both = left("=w 3 skip-same {}/<Enter>", 8, (2, 1));
    assert!(both.ends_with("4 → 2 pairs, 2 fewer are listed"), "{both}");
}
