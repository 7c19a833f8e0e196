//! The program `rushes`; everything it does is in the library of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    rushes_cli::main()
}
