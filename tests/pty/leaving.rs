//! All ways to exit: signals, panics, the stop key, a closed terminal. Each way restores the terminal.

use std::path::Path;

use portable_pty::CommandBuilder;

use super::folder::small;
use super::terminal::{Terminal, ended, plain, shell, shingle};

#[test]
#[cfg(debug_assertions)]
fn a_panic_gives_the_terminal_back_and_says_one_line() {
    let folder = small();
    for place in ["draw", "input"] {
        let mut command = shingle(folder.path());
        command.env("SHINGLE_TEST_PANIC", place);
        let mut terminal = Terminal::start(command, 120, 30);
        if place == "input" {
            terminal.wait_for(&["original.txt"]);
        }
        terminal.type_text("j");
        assert_eq!(terminal.status(), 101, "{place}");
        terminal.wait_given_back();
        assert!(!terminal.is_raw(), "{place}");
        terminal.wait_for(&["shingle: internal error at ", &format!("SHINGLE_TEST_PANIC={place}")]);
        // The terminal may echo the key, but the message is one line.
        let text = terminal.text();
        let lines = text.lines().filter(|line| line.len() > 1).count();
        assert_eq!(lines, 1, "{text}");
    }
}

/// Returns a shell with job control, with the program and the folder in variables.
pub(super) fn interactive(folder: &Path) -> CommandBuilder {
    let mut shell = plain("sh");
    shell.arg("-i");
    shell.env("PS1", "prompt> ");
    shell.env("PROGRAM", env!("CARGO_BIN_EXE_shingle"));
    shell.env("FOLDER", folder);
    shell
}

/// Waits for the shell's prompt, because keys typed earlier may still reach the program.
pub(super) fn wait_prompt(terminal: &Terminal) {
    terminal.wait("the shell asks", |screen| {
        screen.contents().trim_end().lines().last() == Some("prompt>")
    });
}

#[test]
fn control_z_gives_the_shell_its_terminal_and_fg_returns() {
    stops_and_returns("\"$PROGRAM\" \"$FOLDER\"\n");
}

#[test]
fn control_z_stops_a_wrapper_too() {
    // Like `cargo run`: the inner shell remains the parent of the program, in its process group.
    stops_and_returns("sh -c '\"$PROGRAM\" \"$FOLDER\"; exit $?'\n");
}

fn stops_and_returns(start: &str) {
    let folder = small();
    let mut terminal = Terminal::ready(interactive(folder.path()), 100, 30, &["prompt>"]);
    terminal.type_until(start, &["original.txt", "light.txt", "all keys"]);
    terminal.wait_taken();
    for _ in 0..2 {
        terminal.type_bytes(b"\x1a");
        terminal.wait_given_back();
        wait_prompt(&terminal);
        terminal.type_text(
            "stty -a | tr ' ' '\\n' | grep -x -e icanon -e isig | tr '\\n' =; echo ready\n",
        );
        terminal.wait_for(&["isig=icanon=ready"]);
        terminal.type_text("clear; fg\n");
        terminal.wait_taken();
        terminal.wait_for(&["original.txt", "light.txt", "all keys"]);
    }
    terminal.type_until("?", &["Help and keys"]);
    // In the input line, letters are text. The same key closes the line.
    terminal.type_text("?q");
    terminal.wait_given_back();
    wait_prompt(&terminal);
    terminal.type_until("echo it left $?\n", &["it left 0"]);
    terminal.type_text("exit\n");
    terminal.status();
}

#[test]
fn where_nothing_could_continue_it_it_does_not_stop() {
    let folder = small();
    // Without a shell, and under a shell without job control, which leaves its own process group to the program.
    let wrapper = shell("\"$0\" \"$1\"; exit $?", folder.path());
    for command in [shingle(folder.path()), wrapper] {
        let mut terminal =
            Terminal::ready(command, 100, 30, &["original.txt", "light.txt", "all keys"]);
        for _ in 0..2 {
            terminal.type_bytes(b"\x1a");
            terminal.wait_for(&["nothing could continue it"]);
            assert!(terminal.is_raw());
            terminal.type_until("?", &["Help and keys"]);
            terminal.type_until("?", &["original.txt", "light.txt", "move"]);
        }
        terminal.quit();
        terminal.wait_given_back();
    }
    let mut terminal =
        Terminal::open(folder.path(), 100, 30, &["original.txt", "light.txt", "all keys"]);
    terminal.signal("TSTP");
    terminal.wait_for(&["nothing could continue it"]);
    terminal.quit();
}

#[test]
fn a_closed_terminal_ends_it_where_the_signal_is_not_received() {
    let folder = small();
    // In a session of its own, the program gets no SIGHUP, but cannot read the terminal.
    let pid_file = folder.path().join(".pid");
    let mut shell = shell("trap '' HUP; \"$0\" \"$1\"; echo $? >\"$2\"", folder.path());
    shell.arg(&pid_file);
    let terminal = Terminal::ready(shell, 100, 30, &["original.txt", "light.txt"]);
    ended(terminal.close(b"?"));
    assert_eq!(std::fs::read_to_string(&pid_file).unwrap().trim(), "129");
}

/// Kills the shell between the test and the program, which therefore cannot forward the signal.
fn kill_the_parent(script: &str) -> Terminal {
    let folder = small();
    let mut shell = shell(script, folder.path());
    let pid_file = folder.path().join(".pid");
    shell.arg(&pid_file);
    let terminal = Terminal::ready(shell, 100, 30, &["original.txt", "light.txt"]);
    terminal.wait_taken();
    let pid = std::fs::read_to_string(&pid_file).unwrap();
    let killed = std::process::Command::new("kill").args(["-KILL", pid.trim()]).status();
    assert!(killed.unwrap().success());
    terminal
}

#[test]
fn it_gives_the_terminal_back_when_its_parent_or_the_leader_of_its_session_is_killed() {
    for script in [
        "sh -c 'echo $$ >\"$2\"; \"$0\" \"$1\"; exit $?' \"$0\" \"$1\" \"$2\"; sleep 600",
        "echo $$ >\"$2\"; \"$0\" \"$1\"; exit $?",
    ] {
        kill_the_parent(script).wait_given_back();
    }
}
