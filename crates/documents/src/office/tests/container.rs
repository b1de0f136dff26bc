//! Containers that are damaged, declare false sizes or unpack to too much.

use super::{super::container::Container, zip_of};
use crate::{extracted::Unreadable, limits::Limits};

fn read(bytes: &[u8], name: &str, limits: &Limits) -> Result<Option<Vec<u8>>, Unreadable> {
    Container::open(bytes, "TEST", limits)?.read_entry(name)
}

fn limit<T: std::fmt::Debug>(answer: Result<T, Unreadable>) -> String {
    match answer {
        Err(Unreadable::Limit { limit, .. }) => limit.into_owned(),
        other => panic!("{other:?}"),
    }
}

/// Overwrites `width` bytes at offset `behind` of every signature.
fn set(bytes: &mut [u8], signature: &[u8], behind: usize, number: &[u8]) {
    let places: Vec<usize> = memchr::memmem::find_iter(bytes, signature).collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at + behind..at + behind + number.len()].copy_from_slice(number);
    }
}

#[test]
fn entries_are_counted_and_as_large_as_the_limit_but_no_larger() {
    let bytes = zip_of(&[("a", "12345678"), ("b", ""), ("c", "")]);
    for (limits, exceeded) in [
        (Limits { entry: 8, entries: 3, ..Limits::default() }, None),
        (Limits { entry: 7, ..Limits::default() }, Some("entry")),
        (Limits { entries: 2, ..Limits::default() }, Some("entries")),
    ] {
        let read = read(&bytes, "a", &limits);
        assert_eq!(read.is_err().then(|| limit(read)).as_deref(), exceeded);
    }
}

#[test]
fn a_bomb_is_refused_by_its_ratio_even_if_it_lies_of_its_size() {
    let zeros = vec![0; 3 << 20];
    let mut bytes = zip_of(&[("a", zeros)]);
    assert_eq!(limit(read(&bytes, "a", &Limits::default())), "ratio");
    let wide = Limits { ratio: 2000, ..Limits::default() };
    assert_eq!(read(&bytes, "a", &wide).unwrap().unwrap().len(), 3 << 20);
    // Padding elsewhere in the file does not improve an entry's ratio.
    let padded = zip_of(&[("mimetype", vec![b'x'; 1 << 20]), ("a", vec![0; 3 << 20])]);
    assert_eq!(limit(read(&padded, "a", &Limits::default())), "ratio");
    // Declares a small unpacked and a large packed size.
    set(&mut bytes, b"PK\x01\x02", 24, &100_u32.to_le_bytes());
    assert!(read(&bytes, "a", &Limits::default()).is_err());
    set(&mut bytes, b"PK\x01\x02", 20, &u32::MAX.to_le_bytes()[..3]);
    assert!(read(&bytes, "a", &Limits::default()).is_err());
}

#[test]
fn what_is_unpacked_is_counted_over_all_entries() {
    let half = vec![b'x'; 700 << 10];
    let bytes = zip_of(&[("a", &half), ("b", &half)]);
    let limits = Limits { ratio: 1, ..Limits::default() };
    let mut container = Container::open(&bytes, "TEST", &limits).unwrap();
    assert!(container.read_entry("a").is_ok());
    assert_eq!(limit(container.read_entry("b")), "ratio");
}

#[test]
fn a_claim_of_billions_of_entries_makes_no_room_for_them() {
    let mut bytes = zip_of(&[("a", "")]);
    let end = bytes.len() - 22;
    let directory = u32::from_le_bytes(bytes[end + 16..end + 20].try_into().unwrap());
    let mut claim = b"PK\x06\x06".to_vec();
    claim.extend(44_u64.to_le_bytes());
    claim.extend([45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    claim.extend((1_u64 << 40).to_le_bytes());
    claim.extend((1_u64 << 40).to_le_bytes());
    claim.extend((1_u64 << 46).to_le_bytes());
    claim.extend(u64::from(directory).to_le_bytes());
    claim.extend(b"PK\x06\x07\0\0\0\0");
    claim.extend((end as u64).to_le_bytes());
    claim.extend(1_u32.to_le_bytes());
    let last = bytes.split_off(end);
    bytes.extend(claim);
    bytes.extend(last);
    let error = Container::open(&bytes, "TEST", &Limits::default()).unwrap_err();
    assert!(matches!(error, Unreadable::Damaged { .. }), "{error:?}");
}

#[test]
fn an_encrypted_entry_is_told_from_a_damaged_one() {
    let mut bytes = zip_of(&[("a", "text that is long enough")]);
    set(&mut bytes, b"PK\x01\x02", 8, &[1, 0]);
    set(&mut bytes, b"PK\x03\x04", 6, &[1, 0]);
    assert_eq!(read(&bytes, "a", &Limits::default()), Err(Unreadable::Encrypted("TEST".into())));
    let mut bytes = zip_of(&[("a", "text that is long enough")]);
    set(&mut bytes, b"PK\x01\x02", 16, &[1, 2, 3, 4]);
    let error = read(&bytes, "a", &Limits::default()).unwrap_err();
    assert!(matches!(error, Unreadable::Damaged { .. }), "{error:?}");
}

#[test]
fn what_is_no_archive_is_damaged() {
    let whole = zip_of(&[("a", "text")]);
    for bytes in [&b""[..], b"PK", b"text", &whole[..whole.len() - 10]] {
        let error = Container::open(bytes, "TEST", &Limits::default()).unwrap_err();
        assert!(matches!(error, Unreadable::Damaged { .. }), "{error:?}");
    }
}
