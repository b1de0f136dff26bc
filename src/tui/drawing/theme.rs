//! Assigns a style to each role on the screen, for the colours of the terminal.

use ratatui::{style::Color, style::Modifier, style::Style};

use shingle::{pipeline::ReasonIgnored, pipeline::document::pair::TINTS};

use crate::theme_choice::ThemeChoice;
use crate::tui::drawing::Colour;
use crate::tui::drawing::colours::{
    BLACK, DARK, DARK_PAGE, FAINT_ON_DARK, FAINT_ON_LIGHT, LIGHT, LIGHT_PAGE, ON_BOTH, ON_DARK,
    ON_LIGHT, PROJECTED, PROJECTED_FAINT, QUIET, SELECTED_ROW, SIXTEEN, STRONG, STRONG_SIXTEEN,
    UNKNOWN_PAGE, WHITE,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// No colours: only bold, underline and reverse.
    Mono,
    /// The terminal's own sixteen colours.
    Basic,
    /// The 256 colours of xterm.
    Indexed,
    True,
}

impl Depth {
    pub(crate) fn from_variables(colorterm: Option<&str>, term: Option<&str>) -> Self {
        if matches!(colorterm, Some("truecolor" | "24bit")) {
            Self::True
        } else if term.is_some_and(|term| term.contains("256")) || colorterm.is_some() {
            Self::Indexed
        } else {
            Self::Basic
        }
    }

