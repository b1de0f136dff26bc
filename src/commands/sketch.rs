use std::io::{IsTerminal as _, Write as _};

use shingle::pipeline::Task;
use shingle::pipeline::sketch_files::{shape::Collection, write::write_sketch_file};
use shingle::{
    base::numbers::format_count, base::path::DocPath, engine::batch::sketch_whole_folder,
};

use crate::cli::args::{SketchingArgs, TargetArgs};
use crate::commands::input::{ReadFrom, is_standard_input};
use crate::commands::{Run, exit_code, list_problems, load_documents};
use crate::printer::out::{Out, Stop};

pub(crate) fn run(args: &SketchingArgs, run: &Run) -> Result<u8, Stop> {
    let SketchingArgs { input, reading, target: TargetArgs { file, force }, .. } = args;
    let params = run.params(Task::Sketch)?;
    let name = DocPath::new(file);
    let to_standard_output = is_standard_input(file);
    if to_standard_output && std::io::stdout().is_terminal() {
        return Err(
            format!("{name}: sketches are binary; redirect standard output to a file").into()
        );
    }
    let from = (&*input.inputs, input.id.as_deref());
    let documents = ReadFrom::new(from, &reading.walk, &params.records, &run.reader)?;
    let place = (!to_standard_output).then(|| documents.output_target(file, *force));
    let place = place.transpose()?;
    let folder = &documents.folder;
    let loaded = load_documents(sketch_whole_folder, folder, &params, reading.allow_empty)?;
    let problems = loaded.problems();
    let collection = Collection::new(input.id.as_deref());
    let mut out = Out::new();
    if let Some(place) = place {
        let written = place.write_file_atomically(|mut file| {
            write_sketch_file(&loaded.corpus, &problems, collection, &mut file)
        });
        let written = written?;
        let each = written.bytes.checked_div(written.documents).unwrap_or(0);
        let documents = format_count(written.documents, "document");
        let texts = format_count(written.texts, "distinct text");
        let keys = format_count(written.keys + written.shingle_keys, "key");
        let (sketch, bytes) = (params.sketch, format_count(written.bytes, "byte"));
        let sizes = format!("{keys} in {bytes}, {each} a document");
        writeln!(out, "{name}: {documents} with {texts}, {sketch}: {sizes}")?;
    } else {
        write_sketch_file(&loaded.corpus, &problems, collection, &mut out)?;
    }
    out.flush()?;
    list_problems(&problems);
    exit_code(false, args.strict, &problems)
}
