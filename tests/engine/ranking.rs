//! A ranking with more rows than the random folders, stepped by threshold and amended by file.

use shingle::compare::Above;

use crate::common::prelude::*;

const FILES: usize = 72;

/// Returns a text; some texts repeat words of the previous text.
fn text(number: usize) -> Vec<u8> {
    let like = number - usize::from(number % 12 == 5);
    let common = (0..4 + like * 7 % 29).map(|word| format!("common{word} "));
    let own = (0..like % 6).map(|word| format!("own{like}x{word} "));
    common.chain(own).collect::<String>().into_bytes()
}

fn folder() -> Files {
    (0..FILES).map(|number| (format!("{number:03}.txt"), text(number))).collect()
}

fn params(measure: Measure, hundredths: u64, above: Above) -> Params {
    Params { width: 1, measure, threshold: Ratio::new(hundredths, 100), above, ..plain() }
}

#[test]
fn every_threshold_shows_what_a_fresh_run_at_it_shows() {
    let files = folder();
    for (_, measure) in Measure::ALL {
        let mut stepped = fresh(&files, &params(*measure, 0, Above::AtLeast));
        assert!(stepped.last_ranking().is_some());
        for (hundredths, above) in [
            (1, Above::AtLeast),
            (50, Above::Strictly),
            (50, Above::AtLeast),
            (20, Above::AtLeast),
            (90, Above::Strictly),
            (100, Above::AtLeast),
            (100, Above::Strictly),
            (25, Above::AtLeast),
            (0, Above::Strictly),
            (0, Above::AtLeast),
        ] {
            let now = params(*measure, hundredths, above);
            stepped.set_params(Arc::new(now.clone()));
            refresh(&mut stepped);
            assert_eq!(
                state_of(&stepped),
                state_of(&fresh(&files, &now)),
                "{measure} {hundredths} {above}"
            );
        }
    }
}

#[test]
fn a_changed_file_leaves_the_ranking_that_a_fresh_run_comes_to() {
    let mut files = folder();
    let wide = params(Measure::Jaccard, 5, Above::AtLeast);
    let narrow = params(Measure::Jaccard, 40, Above::AtLeast);
    let mut changed = fresh(&files, &wide);
    let steps: BTreeMap<usize, Vec<(usize, Vec<u8>)>> = [
        // An additional word, twice in the same file.
        vec![(3, [text(3), b"common28 more".to_vec()].concat())],
        vec![(3, [text(3), b"common28 more again".to_vec()].concat())],
        // A text becomes a copy of a later text, then of a copied text, then unique.
        vec![(3, text(40))],
        vec![(3, text(4))],
        vec![(3, b"nothing like it".to_vec())],
        vec![(3, Vec::new())],
        // The first copy changes; all copies change; two files are swapped.
        vec![(4, text(60))],
        vec![(16, text(61)), (17, text(62))],
        vec![(20, text(21)), (21, text(20))],
        vec![(3, text(3))],
    ]
    .into_iter()
    .enumerate()
    .collect();
    for (number, step) in steps {
        for (file, bytes) in step {
            put(&mut changed, &format!("{file:03}.txt"), &bytes);
            files.insert(format!("{file:03}.txt"), bytes);
        }
        // On every second step, the ranking shows only its beginning.
        for params in if number % 2 == 0 { [&wide, &narrow] } else { [&narrow, &wide] } {
            changed.set_params(Arc::new(params.clone()));
            refresh(&mut changed);
            assert_eq!(state_of(&changed), state_of(&fresh(&files, params)), "step {number}");
        }
    }
    // In another format, the same bytes are other words.
    files.insert("030.html".into(), b"<p>a few words</p>".to_vec());
    put(&mut changed, "030.html", b"<p>a few words</p>");
    refresh(&mut changed);
    files.insert("031.txt".into(), b"<p>a few words</p>".to_vec());
    put(&mut changed, "031.txt", b"<p>a few words</p>");
    refresh(&mut changed);
    assert_eq!(state_of(&changed), state_of(&fresh(&files, &wide)));
}
