//! Names that most tests in memory and of the engine use.
#![allow(unused_imports)] // Each test binary uses a part.

pub(crate) use std::collections::{BTreeMap, BTreeSet};
pub(crate) use std::{path::Path, sync::Arc};

pub(crate) use proptest::{prelude::*, sample::select};

pub(crate) use shingle::base::{
    cancel::Cancel, ids::DocId, ids::Epoch, path::DocPath, ratio::Ratio,
};
pub(crate) use shingle::engine::{Answer, Question, Report};
pub(crate) use shingle::pipeline::{
    Corpus, Document, LanguageChoice, PairView, Params, StopWords, take_snapshot,
};
pub(crate) use shingle::{
    compare::Direction, compare::Measure, shingle::HashKind, shingle::SketchKind, text::Language,
};

pub(crate) use super::{
    Files, corpus_of, english, fresh, pairs_of, passed, plain, put, refresh, seeded, state_of,
};
