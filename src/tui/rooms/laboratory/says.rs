//! The sentences above a page of the laboratory.

use shingle::base::numbers::{counted, thousands};
use shingle::lab::chance::SHUFFLES;
use shingle::lab::estimates::modulo_of;
use shingle::lab::study::Study;
use shingle::lab::widths::SAFE_SAMPLE;

use crate::tui::words::shares::percent_exact;

use super::columns::{A_MILLION, AT_MOST, BY_CHANCE, MEDIAN, PHRASES, SHINGLES, columns};
use super::model::{Lab, LabPage, MANY};

impl Lab {
    /// The paragraphs above the page, on a screen of this width. They explain the columns that it has there.
    pub(crate) fn says(&self, width: u16) -> Vec<String> {
        let Some(study) = self.study() else { return Vec::new() };
        let measure = study.params.measure;
        let columns = columns(study, self.page, width);
        let has = |name: &str| columns.iter().any(|(column, _)| column == name);
        match self.page {
            LabPage::Widths => {
                let mut said = vec![study.widths.reason.clone()];
                said.extend(study.widths.warning.clone());
                said.extend(starved(study));
                let chance = if has(BY_CHANCE) {
                    format!(
                        "By chance: pairs with the words of every text shuffled, {SHUFFLES} times, mean and range; chance: \
                         their share. "
                    )
                } else {
                    format!(
                        "Chance: the share of the pairs that there are with the words of every text shuffled, {SHUFFLES} \
                         times. "
                    )
                };
                let phrases =
                    if has(PHRASES) { "Phrases: with all sentences dealt out anew. " } else { "" };
                let lengths = match (has(SHINGLES), has(MEDIAN)) {
                    (false, _) => "",
                    (true, false) => "Shingles: nine documents in ten have at least so many. ",
                    (true, true) => {
                        "Shingles: nine documents in ten have at least so many; median: half of them. "
                    }
                };
                said.push(format!("{chance}{phrases}{lengths}Enter takes a width."));
                said
            }
            LabPage::Sketches => vec![
                study.sketches.reason(),
                format!(
                    "{} of distinct texts by {measure} at {}, {} by jaccard, which all but modulo estimate. {}Enter takes a \
                     sketch.",
                    counted(study.sketches.listed, "pair"),
                    percent_exact(study.params.threshold),
                    thousands(study.sketches.alike),
                    if has(A_MILLION) {
                        "A million: the memory for a million such documents. "
                    } else {
                        ""
                    },
                ),
            ],
            LabPage::Pairs => vec![format!(
                "Each pair by {measure}, by modulo {}, by 84 minima (jaccard, ± one standard deviation); found: two of six \
                 supershingles agree. Enter opens a pair.",
                modulo_of(&study.params)
            )],
            LabPage::Curve => vec![format!(
                "The share of pairs in which two of six supershingles agree, by their jaccard: · by formula, ● the folder's \
                     own, ○ where they are fewer than {MANY}."
            )],
            LabPage::Thresholds => {
                vec![format!("{} Enter takes a threshold.", study.thresholds.reason())]
            }
            LabPage::Border => vec![format!(
                "The pairs nearest to {}, on both sides: they tell whether the threshold should be higher or lower. Enter opens a \
                 pair.",
                percent_exact(study.border.threshold)
            )],
            LabPage::Variants => vec![format!(
                "The pairs with other stop words, stems or boilerplate, beside those with what is set. Moved: how far the scores of \
                 the pairs with what is set move, in percentage points, in the mean{}.",
                if has(AT_MOST) { "; at most: the farthest" } else { "" }
            )],
        }
    }
}

/// A warning if the current modulo keeps too few shingles.
fn starved(study: &Study) -> Option<String> {
    let modulo = study.params.modulo;
    let short = study.sketches.modulo(modulo)?.short;
    (short > 0).then(|| {
        format!(
            "! Modulo {modulo} leaves fewer than {SAFE_SAMPLE} shingles in {} of {} (n/{SAFE_SAMPLE} is exceeded).",
            thousands(short),
            counted(study.documents as u64, "document")
        )
    })
}
