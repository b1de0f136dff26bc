//! The facts that the templates of a lesson show, by the names in the templates.

use hashbrown::HashSet;
use minijinja::{Value, context, value::Serde};

use super::contents::Lesson;
use super::numbers::format_percent;
use super::sample::SampledScore;
use super::side::{FormReason, LessonSide};
use shingle_core::compare::{Above, Direction, Overlap, Size};
use shingle_core::pipeline::document::{explain::first_words, info::format_language_shares};
use shingle_core::pipeline::{
    Common, Criteria, LanguageChoice, Languages, Parameters, Params, ShingleFate, StopWords,
};
use shingle_core::text::Language;

const WIDTHS: [usize; 5] = [1, 2, 3, 4, 8];

/// Counts everything that the sentences of a lesson need. Shares are in 0..=1.
pub(super) fn facts_of_lesson(lesson: &Lesson) -> Value {
    let (params, truth, minima) = (&lesson.params, lesson.exact_overlap(), &lesson.minima);
    let [a, b] = &lesson.sides;
    let shingles = || lesson.sides.iter().flat_map(|side| &side.shingles);
    let forms = || lesson.sides.iter().flat_map(|side| &side.forms);
    let mut letters: Vec<&str> = forms().flat_map(|form| form.letters.iter().copied()).collect();
    letters.retain(|step| *step != "small letters");
    letters.sort_unstable();
    letters.dedup();
    // Prefers a shared shingle, to show that both texts give it the same number.
    let example = shingles().find(|one| one.in_other).or_else(|| shingles().next());
    let counted: usize =
        lesson.sides.iter().map(|side| side.count_shingles() - side.count_ignored_shingles()).sum();
    let threshold = format_percent(params.threshold);
    context! {
        params => Serde(Parameters::new(params)),
        measure => params.measure.to_string(),
        w => params.width,
        step => params.step.clamp(1, params.width.max(1)),
        reach => params.width.div_ceil(params.step.max(1)),
        inside => params.stop_words == StopWords::Inside,
        counts_words => params.measure.is_per_word(),
        is_directional => params.measure.is_directional(),
        takes_larger => lesson.subject.direction == Direction::Larger,
        estimates => params.is_estimate(),
        verifies => params.is_estimate() && params.is_verified(),
        decides => params.sketch.facts().decides,
        from => match params.above {
            Above::AtLeast => format!("from {threshold} on"),
            Above::Strictly => format!("above {threshold}"),
        },
        a => facts_of_side(lesson, a),
        b => facts_of_side(lesson, b),
        truth => facts_of_overlap(lesson, truth),
        kept => facts_of_overlap(lesson, lesson.overlap()),
        sample => facts_of_sample(lesson),
        score => lesson.score().to_f64(),
        are_copies => lesson.overlap().exact_copy,
        passes => lesson.passes_threshold(),
        means => &lesson.formula.means,
        numbers => &lesson.formula.numbers,
        reads_otherwise => forms().any(|form| form.written.is_some()),
        letters => Serde(letters),
        form => facts_of_changed_word(lesson),
        widths => Serde(facts_of_widths(lesson)),
        example => example.map(|one| context! {
            words => one.text(), hash => one.hash.clone(), is_shared => one.in_other
        }),
        has_stopped => shingles().any(|one| one.fate == ShingleFate::Inside),
        repeated => counted as u32 - truth.a_shingles - truth.b_shingles,
        ignored_by => Serde(facts_of_ignored_shingles(lesson)),
        is_of_folder => lesson.subject.is_of_folder,
        folder => lesson.subject.folder.filter(|folder| folder.documents > 1).map(Serde),
        prefix => facts_of_prefix_filter(lesson),
        minima => context! {
            functions => minima.functions,
            agree => minima.count_agreeing_minima(),
            supershingles => minima.count_agreeing_supershingles(),
            megashingles => minima.count_agreeing_megashingles(),
            is_empty => minima.least.iter().any(Vec::is_empty),
        },
        easy => lesson.easy.as_ref().map(|easy| easy.resemblance.to_f64()),
    }
}

fn facts_of_side(lesson: &Lesson, side: &LessonSide) -> Value {
    let mut languages = side.document.reading.word_ranges().filter_map(|(_, language)| language);
    context! {
        chars => side.document.text.chars().count(),
        kilobytes => side.excerpt.whole / 1000,
        is_cut => side.excerpt.is_shortened(),
        words => side.document.words.len(),
        dropped => side.count_dropped_words(),
        left => side.document.canonical.len(),
        language => match lesson.params.language {
            LanguageChoice::Auto => format_language_shares(&Languages::from_stretches(&side.document.reading)),
            LanguageChoice::Fixed(language) => language.name().to_string(),
        },
        has_stemmer => languages.any(Language::has_stemmer),
        windows => side.shingles.len(),
        shingles => side.count_shingles(),
        ignored => side.count_ignored_shingles(),
        sampled => lesson.sample.count_retained(side),
    }
}

