-- name: rows
SELECT
  CAST(h.record_id & 2147483647 AS INT) AS record_id,
  h.item,
  CAST(SHIFTRIGHT(h.record_id, 31) AS INT) AS person
FROM `held` AS h

-- name: counted
SELECT
  a.item AS one,
  b.item AS other,
  CAST(COUNT(*) AS INT) AS n_records,
  CAST(BIT_COUNT(
    BIT_OR(
      SHIFTLEFT(CAST(1 AS BIGINT), CAST((
        SHIFTRIGHT(a.record_id, 31)
      ) % 62 AS INT))
    )
  ) AS INT) AS support
FROM `rare` AS a
JOIN `others` AS b
  ON b.record_id = a.record_id AND b.item > a.item
GROUP BY
  a.item,
  b.item

-- name: counted_with_known
SELECT
  LEAST(c.fresh_item, c.known_item) AS one,
  GREATEST(c.fresh_item, c.known_item) AS other,
  c.n_records,
  c.support
FROM (
  SELECT
    a.item AS fresh_item,
    b.item AS known_item,
    CAST(COUNT(*) AS INT) AS n_records,
    CAST(BIT_COUNT(
      BIT_OR(
        SHIFTLEFT(CAST(1 AS BIGINT), CAST((
          SHIFTRIGHT(a.record_id, 31)
        ) % 62 AS INT))
      )
    ) AS INT) AS support
  FROM `fresh` AS a
  JOIN `known` AS b
    ON b.record_id = a.record_id
  GROUP BY
    a.item,
    b.item
) AS c

-- name: exact
SELECT
  e.one,
  e.other,
  CAST(COUNT(*) AS INT) AS support
FROM (
  SELECT
    p.one,
    p.other,
    SHIFTRIGHT(p.record_id, 31) AS person
  FROM (
    SELECT
      a.record_id,
      d.one,
      d.other
    FROM `doubtful` AS d
    JOIN `rare` AS a
      ON a.item = d.one
  ) AS p
  JOIN `others` AS b
    ON b.record_id = p.record_id AND b.item = p.other
  GROUP BY
    p.one,
    p.other,
    SHIFTRIGHT(p.record_id, 31)
) AS e
GROUP BY
  e.one,
  e.other
