//! Which parameters were changed, in words. What the change did is in `sentence`.

use shingle::base::numbers::counted;
use shingle::pipeline::parameters::Params;

use crate::tui::event_loop::action::ScreenParameter;
use crate::tui::parameters::table::{differences, letter, name_of, value};

/// `width 3 → 4`, or with key letters for names if `brief`. Many changes are only counted. Empty if nothing differs.
pub(crate) fn change(before: &Params, after: &Params, brief: bool) -> String {
    let mut parameters = differences(before, after);
    if parameters.contains(&ScreenParameter::Preset) {
        parameters.retain(|parameter| *parameter == ScreenParameter::Preset);
    }
    // The sketch comes before the threshold that it changes with it.
    parameters.sort_by_key(|parameter| *parameter != ScreenParameter::Sketch);
    if parameters.len() > 3 || brief && parameters.len() > 2 {
        return counted(parameters.len() as u64, "parameter") + " changed";
    }
    let one = |parameter: &ScreenParameter| {
        let (old, new) = (value(*parameter, before), value(*parameter, after));
        format!("{} {old} → {new}", if brief { letter(*parameter) } else { name_of(*parameter) })
    };
    match parameters.iter().map(one).collect::<Vec<_>>() {
        // A sketch and the threshold that it changes with it.
        both if both.len() == 2 && !brief => both.join(" and "),
        all => all.join(", "),
    }
}

/// The values of some parameters: `width 3, modulo 1 …`.
pub(crate) fn listed(parameters: &[ScreenParameter], params: &Params) -> String {
    let one = |parameter: &ScreenParameter| {
        format!("{} {}", name_of(*parameter), value(*parameter, params))
    };
    parameters.iter().map(one).collect::<Vec<_>>().join(", ")
}
