SELECT
  (
    SELECT
      COUNT(*)
    FROM "published_nodes" AS published_nodes
    WHERE
      node IS NULL
  ) AS n_unknown,
  (
    SELECT
      COUNT(*)
    FROM (
      SELECT
        item
      FROM "recoded" AS recoded
      GROUP BY
        item
      HAVING
        COUNT(*) > 1
    ) AS twice
  ) AS n_nested,
  (
    SELECT
      COUNT(*)
    FROM "published_nodes" AS p
    LEFT JOIN "originals" AS o
      ON p.node = o.node
    WHERE
      NOT p.node IS NULL AND p.n > COALESCE(o.holders, 0)
  ) AS n_more
