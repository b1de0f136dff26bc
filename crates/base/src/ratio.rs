use std::{cmp::Ordering, fmt, str::FromStr};

use serde::{Serialize, Serializer};
use thiserror::Error;

/// An exact fraction, so that scores sort and compare without rounding errors. `den` is above 0, and 1/2 equals 2/4.
#[derive(Debug, Clone, Copy)]
pub struct Ratio {
    num: u64,
    den: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RatioError {
    #[error("expected a share from 0 to 1, from 0% to 100%, or a fraction such as 2/6")]
    NotAShare,
    #[error("write {percent}% or {}: from 0 to 1 it is a share, with % it is per cent", format_hundredths(*percent))]
    NoSign { percent: u64 },
    #[error("expected at most 12 digits behind the point")]
    TooExact,
}

fn format_hundredths(hundredths: u64) -> String {
    match hundredths {
        100 => "1".into(),
        _ => format!(".{hundredths:02}").trim_end_matches('0').into(),
    }
}

/// Largest numerator or denominator that parsing accepts.
const LONGEST: u64 = 10_000;

impl Ratio {
    pub const ZERO: Self = Self { num: 0, den: 1 };
    pub const ONE: Self = Self { num: 1, den: 1 };

    pub const fn new(num: u64, den: u64) -> Self {
        if den == 0 { Self::ZERO } else { Self { num, den } }
    }

    pub const fn numerator_and_denominator(self) -> (u64, u64) {
        (self.num, self.den)
    }

    #[allow(clippy::cast_precision_loss)]
    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }

    /// Formats a percentage; halves round up. Only a ratio of 1 gives `100%`, and only a ratio of 0 gives `0%`.
    pub fn format_percent(self, decimals: u32) -> String {
        let (num, den) = (u128::from(self.num), u128::from(self.den));
        let unit = 10_u128.pow(decimals);
        let whole = 100 * unit;
        let (sign, units) = match (2 * whole * num + den) / (2 * den) {
            0 if num > 0 => ("<", 1),
            rounded if num < den => ("", rounded.min(whole - 1)),
            rounded => ("", rounded),
        };
        let digits =
            format!("{}.{:0width$}", units / unit, units % unit, width = decimals as usize);
        format!("{sign}{}%", digits.trim_end_matches('0').trim_end_matches('.'))
    }

    pub fn format_whole_percent(self) -> String {
        self.format_percent(0)
    }

    /// Formats a percentage with at most two decimals: `13.04%`.
    pub fn format_precise_percent(self) -> String {
        self.format_percent(2)
    }

    #[must_use]
    pub fn max(self, other: Self) -> Self {
        if other > self { other } else { self }
    }

    /// Rounds to hundredths, adds `steps` hundredths, and limits the result to 0..=1.
    #[must_use]
    pub fn add_hundredths(self, steps: i64) -> Self {
        let hundredths = u128::from(self.num) * 100 + u128::from(self.den) / 2;
        let hundredths = i64::try_from(hundredths / u128::from(self.den)).unwrap_or(100);
        Self::new(hundredths.saturating_add(steps).clamp(0, 100).unsigned_abs(), 100)
    }
}

impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.to_f64())
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ratio {}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        (u128::from(self.num) * u128::from(other.den))
            .cmp(&(u128::from(other.num) * u128::from(self.den)))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_f64(), f)
    }
}

/// Parses `0.2`, `.2`, `1`, `20%`, `12.5%` or `2/6` exactly, and rejects values outside 0..=1 (0% to 100%).
impl FromStr for Ratio {
    type Err = RatioError;

    fn from_str(text: &str) -> Result<Self, RatioError> {
        let percent = text.parse::<u64>().ok().filter(|number| (2..=100).contains(number));
        if let Some(percent) = percent.filter(|_| text.len() <= 3 && !text.starts_with('+')) {
            return Err(RatioError::NoSign { percent });
        }
        if let Some((some, of)) = text.split_once('/') {
            let number = |text: &str| {
                let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                text.parse::<u64>().ok().filter(|number| is_number && *number <= LONGEST)
            };
            let parts = number(some).zip(number(of)).filter(|(some, of)| some <= of && *of > 0);
            return parts.map(|(some, of)| Self::new(some, of)).ok_or(RatioError::NotAShare);
        }
        let (digits, scale) =
            text.strip_suffix('%').map_or((text, 1), |digits| (digits.trim_end(), 100));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        if part.len() > 12 {
            return Err(RatioError::TooExact);
        }
        if whole.is_empty() && part.is_empty() || whole.len() > 4 {
            return Err(RatioError::NotAShare);
        }
        if !whole.bytes().chain(part.bytes()).all(|byte| byte.is_ascii_digit()) {
            return Err(RatioError::NotAShare);
        }
        let den = 10_u64.pow(u32::try_from(part.len()).map_err(|_| RatioError::NotAShare)?) * scale;
        let num: u64 = format!("0{whole}{part}").parse().map_err(|_| RatioError::NotAShare)?;
        let ratio = Self::new(num, den);
        if ratio > Self::ONE { Err(RatioError::NotAShare) } else { Ok(ratio) }
    }
}

