//! Reads the terminal and passes its events on.

use std::{
    io, sync::Condvar, sync::Mutex, sync::PoisonError, sync::mpsc::Sender, time::Duration,
    time::Instant,
};

use ratatui::crossterm::event;
use ratatui::crossterm::event::{Event as InputEvent, KeyCode, KeyEventKind, KeyModifiers};
use rustix::process::getppid;
use signal_hook::consts::SIGWINCH;

use shingle::{base::faults::panic_if_asked, base::lock::lock_mutex};

use crate::tui::{
    drawing::Ground, messages::Event, terminal, terminal::output,
    terminal::output::write_until_done,
};

/// Time between two checks of a terminal that sends nothing. The checks find a hang-up, which makes the terminal
/// readable without bytes. Signals are not enough: a program that does not lead its session may get no SIGHUP. No
/// signal reports the end of the parent.
const LOOK: Duration = Duration::from_millis(500);

/// Maximum wait for the reading thread to pause, before another program gets the terminal.
const KEY_PATIENCE: Duration = Duration::from_millis(1_500);

/// Shared state: `closed` asks the reading thread to pause, `rests` is true while it pauses.
struct Gate {
    closed: bool,
    rests: bool,
}

static GATE: Mutex<Gate> = Mutex::new(Gate { closed: false, rests: false });
static CHANGED: Condvar = Condvar::new();

/// Lets another program read the terminal. Returns when the reading thread pauses, or after `KEY_PATIENCE`.
pub(crate) fn pause_reading() {
    let mut gate = lock_mutex(&GATE);
    gate.closed = true;
    // Wakes the thread that waits for keys: a resize is an event too. The thread then finds the gate closed.
    let _ = signal_hook::low_level::raise(SIGWINCH);
    let _ = CHANGED.wait_timeout_while(gate, KEY_PATIENCE, |gate| !gate.rests);
}

pub(crate) fn resume_reading() {
    lock_mutex(&GATE).closed = false;
    CHANGED.notify_all();
}

fn wait_while_paused() {
    let mut gate = lock_mutex(&GATE);
    while gate.closed {
        gate.rests = true;
        CHANGED.notify_all();
        gate = CHANGED.wait(gate).unwrap_or_else(PoisonError::into_inner);
    }
    gate.rests = false;
}

/// Records, when dropped, that the reading thread has ended.
struct ReadState;

impl Drop for ReadState {
    fn drop(&mut self) {
        *lock_mutex(&GATE) = Gate { closed: false, rests: true };
        CHANGED.notify_all();
    }
}

/// Reads until the loop is gone or the terminal is unreadable. Runs on a separate thread. `awaits` is true if the
/// terminal was asked for the colour of its page.
pub(crate) fn read_events(events: &Sender<Event>, awaits: bool) {
    let parent = getppid();
    let _reads = ReadState;
    let mut filter = AnswerFilter::new(awaits);
    loop {
        wait_while_paused();
        let patience = filter.remaining_wait();
        let wait = patience.unwrap_or(LOOK);
        let passed =
            match event::poll(wait).and_then(|is_there| is_there.then(event::read).transpose()) {
                Ok(Some(input)) => filter.filter_event(input),
                Ok(None) if patience.is_some() => filter.release_held_events(),
                // If the parent has ended, no process waits for this program, and another program may read the same keys.
                Ok(None) if terminal::can_read_keys() && getppid() == parent => continue,
                Ok(None) | Err(_) => vec![Event::InputLost],
            };
        for next in passed {
            let lost = matches!(next, Event::InputLost);
            if lost {
                // Ends the wait of a loop that still writes to a stalled terminal.
                output::stop_frame_output();
            }
            panic_if_asked("input");
            if events.send(next).is_err() || lost {
                return;
            }
        }
    }
}

// Asks the terminal for the colour of its page, and finds the answer among the keys.
//
// The answer (`ESC ] 11 ; rgb:ffff/ffff/ffff ESC \`, xterm's OSC 11) looks like typed keys. The answer arrives before
// or after keys, soon, late or never. crossterm turns these bytes into keys like any others, so keys typed ahead stay
// unchanged. [`AnswerFilter`] removes the keys of the answer, whenever they arrive.

