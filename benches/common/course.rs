//! Generates a course as exported by Moodle: 111 submissions of 45 students for two essays and from last year. A list
//! names the planted cases, such as copies and pasted paragraphs. Generated sentences are in the public domain; the
//! quotation is from "Alice's Adventures in Wonderland".

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime};
use std::{fs, io};

use super::dice::Dice;

/// A submission: its folder, and the number of the student.
type Submission = (&'static str, u64);

/// A planted case of one or two files, with its kind.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) kind: &'static str,
    pub(crate) a: String,
    pub(crate) b: String,
}

#[derive(Debug)]
pub(crate) struct Course {
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    pub(crate) cases: Vec<Case>,
}

const PLANTED: [(&str, Submission, Submission); 15] = [
    ("copy", ("essay-1", 403), ("essay-1", 417)),
    ("copy", ("essay-2", 405), ("essay-2", 431)),
    ("copy-last-year", ("2025", 312), ("essay-1", 408)),
    ("paragraph", ("essay-1", 422), ("essay-1", 410)),
    ("paragraph", ("essay-2", 440), ("essay-2", 428)),
    ("paragraph-last-year", ("2025", 305), ("essay-1", 425)),
    ("paraphrase", ("essay-1", 412), ("essay-1", 419)),
    ("heavy-paraphrase", ("essay-2", 404), ("essay-2", 433)),
    ("mosaic", ("essay-2", 407), ("essay-2", 415)),
    ("mosaic", ("essay-2", 423), ("essay-2", 415)),
    ("mosaic", ("essay-2", 436), ("essay-2", 415)),
    ("moved", ("essay-2", 409), ("essay-2", 427)),
    ("look-alikes", ("essay-2", 429), ("essay-2", 411)),
    ("same-student", ("2025", 414), ("essay-1", 414)),
    ("same-student", ("essay-1", 420), ("essay-2", 420)),
];
const QUOTING: [Submission; 3] = [("essay-1", 402), ("essay-1", 424), ("essay-2", 441)];
/// Submissions that cannot be read or have no text.
const UNREAD: [(Submission, &str); 2] =
    [(("essay-2", 430), "essay.doc"), (("essay-2", 438), "scan.pdf")];
const COVER: &str = "I declare that this essay is my own work, that I have named every source and every aid, that no part \
    of it was handed in elsewhere for a grade, and that I know the rules of the faculty on good practice. Word count, \
    course number and date are stated truthfully. I agree that the essay may be examined by a program.";
const QUOTATION: &str = "Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing \
    to do: once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations in \
    it, and what is the use of a book, thought Alice, without pictures or conversations?";

/// Forms of sentences, plain and inverted. A word of the kind at this position replaces a digit.
const FORMS: [(&str, &str, &str); 3] = [
    ("ANVLANPLN", "the 0 1 2 3’s 4 5 6 7’s 8", "6 7’s 8, the 0 1 2 3’s 4 5"),
    (
        "TNLVLANLNV",
        "0 the 1 of 2 3 4’s 5 6, and 7’s 8 9 it",
        "the 1 of 2 3 4’s 5 6 0, and 7’s 8 9 it",
    ),
    (
        "LANVLNNVLN",
        "although 0’s 1 2 3 4’s 5, no 6 7 8’s 9",
        "no 6 7 8’s 9, although 0’s 1 2 3 4’s 5",
    ),
];
/// Pairs of a word and its replacement.
const ADJECTIVES: &str = "narrow|slender old|ancient new|recent forgotten|neglected crowded|packed northern|upper broken|damaged \
    famous|celebrated wooden|timber secret|hidden heavy|weighty empty|vacant bright|shining honest|upright poor|needy rich|wealthy \
    cold|chilly silent|quiet public|common royal|regal small|little stubborn|obstinate careful|cautious foreign|alien rural|rustic \
    sacred|holy strange|odd weary|tired proud|haughty clever|bright dusty|dirty hollow|empty iron|metal modest|humble muddy|marshy \
    painted|coloured ruined|wrecked steep|sheer tall|lofty young|youthful";
const NOUNS: &str = "harbour|port ledger|register bridge|crossing council|assembly mill|works merchant|trader tower|turret \
    garden|orchard market|bazaar road|street school|academy chapel|church captain|skipper clock|timepiece letter|message \
    lantern|lamp river|stream guild|union library|archive boat|vessel wall|rampart road|track forest|wood baker|cook \
    doctor|physician tax|levy flood|deluge harvest|crop judge|magistrate miner|digger painting|picture song|tune treaty|pact \
    teacher|tutor village|hamlet winter|frost weaver|spinner window|pane workshop|studio warehouse|depot castle|fortress \
    census|count coin|penny court|tribunal custom|habit farmer|grower feast|banquet fire|blaze gate|door granary|barn \
    horse|pony island|isle journal|diary kitchen|scullery map|chart meadow|field nurse|carer oven|furnace printer|publisher \
    prison|gaol quarry|pit rumour|gossip sailor|seaman shepherd|herdsman statue|monument tavern|inn theatre|playhouse";
