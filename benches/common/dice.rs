/// Random numbers by `SplitMix64` (Steele, Lea, Flood 2014), the same on every machine; not for cryptography.
#[derive(Debug, Clone)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Creates the dice for a thing, such as a document. The thing is then the same in whatever order things are
    /// generated.
    pub(crate) const fn for_thing(seed: u64, thing: u64) -> Self {
        Self(Self(seed ^ thing.wrapping_mul(0xd6e8_feb8_6659_fd93)).next())
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a random number below the limit. The multiplication favours some numbers slightly, which does not matter
    /// here.
    pub(crate) const fn draw_below(&mut self, limit: u64) -> u64 {
        ((self.next() as u128 * limit as u128) >> 64) as u64
    }

    /// Returns true in `often` of a thousand cases.
    pub(crate) const fn draw_per_mille(&mut self, often: u64) -> bool {
        self.draw_below(1000) < often
    }

    /// Returns a uniform number in 0..1.
    pub(crate) const fn draw_unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number with mean 0 and standard deviation 1, approximately: a sum of twelve uniform numbers. Avoids
    /// functions that differ between machines.
    pub(crate) fn draw_normal(&mut self) -> f64 {
        (0..12).map(|_| self.draw_unit()).sum::<f64>() - 6.0
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, among: &[&'a T]) -> &'a T {
        among[self.draw_below(among.len() as u64) as usize]
    }
}

/// Computes the exponential function by additions and multiplications only, so that the result is equal on every
/// machine.
pub(crate) fn exp(x: f64) -> f64 {
    let mut power = 1.0 + x / 65_536.0;
    for _ in 0..16 {
        power *= power;
    }
    power
}
