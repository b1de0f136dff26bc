//! The log: what the program and its own packages do, a line each in a file that the user names. No line holds text of a document,
//! so what libraries say is left out.

use std::{io::Write, path::Path, sync::Mutex, time::SystemTime};

use log::{LevelFilter, Log, Metadata, Record};

use shingle::base::storage::log::to_append;
use shingle::base::{lock::locked, path::DocPath, visible::visible};
use shingle::decisions::decision::written;

use crate::cli::args::Cli;

/// The packages whose lines are taken.
const OWN: [&str; 2] = ["shingle", "documents"];

struct LogFile(Mutex<Box<dyn Write + Send>>);

impl Log for LogFile {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        about.target().split("::").next().is_some_and(|package| OWN.contains(&package))
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let (time, said) = (written(SystemTime::now()), record.args().to_string());
            let line = format!("{time} {} {}\n", record.level(), visible(&said));
            // In one piece, because others may append to it.
            let _ = locked(&self.0).write_all(line.as_bytes());
        }
    }

    fn flush(&self) {}
}

/// Opens the log, if one is wanted.
///
/// # Errors
/// One line that says why it cannot be written.
pub(crate) fn begin(cli: &Cli) -> Result<(), String> {
    let Some(place) = cli.log_place().path() else { return Ok(()) };
    let read = cli.common().folder.unwrap_or(Path::new(""));
    let file = to_append(&place, read)
        .map_err(|reason| format!("--log: {}: {reason}", DocPath::new(&place)))?;
    log::set_boxed_logger(Box::new(LogFile(Mutex::new(Box::new(file)))))
        .map_err(|error| error.to_string())?;
    log::set_max_level(LevelFilter::Info);
    log::info!("shingle {} begins", env!("CARGO_PKG_VERSION"));
    Ok(())
}
