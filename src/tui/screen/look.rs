//! The look of the screen and whether it takes the mouse, as flags and keys choose. It knows no colour and no terminal.

/// Which colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ThemeChoice {
    /// Decided by the environment.
    #[default]
    Auto,
    /// For a dark background.
    Dark,
    /// For a light background.
    Light,
    /// The terminal's own sixteen colours.
    Sixteen,
    /// No colours.
    Mono,
}

impl ThemeChoice {
    /// All choices with their names, in the order of the key.
    pub(crate) const ALL: [(&'static str, Self); 5] = [
        ("auto", Self::Auto),
        ("dark", Self::Dark),
        ("light", Self::Light),
        ("16", Self::Sixteen),
        ("mono", Self::Mono),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, one)| *one == self).map_or("auto", |(name, _)| name)
    }

    /// The next choice.
    pub(crate) fn next(self) -> Self {
        let place = Self::ALL.iter().position(|(_, one)| *one == self).map_or(0, |place| place + 1);
        Self::ALL.get(place % Self::ALL.len()).map_or(Self::Auto, |(_, one)| *one)
    }
}

/// What flags and keys choose about the screen itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) theme: ThemeChoice,
    /// Whether the screen draws only ASCII itself.
    pub(crate) ascii: bool,
    /// Whether the mouse belongs to the screen, not to the terminal.
    pub(crate) mouse: bool,
    /// Whether it begins in projector mode.
    pub(crate) projector: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { theme: ThemeChoice::Auto, ascii: false, mouse: true, projector: false }
    }
}
