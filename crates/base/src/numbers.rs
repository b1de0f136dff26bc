use std::fmt::Display;

pub fn format_with_commas(number: impl Display) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats a number with its noun: `1 document`, `2 documents`.
pub fn format_count<N: Display + PartialEq + From<u8>>(number: N, one: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{} {one}{plural}", format_with_commas(number))
}

/// Returns the singular form (`reaches`) for 1, otherwise the plural form (`reach`).
pub fn choose_verb<'a, N: Copy + PartialEq + From<u8>>(
    number: N,
    one: &'a str,
    many: &'a str,
) -> &'a str {
    if number == N::from(1) { one } else { many }
}