/// Largest denominator tried for a share in JSON.
const FINEST: u32 = 10_000;

/// Returns the simplest fraction whose nearest double is `share`. If no such fraction exists, returns the double
/// itself.
pub fn format_as_fraction(share: f64) -> String {
    let over = |whole: u32| {
        let part = (share * f64::from(whole)).round();
        ((part / f64::from(whole)).to_bits() == share.to_bits()).then(|| format!("{part}/{whole}"))
    };
    (1..=FINEST).find_map(over).unwrap_or_else(|| share.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Ratio, RatioError};

    #[test]
    fn it_reads_shares_and_percentages_exactly() {
        let read = "0.2 .2 20% 12.5% 1 0 100% 1.000 2/6 0/15";
        let read: Vec<Ratio> = read.split(' ').map(|text| text.parse().unwrap()).collect();
        let expected =
            [(1, 5), (1, 5), (1, 5), (1, 8), (1, 1), (0, 1), (1, 1), (1, 1), (1, 3), (0, 15)];
        assert_eq!(read, expected.map(|(num, den)| Ratio::new(num, den)));
    }

    #[test]
    fn percentages_round_halves_up_and_call_only_the_whole_a_hundred() {
        for (num, den, rounded, exact) in [
            (0, 7, "0%", "0%"),
            (7, 7, "100%", "100%"),
            (5, 32, "16%", "15.63%"),
            (1, 200, "1%", "0.5%"),
            (99_996, 100_000, "99%", "99.99%"),
            (4, 100_000, "<1%", "<0.01%"),
            (1, u64::MAX, "<1%", "<0.01%"),
        ] {
            let share = Ratio::new(num, den);
            assert_eq!(
                (&*share.format_whole_percent(), &*share.format_precise_percent()),
                (rounded, exact)
            );
        }
    }

    #[test]
    fn it_refuses_a_number_that_may_be_meant_per_cent() {
        for (text, instead) in [("35", ".35"), ("2", ".02"), ("100", "1"), ("50", ".5")] {
            let refused = text.parse::<Ratio>().unwrap_err();
            assert!(matches!(refused, RatioError::NoSign { .. }));
            assert!(refused.to_string().starts_with(&format!("write {text}% or {instead}:")));
        }
    }

    #[test]
    fn it_refuses_what_is_not_a_share() {
        let refused = " . % -0.1 +35 101 1.1 101% abc 1e-3 NaN inf 0.2.3 0x1 99999999999 7/6 1/0 / 1/+2 1/10001 1/2/3";
        for text in refused.split(' ') {
            assert!(text.parse::<Ratio>().is_err(), "{text}");
        }
    }

    #[test]
    fn twelve_digits_behind_the_point_are_read_and_no_more() {
        let twelve = "0.000000000001";
        assert_eq!(twelve.parse::<Ratio>(), Ok(Ratio::new(1, 1_000_000_000_000)));
        for long in [format!("{twelve}0"), format!("0.{}", "9".repeat(5000))] {
            assert_eq!(long.parse::<Ratio>(), Err(RatioError::TooExact), "{long}");
        }
    }

    #[test]
    fn steps_stay_within_the_range() {
        assert_eq!(Ratio::new(2, 10).add_hundredths(5), Ratio::new(25, 100));
        assert_eq!(Ratio::new(1, 100).add_hundredths(-5), Ratio::ZERO);
        assert_eq!(Ratio::new(99, 100).add_hundredths(5), Ratio::ONE);
        assert_eq!(Ratio::new(1, 3).add_hundredths(1), Ratio::new(34, 100));
        assert_eq!(Ratio::new(2, 3).add_hundredths(1), Ratio::new(68, 100), "rounded to .67");
    }
}