const QUESTION: &[u8] = b"\x1b]11;?\x1b\\";
/// A program that ends within this time after the question waits for the answer. Terminals answer within some
/// milliseconds, over a slow line within some tenths of a second.
const PATIENCE: Duration = Duration::from_millis(300);
const BEGIN: &[u8] = b"\x1b]11;rgb";
/// Time for which a key is held back that may begin an answer: Esc, or Alt and a bracket.
const DOUBT: Duration = Duration::from_millis(50);
/// Time for which the beginning of an answer is held back if no user would type it.
const REST: Duration = Duration::from_secs(1);
/// Maximum length of a beginning that a user may type, in bytes.
const KEYS: usize = 2;
/// The luminance, 0 to 1, on which black and white have the same contrast (WCAG 2).
const MIDDLE: f64 = 0.179;

/// Time of the question for the page colour. `None` if no answer is awaited.
static ASKED: Mutex<Option<Instant>> = Mutex::new(None);
static ANSWERED: Condvar = Condvar::new();

pub(crate) fn request_page_colour() -> io::Result<()> {
    *lock_mutex(&ASKED) = Some(Instant::now());
    write_until_done(QUESTION)
}

/// Waits for the answer, at most until [`PATIENCE`] after the question. The shell would receive a later answer as keys.
pub(crate) fn wait_for_colour_answer() {
    let since = lock_mutex(&ASKED);
    let left = since.map_or(Duration::ZERO, |since| PATIENCE.saturating_sub(since.elapsed()));
    if !left.is_zero() {
        drop(ANSWERED.wait_timeout_while(since, left, |since| since.is_some()));
    }
}

pub(crate) struct AnswerFilter {
    awaits: bool,
    delayed: Vec<InputEvent>,
    bytes: Vec<u8>,
}

impl AnswerFilter {
    pub(crate) const fn new(awaits: bool) -> Self {
        Self { awaits, delayed: Vec::new(), bytes: Vec::new() }
    }

    /// Passes an event on, or holds it back if it may belong to the answer. A whole answer becomes one event.
    fn filter_event(&mut self, event: InputEvent) -> Vec<Event> {
        // A new size is passed on: it may arrive in the middle of an answer.
        if !self.awaits || matches!(event, InputEvent::Resize(..)) {
            return vec![Event::Input(event)];
        }
        let mut passed = Vec::new();
        let bytes = answer_bytes_of_key(&event);
        let begins = |before: &[u8]| {
            bytes
                .as_deref()
                .map_or(ParsedAnswer::Other, |bytes| parse_colour_answer(&[before, bytes].concat()))
        };
        let mut now = begins(&self.bytes);
        if now == ParsedAnswer::Other {
            passed = self.release_held_events();
            now = begins(&[]);
        }
        match now {
            ParsedAnswer::Whole(ground) => {
                *self = Self::new(false);
                *lock_mutex(&ASKED) = None;
                ANSWERED.notify_all();
                passed.push(Event::Ground(ground));
            }
            ParsedAnswer::Begun => {
                self.bytes.extend(bytes.unwrap_or_default());
                self.delayed.push(event);
            }
            ParsedAnswer::Other => passed.push(Event::Input(event)),
        }
        passed
    }

    /// Returns the time after which held events are passed on if no other event arrives. `None` without held events.
    pub(crate) fn remaining_wait(&self) -> Option<Duration> {
        (!self.delayed.is_empty()).then_some(if self.bytes.len() > KEYS { REST } else { DOUBT })
    }

