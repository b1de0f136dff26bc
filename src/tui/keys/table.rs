//! The standard keys, in the order of help. `parameters::ENTRIES` has the keys of single parameters.

use crate::tui::actions::Place::{
    self, Bar, Dots, Lesson, List, Pair, Passages, Sandbox, Text, Words,
};
use crate::tui::actions::{BACK, Binding, Motion, NEXT, ViewName};

const EVERYWHERE: &[Place] = &Place::ALL;
const OUTSIDE_LESSON: &[Place] = &[List, Pair, Bar, Dots, Words, Passages];
pub(crate) const LETTER_KEYS: &[Place] = &[List, Pair, Bar, Dots, Words, Lesson, Passages];
/// Places where Tab moves between regions.
const REGIONS: &[Place] = &[List, Pair, Bar, Dots, Words, Passages, Text, Sandbox];
const SIDEWAYS: &[Place] = &[List, Bar, Dots, Words, Lesson];
const TEXTS: &[Place] = &[List, Pair, Bar, Words, Passages];
const ON_PASSAGE: &[Place] = &[List, Pair, Dots, Words, Passages];
/// Places where the mark key acts. In the lesson, this key scrolls a page down instead.
const MARKED: &[Place] = &[List, Pair, Dots, Lesson];
const TAUGHT: &[Place] = &[List, Pair, Dots, Words, Lesson, Bar, Sandbox];
const IN_LESSON: &[Place] = &[Lesson];

lines! { BEFORE_PARAMETERS =
    Move "move" ["j/k ↓/↑"] EVERYWHERE Moving "Go or scroll one row down or up."
        / Move(Motion::Down) "j ↓" "move down" / Move(Motion::Up) "k ↑" "move up";
    Sideways "sideways" ["h/l ←/→" "←/→"] SIDEWAYS Moving "Fold or unfold a row; elsewhere go left or right."
        / StepSide(NEXT) "l →" "move right" / StepSide(BACK) "h ←" "move left"
        / StepFar(NEXT) "Ctrl-→" "far right" / StepFar(BACK) "Ctrl-←" "far left";
    Page "page" ["PgDn/PgUp Ctrl-F/B" "PgDn/PgUp"] EVERYWHERE Moving "Scroll one screen, or half a screen, down or up."
        / Move(Motion::PageDown) "PgDn Ctrl-F" "page down" / Move(Motion::PageUp) "PgUp Ctrl-B" "page up"
        / Move(Motion::HalfDown) "Ctrl-D" "half a page down" / Move(Motion::HalfUp) "Ctrl-U" "half a page up";
    Ends "ends" ["g/G Home/End"] LETTER_KEYS Moving "Go to the first or the last row."
        / Move(Motion::First) "g" "to the first row" / Move(Motion::Last) "G" "to the last row"
        / GoToEdge(BACK) "Home" "to the left edge" / GoToEdge(NEXT) "End" "to the right edge";
    Open "open" ["Enter o" "Enter"] EVERYWHERE Moving "Open the selected pair; on a parameter, type its value." / Enter "Enter o";
    Back "back" ["Esc Backspace" "Esc"] EVERYWHERE Moving "Go back one level." / Leave "Esc Backspace";
    NextRegion "next region" ["Tab"] REGIONS Moving "Move the focus to the next region: list, texts, parameters."
        / Focus(NEXT) "Tab" / Focus(BACK) "Shift-Tab" "region before";

    Filter "filter" ["/"] OUTSIDE_LESSON List "Filter rows by name, score or mark; in a pair, search." / Filter "/" = "search" "find";
    Sort "sort" ["> < R" "> <"] OUTSIDE_LESSON List "Sort by another column, or in reverse."
        / Sort(NEXT) ">" / Sort(BACK) "<" / Reverse "R" "reverse";
    Mark "mark" ["Space"] MARKED List "Mark the pair, such as r reused or q quotation; ? explains." / Mark "Space"
        = "note" "verdict" "decide" "direction" "who" "took";
    ViewName(ViewName::Documents) "documents" ["D"] OUTSIDE_LESSON List "List all documents, each with the one it shares most with." / Go(ViewName::Documents) "D";
    ViewName(ViewName::Clusters) "clusters" ["K"] OUTSIDE_LESSON List "List clusters of similar documents." / Go(ViewName::Clusters) "K";
    ViewName(ViewName::Query) "your text" ["Q"] OUTSIDE_LESSON List "Type or paste a text and list the documents that resemble it."
        / Go(ViewName::Query) "Q" = "query" "paste";
    ViewName(ViewName::Sources) "sources" ["\""] OUTSIDE_LESSON List "Show the documents that a text may come from."
        / Go(ViewName::Sources) "\"" = "original" "source" "plagiarism";
    ViewName(ViewName::Passages) "passages of the folder" [":passages of"] OUTSIDE_LESSON List
        "List the passages that many documents share, such as boilerplate." / Go(ViewName::Passages) "";
    ViewName(ViewName::Phrases) "phrases" [":phrases"] OUTSIDE_LESSON List "List the phrases that are ignored in this folder." / Go(ViewName::Phrases) "";
    ViewName(ViewName::Lab) "laboratory" ["X"] OUTSIDE_LESSON List "Find a width, sketch and threshold for this folder." / Go(ViewName::Lab) "X";
    ViewName(ViewName::Problems) "problems" ["!"] OUTSIDE_LESSON List "List unread files, remarks, and changes of the folder." / Go(ViewName::Problems) "!";
    Report "report" [":report"] LETTER_KEYS List "Write an HTML report of the listed pairs to save or share." / Report ""
        = "export" "pdf" "print" "mail";

    Passage "passage" ["n/N"] OUTSIDE_LESSON Pair "Go to the next or previous passage, or search match."
        / Passage(NEXT) "n" / Passage(BACK) "N" "passage before";
    Number "number" ["0-9"] LETTER_KEYS Pair "Go to the passage or the lesson step of this number."
        / Digit(1) "1" / Digit(2) "2" "number 2" / Digit(3) "3" "number 3" / Digit(4) "4" "number 4" / Digit(5) "5" "number 5"
        / Digit(6) "6" "number 6" / Digit(7) "7" "number 7" / Digit(8) "8" "number 8" / Digit(9) "9" "number 9" / Digit(0) "0" "number 0";
    Passages "passages" [";"] TEXTS Pair "Show or hide the list of all passages." / Passages ";";
    Pair "pair" ["]/["] OUTSIDE_LESSON Pair "Open the next or previous pair of the list."
        / Neighbour(NEXT) "]" / Neighbour(BACK) "[" "pair before";
    Layout "layout" ["v/V"] TEXTS Pair "Next or previous layout: side by side, stacked, or one text." / ChangeLayout(NEXT) "v" / ChangeLayout(BACK) "V";
    Ignored "ignored" ["i"] TEXTS Pair "Show or hide all measures and the ignored words." / ShowIgnored "i";
    LeaveOut "leave out" ["\\"] ON_PASSAGE Pair "Ignore this passage in all documents; on a phrase, count it again." / IgnorePassage "\\";
    OwnPhrase "own phrase" [":own phrase"] OUTSIDE_LESSON Pair "Ignore words that you type or paste, in all documents." / TypePhrase "";
    DotPlot "dot plot" ["d"] OUTSIDE_LESSON Pair "Show or hide the dot plot of the shared passages." / Dots "d";
    Explain "explain" ["x"] OUTSIDE_LESSON Pair "Explain a word: its form, shingles and hashes; again: stop." / Explain "x";
    Lesson "lesson" ["L Ctrl-G" "L"] TAUGHT Lesson "Open or close the lesson on this pair, step by step." / Lesson "L Ctrl-G"
        = "lesson" "learn" "teach" "explain" "what";
    Blank "blank" ["b"] IN_LESSON Lesson "Blank the screen until the next key." / Blank "b";
    Sandbox "sandbox" ["Z"] LETTER_KEYS Lesson "Open the sandbox: edit two texts and watch their score." / Sandbox "Z";
}

