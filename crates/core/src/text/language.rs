pub mod evidence;
pub mod stretches;
pub mod units;

use rust_stemmers::Algorithm;

/// Codes and names of all languages, sorted by code.
#[rustfmt::skip]
static ISO_639_1: [([u8; 2], &str); 184] = [
    (*b"aa", "Afar"), (*b"ab", "Abkhazian"), (*b"ae", "Avestan"), (*b"af", "Afrikaans"), (*b"ak", "Akan"),
    (*b"am", "Amharic"), (*b"an", "Aragonese"), (*b"ar", "Arabic"), (*b"as", "Assamese"), (*b"av", "Avaric"),
    (*b"ay", "Aymara"), (*b"az", "Azerbaijani"), (*b"ba", "Bashkir"), (*b"be", "Belarusian"), (*b"bg", "Bulgarian"),
    (*b"bi", "Bislama"), (*b"bm", "Bambara"), (*b"bn", "Bengali"), (*b"bo", "Tibetan"), (*b"br", "Breton"),
    (*b"bs", "Bosnian"), (*b"ca", "Catalan"), (*b"ce", "Chechen"), (*b"ch", "Chamorro"), (*b"co", "Corsican"),
    (*b"cr", "Cree"), (*b"cs", "Czech"), (*b"cu", "Church Slavic"), (*b"cv", "Chuvash"), (*b"cy", "Welsh"),
    (*b"da", "Danish"), (*b"de", "German"), (*b"dv", "Dhivehi"), (*b"dz", "Dzongkha"), (*b"ee", "Ewe"),
    (*b"el", "Modern Greek"), (*b"en", "English"), (*b"eo", "Esperanto"), (*b"es", "Spanish"), (*b"et", "Estonian"),
    (*b"eu", "Basque"), (*b"fa", "Persian"), (*b"ff", "Fulah"), (*b"fi", "Finnish"), (*b"fj", "Fijian"),
    (*b"fo", "Faroese"), (*b"fr", "French"), (*b"fy", "Western Frisian"), (*b"ga", "Irish"),
    (*b"gd", "Scottish Gaelic"), (*b"gl", "Galician"), (*b"gn", "Guarani"), (*b"gu", "Gujarati"), (*b"gv", "Manx"),
    (*b"ha", "Hausa"), (*b"he", "Hebrew"), (*b"hi", "Hindi"), (*b"ho", "Hiri Motu"), (*b"hr", "Croatian"),
    (*b"ht", "Haitian"), (*b"hu", "Hungarian"), (*b"hy", "Armenian"), (*b"hz", "Herero"), (*b"ia", "Interlingua"),
    (*b"id", "Indonesian"), (*b"ie", "Interlingue"), (*b"ig", "Igbo"), (*b"ii", "Sichuan Yi"), (*b"ik", "Inupiaq"),
    (*b"io", "Ido"), (*b"is", "Icelandic"), (*b"it", "Italian"), (*b"iu", "Inuktitut"), (*b"ja", "Japanese"),
    (*b"jv", "Javanese"), (*b"ka", "Georgian"), (*b"kg", "Kongo"), (*b"ki", "Kikuyu"), (*b"kj", "Kuanyama"),
    (*b"kk", "Kazakh"), (*b"kl", "Kalaallisut"), (*b"km", "Khmer"), (*b"kn", "Kannada"), (*b"ko", "Korean"),
    (*b"kr", "Kanuri"), (*b"ks", "Kashmiri"), (*b"ku", "Kurdish"), (*b"kv", "Komi"), (*b"kw", "Cornish"),
    (*b"ky", "Kirghiz"), (*b"la", "Latin"), (*b"lb", "Luxembourgish"), (*b"lg", "Ganda"), (*b"li", "Limburgan"),
    (*b"ln", "Lingala"), (*b"lo", "Lao"), (*b"lt", "Lithuanian"), (*b"lu", "Luba-Katanga"), (*b"lv", "Latvian"),
    (*b"mg", "Malagasy"), (*b"mh", "Marshallese"), (*b"mi", "Maori"), (*b"mk", "Macedonian"), (*b"ml", "Malayalam"),
    (*b"mn", "Mongolian"), (*b"mr", "Marathi"), (*b"ms", "Malay"), (*b"mt", "Maltese"), (*b"my", "Burmese"),
    (*b"na", "Nauru"), (*b"nb", "Norwegian Bokmål"), (*b"nd", "North Ndebele"), (*b"ne", "Nepali"), (*b"ng", "Ndonga"),
    (*b"nl", "Dutch"), (*b"nn", "Norwegian Nynorsk"), (*b"no", "Norwegian"), (*b"nr", "South Ndebele"),
    (*b"nv", "Navajo"), (*b"ny", "Nyanja"), (*b"oc", "Occitan"), (*b"oj", "Ojibwa"), (*b"om", "Oromo"),
    (*b"or", "Oriya"), (*b"os", "Ossetian"), (*b"pa", "Panjabi"), (*b"pi", "Pali"), (*b"pl", "Polish"),
    (*b"ps", "Pushto"), (*b"pt", "Portuguese"), (*b"qu", "Quechua"), (*b"rm", "Romansh"), (*b"rn", "Rundi"),
    (*b"ro", "Romanian"), (*b"ru", "Russian"), (*b"rw", "Kinyarwanda"), (*b"sa", "Sanskrit"), (*b"sc", "Sardinian"),
    (*b"sd", "Sindhi"), (*b"se", "Northern Sami"), (*b"sg", "Sango"), (*b"sh", "Serbo-Croatian"), (*b"si", "Sinhala"),
    (*b"sk", "Slovak"), (*b"sl", "Slovenian"), (*b"sm", "Samoan"), (*b"sn", "Shona"), (*b"so", "Somali"),
    (*b"sq", "Albanian"), (*b"sr", "Serbian"), (*b"ss", "Swati"), (*b"st", "Southern Sotho"), (*b"su", "Sundanese"),
    (*b"sv", "Swedish"), (*b"sw", "Swahili"), (*b"ta", "Tamil"), (*b"te", "Telugu"), (*b"tg", "Tajik"),
    (*b"th", "Thai"), (*b"ti", "Tigrinya"), (*b"tk", "Turkmen"), (*b"tl", "Tagalog"), (*b"tn", "Tswana"),
    (*b"to", "Tonga"), (*b"tr", "Turkish"), (*b"ts", "Tsonga"), (*b"tt", "Tatar"), (*b"tw", "Twi"),
    (*b"ty", "Tahitian"), (*b"ug", "Uighur"), (*b"uk", "Ukrainian"), (*b"ur", "Urdu"), (*b"uz", "Uzbek"),
    (*b"ve", "Venda"), (*b"vi", "Vietnamese"), (*b"vo", "Volapük"), (*b"wa", "Walloon"), (*b"wo", "Wolof"),
    (*b"xh", "Xhosa"), (*b"yi", "Yiddish"), (*b"yo", "Yoruba"), (*b"za", "Zhuang"), (*b"zh", "Chinese"),
    (*b"zu", "Zulu"),
];

