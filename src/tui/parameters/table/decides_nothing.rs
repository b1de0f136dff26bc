//! Why a parameter decides nothing, in the short words of the screen, with the key that changes it. The library decides
//! when that is so.

use shingle::pipeline::parameters::decides_nothing::Resting;

/// Why a parameter decides nothing beside the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rests {
    /// Words that follow its name and value.
    pub(crate) why: &'static str,
    /// Whether it is not shown, because no other value of it would decide anything.
    pub(crate) hidden: bool,
}

impl From<Resting> for Rests {
    fn from(why: Resting) -> Self {
        let (why, hidden) = match why {
            Resting::NotMeasured => {
                ("not measured, with verify off the sketches alone decide", false)
            }
            Resting::KeepsAll => {
                ("modulo 1 keeps all shingles, whatever their hash; x shows it", false)
            }
            Resting::KeepsTooLittle(_) => {
                ("sketches keep too little for it; =sketch changes that", false)
            }
            Resting::OfMinHash => {
                ("only for sketch minhash: type \"sketch minhash\" after =", true)
            }
            Resting::FixedFunctions(_) => (
                "super- and megashingles are made of 84; for another number type \"sketch minhash\" after =",
                true,
            ),
            Resting::OfEstimates => (
                "only for sketches that estimate (=sketch); the scores of modulo are counted",
                true,
            ),
        };
        Self { why, hidden }
    }
}
