//! What has to be done with a file in a format of its own, so that it can be done in this process or in another one.

use serde::{Deserialize, Serialize};

use crate::text::extract::extract;
use crate::text::file_format::Format;

use super::extracted::{Extracted, Unreadable};
use super::limits::Limits;

/// One piece of work on the bytes of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FormatWork {
    /// The text of an HTML page, which is given in UTF-8.
    Page,
}

/// Does the work that formats need. An implementation decides in which process.
pub trait FormatReader: Send + Sync {
    /// The text of `bytes`.
    ///
    /// # Errors
    /// [`Unreadable`]: why there is none.
    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<Extracted, Unreadable>;
}

/// Does the work in this process.
#[derive(Debug, Clone, Copy, Default)]
pub struct InProcess {
    /// What one file may become.
    pub limits: Limits,
}

impl FormatReader for InProcess {
    fn read(&self, work: FormatWork, bytes: &[u8]) -> Result<Extracted, Unreadable> {
        let limits = &self.limits;
        let extracted = match work {
            FormatWork::Page => Extracted {
                text: extract(String::from_utf8_lossy(bytes), Format::Html).into_owned(),
                ..Extracted::default()
            },
        };
        if extracted.text.len() as u64 > limits.text {
            return Err(Unreadable::Limit {
                limit: "text".into(),
                what: format!(
                    "its text has {} MiB, more than the {} MiB that are compared; split the file",
                    extracted.text.len() >> 20,
                    limits.text >> 20
                ),
            });
        }
        Ok(extracted)
    }
}
