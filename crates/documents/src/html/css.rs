use crate::roles::{Look, is_name_of_white, is_nearly_white, is_tiny_text_size};

/// Returns the look of the style, and true if the style hides the element and its descendants.
pub(super) fn parse_style(style: &str) -> (Look, bool) {
    let (mut look, mut is_gone) = (Look::default(), false);
    for (name, value) in style.split(';').filter_map(|rule| rule.split_once(':')) {
        let value = value.trim().to_ascii_lowercase();
        let value = value.trim_end_matches("!important").trim_end();
        match name.trim().to_ascii_lowercase().as_str() {
            "display" => is_gone |= value == "none",
            "mso-hide" => is_gone |= value == "all",
            "opacity" => is_gone |= value.parse() == Ok(0.0),
            "visibility" => look.hidden = Some(matches!(value, "hidden" | "collapse")),
            "color" => look.white = Some(value == "transparent" || is_white_colour(value)),
            "background" | "background-color" | "background-image" => {
                let nothing = ["none", "transparent", "inherit", "initial", ""];
                look.backed = Some(!nothing.contains(&value) && !is_white_colour(value));
            }
            "font-size" => look.tiny = parse_points(value).map(is_tiny_text_size),
            "vertical-align" => look.raised = Some(value == "super"),
            _ => {}
        }
    }
    (look, is_gone)
}

fn is_white_colour(value: &str) -> bool {
    let parts = value.strip_prefix("rgb").and_then(|value| value.split_once('('));
    let Some((_, parts)) = parts else { return is_name_of_white(value) };
    let mut parts = parts.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let mut part = || parts.next()?.parse().ok();
    let colour = part().zip(part()).zip(part());
    colour.is_some_and(|((red, green), blue)| is_nearly_white([red, green, blue]))
}

/// Returns a size in points; `None` for a relative size.
fn parse_points(value: &str) -> Option<f32> {
    let unit = value.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let size: f32 = value.strip_suffix(unit)?.parse().ok()?;
    Some(match unit {
        "pt" => size,
        "px" => size * 0.75,
        // At this fraction of any size, text is too small to see.
        "em" | "rem" if size < 0.05 => 0.0,
        "%" if size < 5.0 => 0.0,
        "" if size == 0.0 => 0.0,
        "em" | "rem" | "%" => return None,
        _ => 12.0,
    })
}
