//! The presets reproduce the numbers printed for published systems, from the printed texts.
#![allow(clippy::unwrap_used)]

use shingle::pipeline::{Hit, Preset, corpus::query::query_corpus};
use shingle::{compare::Above, shingle::Family, shingle::minhash::function_value, text::Case};

use crate::common::prelude::*;
use crate::{common::demo, common::quoted};

const TWEETS: &str = "01-phpnw08.txt 02-PHPNW.txt 03-phpcodemonkey.txt 04-juokaz.txt 05-DragonBe.txt \
    06-jakub_zalas.txt 07-AnthonySterling.txt 08-ruby_gem.txt 09-oatie.txt 10-DASPRiD.txt";

fn phpir() -> Params {
    Params::from_preset(Preset::Phpir)
}

fn php_shingles() -> Params {
    Params::from_preset(Preset::PhpShingles)
}

fn read(bytes: &[u8], params: &Params) -> Document {
    Document::read(Path::new("x.txt"), bytes, params).unwrap()
}

/// Returns the shingles as words joined by spaces, with hash, and true if sampled.
fn shingles(document: &Document) -> Vec<(String, u64, bool)> {
    let words: Vec<&str> = document.canonical.iter().map(|word| &*word.text).collect();
    let texts = words.windows(document.window.width).map(|run| run.join(" "));
    texts
        .zip(&document.shingles)
        .map(|(text, shingle)| (text, shingle.value, shingle.kept))
        .collect()
}

/// Returns the hashes of the retained shingles, in order.
fn kept(document: &Document) -> Vec<u64> {
    shingles(document).into_iter().filter(|shingle| shingle.2).map(|shingle| shingle.1).collect()
}

fn compare(a: &Document, b: &Document, params: Params) -> PairView {
    let names = (DocPath::new("a"), DocPath::new("b"));
    PairView::compare((&names.0, a), (&names.1, b), &Arc::new(params), Direction::First)
}

/// Returns the positions in `a` of shared shingles.
fn shared_places(a: &Document, b: &Document) -> Vec<usize> {
    let sketch = b.counted_keys();
    let places = a.shingles.iter().enumerate();
    places.filter(|(_, shingle)| sketch.contains(&shingle.key)).map(|(place, _)| place).collect()
}

