-- The version of the tables.
SELECT MAX(version) AS version FROM _sqlx_migrations