fn facts_of_overlap(lesson: &Lesson, overlap: Overlap) -> Value {
    let (measure, direction) = (lesson.params.measure, lesson.subject.direction);
    let score = |overlap: Overlap, direction| overlap.score(measure, direction).to_f64();
    context! {
        a => overlap.a_shingles,
        b => overlap.b_shingles,
        both => overlap.shared,
        either => overlap.a_shingles + overlap.b_shingles - overlap.shared,
        r => overlap.jaccard().to_f64(),
        score => score(overlap, direction),
        from_a => score(overlap, Direction::First),
        from_b => score(overlap.swap_sides(), Direction::First),
    }
}

fn facts_of_sample(lesson: &Lesson) -> Value {
    let (measure, direction) = (lesson.params.measure, lesson.subject.direction);
    let (modulo, overlap) = (lesson.sample.modulo, lesson.sample.overlap);
    let sampled = SampledScore { measure, direction, modulo, truth: lesson.exact_overlap() };
    let deviation = sampled.expected_deviation();
    let first = Overlap { shared: 1, ..overlap }.score_fraction(measure, direction);
    context! {
        modulo => modulo,
        a => overlap.a_shingles,
        b => overlap.b_shingles,
        score => lesson.sample.formula.result.to_f64(),
        one => first.0,
        of => first.1.max(1),
        deviation => deviation,
        nearer => sampled.probability_of_smaller_error(deviation),
    }
}

/// Finds a word that counts in another form, preferring stems.
fn facts_of_changed_word(lesson: &Lesson) -> Option<Value> {
    let forms = lesson.sides.iter().flat_map(|side| &side.forms);
    let changed = forms.filter_map(|form| {
        let counts_as = form.counts_as.as_ref().filter(|one| **one != form.read)?;
        Some((form.reason != FormReason::Stemmed, &form.read, counts_as))
    });
    let (_, read, counts_as) = changed.min_by_key(|(is_no_stem, ..)| *is_no_stem)?;
    Some(context! { read => read, counts_as => counts_as })
}

/// Returns some widths, each with the resemblance at that width. Empty unless every run of words counts.
fn facts_of_widths(lesson: &Lesson) -> Vec<(usize, f64)> {
    let params = &lesson.params;
    let is_ignored = lesson.sides.iter().any(|side| side.count_ignored_shingles() > 0);
    if params.step > 1 || params.stop_words == StopWords::Inside || is_ignored {
        return Vec::new();
    }
    let words = lesson
        .sides
        .each_ref()
        .map(|side| side.document.canonical.iter().map(|word| &*word.text).collect::<Vec<&str>>());
    let resemblance = |width: usize| {
        let [a, b] =
            words.each_ref().map(|words| words.windows(width).collect::<HashSet<&[&str]>>());
        let both = a.intersection(&b).count();
        let either = a.len() + b.len() - both;
        (!a.is_empty() && !b.is_empty()).then(|| (width, both as f64 / either as f64))
    };
    WIDTHS.into_iter().filter_map(resemblance).collect()
}

/// Returns the reasons for ignored shingles, each with a name, a phrase or a share.
fn facts_of_ignored_shingles(lesson: &Lesson) -> Vec<(&'static str, Value)> {
    let fates = || lesson.sides.iter().flat_map(|side| &side.shingles).map(|one| &one.fate);
    let template = fates().find_map(|fate| match fate {
        ShingleFate::Template { name } => Some(("template", name.to_string().into())),
        _ => None,
    });
    let phrase = fates().find_map(|fate| match fate {
        ShingleFate::Phrase { text } => Some(("phrase", first_words(text).into())),
        _ => None,
    });
    let is_common = fates().any(|fate| matches!(fate, ShingleFate::Common { .. }));
    let common = lesson.params.common.filter(|_| is_common).map(|common| match common {
        Common::Auto => ("common", ().into()),
        Common::Share(share) => ("common", share.to_f64().into()),
    });
    template.into_iter().chain(phrase).chain(common).collect()
}

/// Returns the numbers behind the prefix filter, which looks up only the rarest shingles of the smaller text.
fn facts_of_prefix_filter(lesson: &Lesson) -> Option<Value> {
    // Uses all shingles, because the lesson explains the sample only in the next step.
    let params = &Params { modulo: 1, ..(*lesson.params).clone() };
    let truth = lesson.exact_overlap();
    if params.is_estimate() || truth.a_shingles.min(truth.b_shingles) == 0 {
        return None;
    }
    let bar = Criteria::new(params).bar;
    let sizes = [
        ("A", Size { shingles: truth.a_shingles, words: truth.a_words }),
        ("B", Size { shingles: truth.b_shingles, words: truth.b_words }),
    ];
    let (name, size) = sizes.into_iter().min_by_key(|(_, size)| bar.size_in_units(*size))?;
    let least = bar.least_shared_with_larger(size);
    // The best score with a text that is not smaller.
    let best = |shared: u32| {
        let both = Overlap::new(shared, [size, size], 1, false);
        both.score(params.measure, Direction::First).to_f64()
    };
    Some(context! {
        name => name,
        all => size.shingles,
        words => size.words,
        least => least,
        best_of_less => best(least.saturating_sub(1)),
        best_of_least => best(least),
        best_of_all => best(size.shingles),
    })
}
