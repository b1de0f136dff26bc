//! The thread that compares the two texts of the sandbox: the newest request only. It decides nothing.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use shingle::base::guard::guarded;
use shingle::lesson::trial::Trial;

use super::event::Event;
use super::model::sandbox::{Compared, Request};

/// A running comparer. Dropping it ends its work.
pub(crate) struct Comparer {
    requests: Sender<Request>,
}

impl Comparer {
    /// Starts it; what comes out is sent as events.
    pub(crate) fn start(events: Sender<Event>) -> Self {
        let (requests, inbox) = channel();
        thread::spawn(move || serve(&inbox, &events));
        Self { requests }
    }

    /// Asks for two texts to be compared; older requests that were not begun are dropped.
    pub(crate) fn ask(&self, request: Request) {
        let _ = self.requests.send(request);
    }
}

fn serve(requests: &Receiver<Request>, events: &Sender<Event>) {
    while let Ok(first) = requests.recv() {
        let request = requests.try_iter().last().unwrap_or(first);
        if events.send(Event::Compared(Box::new(Compared::of(&request)))).is_err() {
            return;
        }
    }
}

impl Compared {
    /// What is answered to a request.
    pub(crate) fn of(request: &Request) -> Self {
        let Request { number, names, texts, params } = request;
        let trial = guarded(|| Arc::new(Trial::of(names, texts, params)));
        let trial = trial.map_err(|panic| {
            format!("these texts cannot be compared ({panic}); please report them")
        });
        Self { number: *number, trial }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use shingle::base::path::DocPath;
    use shingle::pipeline::params::Params;

    use super::super::event::Event;
    use super::super::model::sandbox::Request;
    use super::Comparer;

    #[test]
    fn the_newest_texts_are_compared_last_and_at_all() {
        let (events, inbox) = channel();
        let comparer = Comparer::start(events);
        let params = Arc::new(Params::defaults());
        for number in 1..=60 {
            let names = ["a", "b"].map(DocPath::new);
            let texts = [format!("one more word {number}").into(), "one more word".into()];
            comparer.ask(Request { number, names, texts, params: Arc::clone(&params) });
        }
        let mut last = 0;
        while last < 60 {
            let Ok(Event::Compared(compared)) = inbox.recv_timeout(Duration::from_secs(20)) else {
                panic!("only {last} came");
            };
            assert!(compared.number > last);
            last = compared.number;
            let trial = compared.trial.unwrap();
            assert!(trial.view.a.text.ends_with(&last.to_string()));
        }
    }
}
