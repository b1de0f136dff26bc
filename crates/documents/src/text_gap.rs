//! The least white space that still keeps two pieces of text apart.

/// What separates two pieces of text, weakest first. Of several in a row the strongest counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TextGap {
    /// Nothing.
    #[default]
    None,
    /// One space.
    Space,
    /// A tab.
    Tab,
    /// A line end.
    Line,
    /// An empty line.
    Paragraph,
}

impl TextGap {
    /// Ends `text` with this gap, as far as it does not end with white space already. No gap stands at the beginning.
    pub(crate) fn end(self, text: &mut String) {
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

#[cfg(test)]
mod tests {
    use super::TextGap;

    #[test]
    fn a_gap_adds_what_is_missing() {
        let ended = |text: &str, gap: TextGap| {
            let mut text = text.to_string();
            gap.end(&mut text);
            text
        };
        assert_eq!(ended("", TextGap::Paragraph), "");
        assert_eq!(ended("a", TextGap::None), "a");
        assert_eq!(
            (ended("a", TextGap::Space), ended("a\t", TextGap::Space)),
            ("a ".into(), "a\t".into())
        );
        assert_eq!(
            (ended("a", TextGap::Line), ended("a\n", TextGap::Line)),
            ("a\n".into(), "a\n".into())
        );
        for text in ["a", "a\n", "a\n\n"] {
            assert_eq!(ended(text, TextGap::Paragraph), "a\n\n");
        }
    }
}
