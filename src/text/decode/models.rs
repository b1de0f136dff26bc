//! How likely one letter follows another in each language, from its list of stop words and its alphabet. It reads no
//! text that was to be decoded.

use std::sync::LazyLock;

use crate::text::language::Language;

/// Costs are natural logarithms of probabilities, negated and times this.
pub(super) const NAT: f32 = 32.0;

/// The numbers of letters are below this.
pub(super) const LETTERS: usize = 0x780;

/// A model tells so many letters apart, with what is no letter (0) and what is none of its language (1).
const OWN: usize = 96;

/// What a letter costs that is none of the language's: of its script, and of another one.
const FOREIGN: f32 = 10.0;

/// What an ASCII letter costs in a language of another script, where names and terms stand in Latin letters.
const LATIN: f32 = 3.0;

/// The writing system of a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Thai,
}

/// The script of a letter by its number.
pub(super) const fn script(letter: u16) -> Script {
    match letter {
        0x370..0x400 => Script::Greek,
        0x400..0x530 => Script::Cyrillic,
        0x590..0x600 => Script::Hebrew,
        0x600..0x700 => Script::Arabic,
        0x700.. => Script::Thai,
        _ => Script::Latin,
    }
}

/// The number of a letter, in lower case; 0 for what is no letter of the scripts that have code pages.
pub(super) fn number(character: char) -> u16 {
    let lower = match character {
        // The two ways to write Romanian, and what is written with a comma in Latvian.
        'ș' | 'Ș' => 'ş',
        'ț' | 'Ț' => 'ţ',
        'İ' => 'i',
        _ => character.to_lowercase().next().unwrap_or(character),
    };
    match u32::from(lower) {
        code @ (0x61..=0x7a | 0xb5..0x700) if lower.is_alphabetic() || is_mark(lower) => code as u16,
        code @ 0xe01..=0xe4e => 0x700 + (code - 0xe00) as u16,
        // Welsh and Irish
        0x1e00..=0x1eff => 0x24f,
        _ => 0,
    }
}

/// Whether a character stands on the letter before it.
pub(super) const fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}')
}

/// A language that a legacy encoding may hold.
struct Source {
    code: &'static str,
    script: Script,
    /// Its letters beyond ASCII that an encoding must have to be considered for it, in lower case.
    letters: &'static str,
    /// Others that occur in it.
    rare: &'static str,
    /// Frequent words, of a language that has no list.
    words: &'static str,
}

const fn latin(code: &'static str, letters: &'static str, rare: &'static str) -> Source {
    Source { code, script: Script::Latin, letters, rare, words: "" }
}

const fn of(script: Script, code: &'static str, letters: &'static str, rare: &'static str) -> Source {
    Source { code, script, letters, rare, words: "" }
}

