//! Writes the numbers of a lesson.

use crate::base::ratio::Ratio;

/// Smaller shares are only called small.
const SMALLEST: f64 = 1e-8;

/// Larger shares than this are only called large, so that only all are called 100 %.
const LARGEST: f64 = 0.9999;

/// A share as a percentage with at most two decimals, so that 13.04 % stays 13.04 %. Shares below 0.01 % have two digits
/// instead.
pub fn percent(share: Ratio) -> String {
    percent_of(share.to_f64())
}

/// The same for a share, 0 to 1, that is not an exact fraction.
pub fn percent_of(share: f64) -> String {
    match share {
        0.0 => "0%".into(),
        _ if share < SMALLEST => format!("under {}%", decimals(SMALLEST * 100.0)),
        _ if (LARGEST..1.0).contains(&share) => format!("over {}%", decimals(LARGEST * 100.0)),
        _ => format!("{}%", decimals(share * 100.0)),
    }
}

/// The difference of two shares in percentage points, with its sign: "+3.21 points". `None` if both are written alike.
pub fn points(share: f64, from: f64) -> Option<String> {
    let by = (share - from) * 100.0;
    let sign = if by > 0.0 { "+" } else { "-" };
    (percent_of(share) != percent_of(from)).then(|| format!("{sign}{}", decimals(by.abs())))
}

/// A positive number with at most two decimals or, below 0.01, with two digits.
pub fn decimals(number: f64) -> String {
    let places = if number < 0.01 { 1 - number.log10().floor() as i32 } else { 2 };
    let text = format!("{number:.*}", usize::try_from(places).unwrap_or(2));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::{percent, percent_of, points};
    use crate::base::ratio::Ratio;

    #[test]
    fn shares_keep_two_decimals_and_lose_empty_ones() {
        assert_eq!(percent(Ratio::new(3, 23)), "13.04%");
        assert_eq!(percent(Ratio::new(1, 4)), "25%");
        assert_eq!(percent(Ratio::ZERO), "0%");
        assert_eq!(percent_of(1.0), "100%");
    }

    #[test]
    fn small_shares_are_not_rounded_to_others() {
        assert_eq!(percent_of(0.000_061), "0.0061%");
        assert_eq!(percent_of(3.725e-9), "under 0.000001%");
        assert_eq!(percent_of(1.5e-7), "0.000015%");
        assert_eq!(percent_of(0.999_995), "over 99.99%");
        assert_eq!(percent_of(0.9998), "99.98%");
    }

    #[test]
    fn differences_are_in_percentage_points() {
        assert_eq!(points(0.5, 0.25).as_deref(), Some("+25"));
        assert_eq!(points(0.1304, 0.2).as_deref(), Some("-6.96"));
        assert_eq!(points(0.25, 0.250_000_1), None);
    }
}
