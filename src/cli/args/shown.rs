//! Which options a command shows in its help: those of parameters that it uses, and with `-h` those that one needs most.

use clap::Arg;

use shingle::pipeline::parameters::catalogue::Parameter;
use shingle::pipeline::parameters::decides_nothing::Task;

/// The options that `-h` shows, of those that a config file may set. `--help` shows all.
const NEEDED_MOST: [&str; 12] = [
    "include",
    "exclude",
    "records",
    "language",
    "stop-words",
    "stem",
    "width",
    "common",
    "measure",
    "threshold",
    "preset",
    "theme",
];
/// The headings below which all options are shown.
const OWN: [Option<&str>; 2] = [None, Some("Output")];

/// The option, hidden where none of the command's tasks uses its parameter. It is still parsed, so that it can be
/// refused with a reason.
pub(super) fn of(tasks: &[Task], option: Arg) -> Arg {
    let parameter = option.get_long().and_then(Parameter::named);
    let hidden = parameter
        .is_some_and(|parameter| tasks.iter().all(|task| parameter.unused(*task).is_some()));
    let needed = OWN.contains(&option.get_help_heading())
        || option.get_long().is_some_and(|name| NEEDED_MOST.contains(&name));
    let option = if needed { option } else { option.hide_short_help(true) };
    if hidden { option.hide(true) } else { option }
}
