//! Whether bytes may be in a multi-byte encoding of Chinese, Japanese or Korean. chardetng decides which.

use encoding_rs::{BIG5, DecoderResult, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS};

/// The number of bytes that are tried.
const SAMPLE: usize = 2048;

/// The encodings that are tried.
const ALL: [&Encoding; 5] = [GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR];

/// The most multi-byte characters that the first bytes have in any of these encodings. 0 if they are well-formed in
/// none, or decode to something that is not such text.
pub(super) fn possible(bytes: &[u8]) -> usize {
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    ALL.iter().filter_map(|encoding| characters(sample, encoding)).max().unwrap_or(0)
}

fn characters(sample: &[u8], encoding: &'static Encoding) -> Option<usize> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; 1024];
    let (mut rest, mut last) = (sample, ' ');
    let (mut wide, mut narrow, mut stuck) = (0_usize, 0_usize, 0_usize);
    loop {
        // A character may be cut at the end.
        let (result, read, written) =
            decoder.decode_to_utf8_without_replacement(rest, &mut buffer, false);
        let text = buffer.get(..written).and_then(|text| std::str::from_utf8(text).ok());
        for character in text.unwrap_or_default().chars() {
            match character {
                '\0'..='\u{7f}' => {}
                // Katakana of half width take one byte in Shift_JIS.
                '\u{2e80}'..='\u{fa6f}' | '\u{ff00}'..='\u{ff60}' | '\u{20000}'.. => {
                    wide += 1;
                    // For example in words with an accent.
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
