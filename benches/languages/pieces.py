#!/usr/bin/env python3
"""Cuts held-out texts into pieces: `pieces.py FOLDER > pieces.tsv` after `fetch.sh`, for `cargo run -p shingle-benches --bin languages`.

Sources: `man` (manual pages of Debian's packages), `devref` (the Developer's Reference), `fortunes`, `news` (the test sentences
of lingua's models, which are not in the models) and `udhr` (the second half of the Declaration of Human Rights). Of each, up to
100 pieces of 15, 30 and 100 words, and each again with a third of its words replaced by technical terms. Writes the first half
of the Declaration to FOLDER/udhr, which is all of it that the table may be made of."""

import collections
import glob
import gzip
import html
import os
import random
import re
import sys
import unicodedata

FOLDER = sys.argv[1]
JUDGE = f"{FOLDER}/judge"
TERMS = """server file http kernel Linux GNU Debian GTK config TCP socket bash USB cache buffer thread proxy router Python
Apache Docker driver firmware boot GRUB systemd login shell root sudo script plugin commit branch merge git Firefox Wayland
OpenSSL SSH DNS DHCP IP Ethernet Bluetooth GPU CPU RAM firewall cluster Kubernetes container Windows MySQL PostgreSQL SQL JSON
XML HTML CSS JavaScript API frontend backend framework Unicode ASCII hash token stack heap pixel Postfix Samba NFS ext mount
partition swap daemon cron syslog Perl Ruby Java compiler linker debugger header library package update download upload link
browser tab email spam software hardware open source release build test default value error status input output stream string
array host port user client network data display server key""".split()
# Paragraphs with many of these are not translated.
ENGLISH = set("the of to is in and that for be are this with it as which not or by an on from if can when will at has have was "
              "you".split())
PLAINLY = set("the and with that this which are from you have when your should been".split())
OTHER_SCRIPTS = set("ru uk mk sr bg el ja zh ko ar he fa hi be hy th ta te ka gu bn mr pa kk mn ur ne tg am km".split())
UNSPACED = {"zh": 2, "ja": 2, "th": 5}  # characters that count as a word
MANUALS = {"nb": "no", "pt_BR": "pt", "zh_CN": "zh", "zh_TW": "zh", "sr_Cyrl": "sr"}
NEWS = dict(pair.split(":") for pair in """bokmal:no nynorsk:no afrikaans:af albanian:sq arabic:ar armenian:hy azerbaijani:az
    basque:eu belarusian:be bengali:bn bosnian:hr bulgarian:bg catalan:ca chinese:zh croatian:hr czech:cs danish:da dutch:nl
    english:en esperanto:eo estonian:et finnish:fi french:fr georgian:ka german:de greek:el gujarati:gu hebrew:he hindi:hi
    hungarian:hu icelandic:is indonesian:id irish:ga italian:it japanese:ja kazakh:kk korean:ko latin:la latvian:lv
    lithuanian:lt macedonian:mk marathi:mr mongolian:mn persian:fa polish:pl portuguese:pt punjabi:pa romanian:ro russian:ru
    serbian:sr slovak:sk slovene:sl somali:so sotho:st spanish:es swahili:sw swedish:sv tagalog:tl tamil:ta telugu:te thai:th
    turkish:tr ukrainian:uk urdu:ur vietnamese:vi welsh:cy yoruba:yo zulu:zu""".split())  # not Malay, which is Indonesian there
DECLARATION = dict(pair.split(":") for pair in """afr:af arb:ar azj_latn:az bel:be ben:bn bre:br bul:bg cat:ca ces:cs ckb:ckb
    cmn_hans:zh cmn_hant:zh dan:da deu_1996:de ell_monotonic:el eng:en epo:eo est:et eus:eu fin:fi fra:fr gle:ga glg:gl guj:gu
    hau_NG:ha heb:he hin:hi hrv:hr bos_latn:hr srp_latn:hr srp_cyrl:sr hun:hu hye:hy ind:id isl:is ita:it jpn:ja kat:ka kaz:kk
    kmr:ku-latn kor:ko lat:la lit:lt lav:lv mar:mr mkd:mk khk:mn nep:ne nld:nl nob:no nno:no pan:pa pes_1:fa pol:pl por_PT:pt
    por_BR:pt ron_2006:ro rus:ru slk:sk slv:sl som:so sot:st spa:es swe:sv swh:sw tam:ta tel:te tgk:tg tgl:tl tha:th tur:tr
    ukr:uk urd:ur uzn_latn:uz vie:vi yor:yo zul:zu als:sq cym:cy amh:am kan:kn mal:ml sin:si mya:my lao:lo khm:km""".split())
