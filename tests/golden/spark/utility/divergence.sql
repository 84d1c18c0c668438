WITH totals AS (
  SELECT
    (
      SELECT
        CAST(SUM(support) AS DOUBLE)
      FROM `items` AS items
    ) AS source_rows,
    (
      SELECT
        CAST(SUM(n) AS DOUBLE)
      FROM `published_nodes` AS published_nodes
    ) AS release_rows
), frequencies AS (
  SELECT
    items.item,
    MAX(items.support / NULLIF(totals.source_rows, 0)) AS before,
    SUM(CAST(p.n AS DOUBLE) / NULLIF(o.n_items, 0) / NULLIF(totals.release_rows, 0)) AS after
  FROM `items` AS items
  JOIN `recoded` AS recoded
    ON items.item = recoded.item
  JOIN `published_nodes` AS p
    ON recoded.node = p.node
  JOIN `originals` AS o
    ON recoded.node = o.node
  CROSS JOIN totals
  GROUP BY
    items.item
)
SELECT
  SUM(after * LN(after / NULLIF(before, 0))) AS divergence
FROM frequencies
