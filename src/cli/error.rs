//! What was typed, as the parser's errors show it. It words no error.

use clap::Error;
use clap::error::{ContextKind, ContextValue};

use shingle::base::visible::visible;

/// Makes what was typed visible before an error is rendered: a line break in it would look like the message's own, and what
/// looks like a colour would be dropped.
pub(crate) fn spell_out(error: &mut Error) {
    for kind in [ContextKind::InvalidValue, ContextKind::InvalidArg] {
        if let Some(ContextValue::String(typed)) = error.get(kind) {
            let shown = visible(typed).into_owned();
            error.insert(kind, ContextValue::String(shown));
        }
    }
}
