//! Finds files that import each other in circles, from the modules that their code names. A module and the modules
//! inside it may know each other.

use std::collections::{BTreeMap, BTreeSet};

use super::Source;

/// The folders and the name of a module: `["text", "tokenize"]`.
type Module = Vec<String>;

#[test]
fn no_files_import_each_other_in_circles() {
    let sources = Source::all();
    let modules: BTreeMap<Module, &Source> =
        sources.iter().map(|source| (module_of(source), source)).collect();
    let imports: BTreeMap<&Module, BTreeSet<&Module>> = modules
        .iter()
        .map(|(module, source)| (module, imports(module, source, &modules)))
        .collect();
    assert!(imports.values().map(BTreeSet::len).sum::<usize>() > 1_000, "where are the imports?");
    let found: Vec<String> = circles(&imports)
        .into_iter()
        .map(|circle| {
            circle.into_iter().map(|module| module.join("/")).collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert!(found.is_empty(), "files that import each other in circles: {found:#?}");
}

#[test]
fn a_circle_is_found_and_a_module_may_know_those_within_it() {
    let module = |name: &str| name.split('/').map(String::from).collect::<Module>();
    let [a, b, c, d] = ["a", "b", "c/x", "d"].map(module);
    let imports = BTreeMap::from([
        (&a, BTreeSet::from([&b])),
        (&b, BTreeSet::from([&c, &d])),
        (&c, BTreeSet::from([&a])),
        (&d, BTreeSet::new()),
    ]);
    assert_eq!(circles(&imports), [vec![&a, &b, &c]]);

    let code = "use crate::text::{self, stop::List, tokenize::{Words, tokenize}};\nsuper::hash::of(shingle::base::span::Span)";
    let named: Vec<String> = paths(code).iter().map(|path| path.join("::")).collect();
    let expected = ["crate::text", "crate::text::stop::List", "crate::text::tokenize::Words"];
    assert!(expected.iter().all(|path| named.contains(&(*path).to_string())), "{named:?}");
    assert!(named.contains(&"super::hash::of".into()), "{named:?}");
    assert!(named.contains(&"shingle::base::span::Span".into()), "{named:?}");
}

/// The module of a file.
pub(crate) fn module_of(source: &Source) -> Module {
    let path = source.path.with_extension("");
    let mut names: Module = path.iter().map(|name| name.to_str().unwrap().to_string()).collect();
    names.pop_if(|last| ["mod", "main", "lib"].contains(&last.as_str()));
    names
}

/// The modules that a file names, without those around it and those inside it.
fn imports<'a>(
    module: &Module,
    source: &Source,
    modules: &'a BTreeMap<Module, &Source>,
) -> BTreeSet<&'a Module> {
    let code = source.code().collect::<Vec<_>>().join("\n");
    let named = paths(&code).into_iter().filter_map(|path| named(module, &path, modules));
    named.filter(|other| !other.starts_with(module) && !module.starts_with(other)).collect()
}

/// The innermost module that a path leads to.
fn named<'a>(
    module: &Module,
    path: &[String],
    modules: &'a BTreeMap<Module, &Source>,
) -> Option<&'a Module> {
    let supers = path.iter().take_while(|name| *name == "super").count();
    let (mut place, rest) = match path.first()?.as_str() {
        "crate" | "shingle" => (Module::new(), path.get(1..)?),
        "super" => (module.get(..module.len().checked_sub(supers)?)?.to_vec(), path.get(supers..)?),
        "self" => (module.clone(), path.get(1..)?),
        _ => return None,
    };
    for name in rest {
        place.push(name.clone());
        if !modules.contains_key(&place) {
            place.pop();
            break;
        }
    }
    modules.get_key_value(&place).map(|(found, _)| found)
}

/// All paths of two or more names in code, with groups in braces expanded.
pub(crate) fn paths(code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find(is_of_name) {
        let (path, behind) = path(rest.get(start..).unwrap(), &[], &mut found);
        found.push(path);
        rest = behind;
    }
    found
}

/// The path at the start of `code`, after the names `before`, and the rest of the code. For a group, the names before
/// it.
fn path<'a>(
    code: &'a str,
    before: &[String],
    found: &mut Vec<Vec<String>>,
) -> (Vec<String>, &'a str) {
    let mut path = before.to_vec();
    let mut rest = code;
    loop {
        let end = rest.find(|character| !is_of_name(character)).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        if name != "self" || path.is_empty() {
            path.push(name.to_string());
        }
        let Some(next) = behind.strip_prefix("::") else { return (path, behind) };
        if let Some(group) = next.strip_prefix('{') {
            return (path.clone(), self::group(group, &path, found));
        }
        if !next.starts_with(is_of_name) {
            return (path, next);
        }
        rest = next;
    }
}

/// Adds the paths of a group up to its closing brace; returns the rest of the code.
fn group<'a>(code: &'a str, before: &[String], found: &mut Vec<Vec<String>>) -> &'a str {
    let mut rest = code;
    while let Some(at) = rest.find(|character| is_of_name(character) || character == '}') {
        let here = rest.get(at..).unwrap();
        if let Some(behind) = here.strip_prefix('}') {
            return behind;
        }
        let (path, behind) = path(here, before, found);
        found.push(path);
        rest = behind;
    }
    ""
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The groups of modules that lead to each other (Kosaraju's algorithm).
fn circles<'a>(imports: &BTreeMap<&'a Module, BTreeSet<&'a Module>>) -> Vec<Vec<&'a Module>> {
    let mut importers: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
    for (module, others) in imports {
        for other in others {
            importers.entry(other).or_default().insert(module);
        }
    }
    let (mut seen, mut order) = (BTreeSet::new(), Vec::new());
    for module in imports.keys() {
        visit(module, imports, &mut seen, &mut order);
    }
    let mut found = Vec::new();
    seen.clear();
    for module in order.into_iter().rev() {
        let mut circle = Vec::new();
        visit(module, &importers, &mut seen, &mut circle);
        circle.sort_unstable();
        if circle.len() > 1 {
            found.push(circle);
        }
    }
    found
}

/// Adds to `order` all unseen modules that a module leads to, the farthest first.
fn visit<'a>(
    module: &'a Module,
    leads: &BTreeMap<&'a Module, BTreeSet<&'a Module>>,
    seen: &mut BTreeSet<&'a Module>,
    order: &mut Vec<&'a Module>,
) {
    if seen.insert(module) {
        for other in leads.get(module).into_iter().flatten() {
            visit(other, leads, seen, order);
        }
        order.push(module);
    }
}
