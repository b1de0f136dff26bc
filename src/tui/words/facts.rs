//! Facts about a document, in as many words as fit. It draws nothing.

use shingle::base::numbers::{counted, thousands};
use shingle::base::visible::visible;
use shingle::pipeline::document::info::DocInfo;
use shingle::pipeline::document::languages::{described_all, lacks, named};
use shingle::pipeline::parameters::Params;

use crate::tui::drawing::glyphs::{begin, columns};

/// What follows the number of counted words, if some are not counted.
const COUNTED: &str = " counted";

/// The most columns of an author's name.
const AUTHOR: u16 = 30;

/// Facts about a document, separated by dots, as many as fit. Those that may explain a surprise are left out last.
pub(crate) fn facts(doc: &DocInfo, params: &Params, room: u16) -> String {
    told(doc, None, params, room)
}

/// The same for a text that has this many stop words besides the counted ones.
pub(crate) fn facts_beside(doc: &DocInfo, stop_words: u64, params: &Params, room: u16) -> String {
    told(doc, Some(stop_words), params, room)
}

fn told(doc: &DocInfo, stop_words: Option<u64>, params: &Params, room: u16) -> String {
    let words = match stop_words {
        None if params.drops_words() => counted(u64::from(doc.words), "counted word"),
        None | Some(0) => counted(u64::from(doc.words), "word"),
        Some(some) => {
            let all = counted(u64::from(doc.words) + some, "word");
            format!("{all}, {}{COUNTED}", thousands(doc.words))
        }
    };
    let main = doc.languages.main();
    let name = main.map_or_else(|| "language unsure".to_string(), |_| named(&doc.languages));
    let language = match lacks(main, params) {
        Some(_) if room >= 90 => (1, described_all(&doc.languages, params)),
        Some(lacks) if main.is_some() => (1, format!("{name}: {lacks}")),
        Some(_) => (1, name),
        None => (3, name),
    };
    let lost = match doc.undecoded {
        0 => String::new(),
        some => format!("{} undecoded", counted(some, "byte")),
    };
    let mixed = match doc.mixed {
        0 => String::new(),
        some => format!("{} of mixed scripts", counted(u64::from(some), "word")),
    };
    let (day, author) = doc.facts.as_deref().map_or_else(Default::default, |facts| {
        let author = begin(&visible(&facts.author), AUTHOR);
        (visible(&facts.day()).into_owned(), author)
    });
    // Each with its rank in being left out: the highest goes first.
    let mut facts = vec![
        (2, words),
        (7, counted(u64::from(doc.shingles), "shingle")),
        language,
        (6, doc.encoding.to_string()),
        (0, lost),
        (0, mixed),
        (4, day),
        (5, author),
    ];
    facts.retain(|(_, fact)| !fact.is_empty());
    let line = |facts: &[(u8, String)]| {
        facts.iter().fold(String::new(), |line, (_, fact)| line + " · " + fact)
    };
    while columns(&line(&facts)) > room && !facts.is_empty() {
        let soonest = facts.iter().map(|(rank, _)| *rank).max();
        // Shorter words leave room for the language.
        if soonest <= Some(3)
            && let Some((_, words)) = facts.iter_mut().find(|(_, fact)| fact.ends_with(COUNTED))
            && let Some(comma) = words.find(", ")
        {
            words.truncate(comma);
            continue;
        }
        facts.retain(|(rank, _)| Some(*rank) != soonest);
    }
    line(&facts)
}

#[cfg(test)]
mod tests {
    use shingle::pipeline::document::info::DocInfo;
    use shingle::pipeline::parameters::Params;

    use super::super::super::tests::fake;
    use super::facts_beside;

    #[test]
    fn who_wrote_it_when_is_told_before_its_encoding_where_there_is_room() {
        let mut doc = fake::doc("a");
        let said = |doc: &DocInfo, room| facts_beside(doc, 0, &Params::defaults(), room);
        assert_eq!(said(&doc, 100), " · 77 words · 75 shingles · English · UTF-8");
        let long = "Doe ".repeat(20);
        doc =
            fake::stated("a", &format!("author: Jane\u{1b} {long}\ndate: 2021-03-04T10:00:00Z\n"));
        let author = "Jane␛ Doe Doe Doe Doe Doe Doe…";
        let told = format!(" · 77 words · English · created 2021-03-04 · {author}");
        assert_eq!(said(&doc, 80), told);
        assert_eq!(said(&doc, 50), " · 77 words · English · created 2021-03-04");
        assert_eq!(said(&doc, 30), " · 77 words · English");
    }

    #[test]
    fn words_that_are_not_counted_are_distinguished_from_those_that_are() {
        let view = fake::harbour(("a", "b"), &Params::defaults());
        let said = |stop_words, room| facts_beside(&view.a.doc, stop_words, &view.params, room);
        assert!(said(0, 100).starts_with(" · 24 words · "));
        assert!(said(30, 100).starts_with(" · 54 words, 24 counted · "));
        assert_eq!(said(30, 28), " · 54 words · English");
    }
}
