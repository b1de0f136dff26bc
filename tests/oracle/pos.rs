//! Removal by part of speech, compared with an oracle that knows the sentences. Tags come from the tagger's library;
//! the article's rules are implemented independently.

use harper_brill::{Tagger as _, UPOS, brill_tagger};

use shingle::{text::Case, text::PosRemoval};

use crate::common::prelude::*;

/// Words with context-dependent tags, words of every part of speech, and words unknown to the tagger.
const VOCABULARY: [&str; 30] = [
    "the", "that", "to", "light", "lights", "old", "ferries", "Ferries", "run", "runs", "and",
    "because", "of", "over", "oh", "not", "walked", "she", "her", "bread", "well", "work", "works",
    "glass", "no", "James", "brillig", "is", "better", "Monday",
];

/// Signs after a word, and true if the sign ends a sentence.
const BEHIND: [(&str, bool); 9] = [
    (" ", false),
    (" ", false),
    (" ", false),
    (", ", false),
    (" - ", false),
    (" \"", false),
    (". ", true),
    ("? ", true),
    ("\n\n", true),
];

type Spoken = Vec<(&'static str, (&'static str, bool))>;

fn spoken() -> impl Strategy<Value = Spoken> {
    prop::collection::vec((select(&VOCABULARY[..]), select(&BEHIND[..])), 0..40)
}

fn written(spoken: &Spoken) -> String {
    spoken.iter().flat_map(|(word, (behind, _))| [*word, *behind]).collect()
}

/// Returns the expected canonical forms of the words.
fn expected(spoken: &Spoken, case: Case) -> Vec<String> {
    let mut counted = Vec::new();
    for sentence in spoken.split_inclusive(|(_, (_, ends))| *ends) {
        let (mut tokens, mut places) = (Vec::new(), Vec::new());
        for (word, (behind, _)) in sentence {
            places.push(tokens.len());
            tokens.push((*word).to_string());
            let sign = behind.trim();
            tokens.extend((!sign.is_empty()).then(|| sign.to_string()));
        }
        let tags = brill_tagger().tag_sentence(&tokens);
        for (place, (word, _)) in places.into_iter().zip(sentence) {
            use UPOS::{ADJ, ADP, CCONJ, DET, INTJ, NOUN, PART, PROPN, SCONJ};
            let form = match tags[place] {
                Some(ADJ | CCONJ | SCONJ | ADP | INTJ | DET) => continue,
                Some(PART) if *word == "to" => continue,
                Some(NOUN | PROPN) if word.ends_with("ies") => word.replace("ies", "y"),
                Some(NOUN | PROPN) if word.ends_with('s') => {
                    word.strip_suffix('s').unwrap().to_string()
                }
                _ => (*word).to_string(),
            };
            counted.push(if case == Case::Keep { form } else { form.to_lowercase() });
        }
    }
    counted
}

proptest! {
    #![proptest_config(seeded(400))]

    #[test]
    fn what_is_left_out_is_what_the_article_s_rules_leave_out(
        texts in prop::collection::vec(spoken(), 1..5),
        case in select(vec![Case::Unicode, Case::Keep]),
        width in 1_u32..4,
    ) {
        let params = Params {
            pos_removal: PosRemoval::On,
            case,
            width,
            measure: Measure::Jaccard,
            threshold: Ratio::ZERO,
            ..english()
        };
        let files: Files = texts.iter().enumerate()
            .map(|(number, text)| (format!("{number}.txt"), written(text).into_bytes()))
            .collect();
        let words: Vec<Vec<String>> = texts.iter().map(|text| expected(text, case)).collect();
        for (name, words) in files.keys().zip(&words) {
            let document = Document::read(name.as_ref(), &files[name], &params).unwrap();
            let found: Vec<&str> = document.canonical.iter().map(|word| &*word.text).collect();
            prop_assert_eq!(&found, words);
        }
        // Compares counts, because some ways do not store a text.
        let sets: Vec<BTreeSet<&[String]>> = words.iter()
            .map(|words| match words.len() < width as usize {
                true if words.is_empty() => BTreeSet::new(),
                true => std::iter::once(&words[..]).collect(),
                false => words.windows(width as usize).collect(),
            })
            .collect();
        let mut pairs = Vec::new();
        for (a, left) in sets.iter().enumerate() {
            for (b, right) in sets.iter().enumerate().skip(a + 1) {
                let shared = left.intersection(right).count() as u32;
                if shared > 0 {
                    pairs.push((a, b, shared, left.len() as u32, right.len() as u32));
                }
            }
        }
        for corpus in [fresh(&files, &params), passed(&files, &params, 2).unwrap()] {
            let number = |name: &str| name.trim_end_matches(".txt").parse::<usize>().unwrap();
            let found: Vec<_> = pairs_of(&corpus).into_iter()
                .map(|(a, b, overlap, _)| (number(&a), number(&b), overlap.shared, overlap.a_shingles, overlap.b_shingles))
                .collect();
            prop_assert_eq!(&found, &pairs);
        }
    }
}
