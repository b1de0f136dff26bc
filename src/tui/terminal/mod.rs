//! The terminal: taken over, drawn on, read from, lent and given back. It knows nothing of what is on the screen.
//!
//! **The terminal.** Frames go through a separate handle on `/dev/tty` that never blocks in the kernel
//! (`tui::terminal::output`). So a stalled terminal can delay drawing, but no signal. A frame of which it takes nothing
//! for a second is given up, so keys act, `q` too; from then on each frame is tried once, until the terminal reads
//! again and all is drawn anew (`terminal::display::recover`). What ends a sequence that was cut goes first. If the
//! terminal takes nothing when the program leaves, what it has not read is dropped (`tcflush`), and what restores it is
//! written behind a CAN, which ends any sequence that was cut: the first thing it reads once it reads again. A thread
//! waits for signals. If the loop does not restore the terminal in time, this thread does. Keys are read with
//! crossterm's `use-dev-tty`, which waits level-triggered. Its other mode loses a key that arrives together with a
//! resize.
//!
//! **Lending the terminal.** `tui::terminal::editor` finds out how the editor is called. While it runs, the thread that
//! reads keys waits at a gate, so it takes none of the editor's keys. Signals of the terminal's keys are left to the
//! editor, but a stop stops both. If asked to end meanwhile, the screen waits for the editor, which may hold unsaved
//! text; if asked twice, it does not. Then the screen takes the terminal back and draws everything anew. The mouse
//! modes go on and off with the terminal, in `tui::terminal::session` alone.
//!
//! **The colour of the page.** Where the environment does not tell it, the terminal is asked once, before the first
//! frame (OSC 11, `tui::terminal::page_colour`). Nothing waits for the answer: it is an event, and the next frame has
//! other colours. crossterm 0.29 knows no such answer. It makes keys of it: Alt and `]`, then letters. The thread that
//! reads keys takes these out (`AnswerFilter`), however late and in whatever parts they come; all other keys pass in
//! their order. A lone Esc, with which an answer begins if it is split there, is held back for 50 ms while no answer
//! has come. Who leaves within 300 ms waits for the answer as long, because it would be typed at the shell.
//! `terminal-colorsaurus` (kept up, MIT or Apache-2.0, four more crates) is not used: it reads the terminal itself
//! until the answer comes, and drops what was typed before (it skips to the first ESC, and takes an arrow key for the
//! answer of a terminal without colours). `tests/pty/page_colour.rs` has terminals that answer soon, late, in parts,
//! between keys, and never.

pub(crate) mod editor;
pub(crate) mod input;
pub(crate) mod output;
pub(crate) mod page_colour;
pub(crate) mod session;
pub(crate) mod signals;
