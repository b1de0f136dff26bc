//! Arguments that commands share: the task, parameters, limits, and the folder.

use std::path::Path;

use shingle::pipeline::Task;

use super::args::{
    Cli, ClustersArgs, CommandArgs, CompareArgs, LabArgs, PassagesArgs, QueryArgs, ReportArgs,
    ScanArgs, SketchingArgs, SourcesArgs, TeachArgs,
};
use super::dedup::DedupArgs;
use super::options::{DocumentArgs, FolderArgs, LimitArgs, OutputFormat, ReadingArgs};
use super::params::ParamArgs;

pub(crate) struct CommonArgs<'a> {
    pub(crate) task: Task,
    pub(crate) params: &'a ParamArgs,
    pub(crate) limits: &'a LimitArgs,
    /// The folder, if any.
    pub(crate) folder: Option<&'a Path>,
    /// True if sketch files replace the folder.
    pub(crate) has_sketch_files: bool,
    /// True to show progress.
    pub(crate) shows_progress: bool,
}

impl<'a> CommonArgs<'a> {
    fn for_folder(task: Task, folder: &'a FolderArgs) -> Self {
        let FolderArgs { dir, reading } = folder;
        Self::reading(task, Some(dir.as_path()), reading)
    }

    fn for_documents(task: Task, documents: &'a DocumentArgs) -> Self {
        let DocumentArgs { input, files, reading } = documents;
        let has_sketch_files = !files.is_empty();
        Self { has_sketch_files, ..Self::reading(task, input.only(), reading) }
    }

    const fn reading(task: Task, folder: Option<&'a Path>, reading: &'a ReadingArgs) -> Self {
        let ReadingArgs { params, limits, quiet, .. } = reading;
        let shows_progress = !*quiet;
        Self { task, params, limits, folder, has_sketch_files: false, shows_progress }
    }
}

impl Cli {
    pub(crate) fn common(&self) -> CommonArgs<'_> {
        let screen = CommonArgs {
            task: Task::Screen,
            params: &self.params,
            limits: &self.limits,
            folder: None,
            has_sketch_files: false,
            shows_progress: false,
        };
        let Some(command) = &self.command else {
            // Two files have no folder.
            let folder = self.folder.as_deref().filter(|_| self.more.is_empty());
            return CommonArgs { folder, ..screen };
        };
        match command {
            CommandArgs::Scan(args) => CommonArgs::for_documents(Task::Scan, &args.documents),
            CommandArgs::Clusters(args) => {
                CommonArgs::for_documents(Task::Clusters, &args.documents)
            }
            CommandArgs::Query(args) => CommonArgs::for_documents(Task::Query, &args.documents),
            CommandArgs::Report(args) => CommonArgs::for_folder(Task::Report, &args.folder),
            CommandArgs::Sources(args) => CommonArgs::for_folder(Task::Sources, &args.folder),
            CommandArgs::Passages(args) => CommonArgs::for_folder(Task::Passages, &args.folder),
            CommandArgs::Sketch(args) => {
                CommonArgs::reading(Task::Sketch, args.input.only(), &args.reading)
            }
            CommandArgs::Dedup(args) => {
                CommonArgs::reading(Task::Dedup, args.input.only(), &args.reading)
            }
            CommandArgs::Lab(args) => CommonArgs::for_folder(args.task(), &args.folder),
            CommandArgs::Compare(args) => {
                let CompareArgs { params, limits, .. } = args;
                CommonArgs { task: args.task(), params, limits, ..screen }
            }
            CommandArgs::Teach(TeachArgs { params, limits, .. }) => {
                CommonArgs { task: Task::Teach, params, limits, ..screen }
            }
            CommandArgs::Cache(_) | CommandArgs::Config(_) | CommandArgs::Doctor => screen,
        }
    }

    pub(crate) const fn params_mut(&mut self) -> &mut ParamArgs {
        let Some(command) = &mut self.command else { return &mut self.params };
        match command {
            CommandArgs::Cache(_) | CommandArgs::Config(_) | CommandArgs::Doctor => {
                &mut self.params
            }
            CommandArgs::Scan(ScanArgs { documents, .. })
            | CommandArgs::Clusters(ClustersArgs { documents, .. })
            | CommandArgs::Query(QueryArgs { documents, .. }) => &mut documents.reading.params,
            CommandArgs::Report(ReportArgs { folder, .. })
            | CommandArgs::Sources(SourcesArgs { folder, .. })
            | CommandArgs::Passages(PassagesArgs { folder, .. })
            | CommandArgs::Lab(LabArgs { folder, .. }) => &mut folder.reading.params,
            CommandArgs::Sketch(SketchingArgs { reading, .. })
            | CommandArgs::Dedup(DedupArgs { reading, .. }) => &mut reading.params,
            CommandArgs::Compare(CompareArgs { params, .. })
            | CommandArgs::Teach(TeachArgs { params, .. }) => params,
        }
    }
}

impl CompareArgs {
    /// A table, JSON and the exit code of `--check` depend on the threshold. The other formats contain only the score.
    pub(crate) const fn task(&self) -> Task {
        match self.format {
            _ if self.explain => Task::CompareExplained,
            OutputFormat::Ndjson | OutputFormat::Csv if !self.check => Task::CompareScore,
            _ => Task::Compare,
        }
    }
}

impl LabArgs {
    pub(crate) const fn task(&self) -> Task {
        if self.labels.is_some() { Task::LabWithLabels } else { Task::Lab }
    }
}
