//! Random corpora over a small vocabulary, each file with its expected words.

use std::{collections::BTreeSet, fmt, sync::Arc};

use proptest::{prelude::*, sample::select, sample::subsequence};

use shingle::{
    base::path::DocPath, base::ratio::Ratio, compare::Above, compare::Measure, pipeline::Between,
    pipeline::Common, pipeline::LanguageChoice, pipeline::Params, pipeline::Preset,
    pipeline::StopWords, pipeline::Template, pipeline::Verify, shingle::Family, shingle::HashKind,
    shingle::SketchKind, text::Accents, text::Case as LetterCase, text::Confusables,
    text::Language, text::PosRemoval, text::RecordFormat, text::Stem, text::WordList, text::Words,
    texts::text_source,
};

/// A file with its words before case folding and stop words, known from its construction.
#[derive(Clone)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) words: Vec<String>,
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?} {:?}", self.name, String::from_utf8_lossy(&self.bytes), self.words)
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) files: Vec<File>,
    pub(crate) params: Params,
    pub(crate) stop: BTreeSet<String>,
    /// Words of each template, before case folding and stop words.
    pub(crate) templates: Vec<Vec<String>>,
    /// Words of each phrase, before case folding and stop words.
    pub(crate) phrases: Vec<Vec<String>>,
}

/// Words of random texts. Capitals change a word only under `--case keep`.
const VOCABULARY: [&str; 8] =
    ["alfa", "bravo", "Alfa", "charlie", "delta", "echo", "Echo", "foxtrot"];

const NAMES: &str = "a.txt|a/a.txt|a/b.txt|a-b.txt|A.txt|b.txt|b|c.txt|c c.txt|d.txt|e|ä.txt|я.txt|z.txt|z/z/z.txt|x.html|\
    y.html|q/x.html|x.md|a.md|m.md|x.txt|y.txt|0|~";

/// Sides of `--between`: all, by extension, or by name of a folder or file.
const SIDES: [&str; 7] = [".", ".", "*.txt", "*.txt", "*.html", "a.txt", "z"];

/// Rules by directory, by first directory, and by first letters of the file's name.
const SAME: [&str; 3] = ["directory", "{}/", "{}.*"];

/// Values of `--skip-older` for which few, half and nearly all files are old.
const DAYS: [&str; 3] = ["2012", "2020-01", "2029-06-30"];

/// Every reading gives the same words, except for `Tagged`.
#[derive(Debug, Clone, Copy)]
enum Written {
    Plain,
    Punctuated,
    Spread,
    /// Begins with a tag and emphasis, so plain text, HTML and Markdown give different words.
    Tagged,
}

