//! The part of `compare --explain` about sketches: the least shingle under each function, and where two documents
//! agree. It computes no stage.

use std::io::Write;

use hashbrown::HashMap;

use shingle::base::numbers::verb;
use shingle::base::visible::visible;
use shingle::pipeline::document::Document;
use shingle::pipeline::document::pair::PairView;
use shingle::pipeline::parameters::SketchKind;
use shingle::shingle::minhash::value;
use shingle::shingle::minhash::{GROUP, megashingles, supershingles};

use super::out::Stop;
use super::table::{count, percent};

/// Prints the sketches of both documents side by side; nothing where kept shingles are compared.
pub(crate) fn print(
    out: &mut impl Write,
    a: &Document,
    b: &Document,
    view: &PairView,
) -> Result<(), Stop> {
    let params = &view.params;
    let Some((functions, family)) = params.sketch().functions() else { return Ok(()) };
    let (left, right) = (a.least(), b.least());
    let agree = left.iter().zip(right).filter(|(left, right)| left == right).count();
    writeln!(out, "== sketches")?;
    writeln!(
        out,
        "4. least shingles: the same under {agree} of {} ({family})",
        count(functions.into(), "function", "functions")
    )?;
    let (in_a, in_b) = (texts(a), texts(b));
    let shown = |function: usize, least: &[u64], texts: &HashMap<u64, String>| {
        least.get(function).map_or_else(
            || "none".to_string(),
            |key| {
                let text = texts.get(key).map_or("", String::as_str);
                let value = value(family, function as u32, *key, text);
                format!("{value:08x}  {}", visible(text))
            },
        )
    };
    for function in 0..functions as usize {
        let same = left.get(function).is_some() && left.get(function) == right.get(function);
        let in_a = shown(function, left, &in_a);
        let rest = if same { "the same".to_string() } else { shown(function, right, &in_b) };
        writeln!(out, "   {function:>5}  {in_a}  |  {rest}")?;
    }
    if params.sketch != SketchKind::MinHash {
        groups(out, left, right)?;
    }
    writeln!(out, "   estimate: {}\n", percent(view.score))?;
    Ok(())
}

/// The words of each kept shingle, by key.
fn texts(document: &Document) -> HashMap<u64, String> {
    let kept = document.shingles.iter().enumerate().filter(|(_, shingle)| shingle.kept);
    kept.map(|(at, shingle)| (shingle.key, document.joined(at))).collect()
}

/// Prints the supershingles, and how many pairs of them agree.
fn groups(out: &mut impl Write, left: &[u64], right: &[u64]) -> Result<(), Stop> {
    let both: Vec<(u64, u64)> = supershingles(left).zip(supershingles(right)).collect();
    for (place, (left, right)) in both.iter().enumerate() {
        let functions = format!("{} to {}", place * GROUP, (place + 1) * GROUP - 1);
        let fate = if left == right { "the same".to_string() } else { format!("{right:016x}") };
        writeln!(out, "   supershingle of functions {functions:>8}  {left:016x}  |  {fate}")?;
    }
    let agree = both.iter().filter(|(left, right)| left == right).count();
    let pairs: Vec<(u64, u64)> = megashingles(left).zip(megashingles(right)).collect();
    let pairs_agree = pairs.iter().filter(|(left, right)| left == right).count();
    writeln!(
        out,
        "   {agree} of {} supershingles {}, {pairs_agree} of {} megashingles",
        both.len(),
        verb(agree as u64, "agrees", "agree"),
        pairs.len()
    )?;
    Ok(())
}
