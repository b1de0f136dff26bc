//! A row as it is written where there are no colours: shared words in brackets, dropped ones in parentheses, what a sentence
//! is about between asterisks.

use super::super::step::{FigurePiece, Ink};

/// The row's characters. Pieces of one role that follow each other are marked once.
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

/// What stands around a document's words in this role. What the lesson itself says needs no marks, but for blanks within a
/// passage.
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