const VERBS: &str = "sheltered|housed replaced|supplanted remembered|recalled divided|split measured|gauged ruined|wrecked \
    painted|coloured avoided|shunned praised|lauded inherited|received copied|imitated guarded|protected lost|mislaid \
    described|depicted financed|funded visited|called-on opened|unlocked closed|shut repaired|mended rejected|refused \
    studied|examined surrounded|encircled changed|altered feared|dreaded followed|pursued governed|ruled joined|entered \
    moved|shifted needed|required owned|possessed planned|devised promised|pledged reached|attained saved|rescued served|attended \
    shaped|formed sold|traded stopped|halted taught|instructed united|merged warned|alerted welcomed|greeted widened|broadened";
const PREPOSITIONS: &str = "beside|near behind|beyond above|over below|under before|until after|since against|opposite within|inside";
/// Syllables. Each essay has ten names of its own.
const NAMES: [&str; 3] = [
    "Al Bar Châ Dor Er Fal Gun Hes Ick Jas Kar Lun Mor Nes Ost Pell Quil Rém San Tiv Ul Vel Wex Yar",
    "a be den er ga il lo mir na or pe ri sa ter um vo",
    "bach bruck by dorf ford hain holm leigh mont stad vic worth",
];
const TIMES: &str = "later|afterwards once|formerly soon|shortly today|nowadays meanwhile|meantime often|frequently \
    rarely|seldom finally|eventually suddenly|abruptly slowly|gradually quietly|silently again|anew";

fn file_name_of((folder, number): Submission) -> String {
    let unread = UNREAD.iter().find(|(one, _)| *one == (folder, number));
    let ending = match (number * 7 + folder.len() as u64) % 20 {
        0..9 => "docx",
        9..14 => "pdf",
        14..17 => "odt",
        17..19 => "html",
        _ => "txt",
    };
    let stem = ["essay", "essay-v3", "final", "Essay final"][number as usize % 4];
    let file = unread.map_or_else(|| format!("{stem}.{ending}"), |(_, file)| (*file).to_string());
    format!("{folder}/Submission_{number:04}_assignsubmission_file_/{file}")
}

/// Returns a text of 35 sentences in seven paragraphs. `changed` of a thousand words are replaced, and sentences are
/// inverted.
fn write_essay((folder, number): Submission, changed: u64) -> Vec<String> {
    let mut dice = Dice::for_thing(number, folder.bytes().map(u64::from).sum());
    let mut other_words = Dice::for_thing(number, changed);
    let split = |words: &'static str| words.split_whitespace().collect::<Vec<_>>();
    let (lists, parts) =
        ([ADJECTIVES, NOUNS, VERBS, PREPOSITIONS, TIMES].map(split), NAMES.map(split));
    let names = [(); 10].map(|()| parts.each_ref().map(|part| dice.pick(part)).concat());
    let mut sentence = || {
        let (kinds, plain, turned) = FORMS[dice.draw_below(3) as usize];
        let mut text = if other_words.draw_per_mille(changed) { turned } else { plain }.to_string();
        for (place, kind) in kinds.chars().enumerate() {
            let pair = match "ANVPT".find(kind) {
                Some(list) => dice.pick(&lists[list]).split_once('|').unwrap(),
                None => (&*names[dice.draw_below(10) as usize], ""),
            };
            let other = other_words.draw_per_mille(changed) && kind != 'L';
            text = text.replace(&place.to_string(), if other { pair.1 } else { pair.0 });
        }
        let first = text[..1].to_uppercase();
        format!("{first}{}. ", &text[1..])
    };
    (0..7).map(|_| (0..5).map(|_| sentence()).collect::<String>().trim_end().to_string()).collect()
}

