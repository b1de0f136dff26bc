//! Finds files that import each other in circles, from the modules that their code names: in full, or through a name that
//! they import, such as `help::update` after `use crate::tui::help`. A module and the modules inside it may know each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::Source;

/// The folders and the name of a module: `["text", "tokenize"]`.
type Module = Vec<String>;

/// The path that each imported name of a module stands for, from the root of its crate.
type Imports = BTreeMap<String, Vec<String>>;

#[test]
fn no_files_import_each_other_in_circles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The package on crates.io has no folder `spark`.
    for (crate_root, arrows) in
        [("src", 1_000), ("crates/base/src", 10), ("crates/documents/src", 100), ("spark/src", 20)]
    {
        let sources = Source::below(&root.join(crate_root));
        if sources.is_empty() && crate_root == "spark/src" {
            continue;
        }
        let graph = Graph::new(&sources);
        assert!(
            graph.arrows.values().map(BTreeSet::len).sum::<usize>() > arrows,
            "where are the imports of {crate_root}?"
        );
        let found = circles(&graph.arrows);
        let found: Vec<String> = found.iter().map(|circle| graph.describe(circle)).collect();
        assert!(found.is_empty(), "files of {crate_root} that import each other: {found:#?}");
    }
}

#[test]
fn a_circle_is_found_and_a_module_may_know_those_within_it() {
    let module = |name: &str| name.split('/').map(String::from).collect::<Module>();
    let [a, b, c, d] = ["a", "b", "c/x", "d"].map(module);
    let imports = BTreeMap::from([
        (a.clone(), BTreeSet::from([b.clone()])),
        (b.clone(), BTreeSet::from([c.clone(), d.clone()])),
        (c.clone(), BTreeSet::from([a.clone()])),
        (d, BTreeSet::new()),
    ]);
    assert_eq!(circles(&imports), [vec![&a, &b, &c]]);

    let code = "use crate::text::{self, stop::List, tokenize::{Words, tokenize as cut}};\nsuper::hash::of(shingle::base::span::Span)";
    let named: Vec<String> = paths(code).iter().map(|path| path.join("::")).collect();
    let expected = [
        "crate::text",
        "crate::text::stop::List",
        "crate::text::tokenize::Words",
        "super::hash::of",
    ];
    assert!(expected.iter().all(|path| named.contains(&(*path).to_string())), "{named:?}");
    assert!(named.contains(&"shingle::base::span::Span".into()), "{named:?}");
}

#[test]
fn an_arrow_is_seen_through_an_imported_module_another_name_and_a_facade() {
    let source = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
    let graph = |caller: &str| {
        let sources = [
            source("tui/mod.rs", "pub mod help;\npub mod keys;\npub use keys::map::Keys;\n"),
            source("tui/help/mod.rs", "pub mod update;\npub mod view;\n"),
            source("tui/help/update.rs", "use crate::tui::keys::map::Keys;\n"),
            source("tui/help/view.rs", ""),
            source("tui/keys/mod.rs", "pub mod map;\npub mod naming;\n"),
            source("tui/keys/map.rs", caller),
            source("tui/keys/naming.rs", "use crate::tui::{\n    Keys,\n};\n"),
        ];
        Graph::new(&sources).arrows
    };
    let module = |name: &str| name.split('/').map(String::from).collect::<Module>();
    for caller in [
        "use crate::tui::help;\nfn press() {\n    help::update::toggle(model)\n}\n",
        "use crate::tui::{self, help as pages};\nfn press() -> pages::update::Toggle {}\n",
        "use super::super::help;\nfn press() {\n    let _: Vec<help::update::Page> = help::view::draw;\n}\n",
        "use crate::tui;\nfn press() {\n    tui::help::update::toggle(model)\n}\n",
    ] {
        let arrows = graph(caller);
        let circle = [&module("tui/help/update"), &module("tui/keys/map")];
        assert_eq!(circles(&arrows), [circle], "{caller}: {arrows:?}");
        // A name that a facade exports again leads to the file that has it.
        assert!(arrows[&module("tui/keys/naming")].contains(&module("tui/keys/map")), "{arrows:?}");
    }
    let harmless = "use crate::tui::help;\nfn press() {\n    help::view::draw(model)\n}\n";
    assert!(circles(&graph(harmless)).is_empty());
}

/// The module of a file.
pub(crate) fn module_of(source: &Source) -> Module {
    let path = source.path.with_extension("");
    let mut names: Module = path.iter().map(|name| name.to_str().unwrap().to_string()).collect();
    names.pop_if(|last| ["mod", "main", "lib"].contains(&last.as_str()));
    names
}

/// The modules of a crate, and which others each of them names.
struct Graph {
    imports: BTreeMap<Module, Imports>,
    arrows: BTreeMap<Module, BTreeSet<Module>>,
}

