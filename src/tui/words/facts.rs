//! Facts about a document, shortened to the available columns.

use shingle::base::numbers::{format_count, thousands};
use shingle::base::visible::visible;
use shingle::pipeline::document::info::{described_all, lacks, language_names};
use shingle::pipeline::{DocInfo, Params, Side, StopWords, Why};

use crate::tui::drawing::glyphs::{columns, truncate};

/// The rank of the number of words.
const WORDS: u8 = 2;
/// Maximum width of an author's name, in columns.
const AUTHOR: u16 = 30;

type Facts = Vec<Fact>;

struct Fact {
    /// Rank for removal: the facts with the highest rank go first.
    rank: u8,
    text: String,
    /// A shorter text, if there is one.
    shorter: Option<String>,
}

/// Returns as many facts about a document as fit, separated by dots. Facts that may explain a surprise are removed
/// last.
pub(crate) fn facts(doc: &DocInfo, params: &Params, room: u16) -> String {
    line(&fitting(all(doc, None, params, room), room))
}

/// Like `facts` for two texts with their numbers of dropped words, each in its own width. Either both lines show the
/// number of counted words or neither does.
pub(crate) fn facts_of_both(docs: [(&DocInfo, u64, u16); 2], params: &Params) -> [String; 2] {
    let whole = docs.map(|(doc, stop_words, room)| all(doc, Some(stop_words), params, room));
    let had = whole.each_ref().map(tells_counted);
    let [a, b] = whole;
    let [(.., room_of_a), (.., room_of_b)] = docs;
    let mut both = [fitting(a, room_of_a), fitting(b, room_of_b)];
    if both.iter().zip(had).any(|(facts, had)| had && !tells_counted(facts)) {
        for facts in &mut both {
            shorten(facts);
        }
    }
    both.map(|facts| line(&facts))
}

/// Counts the dropped words of a text. Stop words that stay inside shingles count as words.
pub(crate) fn dropped_words(side: &Side, params: &Params) -> u64 {
    let is_dropped = |why: Why| match why {
        Why::StopWord => params.stop_words != StopWords::Inside,
        why => why == Why::PartOfSpeech,
    };
    side.dropped.iter().filter(|word| is_dropped(word.why)).count() as u64
}

fn line(facts: &Facts) -> String {
    facts.iter().fold(String::new(), |line, fact| line + " · " + &fact.text)
}

/// Returns true if the facts show both all words and the counted words.
fn tells_counted(facts: &Facts) -> bool {
    facts.iter().any(|fact| fact.shorter.is_some())
}

/// Removes the number of counted words. Returns true if the facts showed this number.
fn shorten(facts: &mut Facts) -> bool {
    for fact in facts {
        if let Some(shorter) = fact.shorter.take() {
            fact.text = shorter;
            return true;
        }
    }
    false
}

fn all(doc: &DocInfo, stop_words: Option<u64>, params: &Params, room: u16) -> Facts {
    let (words, shorter) = match stop_words {
        None if params.drops_words() => (format_count(u64::from(doc.words), "counted word"), None),
        None | Some(0) => (format_count(u64::from(doc.words), "word"), None),
        Some(some) => {
            let all = format_count(u64::from(doc.words) + some, "word");
            (format!("{all}, {} counted", thousands(doc.words)), Some(all))
        }
    };
    let main = doc.languages.main();
    let name =
        main.map_or_else(|| "language unsure".to_string(), |_| language_names(&doc.languages));
    let language = match lacks(main, params) {
        Some(_) if room >= 90 => (1, described_all(&doc.languages, params)),
        Some(lacks) if main.is_some() => (1, format!("{name}: {lacks}")),
        Some(_) => (1, name),
        None => (3, name),
    };
    let lost = match doc.file.undecoded {
        0 => String::new(),
        some => format!("{} undecoded", format_count(u64::from(some), "byte")),
    };
    let hidden = match doc.file.hidden {
        0 => String::new(),
        some => format!("{} hidden", format_count(u64::from(some), "word")),
    };
    let mixed = match doc.mixed {
        0 => String::new(),
        some => format_count(u64::from(some), "look-alike word"),
    };
    let (day, author) = doc.file.facts.as_deref().map_or_else(Default::default, |facts| {
        let author = truncate(&visible(&facts.author), AUTHOR);
        (visible(&facts.day()).into_owned(), author)
    });
    let facts = [
        (WORDS, words),
        language,
        (6, doc.file.encoding.to_string()),
        (0, lost),
        (0, hidden),
        (0, mixed),
        (4, day),
        (5, author),
    ];
    let fact = |(rank, text): (u8, String)| Fact {
        shorter: shorter.clone().filter(|_| rank == WORDS),
        rank,
        text,
    };
    facts.into_iter().map(fact).filter(|fact| !fact.text.is_empty()).collect()
}

/// Removes facts until the rest fits.
fn fitting(mut facts: Facts, room: u16) -> Facts {
    while columns(&line(&facts)) > room {
        let soonest = facts.iter().map(|fact| fact.rank).max();
        // A shorter number of words makes room for the language.
        if soonest <= Some(3) && shorten(&mut facts) {
            continue;
        }
        facts.retain(|fact| Some(fact.rank) != soonest);
    }
    facts
}

#[cfg(test)]
mod tests {
    use shingle::pipeline::document::info::DocInfo;
    use shingle::pipeline::parameters::Params;

    use super::super::super::tests::fake;
    use super::facts_of_both;

    #[test]
    fn who_wrote_it_when_is_told_before_its_encoding_where_there_is_room() {
        let mut doc = fake::doc("a");
        let text = |doc: &DocInfo, room| {
            let docs = [(doc, 0, room), (doc, 0, room)];
            let [first, second] = facts_of_both(docs, &Params::defaults());
            assert_eq!(first, second);
            first
        };
        assert_eq!(text(&doc, 100), " · 77 words · English · UTF-8");
        let long = "Doe ".repeat(20);
        doc =
            fake::stated("a", &format!("author: Jane\u{1b} {long}\ndate: 2021-03-04T10:00:00Z\n"));
        let author = "Jane␛ Doe Doe Doe Doe Doe Doe…";
        let told = format!(" · 77 words · English · created 2021-03-04 · {author}");
        assert_eq!(text(&doc, 80), told);
        assert_eq!(text(&doc, 50), " · 77 words · English · created 2021-03-04");
        assert_eq!(text(&doc, 30), " · 77 words · English");
    }

    #[test]
    fn how_many_words_are_counted_is_told_of_both_or_of_none() {
        let view = fake::harbour(("a", "b"), &Params::defaults());
        let text = |room| {
            let docs = [(&view.a.doc, 30, 40), (&view.a.doc, 1_000_000, room)];
            facts_of_both(docs, &view.params)
        };
        let whole =
            [" · 54 words, 24 counted · English", " · 1,000,024 words, 24 counted · English"];
        assert_eq!(text(40), whole);
        // The first line alone would fit.
        assert_eq!(text(39), [" · 54 words · English", " · 1,000,024 words · English"]);
    }
}
