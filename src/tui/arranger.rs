//! The thread that arranges rows, documents and problems: of each kind the newest request only. It decides nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use shingle::base::guard::guarded;

use super::event::Event;
use super::model::arrange::{How, Request, arrange};

/// By kind, the number of the newest request.
type Newest = Arc<[AtomicU64; How::KINDS]>;

/// A running arranger. Dropping it ends its work.
pub(crate) struct Arranger {
    newest: Newest,
    requests: Sender<Request>,
}

impl Arranger {
    /// Starts it; what it makes is sent as events.
    pub(crate) fn start(events: Sender<Event>) -> Self {
        let newest = Newest::default();
        let (requests, inbox) = channel();
        let known = Arc::clone(&newest);
        thread::spawn(move || serve(&inbox, &known, &events));
        Self { newest, requests }
    }

    /// Asks for something; older requests of its kind are dropped.
    pub(crate) fn ask(&self, request: Request) {
        if let Some(newest) = self.newest.get(request.how.kind()) {
            newest.store(request.number, Ordering::Release);
        }
        let _ = self.requests.send(request);
    }
}

impl Drop for Arranger {
    fn drop(&mut self) {
        for newest in self.newest.iter() {
            newest.store(u64::MAX, Ordering::Release);
        }
    }
}

fn serve(requests: &Receiver<Request>, newest: &Newest, events: &Sender<Event>) {
    while let Ok(request) = requests.recv() {
        let newest = newest.get(request.how.kind());
        let is_old =
            || newest.is_some_and(|newest| newest.load(Ordering::Acquire) != request.number);
        if is_old() {
            continue;
        }
        // A name that a library gives up on leaves the list as it was.
        if let Ok(Some(arranged)) = guarded(|| arrange(&request, &is_old))
            && events.send(Event::Arranged(Box::new((request, arranged)))).is_err()
        {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use shingle::pipeline::params::Params;

    use super::super::event::Event;
    use super::super::model::arrange::{How, Request};
    use super::super::model::sort::Sort;
    use super::super::tests::fake;
    use super::Arranger;

    #[test]
    fn the_newest_of_each_kind_is_answered_last_and_at_all() {
        let (events, inbox) = channel();
        let arranger = Arranger::start(events);
        let snapshot = Arc::new(fake::folder(1, &Params::defaults()));
        for number in 1..=50 {
            let rows = How::Rows { sort: Sort::default(), filter: Arc::default(), of: None };
            for (number, how) in [(2 * number, rows), (2 * number + 1, How::Problems)] {
                arranger.ask(Request { number, snapshot: Arc::clone(&snapshot), how });
            }
        }
        let mut last = [0; How::KINDS];
        while last != [100, 0, 101] {
            let Ok(Event::Arranged(answer)) = inbox.recv_timeout(Duration::from_secs(20)) else {
                panic!("only {last:?} came");
            };
            let number = &mut last[answer.0.how.kind()];
            assert!(answer.0.number > *number);
            *number = answer.0.number;
        }
    }
}
