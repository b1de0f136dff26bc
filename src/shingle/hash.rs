//! The hashes of a shingle. A hash decides what is sampled; it never decides whether two shingles are equal.

/// `--hash`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HashKind {
    /// 64 bits, the same on every machine.
    Wide,
    /// CRC-32 (ISO-HDLC) of the words joined by one space.
    Crc32,
    /// The first seven hex digits of the MD5 of the words joined by one space.
    Md5First28,
}
