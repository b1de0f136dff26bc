//! A template: a file whose text is ignored in all documents.

use std::sync::Arc;

use base::path::DocPath;
use documents::Source;

/// Largest total size of templates: 1 MiB. Templates are headers, forms and licences, and are read again in every
/// language.
pub const LARGEST_TEMPLATES: usize = 1 << 20;

/// A template. Templates with equal names and bytes are equal.
#[derive(Debug, Clone)]
pub struct Template {
    pub name: DocPath,
    /// The text, read when the option was set.
    pub text: Arc<str>,
    content: u128,
}

impl Template {
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
