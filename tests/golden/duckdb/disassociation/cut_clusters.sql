/* The clusters, those that nothing could split cut by record: in pieces of nearly equal size under the cluster size (no */
/* piece has fewer than $least records), the records in the order of their most frequent items. */
/* in:  clusters (record_id, cluster_id, size: negative where nothing could split it), transactions (record_id, item), */
/*      sensitive (item) */
/* out: record_id, cluster_id (of the pieces: numbered from $first) */
WITH large AS (
  SELECT
    c.record_id,
    c.cluster_id,
    -c.size AS size
  FROM "clusters" AS c
  WHERE
    -c.size >= 11
), held AS (
  SELECT
    l.record_id,
    l.cluster_id,
    l.size,
    t.item
  FROM large AS l
  JOIN "transactions" AS t
    ON t.record_id = l.record_id
  ANTI JOIN "sensitive" AS x
    ON x.item = t.item
), ordered AS (
  SELECT
    h.record_id,
    h.item,
    ROW_NUMBER() OVER (PARTITION BY h.record_id ORDER BY n.support DESC, h.item) AS turn
  FROM held AS h
  JOIN (
    SELECT
      r.cluster_id,
      r.item,
      COUNT(*) AS support
    FROM held AS r
    GROUP BY
      r.cluster_id,
      r.item,
      r.size
    HAVING
      COUNT(*) < r.size
  ) AS n
    ON n.cluster_id = h.cluster_id AND n.item = h.item
), keys AS (
  SELECT
    o.record_id,
    MAX(CASE WHEN o.turn = 1 THEN o.item END) AS first_item,
    MAX(CASE WHEN o.turn = 2 THEN o.item END) AS second_item,
    MAX(CASE WHEN o.turn = 3 THEN o.item END) AS third_item
  FROM ordered AS o
  WHERE
    o.turn <= 3
  GROUP BY
    o.record_id
), pieces AS (
  SELECT
    q.record_id,
    q.cluster_id,
    q.turn * GREATEST(1, LEAST(q.size // 13, (
      q.size + 11 - 2
    ) // (
      11 - 1
    ))) // NULLIF(q.size, 0) AS piece
  FROM (
    SELECT
      l.record_id,
      l.cluster_id,
      l.size,
      ROW_NUMBER() OVER (
        PARTITION BY l.cluster_id
        ORDER BY COALESCE(k.first_item, 0), COALESCE(k.second_item, 0), COALESCE(k.third_item, 0), l.record_id
      ) - 1 AS turn
    FROM large AS l
    LEFT JOIN keys AS k
      ON k.record_id = l.record_id
  ) AS q
)
SELECT
  c.record_id,
  c.cluster_id
FROM "clusters" AS c
WHERE
  -c.size < 11
UNION ALL
SELECT
  p.record_id,
  DENSE_RANK() OVER (ORDER BY p.cluster_id, p.piece) + 12 - 1 AS cluster_id
FROM pieces AS p
