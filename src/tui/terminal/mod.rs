//! The terminal: taken over, drawn on, read from, lent and given back. It knows nothing of what is on the screen.
//!
//! **Writing.** Frames go through a separate handle on `/dev/tty` that never blocks in the kernel
//! (`tui::terminal::output`), so a stalled terminal delays drawing, but no signal. A frame of which the terminal takes
//! nothing for a second is given up, so keys act, `q` too. From then on each frame is tried once, until the terminal
//! reads again and everything is drawn anew (`event_loop::display::recover`), after the end of any sequence that was
//! cut. If the terminal takes nothing when the program leaves, its unread bytes are dropped (`tcflush`); the bytes that
//! restore it follow a CAN, which ends a sequence that was cut. A thread waits for signals and restores the terminal if
//! the loop does not do so in time.
//!
//! **Reading.** crossterm's `use-dev-tty` waits level-triggered. Its other mode loses a key that arrives together with
//! a resize.
//!
//! **Lending.** `tui::terminal::editor` finds out how to call the editor. While it runs, the thread that reads keys
//! waits at a gate, so it takes none of the editor's keys. Signals of the terminal's keys are left to the editor, but a
//! stop stops both. If asked to end meanwhile, the screen waits for the editor, which may hold unsaved text; asked
//! twice, it does not. Then it takes the terminal back and draws everything anew. The mouse modes go on and off with
//! the terminal, in `tui::terminal::session` alone.
//!
//! **The colour of the page.** Where the environment does not tell it, the terminal is asked once, before the first
//! frame (OSC 11, `tui::terminal::page_colour`). Nothing waits for the answer: it is an event, and the next frame has
//! other colours. crossterm 0.29 turns the answer into keys: Alt and `]`, then letters. The thread that reads keys
//! takes these out (`AnswerFilter`), however late and in whatever parts they come; all other keys pass in their order.
//! A lone Esc, which may begin an answer, is held back for 50 ms while no answer has come. A program that leaves within
//! 300 ms waits as long for the answer, because the shell would take it for typed text. `terminal-colorsaurus` is not
//! used: it reads the terminal itself until the answer comes, and drops what was typed before (it skips to the first
//! ESC, and takes an arrow key for the answer of a terminal without colours).

pub(crate) mod editor;
pub(crate) mod input;
pub(crate) mod limits;
pub(crate) mod output;
pub(crate) mod page_colour;
pub(crate) mod session;
pub(crate) mod signals;