lines! { AFTER_PARAMETERS =
    TypeAValue "type a value" ["="] LETTER_KEYS Parameters "Type a value for a parameter, such as \"threshold 35%\"." / TypeValue "=";
    Undo "undo" ["u U Ctrl-R" "u"] LETTER_KEYS Parameters "Undo the last change or mark, or make the change again."
        / Undo "u" / Redo "U Ctrl-R" "redo";
    Pin "pin" ["*"] OUTSIDE_LESSON Parameters "Pin or unpin this ranking; rows show how they moved." / Pin "*";

    AllKeys "all keys" ["? F1" "?"] LETTER_KEYS Program "Show or hide help: the screen, its numbers and all keys."
        / Help "F1" / Ask "?" "help or question";
    Commands "commands" [": Ctrl-P"] EVERYWHERE Program "Type any command, or a value such as \"w 5\"." / Palette ": Ctrl-P";
    Colours "colours" [":colours"] EVERYWHERE Program "Change the colours: auto, dark, light, 16 or none." / Theme "" = "theme" "page";
    Projector "projector" ["Ctrl-O"] EVERYWHERE Program "Start or end projector mode: strong colours and large score."
        / Projector "Ctrl-O" = "lecture";
    Editor "editor" ["Ctrl-E"] OUTSIDE_LESSON Pair "Open the focused text in your editor, at the active passage." / Edit "Ctrl-E";
    Copy "copy" ["y"] OUTSIDE_LESSON Pair "Copy the active passage of both texts." / CopyPassage "y" = "clipboard";
    Rescan "rescan" ["F5"] OUTSIDE_LESSON Program "List the whole folder again." / Rescan "F5";
    Quit "quit" ["q Ctrl-C"] EVERYWHERE Program "Quit; outside the lists, go back one level."
        / Quit "Ctrl-C" "quit" / Close "q" "back, or quit from a list" = "exit" "wq" "q!";
    Suspend "suspend" ["Ctrl-Z Ctrl-L"] EVERYWHERE Program "Suspend the program (`fg` continues), or draw the screen again."
        / Suspend "Ctrl-Z" / Redraw "Ctrl-L" "redraw";
}
