/// White space between two texts, weakest first. If several are requested, the strongest counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TextGap {
    #[default]
    None,
    Space,
    Tab,
    Line,
    Paragraph,
}

impl TextGap {
    /// Appends this gap, reduced by white space that is there already, unless `text` is empty.
    pub(crate) fn append_to(self, text: &mut String) {
        if text.is_empty() {
            return;
        }
        text.push_str(match self {
            Self::None => "",
            Self::Space if text.ends_with(['\n', ' ', '\t']) => "",
            Self::Space => " ",
            Self::Tab => "\t",
            Self::Line if text.ends_with('\n') => "",
            Self::Paragraph if text.ends_with("\n\n") => "",
            Self::Paragraph if !text.ends_with('\n') => "\n\n",
            Self::Line | Self::Paragraph => "\n",
        });
    }
}
