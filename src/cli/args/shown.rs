//! Which options of parameters a command shows in its help: those that decide something there.

use clap::Arg;

use shingle::pipeline::parameters::catalogue::Parameter;
use shingle::pipeline::parameters::decides_nothing::Task;

/// The option, hidden where none of the tasks that a command has uses its parameter: it is taken, to be refused by name.
pub(super) fn of(tasks: &[Task], option: Arg) -> Arg {
    let parameter = option.get_long().and_then(Parameter::named);
    let hidden = parameter
        .is_some_and(|parameter| tasks.iter().all(|task| parameter.unused(*task).is_some()));
    if hidden { option.hide(true) } else { option }
}
