//! The languages of the folder: their counts, and going to their documents and back.

use crate::tui::rooms::room::Room;

use super::demo::Demo;

#[test]
fn the_languages_of_the_folder_are_counted_and_the_key_leads_back() {
    let mut demo = Demo::new(110, 24);
    demo.press("I");
    let text = demo.screen.text();
    for name in ["English", "Russian", "German", "French", "Japanese", "Spanish"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    let lines = demo.screen.model.languages.lines();
    assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.words)), "{lines:?}");
    let docs = &demo.screen.model.snapshot.as_ref().unwrap().docs;
    assert!(lines.iter().map(|line| line.documents).sum::<u32>() as usize >= docs.len());
    assert!(lines.iter().map(|line| line.alone).sum::<u32>() as usize <= docs.len());

    // If all documents have one fixed language, there is one line.
    demo.press("j:language en<Enter>");
    assert!(
        demo.screen.text().contains("1 language, set for all documents"),
        "{}",
        demo.screen.text()
    );
    demo.press("I");
    assert_eq!(demo.screen.model.rooms.here(), Room::Pairs);
    assert!(demo.screen.model.languages.shown.is_none());
}

#[test]
fn a_click_selects_a_language() {
    let mut demo = Demo::new(110, 24);
    demo.press("I");
    demo.screen.click("Russian");
    let selected = demo.screen.model.languages.selected().unwrap();
    assert_eq!(selected.language.unwrap().code(), "ru");
    demo.press("<Enter>");
    assert_eq!(demo.screen.model.rooms.here(), Room::Documents);
    assert_eq!(demo.screen.model.documents.filter.text, "lang:ru");
    assert_eq!(demo.screen.model.documents.len(), 4);
    // Esc removes the filter, then goes back to the languages.
    demo.press("<Esc><Esc>");
    assert_eq!(demo.screen.model.rooms.here(), Room::Languages);
}
