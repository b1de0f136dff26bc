//! How the program prints parameters, from its own file.

#[path = "../../../src/printer/json.rs"]
pub(crate) mod json;
#[path = "../../../src/printer/out.rs"]
pub(crate) mod out;
