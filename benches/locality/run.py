#!/usr/bin/env python3
"""Measures whether the same text counts the same wherever it stands, and prints Markdown tables.

It makes its texts from those of tests/fixtures/languages, assets/demo and of this folder, in a temporary folder, and asks
one or two programs of shingle (before and after a change) about them. Nothing is drawn by chance."""

import argparse
import concurrent.futures
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FIXTURES = f"{ROOT}/tests/fixtures/languages"
PLAIN = ["--stop-words", "off", "--stem", "off"]
# Written without spaces between words; two characters stand for a word.
UNSPACED = {"zh", "ja"}
LATIN_TERMS = ("server Linux backup kernel HTTP Python cache SQL Docker buffer JSON socket router debug GPU USB proxy pixel "
               "Bluetooth plugin firewall SSH cookie widget API Unicode byte token cluster thread").split()
CODECS = {
    "ru": "cp1251 koi8_r koi8_u cp866 iso8859_5 mac_cyrillic cp855 ptcp154 kz1048",
    "uk": "cp1251 koi8_u cp1125 iso8859_5 mac_cyrillic cp855",
    "pl": "cp1250 iso8859_2 cp852 mac_latin2 iso8859_16 iso8859_13 cp1257 cp775",
    "cs": "cp1250 iso8859_2 cp852 mac_latin2",
    "hu": "cp1250 iso8859_2 cp852 mac_latin2 iso8859_16",
    "ro": "cp1250 iso8859_2 cp852 iso8859_16 mac_romanian",
    "de": "cp1252 latin_1 iso8859_15 cp850 cp437 mac_roman",
    "el": "cp1253 iso8859_7 cp737 cp869 mac_greek",
    "tr": "cp1254 iso8859_9 cp857 mac_turkish",
    "ar": "cp1256 iso8859_6 cp864 mac_arabic",
    "he": "cp1255 iso8859_8 cp862",
    "zh": "gb2312 gbk gb18030 big5",
    "ja": "shift_jis euc_jp iso2022_jp",
    "ko": "euc_kr cp949",
}
WIDE = "utf_16 utf_16_le utf_16_be utf_32 utf_8_sig".split()


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Program:
    """A program of shingle."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.takes_confusables = b"--confusables" in self.run(["compare", "--help"])

    def run(self, arguments, given=None):
        done = subprocess.run([self.path, *arguments], capture_output=True, input=given, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{self.path} {arguments}: {done.returncode}\n{done.stderr.decode(errors='replace')}")
        return done.stdout

    def compare(self, a, b, options=()):
        """What a and b are to each other, each a path, and what was wrong with them."""
        found = json.loads(self.run(["compare", a, b, "--no-config", "--format", "json", *options]))
        return found["pair"], found["problems"]

    def within(self, a, b, options=()):
        """The share of a's shingles that b has."""
        return self.compare(a, b, options)[0]["containment_a"]

    def query(self, text, folder):
        """The share of the text's shingles that each document of the folder has, by its name."""
        command = ["query", "-", "--in", folder, "--no-config", "--format", "ndjson", "-t", "0"]
        lines = self.run(command, text.encode()).decode().splitlines()
        return {hit["b"]: hit["containment_a"] for hit in map(json.loads, lines)}

    def pairs(self, folder, options):
        command = ["scan", folder, "--no-config", "--format", "ndjson", *options]
        return len(self.run(command).splitlines())

    def right(self, folder, code):
        """How many documents of the folder have that language as the one with the largest share."""
        found = json.loads(self.run(["scan", folder, "--no-config", "--format", "json", "-t", "1"]))
        documents = found.get("documents") or []
        if any("languages" in document for document in documents):
            shares = [document["languages"] for document in documents]
            return sum(max(one, key=lambda part: part["share"])["code"] == code for one in shares if one)
        # A program that does not say it by document counts its documents by language, by their English names.
        lines = self.run(["scan", folder, "--no-config", "-t", "1"]).decode().splitlines()
        line = next(line for line in lines if line.startswith("languages: "))
        parts = re.split(r", (?=\d)", line.removeprefix("languages: "))
        parts = [re.fullmatch(r"([\d,]+) (.*?)( \(no [^)]*\))?", part) for part in parts]
        return {part[2]: int(part[1].replace(",", "")) for part in parts}.get(self.name_of(code), 0)

    def name_of(self, code):
        """What the program calls a language."""
        text = f"{FIXTURES}/{code}.txt"
        head = self.run(["compare", text, text, "--no-config", "--language", code]).decode().splitlines()[0]
        return re.search(r"UTF-8, ([^:)]+)", head)[1]


