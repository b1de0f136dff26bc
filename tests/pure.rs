//! Tests of the library without disk, threads or terminal, and checks of the sources.

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
