//! How the screen shall look and whether it listens to the mouse: what flags and keys choose. It knows no colour and no
//! terminal.

/// Which colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ThemeChoice {
    /// As the surroundings tell.
    #[default]
    Auto,
    /// For a dark background.
    Dark,
    /// For a light background.
    Light,
    /// The terminal's own sixteen.
    Sixteen,
    /// None.
    Mono,
}

impl ThemeChoice {
    /// All of them with their names, in the order in which the key goes round.
    pub(crate) const ALL: [(&'static str, Self); 5] = [
        ("auto", Self::Auto),
        ("dark", Self::Dark),
        ("light", Self::Light),
        ("16", Self::Sixteen),
        ("mono", Self::Mono),
    ];

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, one)| *one == self).map_or("auto", |(name, _)| name)
    }

    /// The one after it.
    pub(crate) fn next(self) -> Self {
        let place = Self::ALL.iter().position(|(_, one)| *one == self).map_or(0, |place| place + 1);
        Self::ALL.get(place % Self::ALL.len()).map_or(Self::Auto, |(_, one)| *one)
    }
}

/// What flags and keys choose about the screen itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    /// Which colours are used.
    pub(crate) theme: ThemeChoice,
    /// What the screen draws of itself is ASCII alone.
    pub(crate) ascii: bool,
    /// The mouse belongs to the screen, not to the terminal.
    pub(crate) mouse: bool,
    /// It begins in projector mode.
    pub(crate) projector: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self { theme: ThemeChoice::Auto, ascii: false, mouse: true, projector: false }
    }
}
