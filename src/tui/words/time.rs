//! Times in words. It reads no clock.

use std::time::Duration;

use shingle::base::numbers::counted;

/// How long ago something was, in its largest unit.
pub(crate) fn ago(time: Duration) -> String {
    let seconds = time.as_secs();
    let (number, unit) = match seconds {
        0 => return "just now".into(),
        1..60 => (seconds, "second"),
        60..3600 => (seconds / 60, "minute"),
        3600..172_800 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", counted(number, unit))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::ago;

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
}
