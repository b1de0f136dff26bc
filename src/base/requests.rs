//! Requests of which only the newest counts, on their way to the thread that answers them. It starts no thread and knows no
//! answer.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::cancel::{Cancel, NewestEpoch};

/// A way for requests, and its other end. Whoever asks never waits; whoever answers gets them in the order in which they were
/// made, without those that are no longer wanted.
pub fn requests<R>() -> (RequestSender<R>, RequestReceiver<R>) {
    let (queue, waiting) = channel();
    (RequestSender { newest: NewestEpoch::default(), queue }, RequestReceiver { waiting })
}

/// Asks for one kind of thing: a newer request takes the place of an older one. Dropping it ends the work for it.
#[derive(Debug)]
pub struct RequestSender<R> {
    newest: NewestEpoch,
    queue: Sender<(R, Cancel)>,
}

impl<R> RequestSender<R> {
    /// Asks for another kind of thing, of the same thread: neither takes the place of the other.
    #[must_use]
    pub fn for_another_kind(&self) -> Self {
        Self { newest: NewestEpoch::default(), queue: self.queue.clone() }
    }

    /// Asks; what was asked for before is no longer wanted.
    pub fn ask(&self, request: R) {
        self.reserve().send(request);
    }

    /// Asks for something whose request is still to be made, by whoever gets the permit; what was asked for before is no
    /// longer wanted.
    pub fn reserve(&self) -> RequestPermit<R> {
        let cancel = self.newest.token(self.newest.advance());
        RequestPermit { cancel, queue: self.queue.clone() }
    }

    /// Nothing that was asked for is wanted any more.
    pub fn stop(&self) {
        self.newest.advance();
    }
}

impl<R> Drop for RequestSender<R> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The right to make one request.
#[derive(Debug)]
pub struct RequestPermit<R> {
    cancel: Cancel,
    queue: Sender<(R, Cancel)>,
}

impl<R> RequestPermit<R> {
    /// Makes it.
    pub fn send(self, request: R) {
        // Whoever is gone answers nothing any more.
        let _ = self.queue.send((request, self.cancel));
    }
}

/// The requests that are still wanted, each with the token by which a newer one of its kind stops it. Waits for the next; ends
/// when nobody can ask any more.
#[derive(Debug)]
pub struct RequestReceiver<R> {
    waiting: Receiver<(R, Cancel)>,
}

impl<R> Iterator for RequestReceiver<R> {
    type Item = (R, Cancel);

    fn next(&mut self) -> Option<Self::Item> {
        self.waiting.iter().find(|(_, cancel)| !cancel.is_cancelled())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;

    use super::requests;

    #[test]
    fn of_each_kind_the_newest_alone_is_left_in_the_order_in_which_they_were_made() {
        let (rows, inbox) = requests();
        let documents = rows.for_another_kind();
        for number in 1..=5 {
            rows.ask(("rows", number));
            if number < 4 {
                documents.ask(("documents", number));
            }
        }
        let left: Vec<_> = inbox.waiting.try_iter().collect();
        assert_eq!(left.len(), 8);
        let wanted: Vec<_> = left.iter().filter(|(_, cancel)| !cancel.is_cancelled()).collect();
        let wanted: Vec<_> = wanted.iter().map(|(request, _)| *request).collect();
        assert_eq!(wanted, [("documents", 3), ("rows", 5)]);
    }

    #[test]
    fn the_newest_is_answered_last_and_at_all() {
        let (asker, inbox) = requests();
        let (answers, answered) = channel();
        let work = thread::spawn(move || {
            for (number, _) in inbox {
                let _ = answers.send(number);
            }
        });
        for number in 1..=500 {
            asker.ask(number);
        }
        let mut last = 0;
        while last < 500 {
            let number = answered.recv().unwrap();
            assert!(number > last, "{number} after {last}");
            last = number;
        }
        drop(asker);
        work.join().unwrap();
        assert!(answered.recv().is_err(), "nothing is answered twice");
    }

    #[test]
    fn a_request_that_is_being_answered_is_stopped_by_a_newer_one_of_its_kind_alone() {
        let (asker, mut inbox) = requests();
        let other = asker.for_another_kind();
        asker.ask(1);
        let (_, cancel) = inbox.next().unwrap();
        other.ask(2);
        assert!(!cancel.is_cancelled());
        asker.ask(3);
        assert!(cancel.is_cancelled());
        assert_eq!(inbox.next().map(|(request, _)| request), Some(2));
    }

    #[test]
    fn a_ticket_makes_what_came_before_it_old_and_is_made_old_by_what_comes_after_it() {
        let (asker, mut inbox) = requests();
        asker.ask("before");
        let (old, new) = (asker.reserve(), asker.reserve());
        new.send("new");
        old.send("old");
        assert_eq!(inbox.next().map(|(request, _)| request), Some("new"));
        let last = asker.reserve();
        asker.stop();
        last.send("last");
        drop(asker);
        assert!(inbox.next().is_none());
    }

    #[test]
    fn whoever_drops_the_last_asker_ends_all_work() {
        let (asker, mut inbox) = requests();
        asker.ask(1);
        let (_, cancel) = inbox.next().unwrap();
        asker.ask(2);
        drop(asker);
        assert!(cancel.is_cancelled());
        assert!(inbox.next().is_none());
    }
}