    fn release_held_events(&mut self) -> Vec<Event> {
        self.bytes.clear();
        self.delayed.drain(..).map(Event::Input).collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ParsedAnswer {
    Whole(Ground),
    Begun,
    Other,
}

/// Returns the bytes of a key as the terminal sent them. `None` if they cannot be part of an answer.
fn answer_bytes_of_key(event: &InputEvent) -> Option<Vec<u8>> {
    let InputEvent::Key(key) = event else { return None };
    let byte = match key.code {
        KeyCode::Esc => return Some(vec![0x1b]),
        KeyCode::Char(letter) => u8::try_from(letter).ok().filter(u8::is_ascii_graphic)?,
        _ => return None,
    };
    let modifiers = key.modifiers.difference(KeyModifiers::SHIFT);
    match modifiers {
        _ if key.kind != KeyEventKind::Press => None,
        KeyModifiers::NONE => Some(vec![byte]),
        KeyModifiers::ALT => Some(vec![0x1b, byte]),
        KeyModifiers::CONTROL if byte == b'g' => Some(vec![0x07]),
        _ => None,
    }
}

/// Parses an answer: `rgb:` and three hexadecimal numbers of one to four digits, then BEL or ST. A terminal with a
/// transparent page sends `rgba:` and four numbers.
fn parse_colour_answer(bytes: &[u8]) -> ParsedAnswer {
    let Some(rest) = bytes.strip_prefix(BEGIN) else {
        return if BEGIN.starts_with(bytes) { ParsedAnswer::Begun } else { ParsedAnswer::Other };
    };
    let (count, rest) = match rest.strip_prefix(b"a") {
        Some(rest) => (4, rest),
        None => (3, rest),
    };
    let numbers = match rest.split_first() {
        None => return ParsedAnswer::Begun,
        Some((b':', numbers)) => numbers,
        Some(_) => return ParsedAnswer::Other,
    };
    let is_number = |byte: &u8| byte.is_ascii_hexdigit() || *byte == b'/';
    let end = numbers.iter().position(|byte| !is_number(byte)).unwrap_or(numbers.len());
    let (numbers, end) = numbers.split_at(end);
    let parts: Vec<&[u8]> = numbers.split(|byte| *byte == b'/').collect();
    let are_numbers = parts.iter().rev().skip(1).all(|part| !part.is_empty());
    if !are_numbers || parts.iter().any(|part| part.len() > 4) || parts.len() > count {
        return ParsedAnswer::Other;
    }
    let is_whole = parts.len() == count && parts.iter().all(|part| !part.is_empty());
    match end {
        [] => ParsedAnswer::Begun,
        [0x1b] if is_whole => ParsedAnswer::Begun,
        [0x07] | [0x1b, b'\\'] if is_whole => ParsedAnswer::Whole(ground_of_colour(&parts)),
        _ => ParsedAnswer::Other,
    }
}

/// Returns the ground for a page of this colour: light if black has a higher contrast with it than white.
fn ground_of_colour(parts: &[&[u8]]) -> Ground {
    let share = |part: Option<&&[u8]>| {
        let digits = part.and_then(|part| std::str::from_utf8(part).ok()).unwrap_or_default();
        let most = 16_u32.saturating_pow(digits.len() as u32).saturating_sub(1).max(1);
        f64::from(u32::from_str_radix(digits, 16).unwrap_or(0)) / f64::from(most)
    };
    let linear = |share: f64| {
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    let [red, green, blue] = [0, 1, 2].map(|place| linear(share(parts.get(place))));
    let luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    if luminance > MIDDLE { Ground::Light } else { Ground::Dark }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ratatui::crossterm::event::{Event as InputEvent, KeyCode, KeyEvent, KeyModifiers};

    use super::{AnswerFilter, DOUBT, ParsedAnswer, REST, parse_colour_answer};
    use crate::tui::{drawing::Ground, messages::Event};

    /// Returns the keys that crossterm makes of these bytes. After `parted` bytes crossterm finds no more to read, so a
    /// last ESC is a key.
    fn keys(bytes: &[u8], parted: usize) -> Vec<InputEvent> {
        let mut keys = Vec::new();
        let mut alt = false;
        for (place, byte) in bytes.iter().enumerate() {
            let modifiers = if alt { KeyModifiers::ALT } else { KeyModifiers::NONE };
            if *byte == 0x1b && place + 1 != parted && place + 1 < bytes.len() {
                alt = true;
                continue;
            }
            let (code, modifiers) = match *byte {
                0x1b => (KeyCode::Esc, modifiers),
                0x07 => (KeyCode::Char('g'), KeyModifiers::CONTROL),
                letter if letter.is_ascii_uppercase() => {
                    (KeyCode::Char(letter.into()), modifiers | KeyModifiers::SHIFT)
                }
                letter => (KeyCode::Char(letter.into()), modifiers),
            };
            keys.push(InputEvent::Key(KeyEvent::new(code, modifiers)));
            alt = false;
        }
        keys
    }

    /// Splits the passed events into input and the colour of the page.
    fn split(passed: Vec<Event>) -> (Vec<InputEvent>, Option<Ground>) {
        let (mut inputs, mut ground) = (Vec::new(), None);
        for event in passed {
            match event {
                Event::Input(input) => inputs.push(input),
                Event::Ground(colour) => ground = Some(colour),
                _ => panic!("neither input nor a colour"),
            }
        }
        (inputs, ground)
    }

    fn sifted(
        filter: &mut AnswerFilter,
        events: impl IntoIterator<Item = InputEvent>,
    ) -> (Vec<InputEvent>, Option<Ground>) {
        split(events.into_iter().flat_map(|event| filter.filter_event(event)).collect())
    }

    #[test]
    fn answers_of_terminals_are_read() {
        for (answer, ground) in [
            (&b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\"[..], Ground::Light),
            (b"\x1b]11;rgb:0000/0000/0000\x07", Ground::Dark),
            (b"\x1b]11;rgb:fd/f6/e3\x07", Ground::Light),
            (b"\x1b]11;rgb:00/2B/36\x1b\\", Ground::Dark),
            (b"\x1b]11;rgba:ffff/ffff/ffff/8000\x1b\\", Ground::Light),
            (b"\x1b]11;rgb:f/f/f\x07", Ground::Light),
            (b"\x1b]11;rgb:7/7/7\x07", Ground::Light),
            (b"\x1b]11;rgb:6/6/6\x07", Ground::Dark),
        ] {
            assert_eq!(
                parse_colour_answer(answer),
                ParsedAnswer::Whole(ground),
                "{}",
                answer.escape_ascii()
            );
            for end in 1..answer.len() {
                let begun = &answer[..end];
                assert_eq!(
                    parse_colour_answer(begun),
                    ParsedAnswer::Begun,
                    "{}",
                    begun.escape_ascii()
                );
            }
        }
        for other in "\x1b]12; \x1b]11;rgb:f// \x1b]11;rgb:f/f\x07 \x1b]11;rgb:f/f/f/ a".split(' ')
        {
            assert_eq!(parse_colour_answer(other.as_bytes()), ParsedAnswer::Other, "{other:?}");
        }
    }

    #[test]
    fn what_only_begins_like_an_answer_is_passed_on_in_its_order() {
        let mut filter = AnswerFilter::new(true);
        assert_eq!(filter.remaining_wait(), None);
        let esc = keys(b"\x1b", 1);
        assert_eq!(sifted(&mut filter, esc.clone()), (Vec::new(), None));
        assert_eq!(filter.remaining_wait(), Some(DOUBT));
        assert_eq!(split(filter.release_held_events()).0, esc);
        let typed = keys(b"\x1bq\x1b]11;rgx\x1b\x1b]", 0);
        let mut events = sifted(&mut filter, typed.clone()).0;
        events.extend(split(filter.release_held_events()).0);
        assert_eq!(events, typed);
        sifted(&mut filter, keys(b"\x1b]11;", 0));
        assert_eq!(filter.remaining_wait(), Some(REST));
        // Without a question, events pass at once.
        assert_eq!(sifted(&mut AnswerFilter::new(false), typed.clone()).0, typed);
    }

    proptest! {
        #[test]
        fn keys_before_behind_and_split_answers_are_no_keys_of_it(
            before in "[a-zA-Z0-9\u{7}]{0,8}", behind in "[a-zA-Z0-9\u{7}]{0,8}", parted in 0_usize..25,
            resized in 0_usize..25, end in prop_oneof![Just("\u{7}"), Just("\u{1b}\\")],
        ) {
            let answer = format!("\u{1b}]11;rgb:FFff/ffff/ffff{end}");
            let mut events = keys(before.as_bytes(), 0);
            events.extend(keys(answer.as_bytes(), parted));
            events.extend(keys(behind.as_bytes(), 0));
            let at = resized.min(events.len());
            events.insert(at, InputEvent::Resize(80, 24));
            let mut filter = AnswerFilter::new(true);
            let (mut passed, ground) = sifted(&mut filter, events);
            prop_assert_eq!(ground, Some(Ground::Light));
            passed.retain(|event| !matches!(event, InputEvent::Resize(..)));
            let wanted = [keys(before.as_bytes(), 0), keys(behind.as_bytes(), 0)].concat();
            prop_assert_eq!(passed, wanted);
        }
    }
}
