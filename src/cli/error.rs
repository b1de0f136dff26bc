//! The arguments that the parser's errors quote. It writes no messages.

use clap::Error;
use clap::error::{ContextKind, ContextValue};

use shingle::base::visible::visible;

/// Makes the arguments in an error visible before it is rendered. A line break in them would look like part of the
/// message, and what looks like a colour would be removed.
pub(crate) fn spell_out(error: &mut Error) {
    for kind in [ContextKind::InvalidValue, ContextKind::InvalidArg] {
        if let Some(ContextValue::String(typed)) = error.get(kind) {
            let shown = visible(typed).into_owned();
            error.insert(kind, ContextValue::String(shown));
        }
    }
}
