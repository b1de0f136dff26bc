//! Spoken text of subtitles (`.srt`, `.vtt`, `.sbv`, `.ass`, `.ssa`), without numbers, times and markup.

use std::borrow::Cow;

use crate::{extracted::Extracted, extracted::Unreadable, html, limits::Limits};

const ARROW: &str = "-->";

/// Returns the spoken lines; a text without times is returned unchanged.
pub(crate) fn extract(text: &str, limits: &Limits) -> Result<Extracted, Unreadable> {
    let is_script = text.lines().any(|line| line.trim().eq_ignore_ascii_case("[events]"));
    let cues = if is_script { read_script_cues(text) } else { read_cues(text) };
    if cues.is_empty() {
        return Ok(Extracted { text: text.to_string(), ..Extracted::default() });
    }
    let mut page = String::new();
    let mut last: &[Cow<'_, str>] = &[];
    let rolls = are_captions_rolling(&cues);
    for cue in &cues {
        let again = if rolls { count_repeated_lines(last, cue) } else { 0 };
        for line in cue.iter().skip(again) {
            page.push_str(line);
            page.push_str("<br>\n");
        }
        last = cue;
    }
    html::extract(&page, limits)
}

type Cue<'t> = Vec<Cow<'t, str>>;

/// Largest number of lines that a cue may repeat from the previous one.
const ROLLED: usize = 8;

/// Returns the number of lines at the start of a cue that repeat the end of the last cue.
fn count_repeated_lines(last: &[Cow<'_, str>], cue: &[Cow<'_, str>]) -> usize {
    let ends = |lines: &usize| cue.get(..*lines).is_some_and(|lines| last.ends_with(lines));
    (1..=ROLLED).rev().find(ends).unwrap_or(0)
}

/// Returns true if most cues repeat lines of the previous cue, as in automatic captions.
fn are_captions_rolling(cues: &[Cue<'_>]) -> bool {
    let pairs = cues.iter().zip(cues.iter().skip(1));
    let again = pairs.filter(|(last, cue)| count_repeated_lines(last, cue) > 0).count();
    2 * again > cues.len()
}

fn read_cues(text: &str) -> Vec<Cue<'_>> {
    let is_vtt = text.trim_start_matches('\u{feff}').starts_with("WEBVTT");
    let mut cues: Vec<Cue<'_>> = Vec::new();
    let mut is_said = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if is_time_line(line) {
            is_said = true;
            cues.push(Vec::new());
        } else if line.is_empty() && is_vtt {
            // Text after an empty line is the name of a cue, a note or a style.
            is_said = false;
        } else if is_said && !line.trim().is_empty() {
            let is_number = line.trim().bytes().all(|byte| byte.is_ascii_digit());
            if !(is_number && lines.peek().is_some_and(|next| is_time_line(next))) {
                let line = remove_times_and_styles(line.trim(), |style| style.starts_with('\\'));
                if let Some(cue) = cues.last_mut() {
                    cue.push(line);
                }
            }
        }
    }
    cues
}

fn is_time_line(line: &str) -> bool {
    let (times, colons) = match line.split_once(ARROW) {
        Some(times) => (Some(times), 1),
        // A line of times in a `.sbv` file.
        None => (line.split_once(','), 2),
    };
    let is_time = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_digit() || b":.,".contains(&byte))
            && text.matches(':').count() >= colons
    };
    times.is_some_and(|(from, to)| {
        is_time(from.trim()) && is_time(to.split_whitespace().next().unwrap_or_default())
    })
}

/// Reads the cues of `.ass` and `.ssa`, whose lines are comma-separated fields.
fn read_script_cues(text: &str) -> Vec<Cue<'_>> {
    let mut fields = 10;
    let mut cues = Vec::new();
    for line in text.lines() {
        if let Some(format) = line.strip_prefix("Format:") {
            fields = format.split(',').count();
        }
        let said = line.strip_prefix("Dialogue:").and_then(|line| line.splitn(fields, ',').last());
        if let Some(said) = said.filter(|said| !is_drawing(said)) {
            let said = remove_times_and_styles(said, |_| true);
            let said = said.replace("\\N", "\n").replace("\\n", "\n").replace("\\h", " ");
            cues.push(said.lines().map(|line| line.to_string().into()).collect());
        }
    }
    cues
}