# In no column: what words of such texts tell is what a rule that refuses must tell apart.
UNKNOWN = "fao mlt ltz xho gla fry oci_1 ast jav ceb hat_popular wln tat uig_arab bak".split()
ACCENTS = {":": "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", ",": "\u0327", "v": "\u030c",
           "o": "\u030a", "a": "\u0306"}
LETTERS = {"o/": "ø", "O/": "Ø", "ae": "æ", "AE": "Æ", "ss": "ß", "oa": "å", "oA": "Å", "oe": "œ", "-d": "đ", "/l": "ł",
           "/L": "Ł", ".i": "ı"}

random.seed(14)


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
        try:
            return file.read().decode()
        except (UnicodeDecodeError, OSError, EOFError):
            return ""


def letter(found):
    name = found.group(1) or found.group(2)
    if name in LETTERS:
        return LETTERS[name]
    if name[0] in ACCENTS and name[1].isalpha() and name != "oq":
        return unicodedata.normalize("NFC", name[1] + ACCENTS[name[0]])
    return found.group(0)


def manual(text):
    """The paragraphs of a page, without its macros."""
    paragraphs, now, is_code = [], [], False
    for line in text.splitlines():
        is_code = line.startswith((".nf", ".EX")) or is_code and not line.startswith((".fi", ".EE"))
        font = re.match(r"\.(?:B|I|BR|IR|RB|RI) (.*)", line)
        if is_code:
            continue
        if font:
            now.append(font.group(1).replace('"', ""))
        elif not line.strip() or line[0] in "'. \t":
            paragraphs.append(" ".join(now))
            now = []
        else:
            now.append(line)
    for paragraph in [*paragraphs, " ".join(now)]:
        paragraph = re.sub(r"\\\[(..)\]|\\\((..)", letter, paragraph)
        paragraph = re.sub(r"\\f(?:\[\w*\]|\(..|.)", "", paragraph)
        paragraph = re.sub(r"\\\*?\[(?:oq|cq|aq|lq|rq|dq)\]|\\\((?:oq|cq|aq|lq|rq|dq)", "'", paragraph)
        paragraph = re.sub(r"\\\[u([0-9A-F]{4})\]", lambda found: chr(int(found.group(1), 16)), paragraph)
        for escape, meant in (("\\-", "-"), ("\\&", ""), ("\\%", ""), ("\\:", ""), ("\\ ", " "), ("\\e", "\\")):
            paragraph = paragraph.replace(escape, meant)
        yield re.sub(r"\\s[+-]?\d|\\\[[^\]]*\]|\\\(..|\\[~|^/,cd]", "", paragraph)


def is_running(code, paragraph):
    """Whether it is text of the language, not English left untranslated, a table or code."""
    words = re.findall(r"[^\W\d_]+", paragraph)
    if len(words) < 3 or re.search("[\u2500-\u259f]|LETTER|\\\\h|\x1b", paragraph):
        return False
    share = [sum(word.lower() in each for word in words) / len(words) for each in (ENGLISH, PLAINLY)]
    if code != "en" and (share[0] > 0.2 or share[1] > 0.06):
        return False
    tokens = paragraph.split()
    whole = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*[.,;:!?)]*")
    natural = sum(whole.fullmatch(token.lstrip("([«\"„“")) is not None and not token[:2].isupper() for token in tokens)
    if code not in UNSPACED and natural < 0.6 * len(tokens):
        return False
    beyond = sum(character > "\u02ff" for character in paragraph)
    return code not in OTHER_SCRIPTS or beyond >= 0.6 * sum(character.isalpha() for character in paragraph)


def tagged(text, tag):
    return [re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", inner)))
            for inner in re.findall(rf"(?s)<(?:{tag})\b[^>]*>(.*?)</(?:{tag})>", text)]


texts = collections.defaultdict(list)  # documents of (code, source), each a list of paragraphs


def add(code, source, paragraphs):
    kept = [paragraph for paragraph in paragraphs if is_running(code, paragraph)]
    if kept:
        texts[code, source].append(kept)


def some(pattern, most):
    files = sorted(file for file in glob.glob(pattern, recursive=True) if os.path.isfile(file) and not os.path.islink(file))
    return random.sample(files, min(most, len(files)))


