use super::minhash::{GROUP, SUPERSHINGLES};

/// Standard deviation of the share of agreeing functions: √(r(1−r)/k) for r = `resemblance` and k = `functions` (Broder
/// 1997).
pub fn deviation_of_minhash(resemblance: f64, functions: usize) -> f64 {
    (resemblance * (1.0 - resemblance) / functions.max(1) as f64).sqrt()
}

/// Standard deviation of a share on a sample of `of` shingles, each retained with probability 1/`modulo`. Equals that
/// of `of`/m draws without replacement, √(p(1−p)(m−1)/n).
pub fn deviation_of_sample(share: f64, of: u64, modulo: u32) -> f64 {
    (share * (1.0 - share) * f64::from(modulo.max(1) - 1) / of.max(1) as f64).sqrt()
}

/// Probability of an empty sample: (1−1/m)ⁿ.
pub fn probability_of_empty_sample(shingles: u64, modulo: u32) -> f64 {
    (1.0 - 1.0 / f64::from(modulo.max(1))).powf(shingles as f64)
}

/// Probability that exactly `count` of `of` independent trials succeed, each with probability `chance`.
pub fn binomial_probability(count: u32, of: u32, chance: f64) -> f64 {
    if count > of {
        return 0.0;
    }
    // Uses logarithms, because the numbers exceed the range of a double.
    let ways: f64 = (0..count).map(|at| (f64::from(of - at) / f64::from(at + 1)).ln()).sum();
    let power = |chance: f64, times: u32| {
        if times == 0 { 0.0 } else { f64::from(times) * chance.ln() }
    };
    (ways + power(chance, count) + power(1.0 - chance, of - count)).exp()
}

/// Probability that the share of agreeing functions differs from `resemblance` by less than one
/// [`deviation_of_minhash`]. About two in three, except with few agreeing functions.
pub fn probability_within_deviation(resemblance: f64, functions: u32) -> f64 {
    let off = deviation_of_minhash(resemblance, functions as usize);
    let is_near =
        |agree: &u32| (f64::from(*agree) / f64::from(functions.max(1)) - resemblance).abs() < off;
    (0..=functions)
        .filter(is_near)
        .map(|agree| binomial_probability(agree, functions, resemblance))
        .sum()
}

/// Probability that all `rows` minima agree in some of `bands` bands: 1 − (1 − rᴿ)ᴮ for r = `resemblance` (Leskovec,
/// Rajaraman and Ullman, Mining of Massive Datasets, 3.4.2).
pub fn probability_of_any_band(bands: u32, rows: u32, resemblance: f64) -> f64 {
    let band = resemblance.powf(rows.into());
    // This form keeps the digits of small probabilities.
    -(f64::from(bands) * (-band).ln_1p()).exp_m1()
}

/// Probability that a supershingle of two sets agrees: r¹⁴.
pub fn probability_of_supershingle(resemblance: f64) -> f64 {
    power(resemblance, GROUP)
}

/// Probability that at least one of six supershingles agrees: 1 − (1−s)⁶ with s = r¹⁴.
pub fn probability_of_any_supershingle(resemblance: f64) -> f64 {
    let differs = 1.0 - probability_of_supershingle(resemblance);
    // For smaller values, the subtraction loses digits. Six times the single probability is then nearer.
    if differs > 1.0 - 1e-9 {
        return SUPERSHINGLES as f64 * probability_of_supershingle(resemblance);
    }
    1.0 - power(differs, SUPERSHINGLES)
}

/// Probability that at least two of six supershingles agree: 1 − (1−s)⁶ − 6s(1−s)⁵ with s = r¹⁴ (Fetterly, Manasse and
/// Najork 2003).
pub fn probability_of_near_duplicate(resemblance: f64) -> f64 {
    let agrees = probability_of_supershingle(resemblance);
    // Adds the cases from two to six. Subtracting the other cases would lose the smallest values.
    let times = |count: usize| {
        let ways = (0..count).fold(1, |ways, at| ways * (SUPERSHINGLES - at) / (at + 1)) as f64;
        ways * power(agrees, count) * power(1.0 - agrees, SUPERSHINGLES - count)
    };
    (2..=SUPERSHINGLES).map(times).sum()
}

fn power(base: f64, times: usize) -> f64 {
    (0..times).fold(1.0, |product, _| product * base)
}

#[cfg(test)]
mod tests {
    use super::{
        deviation_of_minhash, probability_of_any_band, probability_of_any_supershingle,
        probability_of_near_duplicate, probability_of_supershingle,
    };

    #[test]
    fn the_published_examples_come_out() {
        assert!((probability_of_supershingle(0.95) - 0.4877).abs() < 1e-3);
        assert!((deviation_of_minhash(0.5, 84) - 0.0546).abs() < 1e-3);
        assert!((probability_of_any_supershingle(0.9) - 0.790).abs() < 1e-3);
        assert!((probability_of_any_band(20, 5, 0.6) - 0.802).abs() < 1e-3);
        // Figures of `docs/measures.md`.
        for (resemblance, found) in [(0.8, 0.026), (0.91, 0.506), (0.95, 0.878), (0.97, 0.979)] {
            let expected = probability_of_near_duplicate(resemblance);
            assert!((expected - found).abs() < 1e-3, "{resemblance}: {expected}");
        }
    }

    #[test]
    fn tiny_chances_of_bands_keep_their_digits() {
        assert!(probability_of_any_band(20, 5, 0.0).abs() < 1e-12);
        assert!((probability_of_any_band(20, 5, 1.0) - 1.0).abs() < 1e-12);
        let chance = probability_of_any_band(6, 14, 0.1);
        assert!((chance / 6e-14 - 1.0).abs() < 1e-6, "{chance}");
    }
}