impl Course {
    pub(crate) fn new() -> Self {
        let students = |folder| (401..=445).map(move |number| (folder, number));
        let last_year = (301..=320).chain([414]).map(|number| ("2025", number));
        let all = students("essay-1").chain(students("essay-2")).chain(last_year);
        let mut texts: BTreeMap<Submission, Vec<String>> =
            all.map(|one| (one, write_essay(one, 0))).collect();
        for (place, one) in QUOTING.into_iter().enumerate() {
            texts.get_mut(&one).unwrap()[2 + place].extend([" ", QUOTATION]);
        }
        let mut cases = Vec::new();
        for (number, (kind, source, taker)) in PLANTED.into_iter().enumerate() {
            let from = texts[&source].clone();
            let into = texts.get_mut(&taker).unwrap();
            match kind {
                "paragraph" | "paragraph-last-year" => into[4].clone_from(&from[1]),
                "mosaic" => {
                    let at = 2 * (number % 3);
                    into[at..at + 2].clone_from_slice(&from[3..5]);
                }
                "paraphrase" => *into = write_essay(source, 180),
                "heavy-paraphrase" => *into = write_essay(source, 320),
                "moved" => *into = from.into_iter().rev().collect(),
                "look-alikes" => {
                    let alike =
                        |text: &String| text.replace('a', "а").replace('e', "е").replace('o', "о");
                    *into = from.iter().map(alike).collect();
                }
                _ => *into = from,
            }
            cases.push(Case { kind, a: file_name_of(source), b: file_name_of(taker) });
        }
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            cases.push(Case {
                kind: "quotation",
                a: file_name_of(QUOTING[a]),
                b: file_name_of(QUOTING[b]),
            });
        }
        for (one, _) in UNREAD {
            cases.push(Case { kind: "unread", a: file_name_of(one), b: String::new() });
        }
        let written = |(one, mut text): (Submission, Vec<String>)| {
            let (name, (folder, number)) = (file_name_of(one), one);
            if folder == "essay-1" && !name.ends_with("html") && !name.ends_with("txt") {
                text.insert(0, COVER.into());
            }
            text.insert(0, format!("Answer {number} to {folder}"));
            let bytes = match name.rsplit('.').next().unwrap() {
                "docx" => encode_docx(&text),
                "odt" => encode_odt(&text),
                "html" => encode_html(&text).into_bytes(),
                "txt" => encode_windows_1252(&text.join("\r\n\r\n")),
                "doc" => [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".as_slice(), &[0; 2040]].concat(),
                _ if name.ends_with("scan.pdf") => encode_pdf(&[
                    "q 500 0 0 700 50 50 cm BI /W 1 /H 1 /CS /G /BPC 8 ID a EI Q".into(),
                ]),
                _ => encode_pdf(&draw_pages(&text)),
            };
            (name, bytes)
        };
        let files = texts.into_iter().map(written).collect();
        Self { files, cases }
    }

    /// Writes the folder `course` and the list `truth.tsv` into a folder, with dates of each year.
    pub(crate) fn write(&self, root: &Path) -> io::Result<()> {
        for (name, bytes) in &self.files {
            let path = root.join("course").join(name);
            fs::create_dir_all(path.parent().unwrap_or(root))?;
            fs::write(&path, bytes)?;
            let day = if name.starts_with("2025") { 20_410 } else { 20_775 };
            let date =
                SystemTime::UNIX_EPOCH + Duration::from_hours(24 * day + bytes.len() as u64 % 100);
            fs::File::options().write(true).open(&path)?.set_modified(date)?;
        }
        let mut truth = String::from("kind\ta\tb\n");
        for Case { kind, a, b } in &self.cases {
            let _ = writeln!(truth, "{kind}\t{a}\t{b}");
        }
        fs::write(root.join("truth.tsv"), truth)
    }
}

fn wrap_paragraphs(text: &[String], open: &str, close: &str) -> String {
    text.iter().flat_map(|one| [open, one, close]).collect()
}

fn encode_html(text: &[String]) -> String {
    let paragraphs = wrap_paragraphs(text, "<p>", "</p>\n");
    format!(
        "<!doctype html><html><head><meta charset=\"utf-8\"><title>Essay</title></head><body><nav>Home</nav><main>\n{paragraphs}</main></body></html>\n"
    )
}

fn encode_docx(text: &[String]) -> Vec<u8> {
    let paragraphs = wrap_paragraphs(text, "<w:p><w:r><w:t>", "</w:t></w:r></w:p>");
    let of = "application/vnd.openxmlformats";
    pack_zip(&[
        ("[Content_Types].xml", format!("<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" ContentType=\"{of}-package.relationships+xml\"/><Override PartName=\"/word/document.xml\" ContentType=\"{of}-officedocument.wordprocessingml.document.main+xml\"/></Types>")),
        ("_rels/.rels", "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"r1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"word/document.xml\"/></Relationships>".into()),
        ("word/document.xml", format!("<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{paragraphs}</w:body></w:document>")),
    ])
}

