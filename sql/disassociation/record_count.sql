-- How many records have an item?
-- in:  kinds (records)
-- out: n
SELECT sum(k.records) AS n
FROM kinds AS k