impl Graph {
    fn new(sources: &[Source]) -> Self {
        let mut graph = Self { imports: BTreeMap::new(), arrows: BTreeMap::new() };
        let mut codes = BTreeMap::new();
        for source in sources {
            let module = module_of(source);
            if let Some((name, parent)) = module.split_last() {
                let children = graph.imports.entry(parent.to_vec()).or_default();
                children.insert(name.clone(), module.clone());
            }
            graph.imports.entry(module).or_default();
        }
        for source in sources {
            let module = module_of(source);
            let (uses, rest) = split(source);
            let imports = graph.imports.get_mut(&module).unwrap();
            for (path, name) in names(&uses) {
                if let Some(path) = from_root(&module, &path, imports) {
                    imports.insert(name, path);
                }
            }
            codes.insert(module, paths(&rest));
        }
        for (module, paths) in codes {
            let imports = &graph.imports[&module];
            let in_full = paths.iter().filter(|path| path.len() > 1);
            let in_full = in_full.filter_map(|path| from_root(&module, path, imports));
            let named = imports.values().cloned().chain(in_full);
            let arrows = named.map(|path| graph.home(path, 0)).filter(|other| {
                graph.imports.contains_key(other)
                    && !other.starts_with(&module)
                    && !module.starts_with(other)
            });
            let arrows = arrows.collect();
            graph.arrows.insert(module, arrows);
        }
        graph
    }

    /// The innermost module that a path leads to. A name that a module imports leads on.
    fn home(&self, mut path: Vec<String>, hops: usize) -> Module {
        let known = (0..=path.len()).rev().find(|end| self.imports.contains_key(&path[..*end]));
        let rest = path.split_off(known.unwrap_or(0));
        let onward = rest.first().and_then(|name| self.imports.get(&path)?.get(name));
        match onward {
            Some(onward) if hops < 8 => self.home([onward, &rest[1..]].concat(), hops + 1),
            _ => path,
        }
    }

    /// The modules of a circle, each with those of the circle that it names.
    fn describe(&self, circle: &[&Module]) -> String {
        let lines = circle.iter().map(|module| {
            let others = self.arrows[*module].iter().filter(|other| circle.contains(other));
            let others: Vec<String> = others.map(|other| other.join("/")).collect();
            format!("{} -> {}", module.join("/"), others.join(" "))
        });
        lines.collect::<Vec<_>>().join("; ")
    }
}

/// The `use` items of a file, and the rest of its code.
fn split(source: &Source) -> (String, String) {
    let (mut uses, mut rest, mut in_use) = (String::new(), String::new(), false);
    for line in source.code() {
        in_use |= line.starts_with("use ") || line.starts_with("pub") && line.contains(" use ");
        let part = if in_use { &mut uses } else { &mut rest };
        *part += line;
        *part += "\n";
        in_use &= !line.ends_with(';');
    }
    (uses, rest)
}

/// A path from the root of the crate. `None` for one that leads out of it.
fn from_root(module: &Module, path: &[String], imports: &Imports) -> Option<Vec<String>> {
    let supers = path.iter().take_while(|name| *name == "super").count();
    let first = path.first()?;
    let (start, rest) = match first.as_str() {
        "crate" => (&[][..], path.get(1..)?),
        "super" => (module.get(..module.len().checked_sub(supers)?)?, path.get(supers..)?),
        "self" => (&module[..], path.get(1..)?),
        _ if imports.contains_key(first) => (&imports[first][..], path.get(1..)?),
        "shingle" => (&[][..], path.get(1..)?),
        _ => return None,
    };
    Some([start, rest].concat())
}

/// All paths in code, with groups in braces expanded.
pub(crate) fn paths(code: &str) -> Vec<Vec<String>> {
    names(code).into_iter().map(|(path, _)| path).collect()
}

/// All paths in code, with groups in braces expanded, and the name that each has where it is imported.
fn names(code: &str) -> Vec<(Vec<String>, String)> {
    let (mut found, mut rest) = (Vec::new(), code);
    while let Some(start) = rest.find(is_of_name) {
        rest = path(rest.get(start..).unwrap_or_default(), &[], &mut found);
    }
    found
}

/// Adds the path at the start of `code`, after the names `before`, or those of its group; returns the rest of the code.
fn path<'a>(code: &'a str, before: &[String], found: &mut Vec<(Vec<String>, String)>) -> &'a str {
    let mut path = before.to_vec();
    let mut rest = code;
    loop {
        let end = rest.find(|character| !is_of_name(character)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        if name != "self" || path.is_empty() {
            path.push(name.to_string());
        }
        let next = after.strip_prefix("::").unwrap_or("");
        if let Some(mut group) = next.strip_prefix('{') {
            while let Some(at) = group.find(|character| is_of_name(character) || character == '}') {
                let here = group.get(at..).unwrap_or_default();
                if let Some(after) = here.strip_prefix('}') {
                    return after;
                }
                group = self::path(here, &path, found);
            }
            return "";
        }
        if next.starts_with(is_of_name) {
            rest = next;
            continue;
        }
        let alias = after.strip_prefix(" as ").unwrap_or("");
        let (alias, after) = match alias.find(|character| !is_of_name(character)) {
            Some(end @ 1..) => alias.split_at(end),
            _ => ("", after),
        };
        let own = path.last().cloned().unwrap_or_default();
        found.push((path, if alias.is_empty() { own } else { alias.to_string() }));
        return after;
    }
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

type Links<'a> = BTreeMap<&'a Module, BTreeSet<&'a Module>>;

/// The groups of modules that lead to each other (Kosaraju's algorithm).
fn circles(arrows: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<&Module>> {
    let (mut leads, mut importers) = (Links::new(), Links::new());
    for (module, others) in arrows {
        for other in others {
            leads.entry(module).or_default().insert(other);
            importers.entry(other).or_default().insert(module);
        }
    }
    let (mut seen, mut order) = (BTreeSet::new(), Vec::new());
    for module in arrows.keys() {
        visit(module, &leads, &mut seen, &mut order);
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
    leads: &Links<'a>,
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
