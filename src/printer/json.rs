//! Writes JSON and NDJSON. Characters that could control a terminal, or be invisible in it, are escaped. It ranks
//! nothing.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter, Serializer};

use documents::Charset;
use shingle::base::problem::{OtherFile, Problem};
use shingle::base::ratio::Ratio;
use shingle::base::visible::is_hidden;
use shingle::pipeline::document::info::DocInfo;
use shingle::pipeline::document::left_out::LeftOut;
use shingle::pipeline::document::left_out::Surroundings;
use shingle::pipeline::document::pair::{PairView, Passage};
use shingle::pipeline::parameters::between::Between;
use shingle::pipeline::parameters::catalogue::Parameter;
use shingle::pipeline::parameters::decides_nothing::Task;
use shingle::pipeline::parameters::skip_older::JudgedDate;
use shingle::pipeline::parameters::{Params, Preset};
use shingle::pipeline::results::clusters::Clusters;
use shingle::pipeline::texts::pair_rules::PairRules;
use shingle::text::language::Language;

use super::documents::{DocumentJson, DocumentWriter};
use super::groups::ClustersJson;
use super::line::{PairLine, base64_of};
use super::out::Stop;

/// The globs by which the files of a folder were chosen: those that include files, and those that exclude them.
pub(crate) type ChosenBy = [Vec<String>; 2];

/// The parameters by their names on the command line.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Parameters {
    encoding: Option<&'static str>,
    html: &'static str,
    records: String,
    language: String,
    words: &'static str,
    pos_removal: &'static str,
    case: &'static str,
    confusables: &'static str,
    stop_words: String,
    stop_words_add: Option<String>,
    stem: &'static str,
    width: u32,
    step: u32,
    hash: &'static str,
    modulo: u32,
    sketch: &'static str,
    /// The next three are for sketches that estimate.
    functions: Option<u32>,
    family: Option<&'static str>,
    verify: Option<&'static str>,
    common: Option<f64>,
    template: Vec<String>,
    phrases: Vec<String>,
    /// The two sides of the pairs that are listed; `None`: all pairs are.
    between: Option<[String; 2]>,
    #[serde(rename = "skip-same")]
    skip_same: String,
    #[serde(rename = "skip-older")]
    skip_older: String,
    /// Present where a measure is computed.
    measure: Option<&'static str>,
    /// The next two are present where something must reach the threshold.
    threshold: Option<f64>,
    above: Option<&'static str>,
    /// Present for clusters.
    #[serde(skip_serializing_if = "Option::is_none")]
    linkage: Option<&'static str>,
    preset: Option<&'static str>,
    /// Present where a folder is read and there are some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    include: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    exclude: Vec<String>,
}

impl Parameters {
    pub(crate) fn of(params: &Params) -> Self {
        // Every field is named, so a new one is not forgotten.
        let Params {
            encoding,
            html,
            records,
            language,
            words,
            pos_removal,
            case,
            confusables,
            stop_words,
            stop_words_add,
            stem,
            width,
            step,
            hash,
            modulo,
            sketch,
            functions: _,
            family,
            verify,
            common,
            template,
            phrases,
            between,
            skip_same,
            skip_older,
            measure,
            threshold,
            above,
            linkage: _,
            preset,
        } = params;
        let acts = |parameter: Parameter| parameter.acts(params);
        let template = template.iter().filter(|_| acts(Parameter::Template));
        let phrases = phrases.iter().filter(|_| acts(Parameter::Phrases));
        Self {
            encoding: encoding.map(Charset::name),
            html: html.name(),
            records: records.to_string(),
            language: language.to_string(),
            words: words.name(),
            pos_removal: pos_removal.name(),
            case: case.name(),
            confusables: confusables.name(),
            stop_words: stop_words.to_string(),
            stop_words_add: stop_words_add.as_ref().map(|list| list.name.clone()),
            stem: stem.name(),
            width: *width,
            step: *step,
            hash: hash.name(),
            modulo: *modulo,
            sketch: sketch.name(),
            // Some sketches have a fixed number of functions.
            functions: params.sketch().functions().map(|(functions, _)| functions),
            family: acts(Parameter::Family).then(|| family.name()),
            verify: acts(Parameter::Verify).then(|| verify.name()),
            common: common.filter(|_| acts(Parameter::Common)).map(Ratio::to_f64),
            template: template.map(|one| one.name.to_string()).collect(),
            phrases: phrases.map(ToString::to_string).collect(),
            between: between.as_ref().map(Between::sides),
            skip_same: skip_same.to_string(),
            skip_older: skip_older.to_string(),
            measure: acts(Parameter::Measure).then(|| measure.name()),
            threshold: Some(threshold.to_f64()),
            above: Some(above.name()),
            linkage: None,
            preset: preset.map(Preset::name),
            include: Vec::new(),
            exclude: Vec::new(),
        }
    }

