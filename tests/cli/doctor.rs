//! `shingle doctor`: diagnostics for a bug report without private data.

use std::fs;

use crate::support::{command, folder};

#[test]
fn it_says_what_holds_where_things_are_and_how_large_they_are() {
    let home = folder(&[(".config/shingle/config.toml", "width = 4\n")]);
    let kept = home.path().join(".cache/shingle/texts");
    fs::create_dir_all(&kept).unwrap();
    fs::write(kept.join("one"), "four").unwrap();
    fs::write(kept.join("two"), "four!").unwrap();
    let mut doctor = command(home.path(), &["doctor"]);
    doctor.env("HOME", home.path()).env("TERM", "made-up").env("EDITOR", home.path().join("ed"));
    for name in ["SHINGLE_CONFIG", "SHINGLE_CACHE", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        doctor.env_remove(name);
    }
    let output = doctor.output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!((output.status.code(), &*output.stderr), (Some(0), &b""[..]), "{said}");
    for part in [
        &*format!("shingle    {}, features: ", env!("CARGO_PKG_VERSION")),
        "EDITOR=~/ed",
        "config     ~/.config/shingle/config.toml, 1 file, 10 bytes\n",
        "cache      ~/.cache/shingle, 2 files, 9 bytes\n",
        "decisions  off: its variable is empty\n",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains(home.path().to_str().unwrap()), "{said}");
    // Other systems may lack these measures.
    #[cfg(target_os = "linux")]
    assert!(
        said.contains("seccomp yes, limits yes, opens files or sockets no\n"),
        "what a reader process gives up here: {said}"
    );
}
