//! What happened in the folder, in words, and of what is gone where its content went. It looks for nothing.

use std::sync::Arc;

use shingle::base::numbers::{counted, thousands};
use shingle::base::path::DocPath;
use shingle::engine::journal::{Activity, DocumentEvent};
use shingle::pipeline::corpus::whereabouts::{FoundIn, Whereabouts};
use shingle::pipeline::parameters::Params;

use crate::tui::words::shares::percent;

/// What the engine told last.
#[derive(Debug, Clone, Default)]
pub(crate) struct Activities {
    /// Newest first.
    pub(crate) all: Arc<Vec<Activity>>,
    /// Up to this number it was said of documents that they are gone.
    said: u64,
    /// Up to this number it was told.
    told: u64,
}

impl Activities {
    /// Takes in what happened, newest first; what of it is new.
    pub(crate) fn take(&mut self, all: Arc<Vec<Activity>>) -> Vec<&Activity> {
        self.all = all;
        let told = std::mem::replace(&mut self.told, self.all.first().map_or(0, |one| one.number));
        self.all.iter().take_while(|one| one.number > told).collect()
    }

    /// One sentence about what is gone now and was not said yet, if something is.
    pub(crate) fn gone(&mut self) -> Option<String> {
        let said = self.said;
        let is_gone = |one: &&Activity| matches!(one.what, DocumentEvent::Gone(_));
        let gone: Vec<&Activity> =
            self.all.iter().filter(|one| one.number > said).filter(is_gone).collect();
        let newest = gone.first()?;
        let sentence = match gone.len() {
            1 => sentence(newest),
            many => format!(
                "{} are gone; ! tells where their content went",
                counted(many as u64, "document")
            ),
        };
        self.said = newest.number;
        Some(sentence)
    }

    /// What is said of a document that is gone.
    pub(crate) fn of_gone(&self, path: &DocPath) -> Option<String> {
        let newest = self.all.iter().find(|one| one.path == *path)?;
        matches!(newest.what, DocumentEvent::Gone(_)).then(|| sentence(newest))
    }
}

/// What happened to a document.
pub(crate) fn sentence(activity: &Activity) -> String {
    let path = &activity.path;
    match &activity.what {
        DocumentEvent::New => format!("{path} is new"),
        DocumentEvent::Changed(1) => format!("{path} changed"),
        DocumentEvent::Changed(times) => format!("{path} changed {} times", thousands(*times)),
        DocumentEvent::Back => format!("{path} was gone and is back"),
        DocumentEvent::Gone(None) => format!("{path} is gone"),
        DocumentEvent::Gone(Some(found)) => format!("{path} is gone; {}", place(found)),
    }
}

/// Where the content of a document is.
fn place(found: &Whereabouts) -> String {
    let about = if found.params.counts() { "" } else { "about " };
    let Some(first) = found.parts.first() else {
        return match found.shingles {
            0 => "it had no shingle to look for".to_string(),
            _ => "nothing in the folder has any of it".to_string(),
        };
    };
    if !found.is_found() {
        let most = percent(found.share(first));
        return format!("nothing in the folder has more than {about}{most} of it");
    }
    let amount = |share| match percent(share).as_str() {
        "100%" => "all".to_string(),
        rounded => format!("{about}{rounded}"),
    };
    let mut parts = vec![format!("{} of it is in {}", amount(found.share(first)), first.path)];
    let more = found.parts.get(1..).unwrap_or_default();
    let name = |part: &FoundIn| format!("{about}{} in {}", percent(found.share(part)), part.path);
    parts.extend(more.iter().map(name));
    parts.join(", ")
}

/// What is to be added where it was counted with other parameters than those on the screen.
pub(crate) fn remark(activity: &Activity, shown: &Params) -> Option<&'static str> {
    let DocumentEvent::Gone(Some(found)) = &activity.what else { return None };
    (*found.params != *shown).then_some("counted with other parameters")
}

/// The document that shows what became of another: where most of it is, or itself if it is still there.
pub(crate) fn leads_to(activity: &Activity) -> Option<&DocPath> {
    match &activity.what {
        DocumentEvent::Gone(found) => found.as_ref()?.parts.first().map(|part| &part.path),
        DocumentEvent::New | DocumentEvent::Changed(_) | DocumentEvent::Back => {
            Some(&activity.path)
        }
    }
}
