//! The screen with sketches that estimate: the demo folder, answered from its real files.

use insta::assert_snapshot;
use shingle::base::ratio::Ratio;
use shingle::pipeline::Verify;
use shingle::shingle::SketchKind;

use super::demo::Demo;

/// The demo folder after some keys.
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
fn a_pair_says_how_many_functions_agree() {
    let mut demo = demo(80, 24, &["<sketch>", "j", "j"]);
    demo.screen.shows(&[
        "sketch minhash  [=] +",
        "67 pairs reach 20%",
        "─ 67 pairs in 66 rows (copies share one) · from 20% minhash ",
        "    ▴# score contained  A ",
        "▸    3 ≈100%      100%  = 2 copies: german/schachcafe-utf16.txt, +1 more\n",
        "     5  ≈95%       95%  essays/bees-backwards.md     essays/bees.txt\n",
    ]);
    demo.press("<Enter>");
    demo.screen.shows(&[
        " copies · 84 of 84 functions agree: resemblance ≈100%\n",
        "▸A german/schachcafe-utf16.txt · 175 words · German · UTF-16LE",
        " B german/schachcafe.txt · 175 words · German · UTF-8",
    ]);
}

#[test]
fn what_is_not_verified_has_no_counted_columns() {
    let demo = demo(120, 36, &["<sketch>", "<verify>", "j", "j"]);
    demo.screen.shows(&[
        "sketch minhash  verify off ",
        "pairs by score: ≈ scores of the sketches",
        " · at least 20% of 84 functions agree ",
        "▸    4  ≈98% █████████▊      –       –        –  backup/harbour.txt (+1)        essays/harbour-corrected.txt\n",
        " 82 of 84 functions agree: resemblance ≈98% ± 2%\n",
    ]);
    demo.screen.lacks(&["contained"]);
}

#[test]
fn supershingles_are_counted_of_six_beside_the_counted_share() {
    let demo = demo(120, 36, &["<sketch>", "<sketch>", "j"]);
    demo.screen.shows(&[
        "[t]hreshold 2/6",
        "─ 7 pairs in 6 rows · at least 2 of 6 supershingles agree, and 33.333% containment counted ",
        "    ▴# score            contained  A in B  B in A   shared  A ",
        "     4   4/6 ██████▋          97%     97%     97%       97  backup/harbour.txt (+1) ",
        " copies, letter for letter · 6 of 6 supershingles agree\n",
    ]);
}

#[test]
fn megashingles_are_counted_of_fifteen() {
    let demo = demo(80, 24, &["<sketch back>", "<verify>", "<Tab>", "<Tab>"]);
    demo.screen.shows(&[
        "sketch megashingle  verify off",
        "7 pairs reach 1/15",
        "─ 7 pairs in 6 rows · at least 1 of 15 megashingles agree ",
        "▸    2 15/15      –      –        –  = 2 copies: essays/bread.txt, +1 more\n",
        "     4  6/15      –      –        –  back…rbour.txt (+1)   essays…orrected.txt\n",
    ]);
}

#[test]
fn each_sketch_brings_its_threshold_and_goes_back_with_it() {
    let mut demo = demo(120, 36, &[]);
    for (sketch, threshold, shown) in [
        (SketchKind::MinHash, Ratio::new(1, 5), "[t]hreshold 20%"),
        (SketchKind::SuperShingle, Ratio::new(2, 6), "[t]hreshold 2/6"),
        (SketchKind::MegaShingle, Ratio::new(1, 15), "[t]hreshold 1/15"),
        (SketchKind::Modulo, Ratio::new(1, 5), "[t]hreshold 20%"),
    ] {
        // After a pause it is a change of its own.
        let later = demo.screen.model.now + std::time::Duration::from_secs(5);
        demo.screen.send(crate::tui::messages::Message::Clock(later));
        demo.press("<sketch>");
        let params = demo.screen.params();
        assert_eq!((params.sketch, params.threshold), (sketch, threshold));
        demo.screen.shows(&[shown]);
        let effect = demo.screen.effects()[0].clone();
        assert!(effect.starts_with(said(sketch)), "{effect}");
    }
    demo.press("t");
    demo.press("<sketch>");
    demo.press("<sketch>");
    assert_eq!(demo.screen.params().threshold, Ratio::new(1, 4), "one that was chosen stays");
}

/// What the last row says about the step to a sketch.
fn said(sketch: SketchKind) -> &'static str {
    match sketch {
        SketchKind::MinHash => {
            "sketch modulo → minhash (estimates instead of counting, for very large folders): "
        }
        SketchKind::SuperShingle => "sketch minhash → supershingle and threshold 20% → 2/6: ",
        SketchKind::MegaShingle => "sketch supershingle → megashingle and threshold 2/6 → 1/15: ",
        SketchKind::Modulo => {
            "sketch megashingle → modulo and threshold 1/15 → 20% (counts, no longer estimates): "
        }
    }
}

#[test]
fn a_threshold_of_few_keys_goes_key_by_key() {
    let mut demo = demo(120, 36, &["<sketch>", "<sketch>", "t"]);
    demo.screen.shows(&["[t]hreshold 3/6"]);
    demo.press("-");
    demo.press("-");
    demo.screen.shows(&["[t]hreshold 1/6"]);
    demo.press("=t 5/6<Enter>");
    assert_eq!(demo.screen.params().threshold, Ratio::new(5, 6));
}

#[test]
fn a_score_that_is_estimated_says_so_wherever_it_stands() {
    let mut demo = demo(120, 36, &["<sketch>", "D"]);
    demo.screen.shows(&["≈100%"]);
    demo.press("<Enter>");
    demo.screen.shows(&["≈"]);
    let mut demo = super::sketches::demo(120, 36, &["<sketch>", "Q"]);
    demo.paste("The ferry between the island and the mainland was late again that morning.");
    demo.screen.shows(&["of 84 functions agree"]);
}

#[test]
fn what_is_not_counted_is_neither_shown_nor_sorted_by() {
    let mut demo = demo(120, 36, &["<sketch>", "<verify>"]);
    assert_eq!(demo.screen.params().verify, Verify::Off);
    demo.screen.shows(&["–"]);
    let mut seen = Vec::new();
    for _ in 0..6 {
        demo.press(">");
        seen.push(demo.screen.footer().split("  ").next().unwrap().to_string());
    }
    assert!(
        !seen.iter().any(|said| said.contains("wording is in") || said.contains("shared")),
        "{seen:?}"
    );
}

#[test]
fn an_explained_word_tells_which_functions_its_shingles_are_the_least_of() {
    for (width, height) in [(120, 36), (80, 24)] {
        let mut demo = demo(width, height, &["<sketch>", "g", "<Enter>", "x"]);
        let mut found = false;
        for _ in 0..20 {
            let text = demo.screen.text();
            found |= text.contains("least under")
                && text.contains(" f")
                && text.contains("in both texts");
            demo.press("<Right>");
        }
        assert!(found);
    }
}

#[test]
fn a_preset_of_sketches_is_one_line_away_and_one_key_back() {
    let mut demo = demo(120, 36, &["=preset minhash84<Enter>"]);
    demo.screen.shows(&["preset minhash84", "of 84 functions agree"]);
    demo.press("u");
    demo.screen.lacks(&["sketch minhash"]);
    assert_eq!(demo.screen.params().sketch, SketchKind::Modulo);
}
