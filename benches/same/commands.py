"""Every command, with every format, and with each parameter at each of its values."""

import dataclasses
import gzip
import json
import os
import pathlib
import shlex
import shutil
import subprocess

import sides

# Each parameter at each value that it offers; with what it needs to decide something, where it does alone decide nothing.
PARAMETERS = """
    --encoding utf-8 / --encoding windows-1251 / --encoding koi8-r / --encoding nonsense
    --records off / --records lines / --language auto / --language en / --language ru / --language de / --language xx
    --words unicode / --words spaces / --words phpir / --words node / --pos-removal on / --pos-removal off
    --case unicode / --case ascii / --case keep / --confusables on / --confusables off / --accents ignored
    --stop-words on / --stop-words inside / --stop-words off / --stop-words php-shingles
    --stop-words fixtures/stop-words.txt / --stop-words-add fixtures/stop-words.txt / --stem on / --stem off
    -w 1 / -w 2 / -w 5 / -w 50 / -w 51 / -w 0 / --width two / -m 1 / -m 2 / -m 25 / -m 0
    --hash wide / --hash crc32 / --hash md5-28 / -m 4 --hash wide / -m 4 --hash crc32 / -m 4 --hash md5-28
    --common off / --common 0.2 / --common 10% / --common 2 / --template off / --template fixtures/cli/ferry.txt
    --template demo/licences/bowline.txt fixtures/cli/postcard.txt / --phrases own / --phrases off / --phrases fixtures/phrases.jsonl
    --between . . / --between essays . / --between news cli / --between nowhere . / --skip-same off / --skip-same directory
    --skip-same {}/ / --skip-same {}-*.txt / --skip-same none / --skip-older off / --skip-older 2026-11-16 / --skip-older 2010
    --skip-older soon / --measure jaccard / --measure dice / --measure containment / --measure overlap / --measure per-word
    -m 3 --measure per-word / -t 0 / -t 0.05 / -t 35% / -t 2/6 / -t 1 / -t 1.5 / --above at-least / --above strictly
    --step 1 / --step 3 / --step 2 -w 4 / --step 9 / --sketch modulo / --sketch minhash / --sketch supershingle
    --sketch megashingle / --functions 84 / --functions 16 / --sketch minhash --functions 16 / --family md5
    --sketch minhash --family fast / --sketch minhash --functions 9 --family md5 / --verify off / --sketch minhash --verify on
    --sketch minhash --verify off / --sketch megashingle --verify off / --sketch supershingle --verify off
    --sketch minhash --common 20% / --hidden / --ignored
    --include *.md / --include *.txt --exclude essays --exclude notes / --exclude * / --include [ / --converter *.png=cat
    --converter *.txt=rev / --converter *.md=false / --limit-file 0 / --limit-file 1 / --limit-text 1 / --limit-words 100
    --limit-entries 2 / --limit-entry 1 / --limit-ratio 1 / --limit-depth 3 / --limit-time 10 / --limit-memory 512 / --no-cache
    --cache-size 1 / --cache-size 0 / --config files/config.toml / --config files/wrong.toml
    --config nowhere.toml / --no-config / --decisions files/decisions.jsonl / --theme dark / --mouse off
    --projector / --clipboard osc52 / --no-state / --nonsense / --strict / --preset none
"""
PRESETS = ["phpir", "php-shingles", "minhash84", "node"]
FOLDERS = {
    "demo": ("demo/essays/harbour.txt", "demo/essays/harbour-corrected.txt"),
    "fixtures": ("fixtures/cli/ferry.txt", "fixtures/cli/ferry-edited.txt"),
    "odd": ("odd/news.txt", "odd/news-later.txt"),
}
# The formats of each command, the most telling ones first.
FORMATS = {
    "scan {folder}": ["json", "table", "ndjson", "csv"],
    "compare {a} {b}": ["json", "table", "ndjson", "csv"],
    "query {a} --in {folder}": ["json", "table", "ndjson", "csv"],
    "sources {a} --in {folder}": ["json", "table", "ndjson", "csv"],
    "passages {folder}": ["json", "table", "ndjson", "csv"],
    "clusters {folder}": ["json", "table"],
    "report {folder} -o -": [None],
    "sketch {folder} -o -": [None],
    "lab {folder}": ["json", "table"],
    "teach {a} {b}": ["text"],
}
# The date of every file, so that `--skip-older` has one.
LONG_AGO = 1_500_000_000
VERDICTS = ["undecided", "decided", "reused", "quotation", "common", "unrelated", "mine"]
ALONE = """
    / -h / --help / --version / -V / help / help scan / help nonsense / nonsense / nowhere / --demo demo / scan / scan nowhere
    scan demo/essays/tea.txt / compare demo/essays/tea.txt / compare demo demo / compare nowhere demo/essays/tea.txt
    compare fixtures/cli/ferry.txt fixtures/cli/parom.txt --check / compare fixtures/cli/empty.txt fixtures/cli/ferry.txt
    compare fixtures/cli/picture.png fixtures/cli/ferry.txt / compare demo/essays/tea.html demo/essays/tea.txt
    scan demo --check / scan demo -t 1 --above strictly --check / scan fixtures --strict / clusters demo
    clusters demo --top 2 --format json / scan demo --documents --format ndjson / scan demo --documents / scan demo --top 3
    scan demo --top 3 --format json / scan demo --top 3 --format ndjson / scan demo --top 3 --format csv / scan demo --top 0
    query demo/essays/bees.txt --in demo --check / query - --in demo --format json / query nowhere --in demo
    query demo/spanish/mapa.txt --in demo/news --top 4 / query demo/essays/bees.txt
    query demo/essays/bees.txt --in demo --documents --format ndjson / sources - --in demo / sources demo/news/bridge-evening.txt --in demo
    sources demo/news/bridge-evening.txt --in demo --least 0 / sources demo/news/bridge-evening.txt --in demo --least 20%
    sources demo/essays/tea.html --in demo --top 1 --format json / passages demo --least 3 --top 20 / passages demo --least 2
    passages demo --sort words / passages demo --sort documents / passages fixtures --sort repeated --least 5 --format json
    report demo / report demo -o {out}/r.html / report demo -o {out}/r.html --top 5
    report demo -o {out}/r.pdf / report demo -o demo/r.html / sketch demo / sketch demo -o {out}/demo.sketch --sketch supershingle
    lab demo --pairs 3 / lab demo --bands 20 --rows 4 / lab demo --bands 20 --rows 400
    lab demo --bands 2 / lab fixtures/cli --labels fixtures/labels.tsv / lab fixtures/cli --labels fixtures/labels.tsv --format json
    lab fixtures/cli --labels nowhere.tsv / teach / teach --format text -w 4 / teach demo/essays/tea.txt / teach --sandbox
    cache path / cache size / cache clear / cache nonsense
    config path / config default / config nonsense / scan odd --records jsonl:text / scan odd --records jsonl:user.text --format json
    scan odd --records csv:body / scan odd --records csv:nothing --format json / scan odd --records lines --format json
    query odd/records.jsonl:2 --in odd --records jsonl:text / compare odd/records.jsonl:1 odd/records.jsonl:2 --records jsonl:text
    compare odd/packed.jsonl.gz:1 odd/records.jsonl:2 --records jsonl:text / passages odd --records jsonl:text / clusters odd --records csv:body
    --generate man / --generate complete-bash / --generate complete-zsh / --generate complete-fish / --generate complete-powershell
    --generate nonsense / demo / teach demo/essays/tea.txt demo/essays/tea.html --format text
"""


