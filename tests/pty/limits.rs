//! Watching with fewer resources: no more watches, no watcher, too many events, unreadable folders, mounted and
//! unmounted file systems. On a system that cannot provide the situation, a test prints that and passes.

use std::{
    collections::BTreeSet, fs, io::Write as _, os::unix::fs::PermissionsExt as _, path::Path,
    process::Command,
};

use portable_pty::CommandBuilder;

use super::folder::{rewritten, small, story, write};
use super::terminal::{Terminal, plain};

/// Prints that a test is skipped. The test harness would hide `eprintln!`.
fn skipped(reason: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {reason}");
}

/// Returns the program in separate namespaces, after a line of shell, or `None` if namespaces are unavailable.
fn within(namespaces: &str, line: &str, folder: &Path) -> Option<CommandBuilder> {
    let works = Command::new("unshare").args([namespaces, "sh", "-c", line, "true"]).output();
    if !works.is_ok_and(|tried| tried.status.success()) {
        skipped("no user namespaces here, or no limits in them");
        return None;
    }
    let mut command = plain("unshare");
    command.args([namespaces, "sh", "-c", &format!("{line}; exec \"$0\" \"$1\"")]);
    command.arg(env!("CARGO_BIN_EXE_shingle"));
    command.arg(folder);
    Some(command)
}

#[test]
fn without_enough_watches_the_folder_is_polled_and_the_limit_named() {
    for (most, limit) in [(4, "max_user_watches"), (0, "max_user_instances")] {
        let folder = small();
        for name in ["a/b", "c/d", "e/f"] {
            fs::create_dir_all(folder.path().join(name)).unwrap();
        }
        let line = format!("echo {most} >/proc/sys/user/{}", limit.replace("user", "inotify"));
        let Some(command) = within("-Ur", &line, folder.path()) else { return };
        let mut terminal = Terminal::ready(command, 160, 36, &["6 documents", "polling"]);
        terminal.type_until("!", &[&format!("fs.inotify.{limit}")]);
        write(folder.path(), "e/f/late.txt", &story(1, 150));
        terminal.wait_for(&["7 documents"]);
        terminal.quit();
    }
}

#[test]
fn when_watches_run_out_later_the_folder_is_polled_for_good() {
    let folder = small();
    let Some(command) = within("-Ur", "echo 3 >/proc/sys/user/max_inotify_watches", folder.path())
    else {
        return;
    };
    let mut terminal = Terminal::ready(command, 160, 36, &["6 documents", "watching"]);
    for name in ["a", "b", "c", "d"] {
        fs::create_dir(folder.path().join(name)).unwrap();
        write(folder.path(), &format!("{name}/in.txt"), &rewritten(&story(1, 160), 21));
    }
    terminal.wait_for(&["10 documents", "polling"]);
    for name in ["a", "b", "c", "d"] {
        fs::remove_dir_all(folder.path().join(name)).unwrap();
    }
    terminal.wait_for(&["6 documents", "polling"]);
    write(folder.path(), "late.txt", &story(1, 150));
    terminal.wait_for(&["7 documents", "polling"]);
    terminal.quit();
}

#[test]
fn more_events_than_the_system_keeps_lose_no_file() {
    let most = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap_or_default();
    let Some(most) = most.trim().parse::<usize>().ok().filter(|most| *most <= 1 << 16) else {
        skipped("the system keeps too many events");
        return;
    };
    let folder = small();
    let mut terminal =
        Terminal::open(folder.path(), 120, 36, &["6 documents", "watching", "light.txt"]);
    terminal.signal("STOP");
    let [one, other] = ["heavy.txt", "middle.txt"].map(|name| folder.path().join(name));
    let texts = [&one, &other].map(|path| fs::read(path).unwrap());
    // Each write gives at least three events.
    for _ in 0..most / 5 {
        fs::write(&one, &texts[0]).unwrap();
        fs::write(&other, &texts[1]).unwrap();
    }
    write(folder.path(), "lost.txt", &story(1, 150));
    fs::remove_file(folder.path().join("shouted.txt")).unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    write(folder.path(), "sub/lost too.txt", &story(1, 150));
    terminal.signal("CONT");
    terminal.wait_for(&["7 documents", "watching"]);
    write(folder.path(), "sub/late.txt", &story(1, 140));
    terminal.wait_for(&["8 documents"]);
    terminal.quit();
}

