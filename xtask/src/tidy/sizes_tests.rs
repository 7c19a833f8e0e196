use super::*;

/// A function that is `lines` long.
fn function(name: &str, lines: usize) -> String {
    format!("/// Not counted.\nfn {name}() {{\n{}}}\n", "    let _ = 1;\n".repeat(lines - 2))
}

#[test]
fn a_file_over_the_limit_is_found() {
    let (full, over) = ("--\n".repeat(400), "--\n".repeat(401));
    let tree = Tree::of(&[("a.sql", &full), ("b.sql", &over), ("c.md", &over)]);
    assert_eq!(check(&tree), ["b.sql: expected at most 400 lines, got 401"]);
}

#[test]
fn a_function_over_the_limit_is_found_wherever_it_stands() {
    let short = function("short", 2).repeat(40);
    let method = format!("impl A {{\n{}}}\n", function("method", 61));
    let default = format!("trait B {{\n{}}}\n", function("default", 62));
    let inner = format!("mod inner {{\n{}}}\n", function("inner", 63));
    let code = [function("just", 60), method, default, inner, short].concat();
    let found =
        check(&Tree::of(&[("crates/a/src/lib.rs", &code), ("crates/a/tests/b.rs", &function("free", 70))]));
    assert_eq!(found.len(), 3, "{found:?}");
    for (found, (name, lines)) in found.iter().zip([("method", 61), ("default", 62), ("inner", 63)]) {
        assert!(found.contains(name) && found.ends_with(&format!("got {lines}")), "{found}");
    }
}

#[test]
fn more_than_one_long_function_in_ten_is_found() {
    let long = function("long", 31);
    let one_in_ten = [function("short", 30).repeat(9), long.clone()].concat();
    assert!(check(&Tree::of(&[("xtask/src/main.rs", &one_in_ten)])).is_empty());
    let one_in_nine = [function("short", 30).repeat(8), long].concat();
    let found = check(&Tree::of(&[("xtask/src/main.rs", &one_in_nine)]));
    assert!(found[0].contains("got 1 of 9 longer") && found[0].contains("`long`"), "{found:?}");
}

#[test]
fn rust_that_cannot_be_read_is_found() {
    let found = check(&Tree::of(&[("xtask/src/main.rs", "fn {")]));
    assert!(found[0].starts_with("xtask/src/main.rs: could not read the Rust in it"), "{found:?}");
}
