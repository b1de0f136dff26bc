use std::{collections::BTreeSet, path::Path};

const LEAST_LIKENESS: f64 = 0.6;

/// Returns a suggestion such as `; the nearest name is a.txt`, or an empty text if no path is similar.
pub fn suggest_nearest<'a>(typed: &str, paths: impl Iterator<Item = &'a Path>) -> String {
    let wanted = typed.trim_matches(['/', '*', '.']).to_lowercase();
    let is_path = wanted.contains('/');
    let mut names = BTreeSet::new();
    for path in paths {
        for part in path.ancestors() {
            names.extend(if is_path { Some(part.as_os_str()) } else { part.file_name() });
        }
    }
    let rate = |name: &str| {
        let name = name.to_lowercase();
        // Compares beginnings too, because a user often types the beginning of a longer name.
        let start: String = name.chars().take(wanted.chars().count()).collect();
        let likeness =
            [&name, &start].map(|one| strsim::normalized_damerau_levenshtein(one, &wanted));
        if name.contains(&wanted) { 2.0 } else { likeness[0].max(likeness[1]) }
    };
    let names = names.iter().map(|name| name.to_string_lossy()).filter(|name| !name.is_empty());
    let rated = names.map(|name| (rate(&name), name)).filter(|(rate, _)| *rate >= LEAST_LIKENESS);
    let best = rated.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.filter(|_| !wanted.is_empty())
        .map_or_else(String::new, |(_, name)| format!("; the nearest name is {name}"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::suggest_nearest;

    #[test]
    fn the_nearest_name_holds_what_was_typed_or_is_much_like_it() {
        let folder = ["2026/Submission_0422_file_/a.docx", "2026/Submission_0423_file_/b.docx"];
        let nearest = |typed| suggest_nearest(typed, folder.iter().map(Path::new));
        for (typed, name) in [
            ("Submission_0422", "Submission_0422_file_"),
            ("submision_0423_*", "Submission_0423_file_"),
            ("2025", "2026"),
            ("2026/Submission_0422/", "2026/Submission_0422_file_"),
        ] {
            assert!(nearest(typed).ends_with(&format!(" {name}")), "{typed}: {}", nearest(typed));
        }
        assert_eq!(nearest("archive"), "");
        assert_eq!(nearest("*"), "");
    }
}
