//! Which options a command shows in its help: those of parameters that it uses.

use clap::Arg;

use shingle::pipeline::parameters::catalogue::Parameter;
use shingle::pipeline::parameters::decides_nothing::Task;

/// The option, hidden where none of the command's tasks uses its parameter. It is still parsed, so that it can be
/// refused with a reason.
pub(super) fn of(tasks: &[Task], option: Arg) -> Arg {
    let parameter = option.get_long().and_then(Parameter::named);
    let hidden = parameter
        .is_some_and(|parameter| tasks.iter().all(|task| parameter.unused(*task).is_some()));
    if hidden { option.hide(true) } else { option }
}
