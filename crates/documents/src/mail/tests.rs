use proptest::prelude::*;

use super::{is_mailbox, is_message, read_mailbox, read_message};
use crate::{extracted::SectionKind, extracted::Unreadable, limits::Limits, office::tests::facts};

const PARTS: &str = "From: =?koi8-r?B?6dfBzg==?= <ivan@example.org>\r\n\
    Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nDate: Wed, 1 May 2024 10:00:00 +0200\r\n\
    MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=\"out\"\r\n\r\npreamble\r\n\
    --out\r\nContent-Type: multipart/alternative; boundary=in\r\n\r\n\
    --in\r\nContent-Type: text/plain; charset=koi8-r\r\nContent-Transfer-Encoding: base64\r\n\r\n8NLJ18XU\r\n\
    --in\r\nContent-Type: text/html\r\n\r\n<p>html</p>\r\n--in--\r\n\
    --out\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment\r\n\r\nattached\r\n\
    --out\r\nContent-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\ninner text\r\n\
    --out\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n\
    --out\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
    <b>Fu=C3=9F</b>=\r\nnote<br>end\r\n--out--\r\nepilogue\r\n";

fn text(message: &str) -> String {
    read_message(message.as_bytes(), &Limits::default()).unwrap().text
}

#[test]
fn a_message_is_its_subject_and_the_text_that_a_reader_sees() {
    let message = read_message(PARTS.as_bytes(), &Limits::default()).unwrap();
    assert_eq!(message.text, "Grüße\n\nПривет\n\ninner\n\ninner text\n\nFußnote\nend\n");
    let expected = ["Grüße", "Иван <ivan@example.org>", "2024-05-01T10:00:00+02:00", ""];
    assert_eq!(facts(&message), expected);
    assert_eq!(message.sections, []);
}

#[test]
fn forwarded_messages_and_pages_are_text() {
    let inner = "Subject: inner\nContent-Type: text/plain; charset=ANSI_X3.4-1968\n\ngrün\n";
    let packed = "U3ViamVjdDogaW5uZXIKCmdyw7xuCg==";
    for (name, message) in [
        ("forwarded", format!("Content-Type: message/rfc822\n\n{inner}")),
        (
            "packed",
            format!("Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n{packed}\n"),
        ),
        (
            "attached",
            format!(
                "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: message/rfc822\n\
                 Content-Disposition: attachment; filename=a.eml\n\n{inner}\n--x--\n"
            ),
        ),
        (
            "digest",
            format!("Content-Type: multipart/digest; boundary=x\n\n--x\n\n{inner}\n--x--\n"),
        ),
        ("emlx", format!("{}  \n{inner}<?xml version=\"1.0\"?><plist/>\n", inner.len())),
        (
            "page",
            "Content-Type: multipart/related; start=\"<b>\"; boundary=x\n\n--x\nContent-Type: text/css\n\nno\n\
             --x\nContent-Type: text/html\nContent-ID: <b>\n\n<title>inner</title>grün\n--x--\n"
                .to_string(),
        ),
        (
            "flowed",
            "Subject: inner\nContent-Type: text/plain; format=flowed; delsp=yes\n\ngr \nün\n".to_string(),
        ),
    ] {
        assert_eq!(text(&message), "inner\n\ngrün\n", "{name}");
    }
    for (message, read) in [
        (
            "Content-Type: text/plain; format=Flowed; DelSp=Yes\n\n> a \n>  b\n-- \n a  \nb\n",
            "> a b\n--\na b\n",
        ),
        // Quoted lines stay.
        (
            "To: a\nSubject: Re: b\n\nYes.\n\n\n> Or no?\n> Well.\n-- \nI\n",
            "Re: b\n\nYes.\n\n> Or no?\n> Well.\n--\nI\n",
        ),
        // HTML serves where there is no text.
        (
            "Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\n\n \n\
             --x\nContent-Type: multipart/related; boundary=y\n\n--y\nContent-Type: text/html\n\n<p>a</p><p>b</p>\n\
             --y\nContent-Type: image/png\n\nPNG\n--y--\n--x--\n",
            "a\n\nb\n",
        ),
    ] {
        assert_eq!(text(message), read);
    }
}

#[test]
fn html_serves_where_the_text_only_says_that_it_is_html() {
    let page =
        "<p>The harbour belongs to the gulls, and the letter goes on and on, and on.</p>".repeat(4);
    let message = |plain: &str, page: &str| {
        text(&format!(
            "Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\n\n{plain}\n\
             --x\nContent-Type: text/html\n\n{page}\n--x--\n"
        ))
    };
    let stub = "Your reader shows no HTML.";
    assert!(message(stub, &page).starts_with("The harbour"));
    // A short letter counts as text in both forms.
    assert_eq!(message("See you at six.", "<p>See you at <b>six</b>.</p>"), "See you at six.\n");
    // Long text is not a stub, however large the HTML part is.
    let long = "Every word counts. ".repeat(30);
    assert!(message(&long, &page.repeat(50)).starts_with("Every word"));
}

