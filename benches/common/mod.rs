//! Makes texts and folders to measure on: the same on every machine for the same seed, with words as frequent as Zipf
//! found them, and with planted copies, edits, excerpts and rearrangements. It measures nothing.

use std::path::Path;

/// `SplitMix64` (Steele, Lea, Flood 2014): small, and the same everywhere.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Below `limit`; the slight bias of the remainder does not matter here.
    pub(crate) const fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn pick<'a, T: ?Sized>(&mut self, among: &[&'a T]) -> &'a T {
        among[self.below(among.len() as u64) as usize]
    }
}

/// A writing system to make words in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    English,
    Russian,
    Chinese,
}

const ENGLISH: [&str; 40] = [
    "the", "of", "and", "to", "in", "a", "is", "that", "it", "was", "for", "on", "are", "as",
    "with", "his", "they", "at", "be", "this", "have", "from", "or", "had", "by", "but", "not",
    "what", "all", "were", "we", "when", "your", "can", "said", "there", "which", "their", "will",
    "would",
];
const ENGLISH_PARTS: [&str; 20] = [
    "st", "ra", "lo", "min", "ter", "car", "be", "pre", "con", "dis", "port", "gra", "ven", "sil",
    "mo", "un", "fer", "lan", "tu", "ple",
];
const ENGLISH_ENDS: [&str; 8] = ["", "s", "ed", "ing", "ly", "er", "tion", "ness"];
const RUSSIAN: [&str; 20] = [
    "и", "в", "не", "на", "что", "он", "с", "как", "это", "по", "но", "они", "из", "у", "за", "от",
    "же", "для", "так", "было",
];
const RUSSIAN_PARTS: [&str; 16] = [
    "по", "ра", "го", "ло", "ста", "ни", "ве", "кра", "то", "рос", "ме", "пре", "ход", "сту",
    "дар", "лен",
];
const RUSSIAN_ENDS: [&str; 8] = ["", "а", "ов", "ами", "ый", "ить", "ение", "ого"];
const CHINESE: [&str; 12] =
    ["的", "是", "在", "我们", "他们", "一个", "有", "不", "这个", "和", "了", "也"];
const CHINESE_PARTS: [&str; 24] = [
    "学校",
    "今天",
    "城市",
    "历史",
    "经济",
    "发展",
    "天气",
    "音乐",
    "火车",
    "工作",
    "问题",
    "时间",
    "世界",
    "文化",
    "朋友",
    "医院",
    "电影",
    "国家",
    "图书馆",
    "老师",
    "研究",
    "计划",
    "河流",
    "市场",
];

/// Words by rank, the r-th as often as 1/r of the first.
pub(crate) struct Vocabulary {
    words: Vec<String>,
    /// Sums of the weights up to each rank.
    sums: Vec<u64>,
    script: Script,
}

impl Vocabulary {
    /// So many words, some of them perhaps alike.
    pub(crate) fn new(script: Script, size: usize) -> Self {
        let (head, parts, ends): (&[&str], &[&str], &[&str]) = match script {
            Script::English => (&ENGLISH, &ENGLISH_PARTS, &ENGLISH_ENDS),
            Script::Russian => (&RUSSIAN, &RUSSIAN_PARTS, &RUSSIAN_ENDS),
            Script::Chinese => (&CHINESE, &CHINESE_PARTS, &[""]),
        };
        let mut dice = Dice::new(size as u64);
        let mut words: Vec<String> = head.iter().map(|word| (*word).to_string()).collect();
        while words.len() < size {
            let mut word = String::new();
            let long = if script == Script::Chinese { 1 } else { 2 + dice.below(3) };
            for _ in 0..long {
                word.push_str(dice.pick(parts));
            }
            word.push_str(dice.pick(ends));
            words.push(word);
        }
        let mut sum = 0;
        let sums = (1..=size as u64)
            .map(|rank| {
                sum += 1_000_000_000 / rank;
                sum
            })
            .collect();
        Self { words, sums, script }
    }

