//! What one visit to a folder leaves for the next: its parameters, the place on the screen, and which documents there were.
//! It is kept outside of the folder, for its user alone. Whatever is wrong with it, a visit begins as the first one does.

pub mod kept;
pub mod params;
pub mod visit;
