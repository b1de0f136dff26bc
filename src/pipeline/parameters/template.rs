//! A file whose text is to be left out of documents: its name and its bytes, looked at whether they are text. It cuts no
//! shingles of them.

use crate::base::path::DocPath;
use crate::pipeline::source::{NoSource, Source, careful, content_of};
use crate::text::decode::Charset;

/// All templates together have at most this many bytes: 1 MiB. They are read once for every language, and are headers,
/// forms and licences.
pub const LARGEST_TEMPLATES: usize = 1 << 20;

/// A file of `--template`: equal to another of the same name and bytes.
#[derive(Debug, Clone)]
pub struct Template {
    /// As it was named.
    pub name: DocPath,
    bytes: Vec<u8>,
    content: u128,
}

impl Template {
    /// Of a file's bytes, in the encoding that is forced, if one is.
    ///
    /// # Errors
    /// [`NoSource`]: why they are no text.
    pub fn new(name: DocPath, bytes: Vec<u8>, encoding: Option<Charset>) -> Result<Self, NoSource> {
        careful(|| Source::read(name.as_path(), &bytes, encoding).map(|_| ()))?;
        let content = content_of(&bytes);
        Ok(Self { name, bytes, content })
    }

    /// Its bytes.
    pub const fn bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    /// How many bytes it has.
    pub const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has none.
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }
}

impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        self.content == other.content && self.name == other.name
    }
}

impl Eq for Template {}