    fn word(&self, dice: &mut Dice) -> &str {
        let total = self.sums.last().copied().unwrap_or(1);
        let dart = dice.below(total);
        &self.words[self.sums.partition_point(|sum| *sum <= dart)]
    }

    /// So many words.
    pub(crate) fn words(&self, dice: &mut Dice, count: usize) -> Vec<&str> {
        (0..count).map(|_| self.word(dice)).collect()
    }

    /// Words as sentences in lines.
    pub(crate) fn text(&self, words: &[&str]) -> String {
        let (space, stop) = if self.script == Script::Chinese { ("", "。") } else { (" ", ". ") };
        let mut text = String::new();
        for (place, word) in words.iter().enumerate() {
            text.push_str(word);
            text.push_str(match place % 65 {
                64 => "\n\n",
                last if last % 13 == 12 => stop,
                _ => space,
            });
        }
        text
    }
}

/// A text of so many words.
pub(crate) fn text(script: Script, words: usize, seed: u64) -> String {
    let vocabulary = Vocabulary::new(script, 20_000);
    let mut dice = Dice::new(seed);
    let words = vocabulary.words(&mut dice, words);
    vocabulary.text(&words)
}

/// A page of so many words, with tags, entities and a script.
pub(crate) fn html(words: usize, seed: u64) -> String {
    let mut page =
        String::from("<!doctype html><title>A page</title><script>let a = '<p>';</script>\n");
    for paragraph in text(Script::English, words, seed).split("\n\n") {
        page.push_str("<p class=\"text\">");
        page.push_str(&paragraph.replace(". ", " &mdash; <em>indeed</em>.<br>"));
        page.push_str("</p>\n");
    }
    page
}

/// A Markdown document of so many words, with headings, emphasis, links and lists.
pub(crate) fn markdown(words: usize, seed: u64) -> String {
    let mut document = String::new();
    for (number, paragraph) in text(Script::English, words, seed).split("\n\n").enumerate() {
        let lead = ["# Part\n\n", "", "- ", "> "][number % 4];
        document.push_str(lead);
        document
            .push_str(&paragraph.replace(". ", ", **indeed**, see [there](http://example.org/). "));
        document.push_str("\n\n");
    }
    document
}

/// Documents of 60 to 540 words. Of a hundred, three are exact copies of an earlier one, four have every fifteenth word
/// changed, two are excerpts and one has its halves exchanged.
pub(crate) fn documents(count: usize, seed: u64) -> Vec<String> {
    let vocabulary = Vocabulary::new(Script::English, 50_000);
    let mut dice = Dice::new(seed);
    let mut all: Vec<Vec<&str>> = Vec::with_capacity(count);
    for number in 0..count {
        let fate = dice.below(100);
        let document = if fate < 10 && number > 0 {
            let mut words = all[dice.below(number as u64) as usize].clone();
            match fate {
                0..=2 => {}
                3..=6 => {
                    for word in words.iter_mut().step_by(15) {
                        *word = vocabulary.word(&mut dice);
                    }
                }
                7..=8 => words.truncate(words.len() / 3),
                _ => {
                    let half = words.len() / 2;
                    words.rotate_left(half);
                }
            }
            words
        } else {
            let length = 60 + dice.below(481) as usize;
            vocabulary.words(&mut dice, length)
        };
        all.push(document);
    }
    all.iter().map(|words| vocabulary.text(words)).collect()
}

/// Writes [`documents`] into folders of a hundred files each.
pub(crate) fn folder(root: &Path, count: usize, seed: u64) -> std::io::Result<()> {
    for (number, text) in documents(count, seed).iter().enumerate() {
        let folder = root.join(format!("{:03}", number / 100));
        if number.is_multiple_of(100) {
            std::fs::create_dir(&folder)?;
        }
        std::fs::write(folder.join(format!("{number:05}.txt")), text)?;
    }
    Ok(())
}
