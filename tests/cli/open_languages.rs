//! Lines of ambiguous language: equal bytes count equally in every command, and sketch files give the results of
//! their folder.

use serde_json::Value;

use crate::support::{folder, json, printed, run};

const DANISH: &str = "Alle mennesker er født frie og lige i værdighed og rettigheder. De er udstyret med fornuft og \
    samvittighed, og de bør handle mod hverandre i en broderskabets ånd.\n\
    Hvem der har sagt det, ved jeg ikke, men jeg synes, at det er meget mærkeligt, og nogle af os blev hjemme.\n";
const NORWEGIAN: &str = "Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De er utstyrt med \
    fornuft og samvittighet og bør handle mot hverandre i brorskapets ånd.\n\
    Hvem som har sagt det, vet jeg ikke, men jeg synes det er veldig rart, og noen av oss ble hjemme.\n";
const ENGLISH: &str = "The old ferry left the harbour at noon, and nobody who stood there could say where it was bound.\n";
/// Danish next to Danish, Norwegian next to Norwegian.
const OPEN: &str = "Jeg kan ikke se at det er noe galt med den gamle bilen.\n";

/// Each folder has the ambiguous line.
fn mixed() -> tempfile::TempDir {
    folder(&[
        ("da/x.txt", &[&DANISH.repeat(3), OPEN].concat()),
        ("no/y.txt", &[&NORWEGIAN.repeat(3), OPEN].concat()),
    ])
}

fn sketched(dir: &std::path::Path, folder: &str, options: &str) {
    let args = format!("sketch {folder} -o {folder}.sk --records lines {options}");
    let run = run(dir, &args);
    assert_eq!(run.code, Some(0), "{}", run.err);
}

#[test]
fn sketch_files_of_lines_in_some_languages_give_what_their_folder_gives() {
    let lines = [
        ("x.txt", [&NORWEGIAN.repeat(3), OPEN, ENGLISH].concat()),
        ("y.txt", [ENGLISH, OPEN, &NORWEGIAN.repeat(5), ENGLISH].concat()),
    ];
    let dir = folder(&[
        ("a/x.txt", &lines[0].1),
        ("b/y.txt", &lines[1].1),
        ("all/x.txt", &lines[0].1),
        ("all/y.txt", &lines[1].1),
    ]);
    for options in ["", "--sketch minhash", "--hash crc32 -m 2"] {
        for folder in ["a", "b"] {
            sketched(dir.path(), folder, &format!("--force {options}"));
        }
        for format in ["table", "json", "ndjson", "csv"] {
            let scan =
                |args: &str| printed(dir.path(), &format!("scan {args} --format {format} -t 10%"));
            let whole = scan(&format!("all --records lines {options}"));
            assert_eq!(scan("--sketches a.sk b.sk"), whole, "{options}");
        }
    }
}

#[test]
fn the_same_bytes_score_1_in_every_command() {
    let dir = mixed();
    sketched(dir.path(), "da", "");
    let is_1 = |pair: &Value| assert_eq!(pair["score"], 1.0, "{pair}");
    for measure in ["jaccard", "dice", "containment", "overlap"] {
        for sketch in ["modulo", "minhash", "supershingle", "megashingle"] {
            let ends = format!("--records lines --measure {measure} --sketch {sketch} -t 100%");
            let asked = |args: &str| json(dir.path(), &format!("{args} {ends}"));
            let found = asked("scan .");
            let pairs = found["pairs"].as_array().unwrap();
            // Three times two lines in each folder, and the ambiguous line in both.
            assert_eq!(pairs.len(), 2 * 2 * 3 + 1, "{found}");
            pairs.iter().for_each(is_1);
            let queried = asked("query no/y.txt:7 --in .");
            assert_eq!(queried["pairs"].as_array().map(Vec::len), Some(1), "{queried}");
            is_1(&queried["pairs"][0]);
            is_1(&asked("compare da/x.txt:7 no/y.txt:7")["pair"]);
        }
        let args = format!("query no/y.txt:7 --sketches da.sk --measure {measure} -t 100%");
        let queried = json(dir.path(), &args);
        assert_eq!(queried["pairs"][0]["b"], "x.txt:7", "{queried}");
        is_1(&queried["pairs"][0]);
    }
}

#[test]
fn every_command_reads_the_same_words_also_where_no_parameter_needs_the_language() {
    let turkish = |city: &str| {
        format!(
            "Akşam yemeğinden sonra bütün aile balkonda oturup çay içti. Kırmızı ışıklar altında {city} bekledi."
        )
    };
    let (a, b) = (turkish("ISPARTA ILIK BİR ŞEHİRDİR"), turkish("ısparta ılık bir şehirdir"));
    let dir = folder(&[("in/a.txt", &a), ("in/b.txt", &b)]);
    for (options, are_equal) in [
        ("--stop-words off --stem off", false),
        ("--stop-words off --stem off --language tr", true),
        ("--stop-words on --stem off", true),
    ] {
        let scanned = &json(dir.path(), &format!("scan in -t 0 {options}"))["pairs"][0];
        let compared = json(dir.path(), &format!("compare in/a.txt in/b.txt {options}"));
        assert_eq!(scanned["containment_a"] == 1.0, are_equal, "{options}: {scanned}");
        assert_eq!(scanned["shared"], compared["pair"]["shared"], "{options}: {compared}");
    }
}
