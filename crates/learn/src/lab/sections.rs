use super::grid::{Grid, GridCell};
use super::sketches::{EstimatedPair, SketchTrial, fraction_of, modulo_to_try};
use super::tables::{Row, Share, Subject, Table, TableMaker};
use super::widths::{SAFE_SAMPLE, Width};
use super::{chance::SHUFFLES, study::Study, thresholds::Threshold};
use base::numbers::{choose_verb, format_count, format_with_commas};
use base::visible::make_visible;
use shingle_core::compare::{Direction, Measure};
use shingle_core::pipeline::Params;
use shingle_core::shingle::minhash::{FUNCTIONS, MEGASHINGLES, SUPERSHINGLES};

const BEST: usize = 12;
const WITHOUT_COPIES: &str =
    "Pairs: of documents with different texts; every width lists exact copies.";

impl Study {
    pub fn title(&self) -> String {
        let texts = format_count(self.texts as u64, "distinct text");
        format!("{}, {texts}", format_count(self.documents as u64, "document"))
    }

    pub fn tables(&self) -> Vec<Table> {
        vec![
            self.widths_table(),
            self.tried_sketches_table(),
            self.pairs_table(),
            self.thresholds_table(),
        ]
    }

    fn widths_table(&self) -> Table {
        let (params, widths) = (&self.params, &self.widths);
        let (measure, threshold) = (params.measure, params.threshold.format_precise_percent());
        let chance = format!(
            "By chance: pairs with the words of every text shuffled, {SHUFFLES} times, mean and range."
        );
        let mut table = TableMaker::<&Width>::new()
            .add_column(("width", 5), |row| row.width)
            .add_column(("pairs", 10), |row| row.survey.passing)
            .set_note_of_last_column(WITHOUT_COPIES)
            .add_column(("by chance", 18), |row| row.pairs_by_chance())
            .hide_last_column_on_narrow_screens()
            .set_note_of_last_column(chance)
            .add_column(("chance", 6), |row| row.share_by_chance().map(Share))
            .set_note_of_last_column("Chance: the share of pairs that shuffled words explain.")
            .add_column(("gap", 7), |row| row.gap)
            .add_column(("shingles", 8), |row| row.lengths.short)
            .set_note_of_last_column("Shingles: 90% of documents have at least this many.")
            .add_column(("median", 7), |row| row.lengths.median)
            .hide_last_column_on_narrow_screens()
            .set_note_of_last_column("Median: half of the documents have this many.")
            .add_column(("modulo", 6), |row| row.lengths.suggested_modulo())
            .set_note_of_last_column(format!(
                "Modulo: the largest that leaves 90% of documents {SAFE_SAMPLE} shingles."
            ))
            .build_table(
                format!("Which width? Pairs by {measure} at {threshold}"),
                &widths.rows,
                |row, usual| Row {
                    subject: Subject::Width(row.width),
                    is_set: row.width == params.width,
                    is_recommended: Some(row.width) == widths.recommended,
                    ..usual
                },
            );
        table.advice.push(widths.reason.clone());
        table.advice.extend(self.modulo_warning());
        if widths.rows.iter().any(|row| row.survey.one_in > 1 || row.chance.one_in > 1) {
            table.advice.push("≈ marks an estimate from some of the texts.".into());
        }
        table
    }

    fn modulo_warning(&self) -> Option<String> {
        let modulo = self.params.modulo;
        let short = self.sketches.trial_of_modulo(modulo)?.short;
        let safe = self.widths.trial_of_width(self.params.width)?.lengths.suggested_modulo();
        (short > 0).then(|| {
            format!(
                "! Modulo {modulo} leaves fewer than {SAFE_SAMPLE} shingles in {} of {} (n/{SAFE_SAMPLE} is exceeded): take \
                 {safe}.",
                format_with_commas(short),
                format_count(self.documents as u64, "document")
            )
        })
    }