    /// With those by which the files of a folder were chosen.
    pub(crate) fn in_folder(self, [include, exclude]: &ChosenBy) -> Self {
        Self { include: include.clone(), exclude: exclude.clone(), ..self }
    }

    /// The parameters without those that a task does not use.
    pub(crate) fn of_task(params: &Params, task: Task) -> Self {
        let used = |parameter: Parameter| parameter.unused(task).is_none();
        let all = Self::of(params);
        Self {
            measure: all.measure.filter(|_| used(Parameter::Measure)),
            threshold: all.threshold.filter(|_| used(Parameter::Threshold)),
            above: all.above.filter(|_| used(Parameter::Above)),
            ..all
        }
    }

    /// The parameters, including those for clusters.
    pub(crate) fn of_clusters(params: &Params) -> Self {
        Self { linkage: Some(params.linkage.name()), ..Self::of(params) }
    }
}

/// A problem.
#[derive(Debug, Serialize)]
pub(crate) struct ProblemJson<'a> {
    path: std::borrow::Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path_b64: Option<String>,
    kind: &'static str,
    reason: &'a str,
    /// What it is, if nobody meant it as a document.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<&'static str>,
}

#[derive(Debug, Serialize)]
pub(crate) struct PassageJson {
    id: String,
    a: [u32; 2],
    b: [u32; 2],
    words: u32,
    moved: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    a_section: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b_section: Option<String>,
}

impl PassageJson {
    pub(crate) fn of(passage: &Passage, [a_section, b_section]: [Option<String>; 2]) -> Self {
        Self {
            id: passage.id(),
            a: [passage.a.start, passage.a.end],
            b: [passage.b.start, passage.b.end],
            words: passage.words,
            moved: passage.moved,
            a_section,
            b_section,
        }
    }
}

/// How many shingles are left out, and why.
#[derive(Debug, Serialize)]
pub(crate) struct Missing {
    common: u32,
    template: u32,
    phrases: u32,
}

impl From<&LeftOut> for Missing {
    fn from(left_out: &LeftOut) -> Self {
        let LeftOut { common, template, phrases, .. } = *left_out;
        Self { common, template, phrases }
    }
}

/// A language of the folder, by which stretches are read whose own words leave it open.
#[derive(Debug, Serialize)]
pub(crate) struct FolderLanguage {
    code: String,
    /// How often its share of the words is halved from that of the most frequent language, rounded down.
    halvings: u32,
}

impl From<(Language, u32)> for FolderLanguage {
    fn from((language, halvings): (Language, u32)) -> Self {
        Self { code: language.code().to_string(), halvings }
    }
}

#[derive(Debug, Serialize)]
struct ListingJson<'a> {
    parameters: Parameters,
    left_out: Missing,
    folder_languages: Vec<FolderLanguage>,
    problems: Vec<ProblemJson<'a>>,
    /// The text of a `query`.
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<DocumentJson<'a>>,
    documents: DocumentWriter<'a>,
    /// The number of all pairs that pass, which may be more than are listed.
    pairs_found: u64,
    /// How many more pairs pass, but for a rule; absent where rules decide nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs_left_out: Option<u64>,
    pairs: Vec<PairLine<'a>>,
    #[serde(flatten)]
    clusters: Option<ClustersJson<'a>>,
}

