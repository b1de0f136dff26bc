//! A file whose text is to be left out of documents: its name and its text. It cuts no shingles of it.

use std::sync::Arc;

use crate::base::path::DocPath;
use crate::formats::work::InProcess;
use crate::pipeline::source::{NoSource, Source};
use crate::text::decode::Charset;

/// All templates together have at most this many bytes: 1 MiB. They are read once for every language, and are headers,
/// forms and licences.
pub const LARGEST_TEMPLATES: usize = 1 << 20;

/// A file of `--template`: equal to another of the same name and bytes.
#[derive(Debug, Clone)]
pub struct Template {
    /// As it was named.
    pub name: DocPath,
    /// Its text, as it was read when it was named.
    pub text: Arc<str>,
    content: u128,
}

impl Template {
    /// Of a file's bytes, in the encoding that is forced, if one is.
    ///
    /// # Errors
    /// [`NoSource`]: why they are no text.
    pub fn new(name: DocPath, bytes: &[u8], encoding: Option<Charset>) -> Result<Self, NoSource> {
        let source = Source::read(name.as_path(), bytes, encoding, &InProcess::default())?;
        Ok(Self::of(name, source))
    }

    /// Of a file's text.
    pub fn of(name: DocPath, source: Source<'_>) -> Self {
        Self { name, content: source.content, text: source.text.into() }
    }
}

impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        self.content == other.content && self.name == other.name
    }
}

impl Eq for Template {}
