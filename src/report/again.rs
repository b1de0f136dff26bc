//! What makes a report again: its command line, without a config file, with what it needs, and all parameters as texts. It runs
//! nothing.

use serde_json::Value;

use shingle::pipeline::{Parameter, Params, Task};

use super::contents::Report;

/// Who gets the numbers of a report by its command line, and which files that takes.
pub(crate) fn whose_numbers(report: &Report<'_>) -> String {
    let has_phrases = !report.snapshot.params.phrases.is_empty();
    let is_marked = report.decided() > 0 || report.pairs.iter().any(|pair| pair.decision.is_some());
    promised((has_phrases, is_marked), report.circumstance.is_filtered)
}

/// The same for a report from which phrases are left out, or in which something is marked, and whose rows a filter chose that the
/// command does not know.
fn promised((has_phrases, is_marked): (bool, bool), is_filtered: bool) -> String {
    let who = if has_phrases { "whoever has the same list of phrases" } else { "anybody" };
    let mut sentences = if is_filtered {
        vec![format!(
            "A filter of the screen chose these rows. This command, run beside the folder, does not know it and lists all rows; \
            {who} gets the same numbers of the same files"
        )]
    } else {
        vec![format!(
            "With this command, run beside the folder, {who} gets the same numbers of the same files"
        )]
    };
    if has_phrases {
        sentences.push("The list is handed on as a file: put its name behind --phrases".into());
    }
    if is_marked {
        sentences.push(
            "Marks and notes are in a file of decisions, which is handed on too: put its name behind --decisions"
                .into(),
        );
    }
    format!("{}:", sentences.join(". "))
}

/// A command line, in parts.
#[derive(Debug, Clone)]
pub(crate) struct CommandAgain {
    line: String,
}

impl CommandAgain {
    /// For a folder and parameters.
    pub(crate) fn new(folder: &str, params: &Params) -> Self {
        let folder =
            if folder.starts_with('-') { format!("./{folder}") } else { folder.to_string() };
        let mut again = Self { line: format!("shingle report {} --no-config", quoted(&folder)) };
        for (name, values) in options(params) {
            again.option(name, &values);
        }
        again
    }

    /// Adds an option with its values.
    pub(crate) fn option<T: AsRef<str>>(&mut self, name: &str, values: &[T]) -> &mut Self {
        self.line.push_str(" --");
        self.line.push_str(name);
        for (place, value) in values.iter().enumerate() {
            // A value may begin with a hyphen. One of several cannot stand behind `=`.
            self.line.push(if place == 0 && values.len() == 1 { '=' } else { ' ' });
            self.line.push_str(&quoted(value.as_ref()));
        }
        self
    }

    /// The whole line.
    pub(crate) fn line(&self) -> &str {
        &self.line
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:,%+@^".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// Every parameter with its value, in the order of the stages; a dash for one that decides nothing.
pub(crate) fn parameters(params: &Params) -> Vec<(&'static str, String)> {
    let value = |one: Parameter| describe(&one.in_results(params)).unwrap_or_else(|| "–".into());
    Parameter::ALL.iter().map(|one| (one.name(), value(*one))).collect()
}

/// The options that make these parameters of the defaults, a name with its values each. The list of phrases is not among them.
fn options(params: &Params) -> Vec<(&'static str, Vec<String>)> {
    let before = params.origin();
    let differs = |parameter: &&Parameter| match parameter {
        Parameter::Preset => params.preset.is_some(),
        // The option names a list, which only who makes the report knows.
        Parameter::Phrases => false,
        other => {
            other.differs(&before, params) && other.inactive_in(Task::Report, params).is_none()
        }
    };
    let differing = Parameter::ALL.iter().filter(differs);
    differing.map(|one| (one.name(), one.texts(params))).collect()
}

fn describe(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Array(all) if all.is_empty() => None,
        Value::Array(all) => Some(all.iter().filter_map(describe).collect::<Vec<_>>().join(", ")),
        other => Some(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;
    use shingle::pipeline::parameters::Params;
    use shingle::pipeline::parameters::between::Between;

    use super::{CommandAgain, promised};

    #[test]
    fn what_differs_from_the_defaults_is_said_and_quoted() {
        let mut params = Params::defaults();
        params.width = 5;
        params.threshold = Ratio::new(1, 3);
        params.modulo = 1;
        params.between = Between::typed("new *.md").unwrap();
        let mut again = CommandAgain::new("my essays", &params);
        again.option("include", &["*.txt"]).option::<&str>("hidden", &[]);
        assert_eq!(
            again.line(),
            "shingle report 'my essays' --no-config --width=5 --between new '*.md' --threshold=1/3 --include='*.txt' --hidden"
        );
        let plain = CommandAgain::new("-x's", &Params::defaults());
        assert_eq!(plain.line(), r"shingle report './-x'\''s' --no-config");
    }

    #[test]
    fn numbers_are_promised_to_those_who_have_the_files_that_it_takes() {
        for needs in [(false, false), (true, false), (false, true), (true, true)] {
            for is_filtered in [false, true] {
                let said = promised(needs, is_filtered);
                let named = (said.contains("--phrases"), said.contains("--decisions"));
                assert_eq!(
                    (named, said.contains("lists all rows")),
                    (needs, is_filtered),
                    "{said}"
                );
                assert!(said.ends_with(':'), "{said}");
            }
        }
    }
}
