//! Costs of two characters next to each other. Upper case inside a word, a sign between letters and a change of script
//! cost more than what is frequent in text.

use super::models::{LetterScript, NAT, is_mark, number, script};

/// What kind of neighbour a character is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SignKind {
    /// A blank or an ASCII sign.
    Plain,
    Lower,
    Upper,
    /// A letter of a script without upper case, or a mark on a letter.
    Letter,
    /// A quotation mark, before or after a word.
    Quote,
    /// A sign before a word: `„`, `¿`, `•`.
    Opens,
    /// A sign after a word.
    Closes,
    /// An apostrophe, which occurs within words too.
    Apostrophe,
    /// A dash, an ellipsis, a blank, a middle dot, a unit.
    Dash,
    /// For example `§`, `©`, `½`.
    Sign,
    /// Hardly ever in text: `¤`, `¬`, an accent alone.
    Odd,
    /// A box-drawing character.
    Frame,
    /// Not a character, or a control character.
    None,
}

impl SignKind {
    const ALL: [Self; 13] = [
        Self::Plain,
        Self::Lower,
        Self::Upper,
        Self::Letter,
        Self::Quote,
        Self::Opens,
        Self::Closes,
        Self::Apostrophe,
        Self::Dash,
        Self::Sign,
        Self::Odd,
        Self::Frame,
        Self::None,
    ];

    const fn is_letter(self) -> bool {
        matches!(self, Self::Lower | Self::Upper | Self::Letter)
    }
}

/// The meaning of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sign {
    pub(super) kind: SignKind,
    pub(super) script: LetterScript,
    /// The number of the letter, or 0.
    pub(super) letter: u16,
}

/// The kind, script and letter of a character.
pub(super) fn sign(character: char) -> Sign {
    let plain = |kind| Sign { kind, script: LetterScript::None, letter: 0 };
    match character {
        '«' | '»' | '“' | '”' | '‘' => plain(SignKind::Quote),
        '„' | '¿' | '¡' | '•' => plain(SignKind::Opens),
        '،' | '؛' | '؟' => plain(SignKind::Closes),
        '’' => plain(SignKind::Apostrophe),
        '–' | '—' | '―' | '…' | '\u{a0}' | '·' | '°' | '№' | '£' | '€' | 'µ' => {
            plain(SignKind::Dash)
        }
        '\u{ad}'
        | '\u{200c}'..='\u{200f}'
        | 'ª'
        | 'º'
        | '‚'
        | '‹'
        | '›'
        | '§'
        | '©'
        | '®'
        | '™'
        | '½'
        | '¼'
        | '¾'
        | '±'
        | '²'
        | '³'
        | '×'
        | '†'
        | '‰'
        | '¢'
        | '¥' => plain(SignKind::Sign),
        '\u{2500}'..='\u{25ff}' | '\u{2320}' | '\u{2321}' => plain(SignKind::Frame),
        '\u{0}'..='\u{7f}' if !character.is_ascii_alphabetic() => plain(SignKind::Plain),
        '\u{80}'..='\u{9f}' | '\u{fffd}' | '\u{e000}'..='\u{f8ff}' => plain(SignKind::None),
        _ => {
            let letter = number(character);
            let kind = if letter == 0 {
                SignKind::Odd
            } else if is_mark(character) || !(character.is_uppercase() || character.is_lowercase())
            {
                SignKind::Letter
            } else if character.is_uppercase() {
                SignKind::Upper
            } else {
                SignKind::Lower
            };
            Sign { kind, script: script(letter), letter }
        }
    }
}

/// A cost from tenths of a nat.
pub(super) const fn nats(tenths: i32) -> i32 {
    tenths * NAT / 10
}

/// The cost of a character after another, by their kinds. Two letters are of one script here.
const fn joined(last: SignKind, next: SignKind) -> i32 {
    let own = match next {
        SignKind::Plain | SignKind::Letter => 0,
        SignKind::Lower => match last {
            SignKind::Upper => nats(3),
            SignKind::Lower => 0,
            _ => nats(2),
        },
        SignKind::Upper => match last {
            SignKind::Lower => nats(70),
            SignKind::Upper => nats(14),
            _ => nats(23),
        },
        // Languages disagree on which of two quotation marks opens.
        SignKind::Quote | SignKind::Opens if matches!(last, SignKind::Quote | SignKind::Opens) => {
            nats(110)
        }
        // For example in `don’t`, which is far more frequent than any sign.
        SignKind::Apostrophe if last.is_letter() => nats(30),
        SignKind::Quote | SignKind::Dash if matches!(last, SignKind::Plain) => nats(45),
        SignKind::Quote | SignKind::Apostrophe => nats(55),
        SignKind::Opens => nats(if last.is_letter() { 110 } else { 60 }),
        SignKind::Closes => nats(if last.is_letter() { 55 } else { 80 }),
        SignKind::Dash => nats(if last.is_letter() { 70 } else { 60 }),
        SignKind::Sign => nats(if last.is_letter() { 120 } else { 80 }),
        SignKind::Odd => nats(if last.is_letter() { 150 } else { 110 }),
        SignKind::Frame => match last {
            SignKind::Frame => nats(45),
            kind if kind.is_letter() => nats(160),
            _ => nats(90),
        },
        SignKind::None => nats(180),
    };
    if !next.is_letter() {
        return own;
    }
    let seam = match last {
        SignKind::Sign | SignKind::Odd | SignKind::Frame | SignKind::None => nats(40),
        SignKind::Closes => nats(30),
        _ => 0,
    };
    own + seam
}

/// The number of kinds.
const KINDS: usize = SignKind::ALL.len();

/// [`joined`] for every pair of kinds.
static JOINED: [[i32; KINDS]; KINDS] = {
    let mut all = [[0; KINDS]; KINDS];
    let mut last = 0;
    while last < KINDS {
        let mut next = 0;
        while next < KINDS {
            all[last][next] = joined(SignKind::ALL[last], SignKind::ALL[next]);
            next += 1;
        }
        last += 1;
    }
    all
};

/// The cost of one character after another, without the cost of the letters in a language.
pub(super) fn join(last: Sign, next: Sign, same: bool) -> i32 {
    let joined = JOINED[last.kind as usize][next.kind as usize];
    if last.script != next.script && last.letter > 0 && next.letter > 0 {
        return joined + nats(60);
    }
    // Lines are drawn with one repeated character. Different box-drawing characters in a row are the letters of another
    // code page.
    if same && next.kind == SignKind::Frame { nats(5) } else { joined }
}
