//! Output of `--generate`: completions readable by the shells, and a man page, with every option of every command.

use std::{io::ErrorKind, io::Write as _, process::Command, process::Stdio};

use crate::support::{command, library, printed, ran, refused};

const SHELLS: [(&str, &str); 4] = [
    ("complete-bash", "bash"),
    ("complete-zsh", "zsh"),
    ("complete-fish", "fish"),
    ("complete-powershell", "pwsh"),
];

fn generated(what: &str) -> String {
    printed(&library(), &["--generate", what])
}

/// Returns the names of all commands; the first is empty, for the program without a command.
fn commands() -> Vec<String> {
    let help = printed(&library(), &["-h"]);
    let names = help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let names = names.filter(|name| !name.is_empty() && !name.starts_with('-')).map(String::from);
    std::iter::once(String::new()).chain(names).collect()
}

fn options(command: &str) -> Vec<String> {
    let args = if command.is_empty() { ["--generate", "options"] } else { [command, "--help"] };
    let help = printed(&library(), &args);
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let names = lines.filter_map(|line| line.split("--").nth(1)?.split([' ', '\n', ',']).next());
    names.map(String::from).collect()
}

#[test]
fn completions_have_the_values_that_an_option_takes() {
    for (typed, completed) in [
        ("scan --measure ''", "jaccard dice containment overlap per-word"),
        ("scan --preset p", "phpir php-shingles"),
        ("scan --meas", "--measure"),
        ("la", "lab"),
        ("--generate m", "man"),
        ("scan --sandb", ""),
    ] {
        let ask = format!(
            "\nCOMP_WORDS=(shingle {typed}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n\
             _shingle shingle \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"\necho ${{COMPREPLY[@]}}\n"
        );
        let script = generated("complete-bash") + &ask;
        let bash = Command::new("bash").args(["--norc", "-c", &script]).output().unwrap();
        let said = String::from_utf8_lossy(&bash.stdout);
        assert_eq!(said.trim(), completed, "{typed}: {}", String::from_utf8_lossy(&bash.stderr));
    }
}

/// Returns the output of a checking program, or `None` if the program is not installed.
fn checked(program: &str, args: &[&str], text: &str) -> Option<String> {
    let mut child = match Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
    {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            // Not captured, unlike `eprintln!`.
            let _ = writeln!(std::io::stderr(), "skipped: {program} is not installed");
            return None;
        }
        Err(error) => panic!("{program}: {error}"),
    };
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{program}: {said}");
    Some(said)
}

#[test]
fn the_shells_that_are_here_read_their_completions() {
    for (what, shell) in &SHELLS[..3] {
        let said = checked(shell, &["-n", "/dev/stdin"], &generated(what));
        assert_eq!(said.unwrap_or_default(), "", "{shell}");
    }
    let script = "[scriptblock]::Create([Console]::In.ReadToEnd()) | Out-Null";
    checked("pwsh", &["-NoProfile", "-Command", script], &generated("complete-powershell"));
}

#[test]
fn the_man_page_has_every_option_and_is_set_without_a_warning() {
    let page = generated("man");
    let plain = page.replace("\\-", "-").replace("\\fB", "").replace("\\fR", "");
    let sections: Vec<&str> = plain.split("\n.SS ").collect();
    let screen = sections.last().unwrap().split_once("\n.SH ").unwrap().1;
    for command in commands() {
        let own = sections[1..].iter().find(|part| part.starts_with(&format!("{command}\n")));
        let own = own.unwrap_or(&"");
        assert_eq!(own.is_empty(), command.is_empty(), "{command}");
        for name in options(&command) {
            let is_here = |part: &str| {
                let lines = part.lines().filter(|line| line.starts_with('-'));
                let names =
                    lines.filter_map(|line| line.split("--").nth(1)?.split([' ', '\\']).next());
                names.into_iter().any(|found| found == name)
            };
            assert!(is_here(own) || is_here(screen), "{command} --{name}");
        }
    }
    for heading in ["NAME", "SYNOPSIS", "COMMANDS", "PARAMETERS", "ENVIRONMENT", "EXAMPLES"] {
        assert!(page.contains(&format!("\n.SH {heading}\n")), "{heading}");
    }
    let said = checked("groff", &["-man", "-Tutf8", "-ww", "-z", "-k"], &page);
    assert_eq!(said.unwrap_or_default(), "");
}

#[test]
fn nothing_else_goes_with_it() {
    for args in ["--generate man .", "scan . --generate man", "--generate tcsh"] {
        refused(&library(), args);
    }
    // `--generate` must not read a config file.
    let alone = ran(command(&library(), "--generate man").env("SHINGLE_CONFIG", "/none"));
    assert_eq!(alone.out, generated("man"));
}
