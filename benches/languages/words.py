#!/usr/bin/env python3
"""Counts the words of the translated texts that `fetch.sh` got: `words.py FOLDER` writes FOLDER/words/SOURCE-CODE.tsv.

Sources: `office` and `mozilla` (what the programs say), `help` and `gnome` (their manuals)."""

import collections
import gettext
import glob
import html
import os
import re
import sys
import zipfile

FOLDER = sys.argv[1]
TRAIN = os.path.join(FOLDER, "train")
WORD = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963]+[^\W\d_]*)*")
# Paths, addresses, options, variables and what holds digits are in no language.
ODD = re.compile(r"\S*(?:/|\\|@|::|\.\w)\S*|\S*[0-9_]\S*|[%$&]\S+")
CODES = {"pt-br": "pt", "pt_BR": "pt", "zh-cn": "zh", "zh-tw": "zh", "zh_CN": "zh", "C": "en",
         "kmr": "ku-latn", "pa-in": "pa", "en-gb": "en", "en-us": "en", "sr@latin": "sr-latn", "hy-am": "hy"}
LEFT_OUT = {"in", "en-za"}

lists = collections.defaultdict(collections.Counter)


def add(source, code, text):
    text = ODD.sub(" ", text)
    lists[source, CODES.get(code, code)].update(word.lower() for word in WORD.findall(text))


def packages(name):
    for path in sorted(glob.glob(f"{TRAIN}/{name}-*")):
        code = path.split("l10n-")[-1].split("help-")[-1]
        if code not in LEFT_OUT:
            yield code, path


def paragraphs(text, tags):
    for inner in re.findall(rf"(?s)<(?:{tags})\b[^>]*>(.*?)</(?:{tags})>", text):
        yield html.unescape(re.sub(r"<[^>]*>", " ", inner))


def read(path):
    with open(path, encoding="utf8", errors="ignore") as file:
        return file.read()


def office():
    for code, path in packages("libreoffice-l10n"):
        for file in glob.glob(f"{path}/usr/lib/libreoffice/program/resource/*/LC_MESSAGES/*.mo"):
            if CODES.get(code, code) == "en":
                continue
            with open(file, "rb") as opened:
                catalogue = gettext.GNUTranslations(opened)._catalog
            for key, value in catalogue.items():
                key = (key[0] if isinstance(key, tuple) else key).split("\x04")[-1]
                if key and value and value != key:
                    add("office", code, value.replace("~", "").replace("_", ""))


def manuals():
    for code, path in packages("libreoffice-help"):
        for file in sorted(glob.glob(f"{path}/**/*.html", recursive=True)):
            # A third of the pages, the same of each language
            if int.from_bytes(os.path.basename(file).encode()[-9:], "big") % 3 == 0:
                text = re.sub(r"(?s)<(script|style|head|pre|code)\b.*?</\1>", " ", read(file))
                for paragraph in paragraphs(text, r"p|h\d"):
                    add("help", code, paragraph)
    pages = f"{TRAIN}/gnome-user-docs/usr/share/help"
    for code in sorted(os.listdir(pages)):
        for file in glob.glob(f"{pages}/{code}/**/*.page", recursive=True):
            for paragraph in paragraphs(read(file), "p|title|desc"):
                add("gnome", code, paragraph)


def mozilla():
    for code, path in [*packages("firefox-esr-l10n"), *packages("thunderbird-l10n")]:
        for file in glob.glob(f"{path}/**/*.xpi", recursive=True):
            archive = zipfile.ZipFile(file)
            for name in archive.namelist():
                if not name.endswith((".ftl", ".properties")):
                    continue
                for line in archive.read(name).decode("utf8", "ignore").splitlines():
                    value = line.split("=", 1)[1] if "=" in line else line if line.startswith(" ") else ""
                    if not line.startswith("#"):
                        add("mozilla", code, re.sub(r"\{[^}]*\}|<[^>]*>|&\w+;|\.\w+ *=", " ", value))


office()
manuals()
mozilla()
os.makedirs(f"{FOLDER}/words", exist_ok=True)
for (source, code), counts in lists.items():
    with open(f"{FOLDER}/words/{source}-{code}.tsv", "w") as file:
        file.writelines(f"{word}\t{count}\n" for word, count in counts.most_common())
