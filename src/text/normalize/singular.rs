//! Makes plural nouns singular, as in "Finding fuzzy duplicates for English texts".

use std::borrow::Cow;

/// Replaces a last `-ies` by `-y` and drops any other last `-s`. Words in `'s`, words of one letter and the bare ending
/// stay.
pub fn singular(word: &str) -> Cow<'_, str> {
    let is_longer = |count: usize| word.chars().nth(count).is_some();
    if word.ends_with("'s") || word.ends_with("’s") {
        return word.into();
    }
    match (word.strip_suffix("ies"), word.strip_suffix('s')) {
        (Some(stem), _) if is_longer(3) => format!("{stem}y").into(),
        (_, Some(stem)) if is_longer(2) => stem.into(),
        _ => word.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::singular;

    #[test]
    fn words_lose_their_plural_as_in_the_article() {
        for (plural, one) in [
            ("ferries", "ferry"),
            ("trains", "train"),
            ("ties", "ty"),
            ("ies", "ie"),
            ("glass", "glas"),
            ("us", "us"),
            ("s", "s"),
            ("Command's", "Command's"),
            ("Command’s", "Command’s"),
            ("FERRIES", "FERRIES"),
            ("cafés", "café"),
            ("ferry", "ferry"),
            ("", ""),
        ] {
            assert_eq!(singular(plural), one);
        }
    }
}
