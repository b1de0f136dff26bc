use std::io;

/// Returns the system's message in lower case, without the error number.
pub fn format_system_error(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect::<String>())
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::format_system_error;

    #[test]
    fn it_says_what_is_wrong_and_nothing_else() {
        for (error, words) in [
            (
                io::Error::other("Stale file handle (os error 116) at path \"/a\""),
                "stale file handle",
            ),
            (io::Error::other("Enough"), "enough"),
            (io::Error::other(""), ""),
        ] {
            assert_eq!(format_system_error(&error), words);
        }
    }
}