#[test]
fn text_of_no_declared_encoding_is_detected() {
    let (words, _, _) =
        encoding_rs::WINDOWS_1251.encode("Все люди рождаются свободными и равными.");
    let message =
        [b"Subject: a\nContent-Type: text/plain; charset=us-ascii\n\n", words.as_ref()].concat();
    let text = read_message(&message, &Limits::default()).unwrap().text;
    assert_eq!(text, "a\n\nВсе люди рождаются свободными и равными.\n");
}

#[test]
fn a_mailbox_is_its_messages() {
    let mailbox = format!(
        "From a@b Wed May  1 10:00:00 2024\n{}\nFrom c@d Wed May  1 11:00:00 2024\nFrom: c@d\nSubject: Two\n\n>From here.\n\n\
        From e@f Wed May  1 12:00:00 2024\nX: empty\n\n",
        PARTS.replace("\r\n", "\n")
    );
    let read = read_mailbox(mailbox.as_bytes(), &Limits::default()).unwrap();
    let expected = "Grüße\n\nПривет\n\ninner\n\ninner text\n\nFußnote\nend\n\nTwo\n\nFrom here.\n";
    assert_eq!(read.text, expected);
    let titles: Vec<_> =
        read.sections.iter().map(|part| (part.number, part.title.as_str())).collect();
    assert_eq!(titles, [(1, "Иван: Grüße"), (2, "c@d: Two")]);
    let second = &read.sections[1];
    assert_eq!(second.kind, SectionKind::Message);
    assert!(read.text.get(second.at as usize..).unwrap().starts_with("Two\n"));
}

#[test]
fn messages_and_mailboxes_are_told_by_their_first_lines() {
    assert!(is_message(PARTS.as_bytes()));
    assert!(is_message(b"Received: from a\n\tby b\nDATE: x\n\ntext"));
    for text in ["", "From: a\n\ntext", "Date: x\nplain line\nSubject: y\n", "A: b\nC: d\n\n"] {
        assert!(!is_message(text.as_bytes()), "{text}");
    }
    assert!(is_mailbox(b"From a@b Wed May  1 10:00:00 2024\nFrom: a@b\n"));
    assert!(!is_mailbox(PARTS.as_bytes()));
}

#[test]
fn what_is_no_message_or_too_deep_is_refused() {
    let refusal = |bytes: &[u8]| read_message(bytes, &Limits::default()).unwrap_err().to_string();
    assert_eq!(refusal(b"\n\ntext"), "damaged e-mail: it does not begin with headers");
    let mut deep = String::new();
    for level in 0..40 {
        let head = format!("Content-Type: multipart/mixed; boundary=b{level}\n\n--b{level}\n");
        deep.push_str(&head);
    }
    let expected = "parts of a message nest more than 32 deep; save it as text";
    assert_eq!(refusal(deep.as_bytes()), expected);
    let small = Limits { text: 10, ..Limits::default() };
    let over = read_message(b"Subject: a\n\nmore than ten bytes", &small);
    assert!(matches!(over, Err(Unreadable::Limit { .. })));
}

#[test]
fn long_headers_and_messages_within_messages_cannot_hurt() {
    let many = format!("Subject: a\nTo: {}\nFrom: late\n\ntext", "b@c, ".repeat(20_000));
    let message = read_message(many.as_bytes(), &Limits::default()).unwrap();
    assert_eq!((message.text.as_str(), message.facts.author.as_str()), ("a\n\ntext\n", ""));
    for head in [
        "Content-Type: message/rfc822\n\n",
        "Content-Type: multipart/digest; boundary=a\n\n--a\n\n",
    ] {
        let _ = read_message(head.repeat(100_000).as_bytes(), &Limits::default());
    }
}

proptest! {
    #[test]
    fn no_input_makes_it_panic(
        pieces in prop::collection::vec(
            prop_oneof![
                2 => any::<Vec<u8>>(),
                3 => "(Content-Type: (multipart/(mixed|alternative|digest); boundary=x|message/rfc822|text/(plain|html); charset=[a-z0-9-]{0,9})\n)".prop_map(String::into_bytes),
                1 => "Content-Transfer-Encoding: (base64|quoted-printable)\n".prop_map(String::into_bytes),
                2 => "(\n|--x\n|--x--\n|From a 10:30\nA: b\n|=[0-9A-F]{0,2}|[A-Za-z0-9+/=]{0,20})".prop_map(String::into_bytes),
                1 => "(Subject|From|Date): [ -~]{0,30}\n".prop_map(String::into_bytes),
            ],
            0..12,
        ),
    ) {
        let bytes = pieces.concat();
        let _ = read_message(&bytes, &Limits::default());
        let mailbox = [b"From a 10:30\n", bytes.as_slice()].concat();
        let _ = read_mailbox(&mailbox, &Limits::default());
        let _ = is_message(&bytes);
    }
}
