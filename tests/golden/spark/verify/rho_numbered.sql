/* The extended sets that fewer records hold than their prefix, numbered. */
/* in:  extended (prefix_id, item, weight), kept (set_id, support) */
/* out: set_id, prefix_id, item */
WITH counted AS (
  SELECT
    prefix_id,
    item,
    SUM(weight) AS support
  FROM `extended` AS extended
  GROUP BY
    prefix_id,
    item
)
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY counted.prefix_id NULLS LAST, counted.item NULLS LAST) AS INT) AS set_id,
  counted.prefix_id,
  counted.item
FROM counted
JOIN `kept` AS kept
  ON counted.prefix_id = kept.set_id
WHERE
  counted.support < kept.support
