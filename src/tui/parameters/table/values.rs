//! How the parameters whose values are neither words nor numbers are written and stepped.

use shingle::base::numbers::thousands;
use shingle::base::ratio::Ratio;
use shingle::base::visible::visible;
use shingle::pipeline::parameters::{Params, Preset};

use crate::tui::actions::StepDirection;
use crate::tui::drawing::glyphs::elide;
use crate::tui::parameters::parsing;

/// The values that its key steps through for `--common`.
pub(crate) const COMMON: [Option<Ratio>; 7] = [
    None,
    Some(Ratio::new(50, 100)),
    Some(Ratio::new(20, 100)),
    Some(Ratio::new(10, 100)),
    Some(Ratio::new(5, 100)),
    Some(Ratio::new(2, 100)),
    Some(Ratio::new(1, 100)),
];
/// The greatest width of a short name of a list of words, in columns.
const LIST_NAME: u16 = 20;

/// The name of the list of stop words, and whether words were added to it.
pub(crate) fn stop_words(params: &Params, long: bool) -> String {
    let added = if params.stop_words_add.is_some() { "+list" } else { "" };
    let name = params.stop_words.to_string();
    let name = visible(&name);
    let name = if long { name.into_owned() } else { elide(&name, LIST_NAME) };
    format!("{name}{added}")
}

/// The names of the templates.
pub(crate) fn template(params: &Params, long: bool) -> String {
    let names = parsing::template_names(&params.template);
    if long { names } else { elide(&names, LIST_NAME) }
}

/// How many phrases are left out.
pub(crate) fn phrases(params: &Params) -> String {
    match params.phrases.len() {
        0 => "off".into(),
        many => thousands(many as u64),
    }
}

/// The two sides of the pairs that are listed.
pub(crate) fn between(params: &Params, long: bool) -> String {
    let sides = visible(&parsing::between_name(params.between.as_ref())).into_owned();
    if long { sides } else { elide(&sides, LIST_NAME) }
}

/// Which documents make no pairs with each other.
pub(crate) fn skip_same(params: &Params, long: bool) -> String {
    let same = visible(&params.skip_same.to_string()).into_owned();
    if long { same } else { elide(&same, LIST_NAME) }
}

/// The next smaller or larger share. Beyond the largest there is none.
pub(crate) fn common(now: Option<Ratio>, direction: StepDirection) -> Option<Ratio> {
    let size = |share: Option<Ratio>| share.unwrap_or(Ratio::new(2, 1));
    match direction {
        StepDirection::Next => COMMON.iter().find(|share| size(**share) < size(now)),
        StepDirection::Back => COMMON.iter().rev().find(|share| size(**share) > size(now)),
    }
    .copied()
    .unwrap_or(now)
}

/// The name of the preset, and whether it was changed.
pub(crate) fn preset(params: &Params, long: bool) -> String {
    let changed = match params.is_preset_changed() {
        false => "",
        true if long => ", changed",
        true => "*",
    };
    params.preset.map_or_else(|| "none".into(), |preset| format!("{preset}{changed}"))
}

/// Takes all parameters of a preset, or the defaults. Those that presets do not set stay.
pub(crate) fn begin(params: &mut Params, preset: Option<Preset>) {
    let named = preset.map_or_else(Params::defaults, Params::preset);
    *params = params.beside(named);
}
