use std::borrow::Cow;

/// Returns true if a message begins here: a line of `From ` and a time, then a header.
pub(super) fn begins_message(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n');
    let is_separator =
        lines.next().and_then(|line| line.strip_prefix(b"From ")).is_some_and(|rest| {
            // Some programs write only `From`, without sender and time.
            rest.trim_ascii().is_empty() || has_time_of_day(rest)
        });
    is_separator && lines.next().is_some_and(is_header_line)
}

pub(super) fn is_header_line(line: &[u8]) -> bool {
    let name = line.iter().position(|&byte| byte == b':').and_then(|colon| line.get(..colon));
    name.is_some_and(|name| !name.is_empty() && name.iter().all(u8::is_ascii_graphic))
}

fn has_time_of_day(line: &[u8]) -> bool {
    line.windows(5).any(|five| {
        let [a, b, colon, c, d] = five else { return false };
        *colon == b':' && [a, b, c, d].into_iter().all(u8::is_ascii_digit)
    })
}

/// Returns the messages of a mailbox without their `From ` lines.
pub(super) fn split_messages(bytes: &[u8]) -> Vec<&[u8]> {
    let mut messages = Vec::new();
    let mut begin = None;
    let mut at = 0;
    let mut is_after_blank = true;
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let is_separator = is_after_blank
            && line.starts_with(b"From ")
            && bytes.get(at..).is_some_and(begins_message);
        if is_separator {
            messages.extend(begin.and_then(|begin| bytes.get(begin..at)));
            begin = Some(at + line.len());
        }
        at += line.len();
        is_after_blank = line.trim_ascii().is_empty();
    }
    messages.extend(begin.and_then(|begin| bytes.get(begin..)));
    messages
}

/// Removes the `>` that mail programs put before `From ` at the beginning of a line.
pub(super) fn unquote_from_lines(message: &[u8]) -> Cow<'_, [u8]> {
    let is_quoted = |line: &[u8]| {
        let quotes = line.iter().take_while(|&&byte| byte == b'>').count();
        quotes > 0 && line.get(quotes..).is_some_and(|rest| rest.starts_with(b"From "))
    };
    let lines = || message.split_inclusive(|&byte| byte == b'\n');
    if !lines().any(is_quoted) {
        return message.into();
    }
    let lines = lines().map(|line| line.get(usize::from(is_quoted(line))..).unwrap_or_default());
    lines.collect::<Vec<_>>().concat().into()
}

#[cfg(test)]
mod tests {
    use super::begins_message;

    #[test]
    fn a_separator_has_a_time_and_a_header_behind_it() {
        for (bytes, begins) in [
            ("From a@b Mon Jan  1 10:30:00 2024\nSubject: x", true),
            ("From - Mon Jan  1 10:30:00 2024\r\nX-Mozilla-Status: 0001\r\n", true),
            ("From \nSubject: x", true),
            ("From here on all is told.\nNote: this is text", false),
            ("From 10:30 on\nwe walk: slowly", false),
            ("From: a@b\nSubject: x", false),
            ("", false),
        ] {
            assert_eq!(begins_message(bytes.as_bytes()), begins, "{bytes}");
        }
    }
}
