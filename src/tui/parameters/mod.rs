//! The parameters on the screen: their table, their values, and the bar.
//!
//! `table` has the keys and the help of each parameter, and its name in the bar; `values` shows, offers and steps its
//! values. Bar, keys, palette, typing, effects and the tables of keys in the documents are made from these. A new
//! parameter is one entry in the table; its name, how its values are read, and when it decides nothing come from the
//! library. `Corpus::sampled` looks at some of the folder's shingles, for the warning beside a hash that does not
//! spread them.

pub(crate) mod bar;
pub(crate) mod table;
pub(crate) mod values;
pub(crate) mod warnings;