def collect():
    untranslated = {line for file in glob.glob(f"{JUDGE}/*/usr/share/man/man*/*") if os.path.isfile(file)
                    for line in manual(read(file))}
    for code in "ca cs da de el es fi fr gl hu id it ja ko mk nb nl pl pt pt_BR ro ru sr sr_Cyrl sv tr uk vi zh_CN zh_TW".split():
        for file in some(f"{JUDGE}/*/usr/share/man/{code}/man*/*", 400):
            page = [line for line in manual(read(file)) if line not in untranslated]
            if code == "sr" and sum(character in "аеиоу" for line in page for character in line) <= 50:
                add("hr", "man", page)
            else:
                add(MANUALS.get(code, code), "man", page)
    for file in some(f"{JUDGE}/*/usr/share/man/man[15678]/*", 200):
        add("en", "man", manual(read(file)))
    for folder in sorted(glob.glob(f"{JUDGE}/developers-reference*")):
        for file in sorted(glob.glob(f"{folder}/**/*.html", recursive=True)):
            page = re.sub(r"(?s)<(script|style|head|pre)\b.*?</\1>", " ", read(file))
            add(folder.split("reference")[1].strip("-") or "en", "devref", tagged(page, "p"))
    for folder in sorted(glob.glob(f"{JUDGE}/fortunes*")):
        code = {"": "en", "br": "pt"}.get(os.path.basename(folder)[9:], os.path.basename(folder)[9:])
        for file in some(f"{folder}/usr/share/games/fortunes/**/*", 1000):
            text = read(file) if not file.endswith((".dat", ".u8")) and "off" not in file else ""
            # Slovak among the Czech
            if "\n%\n" in text and not (code == "cs" and "sk" in os.path.basename(file)):
                sayings = [re.sub(r"\s+", " ", saying) for saying in re.sub("\x1b?\\[[0-9;]*m", "", text).split("\n%\n")]
                sayings = [saying for saying in sayings if len(saying.split()) >= 5]
                for start in range(0, len(sayings), 40):
                    add(code, "fortunes", sayings[start:start + 40])
    for name, code in NEWS.items():
        sentences = read(f"{FOLDER}/sentences/{name}.txt").splitlines()
        for start in range(0, len(sentences), 20):
            texts[code, "news"].append(sentences[start:start + 20])
    halves = collections.defaultdict(list)
    for name in [*DECLARATION, *UNKNOWN]:
        path = f"{FOLDER}/package/declaration/{name}.html"
        if not os.path.exists(path):
            continue
        text = read(path)
        preamble, *articles = re.split(r"<article\b", text)
        half = len(articles) // 2
        code = DECLARATION.get(name, "-")
        texts["ku" if code in ("ckb", "ku-latn") else code, "udhr"].append(tagged("".join(articles[half:]), "p|li"))
        halves[code] += [re.sub("<[^>]*>", " ", preamble.split("<body>")[1]), *tagged("".join(articles[:half]), "p|li")]
    os.makedirs(f"{FOLDER}/udhr", exist_ok=True)
    for code, paragraphs in halves.items():
        if code != "-":
            with open(f"{FOLDER}/udhr/{code}.txt", "w") as file:
                file.write("\n".join(paragraphs))


def cut(code, text, size):
    text = re.sub(r"\s+", " ", text).strip()
    if code in UNSPACED:
        length = UNSPACED[code] * size
        return [text[start:start + length] for start in range(0, len(text) - length + 1, length)]
    words = text.split()
    return [" ".join(words[start:start + size]) for start in range(0, len(words) - size + 1, size)]


def with_terms(code, piece):
    if code in UNSPACED:
        step = 2 * UNSPACED[code]
        return "".join(f"{piece[at:at + step]} {random.choice(TERMS)} " for at in range(0, len(piece), step))
    words = piece.split()
    for place in random.sample(range(len(words)), len(words) // 3):
        words[place] = random.choice(TERMS)
    return " ".join(words)


def main():
    collect()
    for (code, source), documents in sorted(texts.items()):
        for size in (15, 30, 100):
            pieces = [piece for document in documents for piece in cut(code, " ".join(document), size)]
            for piece in random.sample(pieces, min(100, len(pieces))):
                print(code, size, source, piece, sep="\t")
                print(code, size, source + "+terms", with_terms(code, piece), sep="\t")


main()
