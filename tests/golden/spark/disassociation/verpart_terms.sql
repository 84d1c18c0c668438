-- name: demoted
SELECT
  o.cluster_id,
  o.item,
  o.support
FROM (
  SELECT
    h.cluster_id,
    h.item,
    h.support,
    ROW_NUMBER() OVER (
      PARTITION BY h.cluster_id
      ORDER BY CASE WHEN p.item IS NULL THEN 0 ELSE 1 END NULLS LAST, h.support NULLS LAST, h.item DESC
    ) AS rank
  FROM `chunks` AS h
  JOIN `subrecord_counts` AS c
    ON c.cluster_id = h.cluster_id AND c.subrecords < c.needed
  LEFT JOIN `keep` AS p
    ON p.item = h.item
) AS o
WHERE
  o.rank = 1
