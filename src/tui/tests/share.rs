//! Copying wordings and opening files in the editor, as far as they are decided here.

use shingle::base::path::DocPath;
use shingle::pipeline::parameters::Params;

use crate::tui::event_loop::command::{At, Command, FilePlace};

use super::fake;
use super::stage::Stage;

fn zoomed() -> Stage {
    let mut stage = Stage::folder(120, 36);
    stage.press("jj<Enter>");
    stage.asked.clear();
    stage
}

#[test]
fn the_active_passage_is_copied_and_confirmed() {
    let mut stage = zoomed();
    stage.press("y");
    let [Command::Copy(text)] = stage.asked.as_slice() else {
        panic!("{:?}", stage.asked);
    };
    assert!(text.contains("the old ferry left") && text.contains("The old ferry left"), "{text}");
    assert!(stage.text().contains("copied passage 1: "), "{}", stage.text());
}

#[test]
fn the_pair_is_copied_and_confirmed() {
    let mut stage = zoomed();
    stage.press("Y");
    let [Command::Copy(text)] = stage.asked.as_slice() else {
        panic!("{:?}", stage.asked);
    };
    assert!(text.contains("3 passages"), "{text}");
    assert!(stage.text().contains("copied the pair: "), "{}", stage.text());
}

#[test]
fn where_nothing_is_open_nothing_is_copied_and_it_says_why() {
    let mut stage = Stage::empty(120, 36);
    for (key, why) in
        [("y", "no pair is open"), ("Y", "no pair is open"), ("$", "no document is selected")]
    {
        stage.press(key);
        assert!(stage.asked.is_empty());
        assert!(stage.text().contains(why), "{}", stage.text());
    }
    let mut stage = zoomed();
    let params = Params::defaults();
    stage.serve_with(fake::pair_view(("a", "b"), ("one two", "three four"), &[], &params));
    stage.press("y");
    assert!(stage.asked.is_empty() && stage.text().contains("share no passage"));
}

fn edited(stage: &mut Stage) -> FilePlace {
    stage.press("$");
    match stage.asked.pop() {
        Some(Command::Edit(place)) => place,
        other => panic!("{other:?}"),
    }
}

/// An open pair of the row below the `down`-th, with a passage on the third line of A and the first of B.
fn shared(down: usize) -> (Stage, DocPath, DocPath) {
    let mut stage = Stage::folder(120, 36);
    stage.press(&"j".repeat(down));
    stage.press("<Enter>");
    let (a, b) = ("one\ntwo\nthe shared words\n", "the shared words\nfour");
    let part = "the shared words";
    let params = Params::defaults();
    stage.serve_with(fake::pair_view(("a", "b"), (a, b), &[(part, part, false)], &params));
    stage.press("n");
    stage.asked.clear();
    let (a, b) = stage.model.shown.as_ref().unwrap().names.clone();
    (stage, a, b)
}

#[test]
fn the_editor_opens_the_text_that_has_the_focus_at_the_passage_s_line() {
    let (mut stage, a, b) = shared(1);
    assert_eq!(edited(&mut stage), FilePlace { path: a, at: At::Line(3) });
    stage.press("<Tab>");
    assert_eq!(edited(&mut stage), FilePlace { path: b, at: At::Line(1) });
}

#[test]
fn in_a_file_whose_lines_are_not_those_of_its_text_the_words_are_looked_for() {
    let (mut stage, a, b) = shared(2);
    let at = At::Words("the shared words".into());
    assert_eq!(edited(&mut stage), FilePlace { path: a, at });
    stage.press("<Tab>");
    let at = At::Words("the shared words four".into());
    assert_eq!(edited(&mut stage), FilePlace { path: b, at });
}

#[test]
fn on_the_list_the_first_of_the_pair_is_opened() {
    let mut stage = Stage::folder(84, 24);
    stage.press("j");
    stage.asked.clear();
    let place = edited(&mut stage);
    assert_eq!(place, FilePlace { path: DocPath::new("legal/licence-a.txt"), at: At::Line(1) });
}

#[test]
fn among_the_documents_the_selected_one_is_opened() {
    let mut stage = Stage::folder(120, 36);
    stage.press("Djj");
    stage.asked.clear();
    let name = stage.model.documents.name.clone().unwrap();
    assert_eq!(edited(&mut stage).path, name);
    assert!(
        stage.text().lines().any(|line| line.starts_with('▸') && line.contains(&name.to_string()))
    );
}

#[test]
fn a_text_of_one_s_own_is_no_file() {
    let mut stage = Stage::folder(120, 60);
    stage.press("<Enter>");
    stage.model.shown.as_mut().unwrap().text = Some("mine".into());
    stage.asked.clear();
    stage.press("$");
    assert!(stage.asked.is_empty());
    assert!(stage.text().contains("your text is no file"));
    stage.press("<Tab>");
    assert_eq!(edited(&mut stage).path, stage.model.shown.as_ref().unwrap().names.1);
}
