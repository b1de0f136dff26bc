//! Which columns the pages of the laboratory have on a screen of this width. It draws nothing.

use shingle::lab::study::Study;

use super::model::LabPage;

// The columns that the sentences above a page explain.
pub(super) const BY_CHANCE: &str = "by chance";
pub(super) const PHRASES: &str = "phrases";
pub(super) const SHINGLES: &str = "shingles";
pub(super) const MEDIAN: &str = "median";
pub(super) const A_MILLION: &str = "a million";
pub(super) const AT_MOST: &str = "at most";

/// With at least this many columns of the screen, no column is left out for want of room.
const WIDE: u16 = 100;

/// The columns that fit, with their widths.
pub(super) fn columns(study: &Study, page: LabPage, room: u16) -> Vec<(String, u16)> {
    let measure = study.params.measure.name();
    // The flag marks columns that narrow screens leave out.
    let all: &[(&str, u16, bool)] = match page {
        LabPage::Widths => &[
            ("width", 5, false),
            ("pairs", 10, false),
            (BY_CHANCE, 14, true),
            ("chance", 6, false),
            (PHRASES, 7, true),
            ("gap", 7, false),
            (SHINGLES, 8, false),
            (MEDIAN, 7, true),
            ("modulo", 6, false),
        ],
        LabPage::Sketches => &[
            ("sketch", 12, false),
            ("found", 7, false),
            ("recall", 6, false),
            ("precision", 9, false),
            (measure, 11, true),
            ("error", 6, false),
            ("at most", 7, true),
            ("bytes/doc", 9, false),
            (A_MILLION, 9, true),
            ("short", 6, true),
            ("time", 7, true),
        ],
        LabPage::Pairs => &[
            ("score", 5, false),
            ("jaccard", 7, true),
            ("modulo", 6, false),
            ("84 minima", 9, false),
            ("super", 5, false),
            ("mega", 5, true),
            ("found", 5, false),
        ],
        LabPage::Curve => &[],
        LabPage::Thresholds => &[
            ("threshold", 9, false),
            ("pairs", 10, false),
            ("lost", 10, false),
            ("chance", 8, false),
            ("range", 9, true),
            (PHRASES, 7, true),
        ],
        LabPage::Border => &[("score", 5, false), ("side", 5, false), ("shared", 7, false)],
        LabPage::Variants => &[
            ("with", 16, false),
            ("found", 9, false),
            ("lost", 7, false),
            ("gained", 7, false),
            ("moved", 7, false),
            (AT_MOST, 7, true),
        ],
    };
    let fits = |(_, _, wide): &&(&str, u16, bool)| room >= WIDE || !wide;
    let unknown = |name: &str| {
        page == LabPage::Widths
            && name == PHRASES
            && study.widths.rows.iter().all(|row| row.phrases.is_none())
    };
    let all = all
        .iter()
        .filter(|column| fits(column) && !unknown(column.0))
        .map(|(name, width, _)| ((*name).to_string(), *width));
    // Those that have no room beside the rest of a line are left out whole, the last first.
    let mut left = room.saturating_sub(2 + rest(page));
    all.take_while(|(_, width)| {
        let has_room = *width + 2 <= left;
        left = left.saturating_sub(*width + 2);
        has_room
    })
    .collect()
}

/// Columns that the rest of a line needs.
const fn rest(page: LabPage) -> u16 {
    match page {
        LabPage::Widths => 11,
        LabPage::Sketches => 3,
        LabPage::Pairs | LabPage::Border => 16,
        LabPage::Thresholds => 10,
        LabPage::Curve | LabPage::Variants => 0,
    }
}
