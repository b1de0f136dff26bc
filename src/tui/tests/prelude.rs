//! Names that most tests of the screen use.

pub(crate) use std::{path::Path, sync::Arc, time::Duration};

pub(crate) use insta::assert_snapshot;
pub(crate) use ratatui::crossterm::event::{MouseButton, MouseEventKind};
pub(crate) use ratatui::style::Modifier;

pub(crate) use shingle::engine::{Answer, Phase, Question, Report};
pub(crate) use shingle::pipeline::{LanguageChoice, Mark, Params, Preset, Row, Snapshot};
pub(crate) use shingle::{
    base::ids::DocId, base::ids::Epoch, base::path::DocPath, base::ratio::Ratio,
    compare::Direction, text::Language,
};

pub(crate) use crate::tui::tests::test_screen::{Demo, TestScreen, fits_every_size};
pub(crate) use crate::tui::{
    actions::Place, actions::ViewName, drawing::width_in_columns, layout::PaneSide,
    messages::Message, model::Command, model::Focus, tests::fake,
};
