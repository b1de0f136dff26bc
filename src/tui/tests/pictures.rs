//! The pictures of README and guide: one line each. `UPDATE_DOCS=1 cargo test docs` draws them and lists them in the guide.

/// A picture of the demo folder on the screen.
pub(crate) struct Picture {
    /// Its file's name.
    pub(crate) name: &'static str,
    /// Columns and rows.
    pub(crate) size: (u16, u16),
    /// The keys that lead to it, as `TestScreen::press` takes them. `<row NAME>` selects the row that shows this name,
    /// `<ascii>` is `--ascii`, `<paste TEXT>` pastes, after `<gone NAME>` a document is gone, and `<back FILTER>` is the next
    /// visit, with the parameters of this one and a filter.
    pub(crate) keys: &'static str,
    /// One sentence about it.
    pub(crate) caption: &'static str,
}

const fn picture(
    name: &'static str,
    size: (u16, u16),
    keys: &'static str,
    caption: &'static str,
) -> Picture {
    Picture { name, size, keys, caption }
}

/// In the order of the guide.
#[rustfmt::skip]
pub(crate) const PICTURES: &[Picture] = &[
    picture("matches", (120, 36), "<row news/bridge-evening.txt>", "The ranked matches of the demo folder with the selected pair below."),
    picture("pair", (120, 36), "<row bees-backwards><Enter>n", "An open pair: passages tinted and numbered, the same number on both sides; `⇄` marks those that moved."),
    picture("passages", (120, 36), "<row news/bridge-evening><Enter>;<Down><Down>", "`;` lists the passages of a pair; digits jump to them."),
    picture("ignored", (120, 36), "<row news/bridge-evening><Enter>i", "`i` shows what is not counted, and why."),
    picture("boilerplate", (120, 36), "<row licences/telescope><Enter><common><common><common><common>i", "`=common` leaves out what many documents share: the licence at the head of three documents is dim."),
    picture("folder-passages", (120, 36), ":passages of<Enter>jj", "`:passages of` shows the longest runs of words that documents of the folder share."),
    picture("dots", (150, 44), "<row bees-backwards><Enter>nnd", "`d` shows the dot plot. The falling line is the longest run in the same order; what is outside it was moved. Both texts follow the cross-hair."),
    picture("explain", (120, 36), "<row bees-backwards><Enter>nx<Right><Right>", "`x` explains a word."),
    picture("lesson", (120, 36), "<row news/bridge-evening><Enter>L4<Down><Down>", "`L` opens the lesson. Here the window slides over both texts, and what it shows is a shingle."),
    picture("minima", (120, 36), "<row news/bridge-evening><Enter>L7<Down><Down>", "One of its steps: 84 hash functions, each with the smallest shingle of either text. The share that agrees estimates the resemblance."),
    picture("sandbox", (120, 36), "<row news/bridge-evening><Enter>nZ", "`Z` opens the sandbox."),
    picture("projector", (120, 36), "<C-o><row news/bridge-evening><Enter>nw", "`Ctrl-O` is for a lecture."),
    picture("tuning", (120, 36), "<row news/bridge-evening.txt>*TTT<measure back>=t 60%<Enter>", "Tuning. The last row says what the last step did, the histogram how scores are spread around the threshold, and each row how it moved against the pinned ranking."),
    picture("filtered", (120, 36), "/lang:en >30 <80", "`/` filters the rows."),
    picture("resembling", (120, 36), "<row licences/telescope>DD", "`D`, and then `Enter`, shows one document and all that resembles it."),
    picture("stacked", (84, 36), "<row bees-backwards><Enter>n", "On fewer than 100 columns, one text is above the other."),
    picture("small", (48, 18), "<row bees-backwards><Enter>n", "On the smallest screens one text is shown; Tab goes to the other, at the same passage."),
    picture("help", (100, 32), "?", "`?` shows every key."),
    picture("filter", (100, 24), "?text<Down>", "The same with a filter: the second line is chosen."),
    picture("palette", (120, 32), ":mea", "`:` finds any action and any value by its words."),
    picture("list", (120, 36), "<Right>>>/<paste lang:en -'tweets><Enter>jjj", "The list, filtered and sorted by how much of A is in B, with a group of copies unfolded."),
    picture("documents", (110, 30), "D>>>>", "`D` lists the documents, here by matches. `0 +2`: none, but two below the threshold share a passage of 30 words. `source of`: of how many others it is the best source. `→`: that document took from it, as your mark says, or with a `?` the dates in the files; `←`: the other way."),
    picture("languages", (110, 24), "<languages>", "`:languages` counts the languages of the folder: documents with words in each, documents in it alone, and words before any is dropped. *unsure* words do not show their language themselves, so the folder's other texts decide; in the row *unsure* nothing does. `Enter` lists the documents of a language, `=language` sets one for all."),
    picture("clusters", (120, 36), "K<Right><Down>", "`K` shows clusters: the members of each, how close they are, and their pairs."),
    picture("heat", (120, 36), "KK<Right>", "`K` again shows how the texts of a cluster resemble each other; `Enter` opens the pair at the cross-hair."),
    picture("query", (110, 30), "Q<paste Before six in the morning the harbour belongs to the gulls, and to a woman who sells coffee from a hatch in the old ice house. She lights the stove at four.>", "`Q` compares a text that is typed or pasted with the folder."),
    picture("laboratory", (110, 30), "X", "`X` tries every width, sketch and threshold on the folder; Enter takes a width."),
    picture("sketches", (110, 30), "X<Right>", "The next page of the laboratory: what every sketch finds of the exact pairs, and what it costs."),
    picture("curve", (110, 30), "X<Right><Right><Right>", "What a filter by supershingles finds: the formula, and the folder's own pairs on it."),
    picture("problems", (100, 24), "!", "`!` lists what was left out, and why."),
    picture("activity", (100, 24), "<gone news/bridge-evening.txt><gone essays/bread.txt>!<Down>", "It also lists what happened in the folder: a document vanished, and its content is elsewhere."),
    picture("hour-tune", (120, 36), "t", "The first hour: `t` asks for more, and the last row says what that did."),
    picture("hour-decide", (120, 36), "t r r q ", "The first hour: three pairs are decided, and `Space` asks about the fourth."),
    picture("hour-note", (120, 36), "t r r qg nask on Friday", "The first hour: a note on a pair, while it is typed."),
    picture("hour-report", (120, 36), "t r r q:report<Enter>", "The first hour: the report asks where it is to go."),
    picture("hour-back", (120, 36), "t r r q<back is:undecided>", "The first hour, continued: the next visit begins as this one was left, and says so."),
    picture("light", (120, 36), ":theme light<Enter><row bees-backwards><Enter>nn", "Colours for a light page (`--theme light`, or `:theme light`)."),
    picture("mono", (120, 36), ":theme mono<Enter><row bees-backwards><Enter>nn", "Without colours (`--theme mono`, or `NO_COLOR`): numbers, brackets, bold and underline say the same."),
    picture("ascii", (120, 36), "<ascii><row bees-backwards><Enter>n", "`--ascii` draws lines and signs in ASCII; the texts stay as they are."),
];
