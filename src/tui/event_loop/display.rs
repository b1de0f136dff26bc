//! Draws on the terminal, lends the terminal to the editor, and takes it back.

use std::io::Write as _;
use std::{io, path::Path};

use ratatui::Terminal;
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, disable_raw_mode, size,
};
use ratatui::{backend::CrosstermBackend, crossterm::queue, layout::Rect};

use crate::tui::drawing::{Depth, Ground, TerminalColours, Theme};
use crate::tui::model::{FilePlace, Model};
use crate::tui::terminal::{editor::Editor, input, output::Screen, session, signals};
use crate::tui::view;

pub(crate) type Display = Terminal<CrosstermBackend<Screen>>;

/// Returns a terminal to draw on. The session has entered the terminal before.
pub(crate) fn open_display() -> io::Result<Display> {
    Terminal::new(CrosstermBackend::new(Screen::new()))
}

pub(crate) fn draw_frame(
    display: &mut Display,
    model: &Model,
    colours: TerminalColours,
) -> io::Result<()> {
    let theme = Theme::from_choice(model.look.theme, colours);
    // The terminal shows a frame as a whole.
    queue!(display.backend_mut(), BeginSynchronizedUpdate)?;
    display.draw(|frame| view::view(model, &theme, frame))?;
    queue!(display.backend_mut(), EndSynchronizedUpdate)?;
    display.backend_mut().flush()
}

/// Makes the next frame redraw the whole screen. `Terminal::clear` would ask the terminal for its cursor and might take
/// a key for the answer.
pub(crate) fn force_redraw(display: &mut Display) -> io::Result<()> {
    let (width, height) = size()?;
    display.resize(Rect::new(0, 0, width, height))
}

/// Redraws everything after a frame was given up. That frame may have contained the mode of the mouse.
pub(crate) fn recover(display: &mut Display, mouse: bool) -> io::Result<()> {
    display.backend_mut().write_all(session::mouse_bytes(mouse))?;
    force_redraw(display)
}

/// Takes the terminal back. The program that had the terminal may have left it in any state.
pub(crate) fn reenter(display: &mut Display) -> Result<(), String> {
    let refused = |error: io::Error| format!("the terminal cannot be used: {error}");
    let _ = disable_raw_mode();
    session::reenter().map_err(refused)?;
    force_redraw(display).map_err(refused)
}

/// Gives the terminal back, stops as the shell expects, and takes the terminal back when continued.
pub(crate) fn suspend(display: &mut Display) -> Result<(), String> {
    session::leave();
    let stopped = signals::stop_process_group();
    reenter(display)?;
    stopped.map_err(|error| format!("cannot stop: {error}"))
}

/// Gives the terminal to the editor until the editor ends. Returns a sentence if an error occurred.
pub(crate) fn edit(
    display: &mut Display,
    root: &Path,
    file: &FilePlace,
) -> Result<Option<String>, String> {
    let variable = std::env::var_os;
    let editor = match Editor::new(variable("VISUAL"), variable("EDITOR"), root, file) {
        Ok(editor) => editor,
        Err(reason) => return Ok(Some(reason)),
    };
    input::pause_reading();
    signals::set_lent(true);
    session::leave();
    let modes = session::Modes::current();
    let ended = std::process::Command::new(&editor.program).args(&editor.arguments).status();
    signals::set_lent(false);
    modes.restore();
    session::drop_typed_keys();
    let entered = reenter(display);
    input::resume_reading();
    entered?;
    let name = editor.program.to_string_lossy();
    Ok(match ended {
        Ok(status) if status.success() => None,
        Ok(status) => Some(format!("{name} ended with {status}")),
        Err(error) => Some(format!("{name} cannot be started: {error}; set EDITOR to another")),
    })
}

pub(crate) fn terminal_colours() -> TerminalColours {
    let variable = |name| std::env::var(name).ok();
    TerminalColours {
        no_color: variable("NO_COLOR").is_some_and(|value| !value.is_empty()),
        depth: Depth::from_variables(variable("COLORTERM").as_deref(), variable("TERM").as_deref()),
        ground: Ground::from_variable(variable("COLORFGBG").as_deref()),
        is_console: variable("TERM").is_some_and(|term| term.starts_with("linux")),
    }
}
