//! Canonical characters and line ends, compared with a naive reading by separate tables. Words consist of pieces with
//! known canonical letters, so that expected values are independent of the program.

use shingle::{text::Case, text::Confusables};

use crate::common::prelude::*;

/// Pieces as written, as read before case folding, and after case folding.
const PIECES: [(&str, &str, &str); 26] = [
    ("a", "a", "a"),
    ("B", "B", "b"),
    ("ﬁ", "fi", "fi"),
    ("ﬄ", "ffl", "ffl"),
    ("ｘ", "x", "x"),
    ("Ｙ", "Y", "y"),
    ("ſ", "s", "s"),
    ("ß", "ß", "ss"),
    ("ẞ", "ẞ", "ss"),
    ("ª", "a", "a"),
    ("ĳ", "ij", "ij"),
    ("ё", "ё", "е"),
    ("е\u{308}", "ё", "е"),
    ("Ё", "Ё", "е"),
    ("Ж", "Ж", "ж"),
    ("ς", "ς", "σ"),
    ("Σ", "Σ", "σ"),
    ("σ", "σ", "σ"),
    ("İ", "İ", "i"),
    ("é", "é", "é"),
    ("E\u{301}", "É", "é"),
    ("\u{ad}", "", ""),
    ("\u{200b}", "", ""),
    ("Ⅷ", "VIII", "viii"),
    ("n\u{336}", "n", "n"),
    ("g¬h", "gh", "gh"),
];

/// A word as written, as read, and as counted by default, without stop words and stems.
type Word = (String, String, String);

