//! Progress of a command on one line of a terminal. Hidden for short work, in pipes, and on request.

use std::{fs, path::Path, time::Duration};

use portable_pty::CommandBuilder;

use super::{folder::write, terminal::Terminal, terminal::plain};

/// Creates a folder whose files wait for a file `go` in the other folder.
fn waiting() -> (tempfile::TempDir, tempfile::TempDir) {
    let (folder, beside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for name in ["a.held", "b.held", "c.held"] {
        write(
            folder.path(),
            name,
            "the old ferry left the island at seven in the morning with the post",
        );
    }
    write(beside.path(), "asked.txt", "the old ferry left the island at seven in the morning");
    (folder, beside)
}

fn command(folder: &Path, beside: &Path, args: &str) -> CommandBuilder {
    let mut command = plain("sh");
    let held = format!(
        "--no-config --converter '*.held=sh -c \"until test -e {}/go; do sleep 0.02; done; cat\"'",
        beside.display()
    );
    command.args(["-c", &format!("exec {} {args} {held}", env!("CARGO_BIN_EXE_shingle"))]);
    command.cwd(folder);
    command.env("BESIDE", beside);
    command
}

#[test]
fn every_long_command_shows_how_far_it_is_and_erases_the_line() {
    let commands = "scan .|scan . --format csv|scan . --passage 5|query $BESIDE/asked.txt --in .|\
        sources $BESIDE/asked.txt --in .|clusters .|passages .|report . -o $BESIDE/report.html|\
        sketch . -o $BESIDE/sketches|lab .";
    for args in commands.split('|') {
        let (folder, beside) = waiting();
        let mut terminal = Terminal::ready(
            command(folder.path(), beside.path(), args),
            90,
            40,
            &["shingle: reading files (0 of 3); Ctrl-C ends it"],
        );
        let raw = String::from_utf8(terminal.raw()).unwrap();
        assert!(!raw.contains('\n'), "{args}: {raw:?}");
        fs::write(beside.path().join("go"), "").unwrap();
        assert_eq!(terminal.status(), 0, "{args}: {}", terminal.text());
        terminal.wait("the line is gone, the result is there", |screen| {
            let text = screen.contents();
            !text.contains("Ctrl-C") && !text.trim().is_empty()
        });
        let raw = String::from_utf8(terminal.raw()).unwrap();
        let (line, rest) = raw.rsplit_once("Ctrl-C ends it").unwrap();
        assert!(!line.contains('\n') && rest.starts_with("\r\x1b[K"), "{args}: {raw:?}");
    }
}

#[test]
fn neither_pipes_nor_quiet_runs_have_it() {
    for args in ["scan . --quiet", "scan . 2>$BESIDE/messages", "clusters . -q"] {
        let (folder, beside) = waiting();
        let mut terminal = Terminal::start(command(folder.path(), beside.path(), args), 90, 40);
        std::thread::sleep(Duration::from_millis(900));
        fs::write(beside.path().join("go"), "").unwrap();
        assert_eq!(terminal.status(), 0, "{args}: {}", terminal.text());
        terminal.wait_for(&["3 documents"]);
        let seen = String::from_utf8(terminal.raw()).unwrap();
        let piped = fs::read_to_string(beside.path().join("messages")).unwrap_or_default();
        let drawn = |text: &str| text.contains("reading") || text.contains('\x1b');
        assert!(!drawn(&seen) && !drawn(&piped), "{args}: {seen:?} {piped:?}");
    }
}

#[test]
fn an_interrupt_ends_a_command_and_erases_the_line() {
    for (key, signal, name) in [("\x03", None, "Interrupt"), ("", Some("TERM"), "Terminated")] {
        let (folder, beside) = waiting();
        let mut terminal = Terminal::ready(
            command(folder.path(), beside.path(), "lab ."),
            100,
            24,
            &["(0 of 3)", "; Ctrl-C ends it"],
        );
        terminal.type_text(key);
        if let Some(signal) = signal {
            terminal.signal(signal);
        }
        assert_eq!(terminal.ended_after(|_| ()).signal(), Some(name));
        terminal.wait_end_of_raw("\r\x1b[K");
        let seen = String::from_utf8_lossy(&terminal.raw()).into_owned();
        assert!(!seen.contains("Which width?") && !seen.contains('\n'), "{seen:?}");
    }
}
