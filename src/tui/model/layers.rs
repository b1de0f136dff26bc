//! Views over the lists and the open pair: the dot plot, the explained word, the sandbox, the lesson, and overlays above
//! these. Each view owns its state; the model knows only these facts about it.

use std::any::{Any, TypeId, type_name};
use std::{collections::HashMap, fmt::Debug};

use shingle::base::{ratio::Ratio, span::Span};
use shingle::engine::ShingleCounts;
use shingle::pipeline::Params;

use crate::tui::actions::Place;
use crate::tui::layout::PaneSide;
use crate::tui::model::{Model, OpenPair, ScrollBefore};

pub(crate) trait Layer: Any + Debug {
    /// Destination of the view's keys.
    fn place(&self) -> Place;

    /// Returns true if the view covers list and pair.
    fn is_cover(&self) -> bool {
        matches!(self.place(), Place::Lesson | Place::Sandbox)
    }

    /// Returns true if the view is above all others until it closes.
    fn is_overlay(&self) -> bool {
        matches!(self.place(), Place::Help | Place::Palette | Place::Passages)
    }

    /// Returns true if the key of questions asks one here.
    fn has_question(&self) -> bool {
        false
    }

    fn awaits(&self) -> bool {
        false
    }

    fn score(&self) -> Option<(Ratio, &Params)> {
        None
    }

    fn panel_rows(&self, _model: &Model) -> u16 {
        0
    }

    /// The word at the cursor of a text.
    fn cursor(&self, _pair: Option<&OpenPair>, _which: PaneSide) -> Option<Span> {
        None
    }

    /// The screen before a view of the open pair.
    fn before(&self) -> Option<&ScrollBefore> {
        None
    }

    fn take_counts(&mut self, _counted: &ShingleCounts) {}
}

/// An overlay, whose state is among [`States`] or in the open pair.
#[derive(Debug)]
struct Overlay(Place);

impl Layer for Overlay {
    fn place(&self) -> Place {
        self.0
    }
}

/// The open views, lowest first: views of the pair, covers, overlays.
#[derive(Debug, Default)]
pub(crate) struct Layers(Vec<Box<dyn Layer>>);

impl Layers {
    pub(crate) fn push(&mut self, layer: Box<dyn Layer>) {
        self.0.push(layer);
    }

    pub(crate) fn open_overlay(&mut self, place: Place) {
        self.push(Box::new(Overlay(place)));
    }

    pub(crate) fn close_overlays(&mut self) {
        self.0.retain(|layer| !layer.is_overlay());
    }

    /// Removes the top view if its keys go to `place`.
    pub(crate) fn pop(&mut self, place: Place) -> Option<Box<dyn Layer>> {
        self.0.pop_if(|layer| layer.place() == place)
    }

    /// Removes the top view if it has this type.
    pub(crate) fn pop_as<T: Layer>(&mut self) -> Option<T> {
        let is_it = |layer: &mut Box<dyn Layer>| (&**layer as &dyn Any).is::<T>();
        let layer: Box<dyn Any> = self.0.pop_if(is_it)?;
        layer.downcast().ok().map(|layer| *layer)
    }

    pub(crate) fn get<T: Layer>(&self) -> Option<&T> {
        self.0.iter().find_map(|layer| (&**layer as &dyn Any).downcast_ref())
    }

    pub(crate) fn get_mut<T: Layer>(&mut self) -> Option<&mut T> {
        self.0.iter_mut().find_map(|layer| (&mut **layer as &mut dyn Any).downcast_mut())
    }

    pub(crate) fn top(&self) -> Option<&dyn Layer> {
        self.0.last().map(|layer| &**layer)
    }

    /// Returns the lesson or the sandbox, if one of them covers list and pair.
    pub(crate) fn cover(&self) -> Option<&dyn Layer> {
        self.iter().filter(|layer| layer.is_cover()).last()
    }

    /// Returns the visible view of the pair, also below a cover.
    pub(crate) fn of_pair(&self) -> Option<&dyn Layer> {
        self.iter().filter(|layer| !layer.is_cover() && !layer.is_overlay()).last()
    }

    /// Closes all views of the pair. Returns the screen before the first of them.
    pub(crate) fn close_of_pair(&mut self) -> Option<ScrollBefore> {
        let before = self.iter().find_map(Layer::before).cloned();
        self.0.retain(|layer| layer.is_cover() || layer.is_overlay());
        before
    }

    pub(crate) fn has(&self, place: Place) -> bool {
        self.iter().any(|layer| layer.place() == place)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &dyn Layer> {
        self.0.iter().map(|layer| &**layer)
    }

    pub(crate) fn take_counts(&mut self, counted: &ShingleCounts) {
        self.0.iter_mut().for_each(|layer| layer.take_counts(counted));
    }
}

/// State of the lists, and of views between two openings: a value of each type.
#[derive(Debug, Default)]
pub(crate) struct States(HashMap<TypeId, Box<dyn Any>>);

impl States {
    pub(crate) fn with<T: Any + Default>(mut self) -> Self {
        self.0.insert(TypeId::of::<T>(), Box::<T>::default());
        self
    }

    pub(crate) fn get<T: Any>(&self) -> &T {
        let state = self.0.get(&TypeId::of::<T>()).and_then(|state| state.downcast_ref());
        state.unwrap_or_else(|| unreachable!("VIEWS has no {}", type_name::<T>()))
    }

    pub(crate) fn get_mut<T: Any>(&mut self) -> &mut T {
        let state = self.0.get_mut(&TypeId::of::<T>()).and_then(|state| state.downcast_mut());
        state.unwrap_or_else(|| unreachable!("VIEWS has no {}", type_name::<T>()))
    }

    pub(crate) fn set<T: Any>(&mut self, state: T) {
        *self.get_mut() = state;
    }
}