static SOURCES: [Source; 49] = [
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
    Source {
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
    Source {
        words: "u li ta l il hija huma għal fuq minn ma dan din dawn kull bniedem jew għandu għandha dritt mingħar bħala \
            tiegħu tagħha tagħhom kif meta biex bejn għandhom ħadd ħaddieħor xi aktar żmien ġew ġiet ċerti fejn kien kienet \
            jista ikun lil lejn kontra waqt ħafna",
        ..latin("mt", "ċġħż", "àèìòù")
    },
    latin("vi", "ăâêôơưđ\u{300}\u{301}\u{303}\u{309}\u{323}", "áàéèóúí"),
    of(Script::Greek, "el", "αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώ", "ϊϋΐΰ"),
    of(Script::Cyrillic, "ru", "абвгдежзийклмнопрстуфхцчшщъыьэюя", "ё"),
    of(Script::Cyrillic, "uk", "абвгдежзийклмнопрстуфхцчшщьюяєії", "ґ"),
    of(Script::Cyrillic, "be", "абвгдежзйклмнопрстуфхцчшыьэюяёіў", ""),
    of(Script::Cyrillic, "bg", "абвгдежзийклмнопрстуфхцчшщъьюя", "ѝ"),
    Source {
        words: "и на во се да од за не што со е ќе ја го ги ја как како но тоа овој оваа ова тие тој таа ние вие јас сте сум \
            беше биле има нема може секој секоја сите кога каде или ако само уште веќе меѓу според поради преку без под \
            над до по при свој своите нивните негово нејзин еден една едно право слобода човек луѓе земја љубов њива џеб \
            ѕвезда ѓавол куќа многу така затоа бидат бил нивно било кој која кои чие",
        ..of(Script::Cyrillic, "mk", "абвгдежзијклмнопрстуфхцчшѓѕјљњќџ", "ѐѝ")
    },
    Source {
        words: "и у на је да се за од са не што су као али или који која које ће би он она оно они ми ви сам си смо сте био \
            била било бити има нема може свако свака сви кад где ако само још већ између због преко без под над до по при \
            свој своје његов њихов њен љубав ђак џеп чему један једна једно право слобода човек људи земља кућа тако зато \
            буду нека њих њему њој овај ова ово тај та то после пре међу према",
        ..of(Script::Cyrillic, "sr", "абвгдежзијклмнопрстуфхцчшђљњћџ", "")
    },
    of(Script::Hebrew, "he", "אבגדהוזחטיךכלםמןנסעףפץצקרשת", "\u{5b0}\u{5b4}\u{5b6}\u{5b7}\u{5b8}\u{5b9}\u{5bc}\u{5c1}"),
    of(Script::Arabic, "ar", "ابتثجحخدذرزسشصضطظعغفقكلمنهوىيءآأؤإئة", "\u{64b}\u{64e}\u{64f}\u{650}\u{651}\u{652}ـ"),
    of(Script::Arabic, "fa", "ابپتثجچحخدذرزژسشصضطظعغفقکگلمنهوآئ", "يكىءأؤ"),
    of(Script::Arabic, "ur", "ابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہھءےآئ", "ي"),
    of(Script::Thai, "th", "กขคฆงจฉชซญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮะัาำิีึืุูเแโใไๅๆ็่้๊๋์", "ฯฤฌฺํ๎ฃฅ"),
    latin("br", "êñùü", "âîô"),
    latin("tl", "", "ñ"),
    latin("ku", "çêîşû", ""),
    latin("az", "", "çğıöşüə"),
];

/// The letters of a language and how likely each follows another.
pub(super) struct Model {
    /// Its letters that an encoding must have, by number.
    pub(super) required: Vec<u16>,
    /// Its script.
    pub(super) script: Script,
    /// The code of the language.
    pub(super) code: &'static str,
    /// The model's own number of each letter.
    own: [u8; LETTERS],
    /// What the second letter costs after the first.
    costs: Vec<i16>,
}

impl Model {
    fn new(source: &Source) -> Self {
        let mut own = [1; LETTERS];
        own[0] = 0;
        let mut next = 2;
        let mut add = |letter: u16, own: &mut [u8; LETTERS]| {
            if own[usize::from(letter)] == 1 && usize::from(next) < OWN {
                own[usize::from(letter)] = next;
                next += 1;
            }
        };
        let is_latin = source.script == Script::Latin;
        if is_latin {
            (b'a'..=b'z').for_each(|letter| add(u16::from(letter), &mut own));
        }
        let required: Vec<u16> = source.letters.chars().map(number).collect();
        required.iter().for_each(|letter| add(*letter, &mut own));
        // What is rare has a number, and no more than what it has in common with every letter.
        source.rare.chars().map(number).for_each(|letter| add(letter, &mut own));
        let known = usize::from(next);
        let mut pairs = vec![0_u32; OWN * OWN];
        let listed = Language::from_code(source.code).and_then(Language::stop_words);
        let words = listed.unwrap_or_default().iter().copied();
        for word in words.chain(source.words.split_ascii_whitespace()) {
            if word.chars().all(|letter| usize::from(own[usize::from(number(letter))]) > 1) {
                let mut last = 0;
                for letter in word.chars().map(|letter| usize::from(own[usize::from(number(letter))])) {
                    pairs[last * OWN + letter] += 1;
                    last = letter;
                }
                pairs[last * OWN] += 1;
            }
        }
        let costs = costs(&pairs, known, required.len(), is_latin);
        Self { required, script: source.script, code: source.code, own, costs }
    }

    /// What a letter costs after another, by their numbers; 0 is what is no letter.
    #[inline]
    pub(super) fn cost(&self, last: u16, letter: u16) -> i32 {
        let own = |letter: u16| usize::from(self.own[usize::from(letter)]);
        i32::from(self.costs[own(last) * OWN + own(letter)])
    }

    /// What a letter costs that is none of the language.
    pub(super) fn foreign(&self, letter: u16) -> i32 {
        let nats = if letter < 0x80 && self.script != Script::Latin {
            LATIN
        } else if script(letter) == self.script {
            FOREIGN
        } else {
            FOREIGN + 3.0
        };
        (nats * NAT) as i32
    }

    /// Whether a letter is one of the language.
    #[inline]
    pub(super) fn has(&self, letter: u16) -> bool {
        self.own[usize::from(letter)] != 1
    }
}

/// Of counted pairs: mixed of what followed a letter, of how frequent a letter is, and of the alphabet.
fn costs(pairs: &[u32], known: usize, _required: usize, _is_latin: bool) -> Vec<i16> {
    let mut single = [0_u32; OWN];
    let mut of_row = [0_u32; OWN];
    for (at, count) in pairs.iter().enumerate() {
        single[at % OWN] += count;
        of_row[at / OWN] += count;
    }
    let total: u32 = single.iter().sum();
    let letters = known.saturating_sub(1).max(1) as f32;
    let mut costs = vec![0_i16; OWN * OWN];
    for last in 0..known {
        let trust = of_row[last] as f32 / (of_row[last] as f32 + 12.0);
        for letter in (0..known).filter(|letter| *letter != 1) {
            let frequency = (single[letter] as f32 + 0.5) / (total as f32 + 0.5 * letters);
            let follows = pairs[last * OWN + letter] as f32 / of_row[last].max(1) as f32;
            let plain = 0.85 * frequency + 0.15 / letters;
            let mixed = 0.8 * trust * follows + (1.0 - 0.8 * trust) * plain;
            costs[last * OWN + letter] = (-mixed.ln() * NAT) as i16;
        }
    }
    costs
}

/// The models of all languages, made when the first text needs one.
pub(super) static MODELS: LazyLock<Vec<Model>> =
    LazyLock::new(|| SOURCES.iter().map(Model::new).collect());
