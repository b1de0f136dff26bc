//! The parameters on the screen: their table, the bar, and reading what is typed.
//!
//! **Parameters on the screen.** `tui::parameters::table` has the keys, values and help of each parameter, and whether
//! it is always in the bar. Bar, keys, palette, typing, effects and the documented key table are made from it. A new
//! parameter is one entry there and one name in `tui::actions::ScreenParameter`, which maps onto the parameters of the
//! library; its name and where it decides nothing come from there. `tui::parameters::table::decides_nothing` says why
//! in the screen's short words. The bar (`tui::parameters::bar`) puts the essential ones first, so nothing else moves
//! them. `Corpus::sampled` looks at what a modulo keeps of some of the folder's shingles, for the warning beside a hash
//! that does not spread them.

pub(crate) mod bar;
pub(crate) mod parsing;
pub(crate) mod steps;
pub(crate) mod table;
pub(crate) mod typing;
pub(crate) mod warnings;
