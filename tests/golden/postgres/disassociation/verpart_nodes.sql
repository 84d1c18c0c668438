-- name: nodes
SELECT
  n.node_id,
  n.cluster_id,
  n.item,
  n.support,
  n.node_id - (
    ROW_NUMBER() OVER (PARTITION BY n.cluster_id ORDER BY n.node_id) - 1
  ) % 12 AS block_id
FROM (
  SELECT
    CAST(ROW_NUMBER() OVER (
      ORDER BY c.cluster_id, CASE WHEN t.item IS NULL THEN 1 ELSE 0 END, c.support DESC NULLS LAST, c.item
    ) AS BIGINT) AS node_id,
    c.cluster_id,
    c.item,
    c.support
  FROM "cluster_supports" AS c
  LEFT JOIN "together" AS t
    ON t.item = c.item
  WHERE
    c.support >= 11
    AND NOT EXISTS(
      SELECT
        1
      FROM "sensitive" AS s
      WHERE
        s.item = c.item
    )
) AS n

-- name: node_masks
SELECT
  n.block_id AS parent_id,
  n.node_id AS gen_id,
  DIV(c.position, 62) AS word_id,
  BIT_OR(CAST(1 AS BIGINT) << c.position % 62) AS mask
FROM "cluster_rows" AS c
JOIN "nodes" AS n
  ON n.cluster_id = c.cluster_id AND n.item = c.item
GROUP BY
  n.block_id,
  n.node_id,
  DIV(c.position, 62)
