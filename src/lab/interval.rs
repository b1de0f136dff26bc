//! How sure a share is that was counted in a few cases.

/// The quantile of the normal distribution for a confidence of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// A share that was counted, with its interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedShare {
    /// The cases that count.
    pub part: u64,
    /// All cases.
    pub of: u64,
}

impl CountedShare {
    /// The share, 0 to 1. `None` of no case.
    pub fn share(self) -> Option<f64> {
        (self.of > 0).then(|| self.part as f64 / self.of as f64)
    }

    /// The interval of 95 % around it, 0 to 1: Wilson's, from the score test (Wilson 1927). `None` of no case.
    pub fn interval(self) -> Option<(f64, f64)> {
        let share = self.share()?;
        let n = self.of as f64;
        let middle = share + Z * Z / (2.0 * n);
        let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let all = 1.0 + Z * Z / n;
        Some((((middle - half) / all).max(0.0), ((middle + half) / all).min(1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::{CountedShare, Z};

    fn interval(part: u64, of: u64) -> (f64, f64) {
        CountedShare { part, of }.interval().unwrap()
    }

    #[test]
    fn published_intervals_come_out() {
        // Newcombe 1998, table I, method 3.
        for (part, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let (from, to) = interval(part, of);
            assert!(
                (from - low).abs() < 5e-5 && (to - high).abs() < 5e-5,
                "{part}/{of}: {from} {to}"
            );
        }
        assert_eq!(CountedShare { part: 0, of: 0 }.interval(), None);
    }

    #[test]
    fn its_ends_are_the_shares_that_a_test_would_just_not_reject() {
        for (part, of) in [(3_u64, 10_u64), (9, 10), (50, 200), (1, 3)] {
            let share = part as f64 / of as f64;
            for end in [interval(part, of).0, interval(part, of).1] {
                let error = (end * (1.0 - end) / of as f64).sqrt();
                assert!(((share - end).abs() / error - Z).abs() < 1e-9, "{part}/{of}: {end}");
            }
        }
    }
}
