//! Subtitles: what is said, without the numbers, times and markup of `.srt` and `.vtt`.

use crate::{extracted::Extracted, extracted::Unreadable, html, limits::Limits};

/// What stands between the times of a cue.
const ARROW: &str = "-->";

/// What is said. A text without any times is taken as it is.
///
/// # Errors
/// [`Unreadable`]: it goes beyond a limit.
pub(crate) fn extract(text: &str, limits: &Limits) -> Result<Extracted, Unreadable> {
    let mut page = String::new();
    let mut is_said = false;
    // Heads, notes and styles have no times, so nothing of them is said.
    for line in text.lines() {
        if line.trim().is_empty() {
            is_said = false;
        } else if line.contains(ARROW) {
            is_said = true;
        } else if is_said {
            page.push_str(line);
            page.push_str("<br>\n");
        }
    }
    if page.is_empty() {
        return Ok(Extracted { text: text.to_string(), ..Extracted::default() });
    }
    html::extract(&page, limits)
}

#[cfg(test)]
mod tests {
    fn extract(text: &str) -> String {
        super::extract(text, &crate::limits::Limits::default()).unwrap().text
    }

    #[test]
    fn only_what_is_said_counts() {
        let srt = "1\r\n00:00:01,000 --> 00:00:02,500\r\nThe <i>old</i> ferry\r\nleft & came.\r\n\r\n2\r\n00:01:00,000 --> 00:01:02,000\r\n42\r\n";
        let vtt = "WEBVTT - a film\n\nNOTE\nnobody says this\n\nSTYLE\n::cue { color: red }\n\nfirst\n00:01.000 --> 00:02.000 align:start\n<v Anna>The <c.x>old</c> ferry\nleft &amp; came.\n\n01:00.000 --> 01:02.000\n42\n";
        let said = "The old ferry\nleft & came.\n42";
        assert_eq!(extract(srt).trim(), said);
        assert_eq!(extract(vtt).trim(), said);
        // Other times change nothing.
        assert_eq!(extract(&srt.replace("00:01", "00:04")), extract(srt));
        assert_eq!(extract("no times\n\nin it"), "no times\n\nin it");
    }
}
