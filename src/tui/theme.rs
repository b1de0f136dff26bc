//! What each role on the screen looks like, for the colours that the terminal has. It knows no widget and no content.

use ratatui::style::{Color, Modifier, Style};
use shingle::pipeline::dropped::Why;

use super::model::tints::TINTS;

/// How many colours there are to choose from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// None: only bold, underline and reverse. `NO_COLOR` asks for it.
    Mono,
    /// The terminal's own sixteen.
    Basic,
    /// The 256 of xterm.
    Indexed,
    /// All.
    True,
}

impl Depth {
    /// Decides by the values of `NO_COLOR`, `COLORTERM` and `TERM`.
    pub(crate) fn of(no_color: Option<&str>, colorterm: Option<&str>, term: Option<&str>) -> Self {
        if no_color.is_some_and(|value| !value.is_empty()) {
            Self::Mono
        } else if matches!(colorterm, Some("truecolor" | "24bit")) {
            Self::True
        } else if term.is_some_and(|term| term.contains("256")) || colorterm.is_some() {
            Self::Indexed
        } else {
            Self::Basic
        }
    }
}

/// The look of every role. Text keeps the terminal's own colours; what has a background has its own foreground too, so
/// that it reads on dark and on light terminals.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Theme {
    /// Names, numbers, what matters.
    pub(crate) strong: Style,
    /// What is there to be read once.
    pub(crate) quiet: Style,
    /// A key that can be pressed.
    pub(crate) key: Style,
    /// The program's name.
    pub(crate) brand: Style,
    /// A parameter that was changed and is not yet in force; results that are stale.
    pub(crate) pending: Style,
    /// The selected row.
    pub(crate) selected: Style,
    /// The selected row while a text has the focus.
    pub(crate) selected_quietly: Style,
    /// A bar's filled part.
    pub(crate) bar: Style,
    /// A row that is new, changed, gone.
    pub(crate) marks: [Style; 3],
    /// Lines and brackets.
    pub(crate) line: Style,
    /// The heading of what has the focus.
    pub(crate) focused: Style,
    /// Trouble.
    pub(crate) alarm: Style,
    tints: [Style; TINTS],
}

/// A word that reads differently in the other text. Nothing else within a text is underlined while these are shown.
pub(crate) const CHANGED: Modifier = Modifier::BOLD.union(Modifier::UNDERLINED);

/// A word that is not counted, each reason in its own way.
pub(crate) const fn dropped(why: Why) -> Modifier {
    match why {
        Why::StopWord => Modifier::DIM.union(Modifier::CROSSED_OUT),
        Why::SampledOut => Modifier::DIM.union(Modifier::UNDERLINED),
        Why::Overlap => Modifier::ITALIC.union(Modifier::UNDERLINED),
    }
}

/// Background tints as RGB and as the nearest of the 256; white on each has a contrast above 4.5 to 1.
const TINT_COLOURS: [((u8, u8, u8), u8, Color); TINTS] = [
    ((0x1f, 0x4f, 0x99), 25, Color::Blue),
    ((0x8a, 0x4b, 0x08), 94, Color::Yellow),
    ((0x1c, 0x69, 0x3c), 22, Color::Green),
    ((0x7d, 0x2a, 0x7a), 90, Color::Magenta),
    ((0x0d, 0x68, 0x78), 23, Color::Cyan),
    ((0x99, 0x26, 0x35), 88, Color::Red),
];

impl Theme {
    /// The look for a depth of colour.
    pub(crate) fn new(depth: Depth) -> Self {
        let plain = Style::new();
        let bold = plain.add_modifier(Modifier::BOLD);
        let dim = plain.add_modifier(Modifier::DIM);
        let reversed = plain.add_modifier(Modifier::REVERSED);
        let coloured = |color: Color| if depth == Depth::Mono { plain } else { plain.fg(color) };
        let white =
            if depth == Depth::True { Color::Rgb(255, 255, 255) } else { Color::Indexed(231) };
        let tints = TINT_COLOURS.map(|((r, g, b), indexed, basic)| match depth {
            Depth::Mono => reversed,
            Depth::Basic => plain.fg(Color::Black).bg(basic),
            Depth::Indexed => plain.fg(white).bg(Color::Indexed(indexed)),
            Depth::True => plain.fg(white).bg(Color::Rgb(r, g, b)),
        });
        Self {
            strong: bold,
            quiet: dim,
            key: coloured(Color::Cyan).add_modifier(Modifier::BOLD),
            brand: reversed.add_modifier(Modifier::BOLD),
            pending: reversed,
            selected: match depth {
                Depth::Mono | Depth::Basic => reversed.add_modifier(Modifier::BOLD),
                Depth::Indexed => bold.fg(white).bg(Color::Indexed(239)),
                Depth::True => bold.fg(white).bg(Color::Rgb(0x42, 0x47, 0x55)),
            },
            selected_quietly: bold,
            bar: coloured(Color::Cyan),
            marks: [coloured(Color::Green), coloured(Color::Magenta), dim],
            line: dim,
            focused: bold,
            alarm: coloured(Color::Red).add_modifier(Modifier::BOLD),
            tints,
        }
    }

    /// A passage's background; the active one is also bold.
    pub(crate) fn tint(&self, tint: u8, active: bool) -> Style {
        let style = self.tints[usize::from(tint) % TINTS];
        if active { style.add_modifier(Modifier::BOLD) } else { style }
    }

    /// A sign in the colour of a passage, without a background.
    pub(crate) fn ink(&self, tint: u8) -> Style {
        let background = self.tints[usize::from(tint) % TINTS].bg;
        background.map_or(Style::new(), |colour| Style::new().fg(colour))
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Color;

    use super::{Depth, TINT_COLOURS, Theme};

    #[test]
    fn the_environment_decides_the_depth() {
        assert_eq!(Depth::of(Some("1"), Some("truecolor"), None), Depth::Mono);
        assert_eq!(Depth::of(Some(""), Some("truecolor"), None), Depth::True);
        assert_eq!(Depth::of(None, None, Some("xterm-256color")), Depth::Indexed);
        assert_eq!(Depth::of(None, None, Some("linux")), Depth::Basic);
    }

    #[test]
    fn without_colour_no_style_sets_a_colour() {
        // crossterm writes any colour as a full reset when NO_COLOR is set, which would erase bold and reverse too.
        let theme = Theme::new(Depth::Mono);
        let mut styles = vec![
            theme.strong,
            theme.quiet,
            theme.key,
            theme.brand,
            theme.pending,
            theme.selected,
            theme.selected_quietly,
            theme.bar,
            theme.line,
            theme.focused,
            theme.alarm,
        ];
        styles.extend(theme.marks);
        styles.extend((0..6).map(|tint| theme.tint(tint, true)));
        assert!(styles.iter().all(|style| style.fg.is_none() && style.bg.is_none()));
    }

    #[test]
    fn every_tint_reads_with_white_text() {
        let linear = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        for ((r, g, b), _, _) in TINT_COLOURS {
            let luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
            let contrast = 1.05 / (luminance + 0.05);
            assert!(contrast >= 4.5, "{:?} has {contrast}", Color::Rgb(r, g, b));
        }
    }
}
