//! Letter models: how likely one letter follows another in each language. They are made from its list of stop words and
//! its alphabet.

use std::sync::OnceLock;

/// The cost of one nat. Costs are negative natural logarithms of probabilities, times this.
pub(super) const NAT: i32 = 32;

/// The numbers of letters are below this.
pub(super) const LETTERS: usize = 0x780;

/// The most symbols in a model. They include 0 for characters that are not letters, and 1 for letters of other
/// languages.
const OWN: usize = 96;

/// The most words of a list that are used.
const LONGEST: usize = 250;

/// The script of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LetterScript {
    /// Not a letter.
    None,
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Thai,
}

/// The script of a letter, by its number.
pub(super) const fn script(letter: u16) -> LetterScript {
    match letter {
        0 => LetterScript::None,
        0x370..0x400 => LetterScript::Greek,
        0x400..0x530 => LetterScript::Cyrillic,
        0x590..0x600 => LetterScript::Hebrew,
        0x600..0x700 => LetterScript::Arabic,
        0x700.. => LetterScript::Thai,
        _ => LetterScript::Latin,
    }
}

/// The number of a letter in lower case, or 0 for characters that are not letters of scripts with code pages.
pub(super) fn number(character: char) -> u16 {
    let lower = match character {
        // Romanian is written in two ways, and Latvian has letters with a comma.
        'ș' | 'Ș' => 'ş',
        'ț' | 'Ț' => 'ţ',
        'İ' => 'i',
        _ => character.to_lowercase().next().unwrap_or(character),
    };
    match u32::from(lower) {
        code @ (0x61..=0x7a | 0xb5..0x700) if lower.is_alphabetic() || is_mark(lower) => {
            code as u16
        }
        code @ 0xe01..=0xe4e => 0x700 + (code - 0xe00) as u16,
        // Welsh and Irish
        0x1e00..=0x1eff => 0x24f,
        _ => 0,
    }
}

/// Whether a character is a mark on the letter before it.
pub(super) const fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}')
}

/// A language that may be in a legacy encoding.
struct ModelSource {
    code: &'static str,
    script: LetterScript,
    /// Its letters beyond ASCII, in lower case. Only encodings with all of them are considered for it.
    letters: &'static str,
    /// Other letters that occur in it.
    rare: &'static str,
    /// Frequent words of a language without a list.
    words: &'static str,
}

const fn latin(code: &'static str, letters: &'static str, rare: &'static str) -> ModelSource {
    ModelSource { code, script: LetterScript::Latin, letters, rare, words: "" }
}

const fn of(
    script: LetterScript,
    code: &'static str,
    letters: &'static str,
    rare: &'static str,
) -> ModelSource {
    ModelSource { code, script, letters, rare, words: "" }
}

