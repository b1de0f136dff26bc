//! Formats shares as percentages or as a fraction of keys, and short texts about times and passages.

use std::time::Duration;

use shingle::base::numbers::{format_count, thousands};
use shingle::base::ratio::Ratio;
use shingle::pipeline::{Params, Passage};

/// A share as a percentage without decimals. Only 1 becomes `100%`, only 0 becomes `0%`.
pub(crate) fn percent(share: Ratio) -> String {
    share.rounded_percent()
}

/// A share as a percentage with as many decimals as needed, at most three.
pub(crate) fn percent_exact(share: Ratio) -> String {
    share.percent(3)
}

/// A threshold as a percentage, or as agreeing keys if a sketch has few keys.
pub(crate) fn share(share: Ratio, params: &Params) -> String {
    keys(share, params).unwrap_or_else(|| percent_exact(share))
}

/// A score as a percentage, with `≈` for an estimate, or as agreeing keys.
pub(crate) fn scored(score: Ratio, params: &Params) -> String {
    let sign = if params.estimates() { "≈" } else { "" };
    keys(score, params).unwrap_or_else(|| format!("{sign}{}", percent(score)))
}

/// `2/6` for a share of few super- or megashingles.
fn keys(share: Ratio, params: &Params) -> Option<String> {
    params.sketch.facts().few?;
    keys_of(share, params).map(|(some, size)| format!("{some}/{size}"))
}

/// Returns a share as a whole number of keys and the number of keys of the sketch, if the share is a whole number of
/// keys.
pub(crate) fn keys_of(share: Ratio, params: &Params) -> Option<(u64, u64)> {
    let size = u64::from(params.sketch().size()?);
    let (num, den) = share.parts();
    let whole = num.checked_mul(size)?;
    whole.is_multiple_of(den).then(|| (whole / den, size))
}

// Times.

/// Returns the elapsed time in its largest unit.
pub(crate) fn ago(time: Duration) -> String {
    let seconds = time.as_secs();
    let (number, unit) = match seconds {
        0 => return "just now".into(),
        1..60 => (seconds, "second"),
        60..3600 => (seconds / 60, "minute"),
        3600..172_800 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", format_count(number, unit))
}

// Passages.

/// Names a passage by its name alone if the name equals its place among all passages, else with its place in a text.
pub(crate) fn placed(passage: &Passage, place: usize, count: usize, letter: &str) -> String {
    let (id, of) = (passage.id(), thousands(count));
    if id == place.to_string() {
        return format!("passage {id} of {of}");
    }
    format!("passage {id} · {} of {of} in {letter}", ordinal(place))
}

/// Describes the place of a moved passage in either text, counted from 1.
pub(crate) fn moved(in_a: usize, in_b: usize) -> String {
    format!("⇄ moved: {} in A, {} in B", ordinal(in_a), ordinal(in_b))
}

/// `1st`, `22nd`.
fn ordinal(place: usize) -> String {
    let end = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{end}", thousands(place))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use shingle::base::ratio::Ratio;
    use shingle::{base::span::Span, pipeline::Passage};

    use super::{ago, percent_exact, placed};
    use crate::tui::tests::fake;

    #[test]
    fn thresholds_keep_the_decimals_they_need() {
        assert_eq!(percent_exact(Ratio::new(1, 8)), "12.5%");
        assert_eq!(percent_exact(Ratio::new(1, 5)), "20%");
        assert_eq!(percent_exact(Ratio::ZERO), "0%");
    }

    #[test]
    fn time_is_shown_in_its_largest_unit() {
        for (seconds, words) in [
            (0, "just now"),
            (1, "1 second ago"),
            (59, "59 seconds ago"),
            (119, "1 minute ago"),
            (7200, "2 hours ago"),
            (172_799, "47 hours ago"),
            (172_800, "2 days ago"),
        ] {
            assert_eq!(ago(Duration::from_secs(seconds)), words);
        }
    }

    #[test]
    fn a_passage_is_called_by_its_name_and_by_its_place_only_where_that_differs() {
        let span = Span::new(0, 1);
        let passage = fake::passage(5, span, span, 1);
        assert_eq!(placed(&passage, 5, 14, "B"), "passage 5 of 14");
        assert_eq!(placed(&passage, 4, 14, "B"), "passage 5 · 4th of 14 in B");
        assert_eq!(placed(&passage, 22, 140, "B"), "passage 5 · 22nd of 140 in B");
        assert_eq!(placed(&passage, 112, 140, "B"), "passage 5 · 112th of 140 in B");
        let repeated = Passage { occurrence: 1, ..passage };
        assert_eq!(placed(&repeated, 5, 14, "A"), "passage 5a · 5th of 14 in A");
    }
}
