SELECT
  p.gen_id,
  p.record_id,
  CAST(p.gen_id * CAST(1048576 AS BIGINT) + p.pos DIV 62 AS BIGINT) AS word_id,
  SHIFTLEFT(CAST(1 AS BIGINT), CAST(p.pos % 62 AS INT)) AS bit
FROM (
  SELECT
    o.gen_id,
    o.record_id,
    ROW_NUMBER() OVER (PARTITION BY o.gen_id ORDER BY l.place NULLS LAST) - 1 AS pos
  FROM `occurrences` AS o
  JOIN (
    SELECT
      c.record_id,
      ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC, c.record_id NULLS LAST) AS place
    FROM `occurrences` AS c
    GROUP BY
      c.record_id
  ) AS l
    ON l.record_id = o.record_id
) AS p
