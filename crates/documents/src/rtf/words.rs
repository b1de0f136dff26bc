use super::group::RtfPlace;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Destination {
    Nothing,
    /// Text is dropped, except for [`Destination::Inner`] inside.
    Wrapper,
    /// Text is retained, at the position of the nearest wrapper.
    Inner,
    /// A text box within a wrapper.
    Box,
    /// Text belongs to the surrounding text.
    Around,
    Note,
    /// A table of fonts, styles or colours, or the metadata.
    Table(RtfPlace),
}

/// Returns the destination that a word begins. `is_optional` is true after `\*`, which means that readers drop unknown
/// destinations.
pub(super) fn destination_of_word(name: &[u8], is_optional: bool) -> Option<Destination> {
    Some(match name {
        b"fonttbl" => Destination::Table(RtfPlace::Fonts),
        b"stylesheet" => Destination::Table(RtfPlace::Styles),
        b"colortbl" => Destination::Table(RtfPlace::Colours),
        b"info" => Destination::Table(RtfPlace::Info),
        b"footnote" => Destination::Note,
        // Wrappers contain the same content twice, such as text in a code page and in Unicode. Only the inner
        // destination counts.
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

pub(super) fn character_of_word(name: &[u8]) -> Option<&'static str> {
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
        // Joiners are invisible, but change how neighbouring letters are drawn.
        b"zwj" => "\u{200d}",
        b"zwnj" => "\u{200c}",
        _ => return None,
    })
}