static SOURCES: [ModelSource; 48] = [
    latin("en", "", "éèêëïöüñçà"),
    latin("de", "äöüß", "éèà"),
    latin("fr", "àâçèéêëîïôùû", "œæüÿ"),
    latin("es", "áéíñóúü", ""),
    latin("it", "àèéìòù", "îí"),
    latin("pt", "àáâãçéêíóôõú", "ü"),
    latin("nl", "ëïéèö", "üáóêç"),
    latin("da", "æøå", "éöäü"),
    latin("sv", "åäö", "éèü"),
    latin("no", "æøå", "éèêóòôäö"),
    latin("fi", "äö", "åšž"),
    ModelSource {
        words: "og að í á sem er það til við um af hann hún en ekki var þeir þær þau með fyrir eru ég þú vera hafa skal \
            rétt allir hver sinn sína eða frá eftir því þess þessi svo verið úr yfir undir upp niður milli án þá þegar þar \
            hér nú mjög okkar ykkar þeirra henni honum mér þér sér oss yður líka bæði síðan alltaf aðeins öll ýmis sjá \
            fá gefa maður menn börn kona dagur ár hús land",
        ..latin("is", "áéíóúýþæðö", "")
    },
    latin("ca", "àçèéíïòóúü", ""),
    latin("gl", "áéíñóú", "ü"),
    latin("ga", "áéíóú", ""),
    latin("eu", "ñ", "üç"),
    latin("af", "êëéèîïôöûü", "á"),
    latin("sq", "çë", ""),
    latin("id", "", "é"),
    latin("pl", "ąćęłńóśźż", ""),
    latin("cs", "áčďéěíňóřšťúůýž", "äöü"),
    latin("sk", "áäčďéíľňóôšťúýž", "ĺŕöü"),
    latin("hu", "áéíóöőúüű", "ä"),
    latin("sl", "čšž", "ćđ"),
    latin("hr", "čćđšž", ""),
    latin("ro", "ăâîşţ", "éöüá"),
    latin("et", "äõöü", "šž"),
    latin("lt", "ąčęėįšųūž", ""),
    latin("lv", "āčēģīķļņšūž", "ōŗ"),
    latin("tr", "çğıöşü", "âîû"),
    latin("eo", "ĉĝĥĵŝŭ", ""),
    ModelSource {
        words: "u li ta l il hija huma għal fuq minn ma dan din dawn kull bniedem jew għandu għandha dritt mingħar bħala \
            tiegħu tagħha tagħhom kif meta biex bejn għandhom ħadd ħaddieħor xi aktar żmien ġew ġiet ċerti fejn kien kienet \
            jista ikun lil lejn kontra waqt ħafna",
        ..latin("mt", "ċġħż", "àèìòù")
    },
    latin("vi", "ăâêôơưđ\u{300}\u{301}\u{303}\u{309}\u{323}", "áàéèóúí"),
    of(LetterScript::Greek, "el", "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώ", "ϊϋΐΰ"),
    of(LetterScript::Cyrillic, "ru", "абвгдежзийклмнопрстуфхцчшщъыьэюя", "ё"),
    of(LetterScript::Cyrillic, "uk", "абвгдежзийклмнопрстуфхцчшщьюяєії", "ґ"),
    of(LetterScript::Cyrillic, "be", "абвгдежзйклмнопрстуфхцчшыьэюяёіў", ""),
    of(LetterScript::Cyrillic, "bg", "абвгдежзийклмнопрстуфхцчшщъьюя", "ѝ"),
    ModelSource {
        words: "и на во се да од за не што со е ќе ја го ги ја как како но тоа овој оваа ова тие тој таа ние вие јас сте сум \
            беше биле има нема може секој секоја сите кога каде или ако само уште веќе меѓу според поради преку без под \
            над до по при свој своите нивните негово нејзин еден една едно право слобода човек луѓе земја љубов њива џеб \
            ѕвезда ѓавол куќа многу така затоа бидат бил нивно било кој која кои чие",
        ..of(LetterScript::Cyrillic, "mk", "абвгдежзијклмнопрстуфхцчшѓѕјљњќџ", "ѐѝ")
    },
    ModelSource {
        words: "и у на је да се за од са не што су као али или који која које ће би он она оно они ми ви сам си смо сте био \
            била било бити има нема може свако свака сви кад где ако само још већ између због преко без под над до по при \
            свој своје његов њихов њен љубав ђак џеп чему један једна једно право слобода човек људи земља кућа тако зато \
            буду нека њих њему њој овај ова ово тај та то после пре међу према",
        ..of(LetterScript::Cyrillic, "sr", "абвгдежзијклмнопрстуфхцчшђљњћџ", "")
    },
    of(
        LetterScript::Hebrew,
        "he",
        "אבגדהוזחטיךכלםמןנסעףפץצקרשת",
        "\u{5b0}\u{5b4}\u{5b6}\u{5b7}\u{5b8}\u{5b9}\u{5bc}\u{5c1}",
    ),
    of(
        LetterScript::Arabic,
        "ar",
        "ابتثجحخدذرزسشصضطظعغفقكلمنهوىيءآأؤإئة",
        "\u{64b}\u{64e}\u{64f}\u{650}\u{651}\u{652}ـ",
    ),
    of(LetterScript::Arabic, "fa", "ابپتثجچحخدذرزژسشصضطظعغفقکگلمنهوآئ", "يكىءأؤ"),
    of(LetterScript::Arabic, "ur", "ابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہھءےآئ", "ي"),
    of(LetterScript::Thai, "th", "กขคฆงจฉชซญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะัาำิีึืุูเแโใไๅๆ็่้๊๋์", "ฯฤฌฺํ๎ฃฅ"),
    latin("br", "êñùü", "âîô"),
    latin("tl", "", "ñ"),
    latin("az", "", "çğıöşüə"),
];

