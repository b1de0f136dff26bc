//! One field of a JSON object on one line. Nothing else of the object is kept.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// Why a line gives no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldError {
    /// It is no JSON.
    NotJson,
    /// It has no such field.
    Missing,
    /// The field is neither a text nor a number.
    NotText,
}

/// The text of the field at a path. A name with dots in it goes before a path of names; of equal names the last counts.
pub(super) fn field<'j>(line: &'j str, path: &str) -> Result<Cow<'j, str>, FieldError> {
    let mut json = serde_json::Deserializer::from_str(line);
    let found = FieldPath(path).deserialize(&mut json).map_err(|_| FieldError::NotJson)?;
    json.end().map_err(|_| FieldError::NotJson)?;
    match found {
        FieldValue::Text(text) => Ok(text),
        FieldValue::Missing => Err(FieldError::Missing),
        FieldValue::Other => Err(FieldError::NotText),
    }
}

/// What stands at a path.
enum FieldValue<'j> {
    Text(Cow<'j, str>),
    Other,
    Missing,
}

/// The rest of a path; empty at the field itself.
#[derive(Clone, Copy)]
struct FieldPath<'p>(&'p str);

impl<'j> DeserializeSeed<'j> for FieldPath<'_> {
    type Value = FieldValue<'j>;

    fn deserialize<D: Deserializer<'j>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_any(self)
    }
}

impl FieldPath<'_> {
    /// A value that is no object.
    fn value<'j>(self, text: impl FnOnce() -> Option<Cow<'j, str>>) -> FieldValue<'j> {
        if !self.0.is_empty() {
            return FieldValue::Missing;
        }
        text().map_or(FieldValue::Other, FieldValue::Text)
    }
}

impl<'j> Visitor<'j> for FieldPath<'_> {
    type Value = FieldValue<'j>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_borrowed_str<E>(self, text: &'j str) -> Result<Self::Value, E> {
        Ok(self.value(|| Some(Cow::Borrowed(text))))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(self.value(|| Some(Cow::Owned(text.to_string()))))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(self.value(|| Some(Cow::Owned(number.to_string()))))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(self.value(|| Some(Cow::Owned(number.to_string()))))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(self.value(|| Some(Cow::Owned(number.to_string()))))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(self.value(|| None))
    }

    /// `null` is a text that is empty.
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(self.value(|| Some(Cow::Borrowed(""))))
    }

    fn visit_seq<A: SeqAccess<'j>>(self, mut all: A) -> Result<Self::Value, A::Error> {
        while all.next_element::<IgnoredAny>()?.is_some() {}
        Ok(self.value(|| None))
    }

    fn visit_map<A: MapAccess<'j>>(self, mut fields: A) -> Result<Self::Value, A::Error> {
        let (mut whole, mut nested) = (FieldValue::Missing, FieldValue::Missing);
        while let Some(name) = fields.next_key::<Cow<'j, str>>()? {
            let rest = self.0.strip_prefix(&*name).filter(|_| !self.0.is_empty());
            match rest {
                Some("") => whole = fields.next_value_seed(FieldPath(""))?,
                Some(rest) if rest.len() > 1 && rest.starts_with('.') => {
                    let found =
                        fields.next_value_seed(FieldPath(rest.strip_prefix('.').unwrap_or("")))?;
                    if !matches!(found, FieldValue::Missing) {
                        nested = found;
                    }
                }
                _ => {
                    fields.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(match (self.0.is_empty(), whole) {
            (true, _) => FieldValue::Other,
            (false, FieldValue::Missing) => nested,
            (false, found) => found,
        })
    }
}
