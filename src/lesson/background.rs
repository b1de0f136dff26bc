//! Background pages for lectures, behind the pitfalls: bands of minima, other methods and their limits, and history.

use super::numbers::percent_of;
use super::step::{
    Exhibit, FigureRow, Ink, PITFALLS, Pitfall, Step, StepKind, StepNumber, lesson_text,
};
use crate::shingle::expected::any_band;
use crate::shingle::minhash::{FUNCTIONS, GROUP, SUPERSHINGLES};
use crate::shingle::near_duplicate;

pub(super) fn all() -> [Pitfall; 3] {
    [bands(), others(), history()]
}

fn page(
    place: usize,
    title: &str,
    (paragraphs, brief): (Vec<String>, &str),
    (number, counts): (String, &str),
    (heading, lines): (&str, Vec<FigureRow>),
) -> Pitfall {
    let kind = StepKind::Background(PITFALLS + place);
    let number = StepNumber::new(number, counts);
    Pitfall {
        step: Step { kind, title: title.into(), paragraphs, brief: brief.into(), number, first: 0 },
        exhibits: vec![Exhibit::new(heading, "", lines)],
    }
}

const TABLE: [f64; 8] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
const OTHER_BANDS: (u32, u32) = (20, 5);

fn bands() -> Pitfall {
    let (supers, rows) = (SUPERSHINGLES as u32, GROUP as u32);
    let (bands, few) = OTHER_BANDS;
    let line = |cells: [String; 4], ink| -> FigureRow {
        let [r, other, one, two] = cells;
        vec![lesson_text(format!("{r:>12} {other:>13} {one:>13} {two:>14}"), ink)]
    };
    let head = [
        "resemblance".to_string(),
        format!("1 of {bands} x {few}"),
        format!("1 of {supers} x {rows}"),
        format!("2 of {supers} x {rows}"),
    ];
    let cells = TABLE.map(|r| {
        let chances = [any_band(bands, few, r), any_band(supers, rows, r), near_duplicate(r)];
        let [other, one, two] = chances.map(percent_of);
        line([percent_of(r), other, one, two], Ink::Plain)
    });
    let steep =
        |bands: u32, rows: u32| percent_of((1.0 / f64::from(bands)).powf(1.0 / f64::from(rows)));
    let paragraphs = vec![
        "Why is a minimum a fair sample? A function that is min-wise independent puts all shingles of both texts in an order in which \
         each is first with the same chance. So the first is in both with the chance r. Functions of a program come near to that."
            .to_string(),
        format!(
            "To meet in a bucket, minima are cut into b bands of n each, and a band agrees if all its n do: with a chance of r^n. That \
             some band agrees has the chance 1 - (1 - r^n)^b. The curve is an S, steep near r = (1/b)^(1/n): {} for {bands} bands of \
             {few}, {} for {supers} of {rows}. More rows find fewer pairs, more bands find more.",
            steep(bands, few),
            steep(supers, rows)
        ),
        format!(
            "Why {FUNCTIONS}? {supers} x {rows} = {FUNCTIONS}. So {rows} in a band leave unrelated texts apart, even millions of them, \
             and {supers} bands give a near-duplicate enough tries for two to agree. Supershingles are these bands."
        ),
        "Minima estimate the resemblance r. With the numbers of shingles a and b, r (a + b) / ((1 + r) a) is the containment of A in B. \
         For a page that a book quotes, r is close to 0 and this estimate is poor, because both texts keep equally many minima. For \
         containment keep a sample that grows with the text: a modulo."
            .to_string(),
    ];
    page(
        0,
        "Bands of minima, and why 84",
        (
            paragraphs,
            "With the chance 1 - (1 - r^n)^b one of b bands agrees in all its n minima, and texts meet.",
        ),
        (FUNCTIONS.to_string(), "minima: 6 bands of 14"),
        (
            "The chance that so many bands agree (bands x minima in each)",
            std::iter::once(line(head, Ink::Quiet)).chain(cells).collect(),
        ),
    )
}