impl ModelSource {
    /// The numbers of the letters that an encoding must have.
    fn required(&self) -> impl Iterator<Item = u16> + use<> {
        self.letters.chars().map(lower_number)
    }
}

/// The same as [`number`], but faster, for a lower-case letter of the lists above.
fn lower_number(letter: char) -> u16 {
    match u32::from(letter) {
        0x219 => 0x15f,
        0x21b => 0x163,
        code @ 0..0x700 => code as u16,
        code @ 0xe01..=0xe4e => 0x700 + (code - 0xe00) as u16,
        _ => 0,
    }
}

/// The costs of letter pairs in a language.
pub(super) struct LetterModel {
    /// The symbol of each letter: [`FOREIGN`] for letters that the language does not have.
    own: [u8; LETTERS],
    /// How many symbols there are.
    width: usize,
    /// The cost of the second letter after the first, with a row for each first letter.
    costs: Vec<i16>,
}

/// The symbol of letters that the language does not have. The symbol of characters that are not letters is 0.
const FOREIGN: u8 = 1;

/// In a language of another script, the symbol of all ASCII letters.
const LATIN: u8 = 2;

/// The denominator of probabilities.
const WHOLE: u32 = 1 << 16;

/// The weight, in tenths, of a frequent letter's own followers.
const TRUST: u32 = 8;

impl LetterModel {
    fn new(source: &ModelSource) -> Self {
        let mut own = [FOREIGN; LETTERS];
        own[0] = 0;
        let is_latin = source.script == LetterScript::Latin;
        let mut next = LATIN;
        for letter in b'a'..=b'z' {
            own[usize::from(letter)] = next;
            next += u8::from(is_latin);
        }
        next += u8::from(!is_latin);
        // Rare letters come last: they get the costs that all letters have in common.
        for letter in source.required().chain(source.rare.chars().map(lower_number)) {
            let slot = &mut own[usize::from(letter)];
            if *slot == FOREIGN && usize::from(next) < OWN {
                *slot = next;
                next += 1;
            }
        }
        let width = usize::from(next);
        let mut pairs = vec![0_u16; width * width];
        let listed = stop_words::lookup(source.code);
        let words = listed.unwrap_or_default().iter().take(LONGEST).copied();
        for word in words.chain(source.words.split_ascii_whitespace()) {
            count(word, &own, &mut pairs, width);
        }
        Self { own, width, costs: costs(&pairs, width, is_latin) }
    }

    /// The cost of a letter after another, by their numbers. 0 is a character that is not a letter.
    #[inline]
    pub(super) fn cost(&self, last: u16, letter: u16) -> i32 {
        let own = |letter: u16| usize::from(self.own[usize::from(letter)]);
        i32::from(self.costs[own(last) * self.width + own(letter)])
    }
}

/// Counts the letter pairs of a word, unless it has a foreign letter.
fn count(word: &str, own: &[u8; LETTERS], pairs: &mut [u16], width: usize) {
    let own = |letter: char| usize::from(own[usize::from(lower_number(letter))]);
    if word.chars().any(|letter| own(letter) <= usize::from(FOREIGN)) {
        return;
    }
    let mut last = 0;
    for letter in word.chars().map(own).chain([0]) {
        pairs[last * width + letter] += 1;
        last = letter;
    }
}

/// Costs from pair counts. They mix three things: what followed a letter, how frequent a letter is, and the alphabet.
fn costs(pairs: &[u16], width: usize, is_latin: bool) -> Vec<i16> {
    let (mut single, mut total) = ([0_u32; OWN], 0);
    for row in pairs.chunks_exact(width) {
        for (sum, count) in single.iter_mut().zip(row) {
            *sum += u32::from(*count);
            total += u32::from(*count);
        }
    }
    let letters = width.saturating_sub(1).max(1) as u32;
    // The probability and the cost of a letter after any other.
    let (mut plain, mut alone) = ([0_u32; OWN], [0_i16; OWN]);
    for letter in 0..width {
        let frequency = (2 * single[letter] + 1) * (WHOLE / 4) / (2 * total + letters) * 4;
        plain[letter] = (frequency * 17 + WHOLE / letters * 3) / 20;
        alone[letter] = cost(plain[letter]);
    }
    let mut costs = vec![0_i16; width * width];
    for (row, counts) in costs.chunks_exact_mut(width).zip(pairs.chunks_exact(width)) {
        let sum: u32 = counts.iter().copied().map(u32::from).sum();
        let trust = TRUST * sum * (WHOLE / 16) / (10 * (sum + 12)) * 16;
        let rest = cost(WHOLE - trust);
        for (slot, alone) in row.iter_mut().zip(&alone) {
            *slot = alone + rest;
        }
        for (letter, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let follows = u32::from(*count) * (WHOLE / 16) / sum * 16;
            let mixed = u64::from(trust) * u64::from(follows)
                + u64::from(WHOLE - trust) * u64::from(plain[letter]);
            row[letter] = cost((mixed / u64::from(WHOLE)) as u32);
        }
        row[usize::from(FOREIGN)] = nats(100);
        if !is_latin {
            row[usize::from(LATIN)] = nats(30);
        }
    }
    costs
}

