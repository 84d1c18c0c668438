-- name: covered_items
SELECT
  o.rank,
  o.cluster_id,
  o.chunk_id,
  o.item,
  o.support,
  CASE WHEN o.support = o.min_support THEN 1 ELSE 0 END AS covered
FROM (
  SELECT
    x.cluster_id,
    x.chunk_id,
    x.item,
    x.support,
    x.min_support,
    DENSE_RANK() OVER (ORDER BY x.items DESC NULLS LAST, x.chunk_id) AS rank
  FROM (
    SELECT
      v.cluster_id,
      v.chunk_id,
      s.item,
      COUNT(*) AS support,
      COUNT(*) OVER (PARTITION BY v.chunk_id) AS items,
      MIN(COUNT(*)) OVER (PARTITION BY v.chunk_id) AS min_support
    FROM "vulnerable_chunks" AS v
    JOIN "subrecords" AS s
      ON s.chunk_id = v.chunk_id
    GROUP BY
      v.cluster_id,
      v.chunk_id,
      s.item
  ) AS x
) AS o
WHERE
  o.rank <= 11
ORDER BY
  o.rank,
  o.support,
  o.item