fn tweets_and(more: &[(&'static str, Vec<u8>)], params: &Params) -> Corpus {
    let tweets = TWEETS.split(' ').map(|name| (name, quoted(&format!("tweets/{name}"))));
    let files: Vec<(&str, Vec<u8>)> = tweets.chain(more.iter().cloned()).collect();
    corpus_of(files.iter().map(|(name, bytes)| (*name, bytes.as_slice())), params)
}

fn among_the_tweets(query_file: &str, params: &Params) -> (Corpus, Vec<Hit>) {
    let corpus = tweets_and(&[], params);
    let document = read(&quoted(query_file), params);
    let hits = query_corpus(&corpus, &document).hits;
    (corpus, hits)
}

#[test]
fn phpir_cuts_the_seven_shingles_that_the_article_prints() {
    let document = read(b"to be or not to be, that is the question", &phpir());
    let texts: Vec<String> = shingles(&document).into_iter().map(|shingle| shingle.0).collect();
    assert_eq!(
        texts.join("|"),
        "to be or not|be or not to|or not to be|not to be that|to be that is|be that is the|that is the question"
    );
}

#[test]
fn phpir_keeps_two_shingles_of_the_first_query() {
    let document = read(&quoted("tweets/query-phpnw09.txt"), &phpir());
    let kept: Vec<(String, u64)> = shingles(&document)
        .into_iter()
        .filter(|shingle| shingle.2)
        .map(|shingle| (shingle.0, shingle.1))
        .collect();
    assert_eq!(
        kept,
        [
            ("phpnw09 let me hear".to_string(), 97_768_137),
            ("me hear you say".to_string(), 19_884_018)
        ]
    );
    assert!(kept.iter().all(|shingle| shingle.1 % 3 == 0));
}

#[test]
fn phpir_finds_all_ten_tweets_at_score_one_strictly_above_the_threshold() {
    let params = phpir();
    assert_eq!((params.above, params.threshold), (Above::Strictly, Ratio::new(8, 10)));
    let (corpus, hits) = among_the_tweets("tweets/query-phpnw09.txt", &params);
    let names: Vec<&str> =
        hits.iter().map(|hit| corpus.docs()[hit.doc.index()].path.to_str().unwrap()).collect();
    assert_eq!(names.join(" "), TWEETS);
    for hit in &hits {
        assert_eq!(hit.score, Ratio::ONE);
        assert_eq!((hit.overlap.shared, hit.overlap.a_shingles), (2, 2));
        assert!(!hit.overlap.exact_copy);
    }
}

#[test]
fn a_score_of_exactly_the_threshold_is_not_above_it() {
    let mut params = phpir();
    params.threshold = Ratio::ONE;
    assert!(among_the_tweets("tweets/query-phpnw09.txt", &params).1.is_empty());
    params.above = Above::AtLeast;
    assert_eq!(among_the_tweets("tweets/query-phpnw09.txt", &params).1.len(), 10);
}

#[test]
fn phpir_keeps_five_shingles_of_the_second_query_and_finds_nothing() {
    let bytes = quoted("tweets/query-xim123.txt");
    let expected = [240_498_027, 196_567_452, 76_196_628, 257_711_853, 139_568_421];
    assert_eq!(kept(&read(&bytes, &phpir())), expected);
    assert!(among_the_tweets("tweets/query-xim123.txt", &phpir()).1.is_empty());
}

#[test]
fn phpir_lists_the_exact_copy_first_though_others_score_as_much() {
    let copy = quoted("tweets/query-phpnw09.txt");
    let corpus = tweets_and(&[("zz-last.txt", copy.clone())], &phpir());
    let hits = query_corpus(&corpus, &read(&copy, &phpir())).hits;
    assert_eq!(hits.len(), 11);
    assert_eq!(corpus.docs()[hits[0].doc.index()].path.to_str(), Some("zz-last.txt"));
    assert!(hits[0].overlap.exact_copy && !hits[1].overlap.exact_copy);
    assert_eq!(hits[0].score, hits[1].score);
}

#[test]
fn documents_shorter_than_the_width_have_no_shingle_under_a_preset() {
    for (params, text) in [(phpir(), "one two three"), (php_shingles(), "раз два")] {
        let document = read(text.as_bytes(), &params);
        assert_eq!(document.canonical.len() as u32, params.width - 1);
        assert!(document.shingles.is_empty());
        let plain = Params { preset: None, modulo: 1, ..params };
        assert_eq!(read(text.as_bytes(), &plain).shingles.len(), 1);
    }
}

#[test]
fn php_shingles_scores_the_short_example_with_a_quarter() {
    let params = php_shingles();
    let a = read("Текст для сравнения номер два".as_bytes(), &params);
    let b = read("Текст для сравнения номер один".as_bytes(), &params);
    let view = compare(&a, &b, params);
    assert_eq!(view.score, Ratio::new(25, 100));
    assert_eq!((view.overlap.shared, view.overlap.a_words), (1, 4));
}

#[test]
fn php_shingles_gives_the_printed_crc32_values() {
    let printed = [
        ("Чтобы иметь стройную", 281_830_324_i32),
        ("иметь стройную фигуру", 1_184_612_177),
        ("стройную фигуру вы", -30_086_073),
        ("фигуру вы должны", -811_305_747),
        ("вы должны заниматься", -308_857_406),
        ("должны заниматься спортом", 0),
        ("заниматься спортом правильно", 964_071_158),
        ("спортом правильно питаться", 2_144_093_920),
    ];
    let found = shingles(&read(&quoted("sport-a.txt"), &php_shingles()));
    for (place, (text, value)) in printed.into_iter().enumerate() {
        assert_eq!(found[place].0, text);
        // The article omits one value.
        if value != 0 {
            assert_eq!(found[place].1, u64::from(value.cast_unsigned()), "{text}");
        }
    }
}

fn sixty(others: &[usize]) -> String {
    let word = |n: usize| if others.contains(&n) { format!("x{n}") } else { format!("w{n}") };
    (0..60).map(word).collect::<Vec<_>>().join(" ")
}

/// Computes the least value of each of 84 functions by definition.
fn least_values(document: &Document, family: Family) -> Vec<u32> {
    let all: Vec<(u64, String)> = document
        .shingles
        .iter()
        .zip(shingles(document))
        .map(|(one, texts)| (one.key, texts.0))
        .collect();
    let least = |function| {
        all.iter()
            .map(|(key, joined)| function_value(family, function, *key, joined))
            .min()
            .unwrap()
    };
    (0..84).map(least).collect()
}

#[test]
fn minhash84_scores_the_equal_ones_of_84_least_values() {
    for (name, family) in Family::ALL {
        let params = Params { family: *family, ..Params::from_preset(Preset::MinHash84) };
        let (a, b) = (read(sixty(&[]).as_bytes(), &params), read(sixty(&[7]).as_bytes(), &params));
        assert_eq!((params.width, a.shingles.len()), (10, 60 - 10 + 1), "words less w and one");
        let both = least_values(&a, *family).into_iter().zip(least_values(&b, *family));
        let equal = both.filter(|(left, right)| left == right).count() as u64;
        assert!((40..84).contains(&equal), "{name}: {equal} for 43 of 59 shingles");
        let view = compare(&a, &b, params);
        assert_eq!(view.score, Ratio::new(equal, 84), "{name}");
        assert_eq!(view.overlap.jaccard(), Ratio::new(43, 59));
    }
}

#[test]
fn minhash84_calls_near_duplicates_what_shares_two_supershingles_or_one_megashingle() {
    let shares = |sketch, others: &[usize]| {
        let params = Params { sketch, ..Params::from_preset(Preset::MinHash84) };
        let (a, b) =
            (read(sixty(&[]).as_bytes(), &params), read(sixty(others).as_bytes(), &params));
        compare(&a, &b, params).score
    };
    let mut seen = BTreeSet::new();
    for other in 0..60 {
        let supershingles = shares(SketchKind::SuperShingle, &[other]);
        let megashingles = shares(SketchKind::MegaShingle, &[other]);
        let near = supershingles >= SketchKind::SuperShingle.default_threshold();
        assert_eq!(near, megashingles >= SketchKind::MegaShingle.default_threshold());
        seen.insert(near);
    }
    assert_eq!(seen.len(), 2, "a word at the edge is in one shingle, one in the middle in ten");
}

#[test]
fn php_shingles_finds_three_of_23_as_the_article_did_and_with_unicode_folding_the_match_it_missed()
{
    let params = php_shingles();
    assert_eq!(params.case, Case::Ascii);
    for (case, places, words, percent) in [
        (Case::Ascii, &[13, 14, 18][..], 23, "13.04"),
        (Case::Unicode, &[12, 13, 16, 17], 22, "18.18"),
    ] {
        let params = Params { case, ..params.clone() };
        let [first, second] =
            ["sport-b.txt", "sport-a.txt"].map(|name| read(&quoted(name), &params));
        assert_eq!(shared_places(&first, &second), places);
        let view = compare(&first, &second, params.clone());
        assert_eq!(view.score, Ratio::new(places.len() as u64, words));
        assert_eq!(u64::from(view.overlap.a_words), words);
        assert_eq!(format!("{:.2}", view.score.to_f64() * 100.0), percent);
        assert!(params.above.passes(view.score, params.threshold), "news on one event: over 10 %");
        if case == Case::Unicode {
            let found = &shingles(&second)[0];
            assert_eq!(*found, ("чтобы иметь стройную".to_string(), 1_497_114_412, true));
        }
    }
}

/// Two texts, of which the second contains a part of the first.
const NODE: [&str; 2] = [
    "<p>The FTC says: “Apple will pay at least $ 32.5 million over in-app purchases”,\r\n and families of young \
     children get refunds because Apple&rsquo;s stores sold these games to their kids.</p>",
    "Oh, the ruling is out! “Apple will pay at least $ 32.5 million over in-app purchases” (and to the old families \
     of children get refunds, too).",
];

/// Reads the texts as English, because they are too short for detection.
fn node() -> (Params, Document, Document) {
    let language = LanguageChoice::Fixed(Language::from_code("en").unwrap());
    let params = Params { language, ..Params::from_preset(Preset::Node) };
    let (a, b) = (read(NODE[0].as_bytes(), &params), read(NODE[1].as_bytes(), &params));
    (params, a, b)
}

fn left(document: &Document) -> Vec<&str> {
    document.canonical.iter().map(|word| &*word.text).collect()
}

#[test]
fn node_leaves_out_five_parts_of_speech_and_the_to_before_a_verb() {
    let (_, a, b) = node();
    let out = |document: &Document| -> Vec<String> {
        let left_out = document.words.iter().filter(|word| word.canonical.is_none());
        left_out.map(|word| format!("{} {}", word.text, word.part_of_speech().name())).collect()
    };
    assert_eq!(
        out(&a).join(", "),
        "The determiner, at preposition, least adjective, over preposition, and conjunction, of preposition, young adjective, \
         because conjunction, these determiner, to preposition"
    );
    assert_eq!(
        out(&b).join(", "),
        "Oh interjection, the determiner, at preposition, least adjective, over preposition, and conjunction, to preposition, \
         the determiner, old adjective, of preposition"
    );
    let (params, ..) = node();
    let verb = read(b"She asked him not to leave.", &params);
    assert_eq!(out(&verb), ["to to before a verb"]);
    assert_eq!(left(&verb), ["She", "asked", "him", "not", "leave"]);
}

#[test]
fn node_makes_plural_nouns_singular_and_folds_no_case() {
    let (params, a, b) = node();
    assert_eq!(
        left(&a).join(" "),
        "FTC says Apple will pay 325 million in-app purchase family children get refund Apples store sold game their kid"
    );
    assert_eq!(
        left(&b).join(" "),
        "ruling is out! Apple will pay 325 million in-app purchase family children get refund too"
    );
    // The verb and the word with 's keep their endings. A noun that only resembles a plural loses its ending.
    let text = read(b"The cook's dog barks at glass and ferries.", &params);
    assert_eq!(left(&text), ["cook's", "dog", "barks", "glas", "ferry"]);
}

#[test]
fn node_scores_runs_of_ten_words_by_crc32_and_dice() {
    let (params, a, b) = node();
    // Computed by another program's CRC-32 of the ten words joined by spaces.
    let values = |document: &Document| -> Vec<u64> {
        shingles(document).into_iter().map(|shingle| shingle.1).collect()
    };
    assert_eq!(
        values(&a),
        [
            3_667_448_346,
            3_568_079_752,
            2_385_430_297,
            3_422_363_744,
            9_656_277,
            3_499_190_699,
            1_423_147_103,
            123_091_172,
            136_217_864,
            189_414_767
        ]
    );
    assert_eq!(
        values(&b),
        [2_223_193_502, 3_096_671_127, 2_443_173_921, 2_385_430_297, 3_422_363_744, 3_392_412_538]
    );
    assert_eq!(shared_places(&a, &b), [2, 3]);
    let view = compare(&a, &b, params.clone());
    assert_eq!(view.score, Ratio::new(2 * 2, 10 + 6));
    assert!(params.above.passes(view.score, params.threshold));
}

#[test]
fn node_reads_two_stories_of_the_demo_as_english() {
    let params = Params::from_preset(Preset::Node);
    let texts = ["news/bridge-morning.txt", "news/bridge-evening.txt"].map(demo);
    let [a, b] = texts.each_ref().map(|text| read(text, &params));
    assert!(a.is_tagged && b.is_tagged);
    let view = compare(&a, &b, params.clone());
    assert_eq!((view.overlap.a_words, view.overlap.b_words), (141, 142));
    let sets = [&a, &b].map(|text| text.counted_keys().into_iter().collect::<BTreeSet<u64>>());
    assert_eq!((sets[0].len(), sets[1].len()), (141 - 9, 142 - 9));
    let shared = sets[0].intersection(&sets[1]).count() as u64;
    assert_eq!(view.score, Ratio::new(2 * shared, 132 + 133));
    let russian = read(&demo("russian/mayak.txt"), &params);
    assert!(!russian.is_tagged, "a language without a tagger");
    assert_eq!(russian.words.len(), russian.canonical.len());
}