    fn tried_sketches_table(&self) -> Table {
        let (params, sketches) = (&self.params, &self.sketches);
        let (measure, threshold) = (params.measure, params.threshold.format_precise_percent());
        let maker = TableMaker::<&SketchTrial>::new()
            .add_column(("sketch", 12), |row| row.kind.name())
            .add_column(("found", 7), |row| row.found)
            .add_column(("recall", 6), |row| row.recall().as_fraction().map(Share))
            .add_column(("precision", 9), |row| row.precision().as_fraction().map(Share))
            .set_note_of_last_column(
                "Recall, precision: against the pairs by the measure that the sketch estimates.",
            )
            .add_column((measure.name(), 11), move |row| {
                fraction_of(row.listed, sketches.listed).map(Share)
            })
            .hide_last_column_on_narrow_screens()
            .add_column(("error", 6), |row| row.errors.map(|(mean, _)| Share(mean)))
            .add_column(("at most", 7), |row| row.errors.map(|(_, most)| Share(most)))
            .hide_last_column_on_narrow_screens()
            .add_column(("bytes/doc", 9), |row| row.bytes)
            .add_column(("a million", 9), |row| row.format_space_for_million())
            .hide_last_column_on_narrow_screens()
            .set_note_of_last_column("A million: the memory for a million such documents.")
            .add_column(("short", 6), |row| (row.kind.modulo() > Some(1)).then_some(row.short))
            .hide_last_column_on_narrow_screens()
            .set_note_of_last_column(format!(
                "Short: documents in whose sample fewer than {SAFE_SAMPLE} shingles are expected."
            ));
        let width = params.width;
        let title = format!(
            "Which sketch? Pairs of distinct texts by {measure} at {threshold}, width {width}"
        );
        let mut table = maker.build_table(title, &sketches.tried, |row, usual| Row {
            subject: Subject::Sketch(row.kind),
            is_set: row.kind.apply_to(params) == **params,
            ..usual
        });
        let part = match sketches.one_in {
            1 => String::new(),
            one_in => format!("; estimated from 1 text in {one_in}"),
        };
        let alike = format_with_commas(sketches.alike);
        let alike = match measure {
            Measure::Jaccard => String::new(),
            _ => format!(", {alike} by jaccard, which all but modulo estimate"),
        };
        table.advice = vec![
            sketches.explain_recommended_sketch(),
            format!(
                "{} of distinct texts by {measure} at {threshold}{alike}{part}.",
                format_count(sketches.listed, "pair")
            ),
        ];
        table
    }

    fn pairs_table(&self) -> Table {
        let measure = self.params.measure;
        let mut table = TableMaker::<&EstimatedPair>::new()
            .add_column(("score", 6), |row| row.exact.score(measure, Direction::Larger))
            .add_column(("jaccard", 7), |row| row.exact.jaccard())
            .hide_last_column_on_narrow_screens()
            .add_column(("modulo", 6), |row| row.modulo)
            .add_column((&*format!("{FUNCTIONS} minima"), 9), |row| {
                let (estimate, error) = row.minhash_range();
                format!("{:.0}% ±{:.1}", estimate * 100.0, error * 100.0)
            })
            .add_column(("super", 5), |row| format!("{}/{SUPERSHINGLES}", row.supershingles))
            .add_column(("mega", 5), |row| format!("{}/{MEGASHINGLES}", row.megashingles))
            .hide_last_column_on_narrow_screens()
            .add_column(("found", 5), |row| row.is_found_by_filter())
            .build_table("Which pairs? The best ones", &self.sketches.pairs, |row, usual| Row {
                subject: Subject::Pair(row.a.clone(), row.b.clone(), row.exact),
                ..usual
            });
        table.last = &["documents"];
        table.advice.push(format!(
            "Each pair by {measure}, by modulo {}, by {FUNCTIONS} minima (jaccard, ± one standard deviation); found: two of six \
             supershingles agree.",
            modulo_to_try(&self.params)
        ));
        table
    }

    fn thresholds_table(&self) -> Table {
        let (params, found) = (&self.params, &self.thresholds);
        let title =
            format!("Which threshold? Pairs by {} at width {}", params.measure, found.width);
        let rows = found.rows.iter().enumerate();
        let mut table = TableMaker::<(usize, &Threshold)>::new()
            .add_column(("threshold", 9), |(_, row)| row.as_ratio())
            .add_column(("pairs", 10), |(_, row)| row.pairs)
            .set_note_of_last_column(WITHOUT_COPIES)
            .add_column(("lost", 10), |(_, row)| row.lost)
            .add_column(("by chance", 14), |(_, row)| row.chance)
            .build_table(title, rows, |(at, row), usual| Row {
                subject: Subject::Threshold(row.as_ratio()),
                is_set: row.as_ratio() == params.threshold,
                bar: Some(found.bar_length(*at)),
                ..usual
            });
        table.last = &["scores up to the next (logarithmic)", "scores (log)", "scores"];
        table.advice.push(found.explain_recommendation());
        table
    }
}

