//! What the command line asks for: the task, and which parameters are set. It does not judge them.

use shingle::compare::clusters::Linkage;
use shingle::pipeline::parameters::catalogue::Parameter;
use shingle::pipeline::parameters::decides_nothing::Task;
use shingle::pipeline::parameters::skip_older::SkipOlder;
use shingle::pipeline::parameters::skip_same::SkipSame;

use super::args::documents::DocumentArgs;
use super::args::output::OutputFormat;
use super::args::params::{ParamArgs, SketchArgs};
use super::args::{Cli, CommandArgs, CompareArgs, LabArgs, ScanArgs};

impl Cli {
    /// The task of the command.
    pub(crate) const fn task(&self) -> Task {
        match &self.command {
            None | Some(CommandArgs::View(_) | CommandArgs::Cache(_) | CommandArgs::Config(_)) => {
                Task::Screen
            }
            Some(CommandArgs::Scan(asked)) => asked.task(),
            Some(CommandArgs::Clusters(_)) => Task::Clusters,
            Some(CommandArgs::Report(_)) => Task::Report,
            Some(CommandArgs::Compare(asked)) => asked.task(),
            Some(CommandArgs::Teach(_)) => Task::Teach,
            Some(CommandArgs::Query(_)) => Task::Query,
            Some(CommandArgs::Sources(_)) => Task::Sources,
            Some(CommandArgs::Passages(_)) => Task::Passages,
            Some(CommandArgs::Sketch(_)) => Task::Sketch,
            Some(CommandArgs::Lab(asked)) => asked.task(),
        }
    }

    /// The parameters of the command.
    pub(crate) const fn params(&self) -> &ParamArgs {
        match &self.command {
            None | Some(CommandArgs::View(_) | CommandArgs::Cache(_) | CommandArgs::Config(_)) => {
                &self.params
            }
            Some(CommandArgs::Scan(asked)) => &asked.documents.params,
            Some(CommandArgs::Clusters(asked)) => &asked.documents.params,
            Some(CommandArgs::Report(asked)) => &asked.folder.params,
            Some(CommandArgs::Compare(asked)) => &asked.params,
            Some(CommandArgs::Teach(asked)) => &asked.params,
            Some(CommandArgs::Query(asked)) => &asked.documents.params,
            Some(CommandArgs::Sources(asked)) => &asked.folder.params,
            Some(CommandArgs::Passages(asked)) => &asked.folder.params,
            Some(CommandArgs::Sketch(asked)) => &asked.folder.params,
            Some(CommandArgs::Lab(asked)) => &asked.folder.params,
        }
    }

    /// The linkage of clusters, an option that is not among the parameters.
    pub(crate) const fn linkage(&self) -> Option<Linkage> {
        match &self.command {
            None | Some(CommandArgs::View(_) | CommandArgs::Cache(_) | CommandArgs::Config(_)) => {
                self.clusters.linkage
            }
            Some(CommandArgs::Scan(asked)) => asked.linkage,
            Some(CommandArgs::Clusters(asked)) => asked.clusters.linkage,
            Some(CommandArgs::Report(asked)) => asked.clusters.linkage,
            Some(
                CommandArgs::Compare(_)
                | CommandArgs::Teach(_)
                | CommandArgs::Query(_)
                | CommandArgs::Sources(_)
                | CommandArgs::Passages(_)
                | CommandArgs::Sketch(_)
                | CommandArgs::Lab(_),
            ) => None,
        }
    }

    /// Whether sketch files are compared instead of a folder.
    pub(crate) fn has_sketch_files(&self) -> bool {
        let documents: Option<&DocumentArgs> = match &self.command {
            Some(CommandArgs::Scan(asked)) => Some(&asked.documents),
            Some(CommandArgs::Clusters(asked)) => Some(&asked.documents),
            Some(CommandArgs::Query(asked)) => Some(&asked.documents),
            None
            | Some(
                CommandArgs::Compare(_)
                | CommandArgs::Teach(_)
                | CommandArgs::Sources(_)
                | CommandArgs::Passages(_)
                | CommandArgs::Report(_)
                | CommandArgs::Sketch(_)
                | CommandArgs::Lab(_)
                | CommandArgs::View(_)
                | CommandArgs::Cache(_)
                | CommandArgs::Config(_),
            ) => None,
        };
        documents.is_some_and(|documents| !documents.files.is_empty())
    }

