//! Ignored shingles on the screen: set by keys and by typing, counted in the title, dim and named in the texts. Other
//! tests check that they are ignored.

use shingle::base::ratio::Ratio;
use shingle::pipeline::{Common, Parameter};

use super::demo::Demo;

/// Three leaves of the demo folder have the same terms, which no other document has.
#[test]
fn the_terms_at_the_head_of_three_leaves_are_left_out_counted_and_dim() {
    let mut demo = Demo::new(120, 36);
    let before = demo.screen.snapshot().clone();
    demo.select("licences/");
    assert_eq!(demo.screen.open_pair().view.overlap.shared, 40);
    demo.press("<common>");
    // Three documents are too few for a common shingle.
    assert_eq!(demo.screen.snapshot().surroundings.left_out.shingles(), 0);
    for share in [50, 20, 10, 5] {
        demo.press("<common>");
        assert_eq!(demo.screen.params().common, Some(Common::Share(Ratio::new(share, 100))));
    }
    let snapshot = demo.screen.snapshot().clone();
    assert!(snapshot.pairs_found < before.pairs_found);
    let left_out = snapshot.surroundings.left_out.shingles();
    assert!(left_out >= 40);
    assert!(demo.screen.row(0).contains(&left_out.to_string()), "{}", demo.screen.row(0));
    demo.press("<common back>");
    assert_eq!(demo.screen.params().common, Some(Common::Share(Ratio::new(10, 100))));
}

#[test]
fn a_template_is_typed_turned_off_and_on_again_and_refused_by_its_name() {
    let mut demo = Demo::new(120, 36);
    demo.press("=template licences/nowhere.txt<Enter>");
    assert!(demo.screen.params().template.is_empty());
    demo.press(":template licences/telescope.txt<Enter>");
    assert_eq!(demo.screen.params().template.len(), 1);
    assert_eq!(demo.screen.chosen_parameter(), Parameter::Template);
    demo.press("=off<Enter>");
    assert!(demo.screen.params().template.is_empty());
    demo.press("<Tab><Tab><Tab>");
    demo.press("<Up>");
    assert_eq!(demo.screen.params().template.len(), 1, "the last one is at hand");
    demo.press("<preset>");
    assert_eq!(demo.screen.params().template.len(), 1, "no preset names it");
}

#[test]
fn under_sketches_that_estimate_it_rests() {
    let mut demo = Demo::new(120, 36);
    demo.press("=common 5%<Enter>");
    assert!(demo.screen.snapshot().surroundings.left_out.shingles() > 0);
    demo.press("=sketch minhash<Enter>");
    assert_eq!(demo.screen.snapshot().surroundings.left_out.shingles(), 0);
}