fn word() -> impl Strategy<Value = Word> {
    prop::collection::vec(select(&PIECES[..]), 1..6).prop_map(|pieces| {
        let join = |of: fn(&(&'static str, &'static str, &'static str)) -> &'static str| {
            pieces.iter().map(of).collect::<String>()
        };
        // Letters on both sides, because adjacent raised digits and invisible ends are out of scope.
        let around = |inner: String| format!("k{inner}k");
        (
            around(join(|piece| piece.0)),
            around(join(|piece| piece.1)),
            around(join(|piece| piece.2)),
        )
    })
}

fn plain(case: Case) -> Params {
    Params { case, ..crate::common::plain() }
}

fn read(text: &str, params: &Params) -> Document {
    Document::read(Path::new("a.txt"), text.as_bytes(), params).unwrap()
}

fn canonical(text: &str, params: &Params) -> Vec<String> {
    read(text, params).canonical.iter().map(|word| word.text.to_string()).collect()
}

proptest! {
    #![proptest_config(seeded(400))]

    #[test]
    fn words_of_any_form_are_read_as_their_tables_say(
        words in prop::collection::vec((word(), select(vec![" ", ", ", "\n", "; ", "™ "])), 0..12),
    ) {
        let text: String = words.iter().flat_map(|((written, ..), gap)| [written.as_str(), gap]).collect();
        let document = read(&text, &plain(Case::Unicode));
        let found: Vec<&str> = document.words.iter().map(|word| &*word.text).collect();
        let read: Vec<&str> = words.iter().map(|((_, read, _), _)| read.as_str()).collect();
        prop_assert_eq!(found, read, "{:?}", &text);
        // The span of each word is exactly its written form.
        let spans: Vec<&str> =
            document.words.iter().map(|word| text.get(word.span.range()).unwrap()).collect();
        let written: Vec<&str> = words.iter().map(|((written, ..), _)| written.as_str()).collect();
        prop_assert_eq!(spans, written);
        let counts: Vec<String> = words.iter().map(|((_, _, counts), _)| counts.clone()).collect();
        prop_assert_eq!(canonical(&text, &plain(Case::Unicode)), counts);
        // Without case folding, only `ё` changes.
        let kept: Vec<String> = words
            .iter()
            .map(|((_, read, _), _)| read.replace('ё', "е").replace('Ё', "Е"))
            .collect();
        prop_assert_eq!(canonical(&text, &plain(Case::Keep)), kept);
    }
}

const ALIKE: [(char, char); 8] = [
    ('a', 'а'),
    ('c', 'с'),
    ('e', 'е'),
    ('o', 'о'),
    ('p', 'р'),
    ('x', 'х'),
    ('T', 'Т'),
    ('M', 'М'),
];
/// Letters without a look-alike.
const OWN: [(char, bool); 6] =
    [('f', false), ('z', false), ('R', false), ('ж', true), ('щ', true), ('Я', true)];

proptest! {
    #![proptest_config(seeded(400))]

    #[test]
    fn disguised_words_are_counted_and_taken_for_what_they_look_like(
        words in prop::collection::vec(
            (select(&OWN[..]), prop::collection::vec((select(&ALIKE[..]), any::<bool>()), 1..7)), 1..8),
    ) {
        let mut disguised = 0;
        let (mut written, mut meant) = (Vec::new(), Vec::new());
        for ((own, is_cyrillic), letters) in words {
            let pick = |(latin, cyrillic): (char, char), second| if second { cyrillic } else { latin };
            let tail: String = letters.iter().map(|(pair, second)| pick(*pair, *second)).collect();
            let plain: String = letters.iter().map(|(pair, _)| pick(*pair, is_cyrillic)).collect();
            disguised += u32::from(tail != plain);
            written.push(format!("{own}{tail}"));
            meant.push(format!("{own}{plain}"));
        }
        let off = plain(Case::Keep);
        let on = Params { confusables: Confusables::On, ..off.clone() };
        let text = written.join(" ");
        prop_assert_eq!(canonical(&text, &off), written);
        prop_assert_eq!(canonical(&text, &on), meant);
        for params in [off, on] {
            prop_assert_eq!(read(&text, &params).mixed, disguised);
            let files = [("a.txt".to_string(), text.clone().into_bytes())].into();
            let corpus = fresh(&files, &params);
            prop_assert_eq!(corpus.entries().values().next().unwrap().mixed, disguised);
            prop_assert_eq!(state_of(&passed(&files, &params, 2).unwrap()), state_of(&corpus));
        }
    }
}

/// Words broken at a line end, among the same words written as one, as two or with a hyphen.
#[derive(Debug, Clone, Copy)]
enum Token {
    Word(usize),
    Whole(usize, usize),
    Hyphen(usize, usize),
    Broken(usize, usize),
}

const PARTS: [&str; 4] = ["ka", "lo", "mi", "Ru"];

fn token() -> impl Strategy<Value = Token> {
    let part = 0..PARTS.len();
    let parts = (0..PARTS.len(), 0..3_usize);
    prop_oneof![
        part.prop_map(Token::Word),
        parts.clone().prop_map(|(left, right)| Token::Whole(left, right)),
        parts.clone().prop_map(|(left, right)| Token::Hyphen(left, right)),
        parts.prop_map(|(left, right)| Token::Broken(left, right)),
    ]
}

/// Returns true if a word broken at a line end counts as two words, by the number of such tokens.
fn is_two_words(tokens: &[Token], left: usize, right: usize) -> bool {
    let count = |is_it: &dyn Fn(&Token) -> bool| tokens.iter().filter(|token| is_it(token)).count();
    let evidence = |left: usize, right: usize| {
        let whole =
            count(&|token| matches!(token, Token::Whole(a, b) if (*a, *b) == (left, right)));
        let hyphen =
            count(&|token| matches!(token, Token::Hyphen(a, b) if (*a, *b) == (left, right)));
        hyphen.cmp(&whole)
    };
    let alone = |part: usize| {
        count(&|token| match token {
            Token::Word(a) => *a == part,
            Token::Hyphen(a, b) => *a == part || *b == part,
            Token::Whole(..) | Token::Broken(..) => false,
        }) > 0
    };
    let broken =
        |wanted| count(&|token| matches!(token, Token::Broken(a, b) if evidence(*a, *b) == wanted));
    let mostly = broken(std::cmp::Ordering::Greater) > broken(std::cmp::Ordering::Less);
    match evidence(left, right) {
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => {
            alone(left) && alone(right) || mostly && (alone(left) || alone(right))
        }
    }
}

proptest! {
    #![proptest_config(seeded(600))]

    #[test]
    fn a_hyphen_at_a_line_end_is_read_as_the_document_tells(
        tokens in prop::collection::vec(token(), 0..14),
    ) {
        let mut text = String::new();
        let mut expected = Vec::new();
        for token in &tokens {
            let (written, words) = match *token {
                Token::Word(a) => (PARTS[a].to_string(), vec![PARTS[a].to_string()]),
                Token::Whole(a, b) => {
                    let whole = format!("{}{}", PARTS[a], PARTS[b]);
                    (whole.clone(), vec![whole])
                }
                Token::Hyphen(a, b) => {
                    let pair = vec![PARTS[a].to_string(), PARTS[b].to_string()];
                    (pair.join("-"), pair)
                }
                Token::Broken(a, b) => {
                    let pair = vec![PARTS[a].to_string(), PARTS[b].to_string()];
                    let words = if is_two_words(&tokens, a, b) { pair.clone() } else { vec![pair.concat()] };
                    (pair.join("-\n  "), words)
                }
            };
            text.push_str(&written);
            text.push_str(". ");
            expected.extend(words);
        }
        prop_assert_eq!(canonical(&text, &plain(Case::Keep)), expected, "{}", text);
    }
}

#[test]
fn no_piece_stands_twice() {
    let written: BTreeSet<&str> = PIECES.iter().map(|piece| piece.0).collect();
    assert_eq!(written.len(), PIECES.len());
}
