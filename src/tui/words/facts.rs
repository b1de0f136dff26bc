use shingle::base::numbers::{format_count, thousands};
use shingle::base::visible::visible;
use shingle::pipeline::document::info::{describe_missing_tools, language_names};
use shingle::pipeline::{DocInfo, Params, Side, StopWords, Why};
use shingle::text::Confusables;

use crate::tui::drawing::glyphs::{join_fitting, truncate};

const AUTHOR: u16 = 30;

/// Returns as many facts about a document as fit, the most important first, each after a dot. `dropped` is the number of
/// its ignored words, if known.
pub(crate) fn facts(doc: &DocInfo, dropped: Option<u64>, params: &Params, room: u16) -> String {
    let count = |number: u32, what| (number > 0).then(|| format_count(u64::from(number), what));
    let words = match dropped {
        None if params.drops_words() => format_count(u64::from(doc.words), "counted word"),
        None | Some(0) => format_count(u64::from(doc.words), "word"),
        Some(dropped) => {
            let all = format_count(u64::from(doc.words) + dropped, "word");
            format!("{all}, {} counted", thousands(doc.words))
        }
    };
    let main = doc.languages.main();
    let language = match (main, describe_missing_tools(main, params)) {
        (None, _) => "language unsure".to_string(),
        (Some(_), None) => language_names(&doc.languages),
        (Some(_), Some(lacks)) => format!("{}: {lacks}", language_names(&doc.languages)),
    };
    let stated = doc.file.facts.as_deref();
    let day = stated.map(|facts| visible(&facts.day()).into_owned());
    let author = stated.map(|facts| truncate(&visible(&facts.author), AUTHOR));
    let facts = [
        count(doc.file.undecoded, "byte").map(|bytes| format!("{bytes} undecoded")),
        count(doc.file.hidden, "word").map(|words| format!("{words} hidden")),
        count(doc.mixed, "look-alike word").filter(|_| params.confusables == Confusables::Off),
        Some(words),
        Some(language),
        day,
        author,
        Some(doc.file.encoding.to_string()),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().filter(|fact| !fact.is_empty()).collect();
    match join_fitting(&facts, room.saturating_sub(3)) {
        facts if facts.is_empty() || room < 8 => String::new(),
        facts => format!(" · {facts}"),
    }
}

/// Counts the dropped words of a text. Stop words that stay inside shingles count as words.
pub(crate) fn dropped_words(side: &Side, params: &Params) -> u64 {
    let is_dropped = |why: Why| match why {
        Why::StopWord => params.stop_words != StopWords::Inside,
        why => why == Why::PartOfSpeech,
    };
    side.dropped.iter().filter(|word| is_dropped(word.why)).count() as u64
}

#[cfg(test)]
mod tests {
    use shingle::pipeline::parameters::Params;

    use super::super::super::tests::fake;
    use super::facts;

    #[test]
    fn facts_that_do_not_fit_are_left_out_whole() {
        let long = "Doe ".repeat(20);
        let said = format!("author: Jane\u{1b} {long}\ndate: 2021-03-04T10:00:00Z\n");
        let doc = fake::stated("a", &said);
        let text = |room| facts(&doc, Some(20), &Params::defaults(), room);
        let date = " · 97 words, 77 counted · English · created 2021-03-04";
        assert_eq!(text(120), format!("{date} · Jane␛ Doe Doe Doe Doe Doe Doe… · UTF-8"));
        assert_eq!(text(60), format!("{date} …"));
        assert_eq!(text(30), " · 97 words, 77 counted …");
    }
}
