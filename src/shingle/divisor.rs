//! Tests many numbers for divisibility by the same number.

/// Tests for a remainder of 0 without a division, which would take longer than everything else (Lemire, Kaser and Kurz
/// 2019, "Faster remainder by direct computation", section 3.2; the even part by a rotation, as in Hacker's Delight,
/// 10-17).
#[derive(Debug, Clone, Copy)]
pub(super) struct Divisor {
    /// The inverse of the odd part modulo 2⁶⁴.
    inverse: u64,
    /// The exponent of its power of two.
    twos: u32,
    /// The largest quotient that does not overflow.
    most: u64,
}

impl Divisor {
    /// A divisor from 1 to 1,000,000.
    pub(super) fn new(modulo: u32) -> Self {
        let twos = modulo.trailing_zeros();
        let odd = u64::from(modulo) >> twos;
        // Newton's iteration doubles the number of correct bits. An odd number is its own inverse modulo 8.
        let inverse = (0..5).fold(odd, |inverse: u64, _| {
            inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)))
        });
        Self { inverse, twos, most: u64::MAX / u64::from(modulo) }
    }

    /// Whether the remainder is 0.
    pub(super) const fn divides(self, value: u64) -> bool {
        value.wrapping_mul(self.inverse).rotate_right(self.twos) <= self.most
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn divisibility_is_decided_without_dividing(modulo in 1_u32..=1_000_000, value in any::<u64>(), times in any::<u64>()) {
            let divisor = super::Divisor::new(modulo);
            prop_assert_eq!(divisor.divides(value), value.is_multiple_of(u64::from(modulo)));
            let multiple = times / u64::from(modulo) * u64::from(modulo);
            prop_assert!(divisor.divides(multiple));
        }
    }
}
