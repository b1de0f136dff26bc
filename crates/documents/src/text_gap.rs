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

#[cfg(test)]
mod tests {
    use super::TextGap;

    #[test]
    fn a_gap_adds_what_is_missing() {
        let ended = |text: &str, gap: TextGap| {
            let mut text = text.to_string();
            gap.append_to(&mut text);
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
