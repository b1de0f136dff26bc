//! Tests of the library that touch no disk, thread or terminal of the program, and checks of the sources.

mod architecture;
mod clusters;
mod common;
mod lab;
mod laws;
mod lesson;
mod locality;
mod oracle;
mod presets;
mod sketches;
