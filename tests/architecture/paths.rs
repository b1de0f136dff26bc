/// Expands groups in braces.
pub(crate) fn paths(code: &str) -> Vec<Vec<String>> {
    let (mut found, mut rest) = (Vec::new(), code);
    while let Some(start) = rest.find(is_of_name) {
        rest = path(rest.get(start..).unwrap_or_default(), &[], &mut found);
    }
    found
}

/// Adds the path at the start of `code`, or the paths of its group, prefixed by `before`. Returns the rest of the
/// code.
fn path<'a>(code: &'a str, before: &[String], found: &mut Vec<Vec<String>>) -> &'a str {
    let mut path = before.to_vec();
    let mut rest = code;
    loop {
        let end = rest.find(|character| !is_of_name(character)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        if name != "self" || path.is_empty() {
            path.push(name.to_string());
        }
        let next = after.strip_prefix("::").unwrap_or("");
        if let Some(mut group) = next.strip_prefix('{') {
            while let Some(at) = group.find(|character| is_of_name(character) || character == '}') {
                let here = group.get(at..).unwrap_or_default();
                if let Some(after) = here.strip_prefix('}') {
                    return after;
                }
                group = self::path(here, &path, found);
            }
            return "";
        }
        if !next.starts_with(is_of_name) {
            found.push(path);
            let alias =
                after.strip_prefix(" as ").map(|alias| alias.trim_start_matches(is_of_name));
            return alias.unwrap_or(after);
        }
        rest = next;
    }
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[test]
fn groups_in_braces_are_paths_of_their_own() {
    let code = "use crate::text::{self, stop::List, tokenize::{Words, tokenize as cut}};\nsuper::hash::of(base::Span)";
    let named: Vec<String> = paths(code).iter().map(|path| path.join("::")).collect();
    for path in [
        "crate::text",
        "crate::text::stop::List",
        "crate::text::tokenize::Words",
        "super::hash::of",
        "base::Span",
    ] {
        assert!(named.contains(&path.to_string()), "{named:?}");
    }
}
