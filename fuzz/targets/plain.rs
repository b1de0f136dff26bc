//! Any lines in plain mode, about the folder of the demo.

#![no_main]
#![allow(dead_code, reason = "the screen needs the rest")]

#[path = "../../src/tui/mod.rs"]
mod tui;

use std::sync::{Arc, LazyLock, mpsc};

use libfuzzer_sys::fuzz_target;
use shingle::engine::side_by_side::TwoDocuments;
use shingle::engine::{Answer, DocumentFolder, Engine, Question, Report};
use shingle::pipeline::{Completeness, Params, Snapshot};

use tui::layout::PaneSide;
use tui::lists::list_of;
use tui::messages::{Command, Message};
use tui::model::{Finder, Model, arrange::arrange};
use tui::plain::commands::PlainCommand;
use tui::plain::session::SIZE;
use tui::plain::{said, typed};
use tui::update::update;

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/demo");
static RANKING: LazyLock<Arc<Snapshot>> = LazyLock::new(|| {
    let (sender, reports) = mpsc::channel();
    let folder = DocumentFolder::new(DEMO);
    let _engine = Engine::start_after(None, folder, Params::defaults(), move |report| {
        drop(sender.send(report))
    });
    let whole = |report| match report {
        Report::Snapshot(ranking) if ranking.completeness == Completeness::Whole => Some(ranking),
        _ => None,
    };
    reports.iter().find_map(whole).expect("the demo can be read")
});

fuzz_target!(|text: &str| {
    let mut model = Model::new(DEMO, Params::defaults(), SIZE, list_of);
    let commands = update(&mut model, Message::Report(Report::Snapshot(Arc::clone(&RANKING))));
    serve(&mut model, commands);
    for line in text.lines().take(20) {
        let command = PlainCommand::parse(line);
        let commands = match model.purpose() {
            Some(_) => typed::answer(&mut model, line),
            None => typed::take(&mut model, command),
        };
        serve(&mut model, commands);
        match command {
            PlainCommand::Help(word) => drop(said::help(word)),
            PlainCommand::Read(which) => drop(said::text(&model, which)),
            PlainCommand::List(from) => drop(said::list(&model, from, 20)),
            _ => {}
        }
        drop((
            said::sentence(&model),
            said::pair(&model),
            said::search_lines(&model),
            said::passage(&model),
        ));
        drop((said::list(&model, 1, 3), said::selected(&model), said::text(&model, PaneSide::A)));
    }
});

/// Answers what is asked for, but for what takes long and what is kept outside.
fn serve(model: &mut Model, mut commands: Vec<Command>) {
    while let Some(command) = commands.pop() {
        let message = match command {
            Command::Arrange(request) => {
                let arranged = arrange(&request, &|| false).expect("nothing cancels it");
                Message::Arranged(Box::new((request, arranged)))
            }
            Command::Search(request) => {
                let found =
                    Finder::default().answer(&request, &shingle::base::cancel::Cancel::never());
                Message::Searched(Box::new(found.expect("nothing cancels it")))
            }
            Command::Ask(number, Question::Pair(question)) => {
                let read = TwoDocuments::read(&DocumentFolder::new(DEMO), &question);
                let view = read.map(|two| Arc::new(two.view()));
                Message::Answered(number, Answer::Pair { names: question.names, view })
            }
            _ => continue,
        };
        commands.extend(update(model, message));
    }
}
