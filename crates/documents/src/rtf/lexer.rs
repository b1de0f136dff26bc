//! Splits RTF into tokens. Interprets only `\bin`, because its bytes are no tokens.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Open,
    Close,
    /// `\name` or `\name-1`: a name of ASCII letters and its number.
    Word(&'a [u8], Option<i32>),
    /// `\` and a character other than a letter.
    Symbol(u8),
    /// A byte written as two hexadecimal digits: `\'e9`.
    Hex(u8),
    /// Bytes of text.
    Bytes(&'a [u8]),
}

#[derive(Debug)]
pub(super) struct Lexer<'a> {
    rest: &'a [u8],
}

impl<'a> Lexer<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    fn take_while(&mut self, passes: impl Fn(u8) -> bool) -> &'a [u8] {
        let end = self.rest.iter().position(|&byte| !passes(byte)).unwrap_or(self.rest.len());
        self.take_bytes(end)
    }

    fn take_bytes(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at_checked(count).unwrap_or((self.rest, &[]));
        self.rest = rest;
        taken
    }

    fn read_control(&mut self) -> Option<Token<'a>> {
        if self.rest.first()?.is_ascii_alphabetic() {
            return Some(self.read_word());
        }
        let &[symbol] = self.take_bytes(1) else { return None };
        if symbol == b'\''
            && let Some((&[high, low], rest)) = self.rest.split_first_chunk()
            && let (Some(high), Some(low)) = (hex_digit(high), hex_digit(low))
        {
            self.rest = rest;
            return Some(Token::Hex((high << 4) | low));
        }
        Some(Token::Symbol(symbol))
    }

    fn read_word(&mut self) -> Token<'a> {
        let name = self.take_while(|byte| byte.is_ascii_alphabetic());
        let number = self.read_number();
        if self.rest.first() == Some(&b' ') {
            self.take_bytes(1);
        }
        if name == b"bin" {
            self.take_bytes(number.and_then(|count| usize::try_from(count).ok()).unwrap_or(0));
        }
        Token::Word(name, number)
    }

    fn read_number(&mut self) -> Option<i32> {
        let is_negative = match self.rest {
            [b'-', b'0'..=b'9', ..] => self.take_bytes(1) == b"-",
            [b'0'..=b'9', ..] => false,
            _ => return None,
        };
        let digits = self.take_while(|byte| byte.is_ascii_digit());
        let number = digits.iter().fold(0_i32, |number, digit| {
            number.saturating_mul(10).saturating_add(i32::from(digit - b'0'))
        });
        Some(if is_negative { -number } else { number })
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        // Skips line ends, which only wrap lines, and NUL, which some programs write after the end.
        self.take_while(|byte| matches!(byte, b'\r' | b'\n' | 0));
        let is_text = |byte| !matches!(byte, b'{' | b'}' | b'\\' | b'\r' | b'\n' | 0);
        if is_text(*self.rest.first()?) {
            return Some(Token::Bytes(self.take_while(is_text)));
        }
        match self.take_bytes(1) {
            b"{" => Some(Token::Open),
            b"}" => Some(Token::Close),
            _ => self.read_control(),
        }
    }
}

fn hex_digit(letter: u8) -> Option<u8> {
    char::from(letter).to_digit(16).map(|digit| digit as u8)
}
