//! Describes the rules that hide pairs, and the ignored shingles.

use shingle::base::numbers::{format_count, verb};
use shingle::pipeline::{Parameter, Params, Snapshot};

use crate::tui::keys::key_map::typed_command;

/// The parameters that hide pairs.
pub(crate) const RULES: [Parameter; 3] =
    [Parameter::Between, Parameter::SkipSame, Parameter::SkipOlder];

pub(crate) const WOULD_BE_LISTED: &str = "that would be listed";

/// Describes the pairs that the rules hide, and how to list them. `which` describes the pairs.
pub(crate) fn hidden_by_rules(snapshot: &Snapshot, which: &str) -> Option<String> {
    let is_set = |rule: &&Parameter| rule.differs(&snapshot.params, &Params::defaults());
    let rules: Vec<&Parameter> = RULES.iter().filter(is_set).collect();
    let value = |rule: &Parameter| rule.texts(&snapshot.params).join(" ");
    let named = rules.iter().map(|rule| format!("{} {}", rule.name(), value(rule)));
    let off = rules.iter().map(|rule| typed_command(&format!("{} off", rule.name())));
    (snapshot.ruled_out > 0).then(|| {
        format!(
            "{} {} {} {which}: type {} to list them.",
            named.collect::<Vec<_>>().join(" and "),
            verb(rules.len() as u64, "hides", "hide"),
            format_count(snapshot.ruled_out, "pair"),
            off.collect::<Vec<_>>().join(" and ")
        )
    })
}

/// Describes the number of ignored shingles, and the parameters that ignore them. `None` without such parameters.
pub(crate) fn describe_ignored(snapshot: &Snapshot) -> Option<String> {
    let params = &snapshot.params;
    let names =
        changed_parameters(&[Parameter::Common, Parameter::Template, Parameter::Phrases], params);
    let shingles = format_count(snapshot.surroundings.left_out.shingles(), "shingle");
    params.leaves_out().then(|| format!("{shingles} ignored in every pair by {names}."))
}

pub(crate) fn changed_parameters(parameters: &[Parameter], params: &Params) -> String {
    let is_set = |one: &&Parameter| one.differs(params, &Params::defaults());
    let names = parameters.iter().filter(is_set).map(|one| one.name());
    names.collect::<Vec<_>>().join(", ")
}
