//! The mouse in a terminal: captured and released with the terminal, by an option and by a key; clicks work.

use vt100::{MouseProtocolEncoding, MouseProtocolMode};

use super::folder::small;
use super::leaving::{interactive, wait_prompt};
use super::terminal::{Terminal, shingle};

fn wait_mouse(terminal: &Terminal, ours: bool) {
    let what = if ours { "the mouse is taken" } else { "the mouse is the terminal's" };
    terminal.wait(what, |screen| {
        let mode = (screen.mouse_protocol_mode(), screen.mouse_protocol_encoding());
        let taken = (MouseProtocolMode::ButtonMotion, MouseProtocolEncoding::Sgr);
        let free = (MouseProtocolMode::None, MouseProtocolEncoding::Default);
        mode == if ours { taken } else { free }
    });
}

/// Counts rows from 1.
fn row(terminal: &Terminal, start: &str) -> usize {
    let text = terminal.text();
    text.lines().position(|line| line.starts_with(start)).expect("it is there") + 1
}

#[test]
fn a_flag_and_a_key_give_it_to_the_terminal() {
    let folder = small();
    let mut command = shingle(folder.path());
    command.args(["--mouse", "off"]);
    let mut terminal = Terminal::ready(command, 100, 30, &["original.txt", "all keys"]);
    wait_mouse(&terminal, false);
    terminal.type_until(":mouse on\r", &["hold Shift to select"]);
    wait_mouse(&terminal, true);
    terminal.type_until(":mouse off\r", &["takes it again"]);
    wait_mouse(&terminal, false);
    terminal.quit();
    terminal.wait_given_back();
}

#[test]
fn suspending_gives_it_back_and_returning_takes_it_as_it_was_chosen() {
    let folder = small();
    let mut terminal = Terminal::ready(interactive(folder.path()), 100, 30, &["prompt>"]);
    terminal.type_text("\"$PROGRAM\" \"$FOLDER\"\n");
    for ours in [true, false] {
        terminal.wait_for(&["original.txt", "light.txt", "all keys"]);
        wait_mouse(&terminal, ours);
        terminal.type_bytes(b"\x1a");
        terminal.wait_given_back();
        wait_prompt(&terminal);
        terminal.type_text("clear; fg\n");
        terminal.wait_taken();
        terminal.wait_for(&["original.txt", "all keys"]);
        wait_mouse(&terminal, ours);
        if ours {
            terminal.type_text(":mouse off\r");
            wait_mouse(&terminal, false);
        }
    }
    terminal.type_text("q");
    terminal.wait_given_back();
    wait_prompt(&terminal);
    terminal.type_text("exit\n");
    terminal.status();
}

#[test]
fn clicks_and_the_wheel_act() {
    let folder = small();
    let mut terminal = Terminal::open(folder.path(), 100, 36, &["row 1 of", "all keys"]);
    let first = row(&terminal, "▸    1 ");
    terminal.type_until(&format!("\x1b[<65;20;{first}M"), &["row 2 of"]);
    terminal.type_until(&format!("\x1b[<0;20;{0}M\x1b[<0;20;{0}m", first + 3), &["row 4 of"]);
    terminal.type_text("\x1b[<0;97;36M\x1b[<0;97;36m");
    assert_eq!(terminal.status(), 0, "a click on `q quit`");
    terminal.wait_given_back();
}
