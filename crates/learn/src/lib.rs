//! Explains and recommends: [`lesson`] explains the score of a pair step by step, [`lab`] asks the pipeline which
//! parameters suit a folder.

pub mod lab;
pub mod lesson;
