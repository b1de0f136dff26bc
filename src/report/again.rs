//! The command line that makes a report again, without a config file. It runs nothing.

use shingle::pipeline::parameters::Params;

use super::parameters::options;

/// Who gets the numbers of a report by its command line.
pub(crate) const fn whose_numbers(params: &Params) -> &'static str {
    if params.phrases.is_empty() {
        "With this command, run beside the folder, anybody gets the same numbers of the same files:"
    } else {
        "With this command, run beside the folder, whoever has the same list of phrases gets the same numbers of the same files. The list is handed on as a file, and its name stands behind --phrases:"
    }
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

#[cfg(test)]
mod tests {
    use shingle::base::ratio::Ratio;
    use shingle::pipeline::parameters::Params;
    use shingle::pipeline::parameters::between::Between;

    use super::{CommandAgain, whose_numbers};

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
    fn numbers_are_promised_to_those_who_have_the_list_of_phrases() {
        let plain = Params::defaults();
        let phrased = Params { phrases: vec!["the very same words".into()], ..plain.clone() };
        let lists = |params| whose_numbers(params).contains("list of phrases");
        assert_eq!([&plain, &phrased].map(lists), [false, true]);
    }
}
