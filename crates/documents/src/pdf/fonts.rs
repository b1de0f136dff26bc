//! Maps the character codes of a font to text and widths.

use std::{cell::RefCell, collections::HashMap, rc::Rc, sync::Arc};

use hayro_cmap::{BfString, CMap, CMapName, CidFamily};
use hayro_font::{
    CMapResolverFn, Font, FontCache, FontGlyph, FontQuery, FontResolverFn, StandardFont,
    UNITS_PER_EM,
};
use hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as PdfString};
use kurbo::Vec2;

/// Mean width of the small letters of typical fonts, in font sizes.
const SMALL_LETTER: f64 = 0.47;
/// Largest plausible code or width.
const LARGEST_NUMBER: f64 = 1e6;
/// Largest code map in bytes; a map of all two-byte codes has 1 MiB.
const LONGEST_MAP: usize = 8 << 20;

pub(super) struct Fonts<'a> {
    cache: FontCache<'a>,
    programs: FontResolverFn,
    maps: CMapResolverFn,
    faces: HashMap<*const u8, Option<Rc<Face<'a>>>>,
    /// True if a font was not loaded because it lists impossibly many codes.
    pub(super) is_any_excessive: bool,
}

/// A font, with the meanings of its codes that were looked up so far.
pub(super) struct Face<'a> {
    font: Font<'a>,
    /// Real size divided by the nominal size. Differs from 1 in Type 3 fonts, which have units of their own.
    pub(super) scale: f32,
    /// Maps from codes to letters for a known character collection, only for fonts without letter names.
    collection: Option<(CMap, CMap)>,
    simple: bool,
    /// True if the name of the font's map says that codes are Unicode letters.
    is_unicode: bool,
    codes: RefCell<HashMap<u32, Rc<Code>>>,
}

pub(super) struct Code {
    pub(super) text: Option<Box<str>>,
    /// Distance from the glyph's origin to the next glyph's origin, in thousandths of the size.
    pub(super) advance: Vec2,
    /// Distance from the drawn position to the origin, in thousandths of the size.
    pub(super) displacement: Vec2,
}

impl Code {
    pub(super) fn is_blank(&self) -> bool {
        self.text.as_deref().is_some_and(|text| text.trim().is_empty())
    }
}

impl<'a> Fonts<'a> {
    pub(super) fn new() -> Self {
        Self {
            cache: FontCache::new(),
            programs: Arc::new(|query| match query {
                FontQuery::Standard(font) => Some(font.get_font_data()),
                FontQuery::Fallback(query) => Some(query.pick_standard_font().get_font_data()),
            }),
            maps: Arc::new(hayro_cmap::load_embedded),
            faces: HashMap::new(),
            is_any_excessive: false,
        }
    }

    /// Returns the font of a dictionary, or `None` if the font cannot be read.
    pub(super) fn load_face(&mut self, dict: &Dict<'a>) -> Option<Rc<Face<'a>>> {
        // A dictionary borrows its bytes from the PDF, so their address identifies the font.
        let key = dict.data().as_ptr();
        if let Some(face) = self.faces.get(&key) {
            return face.clone();
        }
        if lists_too_many_codes(dict) {
            self.is_any_excessive = true;
            return None;
        }
        let font = self.cache.font(dict, &self.programs, &self.maps);
        let face = font.map(|font| Rc::new(Face::new(font, dict, &self.maps)));
        self.faces.insert(key, face.clone());
        face
    }

    pub(super) fn load_fallback_font(&mut self) -> Option<Rc<Face<'a>>> {
        let cached = self.faces.entry(std::ptr::null());
        cached
            .or_insert_with(|| {
                let font = self.cache.standard_font(StandardFont::Helvetica, &self.programs)?;
                Some(Rc::new(Face::new(font, &Dict::default(), &self.maps)))
            })
            .clone()
    }
}

impl<'a> Face<'a> {
    fn new(font: Font<'a>, dict: &Dict<'a>, maps: &CMapResolverFn) -> Self {
        let kind = dict.get::<Name<'_>>(b"Subtype");
        let is = |name: &[u8]| kind.as_ref().is_some_and(|kind| kind.as_ref() == name);
        let composite = is(b"Type0");
        let collection = if composite && !dict.contains_key(b"ToUnicode") {
            character_collection(dict, maps)
        } else {
            None
        };
        let map = dict.get::<Name<'_>>(b"ToUnicode");
        let is_unicode = map.is_some_and(|name| name.as_ref().starts_with(b"Identity-"));
        let simple = !composite;
        let codes = RefCell::default();
        let mut face = Self { font, scale: 1.0, collection, simple, is_unicode, codes };
        if is(b"Type3") {
            face.scale = face.estimate_scale();
        }
        face
    }

    /// Returns the code at offset `at`, and its length in bytes.
    pub(super) fn read_code_and_length(&self, bytes: &[u8], at: usize) -> (u32, usize) {
        self.font.read_code(bytes, at)
    }

    pub(super) fn is_horizontal(&self) -> bool {
        self.font.is_horizontal()
    }

    pub(super) fn meaning_of_code(&self, code: u32) -> Rc<Code> {
        if let Some(known) = self.codes.borrow().get(&code) {
            return Rc::clone(known);
        }
        let code_meaning = Rc::new(Code {
            text: self.text_of_code(code),
            advance: self.font.code_advance(code) / f64::from(UNITS_PER_EM),
            displacement: self.font.origin_displacement(code) / f64::from(UNITS_PER_EM),
        });
        self.codes.borrow_mut().insert(code, Rc::clone(&code_meaning));
        code_meaning
    }

