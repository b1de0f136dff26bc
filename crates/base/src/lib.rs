//! Small types for all packages and modules, and in `storage` the program's private directories.

pub mod before_exit;
pub mod cancel;
pub mod day;
pub mod faults;
pub mod file_glob;
pub mod groups;
pub mod guard;
pub mod ids;
pub mod json;
pub mod lock;
pub mod memo;
pub mod names;
pub mod nearest_name;
pub mod numbers;
pub mod path;
pub mod problem;
pub mod ratio;
pub mod requests;
pub mod span;
pub mod storage;
pub mod system_error;
pub mod visible;
pub mod workers;
pub mod wrap;
