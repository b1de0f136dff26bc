use std::ops::RangeInclusive;

use super::reader::ReaderSettings;
use crate::folder::SizeLimit;
use shingle_core::pipeline::ValueError;

#[derive(Debug)]
pub struct LimitOption {
    pub name: &'static str,
    pub unit: &'static str,
    pub range: RangeInclusive<u32>,
    pub help: &'static str,
    set: fn(&mut ReaderSettings, u64),
}

impl LimitOption {
    pub fn set_limit(&self, settings: &mut ReaderSettings, number: u32) {
        (self.set)(settings, u64::from(number));
    }
}

pub const LIMIT_OPTIONS: &[LimitOption] = &[
    LimitOption {
        name: "limit-file",
        unit: "MIB",
        range: 1..=1 << 20,
        help: "Skip files larger than this many MiB [default: 256]",
        set: |settings, number| settings.largest_file = SizeLimit::limit_of_option(number << 20),
    },
    LimitOption {
        name: "limit-text",
        unit: "MIB",
        range: 1..=2048,
        help: "Skip files with more than this many MiB of text [default: 64]",
        set: |settings, number| settings.limits.text = number << 20,
    },
    LimitOption {
        name: "limit-words",
        unit: "N",
        range: 1..=u32::MAX,
        help: "Skip files with more than N words [default: 10000000]",
        set: |settings, number| settings.limits.words = number,
    },
    LimitOption {
        name: "limit-entries",
        unit: "N",
        range: 1..=u32::MAX,
        help: "Skip archives, such as office files, with more than N entries [default: 10000]",
        set: |settings, number| settings.limits.entries = number,
    },
    LimitOption {
        name: "limit-entry",
        unit: "MIB",
        range: 1..=2048,
        help: "Skip packed files with an entry larger than this many MiB [default: 64]",
        set: |settings, number| settings.limits.entry = number << 20,
    },
    LimitOption {
        name: "limit-ratio",
        unit: "N",
        range: 1..=u32::MAX,
        help: "Skip packed files that unpack to more than N times their size [default: 100]",
        set: |settings, number| settings.limits.ratio = number,
    },
    LimitOption {
        name: "limit-depth",
        unit: "N",
        range: 1..=10_000,
        help: "Skip files whose elements nest more than N levels deep [default: 512]",
        set: |settings, number| settings.limits.depth = number,
    },
    LimitOption {
        name: "limit-time",
        unit: "SECONDS",
        range: 1..=86_400,
        help: "Skip files that take longer than this many seconds to read [default: 20]",
        set: |settings, number| settings.limits.time = number,
    },
    LimitOption {
        name: "limit-memory",
        unit: "MIB",
        range: 128..=1 << 20,
        help: "Skip files that need more than this many MiB of memory to read [default: 1024]",
        set: |settings, number| settings.limits.memory = number << 20,
    },
];

pub fn parse_number_within(text: &str, range: &RangeInclusive<u32>) -> Result<u32, ValueError> {
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        ValueError(format!("expected a whole number from {} to {}", range.start(), range.end()))
    })
}