fn index_of_code(code: [u8; 2]) -> Option<usize> {
    ISO_639_1.binary_search_by_key(&code, |(code, _)| *code).ok()
}

/// A language by its two-letter ISO 639-1 code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language([u8; 2]);

impl Language {
    pub fn from_code(code: &str) -> Option<Self> {
        let code = code.as_bytes().try_into().ok()?;
        index_of_code(code).map(|_| Self(code))
    }

    pub fn all() -> impl Iterator<Item = Self> {
        ISO_639_1.iter().map(|(code, _)| Self(*code))
    }

    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("??")
    }

    pub fn name(self) -> &'static str {
        index_of_code(self.0).and_then(|at| ISO_639_1.get(at)).map_or("unknown", |(_, name)| *name)
    }

    pub fn has_stemmer(self) -> bool {
        self.stemmer().is_some()
    }

    pub fn has_tagger(self) -> bool {
        self.code() == "en"
    }

    pub(super) fn stemmer(self) -> Option<Algorithm> {
        Some(match self.code() {
            "ar" => Algorithm::Arabic,
            "da" => Algorithm::Danish,
            "de" => Algorithm::German,
            "el" => Algorithm::Greek,
            "en" => Algorithm::English,
            "es" => Algorithm::Spanish,
            "fi" => Algorithm::Finnish,
            "fr" => Algorithm::French,
            "hu" => Algorithm::Hungarian,
            "it" => Algorithm::Italian,
            "nb" | "nn" | "no" => Algorithm::Norwegian,
            "nl" => Algorithm::Dutch,
            "pt" => Algorithm::Portuguese,
            "ro" => Algorithm::Romanian,
            "ru" => Algorithm::Russian,
            "sv" => Algorithm::Swedish,
            "ta" => Algorithm::Tamil,
            "tr" => Algorithm::Turkish,
            _ => return None,
        })
    }
}
