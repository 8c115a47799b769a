//! Imports between the modules of a crate, which must have no cycle.
//!
//! A module is what the crate root declares, with all files below it. Tests are left out, because they may use anything.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Crates whose modules must not import each other in a cycle.
pub(crate) const CRATES: &[&str] = &["server", "store", "terminal"];

/// Imported modules, by module.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Returns a problem if the modules of a crate import each other in a cycle. `files` are its sources, with their paths
/// below `src`.
pub(crate) fn check(name: &str, files: &[(&Path, String)]) -> Option<String> {
    let cycle = cycle(&graph(files))?;
    Some(format!("crates/{name}/src: modules import each other in a cycle: {}", cycle.join(" → ")))
}

fn graph(files: &[(&Path, String)]) -> Graph {
    let root = files.iter().find(|(path, _)| *path == Path::new("lib.rs"));
    let exports = root.map(|(_, text)| exports(&without_tests(text))).unwrap_or_default();
    let mut texts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (path, text) in files {
        let parts = path.components().filter_map(|part| part.as_os_str().to_str());
        let parts: Vec<&str> = parts.map(|part| part.trim_end_matches(".rs")).collect();
        if let Some(module) = parts.first().filter(|module| **module != "lib" && !parts.contains(&"tests")) {
            texts.entry(*module).or_default().push(text);
        }
    }
    let imports_of = |(module, sources): (&&str, &Vec<&str>)| {
        let names = sources.iter().flat_map(|source| imports(&without_tests(source)));
        // A function of the root may have the name of a module.
        let names = names.map(|name| match exports.get(&name) {
            Some(module) if !texts.contains_key(&*name) => module.clone(),
            _ => name,
        });
        ((*module).to_owned(), names.filter(|name| name != module).collect())
    };
    texts.iter().map(imports_of).collect()
}

/// Returns a text without comments and without modules that only tests have.
fn without_tests(text: &str) -> String {
    let mut code = String::new();
    let (mut is_test, mut skips) = (false, false);
    for line in text.lines() {
        if skips {
            // The formatter puts the end of a module at the beginning of a line.
            skips = line != "}";
            continue;
        }
        let line = line.trim_end();
        if line.starts_with("#[cfg(") && line.contains("test") && !line.contains("not(test") {
            is_test = true;
        } else if is_test && line.contains("mod ") {
            (is_test, skips) = (false, line.ends_with('{'));
        } else if !line.starts_with('#') {
            is_test = false;
            code += line.split("//").next().unwrap_or_default();
            code.push('\n');
        }
    }
    code
}

/// Returns the names after `crate::`, also those in braces.
fn imports(code: &str) -> BTreeSet<String> {
    let starts = code.match_indices("crate::").filter(|(at, _)| {
        !code[..*at].ends_with(|before: char| before == '$' || before == '_' || before.is_alphanumeric())
    });
    starts.flat_map(|(at, path)| heads(&code[at + path.len()..])).collect()
}

/// Returns the first names of a path: `a` of `a::b`, and `a` and `c` of `{a::{b, d}, c}`.
fn heads(path: &str) -> Vec<String> {
    let Some(list) = path.strip_prefix('{') else { return vec![name(path)] };
    let (mut heads, mut depth, mut start) = (Vec::new(), 1, 0);
    for (at, sign) in list.char_indices() {
        depth += match sign {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth == 0 || depth == 1 && sign == ',' {
            heads.push(name(&list[start..at]));
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    heads.retain(|head| !head.is_empty());
    heads
}

fn name(path: &str) -> String {
    path.trim_start().chars().take_while(|sign| *sign == '_' || sign.is_alphanumeric()).collect()
}

/// Returns the module of each name that the crate root re-exports or imports: `Settings` is in `settings`.
fn exports(root: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for statement in root.split(';') {
        let Some((_, path)) = statement.split_once("use ") else { continue };
        if let Some((module, rest)) = path.trim().split_once("::") {
            exports.extend(heads(rest).into_iter().map(|name| (name, module.to_owned())));
        }
    }
    exports
}

/// Returns the modules of a cycle, with the first once more at the end.
fn cycle(graph: &Graph) -> Option<Vec<String>> {
    let mut done = BTreeSet::new();
    graph.keys().find_map(|module| visit(module, graph, &mut Vec::new(), &mut done))
}

fn visit<'g>(
    module: &'g str,
    graph: &'g Graph,
    path: &mut Vec<&'g str>,
    done: &mut BTreeSet<&'g str>,
) -> Option<Vec<String>> {
    if let Some(start) = path.iter().position(|before| *before == module) {
        return Some(path[start..].iter().chain([&module]).map(|module| (*module).to_owned()).collect());
    }
    if done.contains(module) {
        return None;
    }
    path.push(module);
    let found = graph
        .get(module)?
        .iter()
        .find_map(|next| graph.contains_key(next).then(|| visit(next, graph, path, done)).flatten());
    path.pop();
    done.insert(module);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_texts(files: &[(&str, &str)]) -> Option<String> {
        let files: Vec<(&Path, String)> =
            files.iter().map(|(path, text)| (Path::new(*path), (*text).to_owned())).collect();
        check("store", &files)
    }

    #[test]
    fn a_cycle_is_named_and_a_tree_is_none() {
        let files = [("a.rs", "use crate::b::B;\n"), ("b.rs", "fn b() { crate::c::run() }\n"), ("c.rs", "")];
        assert_eq!(check_texts(&files), None);
        let cut = [files[0], files[1], ("c/inner.rs", "use crate::{Error, a::{self, A}};\n")];
        let problem = "crates/store/src: modules import each other in a cycle: a → b → c → a";
        assert_eq!(check_texts(&cut).as_deref(), Some(problem));
    }

    #[test]
    fn a_name_of_the_root_leads_to_its_module() {
        let files = [
            ("lib.rs", "mod a;\nmod b;\npub use a::{A, Other};\nuse b::B;\n"),
            ("a.rs", "use crate::b::B;\n"),
            ("b.rs", "use crate::A;\n"),
        ];
        assert!(check_texts(&files).is_some_and(|problem| problem.ends_with("a → b → a")));
        assert_eq!(check_texts(&files[1..]), None, "without the root the name leads nowhere");
    }

    #[test]
    fn tests_and_comments_import_nothing() {
        let tests =
            "#[cfg(all(test, feature = \"cluster\"))]\npub(crate) mod tests {\n    use crate::a::A;\n}\n";
        let with = |text: &str| check_texts(&[("a.rs", "use crate::b::B;\n"), ("b.rs", text)]);
        assert_eq!(with(tests), None);
        assert!(with(&format!("{tests}use crate::a::A;\n")).is_some(), "code after tests counts");
        assert_eq!(with("// See crate::a.\n/// [`A`](crate::a::A)\nfn b() {}\n"), None);
        assert_eq!(
            check_texts(&[("a.rs", "use crate::b::B;\n"), ("b/tests.rs", "use crate::a::A;\n")]),
            None
        );
    }
}