class Texts:
    """The texts, and a folder to write others into."""

    def __init__(self, folder):
        self.folder, self.number = folder, 0
        names = sorted(name for name in os.listdir(FIXTURES) if re.fullmatch(r"[a-z]{2}\.txt", name))
        self.paragraphs = {name[:2]: read(f"{FIXTURES}/{name}").strip().split("\n\n") for name in names}
        self.codes = list(self.paragraphs)
        self.licence = read(f"{ROOT}/LICENSE-MIT").strip()
        self.long_licence = read(f"{ROOT}/LICENSE-APACHE").strip()
        self.all = self.gather("all", {f"{code}.txt": self.whole(code) for code in self.codes})

    def whole(self, code):
        return "\n\n".join(self.paragraphs[code]) + "\n"

    def pages(self, code):
        """Three pages of a language: the first half of its text, the second, and all of it."""
        parts = self.paragraphs[code]
        half = len(parts) // 2
        return ["\n\n".join(part) for part in (parts[:half], parts[half:], parts)]

    def put(self, text, ending="txt", encoding="utf-8"):
        self.number += 1
        path = f"{self.folder}/{self.number}.{ending}"
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode(encoding))
        return path

    def gather(self, name, files):
        folder = f"{self.folder}/{name}"
        os.makedirs(folder)
        for file, text in files.items():
            with open(f"{folder}/{file}", "w", encoding="utf-8") as out:
                out.write(text)
        return folder

    def pieces(self, code, words, most):
        """Pieces of about so many words, spread evenly over the text; each begins where a word does."""
        text = " ".join(self.paragraphs[code])
        if code in UNSPACED:
            length = 2 * words
            starts = [match.end() for match in re.finditer("[。、,;]", text)][:-1]
            starts = [start for start in [0, *starts] if start + length <= len(text)]
            return [text[start:start + length] for start in spread(starts, most)]
        split = text.split()
        starts = range(max(1, len(split) - words + 1))
        return [" ".join(split[start:start + words]) for start in spread(starts, most)]