#[test]
fn a_folder_that_cannot_be_read_is_named_stops_nothing_and_heals() {
    let folder = small();
    fs::create_dir(folder.path().join("secret")).unwrap();
    write(folder.path(), "secret/in.txt", &story(1, 150));
    let mode = |mode| {
        let path = folder.path().join("secret");
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    // In a namespace without its own users, root has the owner's rights.
    let Some(command) = within("-U", ":", folder.path()) else { return };
    mode(0);
    let mut terminal = Terminal::ready(command, 160, 36, &["6 documents", "watching"]);
    terminal.type_until("!", &["secret", "ermission denied"]);
    write(folder.path(), "late.txt", &story(1, 150));
    terminal.wait_for(&["7 documents"]);
    mode(0o755);
    terminal.wait_for(&["8 documents"]);
    write(folder.path(), "secret/late.txt", &story(1, 140));
    terminal.wait_for(&["9 documents"]);
    mode(0);
    terminal.wait_for(&["7 documents"]);
    mode(0o755);
    terminal.wait_for(&["9 documents"]);
    terminal.quit();
}

#[test]
fn a_file_system_mounted_in_the_folder_is_seen_to_come_and_go() {
    let folder = small();
    fs::create_dir(folder.path().join("disk")).unwrap();
    // In the program's namespace, a shell mounts and unmounts on request.
    let (go, leave) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let shell = format!(
        "(while [ -e {go} ]; do sleep .05; done; mount -t tmpfs t \"$1/disk\"; cp \"$1/light.txt\" \"$1/disk/new.txt\"; \
         while [ -e {leave} ]; do sleep .05; done; umount \"$1/disk\") </dev/null >/dev/null 2>&1 &",
        go = go.path().display(),
        leave = leave.path().display()
    );
    let works = Command::new("unshare")
        .args(["-Urm", "sh", "-c", "mount -t tmpfs t \"$0\" && umount \"$0\""])
        .arg(folder.path().join("disk"))
        .output();
    if !works.is_ok_and(|tried| tried.status.success()) {
        skipped("nothing can be mounted here");
        return;
    }
    let mut command = plain("unshare");
    command.args(["-Urm", "sh", "-c", &format!("{shell} exec \"$0\" \"$1\"")]);
    command.arg(env!("CARGO_BIN_EXE_shingle"));
    command.arg(folder.path());
    let mut terminal = Terminal::ready(command, 120, 36, &["6 documents", "watching", "light.txt"]);
    drop(go);
    terminal.wait_for(&["7 documents"]);
    drop(leave);
    terminal.wait_for(&["6 documents"]);
    write(folder.path(), "disk/late.txt", &story(1, 150));
    terminal.wait_for(&["7 documents"]);
    terminal.quit();
}

/// Returns the exit status, after the reason if the program fails.
fn ended(command: CommandBuilder, why: &str) -> u32 {
    let mut terminal = Terminal::start(command, 160, 36);
    let status = terminal.ended_after(|terminal| terminal.type_text("q")).exit_code();
    if status != 0 {
        // The key is repeated until the program ends, and the terminal echoes it.
        terminal.wait(why, |screen| screen.contents().replace('q', "").contains(why));
    }
    status
}

#[test]
fn where_open_files_or_memory_are_few_it_serves_or_says_so_on_the_terminal_as_it_was() {
    let folder = small();
    let ended = |limit: &str, why: &str| {
        let mut command = plain("prlimit");
        command.args([limit, env!("CARGO_BIN_EXE_shingle"), "--no-state", "--no-cache"]);
        command.arg(folder.path());
        ended(command, why)
    };
    for files in 5..24 {
        let why = format!("shingle: the limit of open files is {files}; raise it: ulimit -n 1024");
        let status = ended(&format!("--nofile={files}"), &why);
        assert_eq!(status, if files < 16 { 2 } else { 0 }, "{files}");
    }
    for memory in [52, 60] {
        let why = format!("shingle: the limit of memory, {memory} MiB, leaves too little");
        assert_eq!(ended(&format!("--as={}", memory << 20), &why), 2, "{memory}");
    }
}

#[test]
fn where_threads_are_few_it_serves_with_fewer_or_says_so() {
    let folder = small();
    let program = env!("CARGO_BIN_EXE_shingle");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    // The limit of processes does not affect root, so another user starts the program.
    let nobody = ["--reuid=65534", "--clear-groups", "prlimit"];
    let works = Command::new("setpriv").args(nobody).args(["--nproc=9", program, "-V"]).output();
    if !works.is_ok_and(|tried| tried.status.success()) {
        skipped("nothing can be started as another user here");
        return;
    }
    let mut outcomes = BTreeSet::new();
    for most in 1..20 {
        let mut command = plain("setpriv");
        command.args(nobody);
        command.args([&format!("--nproc={most}"), program, "--no-state", "--no-cache"]);
        command.arg(folder.path());
        outcomes.insert(ended(command, "grants no thread"));
    }
    assert_eq!(outcomes.into_iter().collect::<Vec<_>>(), [0, 2]);
}
