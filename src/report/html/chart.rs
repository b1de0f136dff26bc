//! The histogram of scores as a drawing, with its numbers as a table. It counts nothing.

use maud::{Markup, html};

use shingle::base::numbers::{counted, thousands};
use shingle::pipeline::ranking::histogram::{Histogram, hundredths};
use shingle::pipeline::results::snapshot::Snapshot;

use crate::printer::table::{percent, score_name};

/// Hundredths in a bar.
const STEP: usize = 5;
/// Bars.
const BARS: usize = 100 / STEP;
/// The drawing, in its own units.
const WIDTH: usize = 760;
const HEIGHT: usize = 190;
/// The room above the highest bar, for its number, and below the axis.
const TOP: usize = 18;
const FOOT: usize = 22;

/// The pairs of each bar. Those of exactly 100% are in the last.
fn bars(histogram: &Histogram) -> [u64; BARS] {
    let mut bars = [0; BARS];
    for (hundredth, pairs) in histogram.counts.iter().enumerate().skip(histogram.first()) {
        bars[(hundredth / STEP).min(BARS - 1)] += pairs;
    }
    bars
}

/// The histogram.
pub(super) fn histogram(snapshot: &Snapshot) -> Markup {
    let histogram = &*snapshot.histogram;
    let bars = bars(histogram);
    let most = bars.iter().copied().max().unwrap_or(0).max(1);
    let room = (HEIGHT - TOP - FOOT) as u64;
    // Heights go by the square root, or a few thousand weak pairs would leave nothing to see of the strong ones.
    let height = |pairs: u64| {
        let high = (u128::from(pairs) * u128::from(room * room) / u128::from(most)).isqrt();
        (high as usize).max(usize::from(pairs > 0) * 2)
    };
    let wide = WIDTH / BARS;
    let base = HEIGHT - FOOT;
    let line = hundredths(snapshot.params.threshold) * WIDTH / 100;
    let first = histogram.first() * WIDTH / 100;
    let all = histogram.from(0);
    let said = format!(
        "Histogram of scores: {} by {}, in steps of {STEP}%.",
        counted(all, "pair"),
        score_name(&snapshot.params)
    );
    let range = |bar: usize| format!("{}% to {}%", bar * STEP, (bar + 1) * STEP);
    html! {
        figure {
            svg role="img" aria-label=(said) viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } width=(WIDTH) height=(HEIGHT) {
                @if first > 0 {
                    rect.unknown x="0" y=(base - 6) width=(first) height="6" {}
                }
                g.bars {
                    @for (bar, pairs) in bars.iter().enumerate() {
                        @if *pairs > 0 {
                            @let high = height(*pairs);
                            @let weak = (bar + 1) * STEP * WIDTH / 100 <= line;
                            rect class=[weak.then_some("below")] x=(bar * wide + 2) y=(base - high) width=(wide - 4) height=(high) rx="2" {}
                        }
                    }
                }
                @for (bar, pairs) in bars.iter().enumerate() {
                    @if *pairs > 0 {
                        text x=(bar * wide + wide / 2) y=(base - height(*pairs) - 5) text-anchor="middle" { (thousands(*pairs)) }
                    }
                }
                line.axis x1="0" y1=(base) x2=(WIDTH) y2=(base) {}
                line.axis x1=(line) y1="4" x2=(line) y2=(base + 5) stroke-dasharray="4 3" {}
                @for mark in [0, 20, 40, 60, 80, 100] {
                    @let anchor = match mark { 0 => "start", 100 => "end", _ => "middle" };
                    text x=(mark * WIDTH / 100) y=(HEIGHT - 5) text-anchor=(anchor) { (mark) "%" }
                }
            }
            figcaption {
                "Pairs by score; heights go by the square root of the number, which stands above each bar. The dashed line is the threshold, "
                (percent(snapshot.params.threshold)) "."
                @if histogram.first() > 0 {
                    " Pairs below " (percent(histogram.joined_from)) " were not counted."
                }
            }
            details {
                summary { "The same as a table" }
                table.values {
                    caption { "Number of pairs by score" }
                    thead { tr { th scope="col" { "score" } th.n scope="col" { "pairs" } } }
                    tbody {
                        @for (bar, pairs) in bars.iter().enumerate().skip(histogram.first() / STEP) {
                            tr { th scope="row" { (range(bar)) } td.n { (thousands(*pairs)) } }
                        }
                    }
                }
            }
        }
    }
}
