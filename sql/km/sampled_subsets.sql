-- A random subset of $size items of each of $sample random records that have as many. The order is pseudo-random, by a
-- keyed hash, so that a seed gives the same sample on every engine.
-- in:  transactions (record_id, item)
-- out: record_id (whose subset it is), item
SELECT o.record_id, o.item
FROM (
  SELECT
    t.record_id,
    t.item,
    row_number() OVER (
      PARTITION BY t.record_id
      ORDER BY md5(concat($seed, ':', cast(t.record_id AS text), ':', cast(t.item AS text)))
    ) AS place
  FROM transactions AS t
  JOIN (
    SELECT c.record_id
    FROM transactions AS c
    GROUP BY c.record_id
    HAVING count(*) >= $size
    ORDER BY md5(concat($seed, ':', cast(c.record_id AS text)))
    LIMIT $sample
  ) AS p ON p.record_id = t.record_id
) AS o
WHERE o.place <= $size
