//! Why a parameter decides nothing, in the short words of the screen, with the key that changes it. The library decides
//! when that is so.

use shingle::pipeline::parameters::decides_nothing::Resting;

use crate::tui::actions::KeyName;
use crate::tui::keys::key_map::key_of;

/// Why a parameter decides nothing beside the others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rests {
    /// Words that follow its name and value.
    pub(crate) why: String,
    /// Whether it is not shown, because no other value of it would decide anything.
    pub(crate) hidden: bool,
}

impl From<Resting> for Rests {
    fn from(why: Resting) -> Self {
        let (why, hidden) = match why {
            Resting::NotMeasured => {
                ("not measured, with verify off the sketches alone decide".to_string(), false)
            }
            Resting::KeepsAll => {
                let shows = format!("{} shows it", key_of(KeyName::Explain));
                (format!("modulo 1 keeps all shingles, whatever their hash; {shows}"), false)
            }
            Resting::KeepsTooLittle(_) => {
                let changes = format!("{} changes that", key_of(KeyName::Sketch));
                (format!("sketches keep too little for it; {changes}"), false)
            }
            Resting::OfMinHash => (format!("only for sketch minhash: {}", minhash()), true),
            Resting::FixedFunctions(_) => (
                format!("super- and megashingles are made of 84; for another number {}", minhash()),
                true,
            ),
            Resting::OfEstimates => {
                let estimate = format!("sketches that estimate ({})", key_of(KeyName::Sketch));
                (format!("only for {estimate}; the scores of modulo are counted"), true)
            }
        };
        Self { why, hidden }
    }
}

/// How another sketch is chosen.
fn minhash() -> String {
    format!("type \"sketch minhash\" after {}", key_of(KeyName::TypeAValue))
}
