use std::sync::Arc;

use documents::Charset;
use proptest::prelude::*;

use shingle::pipeline::{
    Between, Common, LanguageChoice, Params, Preset, StopWords, Template, Verify,
};
use shingle::shingle::{Family, HashKind, SketchKind};
use shingle::text::{Accents, Case, Confusables, Language, PosRemoval, Stem, WordList, Words};
use shingle::{
    base::path::DocPath, base::ratio::Ratio, compare::Above, compare::Measure, texts::text_source,
};

#[derive(Debug, Clone)]
pub(crate) struct ParamChange {
    change: fn(&mut Params, usize),
    value: usize,
}

impl ParamChange {
    pub(crate) fn apply(&self, params: &mut Params) {
        (self.change)(params, self.value);
    }
}

const CHANGES: [fn(&mut Params, usize); 30] = [
    |params, n| {
        let phrases = ["quick brown fox jumps over", "поднимался по лестнице и", ""];
        let some = phrases.iter().enumerate().filter(|(at, _)| ((n % 8) >> at) & 1 == 1);
        params.phrases = some.map(|(_, text)| (*text).into()).collect();
    },
    |params, n| {
        let labels = [None, Some("windows-1251"), Some("utf-8"), None];
        params.encoding = labels[n % 4].and_then(Charset::from_label);
    },
    |params, n| {
        let code = ["en", "ru", "de", "ja"].get(n % 7).and_then(|code| Language::from_code(code));
        params.language = code.map_or(LanguageChoice::Auto, LanguageChoice::Fixed);
    },
    |params, n| params.words = Words::ALL[n % Words::ALL.len()].1,
    |params, n| params.pos_removal = PosRemoval::ALL[n % 2].1,
    |params, n| params.case = Case::ALL[n % Case::ALL.len()].1,
    |params, n| params.confusables = Confusables::ALL[n % 2].1,
    |params, n| params.accents = Accents::ALL[n % 2].1,
    |params, n| {
        let list = || Arc::new(WordList::parse("stop.txt", "fox\nbread\nlamp\nфигуру"));
        params.stop_words = match n % 5 {
            0 => StopWords::On,
            1 => StopWords::Off,
            2 => StopWords::PhpShingles,
            3 => StopWords::Inside,
            _ => StopWords::List(list()),
        };
    },
    |params, n| {
        let list = Arc::new(WordList::parse("more.txt", "old\nevery\nСтарый"));
        params.stop_words_add = (n % 2 == 0).then_some(list);
    },
    |params, n| params.stem = Stem::ALL[n % 2].1,
    |params, n| params.width = [1, 2, 3, 5, 50][n % 5],
    |params, n| params.hash = HashKind::ALL[n % 3].1,
    |params, n| params.modulo = [1, 1, 2, 3, 1000][n % 5],
    |params, n| params.measure = Measure::ALL[n % 5].1,
    |params, n| params.threshold = Ratio::new(n as u64 % 11, 10),
    |params, n| params.threshold = Ratio::new(n as u64 % 4, 20),
    |params, n| params.above = Above::ALL[n % 2].1,
    |params, n| {
        params.preset = [None, Some(Preset::Phpir), Some(Preset::PhpShingles)][n % 3];
    },
    |params, n| params.step = [1, 2, 3][n % 3],
    |params, n| params.sketch = SketchKind::ALL[[0, 1, 1, 2, 3][n % 5]].1,
    |params, n| params.functions = [84, 20, 1][n % 3],
    |params, n| params.family = Family::ALL[usize::from(n % 5 == 0)].1,
    |params, n| params.verify = Verify::ALL[n % 2].1,
    |params, n| {
        let share = |per_cent| Some(Common::Share(Ratio::new(per_cent, 100)));
        let auto = Some(Common::Auto);
        params.common = [share(0), share(20), share(50), share(99), auto, None, None][n % 7];
    },
    |params, n| {
        let texts = [
            ("fox.txt", "the quick brown fox jumps over the lazy dog"),
            ("маяк.txt", "каждый вечер поднимался по лестнице и зажигал большую лампу"),
            ("none.txt", ""),
        ];
        let template = |(name, text): &(&str, &str)| {
            Arc::new(Template::from_source(DocPath::new(name), text_source(text)))
        };
        let some = texts.iter().enumerate().filter(|(at, _)| ((n % 8) >> at) & 1 == 1);
        params.template = some.map(|(_, text)| template(text)).collect();
    },
    |params, n| {
        let sides = ["off", "sub *.txt", ". *.html", "b.txt sub"];
        params.between = Between::parse_two_sides(sides[n % 4]).unwrap();
    },
    |params, n| {
        let same = ["off", "directory", "{}.*", "{}/"];
        params.skip_same = same[n % 4].parse().unwrap();
    },
    |params, n| {
        let days = ["off", "2015", "off", "2021-03-04"];
        params.skip_older = days[n % 4].parse().unwrap();
    },
    |params, n| params.passage = [None, Some(5), None, Some(12)][n % 4],
];

pub(crate) fn param_change() -> impl Strategy<Value = ParamChange> {
    (0..CHANGES.len(), 0_usize..1000)
        .prop_map(|(change, value)| ParamChange { change: CHANGES[change], value })
}

pub(crate) fn params() -> impl Strategy<Value = Params> {
    prop::collection::vec(param_change(), 0..12).prop_map(|param_changes| {
        let mut params = Params::defaults();
        for param_change in param_changes {
            param_change.apply(&mut params);
        }
        params
    })
}
