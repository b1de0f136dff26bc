use base::ratio::Ratio;

const SMALLEST: f64 = 1e-8;

/// Larger shares below 1 are shown as "over", so that only 1 is shown as 100 %.
const LARGEST: f64 = 0.9999;

/// Tolerance below a half, for rounding doubles.
const HALF: f64 = 1e-9;

/// Formats a share as a percentage with at most two decimals (13.04 %), or with two digits below 0.01 %.
pub fn format_percent(share: Ratio) -> String {
    format_share(share.to_f64())
}

/// Like [`format_percent`], for an inexact share in 0..=1.
pub fn format_share(share: f64) -> String {
    match share {
        0.0 => "0%".into(),
        _ if share < SMALLEST => format!("under {}%", format_decimals(SMALLEST * 100.0)),
        _ if (LARGEST..1.0).contains(&share) => {
            format!("over {}%", format_decimals(LARGEST * 100.0))
        }
        _ => format!("{}%", format_decimals(share * 100.0)),
    }
}

/// Formats the difference of two shares in percentage points, as shown and with sign: "+3.21". `None` if both shares
/// are shown alike.
pub fn format_points(share: f64, from: f64) -> Option<String> {
    let by = match round_to_shown_decimals(share * 100.0) - round_to_shown_decimals(from * 100.0) {
        // The rounded shares are equal, which hides a difference near 0 or 1. So the exact one is shown.
        0.0 => (share - from) * 100.0,
        by => by,
    };
    let sign = if by > 0.0 { "+" } else { "-" };
    (format_share(share) != format_share(from))
        .then(|| format!("{sign}{}", format_decimals(by.abs())))
}

/// Formats a number ≥ 0 with at most two decimals or, below 0.01, with two digits. Halves round up.
pub fn format_decimals(number: f64) -> String {
    let places = usize::try_from(decimal_places(number)).unwrap_or(2);
    let text = format!("{:.places$}", round_to_shown_decimals(number));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
}

/// Returns two, or below 0.01 as many decimals as two digits need.
fn decimal_places(number: f64) -> i32 {
    if number > 0.0 && number < 0.01 { 1 - number.log10().floor() as i32 } else { 2 }
}

/// Rounds halves up. Formatting alone rounds a half to the even digit: 15.625 down, 9.375 up.
fn round_to_shown_decimals(number: f64) -> f64 {
    let scale = 10_f64.powi(decimal_places(number));
    (number * scale + HALF).round() / scale
}

#[cfg(test)]
mod tests {
    use super::{format_percent, format_points, format_share};
    use base::ratio::Ratio;

    #[test]
    fn shares_keep_two_decimals_and_small_ones_are_not_rounded_to_others() {
        for (share, written) in [
            (3.0 / 23.0, "13.04%"),
            (0.25, "25%"),
            (0.0, "0%"),
            (1.0, "100%"),
            (0.000_061, "0.0061%"),
            (3.725e-9, "under 0.000001%"),
            (1.5e-7, "0.000015%"),
            (0.999_995, "over 99.99%"),
            (0.9998, "99.98%"),
        ] {
            assert_eq!(format_share(share), written);
        }
    }

    #[test]
    fn differences_are_in_percentage_points() {
        for (from, to, written) in [
            (0.5, 0.25, Some("+25")),
            (0.1304, 0.2, Some("-6.96")),
            (0.25, 0.250_000_1, None),
            // 5.95 % and 9.38 % differ by 3.43 points.
            (5.0 / 84.0, 3.0 / 32.0, Some("-3.43")),
            (0.999_95, 1.0, Some("-0.005")),
        ] {
            assert_eq!(format_points(from, to).as_deref(), written, "{from} {to}");
        }
    }

    #[test]
    fn halves_are_rounded_up_whatever_digit_stands_before_them() {
        let shares = [(5, "15.63%"), (1, "3.13%"), (3, "9.38%"), (7, "21.88%")];
        for (of_32, written) in shares {
            assert_eq!(format_percent(Ratio::new(of_32, 32)), written);
        }
        for den in [96, 125, 160, 999, 1_250, 20_000] {
            for num in (den / 5_000 + 1)..(den - den / 5_000) {
                // In whole numbers: hundredths of a percent, and half of one.
                let hundredths = (num * 20_000 + den) / (2 * den);
                let written = format_percent(Ratio::new(num, den));
                let digits: f64 = written.trim_end_matches('%').parse().unwrap();
                let written_hundredths = format!("{:.0}", digits * 100.0);
                assert_eq!(written_hundredths, hundredths.to_string(), "{num}/{den}: {written}");
            }
        }
    }
}