/// Returns true for a drawing, because its coordinates are no words.
fn is_drawing(said: &str) -> bool {
    said.split("\\p")
        .skip(1)
        .any(|mark| mark.starts_with(|scale: char| ('1'..='9').contains(&scale)))
}

/// Removes times and classes in `<>`, and styles in `{}`. Keeps other tags for the HTML reader.
fn remove_times_and_styles(line: &str, is_style: fn(&str) -> bool) -> Cow<'_, str> {
    let is_time = |inner: &str| {
        let is_part = |byte: u8| byte.is_ascii_digit() || b":.".contains(&byte);
        inner.contains(':') && inner.bytes().all(is_part)
    };
    let is_class = |inner: &str| matches!(inner, "c" | "/c") || inner.starts_with("c.");
    let (mut rest, mut kept) = (line, String::new());
    while let Some((before, mark)) = rest.find(['<', '{']).map(|at| rest.split_at(at)) {
        kept.push_str(before);
        let after = mark.get(1..).unwrap_or_default();
        let end = after.find(['<', '{', '>', '}']).unwrap_or(after.len());
        let (inner, behind) = after.split_at(end);
        let is_mark = match mark.as_bytes().first().zip(behind.as_bytes().first()) {
            Some((b'<', b'>')) => is_time(inner) || is_class(inner),
            Some((b'{', b'}')) => is_style(inner),
            _ => false,
        };
        if !is_mark {
            kept.push_str(mark.get(..=end).unwrap_or(mark));
        }
        rest = if is_mark { behind.get(1..) } else { Some(behind) }.unwrap_or_default();
    }
    if kept.is_empty() { rest.into() } else { (kept + rest).into() }
}

#[cfg(test)]
mod tests {
    fn extract(text: &str) -> String {
        super::extract(text, &crate::limits::Limits::default()).unwrap().text
    }

    #[test]
    fn only_what_is_said_counts() {
        let srt = "1\r\n00:00:01,000 --> 00:00:02,500\r\nThe <i>old</i> ferry\r\nleft & came.\r\n\r\n2\r\n00:01:00,000 --> 00:01:02,000\r\n42\r\n";
        let vtt = "WEBVTT - a film\n\nNOTE\nnobody says this\n\nSTYLE\n::cue { color: red }\n\nfirst\n00:01.000 --> 00:02.000 align:start\n<v Anna>The <c.x>old</c> ferry\nleft &amp; came.\n\n01:00.000 --> 01:02.000\n42\n";
        let timed = "WEBVTT\n\n00:01.000 --> 00:02.000\n \nThe<00:00:01.100><c> old</c><00:00:01.200><c> ferry</c>\n\n00:02.000 --> 00:02.010\nThe old ferry\n \n\n00:02.010 --> 00:03.000\nThe old ferry\nleft<00:00:02.100><c> &amp;</c> came.\n\n00:03.000 --> 00:03.010\nleft &amp; came.\n42\n";
        let ass = "[Script Info]\nTitle: not said\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nComment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,no\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,The {\\i1}old{\\i0} {no}ferry\\Nleft & came.\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\p1}m 0 0 l 9 9{\\p0}\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,42\n";
        let sbv =
            "0:00:01.000,0:00:02.000\nThe old ferry\nleft & came.\n\n0:00:03.000,0:00:04.000\n42\n";
        let said = "The old ferry\nleft & came.\n42";
        for (name, text) in [
            ("srt", srt),
            ("spaced out", &srt.replace("ferry\r\n", "ferry\r\n\r\n")),
            ("without blank lines", &srt.replace("\r\n\r\n", "\r\n")),
            ("styled", &srt.replace("The", "{\\an8}The")),
            ("vtt", vtt),
            ("rolling", timed),
            ("ass", ass),
            ("sbv", sbv),
        ] {
            assert_eq!(extract(text).trim(), said, "{name}");
        }
        // Shifted times do not change the text.
        assert_eq!(extract(&srt.replace("00:01", "00:04")), extract(srt));
        assert_eq!(extract("no times\n\nin it"), "no times\n\nin it");
    }

    #[test]
    fn marks_that_never_end_and_lines_that_always_repeat_take_linear_time() {
        let cue = "00:01.000 --> 00:02.000\n";
        for line in ["{", "<", "{<", "a\n", "{\\", "<1:"] {
            let lines = line.repeat(1_000_000);
            assert!(!extract(&format!("{cue}{lines}\n\n{cue}{lines}}}>")).is_empty(), "{line}");
        }
    }
}
