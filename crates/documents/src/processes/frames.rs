//! Encodes the questions to a reader process and its answers.

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

use crate::extracted::{Extracted, Unreadable};
use crate::{file_format::Format, limits::Limits};

/// Size of a question in bytes, padded with zeros. Its ten numbers have at most ten bytes each.
const HEADER: usize = 128;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FormatQuestion {
    pub(super) format: Format,
    pub(super) limits: Limits,
    pub(super) length: u64,
}

/// Largest size of sections and facts in an answer, in bytes.
const BESIDE_TEXT: u64 = 16 << 20;

impl FormatQuestion {
    /// Returns the largest answer in bytes that an honest reader can give.
    pub(super) fn max_answer_bytes(&self) -> u64 {
        // Section titles of a mailbox may not be in the text, so the answer may be twice as long.
        self.limits.text.saturating_mul(2).saturating_add(BESIDE_TEXT)
    }
}

pub(super) type FormatAnswer = Result<Extracted, Unreadable>;

fn invalid_data_error(error: postcard::Error) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

pub(super) fn encode_question(question: &FormatQuestion) -> io::Result<[u8; HEADER]> {
    let mut header = [0; HEADER];
    postcard::to_slice(question, &mut header).map_err(invalid_data_error)?;
    Ok(header)
}

/// Reads a question, and the bytes of its file into `bytes`, or returns `None` if the parent has closed the pipe.
pub(super) fn read_question(
    input: &mut impl Read,
    bytes: &mut Vec<u8>,
) -> io::Result<Option<FormatQuestion>> {
    let mut header = [0; HEADER];
    match input.read_exact(&mut header) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        outcome => outcome?,
    }
    let question: FormatQuestion = postcard::from_bytes(&header).map_err(invalid_data_error)?;
    bytes.clear();
    bytes.resize(question.length as usize, 0);
    input.read_exact(bytes)?;
    Ok(Some(question))
}

/// Writes an answer: its length in eight bytes, then true if this process is not confined, then the answer.
pub(super) fn write_answer(
    output: &mut impl Write,
    is_unconfined: bool,
    answer: &FormatAnswer,
) -> io::Result<()> {
    let mut bytes =
        postcard::to_extend(&(is_unconfined, answer), vec![0; 8]).map_err(invalid_data_error)?;
    let length = (bytes.len() - 8) as u64;
    if let Some(head) = bytes.first_chunk_mut::<8>() {
        *head = length.to_le_bytes();
    }
    output.write_all(&bytes)
}

/// Decodes an answer without its length. Returns true if the reader is not confined, and the answer.
pub(super) fn decode_answer(bytes: &[u8]) -> io::Result<(bool, FormatAnswer)> {
    postcard::from_bytes(bytes).map_err(invalid_data_error)
}
