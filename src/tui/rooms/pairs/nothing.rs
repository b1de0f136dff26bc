//! Why the list is empty, in words. It draws nothing.

use shingle::base::numbers::counted;
use shingle::decisions::decision::Verdict;
use shingle::pipeline::parameters::Params;
use shingle::pipeline::parameters::skip_same::SkipSame;
use shingle::pipeline::results::snapshot::{Completeness, Snapshot};

use crate::tui::keys::names::KeyName;
use crate::tui::keys::naming::{key_back, key_of};
use crate::tui::rooms::room::Room;
use crate::tui::screen::model::Model;
use crate::tui::words::shares::{percent, share};

use super::lost;

/// Why the list is empty, in one friendly sentence that says what to do.
pub(crate) fn nothing(model: &Model, snapshot: &Snapshot) -> String {
    let docs = snapshot.docs.get(..snapshot.present).unwrap_or_default();
    let present = docs.len() as u64;
    if let Some(why) = lost::nothing(model) {
        return why;
    }
    if !snapshot.rows.is_empty() && !model.list.filter.is_empty() {
        let typed = &model.list.filter.text;
        let verdict = Verdict::ALL.into_iter().find(|verdict| verdict.to_string() == *typed);
        let meant = verdict.map_or(String::new(), |verdict| {
            format!(" is:{verdict} lists the rows that are marked so.")
        });
        return format!(
            "None of {} passes “{typed}”: Esc takes the filter away, {} changes it.{meant}",
            counted(snapshot.rows.len() as u64, "row"),
            key_of(KeyName::Filter)
        );
    }
    if let Some(name) = model.list.of.as_ref().filter(|_| !snapshot.rows.is_empty()) {
        return format!(
            "Nothing in the folder reaches {} with {name}: press {} to lower the threshold, or Esc to go back.",
            share(snapshot.params.threshold, &snapshot.params),
            key_back(KeyName::Threshold)
        );
    }
    if !snapshot.has_all_documents() {
        return "None of the pairs looked at first reaches the threshold; all others are being compared.".into();
    }
    if docs.is_empty() {
        let hint = if snapshot.problems.is_empty() {
            String::new()
        } else {
            format!("; press {} to see what was left out", key_of(KeyName::Room(Room::Problems)))
        };
        return format!(
            "There are no documents in {}: put text, Markdown or HTML files into it and they appear here{hint}.",
            model.folder
        );
    }
    if docs.iter().all(|doc| doc.words == 0) {
        return format!(
            "There is nothing to compare: {} without a single word.",
            counted(present, "document")
        );
    }
    if present == 1 {
        return "There is one document only: put a second one beside it and the two are compared."
            .into();
    }
    if docs.iter().all(|doc| doc.shingles == 0) && snapshot.surroundings.left_out.shingles() > 0 {
        return format!(
            "Every shingle is left out: type \"common off\" or \"template off\" after {}.",
            key_of(KeyName::TypeAValue)
        );
    }
    if docs.iter().all(|doc| doc.shingles == 0) {
        return format!(
            "No shingle is left to compare: press {} for shorter shingles, or {} for a smaller modulo.",
            key_back(KeyName::Width),
            key_back(KeyName::Modulo)
        );
    }
    if snapshot.ruled_out > 0 {
        return format!(
            "Rules leave out {}, all that reach the threshold: type \"{}\" after {} to list them.",
            counted(snapshot.ruled_out, "pair"),
            no_rule(&snapshot.params),
            key_of(KeyName::TypeAValue)
        );
    }
    if let Completeness::From(from) = snapshot.completeness {
        return format!(
            "No two documents reach {}; those below it are being counted.",
            percent(from)
        );
    }
    format!(
        "No two documents reach the threshold of {}: press {} to lower it, or {} for shorter shingles, which match more \
         easily.",
        share(snapshot.params.threshold, &snapshot.params),
        key_back(KeyName::Threshold),
        key_back(KeyName::Width)
    )
}

/// What takes the first rule away.
fn no_rule(params: &Params) -> &'static str {
    if params.between.is_some() {
        "between off"
    } else if params.skip_same != SkipSame::Off {
        "skip-same off"
    } else {
        "skip-older off"
    }
}
