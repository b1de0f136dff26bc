//! Pitfall: two letters that share nothing but the letterhead.

use crate::pipeline::parameters::Params;

use super::super::contents::Lesson;
use super::super::numbers::percent;
use super::super::step::StepNumber;
use super::pitfall::{Exhibit, Pitfall};
use super::{both, taught};

const LETTERS: [&str; 2] = [
    include_str!("../../../assets/lesson/letter-a.txt"),
    include_str!("../../../assets/lesson/letter-b.txt"),
];

/// The lesson with the letterhead, and without.
pub(super) fn lessons() -> [Lesson; 2] {
    let bodies = LETTERS.map(|letter| letter.split_once("\n\n").map_or("", |(_, body)| body));
    [LETTERS, bodies]
        .map(|texts| taught(["to-hale.txt", "to-okoro.txt"], texts, Params::defaults()))
}

pub(super) fn pitfall() -> Pitfall {
    let [with, without] = lessons();
    let exhibit = |name: &str, lesson: &Lesson| {
        let heading = format!("{name}: {} = {}", lesson.formula.numbers, percent(lesson.score()));
        Exhibit::new(heading, "", both(lesson))
    };
    Pitfall {
        title: "Pitfall 5: a common header".into(),
        says: vec![
            format!(
                "The example is two letters of one library to two people: nothing that matters is the same, and still {} of the first \
                 stands in the second. Their head does it, the same in every letter. Licences, mail signatures and menus \
                 of web pages do the same.",
                percent(with.score())
            ),
            "No width helps, because such a text is copied word for word. What helps is to leave it out: --template \
             letterhead.txt (on the screen =template) leaves out what that file holds, --common 20% (=common) every shingle that more \
             than a fifth of the documents hold. Look at the passages: where all pairs share one, it is boilerplate."
                .into(),
        ],
        brief: "Only the letterhead is the same. Leave it out: --template, or --common.".into(),
        number: StepNumber::new(percent(with.score()), format!("of A is in B; without the head {}", percent(without.score()))),
        exhibits: vec![exhibit("With the head", &with), exhibit("Without it", &without)],
    }
}
