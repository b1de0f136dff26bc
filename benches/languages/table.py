#!/usr/bin/env python3
"""Makes the table of `crates/core/src/text/language/evidence`: `table.py FOLDER [SCRIPT...]` after `fetch.sh` and `words.py`.

For each script: a log-linear model of the language given one word (weights of letter groups and of frequent words), its
weights rounded to codebooks, and a tree that sorts what words score into rows. A row holds how likely its words are in each
language. Needs numpy and scipy; Latin takes some minutes and 6 GB. What is made of a script stays in FOLDER/blocks."""

import collections
import glob
import json
import math
import os
import re
import sys

import numpy as np
import scipy.sparse as sparse

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "../../crates/core/src/text/language/evidence/model.bin")
FOLDER = sys.argv[1]

# Columns: eight neighbours share a codebook.
LANGUAGES = {
    "Latin": "da no sv is nl af de en es gl pt ca it fr ro la cs sk pl sl hr lt lv sq fi et eu hu tr az uz ku id ms tl vi sw "
             "zu st so ga br cy eo ha yo".split(),
    "Cyrillic": "ru uk be bg mk sr kk tg mn".split(),
    "Arabic": "ar fa ur ku".split(),
    "Devanagari": "hi mr ne".split(),
}
# Letter groups, frequent words, and into how many a node of each level of the tree is divided
SIZES = {
    "Latin": (26_000, 10_000, [16, 16, 16]),
    "Cyrillic": (6_000, 2_000, [16, 32]),
    "Arabic": (3_000, 1_500, [16, 16]),
    "Devanagari": (2_500, 1_000, [8, 16]),
}
LETTERS = {
    "Latin": "a-zªºß-öø-ÿāăą-ɏə\u0250-\u02af\u1e00-\u1eff",
    "Cyrillic": "\u0400-\u052f",
    "Arabic": "\u0620-\u064a\u066e-\u06d3\u06d5\u06fa-\u06ff\u0750-\u077f",
    "Devanagari": "\u0900-\u0963\u0970-\u097f",
}
# Not Hindi, Marathi and Kazakh, whose models know no word whole.
LINGUA = dict(pair.split(":") for pair in """af:afrikaans sq:albanian ar:arabic az:azerbaijani eu:basque be:belarusian
    bg:bulgarian ca:catalan hr:croatian+bosnian cs:czech da:danish nl:dutch en:english eo:esperanto et:estonian fi:finnish
    fr:french de:german hu:hungarian is:icelandic id:indonesian ga:irish it:italian la:latin lv:latvian lt:lithuanian
    mk:macedonian ms:malay mn:mongolian fa:persian pl:polish pt:portuguese ro:romanian ru:russian sr:serbian sk:slovak
    sl:slovene so:somali st:sotho es:spanish sw:swahili sv:swedish tl:tagalog tr:turkish uk:ukrainian ur:urdu vi:vietnamese
    cy:welsh yo:yoruba zu:zulu no:bokmal+nynorsk""".split())
FORMS = {"no": ["nb", "nn"]}
# Have too little else: the first half of the Declaration of Human Rights too (the second half judges).
DECLARED = "gl br uz tg ne mr kk".split()
GNOME = "gl hi mr".split()
LONGEST = 4  # letters of a group, links counted

FOLD = str.maketrans({"ё": "е", "ѐ": "е", "ș": "ş", "ț": "ţ", "\u200c": None})
MARKS = re.compile("[\u0300-\u036f\u064b-\u065f\u0670\u0640]")


def say(*what):
    print(*what, file=sys.stderr, flush=True)


# Words


def counted(name, english=None):
    """The counts of a list; without the words of English that was left untranslated, as `the` tells how much there is."""
    path = f"{FOLDER}/words/{name}.tsv"
    counts = collections.Counter()
    if os.path.exists(path):
        with open(path) as file:
            for line in file:
                word, count = line.rstrip("\n").split("\t")
                counts[word] += int(count)
    if english and counts:
        total, whole = sum(counts.values()), sum(english.values())
        share = min(0.95, counts["the"] / total / (english["the"] / whole))
        if share > 0.01:
            for word in counts:
                counts[word] = max(0, counts[word] - 1.15 * share * total / whole * english[word])
    return counts


def declaration(code):
    path = f"{FOLDER}/udhr/{code}.txt"
    if not os.path.exists(path):
        return collections.Counter()
    with open(path) as file:
        text = file.read().lower()
    return collections.Counter(re.findall(r"[^\W\d_]+(?:[\u0300-\u036f\u0900-\u0963]+[^\W\d_]*)*", text))


