//! What one word tells about the language of the text it stands in: a row of scores, one for each language of its script.
//! It judges no text and knows no neighbours: whoever adds up the rows of a passage does.

mod model;

use super::Language;

/// Columns of a row of scores: no script has more languages.
pub const COLUMNS: usize = 64;

/// One step of a score is so many bits of log-likelihood.
pub const BITS_PER_STEP: f64 = 0.75;

/// What a word tells: a row of a fixed table. The default tells nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Row(u16);

/// A script, as far as its languages are told apart by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Script {
    /// Latin, with the letters of all its languages.
    Latin,
    /// Cyrillic.
    Cyrillic,
    /// Arabic.
    Arabic,
    /// Devanagari.
    Devanagari,
    /// Chinese characters and kana.
    Han,
    /// Greek.
    Greek,
    /// Armenian.
    Armenian,
    /// Hebrew.
    Hebrew,
    /// Bengali.
    Bengali,
    /// Gurmukhi.
    Gurmukhi,
    /// Gujarati.
    Gujarati,
    /// Odia.
    Odia,
    /// Tamil.
    Tamil,
    /// Telugu.
    Telugu,
    /// Kannada.
    Kannada,
    /// Malayalam.
    Malayalam,
    /// Sinhala.
    Sinhala,
    /// Thai.
    Thai,
    /// Lao.
    Lao,
    /// Myanmar.
    Myanmar,
    /// Georgian.
    Georgian,
    /// Hangul.
    Hangul,
    /// Ethiopic.
    Ethiopic,
    /// Khmer.
    Khmer,
    /// A script without a language here.
    Other,
}

/// All of them, in their order.
const SCRIPTS: [Script; 25] = [
    Script::Latin,
    Script::Cyrillic,
    Script::Arabic,
    Script::Devanagari,
    Script::Han,
    Script::Greek,
    Script::Armenian,
    Script::Hebrew,
    Script::Bengali,
    Script::Gurmukhi,
    Script::Gujarati,
    Script::Odia,
    Script::Tamil,
    Script::Telugu,
    Script::Kannada,
    Script::Malayalam,
    Script::Sinhala,
    Script::Thai,
    Script::Lao,
    Script::Myanmar,
    Script::Georgian,
    Script::Hangul,
    Script::Ethiopic,
    Script::Khmer,
    Script::Other,
];

/// Those of the Latin script: neighbours stand together, as the model's groups of columns want it.
const LATIN: [Language; 46] = list([
    b"da", b"no", b"sv", b"is", b"nl", b"af", b"de", b"en", b"es", b"gl", b"pt", b"ca", b"it",
    b"fr", b"ro", b"la", b"cs", b"sk", b"pl", b"sl", b"hr", b"lt", b"lv", b"sq", b"fi", b"et",
    b"eu", b"hu", b"tr", b"az", b"uz", b"ku", b"id", b"ms", b"tl", b"vi", b"sw", b"zu", b"st",
    b"so", b"ga", b"br", b"cy", b"eo", b"ha", b"yo",
]);
const CYRILLIC: [Language; 9] =
    list([b"ru", b"uk", b"be", b"bg", b"mk", b"sr", b"kk", b"tg", b"mn"]);
const ARABIC: [Language; 4] = list([b"ar", b"fa", b"ur", b"ku"]);
const DEVANAGARI: [Language; 3] = list([b"hi", b"mr", b"ne"]);
const HAN: [Language; 2] = list([b"zh", b"ja"]);

const fn list<const N: usize>(codes: [&[u8; 2]; N]) -> [Language; N] {
    let mut languages = [Language(*b"en"); N];
    let mut index = 0;
    while index < N {
        languages[index] = Language(*codes[index]);
        index += 1;
    }
    languages
}

/// The languages whose scores the rows of a script hold, in the order of their columns.
///
/// Bosnian and Serbian in Latin letters count as Croatian, both written forms of Norwegian as one.
pub fn languages(script: Script) -> &'static [Language] {
    match script {
        Script::Latin => &LATIN,
        Script::Cyrillic => &CYRILLIC,
        Script::Arabic => &ARABIC,
        Script::Devanagari => &DEVANAGARI,
        Script::Han => &HAN,
        Script::Greek => const { &list([b"el"]) },
        Script::Armenian => const { &list([b"hy"]) },
        Script::Hebrew => const { &list([b"he"]) },
        Script::Bengali => const { &list([b"bn"]) },
        Script::Gurmukhi => const { &list([b"pa"]) },
        Script::Gujarati => const { &list([b"gu"]) },
        Script::Odia => const { &list([b"or"]) },
        Script::Tamil => const { &list([b"ta"]) },
        Script::Telugu => const { &list([b"te"]) },
        Script::Kannada => const { &list([b"kn"]) },
        Script::Malayalam => const { &list([b"ml"]) },
        Script::Sinhala => const { &list([b"si"]) },
        Script::Thai => const { &list([b"th"]) },
        Script::Lao => const { &list([b"lo"]) },
        Script::Myanmar => const { &list([b"my"]) },
        Script::Georgian => const { &list([b"ka"]) },
        Script::Hangul => const { &list([b"ko"]) },
        Script::Ethiopic => const { &list([b"am"]) },
        Script::Khmer => const { &list([b"km"]) },
        Script::Other => &[],
    }
}

impl Row {
    /// The script of the word, `None` where the row tells nothing at all.
    pub fn script(self) -> Option<Script> {
        model::MODEL.script(self.0)
    }

