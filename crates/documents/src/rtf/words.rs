//! What the control words of RTF mean: destinations and characters. It keeps no state.

/// What a destination does with its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Destination {
    /// Leaves it out.
    Nothing,
    /// Leaves it out but for what [`Destination::Inner`] opens in it.
    Wrapper,
    /// Shows it where the nearest wrapper stands.
    Inner,
    /// A block of its own within a wrapper: a text box.
    Box,
    /// Shows it as what is around it.
    Around,
    /// A note, shown at the end.
    Note,
    /// The font table.
    Fonts,
    /// The style sheet.
    Styles,
    /// The colours.
    Colours,
    /// What the file says of itself.
    Info,
}

/// The destination of this name; `is_optional` after `\*`: to be left out by whoever does not know it.
pub(super) fn destination(name: &[u8], is_optional: bool) -> Option<Destination> {
    Some(match name {
        b"fonttbl" => Destination::Fonts,
        b"stylesheet" => Destination::Styles,
        b"colortbl" => Destination::Colours,
        b"info" => Destination::Info,
        b"footnote" => Destination::Note,
        // A text twice, in the code page and then in Unicode; a shape and the text in it; an object and how it looks.
        b"upr" | b"shpinst" | b"do" | b"object" => Destination::Wrapper,
        b"ud" | b"result" => Destination::Inner,
        b"shptxt" | b"dptxbxtext" => Destination::Box,
        b"listtext" | b"pntext" | b"fldrslt" | b"shp" | b"shpgrp" => Destination::Around,
        b"filetbl" | b"revtbl" | b"listtable" | b"listoverridetable" | b"pict" | b"nonshppict"
        | b"shprslt" | b"objdata" | b"fldinst" | b"header" | b"headerl" | b"headerr"
        | b"headerf" | b"footer" | b"footerl" | b"footerr" | b"footerf" | b"ftnsep"
        | b"ftnsepc" | b"ftncn" | b"aftnsep" | b"aftnsepc" | b"aftncn" | b"annotation"
        | b"nonesttables" | b"background" | b"bkmkstart" | b"bkmkend" | b"tc" | b"tcn" | b"xe"
        | b"rxe" | b"txe" | b"sp" | b"sn" | b"sv" | b"template" | b"private" | b"mmath"
        | b"pgdsctbl" => Destination::Nothing,
        _ if is_optional => Destination::Nothing,
        _ => return None,
    })
}

/// The text of a control word that stands for a character.
pub(super) fn character(name: &[u8]) -> Option<&'static str> {
    Some(match name {
        b"emdash" => "—",
        b"endash" => "–",
        b"emspace" => "\u{2003}",
        b"enspace" => "\u{2002}",
        b"qmspace" => "\u{2005}",
        b"lquote" => "‘",
        b"rquote" => "’",
        b"ldblquote" => "“",
        b"rdblquote" => "”",
        b"bullet" => "•",
        b"tab" => "\t",
        // They join letters, or keep them apart, but are no characters that a reader sees.
        b"zwj" => "\u{200d}",
        b"zwnj" => "\u{200c}",
        _ => return None,
    })
}

/// The text of a control symbol that stands for a character.
pub(super) fn symbol(symbol: u8) -> Option<&'static str> {
    Some(match symbol {
        b'~' => "\u{a0}",
        b'_' => "\u{2011}",
        b'\t' => "\t",
        _ => return None,
    })
}