@dataclasses.dataclass
class Case:
    """Commands that follow each other, each as its words or as its words and its standard input."""

    name: str
    steps: list
    weight: int = 1


def listed(text):
    return [words.strip() for line in text.splitlines() for words in line.strip().split(" / ") if words.strip(" /")]


def case(*lines, given=b""):
    return Case("; ".join(lines), [(shlex.split(line, posix=False), given) for line in lines])


def cases():
    found = [case("")]
    for folder, (a, b) in FOLDERS.items():
        for command, formats in FORMATS.items():
            command = command.format(folder=folder, a=a, b=b)
            for nth, format in enumerate(formats):
                full = f"{command} --format {format}" if format else command
                found += map(case, [full, *(f"{full} --preset {preset}" for preset in PRESETS)])
                # All parameters in the most telling format; in the next one where a command has its own way to show them.
                if nth == 0 and (folder != "odd" or command.startswith("scan")) or nth == 1 and command == "scan demo":
                    found += [case(f"{full} {words}") for words in listed(PARAMETERS)]
    pasted = b"The stone bridge over the Alder will be closed to all traffic from Monday."
    found += [case(line, given=pasted) for line in listed(ALONE)]
    for command in ["scan", "compare", "query", "sources", "passages", "clusters", "report", "sketch", "lab", "teach", "cache", "config"]:
        found += [case(f"{command} -h"), case(f"{command} --help"), case(command)]
    for verdict in VERDICTS:
        marks = f"--decisions files/decisions.jsonl --decided {verdict}"
        found += [case(f"scan demo --format {format} {marks}") for format in ("table", "json", "csv", "ndjson")]
        found += [case(f"report demo -o - {marks}"), case(f"report demo -o {{out}}/r.html --decisions files/decisions.jsonl --fail-on {verdict}")]
    for parameters in ["", "--sketch minhash", "--sketch megashingle", "-w 4 -m 3", "--preset minhash84"]:
        written = f"sketch demo -o {{out}}/demo.sketch {parameters}"
        for reader in ["scan --sketches {out}/demo.sketch --format json", "clusters --sketches {out}/demo.sketch", "query demo/essays/bees.txt --sketches {out}/demo.sketch"]:
            found += [case(written, f"{reader} {parameters}"), case(written, f"{reader} -w 7")]
    found += [
        case("sketch demo -o {out}/s", "sketch demo -o {out}/s", "sketch demo -o {out}/s --force"),
        case("report demo -o {out}/r.html", "report demo -o {out}/r.html", "report demo -o {out}/r.html --force"),
        case("scan fixtures/formats --format json", "cache path", "cache size", "scan fixtures/formats --format json", "cache clear", "cache size"),
    ]
    return found


