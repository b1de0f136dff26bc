//! A template: a file whose text is left out of all documents. It cuts no shingles.

use std::sync::Arc;

use documents::{Charset, InProcess, Source};

use crate::{base::path::DocPath, pipeline::NoSource};

/// The most bytes of all templates together: 1 MiB. Templates are headers, forms and licences, and they are read once
/// for every language.
pub const LARGEST_TEMPLATES: usize = 1 << 20;

/// A file of `--template`. Two templates are equal if they have the same name and bytes.
#[derive(Debug, Clone)]
pub struct Template {
    /// Its name, as the user wrote it.
    pub name: DocPath,
    /// Its text, read when the option was set.
    pub text: Arc<str>,
    content: u128,
}

impl Template {
    /// Makes a template of a file's bytes. `options` are those of the run.
    ///
    /// # Errors
    /// [`NoSource`]: why the bytes are not text.
    pub fn new(name: DocPath, bytes: &[u8], encoding: Option<Charset>) -> Result<Self, NoSource> {
        let source = Source::read(name.as_path(), bytes, encoding, &InProcess::default())?;
        Ok(Self::from_source(name, source))
    }

    /// Makes a template of a file's text.
    pub fn from_source(name: DocPath, source: Source<'_>) -> Self {
        Self { name, content: source.content, text: source.text.into() }
    }
}

impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        self.content == other.content && self.name == other.name
    }
}

impl Eq for Template {}