#[derive(Debug, Serialize)]
struct Clustered<'a> {
    parameters: Parameters,
    left_out: Missing,
    problems: Vec<ProblemJson<'a>>,
    pairs_left_out: u64,
    #[serde(flatten)]
    clusters: ClustersJson<'a>,
}

#[derive(Debug, Serialize)]
struct Single<'a> {
    parameters: Parameters,
    left_out: Missing,
    problems: Vec<ProblemJson<'a>>,
    documents: [DocumentJson<'a>; 2],
    pair: WithPassages<'a>,
}

#[derive(Debug, Serialize)]
struct WithPassages<'a> {
    #[serde(flatten)]
    line: PairLine<'a>,
    passages: Vec<PassageJson>,
}

/// Prints `{parameters, left_out, folder_languages, problems, documents, pairs_found, pairs_left_out, pairs}`. For `query`, the field `query`
/// comes before the documents, and no rule leaves pairs out; the fields of clusters follow where there are some.
pub(crate) fn listing(
    out: &mut impl Write,
    (params, chosen, surroundings): (&Params, &ChosenBy, &Surroundings),
    problems: &[Problem],
    (query, docs, rules): (Option<&DocInfo>, &[DocInfo], Option<&PairRules>),
    (pairs, pairs_found, pairs_left_out): (Vec<PairLine<'_>>, u64, Option<u64>),
    clusters: Option<&Clusters>,
) -> Result<(), Stop> {
    let parameters = if clusters.is_some() { Parameters::of_clusters } else { Parameters::of };
    let listing = ListingJson {
        parameters: parameters(params).in_folder(chosen),
        left_out: (&*surroundings.left_out).into(),
        folder_languages: surroundings.languages.halvings().map(FolderLanguage::from).collect(),
        problems: problems.iter().map(trouble).collect(),
        query: query.map(DocumentJson::of),
        documents: DocumentWriter { docs, rules },
        pairs_found,
        pairs_left_out,
        pairs,
        clusters: clusters.map(|clusters| ClustersJson::of(clusters, usize::MAX)),
    };
    pretty(out, &listing)
}

/// Prints `{parameters, left_out, problems, pairs_left_out, documents_found, clusters_found, documents_in_clusters,
/// clusters, warnings}`, with the first `top` clusters.
pub(crate) fn clusters(
    out: &mut impl Write,
    clusters: &Clusters,
    (chosen, left_out, pairs_left_out): (&ChosenBy, &LeftOut, u64),
    problems: &[Problem],
    top: usize,
) -> Result<(), Stop> {
    let clustered = Clustered {
        parameters: Parameters::of_clusters(&clusters.params).in_folder(chosen),
        left_out: left_out.into(),
        problems: problems.iter().map(trouble).collect(),
        pairs_left_out,
        clusters: ClustersJson::of(clusters, top),
    };
    pretty(out, &clustered)
}

/// Prints `{parameters, left_out, problems, documents, pair}` with the pair's passages.
pub(crate) fn single(
    out: &mut impl Write,
    view: &PairView,
    problems: &[Problem],
) -> Result<(), Stop> {
    let single = Single {
        parameters: Parameters::of(&view.params),
        left_out: (&*view.surroundings.left_out).into(),
        problems: problems.iter().map(trouble).collect(),
        documents: [&view.a.doc, &view.b.doc].map(DocumentJson::of),
        pair: with_passages(view),
    };
    pretty(out, &single)
}

/// Prints a pair on one line.
pub(crate) fn line(out: &mut impl Write, line: &PairLine<'_>) -> Result<(), Stop> {
    compact(out, line)
}

/// Prints a document on one line.
pub(crate) fn document(out: &mut impl Write, doc: &DocInfo) -> Result<(), Stop> {
    compact(out, &DocumentJson::of(doc))
}

/// Prints a document on one line, with the date by which rules judge it.
pub(crate) fn judged_document(
    out: &mut impl Write,
    doc: &DocInfo,
    date: Option<JudgedDate>,
) -> Result<(), Stop> {
    compact(out, &DocumentJson::of(doc).judged(date))
}

/// Prints a pair with its passages on one line.
pub(crate) fn single_line(out: &mut impl Write, view: &PairView) -> Result<(), Stop> {
    compact(out, &with_passages(view))
}

fn with_passages(view: &PairView) -> WithPassages<'_> {
    let (a, b) = view.names();
    let passages = view.passages.iter().map(|passage| {
        let sections = [view.a.section_at(passage.a.start), view.b.section_at(passage.b.start)];
        PassageJson::of(passage, sections)
    });
    let line = PairLine::new(a, b, view.overlap, view.score, &view.params);
    WithPassages { line, passages: passages.collect() }
}

