//! Takes the terminal over, draws on it, reads it, and gives it back.
//!
//! **Writing.** Frames go through a separate handle on `/dev/tty` that never blocks in the kernel
//! (`tui::terminal::output`). A stalled terminal thus delays drawing, but no signal. A frame is given up if the
//! terminal takes no byte for a second, so that keys act, `q` too. From then on each frame is tried once. When the
//! terminal reads again, everything is redrawn (`event_loop::display::recover`), after the end of any sequence that was
//! cut. If the terminal takes no byte when the program leaves, its unread bytes are dropped (`tcflush`). The bytes that
//! restore the terminal follow a CAN, which ends a sequence that was cut. A thread waits for signals and restores the
//! terminal if the loop does not do so in time.
//!
//! **Reading.** crossterm's `use-dev-tty` waits level-triggered. Its other mode loses a key that arrives together with
//! a resize.
//!
//! **Lending.** `tui::terminal::editor` builds the command of the editor. While the editor runs, the thread that reads
//! keys waits at a gate, so it takes no key from the editor. Signals of the terminal's keys are left to the editor, but
//! a stop stops both. If asked to end meanwhile, the screen waits for the editor, which may hold unsaved text. If asked
//! twice, the screen ends at once. After the editor, the screen takes the terminal back and redraws everything. Only
//! `tui::terminal::session` turns the mouse modes on and off, together with the terminal.
//!
//! **The colour of the page.** If the environment does not give the colour, the terminal is asked once, before the
//! first frame (OSC 11, `tui::terminal::page_colour`). The answer is an event, and the next frame has other colours.
//! crossterm 0.29 turns the answer into keys: Alt and `]`, then letters. The thread that reads keys removes these keys
//! (`AnswerFilter`), however late and in whatever parts they arrive. All other keys pass in their order. A lone Esc may
//! begin an answer, so it is held back for 50 ms until an answer has arrived. A program that leaves within 300 ms waits
//! as long for the answer, because the shell would take the answer for typed text. `terminal-colorsaurus` is not used:
//! it reads the terminal itself until the answer arrives, and drops earlier keys. It skips to the first ESC, and takes
//! an arrow key for the answer of a terminal without colours.

pub(crate) mod editor;
pub(crate) mod input;
pub(crate) mod limits;
pub(crate) mod output;
pub(crate) mod page_colour;
pub(crate) mod session;
pub(crate) mod signals;
