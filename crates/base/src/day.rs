use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const SECONDS: u64 = 86_400;

/// A calendar day as a number of days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i32);

impl Day {
    /// Returns the first and last day of a date: a year, a month or a day, optionally with a time. `None` if the text
    /// does not begin with a valid date.
    pub fn parse_range(date: &str) -> Option<(Self, Self)> {
        let part = |range: std::ops::Range<usize>| {
            let digits = date.get(range)?;
            let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
            are_digits.then(|| digits.parse::<i32>().ok())?
        };
        let has = |place: usize| date.as_bytes().get(place) == Some(&b'-');
        let year = part(0..4)?;
        if !has(4) {
            return Some((
                Self::from_date(year, 1, 1),
                Self::from_date(year + 1, 1, 1).minus_days(1),
            ));
        }
        let month = part(5..7).filter(|month| (1..=12).contains(month))?;
        let next = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
        let (first, last) =
            (Self::from_date(year, month, 1), Self::from_date(next.0, next.1, 1).minus_days(1));
        if !has(7) {
            return Some((first, last));
        }
        let day = Self(first.0 + part(8..10)? - 1);
        (first..=last).contains(&day).then_some((day, day))
    }

    /// Returns the day of a time in UTC. `None` before 1970.
    pub fn of_time(time: SystemTime) -> Option<Self> {
        let seconds = time.duration_since(UNIX_EPOCH).ok()?.as_secs();
        i32::try_from(seconds / SECONDS).ok().map(Self)
    }

    /// Returns the start of the day in UTC. `None` before 1970.
    pub fn midnight(self) -> Option<SystemTime> {
        let days = u64::try_from(self.0).ok()?;
        UNIX_EPOCH.checked_add(Duration::from_secs(days * SECONDS))
    }

    #[must_use]
    pub const fn minus_days(self, days: i32) -> Self {
        Self(self.0 - days)
    }

    pub const fn days_since_1970(self) -> i32 {
        self.0
    }

    /// Returns `None` outside of the years 0 to 9999.
    pub fn from_days_since_1970(number: i32) -> Option<Self> {
        let (first, last) = (Self::from_date(0, 1, 1), Self::from_date(9999, 12, 31));
        Some(Self(number)).filter(|day| (first..=last).contains(day))
    }

    const fn from_date(year: i32, month: i32, day: i32) -> Self {
        // The year begins in March, so that a leap day is its last day.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        Self(365 * year + leap_days + (153 * month + 2) / 5 + day - 1 - 719_468)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The estimate errs by at most 28 years, and the loop corrects it.
        let mut year = 1970 + self.0.div_euclid(366);
        while Self::from_date(year + 1, 1, 1) <= *self {
            year += 1;
        }
        while Self::from_date(year, 1, 1) > *self {
            year -= 1;
        }
        let month =
            (1..=12).rev().find(|month| Self::from_date(year, *month, 1) <= *self).unwrap_or(1);
        write!(f, "{year:04}-{month:02}-{:02}", self.0 - Self::from_date(year, month, 1).0 + 1)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::Day;

    #[test]
    fn days_are_counted_over_leap_years() {
        let numbers = [(1970, 1, 1), (2000, 3, 1), (1969, 12, 31)];
        let days =
            numbers.map(|(year, month, day)| Day::from_date(year, month, day).days_since_1970());
        assert_eq!(days, [0, 11_017, -1]);
        for number in (-719_000..2_000_000).step_by(13) {
            let day = Day::from_days_since_1970(number).unwrap();
            assert_eq!(Day::parse_range(&day.to_string()), Some((day, day)), "{day}");
        }
        assert_eq!(
            (Day::from_days_since_1970(-800_000), Day::from_days_since_1970(3_000_000)),
            (None, None)
        );
    }

    #[test]
    fn a_date_is_all_days_that_it_may_mean() {
        let span = |text: &str| {
            Day::parse_range(text).map(|(first, last)| (first.to_string(), last.to_string()))
        };
        for (text, first, last) in [
            ("2021", "2021-01-01", "2021-12-31"),
            ("2024-02", "2024-02-01", "2024-02-29"),
            ("2023-12", "2023-12-01", "2023-12-31"),
            ("2021-03-04", "2021-03-04", "2021-03-04"),
            ("2021-03-04T10:00:00+02:00", "2021-03-04", "2021-03-04"),
        ] {
            assert_eq!(span(text), Some((first.to_string(), last.to_string())), "{text}");
        }
        for text in ["", "x", "21", "+021", "2021-13", "2021-00-10", "2021-02-29", "2021-3-4"] {
            assert_eq!(span(text), None, "{text}");
        }
    }

    #[test]
    fn the_day_of_a_time_is_that_of_utc() {
        let of = |seconds| Day::of_time(UNIX_EPOCH + Duration::from_secs(seconds)).unwrap();
        assert_eq!(of(86_399).to_string(), "1970-01-01");
        assert_eq!(of(1_795_000_000).to_string(), "2026-11-18");
        assert_eq!(Day::of_time(UNIX_EPOCH - Duration::from_secs(1)), None);
    }
}