def spread(items, most):
    """At most so many of the items, evenly spread, the first and the last among them."""
    if len(items) <= most:
        return list(items)
    return [items[at * (len(items) - 1) // (most - 1)] for at in range(most)]


def with_terms(piece, code):
    """The piece with a third of its words replaced by Latin terms."""
    words = re.findall("...?", piece) if code in UNSPACED else piece.split()
    for at in range(1, len(words), 3):
        words[at] = LATIN_TERMS[at // 3 % len(LATIN_TERMS)]
    return " ".join(words)


def below(cases, answers, limit):
    """How many answers of each language lie below the limit."""
    counts = {}
    for (code, *_), found in zip(cases, answers):
        if found < limit:
            counts[code] = counts.get(code, 0) + 1
    ordered = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{code} {count}" for code, count in ordered) or "none"


def summary(answers):
    """How many of the figures lie below .5, their mean, and the lowest."""
    return f"{sum(one < .5 for one in answers)} of {len(answers)}, {statistics.mean(answers):.3f}, {min(answers):.3f}"


def share(figure):
    return "–" if figure is None else f"{figure:.3f}"


class Report:
    """The tables: one column for each program."""

    def __init__(self, programs):
        self.programs = programs
        self.pool = concurrent.futures.ThreadPoolExecutor(os.cpu_count())

    def ask(self, question, cases):
        """The answers of every program to every case, the cases shared out over the processors."""
        return [list(self.pool.map(lambda case, one=one: question(one, *case), cases)) for one in self.programs.values()]

    def title(self, title, columns):
        heads = [*columns, *self.programs]
        print(f"\n### {title}\n\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}", flush=True)

    @staticmethod
    def row(*cells):
        print(f"| {' | '.join(str(cell) for cell in cells)} |", flush=True)


def beside_english(texts, report):
    """A page behind, before and around English, and between paragraphs of another language, against its own copy alone."""
    whole = "a page of each language, in three lengths"
    others = [code for code in texts.codes if code != "en"]

    def arranged(code, page, how):
        parts = page.split("\n\n")
        half = len(parts) // 2
        if how == "with French or German between":
            other = texts.paragraphs["de" if code == "fr" else "fr"]
            return "\n\n".join(part for pair in zip(parts, other * len(parts)) for part in pair)
        licence = texts.licence
        return "\n\n".join({
            "behind a licence of 170 words": [licence, *parts],
            "behind a licence of 1,600 words": [texts.long_licence, *parts],
            "before a licence of 170 words": [*parts, licence],
            "before a licence of 1,600 words": [*parts, texts.long_licence],
            "around a licence of 170 words": [*parts[:half], licence, *parts[half:]],
        }[how])

    arrangements = ["behind a licence of 170 words", "behind a licence of 1,600 words", "before a licence of 170 words",
                    "before a licence of 1,600 words", "around a licence of 170 words", "with French or German between"]
    report.title(f"{whole}, beside another, against its own copy: below .5 of how many, mean, lowest containment",
                 ["the page stands", "read"])
    by_language = {}
    for how in arrangements:
        cases = [(code, texts.put(page), texts.put(arranged(code, page, how)))
                 for code in others for page in texts.pages(code)]
        for name in ("with the defaults", "with `--language`", "as plain words"):
            def question(program, code, alone, beside, name=name):
                options = {"with the defaults": [], "with `--language`": ["--language", code], "as plain words": PLAIN}[name]
                return program.within(alone, beside, options)
            answers = report.ask(question, cases)
            if name == "with the defaults":
                by_language[how] = [below(cases, one, .5) for one in answers]
            report.row(how, name, *map(summary, answers))
    report.title("by language, with the defaults: pages below .5 of 3, where there are any", ["the page stands"])
    for how, found in by_language.items():
        report.row(how, *found)

    cases = [(code, texts.put(texts.licence), texts.put(arranged(code, texts.whole(code).strip(), how)))
             for code in others for how in arrangements[:3:2]]
    answers = report.ask(lambda program, code, alone, beside: program.within(alone, beside), cases)
    report.title("the licence of 170 words before or behind a page, against the licence alone", [""])
    report.row("below .5 of how many, mean, lowest", *map(summary, answers))


def as_html(texts, report):
    """The same text as HTML and as text."""
    def escaped(text):
        return text.replace("&", "&amp;").replace("<", "&lt;")

    def page(code, chrome):
        body = "\n".join(f"<p>{escaped(part)}</p>" for part in texts.paragraphs[code])
        if not chrome:
            return f'<!doctype html>\n<html lang="{code}"><body>\n{body}\n</body></html>\n'
        links = "".join(f"<li><a href='#'>{word}</a></li>" for word in (
            "Home", "About this site", "All the books of the library", "How to read them", "Search for an author",
            "What is new this week", "Give us a hand", "Help and questions", "Your account"))
        licence = "".join(f"<p>{escaped(part)}</p>" for part in texts.licence.split("\n\n"))
        footer = "This page was made for the readers of the library and may be copied."
        return (f"<!doctype html>\n<html><head><title>A free book of the library</title></head><body>"
                f"<nav><ul>{links}</ul></nav>{licence}{body}<footer>{footer}</footer></body></html>")

    report.title("the same text as plain text and as HTML: below .5 of how many, mean, lowest containment", ["HTML"])
    for name, chrome in (("paragraphs alone", False), ("with an English head, navigation and licence", True)):
        cases = [(texts.put(texts.whole(code)), texts.put(page(code, chrome), "html")) for code in texts.codes]
        answers = report.ask(lambda program, a, b: program.within(a, b), cases)
        report.row(name, *map(summary, answers))


def excerpts(texts, report, most):
    """Excerpts of a document, asked in folders that hold it."""
    small = {}
    for code in texts.codes:
        both = (code, "en" if code != "en" else "ru")
        small[code] = texts.gather(f"with-{code}", {f"{one}.txt": texts.whole(one) for one in both})
    report.title("excerpts of a document, asked by `shingle query`: found below .2, below .8", ["folder", "words"])
    worst = []
    for name, folder in (("all languages", lambda code: texts.all), ("that language and English", small.get)):
        for words in (15, 60):
            cases = [(code, piece, folder(code)) for code in texts.codes for piece in texts.pieces(code, words, most)]

            def question(program, code, piece, where):
                return program.query(piece, where).get(f"{code}.txt", 0)
            answers = report.ask(question, cases)
            report.row(name, words, *(f"{sum(one < .2 for one in found)}, {sum(one < .8 for one in found)} of {len(found)}"
                                      for found in answers))
            for limit in (.2, .8):
                worst.append((name, words, limit, [below(cases, found, limit) for found in answers]))
    report.title(f"by language, of {most} excerpts each, where there are any", ["folder", "words", "below"])
    for name, words, limit, found in worst:
        report.row(name, words, f"{limit:g}".lstrip("0"), *found)


def languages(texts, report, most):
    """Languages found on pieces of the texts, each a document of its own."""
    report.title("languages, right of pieces by the one with the largest share; right by language where not all are",
                 ["pieces", "words"])
    for name, change in (("as they are", lambda piece, code: piece), ("a third of the words Latin terms", with_terms)):
        for words in (100, 30, 15):
            cases = []
            for code in texts.codes:
                pieces = [change(piece, code) for piece in texts.pieces(code, words, most)]
                files = {f"{number}.txt": piece for number, piece in enumerate(pieces)}
                cases.append((code, texts.gather(f"{code}-{words}-{change is with_terms:d}", files), len(pieces)))
            answers = report.ask(lambda program, code, where, count: program.right(where, code), cases)
            total = sum(count for *_, count in cases)
            cells = []
            for found in answers:
                missed = [f"{code} {right}" for (code, _, count), right in zip(cases, found) if right < count]
                cells.append(f"{sum(found)} of {total}{': ' if missed else ''}{', '.join(missed)}")
            report.row(name, words, *cells)


def characters(texts, report):
    """The same text in other characters."""
    russian, english, yo = texts.whole("ru"), texts.whole("en"), read(f"{HERE}/yo.txt")
    to_latin = str.maketrans("аеорсхАВЕКМНОРСТХ", "aeopcxABEKMHOPCTX")
    to_cyrillic = str.maketrans("aeopcx", "аеорсх")
    wide = {code: code + 0xFEE0 for code in range(0x21, 0x7F) if chr(code).isalnum()}

    def inside(text, table):
        """In every second word the letters between its first and its last, so that the word mixes scripts."""
        words = re.split(r"(\s+)", text)
        for at in range(0, len(words), 4):
            word = words[at]
            words[at] = word[:1] + word[1:-1].translate(table) + word[-1:] if len(word) > 3 else word
        return "".join(words)

    def joined(text):
        for letters, sign in (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ")):
            text = text.replace(letters, sign)
        return text

    variants = [
        ("е for every ё (an essay with many)", yo, yo.replace("ё", "е").replace("Ё", "Е"), []),
        ("decomposed letters (French)", texts.whole("fr"), unicodedata.normalize("NFD", texts.whole("fr")), []),
        ("ligatures ﬀ, ﬁ, ﬂ (English)", english, joined(english), []),
        ("ligatures (German)", texts.whole("de"), joined(texts.whole("de")), []),
        ("full-width letters (English)", english, english.translate(wide), []),
        ("ss for ß (German)", texts.whole("de"), texts.whole("de").replace("ß", "ss"), []),
        ("Latin look-alikes in every second word (Russian)", russian, inside(russian, to_latin), []),
        ("Cyrillic look-alikes in every second word (English)", english, inside(english, to_cyrillic), []),
        ("the same, `--confusables on` (Russian)", russian, inside(russian, to_latin), ["--confusables", "on"]),
        ("the same, `--confusables on` (English)", english, inside(english, to_cyrillic), ["--confusables", "on"]),
    ]
    report.title("a text against itself in other characters: containment", ["variant"])
    for name, text, changed, options in variants:
        assert text != changed, name
        a, b = texts.put(text), texts.put(changed)
        report.row(name, *(share(None if options and not program.takes_confusables else program.within(a, b, options))
                           for program in report.programs.values()))


def wrapped(text, width, break_words):
    """The paragraphs in lines of at most so many characters; words that do not fit broken by a hyphen, if they are to be."""
    out = []
    for paragraph in text.strip().split("\n\n"):
        lines, line = [], ""
        for word in paragraph.split():
            room = width - len(line) - (1 if line else 0)
            if len(word) <= room:
                line = f"{line} {word}" if line else word
                continue
            letters = re.match(r"[^\W\d_]*", word)[0]
            cut = min(room - 1, len(letters) - 3)
            if break_words and cut >= 3:
                lines.append(f"{line} {word[:cut]}-" if line else f"{word[:cut]}-")
                line = word[cut:]
            else:
                lines.append(line)
                line = word
        out.append("\n".join([*lines, line]))
    return "\n\n".join(out) + "\n"


def at_hyphens(text, only_known):
    """The text in one line, its compounds broken at their hyphens: all, or only the first of those that occur again."""
    compound = re.compile(r"([^\W\d_]+)-([^\W\d_]+)")
    line = " ".join(text.split())
    seen, words = set(), [match[0].lower() for match in compound.finditer(line)]

    def broken(match):
        word = match[0].lower()
        if only_known and (words.count(word) == 1 or word in seen):
            return match[0]
        seen.add(word)
        return f"{match[1]}-\n{match[2]}"
    return compound.sub(broken, line)


def line_ends(texts, report):
    """Hyphens and wrapped lines against the unwrapped text."""
    compounds = " ".join(read(f"{HERE}/compounds.txt").split())
    at_sixty = wrapped(compounds.replace("-", "- "), 60, False).replace("- ", "-")
    report.title("a text wrapped, against itself unwrapped: containment", ["text"])
    for name, text in (
            ("English compounds broken at the hyphen where they occur unbroken elsewhere", at_hyphens(compounds, True)),
            ("English compounds, some of them broken where a line of 60 ends", at_sixty),
            ("English compounds, all broken at the hyphen", at_hyphens(compounds, False))):
        a, b = texts.put(compounds), texts.put(text)
        report.row(name, *(share(program.within(a, b)) for program in report.programs.values()))
    spaced = [code for code in texts.codes if code not in UNSPACED and code not in ("ar", "he", "hi", "ko")]
    for name, breaks in (("words whole", False), ("words broken by hyphens", True)):
        cases = [(texts.put(texts.whole(code)), texts.put(wrapped(texts.whole(code), 60, breaks))) for code in spaced]
        answers = report.ask(lambda program, a, b: program.within(a, b), cases)
        report.row(f"{len(spaced)} languages in lines of 60, {name}: mean, lowest",
                   *(f"{statistics.mean(found):.3f}, {min(found):.3f}" for found in answers))
    for code in sorted(UNSPACED):
        lines = "\n\n".join("\n".join(re.findall(".{1,30}", part)) for part in texts.paragraphs[code])
        a, b = texts.put(texts.whole(code)), texts.put(lines)
        report.row(f"{code}, lines of 30 characters", *(share(program.within(a, b)) for program in report.programs.values()))


def encodings(texts, report):
    """Texts in every codec, against UTF-8."""
    cases, seen = [], set()
    for code, codecs in CODECS.items():
        whole = texts.whole(code)
        for codec in [*codecs.split(), *WIDE]:
            # What a codec has no sign for, such as a dash, is written otherwise; letters must all be there.
            text = "".join(sign if encodes(sign, codec) else ("?" if sign.isalpha() else "-") for sign in whole)
            encoded = text.encode(codec)
            if text.count("?") <= len(text) // 200 and (code, encoded) not in seen:
                seen.add((code, encoded))
                cases.append((code, codec, texts.put(text), texts.put(encoded)))

    def question(program, code, codec, plain, encoded):
        try:
            pair, problems = program.compare(plain, encoded, ["--language", code])
        except SystemExit:
            return 0, True
        return pair["containment_a"], bool(problems)
    answers = report.ask(question, cases)
    report.title("texts in other encodings, against UTF-8: read otherwise (containment below .9)", [""])
    report.row("of how many, without a word", *(
        f"{sum(found < .9 for found, _ in answer)} of {len(cases)}, {sum(found < .9 and not said for found, said in answer)}"
        for answer in answers))
    report.row("which", *(
        ", ".join(f"{code} {codec}" for (code, codec, *_), (found, _) in zip(cases, answer) if found < .9) or "none"
        for answer in answers))


def encodes(sign, codec):
    try:
        return sign.encode(codec).decode(codec) == sign
    except UnicodeError:
        return False


def per_word(texts, report):
    """What per-word finds under a sample."""
    changed = {}
    for code in texts.codes:
        text = texts.whole(code)
        changed[f"{code}.txt"] = text
        for every in (3, 10, 40):
            words = re.split(r"(\s+)", text)
            words[every:-every:2 * every] = ["xyz" for _ in words[every:-every:2 * every]]
            changed[f"{code}-{every}.txt"] = "".join(words)
    folder = texts.gather("rewrites", changed)
    report.title("`--measure per-word` under a sample, threshold .2: pairs found", ["folder", "modulo"])
    for name, where in (("assets/demo", f"{ROOT}/assets/demo"), ("the texts with words replaced", folder)):
        for modulo in (1, 2, 4, 16):
            report.row(name, modulo, *(program.pairs(where, ["--measure", "per-word", "-m", str(modulo)])
                                       for program in report.programs.values()))


SECTIONS = {
    "beside": lambda texts, report, most: beside_english(texts, report),
    "html": lambda texts, report, most: as_html(texts, report),
    "excerpts": excerpts,
    "languages": lambda texts, report, most: languages(texts, report, 2 * most),
    "characters": lambda texts, report, most: characters(texts, report),
    "lines": lambda texts, report, most: line_ends(texts, report),
    "encodings": lambda texts, report, most: encodings(texts, report),
    "per-word": lambda texts, report, most: per_word(texts, report),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shingle", metavar="PATH", nargs="+", required=True,
                        help="one program, or two: before and after")
    parser.add_argument("--only", nargs="+", choices=list(SECTIONS), default=list(SECTIONS), help="these tables alone")
    parser.add_argument("--excerpts", type=int, default=10, help="excerpts of each length and language")
    options = parser.parse_args()
    if len(options.shingle) > 2:
        parser.error("--shingle takes one program or two")
    folder = tempfile.mkdtemp(prefix="shingle-locality-")
    try:
        names = ["figure"] if len(options.shingle) == 1 else ["before", "after"]
        programs = {name: Program(path) for name, path in zip(names, options.shingle)}
        texts = Texts(folder)
        report = Report(programs)
        for section in options.only:
            print(section, file=sys.stderr, flush=True)
            SECTIONS[section](texts, report, options.excerpts)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
