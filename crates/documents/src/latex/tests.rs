use proptest::prelude::*;

use super::read;
use crate::{extracted::Unreadable, limits::Limits};

fn text(latex: &str) -> String {
    read(latex, &Limits::default()).unwrap().text
}

#[test]
fn a_document_is_what_is_printed() {
    let latex = r"\documentclass[a4paper]{article}
\usepackage[utf8]{inputenc} % \begin{document}
\newcommand{\x}[1]{never}
\title{On \emph{maps}\thanks{To all.}} \author{A. Clerk \and B. Clerk} \date{May 2024}
\begin{document}
\maketitle
\section*{First \textbf{part}}\label{sec:one}
One % comment
  two\footnote{A note with \textit{words}.} three~\cite[p.~3]{key}, see Section~\ref{sec:one}.
50\,\% of \$3 -- ``quoted'' --- it's.

\begin{itemize}
  \item point
  \item[label] other
\end{itemize}
\begin{figure}[ht]
  \centering\includegraphics[width=3cm]{a.png}
  \caption[short]{A long caption}
\end{figure}
\begin{tabular}{l|r}
a & b \\[2pt] \hline
c & d \\
\end{tabular}
\section{Second}
End.
\end{document}
not read";
    let read = read(latex, &Limits::default()).unwrap();
    assert_eq!(
        read.text,
        "On maps To all.\n\nA. Clerk B. Clerk\n\nMay 2024\n\nFirst part\n\n\
         One two three\u{a0}, see Section\u{a0}. 50 % of $3 – “quoted” — it’s.\n\n\
         point\nlabel other\n\nA long caption\n\na\tb\nc\td\n\nSecond\n\nEnd.\n\nA note with words.\n"
    );
    assert_eq!(read.facts.title, "On maps To all.");
    assert_eq!(read.facts.author, "A. Clerk B. Clerk");
    let parts: Vec<_> = read
        .sections
        .iter()
        .map(|part| {
            (
                part.number,
                part.title.as_str(),
                read.text.get(part.at as usize..part.at as usize + 4).unwrap(),
            )
        })
        .collect();
    assert_eq!(parts, [(1, "First part", "Firs"), (2, "Second", "Seco")]);
}

#[test]
fn headings_within_each_other_are_in_the_order_of_the_text() {
    let read = read(r"\section{One \section{two} three} four", &Limits::default()).unwrap();
    let parts = read.sections.iter().map(|part| (part.number, part.at, part.title.as_str()));
    assert_eq!(parts.collect::<Vec<_>>(), [(1, 0, "One two three"), (2, 5, "two")]);
}

