//! The state of RTF that ends with the group that it began in.

use super::facts::Field;

/// Where the text of a group goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RtfPlace {
    Body,
    Notes,
    Nowhere,
    Fonts,
    Styles,
    Info,
    Field(Field),
}

/// Why a reader does not see a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Unseen {
    is_hidden: bool,
    is_deleted: bool,
    is_moved_away: bool,
}

/// What ends with the group that it began in.
#[derive(Debug, Clone, Copy)]
pub(super) struct RtfGroup {
    pub(super) place: RtfPlace,
    /// Where the text around the nearest wrapper goes.
    pub(super) outer: RtfPlace,
    pub(super) font: Option<i32>,
    /// The style of the style sheet that is being read.
    pub(super) style: i32,
    /// How many characters stand for each of Unicode, for programs that do not know that.
    pub(super) fallback: u32,
    unseen: Unseen,
    pub(super) is_in_table: bool,
    pub(super) is_heading: bool,
}

impl RtfGroup {
    /// Around all others.
    pub(super) fn outermost() -> Self {
        Self {
            place: RtfPlace::Body,
            outer: RtfPlace::Nowhere,
            font: None,
            style: 0,
            fallback: 1,
            unseen: Unseen::default(),
            is_in_table: false,
            is_heading: false,
        }
    }

    /// Takes a property of letters or of a paragraph.
    pub(super) fn property(&mut self, name: &[u8], number: Option<i32>) {
        let is_on = number != Some(0);
        match name {
            b"plain" => {
                self.font = None;
                self.unseen = Unseen::default();
            }
            b"pard" => {
                self.is_in_table = false;
                self.is_heading = false;
            }
            b"v" => self.unseen.is_hidden = is_on,
            b"deleted" => self.unseen.is_deleted = is_on,
            b"mvf" => self.unseen.is_moved_away = is_on,
            b"intbl" => self.is_in_table = is_on,
            b"outlinelevel" => self.is_heading = number == Some(0),
            _ => {}
        }
    }

    /// Whether a reader sees its text.
    pub(super) fn is_shown(&self) -> bool {
        self.unseen == Unseen::default()
    }
}
