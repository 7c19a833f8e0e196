//! Whether files and functions are short enough to be read in one go.

use proc_macro2::LineColumn;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use super::tree::Tree;

const FILE_LINES: usize = 400;
const FUNCTION_LINES: usize = 60;
/// Nine of ten functions keep to this.
const USUAL_LINES: usize = 30;

/// The files and functions that are too long.
pub(super) fn check(tree: &Tree) -> Vec<String> {
    let mut found = files(tree);
    let mut functions = Vec::new();
    for (path, text) in tree.texts(is_our_code) {
        match functions_of(path, text) {
            Ok(more) => functions.extend(more),
            Err(error) => found.push(format!("{path}: could not read the Rust in it: {error}")),
        }
    }
    found.extend(too_long(&functions));
    found.extend(too_many_long(&functions));
    found
}

fn files(tree: &Tree) -> Vec<String> {
    let measured = [".rs", ".js", ".css", ".sql"];
    let sources = tree.texts(move |path| measured.iter().any(|ending| path.ends_with(ending)));
    let sized = sources.map(|(path, text)| (path, text.lines().count()));
    let long = sized.filter(|(_, lines)| *lines > FILE_LINES);
    long.map(|(path, lines)| format!("{path}: expected at most {FILE_LINES} lines, got {lines}")).collect()
}

/// `crates/*/src` and `xtask/src`.
fn is_our_code(path: &str) -> bool {
    let in_crate = path.strip_prefix("crates/").and_then(|rest| rest.split_once('/'));
    let inside = in_crate.map_or(path.strip_prefix("xtask/"), |(_, inside)| Some(inside));
    path.ends_with(".rs") && inside.is_some_and(|inside| inside.starts_with("src/"))
}

struct Function {
    /// File, line and name, for a person.
    place: String,
    lines: usize,
}

fn too_long(functions: &[Function]) -> Vec<String> {
    let long = functions.iter().filter(|function| function.lines > FUNCTION_LINES);
    long.map(|Function { place, lines }| {
        format!("{place}: expected at most {FUNCTION_LINES} lines, got {lines}")
    })
    .collect()
}

fn too_many_long(functions: &[Function]) -> Option<String> {
    let mut long: Vec<&Function> = functions.iter().filter(|function| function.lines > USUAL_LINES).collect();
    if long.len() * 10 <= functions.len() {
        return None;
    }
    long.sort_by_key(|function| std::cmp::Reverse(function.lines));
    let worst: Vec<&str> = long.iter().take(10).map(|function| function.place.as_str()).collect();
    let (count, all) = (long.len(), functions.len());
    let worst = worst.join(", ");
    Some(format!(
        "expected nine of ten functions to have at most {USUAL_LINES} lines, got {count} of {all} longer: {worst}"
    ))
}

fn functions_of(path: &str, text: &str) -> syn::Result<Vec<Function>> {
    let mut measure = Measure { path, functions: Vec::new() };
    measure.visit_file(&syn::parse_file(text)?);
    Ok(measure.functions)
}

struct Measure<'a> {
    path: &'a str,
    functions: Vec<Function>,
}

impl Measure<'_> {
    /// A function's length is from its signature to its last brace; its documentation does not count.
    fn add(&mut self, signature: &syn::Signature, start: LineColumn, body: &syn::Block) {
        let end = body.span().end();
        let place = format!("{}:{} `{}`", self.path, start.line, signature.ident);
        self.functions.push(Function { place, lines: end.line - start.line + 1 });
    }
}

impl<'ast> Visit<'ast> for Measure<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.sig, function.sig.span().start(), &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(&function.sig, function.sig.span().start(), &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.add(&function.sig, function.sig.span().start(), body);
        }
        visit::visit_trait_item_fn(self, function);
    }
}

#[cfg(test)]
#[path = "sizes_tests.rs"]
mod tests;