fn encode_odt(text: &[String]) -> Vec<u8> {
    let paragraphs = wrap_paragraphs(text, "<text:p>", "</text:p>");
    let (of, kind) =
        ("urn:oasis:names:tc:opendocument:xmlns", "application/vnd.oasis.opendocument.text");
    pack_zip(&[
        ("mimetype", kind.into()),
        (
            "META-INF/manifest.xml",
            format!(
                "<manifest:manifest xmlns:manifest=\"{of}:manifest:1.0\"><manifest:file-entry manifest:full-path=\"/\" manifest:media-type=\"{kind}\"/><manifest:file-entry manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/></manifest:manifest>"
            ),
        ),
        (
            "content.xml",
            format!(
                "<office:document-content xmlns:office=\"{of}:office:1.0\" xmlns:text=\"{of}:text:1.0\"><office:body><office:text>{paragraphs}</office:text></office:body></office:document-content>"
            ),
        ),
    ])
}

/// Encodes a text in windows-1252: letters beyond U+00FF become `?`, except `’`.
fn encode_windows_1252(text: &str) -> Vec<u8> {
    text.chars()
        .map(|one| if one == '’' { 0x92 } else { u8::try_from(one).unwrap_or(b'?') })
        .collect()
}

/// Returns the drawing instructions of PDF pages with the text in lines of 90 characters.
fn draw_pages(text: &[String]) -> Vec<String> {
    let mut lines = vec![String::new()];
    for paragraph in text {
        for word in paragraph.split(' ') {
            let line = lines.last_mut().unwrap();
            if line.len() + word.len() > 90 {
                lines.push(word.into());
            } else {
                line.push_str(if line.is_empty() { "" } else { " " });
                line.push_str(word);
            }
        }
        lines.extend([String::new(), String::new()]);
    }
    let page = |lines: &[String]| {
        let shown = lines.iter().map(|line| {
            let signs = encode_windows_1252(line).into_iter().map(|one| match one {
                b'(' | b')' | b'\\' | 128.. => format!("\\{one:03o}"),
                _ => char::from(one).to_string(),
            });
            format!("({}) Tj T*\n", signs.collect::<String>())
        });
        format!("BT /F1 10 Tf 50 760 Td 13 TL\n{}ET", shown.collect::<String>())
    };
    lines.chunks(52).map(page).collect()
}

fn encode_pdf(pages: &[String]) -> Vec<u8> {
    let kids: Vec<_> = (0..pages.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_string(),
        format!("<< /Type /Pages /Count {} /Kids [{}] >>", pages.len(), kids.join(" ")),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".into(),
    ];
    for (number, page) in pages.iter().enumerate() {
        let content = 5 + 2 * number;
        objects.push(format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {content} 0 R /Resources << /Font << /F1 3 0 R >> >> >>"));
        objects.push(format!("<< /Length {} >>\nstream\n{page}\nendstream", page.len()));
    }
    let (mut out, mut table) = (String::from("%PDF-1.7\n"), String::from("0000000000 65535 f \n"));
    for (number, object) in objects.iter().enumerate() {
        let _ = writeln!(table, "{:010} 00000 n ", out.len());
        let _ = writeln!(out, "{} 0 obj\n{object}\nendobj", number + 1);
    }
    let (start, size) = (out.len(), objects.len() + 1);
    let _ = writeln!(
        out,
        "xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF"
    );
    out.into_bytes()
}

fn pack_zip(entries: &[(&str, String)]) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in entries {
        let mut crc = u32::MAX;
        for byte in content.bytes() {
            crc ^= u32::from(byte);
            for _ in 0..8 {
                crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
            }
        }
        let length = (content.len() as u32).to_le_bytes();
        let about = [
            &[20, 0, 0, 8, 0, 0, 0, 0, 0x21, 0x5b],
            &(!crc).to_le_bytes()[..],
            &length,
            &length,
            &(name.len() as u16).to_le_bytes(),
            &[0; 2],
        ]
        .concat();
        let at = (out.len() as u32).to_le_bytes();
        directory
            .extend([b"PK\x01\x02\x14\x00", &about[..], &[0; 10], &at, name.as_bytes()].concat());
        out.extend([b"PK\x03\x04", &about[..], name.as_bytes(), content.as_bytes()].concat());
    }
    let (count, start) = ((entries.len() as u16).to_le_bytes(), (out.len() as u32).to_le_bytes());
    let length = (directory.len() as u32).to_le_bytes();
    out.extend(directory);
    out.extend([b"PK\x05\x06\0\0\0\0", &count[..], &count, &length, &start, &[0; 2]].concat());
    out
}