def stop_words(code):
    (path,) = glob.glob(os.path.expanduser("~/.cargo/registry/src/*/stop-words-0.10.1/src/iso/stopwords-iso.json"))
    with open(path) as file:
        return collections.Counter(word for entry in json.load(file)[code] for word in entry.split())


def mixed(parts):
    parts = [(weight, shares) for weight, shares in parts if shares]
    out = collections.Counter()
    for weight, shares in parts:
        for word, share in shares.items():
            out[word] += share * weight / sum(weight for weight, _ in parts)
    return out


def normal(shares):
    total = sum(shares.values())
    return {word: share / total for word, share in shares.items()} if total else {}


def either(forms):
    """Of two written forms whichever suits a word better, not half of each."""
    both = {word: max(form.get(word, 0) for form in forms) for form in forms for word in form}
    root = sum(both.values()) ** 0.5
    return {word: share / root for word, share in both.items()}


def distribution(code, script, english):
    """How often each word is in a language."""
    letters = re.compile(f"^[{LETTERS[script]}]+$")

    def shares(counts):
        folded = collections.Counter()
        for word, count in counts.items():
            word = MARKS.sub("", word.translate(FOLD))
            if count > 0 and letters.match(word):
                folded[word] += count
        return normal(folded)

    if code == "ku" and script == "Latin":
        return mixed([(1, shares(counted("office-ku-latn"))), (0.3, shares(declaration("ku-latn")))])
    if code == "ku":
        return mixed([(0.6, shares(stop_words("ku"))), (1, shares(declaration("ckb")))])
    if code == "ha":
        return mixed([(1, shares(declaration("ha"))), (0.3, shares(stop_words("ha")))])
    general = either([shares(counted(f"lingua-{name}")) for name in LINGUA.get(code, "").split("+")])
    other = None if code == "en" else english
    technical = mixed([
        (0.4, either([shares(counted(f"office-{form}")) for form in FORMS.get(code, [code])])),
        (0.4, shares(counted(f"help-{code}", other))),
        (0.2, shares(counted(f"mozilla-{code}", other))),
        (1, shares(counted(f"gnome-{code}")) if code in GNOME else {}),
        (0.4, shares(declaration(code)) if code in DECLARED else {}),
    ])
    if other and script == "Latin":
        # English words that were left as they are, or taken over, tell no language
        terms = technical_terms(english, english)
        whole = sum(english.values())
        technical = normal({word: share for word, share in technical.items()
                            if word not in terms or share >= 30 * english[word] / whole})
    return mixed([(0.65, general), (0.35, technical)])


def technical_terms(english, common):
    """Words of English manuals but for the commonest words."""
    top = set(sorted(common, key=common.get, reverse=True)[:150])
    return {word for word in english if word not in top and len(word) > 2 and re.match("^[a-z]+$", word)}


def vocabulary(script):
    """All words, and a row of how often each is in each language."""
    english = counted("help-en")
    languages = LANGUAGES[script]
    shares = [distribution(code, script, english) for code in languages]
    if script == "Latin":
        # Every language holds technical terms of English.
        terms = technical_terms(english, shares[languages.index("en")])
        terms = [word for word in english if word in terms][:4000]
        terms = normal({word: english[word] for word in terms})
        shares = [mixed([(0.85 * sum(each.values()), each), (0.15 * sum(each.values()), terms)]) for each in shares]
    words = list(dict.fromkeys(word for each in shares for word in each))
    places = {word: place for place, word in enumerate(words)}
    mass = np.zeros((len(words), len(languages)), np.float32)
    for column, each in enumerate(shares):
        for word, share in each.items():
            mass[places[word], column] = share
    return words, mass


# The model


def grams(word):
    """The letter groups of a word, `_` for a link, and `=` with the whole word."""
    linked = f"_{word}_"
    found = [linked[at:at + length] for length in range(1, LONGEST + 1) for at in range(len(linked) - length + 1)]
    return [gram for gram in found if gram != "_"] + (["=" + word] if len(linked) > LONGEST else [])


