//! The thread that prepares lessons: the newest request only. It decides nothing.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use shingle::base::guard::guarded;
use shingle::lesson::pitfalls::all;
use shingle::lesson::pitfalls::pitfall::Pitfall;
use shingle::lesson::taught::Lesson;

use super::event::Event;
use super::model::lesson::{Request, Taught};

/// A running teacher. Dropping it ends its work.
pub(crate) struct Teacher {
    requests: Sender<Request>,
}

impl Teacher {
    /// Starts it; what it prepares is sent as events.
    pub(crate) fn start(events: Sender<Event>) -> Self {
        let (requests, inbox) = channel();
        thread::spawn(move || serve(&inbox, &events));
        Self { requests }
    }

    /// Asks for a lesson; older requests that were not begun are dropped.
    pub(crate) fn ask(&self, request: Request) {
        let _ = self.requests.send(request);
    }
}

fn serve(requests: &Receiver<Request>, events: &Sender<Event>) {
    let mut pitfalls: Option<Arc<[Pitfall]>> = None;
    while let Ok(first) = requests.recv() {
        let request = requests.try_iter().last().unwrap_or(first);
        let pitfalls = pitfalls.get_or_insert_with(|| guarded(all).unwrap_or_default());
        let taught = Taught::of(&request, pitfalls);
        if events.send(Event::Taught(Box::new(taught))).is_err() {
            return;
        }
    }
}

impl Taught {
    /// What is answered to a request.
    pub(crate) fn of(request: &Request, pitfalls: &Arc<[Pitfall]>) -> Self {
        let lesson = guarded(|| Arc::new(Lesson::of(&request.subject, &request.params, pitfalls)));
        let lesson = lesson
            .map_err(|panic| format!("these texts cannot be taught ({panic}); please report them"));
        Self { number: request.number, lesson }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use shingle::lesson::subject::Subject;
    use shingle::pipeline::params::Params;

    use super::super::event::Event;
    use super::super::model::lesson::Request;
    use super::Teacher;

    #[test]
    fn the_newest_request_is_answered_last_and_at_all() {
        let (events, inbox) = channel();
        let teacher = Teacher::start(events);
        let subject = Arc::new(Subject::gym());
        for number in 1..=30 {
            let params = Arc::new(Params { width: number as u32, ..Params::defaults() });
            teacher.ask(Request { number, subject: Arc::clone(&subject), params });
        }
        let mut last = 0;
        while last < 30 {
            let Ok(Event::Taught(taught)) = inbox.recv_timeout(Duration::from_secs(20)) else {
                panic!("only {last} came");
            };
            assert!(taught.number > last);
            last = taught.number;
            assert_eq!(u64::from(taught.lesson.unwrap().params.width), last);
        }
    }
}