    /// Whether an option sets this parameter.
    pub(crate) fn asks(&self, parameter: Parameter) -> bool {
        match parameter {
            Parameter::Linkage => self.linkage().is_some(),
            other => self.params().asks(other),
        }
    }
}

impl ScanArgs {
    /// The task, with or without clusters.
    pub(crate) const fn task(&self) -> Task {
        if self.clusters { Task::ScanWithClusters } else { Task::Scan }
    }
}

impl CompareArgs {
    /// The task. A table, JSON and the exit code of `--check` depend on the threshold; the other formats give the score
    /// alone.
    pub(crate) const fn task(&self) -> Task {
        match self.format {
            _ if self.explain => Task::CompareExplained,
            OutputFormat::Ndjson | OutputFormat::Csv if !self.check => Task::CompareScore,
            _ => Task::Compare,
        }
    }
}

impl LabArgs {
    /// The task, with or without labelled pairs.
    pub(crate) const fn task(&self) -> Task {
        if self.labels.is_some() { Task::LabWithLabels } else { Task::Lab }
    }
}

impl ParamArgs {
    /// Whether an option sets this parameter. `--template off`, `--common off`, `--between . .`, `--skip-same off` and
    /// `--skip-older off` do not count, because nothing is left out by default.
    pub(crate) fn asks(&self, parameter: Parameter) -> bool {
        // Every field is named, so a new option is not forgotten.
        let Self {
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
            hash,
            modulo,
            common,
            template,
            phrases,
            between,
            skip_same,
            skip_older,
            measure,
            threshold,
            above,
            preset,
            sketch: SketchArgs { step, sketch, functions, family, verify },
            typed: _,
            places: _,
            of_set: _,
            own_phrases: _,
        } = self;
        match parameter {
            Parameter::Encoding => encoding.is_some(),
            Parameter::Html => html.is_some(),
            Parameter::Records => records.is_some(),
            Parameter::Language => language.is_some(),
            Parameter::Words => words.is_some(),
            Parameter::PosRemoval => pos_removal.is_some(),
            Parameter::Case => case.is_some(),
            Parameter::Confusables => confusables.is_some(),
            Parameter::StopWords => stop_words.is_some(),
            Parameter::StopWordsAdd => stop_words_add.is_some(),
            Parameter::Stem => stem.is_some(),
            Parameter::Width => width.is_some(),
            Parameter::Step => step.is_some(),
            Parameter::Hash => hash.is_some(),
            Parameter::Modulo => modulo.is_some(),
            Parameter::Sketch => sketch.is_some(),
            Parameter::Functions => functions.is_some(),
            Parameter::Family => family.is_some(),
            Parameter::Verify => verify.is_some(),
            Parameter::Common => common.is_some_and(|common| common.0.is_some()),
            Parameter::Template => !template.is_empty() && !self.names_no_template(),
            Parameter::Phrases => phrases.is_some() && !self.names_no_phrases(),
            Parameter::Between => between.iter().any(|side| !side.is_all()),
            Parameter::SkipSame => skip_same.as_ref().is_some_and(|same| *same != SkipSame::Off),
            Parameter::SkipOlder => skip_older.is_some_and(|older| older != SkipOlder::OFF),
            Parameter::Measure => measure.is_some(),
            Parameter::Threshold => threshold.is_some(),
            Parameter::Above => above.is_some(),
            Parameter::Preset => preset.is_some(),
            // An option of its own in the commands that make clusters.
            Parameter::Linkage => false,
        }
    }

    /// Whether this is `--phrases off`.
    pub(crate) fn names_no_phrases(&self) -> bool {
        self.phrases.as_ref().is_some_and(|file| file.as_os_str() == "off")
    }

    /// Whether this is `--template off`.
    pub(crate) fn names_no_template(&self) -> bool {
        matches!(&self.template[..], [one] if one.as_os_str() == "off")
    }
}
