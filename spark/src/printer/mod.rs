//! The lines that the program prints, from its own files: they exist once.

#[path = "../../../src/printer/documents.rs"]
pub(crate) mod documents;
#[path = "../../../src/printer/groups.rs"]
pub(crate) mod groups;
#[path = "../../../src/printer/json.rs"]
pub(crate) mod json;
#[path = "../../../src/printer/languages.rs"]
pub(crate) mod languages;
#[path = "../../../src/printer/line.rs"]
pub(crate) mod line;
#[path = "../../../src/printer/out.rs"]
pub(crate) mod out;
#[path = "../../../src/printer/places.rs"]
pub(crate) mod places;
#[path = "../../../src/printer/table.rs"]
pub(crate) mod table;
#[path = "../../../src/printer/wrap.rs"]
pub(crate) mod wrap;
