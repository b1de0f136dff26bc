//! The options and commands about the program itself: what is made from its options, what it keeps, its config file.

use clap::{Args, ValueEnum};

/// What is made from the options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Generated {
    #[value(name = "complete-bash")]
    Bash,
    #[value(name = "complete-zsh")]
    Zsh,
    #[value(name = "complete-fish")]
    Fish,
    #[value(name = "complete-powershell")]
    PowerShell,
    #[value(name = "man")]
    ManPage,
}

/// The arguments of `cache`.
#[derive(Debug, Args)]
pub(crate) struct CachedArgs {
    /// path: print its directory; size: how much it holds; clear: remove it
    #[arg(value_name = "ACTION", value_enum, hide_possible_values = true)]
    pub(crate) action: CacheAction,
}

/// What is done with the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CacheAction {
    /// Print its directory
    Path,
    /// Print how much it holds
    Size,
    /// Remove it
    Clear,
}

/// The arguments of `config`.
#[derive(Debug, Args)]
pub(crate) struct ConfigFileArgs {
    /// default: print a config file with every key, its meaning and its default; path: print where the config file is
    #[arg(value_name = "ACTION", value_enum, hide_possible_values = true)]
    pub(crate) action: ConfigAction,
}

/// What is printed about the config file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConfigAction {
    /// One with every key, which changes nothing
    Default,
    /// Where it is
    Path,
}