#[derive(Debug, Clone)]
enum Text {
    Of(Vec<&'static str>),
    /// The words of an earlier file, possibly in another notation.
    Again(usize),
    /// Most words of an earlier file, with another word in the middle.
    Part(usize, &'static str),
}

fn text() -> impl Strategy<Value = Text> {
    let words = |range| prop::collection::vec(select(&VOCABULARY[..]), range);
    prop_oneof![
        3 => words(0..40).prop_map(Text::Of),
        1 => words(0..3).prop_map(Text::Of),
        2 => (0_usize..8).prop_map(Text::Again),
        2 => (0_usize..8, select(&VOCABULARY[..])).prop_map(|(back, word)| Text::Part(back, word)),
    ]
}

fn written() -> impl Strategy<Value = Written> {
    prop_oneof![
        3 => Just(Written::Plain),
        1 => Just(Written::Punctuated),
        1 => Just(Written::Spread),
        1 => Just(Written::Tagged),
    ]
}

fn threshold() -> impl Strategy<Value = Ratio> {
    let typed = |text: &str| text.parse::<Ratio>().unwrap();
    prop_oneof![
        2 => Just(Ratio::ZERO),
        1 => Just(Ratio::ONE),
        2 => select(vec![typed("0.333333333333"), typed("0.2"), typed("50%"), typed("33.3%"), typed("0.000000000001")]),
        3 => (1_u64..8).prop_flat_map(|den| (0..=den).prop_map(move |num| Ratio::new(num, den))),
    ]
}

type WordTexts = Vec<Vec<String>>;

/// Share of `--common`, words of templates and of phrases, and rules for pairs.
type LeftOutCase = (
    Option<Ratio>,
    Vec<Vec<&'static str>>,
    Vec<Vec<&'static str>>,
    Option<Between>,
    [&'static str; 2],
);

/// Returns random values of the options that ignore shingles or hide pairs.
fn leaving() -> impl Strategy<Value = LeftOutCase> {
    (
        prop_oneof![2 => Just(None), 1 => threshold().prop_map(Some)],
        prop_oneof![
            2 => Just(Vec::new()),
            1 => prop::collection::vec(prop::collection::vec(select(&VOCABULARY[..]), 0..30), 1..3),
        ],
        prop_oneof![
            2 => Just(Vec::new()),
            1 => prop::collection::vec(prop::collection::vec(select(&VOCABULARY[..]), 0..9), 1..4),
        ],
        prop_oneof![
            3 => Just(None),
            2 => (select(&SIDES[..]), select(&SIDES[..])).prop_map(|(a, b)| {
                Between::from_sides(&[a, b]).unwrap()
            }),
        ],
        (
            prop_oneof![3 => Just("off"), 1 => select(&SAME[..])],
            prop_oneof![3 => Just("off"), 1 => select(&DAYS[..])],
        )
            .prop_map(|(same, older)| [same, older]),
    )
}

fn params() -> impl Strategy<Value = (Params, BTreeSet<String>, (WordTexts, WordTexts))> {
    let reading = (
        select(vec![Words::Unicode, Words::Spaces, Words::Phpir, Words::Node]),
        select(vec![LetterCase::Unicode, LetterCase::Ascii, LetterCase::Keep]),
        select(vec![None, Some(Preset::Phpir), Some(Preset::PhpShingles)]),
        prop_oneof![2 => Just(Vec::new()), 1 => subsequence(&VOCABULARY[..], 0..3)],
        prop_oneof![2 => Just(Vec::new()), 1 => subsequence(&VOCABULARY[..], 0..3)],
        prop_oneof![3 => Just(false), 1 => Just(true)],
    );
    let sketching = (
        prop_oneof![
            6 => Just(SketchKind::Modulo),
            2 => Just(SketchKind::MinHash),
            1 => Just(SketchKind::SuperShingle),
            1 => Just(SketchKind::MegaShingle),
        ],
        select(vec![1, 3, 7, 30, 84]),
        prop_oneof![7 => Just(Family::Fast), 1 => Just(Family::Md5)],
        prop_oneof![2 => Just(Verify::On), 1 => Just(Verify::Off)],
        prop_oneof![2 => Just(1_u32), 1 => 1_u32..=6],
    );
    let comparing = (
        1_u32..=6,
        prop_oneof![2 => Just(1_u32), 3 => 1_u32..=7, 1 => Just(1_000_000)],
        select(vec![HashKind::Wide, HashKind::Crc32, HashKind::Md5First28]),
        select(Measure::ALL).prop_map(|(_, measure)| measure),
        threshold(),
        select(vec![Above::AtLeast, Above::Strictly]),
    );
    let leaving = leaving();
    (reading, comparing, sketching, leaving).prop_map(|(reading, comparing, sketching, leaving)| {
        let (common, templates, phrases, between, [skip_same, skip_older]) = leaving;
        let joined = phrases.iter().map(|words: &Vec<&str>| words.join(" ").into()).collect();
        let template = |words: &Vec<&str>| {
            let text = words.join(" ");
            Arc::new(Template::from_source(DocPath::new("head.txt"), text_source(&text)))
        };
        let template = templates.iter().map(template).collect();
        let own = |words: Vec<&str>| words.into_iter().map(String::from).collect();
        let templates = templates.into_iter().map(own).collect();
        let phrases = phrases.into_iter().map(own).collect();
        let (words, case, preset, list, add, inside) = reading;
        // The English list has only the word in the tag.
        let list = if inside { vec!["i"] } else { list };
        let (width, modulo, hash, measure, threshold, above) = comparing;
        let (sketch, functions, family, verify, step) = sketching;
        let file = |words: &[&str]| Arc::new(WordList::parse("stop.txt", &words.join("\n")));
        let params = Params {
            records: RecordFormat::Off,
            encoding: None,
            language: LanguageChoice::Fixed(Language::from_code("en").unwrap()),
            words,
            pos_removal: PosRemoval::Off,
            case,
            confusables: Confusables::Off,
            accents: Accents::Kept,
            stop_words: match () {
                () if inside => StopWords::Inside,
                () if list.is_empty() => StopWords::Off,
                () => StopWords::List(file(&list)),
            },
            stop_words_add: (!add.is_empty()).then(|| file(&add)),
            stem: Stem::Off,
            width,
            step: step.min(width),
            hash,
            modulo,
            sketch,
            functions,
            family,
            verify,
            common: common.map(Common::Share),
            template,
            phrases: joined,
            between,
            skip_same: skip_same.parse().unwrap(),
            skip_older: skip_older.parse().unwrap(),
            measure,
            threshold,
            above,
            passage: None,
            preset,
        };
        (params, list.iter().chain(&add).map(ToString::to_string).collect(), (templates, phrases))
    })
}

pub(crate) fn case() -> impl Strategy<Value = Case> {
    let names = || NAMES.split('|').collect::<Vec<_>>();
    let names = prop_oneof![2 => 0_usize..12, 1 => 12_usize..=25]
        .prop_flat_map(move |count| subsequence(names(), count).prop_shuffle());
    (names, params(), written()).prop_flat_map(
        |(names, (params, stop, (templates, phrases)), mostly)| {
            let how = prop_oneof![2 => Just(mostly), 1 => written()];
            prop::collection::vec((text(), how), names.len()).prop_map(move |texts| {
                let mut all: Vec<Vec<&str>> = Vec::new();
                let mut files: Vec<File> = Vec::new();
                for (name, (text, how)) in names.iter().zip(texts) {
                    let back = |places: usize| {
                        all.len()
                            .checked_sub(1)
                            .map_or(&[][..], |last| &all[last - places % all.len()])
                    };
                    let words = match text {
                        Text::Of(words) => words,
                        Text::Again(places) => back(places).to_vec(),
                        Text::Part(places, word) => {
                            let whole = back(places);
                            let half = whole.len() / 2;
                            [&whole[whole.len() / 4..half], &[word], &whole[half..]].concat()
                        }
                    };
                    let (bytes, seen) = write(name, &words, how, params.words);
                    files.push(File { name: (*name).to_string(), bytes, words: seen });
                    all.push(words);
                }
                let (params, stop) = (params.clone(), stop.clone());
                Case { files, params, stop, templates: templates.clone(), phrases: phrases.clone() }
            })
        },
    )
}

fn write(name: &str, words: &[&str], how: Written, reading: Words) -> (Vec<u8>, Vec<String>) {
    let plain = || words.iter().map(ToString::to_string).collect::<Vec<_>>();
    match how {
        Written::Plain => (words.join(" ").into_bytes(), plain()),
        Written::Spread => (words.join("  ").into_bytes(), plain()),
        Written::Punctuated => {
            let text: Vec<String> = words.iter().map(|word| format!("{word}, ")).collect();
            (text.concat().into_bytes(), plain())
        }
        Written::Tagged => {
            let text = format!("zulu <i> *yankee* {}", words.join(" "));
            let head = match (name.rsplit_once('.').map(|(_, ending)| ending), reading) {
                (Some("html"), Words::Spaces) | (None | Some("txt" | "html"), Words::Node) => {
                    vec!["zulu", "*yankee*"]
                }
                (Some("html" | "md"), _) => vec!["zulu", "yankee"],
                (_, Words::Spaces) => vec!["zulu", "<i>", "*yankee*"],
                _ => vec!["zulu", "i", "yankee"],
            };
            (text.into_bytes(), head.into_iter().map(str::to_string).chain(plain()).collect())
        }
    }
}
