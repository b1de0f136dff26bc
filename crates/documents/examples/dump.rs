use documents::*;
fn main() {
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap();
        let name = std::path::PathBuf::from(&path);
        let out = std::path::PathBuf::from(format!("{path}.dump"));
        let start = std::time::Instant::now();
        match Source::read(&name, &bytes, SourceOptions::default(), &InProcess::default()) {
            Ok(source) => {
                println!(
                    "{path}\tok\t{}\t{:?}",
                    source.text.split_whitespace().count(),
                    start.elapsed()
                );
                std::fs::write(out, source.text.as_bytes()).unwrap();
            }
            Err(error) => println!("{path}\t{error}"),
        }
    }
}
