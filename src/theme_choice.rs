//! The choice of a theme, for the command line and the screen.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum ThemeChoice {
    /// The theme that the environment suggests.
    #[default]
    Auto,
    Dark,
    Light,
    Sixteen,
    Mono,
}

impl ThemeChoice {
    /// All choices with their names, in their order, in which the theme key steps through them.
    pub(crate) const ALL: [(&'static str, Self); 5] = [
        ("auto", Self::Auto),
        ("dark", Self::Dark),
        ("light", Self::Light),
        ("16", Self::Sixteen),
        ("mono", Self::Mono),
    ];

    pub(crate) fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    pub(crate) const fn help(self) -> &'static str {
        match self {
            Self::Auto => "chosen by the terminal",
            Self::Dark => "for a dark page",
            Self::Light => "for a light page",
            Self::Sixteen => "the terminal's own sixteen",
            Self::Mono => "none",
        }
    }

    pub(crate) fn next_choice(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()].1
    }
}
