//! The whole board, read page by page.

use rushes_store::{BoardFilter, BoardRow, Store};

use crate::report::Failure;

const PAGE: u32 = 1000;

/// Every shot in the order of the film.
pub async fn whole_board(store: &Store) -> Result<Vec<BoardRow>, Failure> {
    let mut rows: Vec<BoardRow> = Vec::new();
    loop {
        let after = rows.last().map(BoardRow::place);
        let page = store.board(&BoardFilter::default(), after.as_ref(), PAGE).await?;
        let last = page.len() < PAGE as usize;
        rows.extend(page);
        if last {
            return Ok(rows);
        }
    }
}
