//! The screen's tests: made-up results in, pictures and states out. No engine and no terminal.

mod fake;
