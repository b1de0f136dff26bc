//! The pictures of README and guide: one line each. `UPDATE_DOCS=1 cargo test docs` draws them and lists them in the
//! guide.

pub(crate) struct Picture {
    /// Name of the file.
    pub(crate) name: &'static str,
    /// Columns and rows.
    pub(crate) size: (u16, u16),
    /// Keys before the picture, as `TestScreen::press` takes them. `<row NAME>` selects the row that shows this name,
    /// `<paste TEXT>` pastes. `<back FILTER>` is the next visit, with the current parameters and a filter. `<wait
    /// SECONDS TEXT>` is a frame of a recording, with a text below it.
    pub(crate) keys: &'static str,
    pub(crate) caption: &'static str,
    /// True to show the synthetic course instead of the demo folder.
    pub(crate) of_course: bool,
}

/// Two minutes of use in half a minute.
const RECORDING: &str = "<row news/bridge-evening>\
    <wait 4 The pairs of a folder, best first; below, the selected one with what both texts share.>\
    gg<row bees-backwards><Enter>\
    <wait 4 Enter opens a pair: every shared word is tinted.>\
    d<wait 4 d draws both texts against each other: their paragraphs stand in reverse order.>\
    <Esc><Esc><row licences/>\
    <wait 3 Three leaves look like rewrites of each other.>\
    <Enter><wait 4 They begin with the same terms, and that is all.>\
    \\<Esc><wait 4 \\ leaves that passage out of the whole folder: the three are gone.>\
    gg<row news/bridge-evening>w<wait 4 w makes shingles longer, and every score changes at once.>\
    u r<wait 3 u takes that back. Space r marks the pair as a rewrite.>";

/// Reviews a course by the recipe of README.
const COURSE: &str = "<wait 3 A course as it comes: two essays of 45 students, and last year's.>\
    =passage 30<Enter>=common auto<Enter>=skip-same */{}_assignsubmission_file_/<Enter>\
    <wait 5 By the recipe: pasted paragraphs are listed too, the cover sheet and pairs of one student are not.>\
    !<wait 4 ! lists what nobody has read: a scan, an old .doc, and look-alike letters.>\
    <Esc><row 0415><Enter><wait 4 Two paragraphs are the same, and nothing else.>\
    \"<wait 5 The sources of that essay: it was put together from three others.>";

const fn picture(
    name: &'static str,
    size: (u16, u16),
    keys: &'static str,
    caption: &'static str,
) -> Picture {
    Picture { name, size, keys, caption, of_course: false }
}

/// In the order of the guide.
#[rustfmt::skip]
pub(crate) const PICTURES: &[Picture] = &[
    picture("recording", (100, 30), RECORDING, "The screen in use."),
    picture("matches", (120, 36), "<row news/bridge-evening.txt>", "The ranked matches of the demo folder with the selected pair below."),
    picture("pair", (120, 36), "<row bees-backwards><Enter>n", "An open pair: passages tinted and numbered, the same number on both sides; `⇄` marks those that moved."),
    picture("dots", (150, 44), "<row bees-backwards><Enter>nnd", "`d` shows the dot plot. The falling line is the longest run in the same order; passages outside this line were moved. The cross-hair moves both texts."),
    picture("lesson", (120, 36), "<row news/bridge-evening><Enter>L4<Down><Down>", "`L` opens the lesson. Here a window slides over both texts; each position is a shingle."),
    picture("tuning", (120, 36), "<row news/bridge-evening.txt>*TTT<measure back>=t 60%<Enter>", "Tuning. The last row says what the last step did, the histogram how scores are spread around the threshold, and each row how it moved against the pinned ranking."),
    picture("palette", (120, 32), ":mea", "`:` finds any action and any value by its words."),
    picture("documents", (110, 30), "D>>>>", "`D` lists the documents, here by matches. `0 +2`: none, but two below the threshold share a passage of 30 words. `matched by`: the number of documents whose best match it is. `into`: that document took from it, as your mark says, or with a `?` the dates in the files; `from`: the other way."),
    picture("clusters", (120, 36), "K<Right><Down>", "`K` shows clusters of documents."),
    picture("query", (110, 30), "Q<paste Before six in the morning the harbour belongs to the gulls, and to a woman who sells coffee from a hatch in the old ice house. She lights the stove at four.>", "`Q` compares a text that is typed or pasted with the folder."),
    picture("laboratory", (110, 30), "X", "`X` opens the laboratory."),
    picture("problems", (100, 24), "!", "`!` lists skipped files, remarks and changes of the folder."),
    Picture { of_course: true, ..picture("course", (110, 34), COURSE, "The recipe of README reviews a course of 111 submissions.") },
    picture("hour-decide", (120, 36), "t r r q ", "The first hour: three pairs are decided, and `Space` asks about the fourth."),
    picture("hour-report", (120, 36), "t r r q:report<Enter>", "The first hour: the report asks where it is to go."),
    picture("hour-back", (120, 36), "t r r q<back is:undecided>", "The first hour, continued: the next visit begins as this one was left, and says so."),
];