    /// The scores of the languages of its script, by the columns of [`languages`], in steps of [`BITS_PER_STEP`] from 0 to 15.
    ///
    /// Sums over words are log-likelihoods, but for a constant that all languages of a script share: 7 is what a word has that
    /// tells nothing. Columns without a language are 0.
    pub fn scores(self) -> &'static [u8; COLUMNS] {
        model::MODEL.scores(self.0)
    }
}

/// What a word tells, in any case, by its letters alone.
///
/// Nothing where it holds digits or what else is in no natural word, or mixes scripts; a single letter from a to z tells its
/// script only.
pub fn row_of(word: &str) -> Row {
    let mut letters = Letters::default();
    for character in word.chars() {
        match kind_of(character) {
            Kind::Letter(script) => {
                if letters.script.is_some_and(|other| other != script) {
                    return Row::default();
                }
                letters.script = Some(script);
                letters.push(folded(character));
            }
            Kind::Mark => {}
            Kind::Link => letters.push(LINK),
            Kind::Odd => return Row::default(),
        }
    }
    match letters.script {
        Some(script) => Row(model::MODEL.row(script, letters.parts())),
        None => Row::default(),
    }
}

/// What stands between the parts of a word, and what a part begins and ends with.
const LINK: u32 = 0;

/// More letters of a word are not looked at.
const LONGEST: usize = 46;

/// The letters of a word in lower case, links before, between and behind its parts.
#[derive(Debug)]
struct Letters {
    script: Option<Script>,
    letters: [u32; LONGEST + 2],
    length: usize,
}

impl Default for Letters {
    fn default() -> Self {
        Self { script: None, letters: [LINK; LONGEST + 2], length: 1 }
    }
}

impl Letters {
    fn push(&mut self, letter: u32) {
        if self.length <= LONGEST {
            self.letters[self.length] = letter;
            self.length += 1;
        }
    }

    /// Begins and ends with a link.
    fn parts(&self) -> &[u32] {
        self.letters.get(..=self.length).unwrap_or(&[])
    }
}

/// What a character is in a word.
enum Kind {
    Letter(Script),
    /// Changes no letter that tells: left out.
    Mark,
    /// Joins two words into one, as in `l'eau`.
    Link,
    /// In no natural word.
    Odd,
}

fn kind_of(character: char) -> Kind {
    let script = match character {
        'a'..='z' | 'A'..='Z' => Script::Latin,
        '\'' | '-' | '·' | '\u{2018}' | '\u{2019}' | '\u{2010}' | '\u{2011}' | '\u{200c}' => {
            return Kind::Link;
        }
        '\u{ad}'
        | '\u{300}'..='\u{36f}'
        | '\u{591}'..='\u{5c7}'
        | '\u{610}'..='\u{61a}'
        | '\u{640}'
        | '\u{64b}'..='\u{65f}'
        | '\u{670}'
        | '\u{200d}' => return Kind::Mark,
        '\0'..='\u{a9}' | '×' | '÷' => return Kind::Odd,
        'ª' | 'º' | '\u{c0}'..='\u{2af}' | '\u{1e00}'..='\u{1eff}' => Script::Latin,
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::Greek,
        '\u{400}'..='\u{52f}' => Script::Cyrillic,
        '\u{530}'..='\u{58f}' => Script::Armenian,
        '\u{590}'..='\u{5ff}' => Script::Hebrew,
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => Script::Arabic,
        '\u{900}'..='\u{97f}' => Script::Devanagari,
        '\u{980}'..='\u{9ff}' => Script::Bengali,
        '\u{a00}'..='\u{a7f}' => Script::Gurmukhi,
        '\u{a80}'..='\u{aff}' => Script::Gujarati,
        '\u{b00}'..='\u{b7f}' => Script::Odia,
        '\u{b80}'..='\u{bff}' => Script::Tamil,
        '\u{c00}'..='\u{c7f}' => Script::Telugu,
        '\u{c80}'..='\u{cff}' => Script::Kannada,
        '\u{d00}'..='\u{d7f}' => Script::Malayalam,
        '\u{d80}'..='\u{dff}' => Script::Sinhala,
        '\u{e00}'..='\u{e7f}' => Script::Thai,
        '\u{e80}'..='\u{eff}' => Script::Lao,
        '\u{1000}'..='\u{109f}' => Script::Myanmar,
        '\u{10a0}'..='\u{10ff}' | '\u{1c90}'..='\u{1cbf}' => Script::Georgian,
        '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}' => {
            Script::Hangul
        }
        '\u{1200}'..='\u{139f}' => Script::Ethiopic,
        '\u{1780}'..='\u{17ff}' => Script::Khmer,
        '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}'
        | '\u{20000}'..='\u{323af}' => Script::Han,
        letter if letter.is_alphabetic() => Script::Other,
        _ => return Kind::Odd,
    };
    // Digits of the scripts above; their vowel signs are no letters either, but are none of `Numeric`.
    if !character.is_ascii() && character.is_numeric() { Kind::Odd } else { Kind::Letter(script) }
}

/// The letter in lower case, as the model knows it: ё is е, and Romanian has one ș and one ț.
fn folded(character: char) -> u32 {
    let lower = character.to_lowercase().next().unwrap_or(character);
    u32::from(match lower {
        'ё' | 'ѐ' => 'е',
        'ș' => 'ş',
        'ț' => 'ţ',
        other => other,
    })
}
