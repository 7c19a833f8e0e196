-- The database's clock.
SELECT {now} AS now
