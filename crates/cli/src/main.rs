//! The program `rushes`; everything it does is in the library of this package.

fn main() {}
