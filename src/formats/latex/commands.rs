//! What the commands of LaTeX do with their arguments, as far as a reader of text must know. It keeps no state.

/// What becomes of a command and its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A piece of text.
    Text(&'static str),
    /// A space.
    Space,
    /// An end of a line.
    Line,
    /// The end of a paragraph.
    Paragraph,
    /// Arguments one after the other: `d` dropped, `D` dropped with all its paragraphs, `k` kept.
    Arguments(&'static str),
    /// A heading: of level 0 a chapter, of level 1 a section.
    Heading(u8),
    /// A heading that its paragraph stands behind, on the same line.
    RunIn,
    /// An argument that is a paragraph of its own.
    Block,
    /// A footnote.
    Note,
    /// A quotation.
    Quote,
    /// An accent over the next letter.
    Accent(char),
    /// A point of a list.
    Item,
    /// Text between two equal characters.
    Verb,
    /// An address, as it is.
    Address,
    /// The title page.
    Title,
    /// The definition of a command by TeX itself.
    Definition,
    /// A length by TeX itself.
    Length,
    /// What stands behind it up to `\fi` or `\else` is not read.
    Never,
}

/// The meaning of a command of this name; of others the arguments are kept.
pub(super) fn meaning(name: &str) -> Meaning {
    let symbol = symbol(name);
    if !symbol.is_empty() {
        return Meaning::Text(symbol);
    }
    match name {
        " " | "\n" | "\t" | "\r" | "," | ";" | ":" | ">" | "quad" | "qquad" | "enspace"
        | "enskip" | "space" | "thinspace" | "and" | "hfill" | "dotfill" | "hrulefill" => {
            Meaning::Space
        }
        "newline" | "linebreak" | "cr" | "tabularnewline" | "break" => Meaning::Line,
        "par" | "newpage" | "clearpage" | "cleardoublepage" | "pagebreak" | "bigskip"
        | "medskip" | "smallskip" => Meaning::Paragraph,
        "chapter" | "addchap" => Meaning::Heading(0),
        "section" | "addsec" => Meaning::Heading(1),
        "part" | "subsection" | "subsubsection" | "minisec" | "frametitle" | "framesubtitle" => {
            Meaning::Heading(2)
        }
        "paragraph" | "subparagraph" => Meaning::RunIn,
        "caption" | "captionof" | "title" | "subtitle" | "author" | "date" | "epigraph"
        | "dedication" => Meaning::Block,
        "footnote" | "footnotetext" | "endnote" | "thanks" | "sidenote" | "marginpar"
        | "marginnote" => Meaning::Note,
        "enquote" => Meaning::Quote,
        "item" => Meaning::Item,
        "verb" | "lstinline" | "Verb" | "mintinline" => Meaning::Verb,
        "url" | "path" | "nolinkurl" => Meaning::Address,
        "maketitle" => Meaning::Title,
        "def" | "gdef" | "edef" | "xdef" => Meaning::Definition,
        "hskip" | "vskip" | "kern" => Meaning::Length,
        "iffalse" => Meaning::Never,
        _ => accent(name).map_or_else(|| Meaning::Arguments(arguments(name)), Meaning::Accent),
    }
}

/// What becomes of each argument.
fn arguments(name: &str) -> &'static str {
    match name {
        "label" | "ref" | "input" | "include" | "includeonly" | "subfile" | "includegraphics"
        | "includepdf" | "usepackage" | "RequirePackage" | "documentclass"
        | "bibliographystyle" | "bibliography" | "addbibresource" | "vspace" | "hspace"
        | "color" | "pagecolor" | "pagestyle" | "thispagestyle" | "pagenumbering" | "index"
        | "glossary" | "phantom" | "hphantom" | "vphantom" | "selectlanguage" | "hyphenation"
        | "cline" | "markright" | "todo" | "hypersetup" | "graphicspath" | "bibitem"
        | "addtolength" | "usetikzlibrary" | "geometry" | "theoremstyle" | "setmainfont"
        | "setlist" | "newcounter" | "stepcounter" | "refstepcounter" | "lstset"
        | "usemintedstyle" | "rowcolor" | "cellcolor" | "arrayrulecolor" | "linespread"
        | "CJKfamily" | "fontfamily" | "tikz" | "footnotemark" => "d",
        "setlength"
        | "setcounter"
        | "addtocounter"
        | "markboth"
        | "fontsize"
        | "rule"
        | "let"
        | "DeclareMathOperator"
        | "newtheorem"
        | "import"
        | "subimport"
        | "newlength"
        | "settowidth"
        | "definecolor"
        | "colorlet"
        | "captionsetup"
        | "titleformat" => "dd",
        "addcontentsline" => "ddd",
        "newcommand"
        | "renewcommand"
        | "providecommand"
        | "DeclareRobustCommand"
        | "newcolumntype" => "dD",
        "newenvironment" | "renewenvironment" => "dDD",
        "href" | "textcolor" | "colorbox" | "hyperlink" | "hypertarget" | "foreignlanguage"
        | "raisebox" | "parbox" | "scalebox" | "rotatebox" | "adjustbox" | "textlang" => "dk",
        "multicolumn" | "multirow" | "fcolorbox" | "resizebox" => "ddk",
        "texorpdfstring" => "kd",
        "hyperref" => "k",
        // `\cite`, `\textcite`, `\autocites`, `\eqref`, `\autoref`, `\cref`, …
        _ if name.contains("cite") || name.contains("Cite") || name.ends_with("ref") => "d",
        _ => "k",
    }
}