    const fn colour_in_depth(self, colour: Colour) -> Color {
        match self {
            Self::Mono | Self::Basic => Color::Reset,
            Self::Indexed => Color::Indexed(colour.indexed),
            Self::True => Color::Rgb(colour.rgb.0, colour.rgb.1, colour.rgb.2),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ground {
    /// Unknown: text without a background must be readable on dark and light pages.
    Unknown,
    Dark,
    Light,
}

impl Ground {
    /// Derives the ground from the value of `COLORFGBG`. Its last number is the colour of the page.
    pub(crate) fn from_variable(colorfgbg: Option<&str>) -> Self {
        match colorfgbg.and_then(|value| value.rsplit(';').next()?.parse::<u8>().ok()) {
            Some(0..=6 | 8) => Self::Dark,
            Some(7 | 9..=15) => Self::Light,
            _ => Self::Unknown,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct TerminalColours {
    pub(crate) no_color: bool,
    pub(crate) depth: Depth,
    pub(crate) ground: Ground,
    /// True for the text console of Linux. Its page is dark, and it does not report its colours.
    pub(crate) is_console: bool,
}

impl TerminalColours {
    pub(crate) const fn needs_page_colour(self) -> bool {
        !self.no_color && !self.is_console && matches!(self.ground, Ground::Unknown)
    }
}

/// Styles of all roles. Text keeps the terminal's own colours. A role with a background also has a text colour, so its
/// text is readable on any page.
pub(crate) struct Theme {
    /// Style of names, numbers and the most important text.
    pub(crate) strong: Style,
    /// Style of less important text, and of lines.
    pub(crate) quiet: Style,
    pub(crate) key: Style,
    pub(crate) brand: Style,
    /// Style of a changed parameter that the results do not use yet, and of stale results.
    pub(crate) pending: Style,
    /// Style of the selected row in the list that receives the keys.
    pub(crate) selected: Style,
    /// Style of a bar in the selected row of the list that receives the keys.
    selected_bar: Style,
    pub(crate) bar: Style,
    /// The marks of new, changed and gone rows.
    pub(crate) marks: [Style; 3],
    pub(crate) focused: Style,
    pub(crate) alarm: Style,
    pub(crate) differs: Style,
    pub(crate) single: Style,
    tints: [Tint; TINTS],
}

struct Tint {
    /// Style of the number of the passage, and of its mark in maps.
    number: Style,
    active: PassageLook,
    /// Style of the text of a passage that is not active.
    calm: PassageLook,
}

/// Styles of a passage's text, which look like one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PassageLook {
    pub(crate) counted: Style,
    pub(crate) between: Style,
}

/// Returns the tints of passages for this terminal. For a projector, passages take few strong tints in turn, so neighbours
/// mostly differ. Their numbers always differ.
fn tints_of_passages(ground: Ground, depth: Depth, is_projected: bool) -> [Tint; TINTS] {
    let plain = Style::new();
    let underlined = plain.add_modifier(Modifier::UNDERLINED);
    let on = |text, tint| plain.fg(depth.colour_in_depth(text)).bg(depth.colour_in_depth(tint));
    let look = |counted, between| PassageLook { counted, between };
    // In up to sixteen colours, bold letters mark the active passage.
    let tint = |basic: PassageLook, number, [active, calm, between]: [Style; 3]| match depth {
        Depth::Mono | Depth::Basic => {
            let bold = look(basic.counted.bold(), basic.between.bold());
            Tint { number: basic.counted, active: bold, calm: basic }
        }
        Depth::Indexed | Depth::True => {
            Tint { number, active: look(active, between), calm: look(calm, between) }
        }
    };
    let basic = |(page, ink): (Color, Color)| match depth {
        Depth::Mono => look(underlined, underlined.add_modifier(Modifier::DIM)),
        // Sixteen colours have no fainter colours that are readable everywhere.
        _ => look(plain.fg(ink).bg(page), underlined),
    };
    let (tints, faint, text, page) = match ground {
        // Dark text on light tints is readable on any page.
        Ground::Light => (LIGHT, FAINT_ON_LIGHT, BLACK, LIGHT_PAGE),
        Ground::Unknown => (LIGHT, FAINT_ON_LIGHT, BLACK, UNKNOWN_PAGE),
        Ground::Dark => (DARK, FAINT_ON_DARK, WHITE, DARK_PAGE),
    };
    let usual = |at: usize| {
        let (strong, faint) = (tints[at], faint[at]);
        let active = faint.mix_with(faint.mix_with(strong, strong.indexed), strong.indexed);
        let between = faint.mix_with(page, page.indexed);
        let styles = [active, faint, between].map(|one| on(text, one));
        tint(basic(SIXTEEN[at]), on(text, strong), styles)
    };
    let (strong_text, strong, weak_text, weak) = match ground {
        Ground::Light => (WHITE, PROJECTED.0, BLACK, PROJECTED_FAINT.0),
        Ground::Unknown | Ground::Dark => (BLACK, PROJECTED.1, WHITE, PROJECTED_FAINT.1),
    };
    let projected = |at: usize| {
        let at = at % STRONG;
        let counted = on(strong_text, strong[at]);
        let active = counted.add_modifier(Modifier::BOLD);
        tint(basic(STRONG_SIXTEEN[at]), counted, [active, counted, on(weak_text, weak[at])])
    };
    std::array::from_fn(|at| if is_projected { projected(at) } else { usual(at) })
}

pub(crate) const fn ignored_modifier(why: ReasonIgnored) -> Modifier {
    match why {
        ReasonIgnored::StopWord => Modifier::DIM,
        ReasonIgnored::PartOfSpeech => Modifier::DIM.union(Modifier::ITALIC),
        ReasonIgnored::SampledOut => Modifier::ITALIC,
        ReasonIgnored::Common => Modifier::DIM.union(Modifier::UNDERLINED),
        ReasonIgnored::Template => {
            Modifier::DIM.union(Modifier::ITALIC).union(Modifier::UNDERLINED)
        }
        // The user struck this phrase out.
        ReasonIgnored::Phrase => Modifier::DIM.union(Modifier::CROSSED_OUT),
    }
}

impl Theme {
    /// A choice that names colours takes precedence over `NO_COLOR`. `audience` is true for a projector, which shows no
    /// dim text, and for a lecture, whose quiet text has a colour that is readable from afar, if the terminal has one.
    pub(crate) fn for_audience(
        choice: ThemeChoice,
        terminal: TerminalColours,
        audience: (bool, bool),
    ) -> Self {
        let (ground, depth) = match choice {
            ThemeChoice::Auto if terminal.no_color => (terminal.ground, Depth::Mono),
            ThemeChoice::Auto => (terminal.ground, terminal.depth),
            ThemeChoice::Dark => (Ground::Dark, terminal.depth),
            ThemeChoice::Light => (Ground::Light, terminal.depth),
            ThemeChoice::Sixteen => (Ground::Unknown, Depth::Basic),
            ThemeChoice::Mono => (Ground::Unknown, Depth::Mono),
        };
        Self::for_page(ground, depth, audience)
    }

    fn for_page(ground: Ground, depth: Depth, (is_projected, is_lecture): (bool, bool)) -> Self {
        let plain = Style::new();
        let (bold, dim, reversed, underlined) =
            (plain.bold(), plain.dim(), plain.reversed(), plain.underlined());
        let shade = |colour| depth.colour_in_depth(colour);
        let is_rich = matches!(depth, Depth::Indexed | Depth::True);
        let by_depth = |mono: Style, basic: Style, rich: Style| match depth {
            Depth::Mono => mono,
            Depth::Basic => basic,
            Depth::Indexed | Depth::True => rich,
        };
        let accent =
            |colour, basic: Color| by_depth(plain, plain.fg(basic), plain.fg(shade(colour)));
        // No colour is readable from afar on every page.
        let (text, row, accents, quiet) = match ground {
            Ground::Unknown => (BLACK, SELECTED_ROW.1, ON_BOTH, None),
            Ground::Dark => (WHITE, SELECTED_ROW.0, ON_DARK, Some(QUIET[0])),
            Ground::Light => (BLACK, SELECTED_ROW.1, ON_LIGHT, Some(QUIET[1])),
        };
        // The contrast of dim text depends on the terminal.
        let afar = quiet.filter(|_| is_rich);
        let quiet = match (is_projected, is_lecture) {
            (true, _) => plain,
            (false, true) => afar.map_or(plain, |quiet| plain.fg(shade(quiet))),
            (false, false) => dim,
        };
        let key = if ground == Ground::Light { Color::Blue } else { Color::Cyan };
        let on_row = plain.fg(shade(text)).bg(shade(row));
        let key_style = match afar {
            _ if !is_lecture => accent(accents.key, key).bold(),
            Some(_) => bold.fg(shade(accents.key)),
            None => bold,
        };
        Self {
            strong: bold,
            quiet,
            key: key_style,
            brand: reversed.bold(),
            pending: reversed,
            selected: by_depth(reversed, reversed, on_row).bold(),
            // A row without a colour is reversed, so its contents take the colour of the background. A bar as light as
            // the row, or as dark as the page, would look like a hole.
            selected_bar: by_depth(
                dim.remove_modifier(Modifier::REVERSED | Modifier::BOLD),
                plain.fg(Color::Reset).bg(key),
                plain.fg(shade(accents.key)),
            ),
            bar: accent(accents.key, key),
            marks: [
                accent(accents.new, Color::Green),
                accent(accents.changed, Color::Magenta),
                if is_projected { plain } else { dim },
            ],
            focused: bold,
            alarm: accent(accents.alarm, Color::Red).bold(),
            // Without colours, underlines already mark the passages.
            differs: by_depth(
                reversed,
                bold.underlined(),
                underlined.fg(accents.differs.map_or(Color::Reset, shade)).bg(Color::Reset),
            ),
            single: by_depth(underlined.dim(), underlined, on_row),
            tints: tints_of_passages(ground, depth, is_projected),
        }
    }

    /// Returns the style of a differing word where underlines mark matches of the search.
    pub(crate) const fn differing_style_without_underline(&self) -> Style {
        self.differs.remove_modifier(Modifier::UNDERLINED.union(Modifier::REVERSED))
    }

    /// Returns the style of the selected row, and of a bar in this row.
    pub(crate) const fn selection_look(&self, has_keys: bool) -> (Style, Style) {
        if has_keys { (self.selected, self.selected_bar) } else { (self.strong, Style::new()) }
    }

    /// Returns the style of a passage's text, or of words outside all passages. `tints` is indexed by passage.
    pub(crate) fn passage_look(
        &self,
        tints: &[u8],
        passage: Option<u32>,
        active: Option<usize>,
    ) -> PassageLook {
        let Some(passage) = passage.map(|passage| passage as usize) else {
            return PassageLook { counted: self.single, between: Style::new() };
        };
        let tint = self.tint_at_index(tints.get(passage).copied().unwrap_or(0));
        if active == Some(passage) { tint.active } else { tint.calm }
    }

    /// Returns the style of a passage's number, from the tints by passage.
    pub(crate) fn passage_number_style(&self, tints: &[u8], passage: usize, active: bool) -> Style {
        let number = self.tint_at_index(tints.get(passage).copied().unwrap_or(0)).number;
        if active { number.bold() } else { number }
    }

    const fn tint_at_index(&self, tint: u8) -> &Tint {
        &self.tints[tint as usize % TINTS]
    }

    /// Returns the style of counted words with a tint.
    pub(crate) const fn tint_style(&self, tint: u8) -> Style {
        self.tint_at_index(tint).calm.counted
    }

    /// Returns the tint of a passage's number as a foreground colour, if the terminal has colours.
    pub(crate) fn tint_foreground(&self, tint: u8) -> Style {
        self.tint_at_index(tint).number.bg.map_or(Style::new(), |page| Style::new().fg(page))
    }
}

/// Options of the screen, from flags and keys.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) theme: ThemeChoice,
    /// True if the mouse belongs to the screen, not to the terminal.
    pub(crate) mouse: bool,
    pub(crate) projector: bool,
}

#[cfg(test)]
mod tests {
    use ratatui::{style::Color, style::Modifier, style::Style};

    use super::{Depth, Ground, TerminalColours, Theme, ThemeChoice};
    use crate::tui::{drawing::colours::tests::contrast, drawing::colours::tests::cube_colour};

    /// Returns a colour as red, green and blue. `None` for the terminal's own colours.
    fn rgb(colour: Option<Color>) -> Option<(u8, u8, u8)> {
        match colour? {
            Color::Rgb(red, green, blue) => Some((red, green, blue)),
            Color::Indexed(index) => Some(cube_colour(index)),
            _ => None,
        }
    }

    #[test]
    fn everything_in_a_lesson_is_read_from_the_last_row() {
        let (black, grey, white) = ((0, 0, 0), (0x1e, 0x1e, 0x1e), (255, 255, 255));
        for depth in [Depth::True, Depth::Indexed] {
            for (ground, pages) in [
                (Ground::Dark, vec![black, grey]),
                (Ground::Light, vec![white, (0xf8, 0xf8, 0xf4)]),
                (Ground::Unknown, vec![black, grey, white]),
            ] {
                for is_projected in [false, true] {
                    let theme = Theme::for_page(ground, depth, (is_projected, true));
                    let tints = (0..6).map(|tint| theme.tint_style(tint));
                    let roles = [theme.strong, theme.quiet, theme.key, theme.focused];
                    let others = [theme.selected, theme.differs, theme.pending];
                    for style in roles.into_iter().chain(others).chain(tints) {
                        assert!(!style.add_modifier.contains(Modifier::DIM), "{style:?}");
                        for page in &pages {
                            // Text without a colour has the terminal's own colour, which contrasts most.
                            let Some(text) = rgb(style.fg) else { continue };
                            let found = contrast(text, rgb(style.bg).unwrap_or(*page));
                            assert!(found >= 4.5, "{ground:?} {depth:?} {style:?}: {found}");
                        }
                    }
                }
            }
        }
    }

    /// Returns the styles of a theme for a page, with those for a projector.
    fn styles_on(ground: Ground, depth: Depth) -> Vec<Style> {
        let of = |is_projected| styles(&Theme::for_page(ground, depth, (is_projected, false)));
        [of(false), of(true)].concat()
    }

    fn styles_of(choice: ThemeChoice, terminal: TerminalColours) -> Vec<Style> {
        styles(&Theme::for_audience(choice, terminal, (false, false)))
    }

    fn styles(theme: &Theme) -> Vec<Style> {
        let text = [theme.strong, theme.quiet, theme.key, theme.focused, theme.differs];
        let signs = [theme.brand, theme.pending, theme.alarm, theme.bar];
        let selected = [theme.selected, theme.selected_bar];
        let mut styles = [&text[..], &signs, &selected, &theme.marks].concat();
        styles.extend((0..6).flat_map(|tint| {
            [theme.tint_at_index(tint).active.counted, theme.tint_foreground(tint)]
        }));
        styles.extend((0..6).map(|tint| theme.tint_at_index(tint).calm.between));
        styles
    }

    const AROUND: TerminalColours = TerminalColours {
        no_color: false,
        depth: Depth::True,
        ground: Ground::Light,
        is_console: false,
    };

    #[test]
    fn a_terminal_is_asked_only_for_what_is_unknown_and_used() {
        let unknown = TerminalColours { ground: Ground::Unknown, ..AROUND };
        assert!(unknown.needs_page_colour() && !AROUND.needs_page_colour());
        assert!(!TerminalColours { no_color: true, ..unknown }.needs_page_colour());
        assert!(!TerminalColours { is_console: true, ..unknown }.needs_page_colour());
    }

    #[test]
    fn the_environment_decides_the_depth() {
        assert_eq!(Depth::from_variables(Some("truecolor"), None), Depth::True);
        assert_eq!(Depth::from_variables(None, Some("xterm-256color")), Depth::Indexed);
        assert_eq!(Depth::from_variables(None, Some("linux")), Depth::Basic);
    }

    #[test]
    fn the_environment_may_tell_the_page() {
        assert_eq!(Ground::from_variable(Some("15;0")), Ground::Dark);
        assert_eq!(Ground::from_variable(Some("0;default;15")), Ground::Light);
        assert_eq!(Ground::from_variable(Some("0;7")), Ground::Light);
        assert_eq!(Ground::from_variable(Some("15;default")), Ground::Unknown);
        assert_eq!(Ground::from_variable(Some("")), Ground::Unknown);
        assert_eq!(Ground::from_variable(None), Ground::Unknown);
    }

    #[test]
    fn without_colour_no_style_sets_a_colour() {
        // With `NO_COLOR` set, crossterm writes any colour as a full reset, which would also erase bold and reverse.
        for ground in [Ground::Unknown, Ground::Dark, Ground::Light] {
            let plain = |style: &Style| style.fg.is_none() && style.bg.is_none();
            assert!(styles_on(ground, Depth::Mono).iter().all(plain));
        }
    }

    #[test]
    fn no_color_is_obeyed_until_somebody_chooses_colours() {
        let terminal = TerminalColours { no_color: true, ..AROUND };
        let has_colour =
            |choice| styles_of(choice, terminal).iter().any(|style| style.bg.is_some());
        assert!(!has_colour(ThemeChoice::Auto));
        assert!(!has_colour(ThemeChoice::Mono));
        assert!(has_colour(ThemeChoice::Dark) && has_colour(ThemeChoice::Sixteen));
    }

    #[test]
    fn every_choice_but_auto_looks_different_and_auto_is_as_the_surroundings_say() {
        let all = ThemeChoice::ALL.map(|(_, choice)| styles_of(choice, AROUND));
        assert_eq!(all[0], all[2], "the page is light");
        for (index, left) in all.iter().enumerate().skip(1) {
            assert!(all.iter().skip(index + 1).all(|right| right != left));
        }
        let mut choice = ThemeChoice::Auto;
        for _ in ThemeChoice::ALL {
            choice = choice.next_choice();
        }
        assert_eq!(choice, ThemeChoice::Auto);
    }

    #[test]
    fn sixteen_colours_are_those_of_the_terminal() {
        let own = |color: Option<Color>| !matches!(color, Some(Color::Rgb(..) | Color::Indexed(_)));
        let styles = styles_of(ThemeChoice::Sixteen, AROUND);
        assert!(styles.iter().all(|style| own(style.fg) && own(style.bg)));
    }

    #[test]
    fn what_has_a_background_has_its_own_text() {
        for ground in [Ground::Unknown, Ground::Dark, Ground::Light] {
            for depth in [Depth::Basic, Depth::Indexed, Depth::True] {
                let styles = styles_on(ground, depth);
                assert!(styles.iter().all(|style| style.bg.is_none() || style.fg.is_some()));
            }
        }
    }
}
