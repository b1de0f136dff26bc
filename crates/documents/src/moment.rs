//! Converts dates in files to RFC 3339, without adding precision.

/// Number of words in which a date is searched.
const WORDS: usize = 8;

/// Returns the date at the beginning of a text, such as `2021`, `2021-03-04`, `2021-03-04T10:00:00+02:00`, or an
/// empty string. Fractions of seconds are dropped. English dates are supported: `4 March 2021`, `March 2021`.
pub(super) fn parse_date(text: &str) -> String {
    let text = text.trim();
    parse_numeric_date(text).or_else(|| parse_worded_date(text)).unwrap_or_default()
}

/// Reads `2021-03-04 10:00:00.5 +0200` or a prefix.
fn parse_numeric_date(text: &str) -> Option<String> {
    let mut rest = text;
    let year = plausible_year(take_digit_group(&mut rest, 4)?)?;
    let Some(month) = take_sign_and_digits(&mut rest, '-', 12).filter(|month| *month > 0) else {
        return can_date_end_before(rest).then(|| format!("{year:04}"));
    };
    let Some(day) = take_sign_and_digits(&mut rest, '-', 31).filter(|day| *day > 0) else {
        return can_date_end_before(rest).then(|| format!("{year:04}-{month:02}"));
    };
    if rest.starts_with(|next: char| next.is_ascii_digit()) {
        return None;
    }
    let date = format!("{year:04}-{month:02}-{day:02}");
    let clock = rest.strip_prefix(['T', 't', ' ']).and_then(parse_clock);
    Some(match clock {
        Some(clock) => format!("{date}T{clock}"),
        None => date,
    })
}

fn parse_clock(text: &str) -> Option<String> {
    let mut rest = text.trim_start();
    let hour = take_digit_group(&mut rest, 2).filter(|hour| *hour < 24)?;
    let minute = take_sign_and_digits(&mut rest, ':', 59)?;
    let second = take_sign_and_digits(&mut rest, ':', 60).unwrap_or(0);
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
    }
    let zone = parse_zone(rest.trim_start()).unwrap_or_default();
    Some(format!("{hour:02}:{minute:02}:{second:02}{zone}"))
}

/// Reads `Z`, `+02:00` or `+0200`.
fn parse_zone(text: &str) -> Option<String> {
    if text.starts_with(['Z', 'z']) {
        return Some("Z".to_string());
    }
    let sign = text.chars().next().filter(|sign| ['+', '-'].contains(sign))?;
    let mut rest = text.get(1..)?;
    let hours = take_digit_group(&mut rest, 2).filter(|hours| *hours < 24)?;
    rest = rest.strip_prefix(':').unwrap_or(rest);
    let minutes = take_digit_group(&mut rest, 2).filter(|minutes| *minutes < 60)?;
    Some(format!("{sign}{hours:02}:{minutes:02}"))
}

/// Reads English dates such as `4 March 2021`, and ignores surrounding text such as the weekday.
fn parse_worded_date(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(WORDS)
        .collect();
    let mut words_by_place = words.iter().enumerate();
    let (at, month) = words_by_place.find_map(|(at, word)| Some((at, parse_month(word)?)))?;
    let day_at = |place: usize| words.get(place).and_then(|word| parse_day(word));
    let (before, after) = (at.checked_sub(1).and_then(day_at), day_at(at + 1));
    let is_year_later = before.is_none() && after.is_some();
    let mut year_word = *words.get(at + 1 + usize::from(is_year_later))?;
    let year = take_digit_group(&mut year_word, 4).filter(|_| year_word.is_empty());
    let (day, year) = (before.or(after), plausible_year(year?)?);
    Some(match day {
        Some(day) => format!("{year:04}-{month:02}-{day:02}"),
        None => format!("{year:04}-{month:02}"),
    })
}

/// Returns the number of a month from 1, given its English name or the first three letters.
fn parse_month(word: &str) -> Option<usize> {
    const NAMES: &str =
        "january february march april may june july august september october november december";
    let word = word.to_ascii_lowercase();
    let is_it = |name: &str| {
        word == name || name.get(..3) == Some(&word) || word == "sept" && name.starts_with("sept")
    };
    NAMES.split(' ').position(is_it).map(|at| at + 1)
}

/// Reads `4`, `04` or `4th`.
fn parse_day(word: &str) -> Option<u32> {
    let number = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
    let number = number.unwrap_or(word);
    let is_short =
        (1..=2).contains(&number.len()) && number.bytes().all(|digit| digit.is_ascii_digit());
    number.parse().ok().filter(|day| is_short && (1..=31).contains(day))
}

/// Returns the year if plausible; some programs write the year 101 for an unknown year.
fn plausible_year(number: u32) -> Option<u32> {
    (1000..=9999).contains(&number).then_some(number)
}

/// Consumes exactly `count` digits and returns their number. `None` if a character is no digit.
fn take_digit_group(rest: &mut &str, count: usize) -> Option<u32> {
    let (number, after) = rest.split_at_checked(count)?;
    let number =
        number.bytes().all(|digit| digit.is_ascii_digit()).then(|| number.parse().ok())??;
    *rest = after;
    Some(number)
}

/// Consumes a sign and a two-digit number of at most `most`, or nothing.
fn take_sign_and_digits(rest: &mut &str, sign: char, most: u32) -> Option<u32> {
    let mut rest_after = rest.strip_prefix(sign)?;
    let number = take_digit_group(&mut rest_after, 2).filter(|number| *number <= most)?;
    *rest = rest_after;
    Some(number)
}

/// Returns true if a date may end before `rest`, without a day.
fn can_date_end_before(rest: &str) -> bool {
    !rest.starts_with(|next: char| next.is_alphanumeric() || ['-', '/', '.', ':'].contains(&next))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::parse_date;

    #[test]
    fn a_date_is_taken_as_far_as_it_is_one() {
        for (text, taken) in [
            ("2021", "2021"),
            (" 2021-03 ", "2021-03"),
            ("2021-03-04", "2021-03-04"),
            ("2021-03-04 at ten", "2021-03-04"),
            ("2021-03-04T10:00:00Z", "2021-03-04T10:00:00Z"),
            ("2021-03-04T10:00:00.123456789", "2021-03-04T10:00:00"),
            ("2021-03-04T10:00:00.5+02:00", "2021-03-04T10:00:00+02:00"),
            ("2021-03-04 10:00 -0530", "2021-03-04T10:00:00-05:30"),
            ("2021-03-04T25:00", "2021-03-04"),
            ("4 March 2021", "2021-03-04"),
            ("Thu, 04 Mar 2021 10:00:00 GMT", "2021-03-04"),
            ("March 4th, 2021", "2021-03-04"),
            ("Sept. 2021", "2021-09"),
        ] {
            assert_eq!(parse_date(text), taken, "{text}");
        }
    }

    #[test]
    fn what_is_no_date_gives_none() {
        let wrong = "|today|03/04/2021|2021/03/04|20210304|2021-03-040|2021-13-01|2021-00-10|0101-01-01T00:00:00+00:00|\
            March|March 4|4 March 21|20é4-05-01|Marching 2021";
        for text in wrong.split('|') {
            assert_eq!(parse_date(text), "", "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "([0-9]{1,5}|[-:TZ.+ ]|may|March|é|\\PC){0,24}") {
            let found = parse_date(&text);
            prop_assert!(found.len() <= 25);
            prop_assert_eq!(parse_date(&found), found);
        }
    }
}
