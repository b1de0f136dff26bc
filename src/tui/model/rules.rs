//! The rules that hide pairs, in words. It draws nothing.

use shingle::base::numbers::{counted, verb};
use shingle::pipeline::{Parameter, Params, Snapshot};

use crate::tui::keys::key_map::typed_command;

/// The parameters that hide pairs.
pub(crate) const RULES: [Parameter; 3] =
    [Parameter::Between, Parameter::SkipSame, Parameter::SkipOlder];

/// How many pairs the rules hide, and how to list them. `None` if they hide none.
pub(crate) fn hidden_by_rules(snapshot: &Snapshot) -> Option<String> {
    let is_set =
        |rule: &&Parameter| rule.texts(&snapshot.params) != rule.texts(&Params::defaults());
    let rules: Vec<&Parameter> = RULES.iter().filter(is_set).collect();
    let value = |rule: &Parameter| rule.texts(&snapshot.params).join(" ");
    let named = rules.iter().map(|rule| format!("{} {}", rule.name(), value(rule)));
    let off = rules.iter().map(|rule| typed_command(&format!("{} off", rule.name())));
    (snapshot.ruled_out > 0).then(|| {
        format!(
            "{} {} {} that would be listed: type {} to list them.",
            named.collect::<Vec<_>>().join(" and "),
            verb(rules.len() as u64, "hides", "hide"),
            counted(snapshot.ruled_out, "pair"),
            off.collect::<Vec<_>>().join(" and ")
        )
    })
}
