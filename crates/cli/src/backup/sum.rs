//! The hash of a backup's bytes, as far as they are written or read.

use sha2::{Digest as _, Sha256};

/// How many bytes of a hash a row's line carries.
const MARK: usize = 4;

/// The hash of all bytes so far.
#[derive(Clone, Default)]
pub(super) struct Sum(Sha256);

impl Sum {
    /// Takes in more bytes.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// What the line of a row carries: it depends on the row and on everything before it.
    pub(super) fn mark(&self, table: &str, row: &str) -> String {
        let hash = self.0.clone().chain_update(table).chain_update(row).finalize();
        hex(hash.iter().take(MARK))
    }

    /// The hash of all bytes so far, whole.
    pub(super) fn whole(&self) -> String {
        hex(self.0.clone().finalize().iter())
    }
}

fn hex<'a>(bytes: impl Iterator<Item = &'a u8>) -> String {
    bytes.map(|byte| format!("{byte:02x}")).collect()
}
