//! Text of presentations (`.pptx`): slides in show order, each followed by its notes.

use super::container::Container;
use super::office_text::OfficeText;
use super::ooxml::{Relation, find_target, read_facts, read_relations};
use super::pptx_numbers::SlideNumbers;
use super::xml::{Walker, XmlFile, XmlNode, XmlTag};
use crate::extracted::{Extracted, SectionKind, Unreadable};
use crate::limits::Limits;
use crate::roles::{Look, is_tiny_text_size};

const FORMAT: &str = "PPTX";

/// Reads a presentation; each slide, hidden ones included, is a section titled by the slide's title.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, Unreadable> {
    let mut container = Container::open(bytes, FORMAT, limits)?;
    let root = read_relations(&mut container, "")?;
    let main = find_target(&root, "officeDocument").unwrap_or("ppt/presentation.xml").to_string();
    let related = read_relations(&mut container, &main)?;
    let mut out = OfficeText::new(limits);
    for (number, slide) in (1..).zip(list_slides(&mut container, &main, &related)?) {
        out.begin_section(SectionKind::Slide, number);
        PptxReader::new(&mut out, true).read_section(&container.read_required_xml(&slide)?)?;
        let beside = read_relations(&mut container, &slide)?;
        let drawings =
            beside.iter().filter(|at| matches!(at.kind.as_str(), "diagramData" | "chart"));
        let drawings = drawings.map(|at| at.target.as_str());
        for part in drawings.chain(find_target(&beside, "notesSlide")) {
            if let Some(part) = container.read_xml(part)? {
                PptxReader::new(&mut out, false).read_section(&part)?;
            }
        }
    }
    // Damaged metadata does not prevent reading.
    out.finish(read_facts(&mut container, &root).unwrap_or_default())
}

fn list_slides(
    container: &mut Container<'_>,
    main: &str,
    related: &[Relation],
) -> Result<Vec<String>, Unreadable> {
    let file = container.read_required_xml(main)?;
    let (mut ids, mut has_body) = (Vec::new(), false);
    file.each_tag(|_, tag| {
        has_body |= tag.name() == "presentation";
        if tag.name() == "sldId" {
            ids.extend(tag.prefixed_attribute("id"));
        }
    })?;
    // Counts repeated slides too, because they would turn a small file into a long text.
    if ids.len() as u64 > container.limits().entries {
        return Err(container.limits().too_many_error("slide", "slides"));
    }
    let slide = |id: &String| {
        let target = related.iter().find(|relation| relation.id == *id);
        let missing = || Unreadable::damaged_error(FORMAT, format!("no slide {id}"));
        target.map(|found| found.target.clone()).ok_or_else(missing)
    };
    if has_body { ids.iter().map(slide).collect() } else { Err(file.no_body_error()) }
}

pub(super) struct PptxReader<'a> {
    out: &'a mut OfficeText,
    /// True for a slide, whose title becomes the title of the section.
    is_slide: bool,
    numbers: SlideNumbers,
    look: Look,
    in_paragraph: bool,
    in_text: bool,
}

impl<'a> PptxReader<'a> {
    pub(super) fn new(out: &'a mut OfficeText, is_slide: bool) -> Self {
        Self {
            out,
            is_slide,
            numbers: SlideNumbers::default(),
            look: Look::default(),
            in_paragraph: false,
            in_text: false,
        }
    }

    pub(super) fn read_section(mut self, file: &XmlFile) -> Result<(), Unreadable> {
        file.walk(|walker| {
            while let Some(node) = walker.next_node() {
                match node {
                    XmlNode::Open(tag) => self.open_element(&tag, walker),
                    XmlNode::Close(end) => self.close_element(end.local_name().into_inner()),
                    XmlNode::Text(text) if self.in_text => self.add_text(&text),
                    XmlNode::Text(_) => {}
                }
            }
        })
    }

    fn open_element(&mut self, tag: &XmlTag<'_>, walker: &mut Walker<'_>) {
        match tag.name() {
            "nvSpPr" | "nvGraphicFramePr" => self.read_shape_properties(walker),
            "p" => {
                self.in_paragraph = true;
                self.numbers.begin_paragraph();
                self.out.begin_paragraph();
            }
            // Names in a chart are outside of any paragraph.
            "strCache" => self.in_paragraph = true,
            "v" if self.in_paragraph => {
                self.out.begin_paragraph();
                self.in_text = true;
            }
            "rPr" => {
                let size = tag.number("sz");
                self.look.tiny = size.map(|hundredths: f32| is_tiny_text_size(hundredths / 100.0));
                self.look.raised = tag.number("baseline").map(|percent: f32| percent > 0.0);
                walker.skip_element();
            }
            // In diagrams, an element of this name also encloses paragraphs.
            "t" => self.in_text = self.in_paragraph,
            "tab" => self.add_text("\t"),
            "br" => self.add_text("\n"),
            "txBody" => self.numbers = SlideNumbers::default(),
            "pPr" if self.in_paragraph => self.numbers.read_properties(tag, walker),
            "tbl" => self.out.add_gap_around_table(),
            "tc" => self.out.begin_cell(),
            // Skips properties, in which `tab` is a tab stop.
            "pPr" | "endParaRPr" | "bodyPr" | "lstStyle" | "tblPr" | "tcPr" => {
                walker.skip_element();
            }
            _ => {}
        }
    }

    fn close_element(&mut self, name: &str) {
        match name {
            "t" => self.in_text = false,
            "r" => self.look = Look::default(),
            "strCache" => self.in_paragraph = false,
            "v" if self.in_paragraph => {
                self.in_text = false;
                self.out.end_paragraph();
            }
            "p" => {
                self.in_paragraph = false;
                self.out.end_paragraph();
            }
            "tc" => self.out.end_cell(),
            "tr" => self.out.end_row(),
            "tbl" => self.out.add_gap_around_table(),
            "sp" => self.out.end_title(),
            _ => {}
        }
    }

    fn add_text(&mut self, text: &str) {
        if !text.trim().is_empty()
            && let Some(number) = self.numbers.take_number()
        {
            self.out.set_number(&number);
        }
        self.out.add_text(text, self.look.role());
    }

    /// Reads the properties of a shape. Skips a shape that is hidden or repeated on every slide.
    fn read_shape_properties(&mut self, walker: &mut Walker<'_>) {
        let around = walker.depth().saturating_sub(1);
        let (mut is_left_out, mut is_title) = (false, false);
        walker.each_tag(|_, tag| match tag.name() {
            "cNvPr" => {
                let hidden = tag.attribute("hidden");
                is_left_out |= hidden.is_some_and(|on| on == "1" || on == "true");
            }
            "ph" => match tag.attribute("type").as_deref() {
                Some("title" | "ctrTitle") => is_title = self.is_slide,
                Some("dt" | "ftr" | "hdr" | "sldNum" | "sldImg") => is_left_out = true,
                _ => {}
            },
            _ => {}
        });
        while is_left_out && walker.depth() >= around && walker.next_node().is_some() {}
        if is_title && !is_left_out {
            self.out.begin_title();
        }
    }
}
