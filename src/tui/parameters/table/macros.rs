//! The kinds of entries in the table: values that are words, whole numbers, or choices that the folder offers. It names no
//! parameter.

/// The keys of a parameter, one for the next value and perhaps one for the previous, and its line of help.
macro_rules! keys {
    ($parameter:ident, $next:literal $($back:literal)?, $help:literal) => {
        Binding {
            keys: &[
                key($next, Action::Parameter(ParameterAction::Change(ScreenParameter::$parameter, NEXT))),
                $(key($back, Action::Parameter(ParameterAction::Change(ScreenParameter::$parameter, BACK))),)?
            ],
            shown: concat!($next $(, "/", $back)?),
            places: LETTER_KEYS,
            section: Section::Parameters,
            name: KeyName::$parameter,
            help: $help,
        }
    };
}

/// The line of help of a parameter that has no key. It is changed where the parameters have the focus, or typed.
macro_rules! typed {
    ($parameter:ident, $name:literal, $help:literal) => {
        Binding {
            keys: &[
                keyless(Action::Parameter(ParameterAction::Change(
                    ScreenParameter::$parameter,
                    NEXT,
                ))),
                keyless(Action::Parameter(ParameterAction::Change(
                    ScreenParameter::$parameter,
                    BACK,
                ))),
            ],
            shown: concat!("=", $name),
            places: LETTER_KEYS,
            section: Section::Parameters,
            name: KeyName::$parameter,
            help: $help,
        }
    };
}

/// A parameter: its names in the bar and its keys, then the other fields.
macro_rules! entry {
    (
        $parameter:ident $long:expr, $short:expr, $essential:literal, $binding:expr, $($field:tt)*
    ) => {
        Entry {
            parameter: ScreenParameter::$parameter,
            long: $long,
            short: $short,
            essential: $essential,
            binding: $binding,
            $($field)*
        }
    };
}

/// A parameter whose values are words.
macro_rules! of_words {
    (
        $parameter:ident $long:expr, $short:expr, $essential:literal, $binding:expr,
        $field:ident of $type:ident, $set:expr
    ) => {
        entry! {
            $parameter $long, $short, $essential, $binding,
            range: "",
            value: |params, _| params.$field.to_string(),
            offered: |_| $type::ALL.iter().map(|(name, _)| (*name).to_string()).collect(),
            parse: |params, text, _| {
                let set: fn(&mut Params, $type) = $set;
                parsing::named($type::ALL, text).map(|value| set(params, value))
            },
            step: |params, direction, _| {
                let set: fn(&mut Params, $type) = $set;
                set(params, named($type::ALL, params.$field, direction));
            },
        }
    };
}

/// A parameter whose values are whole numbers. Its key steps through a ladder of them.
macro_rules! of_numbers {
    (
        $parameter:ident $long:expr, $short:expr, $essential:literal, $binding:expr,
        $field:ident of $range:expr, $shown:literal, $ladder:expr
    ) => {
        entry! {
            $parameter $long, $short, $essential, $binding,
            range: $shown,
            value: |params, _| thousands(params.$field),
            offered: |_| $ladder.map(|number: u32| number.to_string()).collect(),
            parse: |params, text, _| {
                parsing::within(&$range, text).map(|number| params.$field = number)
            },
            step: |params, direction, _| {
                params.$field = ladder($range, $ladder, params.$field, direction);
            },
        }
    };
}

/// A parameter whose values depend on the folder and on what was named before.
macro_rules! of_choices {
    (
        $parameter:ident $long:expr, $short:expr, $essential:literal, $binding:expr, $range:literal,
        $field:ident of $all:ident, $value:expr, $offered:expr, $parse:expr
    ) => {
        entry! {
            $parameter $long, $short, $essential, $binding,
            range: $range,
            value: $value,
            offered: |choices| choices.$all().iter().map($offered).collect(),
            parse: |params, text, choices| {
                let parse: fn(&str, &Choices) -> Result<_, String> = $parse;
                parse(text, choices).map(|value| params.$field = value)
            },
            step: |params, direction, choices| {
                params.$field = cycle(&choices.$all(), &params.$field, direction);
            },
        }
    };
}
