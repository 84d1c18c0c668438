SELECT
  o.cluster_id,
  o.chunk,
  o.record_id,
  o.place
FROM (
  SELECT
    r.cluster_id,
    r.chunk,
    r.record_id,
    c.taken,
    ROW_NUMBER() OVER (
      PARTITION BY r.cluster_id, r.chunk
      ORDER BY MD5(
        CONCAT(
          11,
          ':pick:',
          CAST(r.cluster_id AS TEXT),
          ':',
          CAST(r.chunk AS TEXT),
          ':',
          CAST(r.record_id AS TEXT)
        )
      ), r.record_id
    ) AS place
  FROM "open_rows" AS r
  JOIN "covered_chunks" AS c
    ON c.cluster_id = r.cluster_id AND c.chunk = r.chunk
  GROUP BY
    r.cluster_id,
    r.chunk,
    r.record_id,
    c.taken,
    c.items
  HAVING
    COUNT(*) = c.items
) AS o
WHERE
  o.place <= o.taken
