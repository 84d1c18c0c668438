SELECT
  n.cluster_id AS parent_id,
  n.node_id AS gen_id,
  c.place DIV 62 AS word_id,
  BIT_OR(SHIFTLEFT(CAST(1 AS BIGINT), c.place % 62)) AS mask
FROM `cluster_rows` AS c
JOIN `nodes` AS n
  ON n.cluster_id = c.cluster_id AND n.item = c.item
GROUP BY
  n.cluster_id,
  n.node_id,
  c.place DIV 62
