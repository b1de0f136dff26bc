//! Writes a row without colours: shared words in brackets, dropped ones in parentheses, and asterisks around what a
//! sentence is about.

use super::super::step::{FigurePiece, Ink};

/// The text of the row. Consecutive pieces of one role are marked once.
pub fn written(row: &[FigurePiece]) -> String {
    let mut out = String::new();
    let mut begun = "";
    for piece in row {
        let (open, close) = marks(piece);
        if close != begun {
            out.push_str(begun);
            out.push_str(open);
            begun = close;
        }
        out.push_str(&piece.text);
    }
    out.push_str(begun);
    out.truncate(out.trim_end().len());
    out
}

/// The marks around a document's words in this role. The lesson's own words get none, except blanks within a passage.
const fn marks(piece: &FigurePiece) -> (&'static str, &'static str) {
    match (piece.ink, piece.quoted) {
        (Ink::Passage(_), _) | (Ink::Shared, true) => ("[", "]"),
        (Ink::Dropped, true) => ("(", ")"),
        (Ink::Now, true) => ("*", "*"),
        _ => ("", ""),
    }
}

#[cfg(test)]
mod tests {
    use super::{FigurePiece, Ink, written};

    #[test]
    fn a_passage_is_bracketed_once() {
        let shared = |text: &str| FigurePiece::quoted(text, Ink::Passage(0));
        let row = [
            FigurePiece::quoted("a", Ink::Plain),
            FigurePiece::own(" ", Ink::Plain),
            shared("b"),
            shared(" c"),
        ];
        assert_eq!(written(&row), "a [b c]");
        assert_eq!(written(&[FigurePiece::quoted("и", Ink::Dropped)]), "(и)");
        assert_eq!(written(&[FigurePiece::own("100%", Ink::Now)]), "100%");
    }
}
