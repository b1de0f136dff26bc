//! The state of an RTF group, at whose end the outer state returns.

use crate::roles::{Look, is_tiny_text_size};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RtfPlace {
    Body,
    Notes,
    Nowhere,
    Fonts,
    Styles,
    Colours,
    Info,
    /// Metadata, by index in `FACTS`.
    Fact(usize),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct RtfGroup {
    pub(super) place: RtfPlace,
    /// Place of text outside the nearest wrapper group.
    pub(super) outer: RtfPlace,
    pub(super) font: Option<i32>,
    pub(super) style: i32,
    /// Number of fallback characters that follow each Unicode character.
    pub(super) fallback: u32,
    pub(super) look: Look,
    /// True for deleted text, and for text that was moved away.
    removed: [bool; 2],
    pub(super) is_in_table: bool,
    pub(super) is_heading: bool,
}

impl Default for RtfGroup {
    fn default() -> Self {
        Self {
            place: RtfPlace::Body,
            outer: RtfPlace::Nowhere,
            font: None,
            style: 0,
            fallback: 1,
            look: Look::default(),
            removed: [false; 2],
            is_in_table: false,
            is_heading: false,
        }
    }
}

impl RtfGroup {
    pub(super) fn set_property(&mut self, name: &[u8], number: Option<i32>) {
        let is_on = number != Some(0);
        let is_some = number.is_some_and(|number| number > 0);
        match name {
            b"plain" => {
                self.font = None;
                self.look = Look { backed: self.look.backed, ..Look::default() };
                self.removed = [false; 2];
            }
            b"trowd" => self.look.backed = None,
            b"pard" => {
                self.is_in_table = false;
                self.is_heading = false;
            }
            b"v" => self.look.hidden = Some(is_on),
            b"fs" => {
                self.look.tiny =
                    number.map(|half_points| is_tiny_text_size(half_points as f32 / 2.0));
            }
            b"super" => self.look.raised = Some(is_on),
            b"up" => self.look.raised = Some(number != Some(0)),
            b"nosupersub" | b"sub" | b"dn" => self.look.raised = None,
            b"highlight" | b"cb" | b"chcbpat" | b"cbpat" | b"clcbpat" => {
                self.look.backed = Some(is_some);
            }
            b"deleted" => self.removed[0] = is_on,
            b"mvf" => self.removed[1] = is_on,
            b"intbl" => self.is_in_table = is_on,
            b"outlinelevel" => self.is_heading = number == Some(0),
            _ => {}
        }
    }

    pub(super) fn is_deleted(&self) -> bool {
        self.removed.contains(&true)
    }

    pub(super) fn is_shown(&self) -> bool {
        !self.is_deleted() && self.look.hidden != Some(true)
    }
}
