//! The mouse in a terminal: captured and released with the terminal, by an option.

use vt100::{MouseProtocolEncoding, MouseProtocolMode};

use super::leaving::{interactive, wait_prompt};
use super::{folder::small, terminal::Terminal, terminal::shingle};

fn wait_mouse(terminal: &Terminal, ours: bool) {
    let what = if ours { "the mouse is taken" } else { "the mouse is the terminal's" };
    terminal.wait(what, |screen| {
        let mode = (screen.mouse_protocol_mode(), screen.mouse_protocol_encoding());
        let taken = (MouseProtocolMode::ButtonMotion, MouseProtocolEncoding::Sgr);
        let free = (MouseProtocolMode::None, MouseProtocolEncoding::Default);
        mode == if ours { taken } else { free }
    });
}

#[test]
fn a_flag_gives_it_to_the_terminal() {
    let folder = small();
    let mut command = shingle(folder.path());
    command.args(["--mouse", "off"]);
    let mut terminal = Terminal::ready(command, 100, 30, &["original.txt", "all keys"]);
    wait_mouse(&terminal, false);
    terminal.quit();
    terminal.wait_given_back();
}

#[test]
fn suspending_gives_it_back_and_returning_takes_it() {
    let folder = small();
    let mut terminal = Terminal::ready(interactive(folder.path()), 100, 30, &["prompt>"]);
    terminal.type_text("\"$PROGRAM\" \"$FOLDER\"\n");
    terminal.wait_for(&["original.txt", "light.txt", "all keys"]);
    wait_mouse(&terminal, true);
    terminal.type_bytes(b"\x1a");
    terminal.wait_given_back();
    wait_prompt(&terminal);
    terminal.type_text("clear; fg\n");
    terminal.wait_taken();
    terminal.wait_for(&["original.txt", "all keys"]);
    wait_mouse(&terminal, true);
    terminal.type_text("q");
    terminal.wait_given_back();
    wait_prompt(&terminal);
    terminal.type_text("exit\n");
    terminal.status();
}