impl Grid {
    pub fn title(&self) -> String {
        let Self { ones, zeros, .. } = *self;
        let all = format_count((ones + zeros) as u64, "labelled pair");
        let are = |number: usize| choose_verb(number as u64, "is", "are");
        format!("{all}: {ones} {} 1, {zeros} {} 0", are(ones), are(zeros))
    }

    /// Returns the results on labelled pairs: the area under the curve by width and measure, then all settings from the
    /// best.
    pub fn tables(&self, params: &Params) -> Vec<Table> {
        let same = |one: &GridCell, other: &GridCell| {
            one.stop_words == other.stop_words && one.stem == other.stem
        };
        let mut tables: Vec<Table> =
            self.cells.chunk_by(same).map(areas_under_curve_table).collect();
        let (set, plainest) = (self.cell_of_params(params), self.plainest_cell_within_noise());
        let ranked = self.best_cells().into_iter().enumerate();
        let mut best = TableMaker::<(usize, &GridCell)>::new()
            .add_column(("rank", 4), |(rank, _)| *rank as u64 + 1)
            .add_column(("width", 5), |(_, cell)| cell.width)
            .add_column(("stop-words", 10), |(_, cell)| cell.stop_words.to_string())
            .add_column(("stem", 4), |(_, cell)| cell.stem.name())
            .add_column(("measure", 11), |(_, cell)| cell.measure.name())
            .add_column(("AUC", 6), |(_, cell)| four_decimals(cell.quality.auc))
            .set_note_of_last_column(
                "AUC: how often a pair labelled 1 scores more than one labelled 0, an equal score counted half. Containment \
                 and per-word are measured from the first path's side.",
            )
            .add_column(("±", 6), |(_, cell)| four_decimals(cell.quality.auc_error))
            .set_note_of_last_column("±: its standard error.")
            .add_column(("AP", 6), |(_, cell)| four_decimals(cell.quality.ap))
            .set_note_of_last_column("AP: average precision.")
            .add_column(("F1", 6), |(_, cell)| four_decimals(cell.quality.f1))
            .add_column(("threshold", 9), |(_, cell)| cell.quality.threshold)
            .set_note_of_last_column("F1: the best over all thresholds, and the threshold that has it.")
            .add_column(("recall (95 %)", 16), |(_, cell)| cell.quality.recall)
            .add_column(("precision (95 %)", 16), |(_, cell)| cell.quality.precision)
            .set_note_of_last_column(
                "Recall, precision: at this threshold, with Wilson's interval of 95 %, as if the threshold had been chosen \
                 before.",
            )
            .build_table("The best settings", ranked, |(_, cell), usual| Row {
                is_set: set == Some(*cell),
                is_recommended: plainest == Some(*cell),
                ..usual
            });
        best.most = BEST;
        best.advice.extend(self.explain_best_cell());
        tables.push(best);
        tables
    }
}

fn areas_under_curve_table(cells: &[GridCell]) -> Table {
    let mut maker = TableMaker::<&[GridCell]>::new()
        .add_column(("width", 5), |row| row.first().map(|cell| cell.width));
    for (name, measure) in Measure::ALL {
        maker = maker.add_column((name, 11), |row| {
            let found = row.iter().find(|cell| cell.measure == *measure);
            found.map(|cell| four_decimals(cell.quality.auc))
        });
    }
    let title = cells.first().map_or_else(String::new, |cell| {
        let stop_words = cell.stop_words.to_string();
        format!("AUC with stop-words {}, stem {}", make_visible(&stop_words), cell.stem)
    });
    let rows = cells.chunk_by(|one, other| one.width == other.width);
    maker.build_table(title, rows, |_, usual| usual)
}

fn four_decimals(number: f64) -> String {
    format!("{number:.4}")
}