/// A problem as JSON lists it.
pub(crate) fn trouble(problem: &Problem) -> ProblemJson<'_> {
    ProblemJson {
        path: problem.path.name(),
        path_b64: base64_of(&problem.path),
        kind: problem.kind.name(),
        reason: &problem.reason,
        other: OtherFile::of(problem.kind, &problem.reason).map(OtherFile::name),
    }
}

/// Prints a value as indented JSON.
pub(crate) fn pretty(out: &mut impl Write, value: &impl Serialize) -> Result<(), Stop> {
    write(out, value, PrettyFormatter::new())
}

/// Prints a value on one line.
pub(crate) fn compact(out: &mut impl Write, value: &impl Serialize) -> Result<(), Stop> {
    write(out, value, CompactFormatter)
}

fn write(
    out: &mut impl Write,
    value: &impl Serialize,
    formatter: impl Formatter,
) -> Result<(), Stop> {
    value
        .serialize(&mut Serializer::with_formatter(&mut *out, Escaping(formatter)))
        .map_err(|error| Stop::from(io::Error::from(error)))?;
    Ok(out.write_all(b"\n")?)
}

/// A formatter that escapes hidden characters as `\uXXXX`: the same JSON to a program, and harmless to a terminal.
struct Escaping<F>(F);

macro_rules! pass_on {
    ($($name:ident($($arg:ident: $type:ty),*)),+ $(,)?) => {
        $(fn $name<W: ?Sized + Write>(&mut self, writer: &mut W $(, $arg: $type)*) -> io::Result<()> {
            self.0.$name(writer $(, $arg)*)
        })+
    };
}

impl<F: Formatter> Formatter for Escaping<F> {
    pass_on!(
        begin_array(),
        end_array(),
        begin_array_value(first: bool),
        end_array_value(),
        begin_object(),
        end_object(),
        begin_object_key(first: bool),
        end_object_key(),
        begin_object_value(),
        end_object_value(),
    );

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        // Nearly all fragments are plain. Checking bytes is many times faster than checking characters.
        if fragment.bytes().all(|byte| (0x20..0x7f).contains(&byte)) {
            return writer.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        while let Some((start, hidden)) =
            rest.char_indices().find(|(_, character)| is_hidden(*character))
        {
            let (plain, tail) = rest.split_at(start);
            writer.write_all(plain.as_bytes())?;
            for unit in hidden.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = tail.get(hidden.len_utf8()..).unwrap_or("");
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::write;
    use serde_json::ser::CompactFormatter;

    fn written(text: &str) -> String {
        let mut out = Vec::new();
        assert!(write(&mut out, &text, CompactFormatter).is_ok());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_could_act_on_a_terminal_is_escaped_and_reads_back_the_same() {
        for text in [
            "plain",
            "\u{1b}]0;x\u{7}",
            "a\u{202e}b",
            "\u{9b}31m",
            "\u{e0041}",
            "tab\tquote\"",
            "Привет",
        ] {
            let json = written(text);
            assert!(!json.trim_end().chars().any(shingle::base::visible::is_hidden), "{json}");
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
    }
}
