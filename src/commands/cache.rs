//! `shingle cache`: where texts are kept from one run to the next, how much they take, or their end. It keeps none.

use std::io::{self, Write as _};
use std::path::absolute;

use documents::cache::{CacheNotice, CacheSize, clear, size};
use shingle::base::path::DocPath;
use shingle::base::system_error::said;

use crate::cli::args::CacheArgs;
use crate::cli::args::program::{CacheAction, CachedArgs};
use crate::cli::places::{self, NamedPlace};
use crate::commands::{Done, print_path};
use crate::printer::out::{Out, Stop};
use crate::printer::table::count;

/// Runs the command.
pub(crate) fn run(asked: &CachedArgs, options: &CacheArgs) -> Result<Done, Stop> {
    let place = match places::cache() {
        NamedPlace::At(place) => absolute(place).map_err(Stop::failed)?,
        NamedPlace::Off => {
            return Err(Stop::Failed("there is no cache: SHINGLE_CACHE is empty".to_string()));
        }
        NamedPlace::Nowhere => return Err(Stop::failed(CacheNotice::NoPlace)),
    };
    let name = DocPath::new(&place);
    let failed = |error: io::Error| Stop::Failed(format!("{name}: {}", said(&error)));
    let mut out = Out::new();
    match asked.action {
        CacheAction::Path => print_path(&mut out, &place)?,
        CacheAction::Size => {
            let most = options.cache_size;
            writeln!(out, "{}, of at most {most} MiB", held(size(&place).map_err(failed)?))?;
        }
        CacheAction::Clear => {
            writeln!(out, "{} removed", held(clear(&place).map_err(failed)?))?;
        }
    }
    out.flush()?;
    Ok(Done::Nothing)
}

/// `1,204 texts, 12.5 MiB`.
fn held(size: CacheSize) -> String {
    let tenths = size.bytes.div_ceil((1 << 20) / 10);
    format!("{}, {}.{} MiB", count(size.texts, "text", "texts"), tenths / 10, tenths % 10)
}
