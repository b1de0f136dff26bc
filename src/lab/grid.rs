//! How well every width, stop words or none, stems or none, and every measure separate labelled pairs.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::base::cancel::Cancel;
use crate::compare::measure::{Direction, Measure, Overlap};
use crate::compare::merge::count_shared;
use crate::pipeline::parameters::{Params, StopWords, shingle_params};
use crate::pipeline::texts::nodes::NodeId;
use crate::shingle::sketch::ShingleParams;
use crate::text::normalize::Stem;

use super::labels::Labelled;
use super::material::Material;
use super::quality::{Quality, Scored};
use super::texts::DistinctTexts;
use super::trials::{TrialProgress, plain};
use super::widths::with_set;

/// One combination of settings and its quality.
#[derive(Debug, Clone, PartialEq)]
pub struct GridCell {
    /// w, in words.
    pub width: u32,
    /// Which words are dropped.
    pub stop_words: StopWords,
    /// Whether words are stemmed.
    pub stem: Stem,
    /// The measure. A directional one is taken from the first document.
    pub measure: Measure,
    /// How well it separates the pairs.
    pub quality: Quality,
}

/// All combinations, by stop words, stems, width and measure.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// Every combination once.
    pub cells: Vec<GridCell>,
    /// The number of pairs labelled 1.
    pub ones: usize,
    /// The number of pairs labelled 0.
    pub zeros: usize,
}

impl Grid {
    /// Tries every combination. `params` gives all other parameters. `None` when cancelled.
    pub fn of(
        material: &Material,
        params: &Params,
        labelled: &[Labelled],
        cancel: &Cancel,
        progress: TrialProgress<'_>,
    ) -> Option<Self> {
        let named: BTreeSet<usize> = labelled.iter().flat_map(|pair| [pair.a, pair.b]).collect();
        let (material, labelled) = only(material, &named, labelled);
        let stop_words = match &params.stop_words {
            StopWords::Off => StopWords::On,
            set => set.clone(),
        };
        let widths = with_set(params);
        let all = 4 * widths.len();
        let mut cells = Vec::with_capacity(all * Measure::ALL.len());
        for stop_words in [stop_words, StopWords::Off] {
            for stem in [Stem::On, Stem::Off] {
                let params = Params { stop_words: stop_words.clone(), stem, ..plain(params) };
                let texts = DistinctTexts::of(&material, &params, cancel)?;
                for width in widths.iter().copied() {
                    let done = cells.len() / Measure::ALL.len();
                    progress(
                        &format!("width {width}, stop-words {stop_words}, stem {stem}"),
                        done,
                        all,
                    );
                    let overlaps = overlaps(&texts, &material, &params, width, &labelled, cancel)?;
                    cells.extend(Measure::ALL.iter().filter_map(|(_, measure)| {
                        let score = |(overlap, label): &(Overlap, bool)| -> Scored {
                            (overlap.score(*measure, Direction::First), *label)
                        };
                        let quality = Quality::of(overlaps.iter().map(score).collect())?;
                        let stop_words = stop_words.clone();
                        Some(GridCell { width, stop_words, stem, measure: *measure, quality })
                    }));
                }
            }
        }
        let ones = labelled.iter().filter(|pair| pair.label).count();
        Some(Self { cells, ones, zeros: labelled.len() - ones })
    }

    /// The cells, the best first: by AUC, then average precision, then F1, then in their order.
    pub fn best(&self) -> Vec<&GridCell> {
        let mut best: Vec<&GridCell> = self.cells.iter().collect();
        let key = |cell: &GridCell| [cell.quality.auc, cell.quality.ap, cell.quality.f1];
        best.sort_by(|left, right| {
            let pairs = key(right).into_iter().zip(key(left));
            pairs
                .map(|(right, left)| right.total_cmp(&left))
                .fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
        });
        best
    }

    /// The cell of the parameters that are set, if it was tried.
    pub fn set(&self, params: &Params) -> Option<&GridCell> {
        self.cells.iter().find(|cell| {
            cell.width == params.width
                && cell.stop_words == params.stop_words
                && cell.stem == params.stem
                && cell.measure == params.measure
        })
    }
}

/// The material of the labelled documents only.
fn only(
    material: &Material,
    named: &BTreeSet<usize>,
    labelled: &[Labelled],
) -> (Material, Vec<Labelled>) {
    let mut place = vec![0; material.paths.len()];
    for (now, was) in named.iter().enumerate() {
        place[*was] = now;
    }
    let pairs = labelled.iter().map(|pair| Labelled {
        a: place[pair.a],
        b: place[pair.b],
        label: pair.label,
    });
    let material = Material {
        params: material.params.clone(),
        paths: named.iter().map(|at| material.paths[*at].clone()).collect(),
        records: named.iter().map(|at| material.records[*at].clone()).collect(),
        lexicon: material.lexicon.clone(),
    };
    (material, pairs.collect())
}

/// The overlap of every labelled pair.
fn overlaps(
    texts: &DistinctTexts<'_>,
    material: &Material,
    params: &Params,
    width: u32,
    labelled: &[Labelled],
    cancel: &Cancel,
) -> Option<Vec<(Overlap, bool)>> {
    let cut = ShingleParams { width, step: params.step.min(width), ..shingle_params(params) };
    let ids: Vec<NodeId> = (0..texts.len() as NodeId).collect();
    let keys = texts.few(&ids, cut, cancel)?;
    let of = |document: usize| {
        let text = texts.of_document[document];
        let keys: &[u64] = text.map_or(&[], |text| &keys[text as usize]);
        (text, keys, text.map_or(0, |text| texts.words(text)))
    };
    let one = |pair: &Labelled| {
        let ((text, a, a_words), (other, b, b_words)) = (of(pair.a), of(pair.b));
        let same_bytes = || {
            let content = |at: usize| material.records[at].info.content;
            other.is_some() && content(pair.a) == content(pair.b)
        };
        let overlap = Overlap {
            shared: count_shared(a, b),
            a_shingles: a.len() as u32,
            b_shingles: b.len() as u32,
            a_words,
            b_words,
            one_in: params.modulo,
            exact_copy: text.is_some() && (text == other || same_bytes()),
        };
        (overlap, pair.label)
    };
    let found = labelled.par_iter().map(one).collect();
    (!cancel.is_cancelled()).then_some(found)
}
