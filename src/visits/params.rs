//! The parameters that a visit changed, as they are written down. It reads no files: word lists are kept with their words,
//! templates by name alone.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::base::ratio::Ratio;
use crate::compare::clusters::Linkage;
use crate::compare::measure::{Above, Measure};
use crate::pipeline::parameters::Params;
use crate::pipeline::parameters::between::Between;
use crate::pipeline::parameters::catalogue::Parameter;
use crate::pipeline::sketch_files::shape::SketchShape;

/// The parameters in which the end of a visit differed from what it would have begun with by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedParams {
    /// Their names.
    names: BTreeSet<String>,
    /// All that sketches depend on, as JSON.
    shape: String,
    common: Option<(u64, u64)>,
    measure: String,
    threshold: (u64, u64),
    above: String,
    linkage: String,
    /// Two sides or none; missing in files of an earlier program.
    #[serde(default)]
    between: Vec<String>,
    /// Missing in files of an earlier program too.
    #[serde(default)]
    skip_same: Option<String>,
    /// And this.
    #[serde(default)]
    skip_older: Option<String>,
}

impl ChangedParams {
    /// What differs between the parameters that would be there anyway and those at the end of a visit. Templates are left
    /// out: what they hold is not kept. So are phrases, which have a file of their own.
    pub fn between(usual: &Params, ended: &Params) -> Self {
        let changed = Parameter::ALL.iter().filter(|one| one.differs(usual, ended));
        let named = [Parameter::Template, Parameter::Phrases];
        let kept = changed.filter(|one| !named.contains(one));
        Self {
            names: kept.map(|one| one.name().to_string()).collect(),
            // Its fields are texts and numbers, so it can always be written.
            shape: serde_json::to_string(&SketchShape::of(ended)).unwrap_or_default(),
            common: ended.common.map(Ratio::parts),
            measure: ended.measure.name().to_string(),
            threshold: ended.threshold.parts(),
            above: ended.above.name().to_string(),
            linkage: ended.linkage.name().to_string(),
            between: ended.between.iter().flat_map(Between::sides).collect(),
            skip_same: Some(ended.skip_same.to_string()),
            skip_older: Some(ended.skip_older.to_string()),
        }
    }

    /// The parameters `usual` with those that the visit changed; `None` if it changed none, or if this program does not know
    /// one of its values.
    pub fn on(&self, usual: &Params) -> Option<Params> {
        let shape: SketchShape = serde_json::from_str(&self.shape).ok()?;
        let mut ended = shape.params().ok()?;
        ended.common = match self.common {
            None => None,
            Some(parts) => Some(ratio(parts)?),
        };
        ended.measure = Measure::named(&self.measure)?;
        ended.threshold = ratio(self.threshold)?;
        ended.above = Above::named(&self.above)?;
        ended.linkage = Linkage::named(&self.linkage)?;
        if let [a, b] = &self.between[..] {
            ended.between = Between::new(a.parse().ok()?, b.parse().ok()?);
        }
        if let Some(skip_same) = &self.skip_same {
            ended.skip_same = skip_same.parse().ok()?;
        }
        if let Some(skip_older) = &self.skip_older {
            ended.skip_older = skip_older.parse().ok()?;
        }
        let mut params = usual.clone();
        for name in &self.names {
            Parameter::named(name)?.take(&mut params, &ended);
        }
        params.step = params.step.min(params.width);
        (params != *usual).then_some(params)
    }
}

/// The fraction with these parts, if it is a score.
fn ratio((part, whole): (u64, u64)) -> Option<Ratio> {
    (whole > 0 && part <= whole).then(|| Ratio::new(part, whole))
}

#[cfg(test)]
mod tests {
    use super::{Between, ChangedParams};
    use crate::base::ratio::Ratio;
    use crate::pipeline::parameters::{Params, Preset, SketchKind};

    #[test]
    fn what_a_visit_changed_is_changed_again_and_nothing_else_is() {
        let usual = Params::defaults();
        let mut ended = usual.clone();
        (ended.width, ended.threshold) = (7, Ratio::new(1, 3));
        ended.between = Between::typed("\"my essays\" *.txt").unwrap();
        ended.skip_same = "my students/{}/".parse().unwrap();
        ended.skip_older = "2026-11-16".parse().unwrap();
        let changed = ChangedParams::between(&usual, &ended);
        assert_eq!(changed.on(&usual), Some(ended));
        // Since then the config file got another line.
        let mut other = usual.clone();
        (other.modulo, other.width) = (16, 2);
        let mut both = other.clone();
        (both.width, both.threshold) = (7, Ratio::new(1, 3));
        both.between = Between::typed("\"my essays\" *.txt").unwrap();
        both.skip_same = "my students/{}/".parse().unwrap();
        both.skip_older = "2026-11-16".parse().unwrap();
        assert_eq!(changed.on(&other), Some(both));
    }

    #[test]
    fn every_preset_and_sketch_comes_back() {
        let usual = Params::defaults();
        for (_, preset) in Preset::ALL {
            let ended = Params::preset(*preset);
            assert_eq!(ChangedParams::between(&usual, &ended).on(&usual), Some(ended));
        }
        for (_, sketch) in SketchKind::ALL {
            let mut ended = usual.clone();
            ended.take_sketch(*sketch);
            ended.common = Some(Ratio::new(1, 5));
            assert_eq!(ChangedParams::between(&usual, &ended).on(&usual), Some(ended));
        }
    }

    #[test]
    fn a_visit_that_changed_nothing_changes_nothing() {
        let usual = Params::defaults();
        assert_eq!(ChangedParams::between(&usual, &usual).on(&usual), None);
        assert_eq!(ChangedParams::default().on(&usual), None);
    }
}
