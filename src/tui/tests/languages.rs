//! The languages of the folder: their counts, and going to their documents and back.

use crate::tui::actions::Room;

use super::demo::Demo;

#[test]
fn the_languages_of_the_folder_are_counted_and_the_key_leads_back() {
    let mut demo = Demo::new(110, 24);
    demo.press("<languages>");
    let text = demo.screen.text();
    for name in ["English", "Russian", "German", "French", "Japanese", "Spanish"] {
        assert!(text.contains(name), "{name}: {text}");
    }
    let lines = demo.screen.model.languages.lines();
    assert!(lines.is_sorted_by_key(|line| std::cmp::Reverse(line.words)), "{lines:?}");
    let docs = &demo.screen.snapshot().docs;
    assert!(lines.iter().map(|line| line.documents).sum::<u32>() as usize >= docs.len());
    assert!(lines.iter().map(|line| line.alone).sum::<u32>() as usize <= docs.len());

    // If all documents have one fixed language, there is one line.
    demo.press("j:language en<Enter>");
    demo.screen.shows(&["1 language, set for all documents"]);
    demo.press("<languages>");
    assert_eq!(demo.screen.list(), Room::Pairs);
    assert!(demo.screen.model.languages.arranged.is_none());
}

#[test]
fn a_click_selects_a_language() {
    let mut demo = Demo::new(110, 24);
    demo.press("<languages>");
    demo.screen.click("Russian");
    let selected = demo.screen.model.languages.selected().unwrap();
    assert_eq!(selected.language.unwrap().code(), "ru");
    demo.press("<Enter>");
    assert_eq!(demo.screen.list(), Room::Documents);
    assert_eq!(demo.screen.filter(), "lang:ru");
    assert_eq!(demo.screen.lines(), 4);
    // Esc leads back to the languages, and the documents are as they were.
    demo.press("<Esc>");
    assert_eq!(demo.screen.list(), Room::Languages);
    assert_eq!(demo.screen.filter(), "");
}

#[test]
fn the_documents_of_a_language_lead_back_to_it_whatever_was_filtered_before() {
    let mut demo = Demo::new(110, 24);
    demo.press("D/txt<Enter><languages><Enter>");
    let filter = |demo: &Demo| demo.screen.filter().to_string();
    assert_eq!(filter(&demo), "lang:en");
    // Through one document and back.
    demo.press("<Enter><Esc>");
    assert_eq!((demo.screen.list(), &*filter(&demo)), (Room::Documents, "lang:en"));
    demo.press("<Esc>");
    assert_eq!(demo.screen.list(), Room::Languages);
    demo.press("<Esc>D");
    assert_eq!(filter(&demo), "txt");

    // A filter that somebody typed over it is taken away first, as everywhere.
    demo.press("<Esc><Esc><languages><Enter>/ >10<Enter><Esc>");
    assert_eq!((demo.screen.list(), &*filter(&demo)), (Room::Documents, ""));
    demo.press("<Esc>");
    assert_eq!(demo.screen.list(), Room::Languages);
}

#[test]
fn the_key_of_the_language_sets_the_selected_one_and_detects_all_again() {
    let mut demo = Demo::new(110, 24);
    demo.press("<languages>");
    demo.screen.click("Russian");
    demo.press("<language>");
    assert_eq!(demo.screen.params().language.to_string(), "ru");
    demo.screen.shows(&["1 language, set for all"]);
    demo.press("<language>");
    assert_eq!(demo.screen.params().language.to_string(), "auto");
    demo.press("<language back>");
    assert_eq!(demo.screen.note(), "that is so already");
    // Elsewhere it goes to the next one, as ever.
    demo.press("<Esc>");
    demo.press("<language>");
    assert_ne!(demo.screen.params().language.to_string(), "auto");
}

#[test]
fn languages_are_filtered_by_name_and_code() {
    let mut demo = Demo::new(110, 24);
    demo.press("<languages>/an");
    let names = |demo: &Demo| -> Vec<&str> {
        let lines = demo.screen.model.languages.lines().iter();
        lines.map(|line| line.language.map_or("unsure", |one| one.name())).collect()
    };
    assert!(names(&demo).contains(&"German") && !names(&demo).contains(&"English"));
    demo.press("<C-u>ru<Enter>");
    assert_eq!(names(&demo), ["Russian"]);
    demo.screen.shows(&["1 language · filter: ru"]);
    demo.press("/<End>x<Enter>");
    demo.screen.shows(&["No language passes “rux”"]);
    demo.press("/<End> >10<Enter>");
    demo.screen.shows(&["not understood: >10"]);
    demo.press("<Esc>");
    assert_eq!(demo.screen.list(), Room::Languages);
    assert!(names(&demo).len() >= 6);
    // The next time all are there.
    demo.press("/ru<Enter>D<Esc><Esc><Esc><languages>");
    assert!(names(&demo).len() >= 6);
}
