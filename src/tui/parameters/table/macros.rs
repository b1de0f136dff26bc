//! The shapes that entries of the table have: by words, by whole numbers, by what the folder offers. They name no parameter.

/// The keys of a parameter, one to its next value and perhaps one back, and its line of help.
macro_rules! keys {
    ($dial:ident, $next:literal $($back:literal)?, $help:literal) => {
        Binding {
            keys: &[
                key($next, Wish::Tuning(TuningWish::Turn(Dial::$dial, NEXT))),
                $(key($back, Wish::Tuning(TuningWish::Turn(Dial::$dial, BACK))),)?
            ],
            shown: concat!($next $(, "/", $back)?),
            places: CLASS,
            section: Section::Parameters,
            name: KeyName::$dial,
            help: $help,
        }
    };
}

/// A parameter: its place in the bar and which keys it has, then the other fields.
macro_rules! entry {
    (
        $dial:ident $long:expr, $short:expr, $essential:literal, $binding:expr, $($field:tt)*
    ) => {
        Entry {
            dial: Dial::$dial,
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
        $dial:ident $long:expr, $short:expr, $essential:literal, $binding:expr,
        $field:ident of $type:ident, $set:expr
    ) => {
        entry! {
            $dial $long, $short, $essential, $binding,
            range: "",
            value: |params, _| params.$field.to_string(),
            offered: |_| $type::ALL.iter().map(|(name, _)| (*name).to_string()).collect(),
            typed: |params, text, _| {
                let set: fn(&mut Params, $type) = $set;
                parsing::named($type::ALL, text).map(|value| set(params, value))
            },
            turn: |params, turn, _| {
                let set: fn(&mut Params, $type) = $set;
                set(params, named($type::ALL, params.$field, turn));
            },
        }
    };
}

/// A parameter whose values are whole numbers, turned by a ladder of them.
macro_rules! of_numbers {
    (
        $dial:ident $long:expr, $short:expr, $essential:literal, $binding:expr,
        $field:ident of $range:expr, $shown:literal, $ladder:expr
    ) => {
        entry! {
            $dial $long, $short, $essential, $binding,
            range: $shown,
            value: |params, _| thousands(params.$field),
            offered: |_| $ladder.map(|number: u32| number.to_string()).collect(),
            typed: |params, text, _| {
                parsing::within(&$range, text).map(|number| params.$field = number)
            },
            turn: |params, turn, _| {
                params.$field = ladder($range, $ladder, params.$field, turn);
            },
        }
    };
}

/// A parameter whose values depend on the folder and on what was named before.
macro_rules! of_choices {
    (
        $dial:ident $long:expr, $short:expr, $essential:literal, $binding:expr, $range:literal,
        $field:ident of $all:ident, $value:expr, $offered:expr, $typed:expr
    ) => {
        entry! {
            $dial $long, $short, $essential, $binding,
            range: $range,
            value: $value,
            offered: |choices| choices.$all().iter().map($offered).collect(),
            typed: |params, text, choices| {
                let typed: fn(&str, &Choices) -> Result<_, String> = $typed;
                typed(text, choices).map(|value| params.$field = value)
            },
            turn: |params, turn, choices| {
                params.$field = cycle(&choices.$all(), &params.$field, turn);
            },
        }
    };
}
