//! Reports rules, templates and phrases that match no document as problems.

use super::Corpus;
use crate::pipeline::document::left_out::IgnoreReason;
use crate::pipeline::{DocWords, Parameter, SkipOlder, SkipSame};
use base::nearest_name::suggest_nearest;
use base::{path::DocPath, problem::Problem};

impl Corpus {
    pub(super) fn find_unmatched_options(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        if self.entries.is_empty() {
            return found;
        }
        let mut report = |parameter: Parameter, reason: String| {
            found.push(Problem::from_unmatched_option(parameter.name(), reason));
        };
        let paths = || self.entries.keys().map(DocPath::as_path);
        if let Some(between) = &self.params.between {
            let matcher = between.matcher();
            for (at, side) in between.sides().into_iter().enumerate() {
                if !paths().any(|path| matcher.sides_of(path)[at]) {
                    let nearest = suggest_nearest(&side, paths());
                    report(Parameter::Between, format!("there is no document in {side}{nearest}"));
                }
            }
        }
        let skip_same = &self.params.skip_same;
        if *skip_same != SkipSame::Off && paths().all(|path| skip_same.common_part(path).is_none())
        {
            let nearest = skip_same
                .find_wider_pattern(|wider| paths().any(|path| wider.common_part(path).is_some()));
            let offer = nearest.map_or_else(String::new, |wider| format!("; try {wider}"));
            report(Parameter::SkipSame, format!("no document is in {skip_same}{offer}"));
        }
        let skip_older = self.params.skip_older;
        let mut records = self.entries.values();
        if skip_older != SkipOlder::OFF && !records.any(|record| record.is_old(skip_older)) {
            let dates = self.entries.values().filter_map(DocWords::rule_date);
            let oldest = dates.map(|date| date.day).min().map_or_else(
                || "; no document has a date".to_string(),
                |day| format!("; the oldest is of {day}"),
            );
            report(Parameter::SkipOlder, format!("no document is older than {skip_older}{oldest}"));
        }
        let earlier = |place| if place > 0 { ", or an earlier one has them" } else { "" };
        if let Some(named) = self.ignored.matched_templates_and_phrases() {
            for (place, template) in (0..).zip(&self.params.template) {
                if !named.contains(&IgnoreReason::Template(place)) {
                    let reason =
                        format!("no document has words of {}{}", template.name, earlier(place));
                    report(Parameter::Template, reason);
                }
            }
            for (place, phrase) in (0..).zip(&self.params.phrases) {
                if !named.contains(&IgnoreReason::Phrase(place)) {
                    let reason = format!("no document has the words “{phrase}”{}", earlier(place));
                    report(Parameter::Phrases, reason);
                }
            }
        }
        found
    }
}