def features(words, mass, groups, whole):
    """Which of the most telling grams are in which words."""
    ids, columns, ends = {}, [], [0]
    for word in words:
        columns.extend(ids.setdefault(gram, len(ids)) for gram in grams(word))
        ends.append(len(columns))
    shape = (len(words), len(ids))
    grid = sparse.csr_matrix((np.ones(len(columns), np.float32), np.array(columns, np.int32), np.array(ends)), shape)
    held = np.asarray(grid.T @ mass)
    total = held.sum(1)
    count = mass.shape[1]
    share = (held + 2e-6) / (total[:, None] + count * 2e-6)
    telling = total * (share * np.log(share * count)).sum(1)
    names = np.array(list(ids), dtype=object)
    is_whole = np.array([name[0] == "=" for name in names])
    best = [np.flatnonzero(which)[np.argsort(-telling[which])[:most]]
            for which, most in ((~is_whole, groups), (is_whole, whole))]
    kept = np.concatenate(best)
    return grid[:, kept].tocsr(), list(names[kept])


def shares_of(sums):
    sums = np.exp(sums - sums.max(1, keepdims=True))
    return sums / sums.sum(1, keepdims=True)


def batches(grid, mass, size, epochs, seed):
    """Yields rows of words in another order each epoch; says at its end how many bits a word leaves open."""
    rng = np.random.default_rng(seed)
    for epoch in range(epochs):
        order = rng.permutation(len(mass))
        loss = []
        for start in range(0, len(order), size):
            yield epoch, order[start:start + size], loss
        say(f"  epoch {epoch}: {sum(loss) / math.log(2) / mass.sum():.4f} bits a word")


def error(grid, mass, weights, rows, loss):
    """The gradient of the loss by the sums of these words, and their features."""
    part = grid[rows]
    shares = shares_of(part @ weights)
    loss.append(-float((mass[rows] * np.log(shares + 1e-12)).sum()))
    return part, shares * mass[rows].sum(1)[:, None] - mass[rows]


def trained(grid, mass):
    """Weights by multinomial logistic regression with AdaGrad."""
    weights = np.zeros((grid.shape[1], mass.shape[1]), np.float32)
    squares = np.full_like(weights, 1e-8)
    for epoch, rows, loss in batches(grid, mass, 4096, 4, 0):
        part, wrong = error(grid, mass, weights, rows, loss)
        slope = np.asarray(part.T @ wrong)
        touched = np.flatnonzero(np.abs(slope).sum(1))
        slope = slope[touched] + 2e-7 * weights[touched]
        squares[touched] += slope * slope
        weights[touched] -= 0.4 * 0.6**epoch * slope / np.sqrt(squares[touched])
    return weights


# Rounding

UNIT = 8 / math.log(2)  # steps of weights in a nat
HEIGHTS = np.array([0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 19, 23, 27, 31], np.float32)


def assigned(rows, centres):
    out = np.empty(len(rows), np.int32)
    squares = (centres * centres).sum(1)
    for start in range(0, len(rows), 65_536):
        out[start:start + 65_536] = (squares - 2 * rows[start:start + 65_536] @ centres.T).argmin(1)
    return out


def centres_of(rows, weight, count):
    """k-means, begun by k-means++ on a sample."""
    if len(rows) <= count:
        return np.concatenate([rows, np.repeat(rows[:1], count - len(rows), 0)])
    rng = np.random.default_rng(0)
    sample = rows[rng.choice(len(rows), min(len(rows), 20_000), p=weight / weight.sum())]
    centres = [sample[rng.integers(len(sample))]]
    distances = ((sample - centres[0]) ** 2).sum(1)
    for _ in range(count - 1):
        chances = distances / distances.sum() if distances.sum() > 0 else None
        centres.append(sample[rng.choice(len(sample), p=chances)])
        distances = np.minimum(distances, ((sample - centres[-1]) ** 2).sum(1))
    centres = np.array(centres, np.float32)
    for _ in range(12):
        nearest = assigned(rows, centres)
        total = np.bincount(nearest, weight, count)
        for column in range(rows.shape[1]):
            sums = np.bincount(nearest, weight * rows[:, column], count)
            centres[:, column] = np.where(total > 0, sums / np.maximum(total, 1e-30), centres[:, column])
    return centres


