//! `shingle config`: a config file with every key, or where the config file is. It reads and writes none.

use std::io::Write as _;
use std::path::absolute;

use crate::cli::args::ConfigArgs;
use crate::cli::args::program::{ConfigAction, ConfigFileArgs};
use crate::cli::config::place;
use crate::cli::default_config::default_config;
use crate::commands::{Done, print_path};
use crate::printer::out::{Out, Stop};

/// Runs the command. `keys`: the lines of a config file for the keys of the screen.
pub(crate) fn run(asked: &ConfigFileArgs, options: &ConfigArgs, keys: &str) -> Result<Done, Stop> {
    let mut out = Out::new();
    match asked.action {
        ConfigAction::Default => out.write_all(default_config(keys).as_bytes())?,
        ConfigAction::Path => {
            let Some(place) = place(options) else {
                let reason = "no config file is read: --no-config or an empty SHINGLE_CONFIG says so, or there is no home directory; \
                              name one with --config FILE";
                return Err(Stop::Failed(reason.to_string()));
            };
            print_path(&mut out, &absolute(place).map_err(Stop::failed)?)?;
        }
    }
    out.flush()?;
    Ok(Done::Nothing)
}
