use std::time::Duration;

pub(crate) fn print_head() {
    println!(
        "{:<52} {:>5} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "milliseconds", "n", "min", "p50", "p99", "max", "limit"
    );
}

/// The figure of a row to which the limit applies.
#[derive(Clone, Copy)]
pub(crate) enum Of {
    Median,
    P99,
}

/// Prints the figures of the times, and `MISSED` if one exceeds `limit` milliseconds.
pub(crate) fn print_times(name: &str, times: &[Duration], of: Of, limit: f64) {
    let mut sorted: Vec<f64> = times.iter().map(|time| time.as_secs_f64() * 1e3).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else {
        println!("{name:<52}     0");
        return;
    };
    // Nearest rank: the smallest time that at least this percentage of the times does not exceed.
    let at = |percent: usize| sorted[(sorted.len() * percent).div_ceil(100).clamp(1, last + 1) - 1];
    let judged = match of {
        Of::Median => at(50),
        Of::P99 => at(99),
    };
    println!(
        "{name:<52} {:>5} {:>9.2} {:>9.2} {:>9.2} {:>9.2} {limit:>9.0} {}",
        sorted.len(),
        sorted[0],
        at(50),
        at(99),
        sorted[last],
        if judged <= limit { "" } else { "MISSED" }
    );
}

pub(crate) fn print_figure(name: &str, value: f64, unit: &str, limit: f64) {
    let verdict = if value <= limit { "" } else { "MISSED" };
    println!("{name:<52} {value:>9.2} {unit}, limit {limit} {verdict}");
}
