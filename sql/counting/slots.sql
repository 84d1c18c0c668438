-- Where does each record stand in the bit words of each item? An item numbers its own records, longest first, 62 a word
-- (no word meets its sign bit); 2^20 words an item are room for 65 million records.
-- in:  occurrences (record_id, gen_id)
-- out: gen_id, record_id, word_id, bit
SELECT
  p.gen_id,
  p.record_id,
  cast(p.gen_id * cast(1048576 AS bigint) + p.pos // 62 AS bigint) AS word_id,
  cast(1 AS bigint) << cast(p.pos % 62 AS integer) AS bit
FROM (
  SELECT
    o.gen_id,
    o.record_id,
    row_number() OVER (PARTITION BY o.gen_id ORDER BY l.place) - 1 AS pos
  FROM occurrences AS o
  JOIN (
    SELECT c.record_id, row_number() OVER (ORDER BY count(*) DESC, c.record_id) AS place
    FROM occurrences AS c
    GROUP BY c.record_id
  ) AS l ON l.record_id = o.record_id
) AS p
