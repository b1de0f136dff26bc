//! Pitfall: two texts that share a checksum but no shingle.

use hashbrown::HashSet;

use crate::pipeline::parameters::{Params, StopWords};
use crate::shingle::hash::HashKind;
use crate::text::normalize::Stem;

use super::super::contents::Lesson;
use super::super::step::{FigurePiece, FigureRow, Ink, StepNumber};
use super::pitfall::{Exhibit, Pitfall};
use super::{taught, words};

const TEXTS: [&str; 2] = [
    include_str!("../../../assets/lesson/chance-a.txt"),
    include_str!("../../../assets/lesson/chance-b.txt"),
];
/// Found by trying 655,306 phrases of an adjective, a noun and a verb. 38 pairs of phrases without a common word share
/// their CRC-32, about as many as expected by chance.
pub(super) const PHRASES: [&str; 2] = ["patient pilot calls", "calm tailor wanders"];

pub(super) fn lesson() -> Lesson {
    let (stop_words, stem) = (StopWords::Off, Stem::Off);
    let params = Params { hash: HashKind::Crc32, stop_words, stem, ..Params::defaults() };
    taught(["pilot.txt", "tailor.txt"], TEXTS, params)
}

/// The number of values of the named hash that both texts share.
pub(super) fn by_checksum(lesson: &Lesson) -> usize {
    let [a, b] = lesson
        .sides
        .each_ref()
        .map(|side| side.shingles.iter().map(|shingle| shingle.value).collect::<HashSet<u64>>());
    a.intersection(&b).count()
}

pub(super) fn pitfall() -> Pitfall {
    let lesson = lesson();
    let exhibit = |which: usize| {
        let shingles = lesson.sides.get(which).map_or(&[][..], |side| &side.shingles);
        let phrase = PHRASES.get(which).copied().unwrap_or("");
        let row = |key: bool,
                   shingle: &crate::pipeline::document::explain::ExplainedShingle|
         -> FigureRow {
            let (name, number) = if key {
                ("64 bits", format!("{:016x}", shingle.key))
            } else {
                ("CRC-32", shingle.hash.clone())
            };
            vec![
                FigurePiece::quoted(&shingle.text(), Ink::Plain),
                FigurePiece::own(
                    format!("{name} {number}"),
                    if key { Ink::Plain } else { Ink::Now },
                ),
            ]
        };
        let found = shingles.iter().filter(|shingle| shingle.text() == phrase);
        let mut lines: Vec<FigureRow> =
            found.flat_map(|shingle| [row(false, shingle), row(true, shingle)]).collect();
        let document = lesson.sides.get(which).map(|side| &side.document);
        let all = document.into_iter().flat_map(|document| &document.words);
        let ink = |word: &str| {
            if phrase.split(' ').any(|one| one == word) { Ink::Now } else { Ink::Plain }
        };
        lines.push(words(all.map(|word| (&*word.text, ink(&word.text)))));
        Exhibit::new(format!("Text {}", ["A", "B"].get(which).unwrap_or(&"")), "", lines)
    };
    Pitfall {
        title: "Pitfall 4: the same number by chance".into(),
        says: vec![
            format!(
                "The example is two sentences that share no three words in a row, and yet two of their shingles have the same \
                 CRC-32. It has \
                 32 bits, about four thousand million numbers: among a hundred thousand different shingles, two with one \
                 number are to be expected already. A program that compares only these would count {} here.",
                by_checksum(&lesson)
            ),
            format!(
                "This one compares 64 bits, whatever hash is named (step 5): it counts {}. The named hash decides only which \
                 shingles a modulo keeps.",
                lesson.overlap().shared
            ),
        ],
        brief: "A hash of 32 bits gives different shingles one number sooner than one thinks; 64 bits hardly."
            .into(),
        number: StepNumber::new(by_checksum(&lesson).to_string(), "number that two shingles share by chance"),
        exhibits: vec![exhibit(0), exhibit(1)],
    }
}
