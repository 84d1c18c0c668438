-- name: picked
SELECT
  o.cluster_id,
  o.chunk,
  o.record_id,
  o.rank
FROM (
  SELECT
    r.cluster_id,
    r.chunk,
    r.record_id,
    c.suppressions,
    ROW_NUMBER() OVER (
      PARTITION BY r.cluster_id, r.chunk
      ORDER BY MD5(
        CONCAT(
          COALESCE(11, ''),
          ':pick:',
          COALESCE(CAST(r.cluster_id AS STRING), ''),
          ':',
          COALESCE(CAST(r.chunk AS STRING), ''),
          ':',
          COALESCE(CAST(r.record_id AS STRING), '')
        )
      ) NULLS LAST, r.record_id NULLS LAST
    ) AS rank
  FROM `open_rows` AS r
  JOIN `covered_chunks` AS c
    ON c.cluster_id = r.cluster_id AND c.chunk = r.chunk
  GROUP BY
    r.cluster_id,
    r.chunk,
    r.record_id,
    c.suppressions,
    c.items
  HAVING
    COUNT(*) = c.items
) AS o
WHERE
  o.rank <= o.suppressions

-- name: pairs
SELECT
  o.cluster_id,
  o.chunk,
  o.item,
  (
    o.rank + 1
  ) DIV 2 AS pair,
  2 - o.rank % 2 AS ghost
FROM (
  SELECT
    r.cluster_id,
    r.chunk,
    r.item,
    ROW_NUMBER() OVER (
      PARTITION BY r.cluster_id, r.chunk
      ORDER BY MD5(
        CONCAT(
          COALESCE(11, ''),
          ':pair:',
          COALESCE(CAST(r.cluster_id AS STRING), ''),
          ':',
          COALESCE(CAST(r.chunk AS STRING), ''),
          ':',
          COALESCE(CAST(r.item AS STRING), '')
        )
      ) NULLS LAST, r.item NULLS LAST
    ) AS rank
  FROM (
    SELECT DISTINCT
      d.cluster_id,
      d.chunk,
      d.item
    FROM `open_rows` AS d
  ) AS r
  JOIN `covered_chunks` AS c
    ON c.cluster_id = r.cluster_id AND c.chunk = r.chunk
) AS o
