//! Languages: their codes and names, what this program has for them, and detection. No word is changed here.

/// A language by its two-letter ISO 639-1 code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language([u8; 2]);

impl Language {
    /// The language of an ISO 639-1 code in lower case, `None` for anything else.
    pub fn from_code(_code: &str) -> Option<Self> {
        todo!()
    }

    /// The two-letter code.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("??")
    }

    /// The English name.
    pub fn name(self) -> &'static str {
        todo!()
    }

    /// Whether there is a list of stop words.
    pub fn has_stop_words(self) -> bool {
        todo!()
    }

    /// Whether there is a stemmer.
    pub fn has_stemmer(self) -> bool {
        todo!()
    }
}

/// The language of a text where detection is sure, else `None`.
pub fn detect(_text: &str) -> Option<Language> {
    todo!()
}
