-- SQLite and MariaDB number on above the highest id by themselves.
SELECT 1 AS done
