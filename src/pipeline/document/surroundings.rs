//! What a folder decides about each of its documents. It holds these decisions and makes none.

use std::sync::Arc;

use crate::pipeline::parameters::{LanguageChoice, Params, Stage};
use crate::text::language::folder::Prior;

use super::left_out::LeftOut;

/// What must be known of the folder to open one of its documents exactly as the folder's ranking sees it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// What is left out of all documents.
    pub left_out: Arc<LeftOut>,
    /// The folder's languages, by which open stretches are read.
    pub languages: Arc<Prior>,
}

impl Surroundings {
    /// Whether what a folder decides by the parameters `made` is what it decides by `wanted`. Then its documents can be opened by
    /// these before it has been looked through by them.
    pub fn hold_for(made: &Params, wanted: &Params) -> bool {
        let leaves_nothing_out = |params: &Params| {
            params.common.is_none() && params.template.is_empty() && params.phrases.is_empty()
        };
        // Its languages are known only where they were looked for.
        let was_looked_for = |params: &Params| params.language == LanguageChoice::Auto;
        match made.first_difference(wanted) {
            None | Some(Stage::Join | Stage::Label) => true,
            Some(Stage::Read | Stage::LeaveOut) => false,
            Some(Stage::Normalize | Stage::Sketch) => {
                leaves_nothing_out(made)
                    && leaves_nothing_out(wanted)
                    && (was_looked_for(made) || !was_looked_for(wanted))
            }
        }
    }
}
