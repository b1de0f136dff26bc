//! Random changes of files and parameters.

use shingle::{pipeline::Params, pipeline::Preset};

use crate::common::prelude::*;
use crate::{common::random_params::ParamChange, common::random_params::param_change};

/// File names, some in folders, some of HTML or Markdown.
pub(crate) const NAMES: [&str; 8] =
    ["a.txt", "b.txt", "c.html", "c.txt", "d.md", "sub/a.txt", "sub/deep/e.txt", "z"];

const SENTENCES: [&str; 9] = [
    "The quick brown fox jumps over the lazy dog while the old farmer watches from his wooden house. ",
    "Nobody knew why the lighthouse had been dark for three nights, and nobody wanted to ask the keeper. ",
    "Every morning she walked along the river to buy fresh bread from the baker at the corner. ",
    "Чтобы иметь стройную фигуру, вы должны заниматься спортом и правильно питаться каждый день. ",
    "Старый смотритель маяка каждый вечер поднимался по лестнице и зажигал большую лампу. ",
    "Приходите в спортзал, будьте здоровы и красивы, не забывайте о правильном питании. ",
    "Der alte Leuchtturmwärter stieg jeden Abend die Treppe hinauf und zündete die große Lampe an. ",
    "<b>Bread</b> &amp; butter <i>with</i> tea are *all* that she wanted for breakfast that day. ",
    "eins zwei ",
];

#[derive(Clone)]
pub(crate) enum Change {
    Write(usize, Vec<u8>),
    Rewrite(usize),
    Remove(usize),
    Rename(usize, usize),
    Swap(usize, usize),
    Copy(usize, usize),
    Params(Box<Params>),
    Settle,
    /// A refresh that is cancelled after this many progress reports.
    Cancelled(usize),
    /// An update of only the sketches.
    Half,
}

impl std::fmt::Debug for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |index: &usize| NAMES[*index];
        match self {
            Self::Write(at, bytes) => {
                write!(f, "write {}: {:?}", name(at), String::from_utf8_lossy(bytes))
            }
            Self::Rewrite(at) => write!(f, "rewrite {}", name(at)),
            Self::Remove(at) => write!(f, "remove {}", name(at)),
            Self::Rename(from, to) => write!(f, "rename {} to {}", name(from), name(to)),
            Self::Swap(one, other) => write!(f, "swap {} and {}", name(one), name(other)),
            Self::Copy(from, to) => write!(f, "copy {} to {}", name(from), name(to)),
            Self::Params(params) => write!(f, "{params:?}"),
            Self::Settle => write!(f, "settle"),
            Self::Cancelled(after) => write!(f, "cancelled after {after}"),
            Self::Half => write!(f, "half"),
        }
    }
}

/// Returns the bytes of a file: sentences, sometimes in another encoding, or empty, or binary.
pub(crate) fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let sentences =
        prop::collection::vec(select(&SENTENCES[..]), 1..5).prop_map(|all| all.concat());
    (sentences, 0_u8..20).prop_map(|(text, how)| match how {
        0 | 1 => Vec::new(),
        2 | 3 => [b"\x7fELF\0\x01\x02\0\0", text.as_bytes()].concat(),
        4 => encoding_rs::WINDOWS_1251.encode(&text).0.into_owned(),
        5 => [text.as_bytes(), b"\xff\xfe broken"].concat(),
        _ => text.into_bytes(),
    })
}

/// A change whose parameters depend on earlier changes.
#[derive(Debug, Clone)]
enum Draft {
    Done(Change),
    Params(Vec<ParamChange>),
    Preset(Preset),
}

/// Returns random changes. Most changes of parameters affect one or two parameters, and some apply a preset.
pub(crate) fn changes(length: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Change>> {
    let name = || 0..NAMES.len();
    let draft = prop_oneof![
        8 => (name(), bytes()).prop_map(|(at, bytes)| Draft::Done(Change::Write(at, bytes))),
        1 => name().prop_map(|at| Draft::Done(Change::Rewrite(at))),
        3 => name().prop_map(|at| Draft::Done(Change::Remove(at))),
        2 => (name(), name()).prop_map(|(from, to)| Draft::Done(Change::Rename(from, to))),
        2 => (name(), name()).prop_map(|(one, other)| Draft::Done(Change::Swap(one, other))),
        2 => (name(), name()).prop_map(|(from, to)| Draft::Done(Change::Copy(from, to))),
        5 => prop::collection::vec(param_change(), 1..3).prop_map(Draft::Params),
        1 => select(vec![Preset::Phpir, Preset::PhpShingles]).prop_map(Draft::Preset),
        5 => Just(Draft::Done(Change::Settle)),
        2 => (0_usize..4).prop_map(|after| Draft::Done(Change::Cancelled(after))),
        2 => Just(Draft::Done(Change::Half)),
    ];
    prop::collection::vec(draft, length).prop_map(|drafts| {
        let mut params = Params::defaults();
        let changes = drafts.into_iter().map(|draft| {
            match draft {
                Draft::Done(change) => return change,
                Draft::Params(all) => all.iter().for_each(|one| one.apply(&mut params)),
                Draft::Preset(preset) => params = Params::from_preset(preset),
            }
            Change::Params(Box::new(params.clone()))
        });
        changes.collect()
    })
}
