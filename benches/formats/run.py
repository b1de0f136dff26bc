#!/usr/bin/env python3
"""Makes one book in every format that the converters at hand can write, and measures what the program reads of each: the words
of the text that it finds (recall of different words), and the resemblance of both over runs of five words.

    benches/formats/run.py target/release/shingle [BOOK.txt] [--keep FOLDER]

BOOK is plain text with empty lines between paragraphs. The book gets a table, a footnote in every chapter, page headers and
page numbers. Pandoc, LibreOffice and LaTeX convert it where they are there."""

import argparse
import email.message
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURE = os.path.join(HERE, "../../tests/fixtures/formats/alice.txt")
PLAIN = ["--no-config", "--no-cache", "--language", "en", "--stop-words", "off", "--stem", "off", "--measure", "jaccard"]
TITLE = "The book of the benchmark"


def blocks(text):
    """The headings, verses and paragraphs of a text, as (kind, lines)."""
    found = []
    for block in re.split(r"\n\s*\n", text.replace("\r", "")):
        lines = [re.sub(r"\s+", " ", line.strip()) for line in block.split("\n") if line.strip()]
        if not re.search(r"\w", block):
            continue
        short = len(lines) == 1 and len(lines[0].split()) <= 8
        if short and lines[0][-1].isalnum():
            if found and found[-1][0] == "heading":
                found[-1] = ("heading", [found[-1][1][0] + ". " + lines[0]])
            else:
                found.append(("heading", lines))
        elif len(lines) > 2 and all(line.startswith("    ") for line in block.split("\n") if line.strip()):
            found.append(("verse", lines))
        else:
            joined = re.sub(r"(?<=\w)- (?=\w)", "-", " ".join(lines))
            found.append(("paragraph", [joined]))
    return found


def book(text):
    """The same with a table, and with footnotes, which stand in the third place."""
    whole, title, rows = [], None, []
    for kind, lines in blocks(text):
        note = None
        if kind == "heading":
            title = lines[0]
        elif kind == "paragraph" and title and len(lines[0].split()) > 20:
            note = f"An editor adds {len(rows) + 1} remarks to what begins here under the title of {title}"
            rows.append([title, f"{len(lines[0])} letters", f"{len(lines[0].split())} words"])
            title = None
        whole.append((kind, lines, note))
    return whole, [["What is in it", "First paragraph", "The same in words"], *rows]


def plain(whole, table):
    notes = [note for _, _, note in whole if note]
    parts = [TITLE, *("\n".join(lines) for _, lines, _ in whole), *(" ".join(row) for row in table), *notes]
    return "\n\n".join(parts) + "\n"


def markdown(whole, table):
    def safe(line):
        return re.sub(r"([\\`*_{}\[\]<>()#+.!|$~^@\"'-])", r"\\\1", line)

    out, notes = [f"% {TITLE}"], []
    for kind, lines, note in whole:
        if kind == "heading":
            out.append("# " + safe(lines[0]))
        elif kind == "verse":
            out.append("\n".join("> | " + safe(line) for line in lines))
        else:
            out.append(safe(lines[0]) + (f"[^{len(notes) + 1}]" if note else ""))
        if note:
            notes.append(f"[^{len(notes) + 1}]: {safe(note)}")
    rows = ["| " + " | ".join(safe(cell) for cell in row) + " |" for row in table]
    return "\n\n".join([*out, "\n".join([rows[0], "|---|---|---|", *rows[1:]]), *notes]) + "\n"


def latex(whole, table, options):
    def safe(line):
        line = re.sub(r"([#$%&_{}])", r"\\\1", line.replace("\\", ""))
        return line.replace("~", r"\textasciitilde{}").replace("^", r"\textasciicircum{}").replace("--", "-{}-")

    out = [rf"\documentclass[{options}]{{book}}", r"\usepackage[T1]{fontenc}", r"\usepackage{lmodern}", r"\usepackage{fancyhdr}",
           r"\pagestyle{fancy}\fancyhf{}\fancyhead[LE,RO]{\thepage}\fancyhead[RE,LO]{\leftmark}", r"\setcounter{secnumdepth}{-1}",
           rf"\begin{{document}}\title{{{TITLE}}}\author{{}}\date{{}}\maketitle"]
    for kind, lines, note in whole:
        if kind == "heading":
            out.append(rf"\chapter{{{safe(lines[0])}}}")
        elif kind == "verse":
            out.append("\\begin{verse}\n" + "\\\\\n".join(safe(line) for line in lines) + "\n\\end{verse}")
        else:
            out.append(safe(lines[0]) + (rf"\footnote{{{safe(note)}}}" if note else ""))
    rows = "\\\\\n".join(" & ".join(safe(cell) for cell in row) for row in table)
    out.append("\\begin{table}\\small\\begin{tabular}{p{.3\\linewidth}ll}\n" + rows + "\n\\end{tabular}\\end{table}")
    return "\n\n".join([*out, r"\end{document}"]) + "\n"


def with_pages(source, target, columns):
    """An OpenDocument text again, with a page header, page numbers and columns, as LibreOffice writes them."""
    furniture = (f"<style:header><text:p>{TITLE}</text:p></style:header>"
                 "<style:footer><text:p>page <text:page-number>1</text:page-number></text:p></style:footer>")
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename == "styles.xml":
                styles = data.decode()
                styles = re.sub(r"(<style:master-page [^>]*?)/>", r"\1></style:master-page>", styles)
                styles = re.sub(r"(<style:master-page [^>]*>)", rf"\1{furniture}", styles)
                if columns > 1:
                    asked = f'<style:columns fo:column-count="{columns}" fo:column-gap="0.7cm"/>'
                    styles = re.sub(r"<style:columns [^>]*?(/>|>.*?</style:columns>)", "", styles, flags=re.S)
                    styles = re.sub(r"(<style:page-layout-properties [^>]*?)/>", r"\1></style:page-layout-properties>", styles)
                    styles = re.sub(r"(<style:page-layout-properties [^>]*>)", rf"\1{asked}", styles)
                data = styles.encode()
            new.writestr(entry, data)


