//! Shares in words: as percentages, or as keys that agree of so many. It draws nothing.

use shingle::base::ratio::Ratio;
use shingle::pipeline::parameters::Params;

/// A share as a percentage without decimals. Only the whole is `100%`, only nothing is `0%`.
pub(crate) fn percent(share: Ratio) -> String {
    share.rounded_percent()
}

/// A share as a percentage with as many decimals as it needs, at most three.
pub(crate) fn percent_exact(share: Ratio) -> String {
    let text = format!("{:.3}", share.to_f64() * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A threshold as a percentage, or as keys that agree if a sketch has few of them.
pub(crate) fn share(share: Ratio, params: &Params) -> String {
    keys(share, params).unwrap_or_else(|| percent_exact(share))
}

/// A score, with a sign if it is an estimate, or as keys that agree.
pub(crate) fn scored(score: Ratio, params: &Params) -> String {
    let sign = if params.estimates() { "≈" } else { "" };
    keys(score, params).unwrap_or_else(|| format!("{sign}{}", percent(score)))
}

/// `2/6` if the share is one of the few of super- and megashingles.
fn keys(share: Ratio, params: &Params) -> Option<String> {
    params.sketch.fixed_functions()?;
    keys_of(share, params).map(|(some, size)| format!("{some}/{size}"))
}

/// How many of how many keys a share is, if that is a whole number and the sketch has that many.
pub(crate) fn keys_of(share: Ratio, params: &Params) -> Option<(u64, u64)> {
    let size = u64::from(params.sketch().size()?);
    let (num, den) = share.parts();
    let whole = num.checked_mul(size)?;
    whole.is_multiple_of(den).then(|| (whole / den, size))
}

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;

    use super::{percent, percent_exact};

    #[test]
    fn only_the_whole_is_a_hundred_per_cent() {
        assert_eq!(percent(Ratio::new(999, 1000)), "99%");
        assert_eq!(percent(Ratio::ONE), "100%");
        assert_eq!(percent(Ratio::new(1, 1000)), "<1%");
        assert_eq!(percent(Ratio::ZERO), "0%");
        assert_eq!(percent(Ratio::new(9, 22)), "41%");
    }

    #[test]
    fn thresholds_keep_the_decimals_they_need() {
        assert_eq!(percent_exact(Ratio::new(1, 8)), "12.5%");
        assert_eq!(percent_exact(Ratio::new(1, 5)), "20%");
        assert_eq!(percent_exact(Ratio::ZERO), "0%");
    }
}
