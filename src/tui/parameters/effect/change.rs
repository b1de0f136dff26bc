//! Which parameters were changed, in words. What that did is not told here.

use shingle::base::numbers::counted;
use shingle::pipeline::parameters::Params;

use crate::tui::event_loop::wish::Dial;
use crate::tui::parameters::table::{differences, letter, name_of, value};

/// `width 3 → 4`, or with letters for names; two joined by a word, several after commas, many counted. Empty when nothing differs.
pub(crate) fn change(before: &Params, after: &Params, brief: bool) -> String {
    let mut dials = differences(before, after);
    if dials.contains(&Dial::Preset) {
        dials.retain(|dial| *dial == Dial::Preset);
    }
    // What turned comes before the threshold that it brought along.
    dials.sort_by_key(|dial| *dial != Dial::Sketch);
    if dials.len() > 3 || brief && dials.len() > 2 {
        return counted(dials.len() as u64, "parameter") + " changed";
    }
    let one = |dial: &Dial| {
        let (old, new) = (value(*dial, before), value(*dial, after));
        format!("{} {old} → {new}", if brief { letter(*dial) } else { name_of(*dial) })
    };
    match dials.iter().map(one).collect::<Vec<_>>() {
        // As a sketch brings its threshold along.
        both if both.len() == 2 && !brief => both.join(" and "),
        all => all.join(", "),
    }
}

/// `width 3, modulo 1 …`: the values of some parameters.
pub(crate) fn listed(dials: &[Dial], params: &Params) -> String {
    let one = |dial: &Dial| format!("{} {}", name_of(*dial), value(*dial, params));
    dials.iter().map(one).collect::<Vec<_>>().join(", ")
}
