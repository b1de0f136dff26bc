//! What plain mode waits for before it says what a command did: answers that the model alone does not know to be missing.

use shingle::decisions::decision::Decision;

use crate::tui::decisions::model::Kept;
use crate::tui::event_loop::command::Command;
use crate::tui::event_loop::event::Event;
use crate::tui::pair::search::model::Search;
use crate::tui::pair::shown::Answer;
use crate::tui::phrases::model::KeptPhrases;
use crate::tui::rooms::room::Room;
use crate::tui::screen::model::Model;

/// Something that was asked for.
#[derive(Debug)]
enum Owed {
    /// These decisions, until they are kept.
    Decisions(Vec<Decision>),
    Phrase,
    Report,
    Copy,
    Template,
    Pin,
}

/// What was asked for and is not there.
#[derive(Debug, Default)]
pub(crate) struct Awaited(Vec<Owed>);

impl Awaited {
    /// Notes what a command asks for.
    pub(crate) fn note(&mut self, command: &Command) {
        self.0.extend(match command {
            Command::Decide(decisions) => Some(Owed::Decisions(decisions.clone())),
            Command::KeepPhrase(_) => Some(Owed::Phrase),
            Command::WriteReport(_) => Some(Owed::Report),
            Command::CopyTo { .. } => Some(Owed::Copy),
            Command::ReadTemplate { .. } => Some(Owed::Template),
            Command::Pin(_) => Some(Owed::Pin),
            _ => None,
        });
    }

    /// Takes off what an event answers. Decisions come unasked too, when another program made some, so they are looked up.
    pub(crate) fn settle(&mut self, event: &Event) {
        let is_answered = |owed: &Owed| match (owed, event) {
            (Owed::Decisions(_), Event::Decided(Kept::Failed(_)))
            | (Owed::Phrase, Event::Phrases(KeptPhrases::All(..) | KeptPhrases::Failed(_)))
            | (Owed::Report, Event::Reported(_))
            | (Owed::Copy, Event::Copied(_))
            | (Owed::Template, Event::Template(_))
            | (Owed::Pin, Event::Pinned(_)) => true,
            (Owed::Decisions(made), Event::Decided(Kept::All(all, _))) => made.iter().all(|one| {
                let now = all.last(one.subject);
                now.is_some_and(|now| now.verdict == one.verdict && now.note == one.note)
            }),
            _ => false,
        };
        self.0.retain(|owed| !is_answered(owed));
    }

    /// Whether something is missing, here or in the model.
    pub(crate) fn any(&self, model: &Model) -> bool {
        model.failed.is_none() && (!self.0.is_empty() || is_behind(model))
    }
}

/// Whether what is shown is about to change. What other rooms wait for does not matter.
fn is_behind(model: &Model) -> bool {
    let pair = model.shown.as_ref().is_some_and(|shown| matches!(shown.answer, Answer::Awaited));
    let old = model.seen().is_some_and(|pair| model.pair_is_stale(&pair.view));
    let room = match model.rooms.here() {
        Room::Query => model.query.is_behind(),
        Room::Sources => model.sources.is_behind(),
        Room::Passages => model.passages.is_behind(),
        Room::Problems => model.problems.awaited.is_some(),
        Room::Documents => model.documents.awaited.is_some(),
        Room::Clusters => model.tree.awaited,
        _ => false,
    };
    let report = model.reporting.awaits.is_some();
    let is_part = model.snapshot.as_ref().is_none_or(|snapshot| !snapshot.is_whole());
    let list = is_part || model.is_stale() || model.list.awaited.is_some();
    // The title of the list counts it.
    let decided = model.decisions.awaited.is_some();
    let sought = model.search.as_ref().is_some_and(Search::awaits);
    list || decided || room || pair || old || sought || report
}