/// The mark of an accent, to stand behind its letter.
fn accent(name: &str) -> Option<char> {
    Some(match name {
        "`" => '\u{300}',
        "'" => '\u{301}',
        "^" => '\u{302}',
        "~" => '\u{303}',
        "=" => '\u{304}',
        "u" => '\u{306}',
        "." => '\u{307}',
        "\"" => '\u{308}',
        "r" => '\u{30a}',
        "H" => '\u{30b}',
        "v" => '\u{30c}',
        "G" => '\u{30f}',
        "d" => '\u{323}',
        "c" => '\u{327}',
        "k" => '\u{328}',
        "b" => '\u{331}',
        "t" => '\u{361}',
        _ => return None,
    })
}

/// The text of a command that stands for a character, or nothing.
pub(super) fn symbol(name: &str) -> &'static str {
    match name {
        "&" => "&",
        "%" => "%",
        "$" | "textdollar" => "$",
        "#" => "#",
        "_" | "textunderscore" => "_",
        "{" | "textbraceleft" | "lbrace" => "{",
        "}" | "textbraceright" | "rbrace" => "}",
        "textbackslash" | "backslash" => "\\",
        "textasciitilde" => "~",
        "textasciicircum" => "^",
        "textbar" => "|",
        "textless" => "<",
        "textgreater" => ">",
        "textquotesingle" => "'",
        "textquotedbl" => "\"",
        "textasciigrave" => "`",
        "slash" => "/",
        "ss" => "ß",
        "SS" => "ẞ",
        "ae" => "æ",
        "AE" => "Æ",
        "oe" => "œ",
        "OE" => "Œ",
        "aa" => "å",
        "AA" => "Å",
        "o" => "ø",
        "O" => "Ø",
        "l" => "ł",
        "L" => "Ł",
        "i" => "ı",
        "j" => "ȷ",
        "dh" => "ð",
        "DH" => "Ð",
        "dj" => "đ",
        "DJ" => "Đ",
        "ng" => "ŋ",
        "th" => "þ",
        "TH" => "Þ",
        "S" | "textsection" => "§",
        "P" => "¶",
        "copyright" | "textcopyright" => "©",
        "textregistered" => "®",
        "texttrademark" => "™",
        "pounds" | "textsterling" => "£",
        "euro" | "texteuro" | "EUR" => "€",
        "dag" => "†",
        "ddag" => "‡",
        "textdegree" => "°",
        "textbullet" | "bullet" => "•",
        "textperiodcentered" => "·",
        "dots" | "ldots" | "textellipsis" | "cdots" => "…",
        "textendash" => "–",
        "textemdash" => "—",
        "textquoteleft" | "lq" => "‘",
        "textquoteright" | "rq" => "’",
        "textquotedblleft" | "grqq" => "“",
        "textquotedblright" => "”",
        "quotedblbase" | "glqq" => "„",
        "guillemotleft" | "flqq" | "og" => "«",
        "guillemotright" | "frqq" | "fg" => "»",
        "textordfeminine" => "ª",
        "textordmasculine" => "º",
        "textonehalf" => "½",
        "textmu" => "µ",
        "TeX" => "TeX",
        "LaTeX" => "LaTeX",
        "LaTeXe" => "LaTeX2e",
        _ => greek(name),
    }
}

/// A Greek letter, or nothing.
fn greek(name: &str) -> &'static str {
    match name {
        "alpha" => "α",
        "beta" => "β",
        "gamma" => "γ",
        "delta" => "δ",
        "epsilon" | "varepsilon" => "ε",
        "zeta" => "ζ",
        "eta" => "η",
        "theta" | "vartheta" => "θ",
        "iota" => "ι",
        "kappa" => "κ",
        "lambda" => "λ",
        "mu" => "μ",
        "nu" => "ν",
        "xi" => "ξ",
        "pi" | "varpi" => "π",
        "rho" | "varrho" => "ρ",
        "sigma" => "σ",
        "varsigma" => "ς",
        "tau" => "τ",
        "upsilon" => "υ",
        "phi" | "varphi" => "φ",
        "chi" => "χ",
        "psi" => "ψ",
        "omega" => "ω",
        "Gamma" => "Γ",
        "Delta" => "Δ",
        "Theta" => "Θ",
        "Lambda" => "Λ",
        "Xi" => "Ξ",
        "Pi" => "Π",
        "Sigma" => "Σ",
        "Upsilon" => "Υ",
        "Phi" => "Φ",
        "Psi" => "Ψ",
        "Omega" => "Ω",
        _ => "",
    }
}

/// What becomes of an environment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Environment {
    /// Its text is read, without so many arguments.
    Text(usize),
    /// Its text is taken as it is.
    Verbatim,
    /// Nothing of it is read.
    Dropped,
    /// A formula on lines of its own.
    Formula,
    /// The end of the text.
    Document,
}

/// The environment of this name, `*` behind it or not.
pub(super) fn environment(name: &str) -> Environment {
    match name.trim_end_matches('*') {
        "document" => Environment::Document,
        "verbatim" | "Verbatim" | "lstlisting" | "minted" | "alltt" | "semiverbatim" => {
            Environment::Verbatim
        }
        "comment" | "filecontents" | "tikzpicture" | "picture" | "pgfpicture" | "asy" => {
            Environment::Dropped
        }
        "equation" | "align" | "alignat" | "flalign" | "gather" | "multline" | "eqnarray"
        | "displaymath" | "dmath" => Environment::Formula,
        "tabularx" | "tabulary" | "wrapfigure" | "wraptable" | "list" | "CJK" => {
            Environment::Text(2)
        }
        "tabular" if name.ends_with('*') => Environment::Text(2),
        "tabular" | "longtable" | "array" | "minipage" | "multicols" | "thebibliography"
        | "otherlanguage" | "spacing" | "column" | "tabu" | "longtabu" | "supertabular"
        | "adjustbox" | "textblock" => Environment::Text(1),
        _ => Environment::Text(0),
    }
}
