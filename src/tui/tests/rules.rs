//! Rules that skip pairs, typed on the screen: listed pairs, counts and notes. Other tests check which pairs are
//! skipped.

use super::demo::Demo;
use crate::tui::views::documents::DocumentList;

fn listed(demo: &Demo) -> Vec<(String, String)> {
    let snapshot = demo.screen.snapshot().clone();
    let names = |row| {
        let (a, b) = snapshot.names(row);
        (a.to_string(), b.to_string())
    };
    snapshot.rows.iter().map(names).collect()
}

#[test]
fn rules_are_typed_taken_back_and_refused() {
    let mut demo = Demo::new(120, 36);
    let all = listed(&demo);
    demo.press("=between licences .<Enter>");
    let some = listed(&demo);
    let is_in =
        |(a, b): &(String, String)| a.starts_with("licences/") || b.starts_with("licences/");
    assert!(!some.is_empty() && some.len() < all.len() && some.iter().all(is_in));
    demo.press("=off<Enter>");
    assert_eq!(listed(&demo), all);

    demo.press("=between licence essays<Enter>");
    demo.screen.shows(&["--between", "licences", "1 problem"]);
    // If the rule leaves the list unchanged, the last row proposes another value.
    demo.press("=between off<Enter>");
    demo.press("=skip-same ess{}y/<Enter>");
    assert!(demo.screen.effects()[0].contains("try "), "{:?}", demo.screen.effects());
    demo.press("=skip-same directory<Enter>");
    let folder = |name: &str| name.rsplit_once('/').map_or(String::new(), |(dir, _)| dir.into());
    let apart = listed(&demo);
    assert!(apart.len() < all.len() && apart.iter().all(|(a, b)| folder(a) != folder(b)));
    demo.press("=skip-same students<Enter>");

    // These texts have no files, so their age is unknown.
    demo.press("<Esc>=skip-same off<Enter>=skip-older 1999-12<Enter>");
    assert_eq!(listed(&demo), all);
    demo.press("=skip-older monday<Enter>");
    assert!(demo.screen.has_prompt());
}

#[test]
fn a_document_counts_just_the_pairs_that_rules_list() {
    for rule in
        ["between essays .", "between backup essays", "skip-same directory", "between *.md ."]
    {
        let mut demo = Demo::new(120, 36);
        demo.press("=t 5%<Enter>");
        demo.press(&format!("={rule}<Enter>"));
        demo.press("D");
        let (snapshot, lines) =
            demo.screen.model.states.get::<DocumentList>().arranged.clone().unwrap();
        assert!(snapshot.rules.is_some() && snapshot.ruled_out > 0, "{rule}");
        let mut wanted = vec![0; snapshot.present];
        for (a, b) in demo.pairs() {
            wanted[a.index()] += 1;
            wanted[b.index()] += 1;
        }
        assert_eq!(lines.len(), snapshot.present);
        for line in lines.iter() {
            let name = &snapshot.doc(line.doc).path;
            assert_eq!(line.matches, wanted[line.doc.index()], "{rule}: {name}");
            assert_eq!(line.best.is_some(), line.matches > 0, "{rule}: {name}");
        }
    }
}

#[test]
fn pairs_that_a_rule_hides_are_counted_in_the_header_and_the_problems_say_how_to_list_them() {
    for width in [80, 120] {
        let mut demo = Demo::new(width, 24);
        demo.press("=t 5%<Enter>");
        demo.press("=skip-same directory<Enter>");
        let hidden = demo.screen.snapshot().ruled_out;
        let header = demo.screen.text().lines().next().unwrap_or_default().to_string();
        assert!(hidden > 0 && header.contains(&format!("{hidden} ")), "{header}");
        assert!(header.contains("hidden"), "{header}");
        demo.press("!");
        demo.screen.shows(&["skip-same directory", "=skip-same off"]);
        // A filter that leaves no row may look for a hidden pair.
        demo.press("<Esc>/no-such-name<Enter>");
        demo.screen.shows(&["=skip-same off"]);
    }
}
