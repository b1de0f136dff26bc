//! Code for both .docx and .pptx: relations between parts, and metadata.

use super::container::Container;
use crate::extracted::{Facts, Unreadable};
use crate::{moment::parse_date, one_line::join_fact_lines};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Relation {
    pub(super) id: String,
    /// Type of the related part, such as `slide`: the last word of the full type.
    pub(super) kind: String,
    pub(super) target: String,
}

/// Reads the relations of a part; an empty name means the container itself.
pub(super) fn read_relations(
    container: &mut Container<'_>,
    part: &str,
) -> Result<Vec<Relation>, Unreadable> {
    let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
    let name = format!("{folder}/_rels/{file}.rels");
    let name = name.strip_prefix('/').unwrap_or(&name);
    let Some(file) = container.read_xml(name)? else { return Ok(Vec::new()) };
    let mut relations = Vec::new();
    file.each_tag(|_, tag| {
        if tag.name() == "Relationship"
            && !tag.has_value("TargetMode", "External")
            && let (Some(id), Some(kind), Some(target)) =
                (tag.attribute("Id"), tag.attribute("Type"), tag.attribute("Target"))
            && let Some(target) = resolve_entry(folder, &target)
        {
            let kind = kind.rsplit('/').next().unwrap_or_default().to_string();
            relations.push(Relation { id, kind, target });
        }
    })?;
    Ok(relations)
}

/// Returns the entry of the first related part of a kind, such as `styles`.
pub(super) fn find_target<'a>(relations: &'a [Relation], kind: &str) -> Option<&'a str> {
    relations.iter().find(|relation| relation.kind == kind).map(|found| found.target.as_str())
}

/// Resolves a path in a part of `folder` to an entry, or returns `None` if the path leaves the container.
pub(super) fn resolve_entry(folder: &str, path: &str) -> Option<String> {
    let mut names: Vec<&str> = Vec::new();
    let from_root = path.starts_with('/');
    let folder = if from_root { "" } else { folder };
    for name in folder.split('/').chain(path.split('/')) {
        match name {
            "" | "." => {}
            ".." => {
                names.pop()?;
            }
            name => names.push(name),
        }
    }
    Some(names.join("/"))
}

/// Reads the metadata, given the relations of the container itself.
pub(super) fn read_facts(
    container: &mut Container<'_>,
    root: &[Relation],
) -> Result<Facts, Unreadable> {
    let name = find_target(root, "core-properties").unwrap_or("docProps/core.xml");
    let mut facts = Facts::default();
    let Some(file) = container.read_xml(name)? else { return Ok(facts) };
    file.each_tag(|walker, tag| match tag.name() {
        "title" => facts.title = join_fact_lines(&walker.read_text()),
        "creator" => facts.author = join_fact_lines(&walker.read_text()),
        "created" => facts.created = parse_date(&walker.read_text()),
        "modified" => facts.changed = parse_date(&walker.read_text()),
        _ => {}
    })?;
    Ok(facts)
}
