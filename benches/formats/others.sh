#!/bin/sh
# Gets files that programs of other people wrote into the folder of the first argument, a folder for each source (500 MB).
# Needs Debian's package lists, pip's index, npm, curl, LibreOffice and pdftotext.
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

# Some of them again as LibreOffice writes them, with its own text of each: of slides, that of its PDF.
office() { # format, files
    kind=$1 && shift
    soffice --headless --convert-to "$kind" --outdir "libreoffice/${kind%%:*}" "$@" >/dev/null
}
[ -d libreoffice ] && exit
mkdir -p libreoffice/in libreoffice/txt
{ find pandoc python-docx odfpy -name '*.docx' -o -name '*.odt' && find pandoc -name '*.pptx'; } | while read -r file; do
    cp "$file" "libreoffice/in/$(echo "$file" | tr / _)"
done
office odt libreoffice/in/*.docx libreoffice/in/*.odt
office odp libreoffice/in/*.pptx
rm -r libreoffice/in
for kind in docx rtf html txt:Text:UTF8; do office "$kind" libreoffice/odt/*.odt; done
for kind in pptx pdf; do office "$kind" libreoffice/odp/*.odp; done
for pdf in libreoffice/pdf/*.pdf; do pdftotext -q "$pdf" "libreoffice/txt/$(basename "$pdf" .pdf).txt"; done
