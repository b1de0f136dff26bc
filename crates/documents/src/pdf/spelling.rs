/// Returns true for characters written without blanks: ideographs, kana and their punctuation.
pub(super) fn is_ideographic(c: char) -> bool {
    matches!(u32::from(c), 0x2e80..=0x303f | 0x3041..=0x33ff | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff
        | 0xfe30..=0xfe4f | 0xff01..=0xff0f | 0xff1a..=0xff20 | 0xff3b..=0xff40 | 0xff5b..=0xff60 | 0x2_0000..=0x3_ffff)
}

pub(super) fn is_right_to_left(c: char) -> bool {
    matches!(u32::from(c), 0x0590..=0x08ff | 0xfb1d..=0xfdff | 0xfe70..=0xfeff | 0x1_0800..=0x1_0fff | 0x1_e800..=0x1_efff)
}

/// Returns the combining mark of an accent that is drawn over a letter.
pub(super) fn combining_mark_of(accent: &str) -> Option<char> {
    let mut characters = accent.chars();
    let mark = match characters.next()? {
        '`' => '\u{300}',
        '´' => '\u{301}',
        'ˆ' => '\u{302}',
        '˜' => '\u{303}',
        '¯' => '\u{304}',
        '˘' => '\u{306}',
        '˙' => '\u{307}',
        '¨' => '\u{308}',
        '˚' => '\u{30a}',
        '˝' => '\u{30b}',
        'ˇ' => '\u{30c}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        _ => return None,
    };
    characters.next().is_none().then_some(mark)
}

pub(super) fn ends_sentence(text: &str) -> bool {
    let closing = |c: char| {
        c.is_whitespace()
            || matches!(c, ')' | ']' | '"' | '\'' | '”' | '’' | '»' | '«' | '」' | '』' | '）')
    };
    let last = text.trim_end_matches(closing).chars().next_back();
    last.is_none_or(|c| {
        matches!(c, '.' | '!' | '?' | ':' | ';' | '…' | '。' | '！' | '？' | '：' | '؟' | '।')
    })
}

pub(super) fn ends_with_hyphen(text: &str) -> bool {
    let mut back = text.trim_end().chars().rev();
    matches!(back.next(), Some('-' | '\u{ad}' | '\u{2010}'))
        && back.next().is_some_and(char::is_alphabetic)
}
