use std::sync::mpsc::{Receiver, Sender, channel};

use super::cancel::{Cancel, NewestEpoch};

/// Creates a channel on which sending never blocks. The receiver gets the requests in order, except replaced ones.
pub fn request_channel<R>() -> (RequestSender<R>, RequestReceiver<R>) {
    let (queue, waiting) = channel();
    (RequestSender { newest: NewestEpoch::default(), queue }, RequestReceiver { waiting })
}

/// Sends requests. Each request cancels the older ones, and dropping the sender cancels all requests.
#[derive(Debug)]
pub struct RequestSender<R> {
    newest: NewestEpoch,
    queue: Sender<(R, Cancel)>,
}

impl<R> RequestSender<R> {
    /// Returns a sender whose requests do not replace those of this sender.
    #[must_use]
    pub fn new_independent_sender(&self) -> Self {
        Self { newest: NewestEpoch::default(), queue: self.queue.clone() }
    }

    pub fn send_request(&self, request: R) {
        self.reserve_permit().send(request);
    }

    /// Cancels the older requests, and returns a permit to send the next request later.
    pub fn reserve_permit(&self) -> RequestPermit<R> {
        let cancel = self.newest.token(self.newest.advance());
        RequestPermit { cancel, queue: self.queue.clone() }
    }

    pub fn cancel_requests(&self) {
        self.newest.advance();
    }
}

impl<R> Drop for RequestSender<R> {
    fn drop(&mut self) {
        self.cancel_requests();
    }
}

#[derive(Debug)]
pub struct RequestPermit<R> {
    cancel: Cancel,
    queue: Sender<(R, Cancel)>,
}

impl<R> RequestPermit<R> {
    pub fn send(self, request: R) {
        let _ = self.queue.send((request, self.cancel));
    }
}

/// Receives requests, each with a token that a newer request of the same kind cancels. Ends when all senders are
/// dropped.
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

    use super::request_channel;

    #[test]
    fn of_each_kind_the_newest_alone_is_left_in_the_order_in_which_they_were_made() {
        let (rows, inbox) = request_channel();
        let documents = rows.new_independent_sender();
        for number in 1..=5 {
            rows.send_request(("rows", number));
            if number < 4 {
                documents.send_request(("documents", number));
            }
        }
        let left: Vec<_> = inbox.waiting.try_iter().collect();
        assert_eq!(left.len(), 8);
        let wanted: Vec<_> = left.iter().filter(|(_, cancel)| !cancel.is_cancelled()).collect();
        let wanted: Vec<_> = wanted.iter().map(|(request, _)| *request).collect();
        assert_eq!(wanted, [("documents", 3), ("rows", 5)]);
    }

    #[test]
    fn a_request_that_is_being_answered_is_stopped_by_a_newer_one_of_its_kind_alone() {
        let (asker, mut inbox) = request_channel();
        let other = asker.new_independent_sender();
        asker.send_request(1);
        let (_, cancel) = inbox.next().unwrap();
        other.send_request(2);
        assert!(!cancel.is_cancelled());
        asker.send_request(3);
        assert!(cancel.is_cancelled());
        assert_eq!(inbox.next().map(|(request, _)| request), Some(2));
    }

    #[test]
    fn a_ticket_makes_what_came_before_it_old_and_is_made_old_by_what_comes_after_it() {
        let (asker, mut inbox) = request_channel();
        asker.send_request("before");
        let (old, new) = (asker.reserve_permit(), asker.reserve_permit());
        new.send("new");
        old.send("old");
        assert_eq!(inbox.next().map(|(request, _)| request), Some("new"));
        let last = asker.reserve_permit();
        asker.cancel_requests();
        last.send("last");
        drop(asker);
        assert!(inbox.next().is_none());
    }

    #[test]
    fn whoever_drops_the_last_asker_ends_all_work() {
        let (asker, mut inbox) = request_channel();
        asker.send_request(1);
        let (_, cancel) = inbox.next().unwrap();
        asker.send_request(2);
        drop(asker);
        assert!(cancel.is_cancelled());
        assert!(inbox.next().is_none());
    }
}