def rounded(grid, mass, weights):
    """A byte for each gram and eight columns, and what the bytes stand for, fitted once more by the loss."""
    columns = mass.shape[1]
    groups = -(-columns // 8)
    held = np.asarray(grid.T @ mass.sum(1)) ** 0.6
    steps = np.zeros((len(weights), groups * 8), np.float32)
    steps[:, :columns] = (weights - weights.mean(1, keepdims=True)) * UNIT
    books, codes = [], []
    for group in range(groups):
        rows = steps[:, group * 8:group * 8 + 8]
        book = np.clip(np.round(centres_of(rows, held, 256)), -127, 127).astype(np.float32)
        books.append(book / UNIT)
        codes.append(assigned(rows, book))
    books = np.stack(books)
    squares = np.full_like(books, 1e-7)
    ones = np.ones(len(weights), np.float32)
    users = [sparse.csr_matrix((ones, (code, np.arange(len(code)))), (256, len(code))) for code in codes]
    for epoch, rows, loss in batches(grid, mass, 8192, 2, 5):
        read = np.concatenate([book[code] for book, code in zip(books, codes)], 1)[:, :columns]
        part, wrong = error(grid, mass, read, rows, loss)
        slope = np.zeros((len(weights), groups * 8), np.float32)
        slope[:, :columns] = part.T @ wrong
        for group in range(groups):
            change = np.asarray(users[group] @ slope[:, group * 8:group * 8 + 8])
            squares[group] += change * change
            books[group] -= 0.05 * 0.4**epoch * change / np.sqrt(squares[group])
    return np.array(codes).T.astype(np.uint8), np.clip(np.round(books * UNIT), -127, 127).astype(np.int8)


def logarithm(value):
    """As the function of that name in `model.rs`."""
    parts = np.array([65_536, 71_468, 77_936, 84_990, 92_682, 101_070, 110_218, 120_194])
    value = np.asarray(value, np.int64)
    whole = np.floor(np.log2(value)).astype(np.int64) - 16
    return whole * 8 + np.searchsorted(parts, value >> whole, side="right") - 1


def scores(sums):
    """As the function of that name in `model.rs`."""
    parts = np.array([65_536, 60_097, 55_109, 50_535, 46_341, 42_495, 38_968, 35_734])
    most = sums.max(1, keepdims=True)
    below = most - sums
    total = np.where(below >> 3 < 32, parts[below & 7] >> np.minimum(below >> 3, 31), 0).sum(1)
    base = 44 + int(logarithm(sums.shape[1] * 65_536)) - logarithm(total) - most[:, 0]
    return np.clip((sums + base[:, None] + 3) // 6, 0, 15).astype(np.uint8)


def grown(rows, weight, divisions):
    """The levels of a tree over rows of scores."""
    heights = HEIGHTS[rows]
    levels, node, count = [], np.zeros(len(rows), np.int64), 1
    for children in divisions:
        centres = []
        deeper = np.zeros(len(rows), np.int64)
        order = np.argsort(node, kind="stable")
        ends = np.searchsorted(node[order], np.arange(count + 1))
        for parent in range(count):
            within = order[ends[parent]:ends[parent + 1]]
            found = np.zeros((children, rows.shape[1]), np.float32)
            if len(within):
                found = centres_of(heights[within], weight[within], children)
            centres.append(np.abs(found[..., None] - HEIGHTS).argmin(-1).astype(np.uint8))
            if len(within):
                deeper[within] = parent * children + assigned(heights[within], HEIGHTS[centres[-1]])
        node, count = deeper, count * children
        levels.append(np.concatenate(centres))
    return levels


def leaves(rows, levels, divisions):
    """To which leaf the tree leads each row."""
    node = np.zeros(len(rows), np.int64)
    heights = HEIGHTS[rows]
    for level, children in zip(levels, divisions):
        deeper = np.empty_like(node)
        order = np.argsort(node, kind="stable")
        ends = np.searchsorted(node[order], np.arange(len(level) // children + 1))
        for parent in range(len(level) // children):
            within = order[ends[parent]:ends[parent + 1]]
            if len(within):
                centres = HEIGHTS[level[parent * children:(parent + 1) * children]]
                deeper[within] = parent * children + assigned(heights[within], centres)
        node = deeper
    return node


def likelihoods(leaf, mass, count, languages):
    """The scores of each leaf, by how often its words are in each language."""
    held = np.stack([np.bincount(leaf, column, count) for column in mass.T], 1)
    total = held.sum(1, keepdims=True)
    columns = mass.shape[1]
    share = (held + 2e-7 + 0.004 * total / columns) / (1.004 * total + columns * 2e-7)
    rows = np.clip(np.round((np.log2(share * columns) + 5.5) / 0.75), 0, 15).astype(np.uint8)
    if "en" in languages:
        # Rows of English hold the terms of technical texts: what they tell of other languages is chance
        for row in np.flatnonzero(rows.argmax(1) == languages.index("en")):
            middle = int(np.median(rows[row]))
            rows[row, np.abs(rows[row].astype(int) - middle) <= 1] = middle
    return rows


# The file


def hashed(gram):
    """As `Hash` in `model.rs`."""
    state, letters = (0x3C6E_F372, gram[1:]) if gram[0] == "=" else (0, gram)
    for letter in letters:
        state = (state ^ (0 if letter == "_" else ord(letter)) + 1) * 0x9E37_79B9 & 0xFFFF_FFFF
        state ^= state >> 15
    state = state * 0x85EB_CA6B & 0xFFFF_FFFF
    return state ^ state >> 13


def packed(rows):
    if rows.shape[1] % 2:
        rows = np.concatenate([rows, np.zeros((len(rows), 1), np.uint8)], 1)
    return (rows[:, 0::2] | rows[:, 1::2] << 4).tobytes()


def block(script):
    groups, whole, divisions = SIZES[script]
    languages = LANGUAGES[script]
    words, mass = vocabulary(script)
    say(f"{script}: {len(words)} words")
    grid, names = features(words, mass, groups, whole)
    codes, books = rounded(grid, mass, trained(grid, mass))
    weights = np.concatenate([book[code] for book, code in zip(books, codes.T)], 1)[:, :len(languages)].astype(np.float32)
    sums = [np.asarray(grid[start:start + 200_000] @ weights) for start in range(0, len(words), 200_000)]
    rows = scores(np.round(np.concatenate(sums)).astype(np.int64))
    # The tree is grown on the frequent words and on a part of the others.
    weight = mass.sum(1)
    chance = np.maximum(np.minimum(1, weight / np.quantile(weight, 0.9) * 0.5), 0.12)
    chosen = np.flatnonzero(np.random.default_rng(2).random(len(words)) < chance)
    levels = grown(rows[chosen], (weight / chance)[chosen], divisions)
    leaf = leaves(rows, levels, divisions)
    out = likelihoods(leaf, mass, math.prod(divisions), languages)
    bits = max(6, int(math.log2(len(names))) - 1)
    entries = {}
    for index, name in enumerate(names):
        value = hashed(name)
        entries.setdefault((value >> 32 - bits, value & 0xFFFF), index)
    keys = sorted(entries)
    starts = np.searchsorted([bucket for bucket, _ in keys], np.arange((1 << bits) + 1)).astype("<u2")
    parts = [bytes([len(languages)]), "".join(languages).encode(), bytes([bits]), starts.tobytes(),
             np.array([fingerprint for _, fingerprint in keys], "<u2").tobytes(),
             codes[[entries[key] for key in keys]].tobytes(), books.tobytes(), bytes([len(levels)])]
    for children, level in zip(divisions, levels):
        parts += [bytes([children]), packed(level)]
    return b"".join([*parts, packed(out)])


def ideographs():
    """By how much a character is likelier in Chinese than in Japanese: 8 and a number of steps from -7 to 7."""

    def characters(parts):
        out = collections.Counter()
        for weight, counts in parts:
            held = collections.Counter()
            for word, count in counts.items():
                for character in word:
                    if "\u3040" <= character <= "\u30ff" or "\u4e00" <= character <= "\u9fff":
                        held[character] += count
            for character, share in normal(held).items():
                out[character] += weight * share
        return out

    def profile(name):
        with open(f"{FOLDER}/langdetect/langdetect/profiles/{name}") as file:
            return {gram: count for gram, count in json.load(file)["freq"].items() if len(gram) == 1}

    chinese = characters([(0.35, counted("lingua-chinese")), (0.35, profile("zh-cn")), (0.1, profile("zh-tw")),
                          (0.1, counted("office-zh")), (0.1, counted("help-zh"))])
    japanese = characters([(0.4, counted("lingua-japanese")), (0.4, profile("ja")), (0.1, counted("office-ja")),
                           (0.1, counted("help-ja"))])
    out = np.full(0x5200, 8, np.uint8)
    for index in range(len(out)):
        one, other = (each[chr(0x4E00 + index)] + 5e-6 for each in (chinese, japanese))
        if one + other > 1.2e-5:
            out[index] = 8 + max(-7, min(7, round(math.log2(one / other) / 0.75)))
    return (out[0::2] | out[1::2] << 4).tobytes()


def main():
    os.makedirs(f"{FOLDER}/blocks", exist_ok=True)
    for script in sys.argv[2:] or [*LANGUAGES, "Han"]:
        made = ideographs() if script == "Han" else block(script)
        with open(f"{FOLDER}/blocks/{script}", "wb") as file:
            file.write(made)
    with open(TABLE, "wb") as file:
        for script in [*LANGUAGES, "Han"]:
            with open(f"{FOLDER}/blocks/{script}", "rb") as part:
                file.write(part.read())


main()
