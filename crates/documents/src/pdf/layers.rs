//! Finds the hidden layers (optional content) of a PDF.

use std::collections::HashSet;

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, ObjRef, ObjectIdentifier};

pub(super) struct Layers {
    hidden: HashSet<ObjectIdentifier>,
}

impl Layers {
    pub(super) fn new(pdf: &Pdf) -> Self {
        let catalog = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id()).unwrap_or_default();
        let all = catalog.get::<Dict<'_>>(b"OCProperties").unwrap_or_default();
        let config = all.get::<Dict<'_>>(b"D").unwrap_or_default();
        let mut hidden = HashSet::new();
        if config.get::<Name<'_>>(b"BaseState").is_some_and(|state| state.as_ref() == b"OFF") {
            hidden.extend(layer_references(&all, b"OCGs"));
            for shown in layer_references(&config, b"ON") {
                hidden.remove(&shown);
            }
        }
        hidden.extend(layer_references(&config, b"OFF"));
        Self { hidden }
    }

    /// Returns true if the entry `key` of a dictionary names a hidden layer, or a group of hidden layers.
    pub(super) fn is_layer_hidden(&self, dict: &Dict<'_>, key: &[u8]) -> bool {
        if self.hidden.is_empty() {
            return false;
        }
        let Some(layer) = dict.get_ref(key) else { return false };
        if self.hidden.contains(&layer.into()) {
            return true;
        }
        let Some(group) = dict.get::<Dict<'_>>(key) else { return false };
        let mut layers = layer_references(&group, b"OCGs");
        layers.extend(group.get_ref(b"OCGs").map(ObjectIdentifier::from));
        !layers.is_empty() && layers.iter().all(|layer| self.hidden.contains(layer))
    }
}

fn layer_references(dict: &Dict<'_>, key: &[u8]) -> Vec<ObjectIdentifier> {
    let Some(array) = dict.get::<Array<'_>>(key) else { return Vec::new() };
    array.raw_iter().filter_map(|item| item.as_obj_ref()).map(|at: ObjRef| at.into()).collect()
}