def compare(name, pair, case):
    """Runs the commands of a case with both programs: their output, and the files that they write."""

    def output(side):
        side = side.fresh(name)
        parts = [side.run(*step) for step in case.steps]
        for file in sorted(path for path in (side.place / "out").rglob("*") if path.is_file()):
            parts.append(b"%s:\n%s" % (os.fsencode(file.name), side.alike(file.read_bytes())))
        shutil.rmtree(side.place)
        return b"\n".join(parts)

    old, new = (output(side) for side in pair)
    return None if old == new else f"{case.name}\n{sides.first_difference(old, new)}"


def lay_out(folder, program):
    """The demo folder, the tests' files, a folder of files that are hidden, ignored, damaged or records, and files for options."""
    root = pathlib.Path(__file__).resolve().parents[2]
    shutil.copytree(root / "assets/demo", folder / "demo")
    shutil.copytree(root / "tests/fixtures", folder / "fixtures")
    odd = folder / "odd"
    (odd / "drafts").mkdir(parents=True)
    (odd / ".hidden").mkdir()
    news = (folder / "demo/news/bridge-morning.txt").read_text()
    later = (folder / "demo/news/bridge-evening.txt").read_text()
    rows = [{"text": news, "user": {"text": later}}, {"text": later}, {"nothing": 1}, {"text": 17}, {"text": news.upper(), "user": {"text": news}}]
    lines = "".join(json.dumps(row) + "\n" for row in rows) + "no json\n"
    texts = {
        "news.txt": news,
        "news-later.txt": later,
        "drafts/news.tex": "\\title{News}\\author{A. Writer}\\date{2012-03-04}\\begin{document}" + news + "\\end{document}",
        "drafts/news.md": "---\ntitle: News\nauthor: B. Writer\ndate: 2014-05-06\nlastmod: 2020-01-02\n---\n\n# News\n\n" + news + later,
        "drafts/ignored.log": news,
        ".hidden/news.txt": news,
        ".gitignore": "*.log\n",
        "look-alikes.txt": news.replace("a", "\u0430").replace("o", "\u03bf"),
        "bidi\u202ename.txt": "\u202e\x1b[31m" + news,
        "records.jsonl": lines,
        "rows.csv": 'id;body\n1;"' + news.replace('"', '""') + '"\n2;' + later.replace("\n", " ") + "\n3;\n",
        "short.txt": "two words",
    }
    for name, text in texts.items():
        (odd / name).write_text(text)
    (odd / "packed.jsonl.gz").write_bytes(gzip.compress(lines.encode(), mtime=0))
    (odd / "latin.txt").write_bytes("Für Käse, Brot und süße Äpfel geht man über die Brücke.\n".encode("latin-1") * 9)
    (odd / "program").write_bytes(b"\x7fELF" + bytes(range(256)))
    (odd / "link.txt").symlink_to("news.txt")
    files = folder / "files"
    files.mkdir()
    (files / "config.toml").write_text('width = 4\nthreshold = 0.1\nmeasure = "dice"\n')
    (files / "wrong.toml").write_text("width = 99\nnonsense = 1\n")
    scan = [program, "scan", "demo", "--format", "json", "--no-config", "--no-cache"]
    result = subprocess.run(scan, cwd=folder, env={"HOME": str(files)}, capture_output=True, check=True).stdout
    result = json.loads(result)
    contents = {document["document"]: document["content"] for document in result["documents"]}
    with open(files / "decisions.jsonl", "w") as lines:
        for nth, pair in enumerate(result["pairs"][:12]):
            names = [pair["a"], pair["b"]]
            mark = {"at": f"2026-01-02T03:04:{nth:02}.000Z", "verdict": VERDICTS[2:][nth % 5], "note": f"note {nth}" if nth % 3 == 0 else "", "of": "pair"}
            json.dump(mark | {"contents": [contents[name] for name in names], "names": names, "score": "", "folder": ""}, lines)
            lines.write("\n")
    for path in [folder, *folder.rglob("*")]:
        os.utime(path, (LONG_AGO, LONG_AGO), follow_symlinks=False)
