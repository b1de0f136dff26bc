//! The parameters on the screen: their table, their values, and the bar.
//!
//! `table` has the keys, the help and the bar name of each parameter. `values` shows, offers and steps values. Bar,
//! keys, palette, typing, effects and the tables of keys in the documents use both. A new parameter is one entry in the
//! table. The library provides names, parsing of values, and the reasons why a parameter has no effect.
//! `Corpus::sampled` checks some of the folder's shingles and warns about a hash that spreads them badly.

pub(crate) mod bar;
pub(crate) mod table;
pub(crate) mod values;
pub(crate) mod warnings;