#[test]
fn marks_become_what_is_printed_or_go() {
    for (latex, printed) in [
        // Accents and commands become characters.
        (r#"\'e \"{o} \^{\i} \~n \c{c} \v{s} \H{o} \u a \k{a} \r{a}"#, "é ö î ñ ç š ő ă ą å\n"),
        (r"stra\ss e Stra\ss{} \o{}re \L\'od\'z \'{\ae}", "straße Straß øre Łódź ǽ\n"),
        (r"\LaTeX{} is \TeX.", "LaTeX is TeX.\n"),
        (r"a\-b\/c \& d\_e \{f\} \textbackslash g", "abc & d_e {f} \\g\n"),
        (r"?`Qu\'e? !`Ya!", "¿Qué? ¡Ya!\n"),
        (r"\enquote{a}", "“a”\n"),
        (r"\bfseries bold {\em word} \foo bar", "bold word bar\n"),
        // Arguments that are no text go.
        (r"a \label{x}\ref{x} b", "a b\n"),
        (r"\href{http://a.b}{text} \url{http://a.b/c\_d%20}", "text http://a.b/c_d%20\n"),
        (r"\textcolor{red}{text} \colorbox[rgb]{1,0,0}{box}", "text box\n"),
        (r"\hypertarget{a}{\section{b}\label{c}} d", "b\n\nd\n"),
        (
            r"\newcommand{\foo}[2][x]{never

never} a \def\bar#1{never} b \let\x=\y c",
            "a b c\n",
        ),
        (r"\multicolumn{2}{c}{text} \texorpdfstring{tex}{pdf} \vspace*{2cm} z", "text tex z\n"),
        (r"\hskip 1em plus a", "plus a\n"),
        (r"a \iffalse b \ifx c \fi d \else e \fi f", "a e f\n"),
        (
            r"\begin{comment}a\end{comment}b\begin{tikzpicture}c

d\end{tikzpicture}e",
            "b\n\ne\n",
        ),
        (r"\begin{theorem}[Pythagoras]Text\end{theorem}", "Pythagoras Text\n"),
        (r"\textcite{a} said \parencites[1]{a} b", "said b\n"),
        // Comments join lines, and a missing bracket costs one paragraph.
        ("a%b\n  c", "ac\n"),
        ("a %b\n% c\n\nd 5\\% e", "a\n\nd 5% e\n"),
        ("a \\label{b\n\nc", "a\n\nc\n"),
        ("a \\foo[b\n\nc", "a\n\nc\n"),
        ("} a { b", "a b\n"),
        // Formulas in sentences keep their letters, and others go. A missing end costs at most its paragraph.
        (r"Let $x_1 \le \alpha$ be \(n^{2}\).", "Let x1 α be n2.\n"),
        ("a\n\\begin{equation*}\nx = y\n\\end{equation*}\nb $$z$$ c \\[w\\] d", "a\n\nb\nc\nd\n"),
        ("a \\[ x\n\nb $y\n\nc", "a\n\nb y\n\nc\n"),
        // Verbatim text stays as it is.
        ("a \\verb|\\x{%}| b", "a \\x{%} b\n"),
        ("\\begin{verbatim}\n  \\a % b\n\n{c}\n\\end{verbatim}d", "  \\a % b\n\n{c}\n\nd\n"),
        ("\\begin{minted}[x=y]{rust}\nfn\n\\end{minted}", "fn\n"),
        // Quotes of German.
        (
            "\\usepackage{ngerman}\\begin{document}\"Uber \"`so\"' Stra\"se \"a\"-b",
            "Über „so“ Straße äb\n",
        ),
    ] {
        assert_eq!(text(latex), printed, "{latex}");
    }
}

#[test]
fn what_goes_beyond_a_limit_is_refused() {
    assert!(read(&"{".repeat(512), &Limits::default()).is_ok());
    assert!(matches!(read(&"{".repeat(513), &Limits::default()), Err(Unreadable::Limit { .. })));
    let small = Limits { text: 10, ..Limits::default() };
    assert!(read("more than ten bytes", &small).is_err());
}

#[test]
fn long_input_is_read_in_linear_time() {
    let pieces = r"\begin{equation} \verb| \foo[ \label{ \item[ $ $$ \iffalse %\begin{document} \footnote{} \begin{verbatim \' \def \title{ \cite[ \[ {}";
    for piece in pieces.split(' ').chain(["\\foo ", "\n \n", "$a$ ", "\\(a ", "\\(a\n\n"]) {
        let _ = read(&piece.repeat(200_000), &Limits::default());
    }
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in "(\\\\[a-zA-Z]{1,6}|\\\\(begin|end)\\{(document|verbatim|tabular|equation|x)\\}|\\\\(section|footnote|item|verb|title|def|newcommand|iffalse|fi|href|texorpdfstring|begin|mintinline)|[{}\\[\\]$%&~#^_`'\"!?|-]|\\\\\\PC|\\s|é|\\PC){0,40}") {
        let _ = read(&text, &Limits::default());
    }

    #[test]
    fn words_without_markup_stay(text in "[a-zé.,;: \n]{0,60}") {
        let read = read(&text, &Limits::default()).unwrap().text;
        let words: Vec<_> = text.replace(",,", "„").split_whitespace().map(str::to_string).collect();
        prop_assert_eq!(read.split_whitespace().collect::<Vec<_>>(), words);
    }
}