def mail(text, page, target):
    message = email.message.EmailMessage()
    message["Subject"] = TITLE
    message["From"], message["To"] = "a@example.org", "b@example.org"
    if page is None:
        message.set_content(text.split("\n", 2)[2], cte="quoted-printable")
    else:
        message.set_content(page, subtype="html", cte="base64")
    with open(target, "wb") as file:
        file.write(bytes(message))


class Shelf:
    """The folder of the converted books."""

    def __init__(self, place):
        self.place = place
        self.made = []
        self.missing = []

    def path(self, name):
        return os.path.join(self.place, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def take(self, source, kind, name):
        if os.path.exists(self.path(name)):
            self.made.append((source, kind, name))
        else:
            self.missing.append(f"{kind} by {source}")

    def run(self, *command):
        try:
            done = subprocess.run(command, cwd=self.place, capture_output=True, timeout=600)
            return done.returncode == 0
        except (OSError, subprocess.TimeoutExpired):
            return False

    def office(self, name, kind, target):
        """Has LibreOffice convert a file; several books of one format need names of their own."""
        out = self.path("office")
        self.run("soffice", "--headless", f"-env:UserInstallation=file://{self.place}/profile", "--convert-to", kind,
                 "--outdir", out, self.path(name))
        written = os.path.join(out, os.path.splitext(name)[0] + "." + kind.split(":")[0])
        if os.path.exists(written):
            os.replace(written, self.path(target))


def convert(shelf, whole, table):
    text = plain(whole, table)
    shelf.write("book.txt", text)
    shelf.write("book.md", markdown(whole, table))
    shelf.take("this script", "Markdown", "book.md")
    with gzip.open(shelf.path("book.txt.gz"), "wb") as file:
        file.write(text.encode())
    shelf.take("Python", "gzip", "book.txt.gz")
    for kind, more in [("html", []), ("epub", []), ("docx", []), ("odt", []), ("rtf", []), ("pptx", ["--slide-level=1"]),
                       ("tex", [])]:
        shelf.run("pandoc", "-s", "-f", "markdown-smart", *more, "-M", "lang=en", "book.md", "-o", "pandoc." + kind)
        shelf.take("Pandoc", kind, "pandoc." + kind)
    mail(text, None, shelf.path("plain.eml"))
    shelf.take("Python", "eml, quoted-printable", "plain.eml")
    if os.path.exists(shelf.path("pandoc.html")):
        with open(shelf.path("pandoc.html"), encoding="utf-8") as file:
            mail(text, file.read(), shelf.path("page.eml"))
    shelf.take("Python and Pandoc", "eml, HTML", "page.eml")
    if os.path.exists(shelf.path("pandoc.odt")):
        with_pages(shelf.path("pandoc.odt"), shelf.path("pages.odt"), 1)
        with_pages(shelf.path("pandoc.odt"), shelf.path("columns.odt"), 2)
    for kind in ["odt", "fodt", "docx", "rtf", "html", "epub", "pdf"]:
        shelf.office("pages.odt", kind, "office." + kind)
        shelf.take("LibreOffice", kind, "office." + kind)
    shelf.office("columns.odt", "pdf", "columns.pdf")
    shelf.take("LibreOffice", "pdf, two columns", "columns.pdf")
    for name, options in [("one", "a5paper"), ("two", "twocolumn")]:
        shelf.write(name + ".tex", latex(whole, table, options))
    shelf.take("this script", "tex", "one.tex")
    for program in ["pdflatex", "xelatex", "lualatex"]:
        for name, kind in [("one", "pdf"), ("two", "pdf, two columns")]:
            target = f"{program}-{name}"
            for _ in range(2):
                shelf.run(program, "-interaction=batchmode", "-jobname", target, name + ".tex")
            shelf.take(program, kind, target + ".pdf")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("book", nargs="?", default=FIXTURE)
    parser.add_argument("--keep", help="a folder for the converted books, which stay there")
    asked = parser.parse_args()
    program = os.path.abspath(asked.program)
    with open(asked.book, encoding="utf-8") as file:
        whole, table = book(file.read())
    place = os.path.abspath(asked.keep) if asked.keep else tempfile.mkdtemp(prefix="shingle-formats-")
    os.makedirs(place, exist_ok=True)
    shelf = Shelf(place)
    convert(shelf, whole, table)

    def compare(name, *more):
        done = subprocess.run([program, "compare", name, "book.txt", *PLAIN, *more], cwd=place, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{name}: exit code {done.returncode}: {done.stderr}")
        return done.stdout

    low = []
    print("| by | format | words found | resemblance |\n|---|---|---|---|")
    for source, kind, name in shelf.made:
        single = json.loads(compare(name, "-w", "1", "--format", "json"))["pair"]
        recall = single["containment_b"]
        pair = json.loads(compare(name, "-w", "5", "--format", "json"))["pair"]
        print(f"| {source} | {kind} | {recall:.4f} | {pair['jaccard']:.4f} |", flush=True)
        goal = 0.9 if kind.startswith("pdf") else 0.99
        if min(recall, pair["jaccard"]) < goal:
            low.append(f"{kind} by {source}")
    print(f"\n{single['b_words']} words. Not made: {', '.join(shelf.missing) or 'nothing'}. Below the goal: {', '.join(low) or 'nothing'}.")
    if not asked.keep:
        shutil.rmtree(place)


main()
