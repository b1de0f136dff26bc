//! Tests if bytes may be in a multi-byte encoding of Chinese, Japanese or Korean.

use encoding_rs::{BIG5, DecoderResult, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS};

const SAMPLE: usize = 2048;

const ALL: [&Encoding; 5] = [GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR];

/// Returns the largest number of multi-byte characters that any of these encodings finds in the first bytes. 0 if no
/// encoding gives well-formed, plausible text.
pub(super) fn count_multibyte_characters(bytes: &[u8]) -> usize {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    ALL.iter().filter_map(|encoding| count_characters(sample, encoding)).max().unwrap_or(0)
}

/// Returns the number of multi-byte characters, or `None` if the text is malformed or implausible.
fn count_characters(sample: &[u8], encoding: &'static Encoding) -> Option<usize> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; 1024];
    let (mut rest, mut last) = (sample, ' ');
    let (mut wide, mut narrow, mut stuck) = (0_usize, 0_usize, 0_usize);
    loop {
        // The end of the sample may cut a character, so the decoder does not expect the end.
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(rest, &mut buffer, false);
        let text = buffer.get(..written).and_then(|text| std::str::from_utf8(text).ok());
        for character in text.unwrap_or_default().chars() {
            match character {
                '\0'..='\u{7f}' => {}
                // Half-width katakana do not count: they take one byte in Shift_JIS.
                '\u{2e80}'..='\u{fa6f}' | '\u{ff00}'..='\u{ff60}' | '\u{20000}'.. => {
                    wide += 1;
                    stuck += usize::from(last.is_ascii_alphabetic());
                }
                _ => narrow += 1,
            }
            last = character;
        }
        rest = rest.get(read..).unwrap_or_default();
        match result {
            DecoderResult::InputEmpty => {
                return (wide > narrow && stuck * 4 <= wide).then_some(wide);
            }
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(..) => return None,
        }
    }
}
