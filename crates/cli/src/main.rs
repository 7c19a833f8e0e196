//! rushes
fn main() {}
