//! Where copied texts go. What the terminal does with a text, it does not say; anything else is a function that says it.

use std::fmt;
use std::sync::Arc;

/// Where copied texts go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Clipboard {
    /// To the terminal, by OSC 52.
    #[default]
    Terminal,
    /// Into a file, or to a program.
    Elsewhere(TakeText),
}

type Take = dyn Fn(&str) -> Result<String, String> + Send + Sync;

/// Takes a text somewhere, and says where, in words that follow a comma; or in one line why it could not.
#[derive(Clone)]
pub(crate) struct TakeText(Arc<Take>);

impl TakeText {
    /// One that takes it in this way.
    pub(crate) fn new(
        take: impl Fn(&str) -> Result<String, String> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(take))
    }

    /// Takes a text.
    pub(crate) fn take(&self, text: &str) -> Result<String, String> {
        (self.0)(text)
    }
}

impl fmt::Debug for TakeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TakeText")
    }
}

/// One equals only itself.
impl PartialEq for TakeText {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for TakeText {}
