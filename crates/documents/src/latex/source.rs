//! The unread rest of a LaTeX text. Each character is read once, so reading takes linear time.

use memchr::memchr2_iter;

use super::commands::printed_form;

/// Returns true if the text after a line end begins with an empty line, which ends a paragraph.
fn begins_empty_line(after_line_end: Option<&str>) -> bool {
    let rest = after_line_end.unwrap_or_default();
    let behind = rest.trim_start_matches(|letter: char| letter != '\n' && letter.is_whitespace());
    !rest.is_empty() && (behind.is_empty() || behind.starts_with('\n'))
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LatexSource<'a> {
    rest: &'a str,
}

impl<'a> LatexSource<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    pub(super) fn unread_text(&self) -> &'a str {
        self.rest
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub(super) fn take_character(&mut self) -> &'a str {
        self.take_bytes(self.peek().map_or(0, char::len_utf8))
    }

    pub(super) fn skip_prefix(&mut self, prefix: &str) -> bool {
        let rest = self.rest.strip_prefix(prefix);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    pub(super) fn take_while(&mut self, passes: impl Fn(char) -> bool) -> &'a str {
        self.take_bytes(self.rest.find(|letter| !passes(letter)).unwrap_or(self.rest.len()))
    }

    /// Consumes text up to and including `end`, and returns the text before `end`; without `end`, consumes everything.
    pub(super) fn take_until(&mut self, end: &str) -> &'a str {
        let (before, after) = self.rest.split_once(end).unwrap_or((self.rest, ""));
        self.rest = after;
        before
    }

    /// Like [`Self::take_until`], but stops at the end of the paragraph.
    pub(super) fn take_until_in_paragraph(&mut self, end: &str) -> &'a str {
        let bytes = self.rest.as_bytes();
        let first = end.as_bytes().first().copied().unwrap_or(b'\n');
        let mut stop = bytes.len();
        for at in memchr2_iter(first, b'\n', bytes) {
            if bytes.get(at..).is_some_and(|rest| rest.starts_with(end.as_bytes())) {
                let text = self.take_bytes(at);
                self.skip_prefix(end);
                return text;
            }
            if bytes.get(at) == Some(&b'\n') && begins_empty_line(self.rest.get(at + 1..)) {
                stop = at + 1;
                break;
            }
        }
        // Leaves the line end before an empty line, because it ends the paragraph.
        let length = self.rest.get(..stop).unwrap_or_default().trim_end_matches('\n').len();
        self.take_bytes(length)
    }

    /// Consumes blanks and at most one line end. Consumes nothing at the end of a paragraph.
    pub(super) fn skip_blanks(&mut self) {
        let mut after = *self;
        let blanks = after.take_while(char::is_whitespace);
        if blanks.matches('\n').count() < 2 {
            *self = after;
        }
    }

    /// Consumes the rest of a comment, the line end and the following blanks.
    pub(super) fn skip_comment(&mut self) {
        self.take_until("\n");
        self.take_while(|letter| matches!(letter, ' ' | '\t'));
    }

    /// Consumes a leading `[…]` and returns its content, or `None` without such an option.
    pub(super) fn take_option(&mut self) -> Option<&'a str> {
        self.skip_prefix("[").then(|| self.take_until_closed(']', false))
    }

    /// Consumes a leading `{…}` and returns its content. Unless `is_long`, an empty line ends the group too, because
    /// the closing bracket is missing.
    pub(super) fn take_group(&mut self, is_long: bool) -> Option<&'a str> {
        self.skip_prefix("{").then(|| self.take_until_closed('}', is_long))
    }

    /// Consumes blanks and a `{`. Returns false, and consumes nothing, if no `{` follows.
    pub(super) fn open_group(&mut self) -> bool {
        let mut after = *self;
        after.skip_blanks();
        let is_group = after.skip_prefix("{");
        if is_group {
            *self = after;
        }
        is_group
    }

    /// Consumes an argument: a group, a command or a character.
    pub(super) fn skip_argument(&mut self, is_long: bool) {
        self.skip_blanks();
        if self.take_group(is_long).is_some() {
            return;
        }
        match self.peek() {
            Some('\\') => self.take_command(),
            Some('}' | '%' | '\n') | None => "",
            Some(_) => self.take_character(),
        };
    }

    pub(super) fn skip_options(&mut self) {
        let mut after = *self;
        while {
            after.skip_blanks();
            after.take_option().is_some()
        } {
            *self = after;
        }
    }

    /// Consumes a command: the `\`, and letters or one other character.
    pub(super) fn take_command(&mut self) -> &'a str {
        let mut after = *self;
        after.take_character();
        if after.take_while(|letter| letter.is_ascii_alphabetic() || letter == '@').is_empty() {
            after.take_character();
        }
        self.take_bytes(self.rest.len() - after.rest.len())
    }

    /// Consumes text up to and including the next command outside of comments. Returns it with its `\\`.
    pub(super) fn skip_to_command(&mut self) -> Option<&'a str> {
        loop {
            self.take_while(|letter| !matches!(letter, '\\' | '%'));
            match self.peek()? {
                '%' => self.skip_comment(),
                _ => return Some(self.take_command()),
            }
        }
    }

    /// Consumes a ligature such as `---` and returns its printed form. Without a ligature, consumes one character.
    pub(super) fn take_ligature(&mut self) -> &'a str {
        for length in [3, 2] {
            if let Some(text) = self.rest.get(..length).and_then(printed_form) {
                self.take_bytes(length);
                return text;
            }
        }
        let letter = self.take_character();
        printed_form(letter).unwrap_or(letter)
    }

    /// Consumes text up to and including the matching closing bracket, and returns the text before the bracket.
    fn take_until_closed(&mut self, close: char, is_long: bool) -> &'a str {
        let mut depth = 0_usize;
        let mut line_end = 0;
        let mut is_escaped = false;
        let mut is_comment = false;
        let mut is_blank = false;
        for (at, letter) in self.rest.char_indices() {
            match letter {
                '\n' if is_blank && !is_long => return self.take_bytes(line_end),
                '\n' => {
                    line_end = at;
                    is_comment = false;
                    is_blank = true;
                    is_escaped = false;
                    continue;
                }
                _ if letter.is_whitespace() => {
                    is_escaped = false;
                    continue;
                }
                _ if is_comment => {}
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                // In a short argument, such as a web address, `%` is a letter.
                '%' if is_long => is_comment = true,
                _ if letter == close && depth == 0 => {
                    let text = self.take_bytes(at);
                    self.take_character();
                    return text;
                }
                '{' => depth += 1,
                // An option cannot extend beyond the group that contains it.
                '}' if depth == 0 => return self.take_bytes(at),
                '}' => depth -= 1,
                _ => {}
            }
            is_blank = false;
        }
        self.take_bytes(self.rest.len())
    }

    fn take_bytes(&mut self, length: usize) -> &'a str {
        let (text, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.rest = rest;
        text
    }
}
