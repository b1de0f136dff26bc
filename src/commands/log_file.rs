//! The log: one line per action of the program and its own packages. No line contains text of a document, so messages
//! of libraries are excluded.

use std::{io::Write, path::Path, sync::Mutex, time::SystemTime};

use log::{LevelFilter, Log, Metadata, Record};

use shingle::base::storage::log::open_for_append;
use shingle::base::{lock::lock_mutex, path::DocPath, visible::make_visible};
use shingle::decisions::decision::format_time;

use crate::cli::args::Cli;

const OWN: [&str; 6] = ["shingle", "base", "documents", "engine", "learn", "shingle_core"];

struct LogFile(Mutex<Box<dyn Write + Send>>);

impl Log for LogFile {
    fn enabled(&self, about: &Metadata<'_>) -> bool {
        about.target().split("::").next().is_some_and(|package| OWN.contains(&package))
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            let (time, said) = (format_time(SystemTime::now()), record.args().to_string());
            let line = format!("{time} {} {}\n", record.level(), make_visible(&said));
            // A single write, because other processes may append too.
            let _ = lock_mutex(&self.0).write_all(line.as_bytes());
        }
    }

    fn flush(&self) {}
}

/// Starts the log that the user asked for. Its file must be outside of `folder`.
pub(crate) fn start_log(cli: &Cli, folder: Option<&Path>) -> Result<(), String> {
    let Some(place) = cli.log_place().ok() else { return Ok(()) };
    let file = open_for_append(&place, &Vec::from_iter(folder))
        .map_err(|reason| format!("--log: {}: {reason}", DocPath::new(&place)))?;
    log::set_boxed_logger(Box::new(LogFile(Mutex::new(Box::new(file)))))
        .map_err(|error| error.to_string())?;
    log::set_max_level(LevelFilter::Info);
    log::info!("shingle {} begins", env!("CARGO_PKG_VERSION"));
    Ok(())
}