/// The negative logarithm of a probability in parts of [`WHOLE`]: exact at powers of two, and at most a sixteenth of a
/// nat off between them. It uses whole numbers, so that every machine computes the same.
fn cost(probability: u32) -> i16 {
    let probability = probability.clamp(1, WHOLE);
    let bits = probability.ilog2();
    // 256 times the binary logarithm.
    let log = bits * 256 + (((probability << (31 - bits)) >> 23) & 0xff);
    ((16 * 256 - log) * (NAT as u32 * 693) / 256_000) as i16
}

/// A cost from tenths of a nat.
const fn nats(tenths: i16) -> i16 {
    tenths * NAT as i16 / 10
}

/// The number of languages.
pub(super) const COUNT: usize = SOURCES.len();

/// Each model is made when a text first needs it.
static MODELS: [OnceLock<LetterModel>; COUNT] = [const { OnceLock::new() }; COUNT];

/// The model of a language by its number, below [`COUNT`].
pub(super) fn model(number: usize) -> &'static LetterModel {
    MODELS[number].get_or_init(|| LetterModel::new(&SOURCES[number]))
}

/// Whether a language, by its number, is written in Latin letters.
pub(super) fn is_latin(number: usize) -> bool {
    SOURCES[number].script == LetterScript::Latin
}

/// The languages, by their numbers, for which `has` is true of all required letters.
pub(super) fn languages(has: impl Fn(u16) -> bool) -> impl Iterator<Item = usize> {
    (0..COUNT).filter(move |language| SOURCES[*language].required().all(&has))
}

#[cfg(test)]
mod tests {
    use super::{COUNT, LETTERS, NAT, SOURCES, WHOLE, cost, lower_number, model, number};

    #[test]
    fn a_cost_is_a_negative_logarithm() {
        for probability in (1..=WHOLE).step_by(7) {
            let exact = -(f64::from(probability) / f64::from(WHOLE)).ln() * f64::from(NAT);
            assert!((f64::from(cost(probability)) - exact).abs() < 3.5, "{probability}");
        }
    }

    #[test]
    fn every_letter_of_every_language_has_a_number_in_either_case() {
        for source in &SOURCES {
            for letter in source.letters.chars().chain(source.rare.chars()) {
                let given = lower_number(letter);
                assert!(given > 0 && usize::from(given) < LETTERS, "{letter}");
                assert_eq!(number(letter), given, "{letter}");
                let mut upper = letter.to_uppercase();
                // The upper case of `ς` is `Σ`, of `ı` it is `I`, and of `ß` it is `SS`.
                let is_one = upper.len() == 1 && !"ςı".contains(letter);
                let upper = upper.next().unwrap();
                assert!(number(upper) == given || !is_one, "{upper}");
            }
        }
    }

    #[test]
    fn a_language_likes_its_own_words_best() {
        for source in &SOURCES {
            let words = stop_words::lookup(source.code).map_or_else(
                || source.words.to_string(),
                |words| words[..words.len().min(40)].join(" "),
            );
            assert!(!words.is_empty(), "{}", source.code);
            let cost = |language: usize| {
                let mut last = 0;
                words
                    .chars()
                    .map(|letter| {
                        let cost = model(language).cost(last, number(letter));
                        last = number(letter);
                        cost
                    })
                    .sum::<i32>()
            };
            let best = (0..COUNT).min_by_key(|language| cost(*language)).unwrap();
            assert_eq!(SOURCES[best].code, source.code);
        }
    }
}
