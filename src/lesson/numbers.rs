//! Writes the numbers of a lesson.

use crate::base::ratio::Ratio;

/// A share as a percentage with at most two decimals, so that 13.04 % stays 13.04 %.
pub fn percent(share: Ratio) -> String {
    percent_of(share.to_f64())
}

/// The same for a share, 0 to 1, that is not an exact fraction.
pub fn percent_of(share: f64) -> String {
    let text = format!("{:.2}", share * 100.0);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "0" && share > 0.0 { "under 0.01%".into() } else { format!("{text}%") }
}

#[cfg(test)]
mod tests {
    use super::{percent, percent_of};
    use crate::base::ratio::Ratio;

    #[test]
    fn shares_keep_two_decimals_and_lose_empty_ones() {
        assert_eq!(percent(Ratio::new(3, 23)), "13.04%");
        assert_eq!(percent(Ratio::new(1, 4)), "25%");
        assert_eq!(percent(Ratio::ZERO), "0%");
        assert_eq!(percent_of(1e-7), "under 0.01%");
    }
}