fn example_row((name, said): (&str, &str)) -> FigureRow {
    let words = said.split(' ').map(|word| lesson_text(word, Ink::Plain));
    std::iter::once(lesson_text(format!("{name}:"), Ink::Strong)).chain(words).collect()
}

const OTHERS: [(&str, &str); 4] = [
    (
        "SimHash (Charikar 2002)",
        "64 bits; all words vote on each bit. Texts that differ in a few bits are near-duplicates. SimHash is very small, but it cannot find shared parts.",
    ),
    (
        "b-bit minhash (Li and König 2010)",
        "the lowest b bits of each minimum. One in 2^b agrees by chance; the estimate subtracts these matches. Much smaller, and as good for high resemblance.",
    ),
    (
        "Winnowing (Schleimer, Wilkerson and Aiken 2003)",
        "the smallest of each t shingles in a row. Winnowing finds every shared run of t shingles; a modulo may miss a run.",
    ),
    (
        "Embeddings",
        "numbers for the meaning of a text, from a trained model. Embeddings find paraphrases, but cannot show the shared words.",
    ),
];

fn others() -> Pitfall {
    let paragraphs = vec![
        "Where does all of this fail? Shingles find shared wording. They miss the same thought in other words, a translation, and a text \
         whose single words were put in another order, since no run stays whole."
            .to_string(),
        "Why must shingles overlap? With tiles, one inserted word moves all tiles behind it, and none of them matches any more. Windows \
         begin at every word, so only those with the new word change."
            .to_string(),
        "Which threshold? One that unrelated texts of the same kind do not reach. That depends on the folder: the laboratory (X, or \
         shingle lab) counts it there."
            .to_string(),
    ];
    page(
        1,
        "Where it fails, and what else there is",
        (
            paragraphs,
            "Shingles find shared wording: no paraphrase, no translation. Other ways find other things.",
        ),
        (OTHERS.len().to_string(), "other ways"),
        ("Other ways", OTHERS.into_iter().map(example_row).collect()),
    )
}

/// Sources, and the errors in the articles behind the presets.
const HISTORY: [(&str, &str); 8] = [
    (
        "Manber 1994 (sif) and Brin, Davis and Garcia-Molina 1995 (COPS)",
        "find similar files by fingerprints of substrings, and copied documents by hashed sentences.",
    ),
    (
        "Broder 1997",
        "defines resemblance and containment by shingles, and estimates them by minima and by a modulo.",
    ),
    (
        "Fetterly, Manasse and Najork 2003",
        "keep 84 minima of each web page, and find near-duplicates by 6 supershingles.",
    ),
    (
        "phpir 2009",
        "takes a modulo of 3. Its text defines resemblance, in both / in either. Its class divides by the shingles of the query: the \
         containment of the preset. A separate function computes Dice, 2 * in both / (in A + in B).",
    ),
    (
        "minhash84",
        "takes over the 84 minima, and calls them \"randomly selected\". They are the least, and not at random: two random draws would \
         hardly ever be the same shingle.",
    ),
    (
        "php-shingles",
        "counts shared shingles for each word. A text of 23 words has 21 shingles, so against itself it scores 21 / 23 = 91.3%. Its \
         checksums have a sign: -30086073 is 4264881223, the same 32 bits.",
    ),
    (
        "node",
        "ignores some parts of speech and cuts runs of 10. The article asks for a good width; the laboratory tries widths on your folder.",
    ),
    (
        "Today",
        "the modulo is called FracMinHash and compares genomes; bands of minima clean the texts that language models learn from.",
    ),
];

fn history() -> Pitfall {
    let paragraphs = vec![
        "In 1997 a search engine found that many pages of the web were copies of others. Shingles answered that, and programs of 1994 and \
         1995 had shown the way. The presets repeat the methods of four articles, with their mistakes."
            .to_string(),
    ];
    page(
        2,
        "From 1994 to today",
        (paragraphs, "Broder's shingles, four later articles, and the mistakes in each article."),
        ("1997".into(), "the year of Broder's article"),
        ("The articles and their methods", HISTORY.into_iter().map(example_row).collect()),
    )
}
