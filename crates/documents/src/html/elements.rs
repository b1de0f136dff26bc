use crate::roles::{Look, Role};

/// Most open elements that are searched for the element to close. A hostile page may open many and close none.
const LOOKED_AT: usize = 64;

const KEPT: usize = 1 << 20;

type Names = &'static [Name];

/// Elements whose end tag is optional, with the elements that can contain them. A new element of the kind closes the
/// open one in the same container.
const IMPLIED: [(Names, Names); 7] = [
    (&prefixes(["li"]), &prefixes(["ul", "ol", "menu", "dir"])),
    (&prefixes(["dt", "dd"]), &prefixes(["dl"])),
    (&prefixes(["tr"]), &prefixes(["table"])),
    (&prefixes(["td", "th"]), &prefixes(["table", "tr"])),
    (&prefixes(["thead", "tbody", "tfoot"]), &prefixes(["table"])),
    (&prefixes(["option", "optgroup"]), &prefixes(["select"])),
    (&prefixes(["rt", "rp", "rb", "rtc"]), &prefixes(["ruby"])),
];

const EMPTY: Names = &prefixes([
    "area", "base", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param",
    "source", "track", "wbr",
]);

/// An end tag inside these elements does not close elements outside.
const WALLS: Names = &prefixes(["td", "th", "caption", "template"]);

const PARAGRAPH: Names = &prefixes(["p"]);
/// An implied end of a paragraph does not close paragraphs outside of these elements.
const PARAGRAPH_WALLS: Names = &prefixes(["table", "button"]);

/// Prefix of an element's name, enough to distinguish the elements of HTML.
type Name = [u8; 10];

const fn name_prefix(name: &[u8]) -> Name {
    let mut short = [0; 10];
    let mut at = 0;
    while at < name.len() && at < short.len() {
        short[at] = name[at];
        at += 1;
    }
    short
}

const fn prefixes<const N: usize>(names: [&str; N]) -> [Name; N] {
    let mut prefixes = [[0; 10]; N];
    let mut at = 0;
    while at < N {
        prefixes[at] = name_prefix(names[at].as_bytes());
        at += 1;
    }
    prefixes
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OpenElement {
    name: Name,
    look: Look,
    role: Role,
    is_preformatted: bool,
}

impl OpenElement {
    /// Creates an element. `is_classed` is true if a style sheet may change its look.
    pub(super) fn new(
        name: &[u8],
        outer: Self,
        look: Look,
        is_classed: bool,
        role: Role,
        is_preformatted: bool,
    ) -> Self {
        let mut inherited = outer.look;
        if is_classed {
            inherited = Look { white: None, tiny: None, ..inherited };
        }
        Self {
            name: name_prefix(name),
            look: look.inherit_from(inherited),
            role: role.combine_with_outer_role(outer.role),
            is_preformatted: is_preformatted || outer.is_preformatted,
        }
    }

    pub(super) fn role(self) -> Role {
        self.look.role().combine_with_outer_role(self.role)
    }

    pub(super) fn takes_no_space(self) -> bool {
        self.role == Role::Hidden
    }

    pub(super) fn is_named(self, name: &[u8]) -> bool {
        self.name == name_prefix(name)
    }

    pub(super) fn is_preformatted(self) -> bool {
        self.is_preformatted
    }
}

#[derive(Debug, Default)]
pub(super) struct OpenElements {
    open: Vec<OpenElement>,
    around: OpenElement,
}

impl OpenElements {
    pub(super) fn innermost_element(&self) -> OpenElement {
        self.open.last().copied().unwrap_or(self.around)
    }

    pub(super) fn mark_all_backgrounds_as_coloured(&mut self) {
        for element in self.open.iter_mut().rev().take(LOOKED_AT).chain([&mut self.around]) {
            element.look.backed = Some(true);
        }
    }

    /// Begins an embedded page within `element`, and returns the elements of the outer page.
    pub(super) fn begin_embedded_page(&mut self, element: OpenElement) -> Self {
        let role =
            if element.takes_no_space() { Role::Hidden } else { self.innermost_element().role() };
        let around = OpenElement { role, ..OpenElement::default() };
        std::mem::replace(self, Self { open: Vec::new(), around })
    }

    pub(super) fn open(&mut self, element: OpenElement) {
        if !EMPTY.contains(&element.name) && self.open.len() < KEPT {
            self.open.push(element);
        }
    }

    /// Closes the elements that the start tag of this element implies.
    pub(super) fn close_implied_elements(&mut self, name: &[u8], is_block: bool) {
        if is_block && !matches!(name, b"br" | b"option" | b"optgroup") {
            self.close_nearest_element(PARAGRAPH, PARAGRAPH_WALLS);
        }
        let name = name_prefix(name);
        if let Some((ended, walls)) = IMPLIED.iter().find(|(ended, _)| ended.contains(&name)) {
            self.close_nearest_element(ended, walls);
        }
    }

    pub(super) fn close(&mut self, name: &[u8]) {
        let is_outer =
            matches!(name, b"table" | b"tbody" | b"thead" | b"tfoot" | b"tr" | b"body" | b"html");
        self.close_nearest_element(&[name_prefix(name)], if is_outer { &[] } else { WALLS });
    }

    /// Closes the innermost element with one of these names, unless an element of `walls` contains the position.
    fn close_nearest_element(&mut self, names: &[Name], walls: &[Name]) {
        let open = self.open.iter().enumerate().rev().take(LOOKED_AT);
        for (at, element) in open {
            if names.contains(&element.name) {
                self.open.truncate(at);
                return;
            }
            if walls.contains(&element.name) {
                return;
            }
        }
    }
}
