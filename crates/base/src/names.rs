//! Enums whose values have names that are printed and parsed, such as values of options.

use thiserror::Error;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("expected {}", .0.join(", "))]
pub struct UnknownName(pub &'static [&'static str]);

#[macro_export]
macro_rules! named_values {
    ($type:ty { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $type {
            pub const NAMES: &'static [&'static str] = &[$($word),+];
            pub const ALL: &'static [(&'static str, Self)] = &[$(($word, Self::$variant)),+];

            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::names::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.iter().find(|(name, _)| *name == text);
                found.map(|(_, value)| *value).ok_or($crate::names::UnknownName(Self::NAMES))
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
