//! Options that limit the files that shingle reads.

use std::{ffi::OsString, ops::RangeInclusive};

use clap::builder::TypedValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command};
use documents::cache::CachePlace;

use shingle::engine::converters::Converter;
use shingle::engine::limit_options::{LIMIT_OPTIONS, LimitOption, parse_number_within};
use shingle::engine::{DocumentReader, ReaderSettings};

/// Returns a parser of whole numbers, whose error names the range.
pub(crate) fn whole_number_parser(
    range: RangeInclusive<u32>,
) -> impl TypedValueParser<Value = u32> {
    move |text: &str| parse_number_within(text, &range)
}

/// The limits of files that options set, and converters.
#[derive(Debug)]
pub(crate) struct LimitArgs {
    numbers: Vec<(&'static LimitOption, u32)>,
    pub(crate) converters: Vec<Converter>,
}

impl LimitArgs {
    pub(crate) fn new(matches: &ArgMatches) -> Self {
        let number =
            |option: &'static LimitOption| Some((option, *matches.get_one::<u32>(option.name)?));
        let converters = matches.get_many("converter").into_iter().flatten();
        Self {
            numbers: LIMIT_OPTIONS.iter().filter_map(number).collect(),
            converters: converters.cloned().collect(),
        }
    }

    pub(crate) fn augment_args(command: Command) -> Command {
        let limit = |option: &'static LimitOption| {
            Arg::new(option.name)
                .long(option.name)
                .help_heading("Limits")
                .hide_short_help(true)
                .value_name(option.unit)
                .help(option.help)
                .value_parser(whole_number_parser(option.range.clone()))
        };
        command.args(LIMIT_OPTIONS.iter().map(limit)).arg(
            Arg::new("converter")
                .long("converter")
                .help_heading("Documents")
                .hide_short_help(true)
                .value_name("PATTERN=COMMAND")
                .help("Convert files that match PATTERN with COMMAND, which reads standard input or the path at `{}` and prints UTF-8; repeatable")
                .action(ArgAction::Append)
                .value_parser(Converter::parse),
        )
    }

    /// Builds a reader. Formats are read by child processes of `program`, or else by this process.
    pub(crate) fn build_reader(
        &self,
        program: Option<OsString>,
        cache: Option<CachePlace>,
    ) -> DocumentReader {
        let converters = self.converters.clone();
        let mut settings = ReaderSettings { program, converters, cache, ..Default::default() };
        for (option, number) in &self.numbers {
            option.set_limit(&mut settings, *number);
        }
        DocumentReader::new(settings)
    }

    pub(crate) fn limit_values(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.numbers.iter().map(|(option, number)| (option.name, number.to_string()))
    }
}