    /// Returns the text that a code shows, or `None` if neither the font nor a rule names the text.
    fn text_of_code(&self, code: u32) -> Option<Box<str>> {
        let named = match self.font.glyph(self.font.map_code(code), code) {
            FontGlyph::Outline(glyph) => glyph.as_unicode(),
            FontGlyph::Type3(glyph) => glyph.as_unicode(),
        };
        let text = named
            .map(string_of_code)
            .filter(|text| text != "\0" && text != "\u{fffd}")
            .or_else(|| self.guess_text_of_code(code))?;
        // Some fonts map a visible hyphen to the soft hyphen, which is invisible.
        let text = if text == "\u{ad}" { "-".to_owned() } else { text };
        Some(text.replace(|c: char| c.is_control(), " ").into())
    }

    /// Guesses the text of a code that has no mapping in the font.
    fn guess_text_of_code(&self, code: u32) -> Option<String> {
        if let Some((codes, letters)) = &self.collection {
            let cid = (1..=4).find_map(|bytes| codes.lookup_cid_code(code, bytes))?;
            return letters.lookup_bf_string(cid).map(string_of_code);
        }
        if self.is_unicode {
            return char::from_u32(code).map(String::from);
        }
        if !self.simple {
            return None;
        }
        match u8::try_from(code).ok()? {
            printed @ b' '..=b'~' => Some(char::from(printed).to_string()),
            // These are TeX's ligatures in its old and newer encoding.
            tied @ (11..=15 | 27..=31) => {
                let ligatures = ["ff", "fi", "fl", "ffi", "ffl"];
                ligatures.get(usize::from(tied - 11) % 16).map(|&text| text.to_owned())
            }
            0x15 => Some("–".to_owned()),
            0x16 => Some("—".to_owned()),
            latin @ 0xc0.. => Some(char::from(latin).to_string()),
            _ => None,
        }
    }

    /// Estimates the scale of a Type 3 font by the width of its small letters.
    fn estimate_scale(&self) -> f32 {
        let small = |text: &str| text.chars().all(char::is_lowercase);
        let widths = |wanted: &dyn Fn(&Code) -> bool| -> Vec<f64> {
            let codes = (0..256)
                .map(|code| self.meaning_of_code(code))
                .filter(|code| code.advance.x > 0.0 && wanted(code));
            codes.map(|code| code.advance.x).collect()
        };
        let mut found = widths(&|code| code.text.as_deref().is_some_and(small));
        if found.len() < 5 {
            found = widths(&|_| true);
        }
        if found.is_empty() {
            return 1.0;
        }
        let mean =
            found.iter().sum::<f64>() / f64::from(u32::try_from(found.len()).unwrap_or(u32::MAX));
        (mean / SMALL_LETTER) as f32
    }
}

fn string_of_code(text: BfString) -> String {
    match text {
        BfString::Char(c) => c.to_string(),
        BfString::String(text) => text,
    }
}

/// Returns true if a font lists impossibly many codes, which would exhaust memory.
fn lists_too_many_codes(dict: &Dict<'_>) -> bool {
    let part = dict.get::<Array<'_>>(b"DescendantFonts");
    let part = part.and_then(|parts| parts.iter::<Dict<'_>>().next()).unwrap_or_default();
    let is_large = |item| matches!(item, Object::Number(n) if n.as_f64() > LARGEST_NUMBER);
    let lists_many = |key: &[u8]| {
        let widths = part.get::<Array<'_>>(key);
        widths.is_some_and(|widths| widths.iter::<Object<'_>>().any(is_large))
    };
    let is_long = |key: &[u8]| {
        let map = dict.get::<Stream<'_>>(key).and_then(|map| Some(map.decoded_data().ok()?.len()));
        map.is_some_and(|length| length > LONGEST_MAP)
    };
    dict.get::<Object<'_>>(b"FirstChar").is_some_and(is_large)
        || [b"W".as_slice(), b"W2"].into_iter().any(lists_many)
        || [b"ToUnicode".as_slice(), b"Encoding"].into_iter().any(is_long)
}

/// Returns the maps from codes to characters of a collection and on to Unicode, if the font names both.
fn character_collection(dict: &Dict<'_>, maps: &CMapResolverFn) -> Option<(CMap, CMap)> {
    let load = |name: CMapName<'_>| {
        let inner = Arc::clone(maps);
        CMap::parse(maps(name)?, move |name| inner(name))
    };
    let codes = match dict.get::<Object<'_>>(b"Encoding")? {
        Object::Name(name) => match CMapName::from_bytes(name.as_ref()) {
            CMapName::IdentityH => CMap::identity_h(),
            CMapName::IdentityV => CMap::identity_v(),
            other => load(other)?,
        },
        _ => return None,
    };
    let family = match &codes.metadata().character_collection {
        Some(known) if known.family != CidFamily::AdobeIdentity => known.family.clone(),
        _ => {
            let part = dict.get::<Array<'_>>(b"DescendantFonts")?.iter::<Dict<'_>>().next()?;
            let system = part.get::<Dict<'_>>(b"CIDSystemInfo")?;
            let of = |key: &[u8]| system.get::<PdfString<'_>>(key);
            CidFamily::from_registry_ordering(
                of(b"Registry")?.as_bytes(),
                of(b"Ordering")?.as_bytes(),
            )
        }
    };
    Some((codes, load(family.ucs2_cmap()?)?))
}
