#!/bin/sh
# Gets files that programs of other people wrote into the folder of the first argument, a folder for each source (500 MB).
# Needs Debian's package lists, pip's index, npm and curl.
set -eu
mkdir -p "$1" && cd "$1"

unpacked() { # folder address
    [ -d "$1" ] || { mkdir "$1" && curl -sSf "$2" | tar xz -C "$1" --strip-components 1; }
}
sdist() { # package
    unpacked "$1" "$(curl -sSf "https://pypi.org/simple/$1/" | grep -o 'href="[^"]*\.tar\.gz' | tail -1 | cut -c7-)"
}
for package in python-docx python-pptx pypdf odfpy; do sdist "$package"; done
unpacked pandoc http://deb.debian.org/debian/pool/main/p/pandoc/pandoc_2.17.1.1.orig.tar.gz
unpacked mammoth "$(npm view mammoth dist.tarball)"
for package in developers-reference debian-policy live-manual-epub live-manual-pdf maint-guide texlive-latex-base-doc; do
    [ -d "$package" ] && continue
    apt-get download -q "$package" && dpkg -x "$package"_*.deb "$package" && rm "$package"_*.deb
done
