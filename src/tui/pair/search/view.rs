//! The search within the open pair in words: which match is looked at, and how many each text has.
//!
//! ```text
//!  3 of 17 · "old ferry": 12 in A, 5 in B · n goes to the next, Esc ends the search
//! ```

use shingle::base::numbers::thousands;
use shingle::base::visible::visible;

use crate::tui::drawing::glyphs::{begin, columns};
use crate::tui::drawing::pen::Pen;
use crate::tui::drawing::theme::Theme;
use crate::tui::keys::names::KeyName;
use crate::tui::keys::naming::key_of;

use super::model::Search;

/// What is sought takes at most this many columns.
const PATTERN: u16 = 30;

/// How many matches there are and which one is looked at: `3 of 17`.
pub(crate) fn count(search: &Search) -> String {
    let all: usize = search.counts().iter().sum();
    match all {
        _ if search.pattern.is_empty() => String::new(),
        _ if search.found.is_none() => "searching …".into(),
        0 => "in neither text".into(),
        all => format!("{} of {}", thousands(search.at as u64 + 1), thousands(all as u64)),
    }
}

/// Draws it in one row, and leaves `reserved` columns at its end.
pub(crate) fn render(search: &Search, reserved: u16, theme: &Theme, pen: &mut Pen<'_>) {
    pen.put(&count(search), theme.strong);
    let pattern = begin(&visible(&search.pattern), PATTERN);
    let [a, b] = search.counts().map(|count| thousands(count as u64));
    let found = search.found.is_some() && search.counts() != [0, 0];
    let places = if found { format!(": {a} in A, {b} in B") } else { String::new() };
    let mut keys = "Esc ends the search".to_string();
    if found {
        keys = format!("{} goes to the next, {keys}", key_of(KeyName::Passage));
    }
    let said = format!("“{pattern}”{places}");
    for (text, style) in [(said, theme.quiet), (keys, theme.quiet)] {
        if columns(&text) + 3 + reserved > pen.room() {
            break;
        }
        pen.put(" · ", theme.line).put(&text, style);
    }
}
