SELECT
  (
    SELECT
      COUNT(*) FILTER(WHERE
        s.cluster_id IS NULL
        OR s.chunk_id IS NULL
        OR s.subrecord_id IS NULL
        OR s.item IS NULL
        OR s.item = '')
    FROM "subrecords" AS s
  ) + (
    SELECT
      COUNT(*)
    FROM "subrecords" AS a
  ) - (
    SELECT
      COUNT(*)
    FROM (
      SELECT DISTINCT
        d.cluster_id,
        d.chunk_id,
        d.subrecord_id,
        d.item
      FROM "subrecords" AS d
    ) AS u
  ) + (
    SELECT
      COUNT(*)
    FROM (
      SELECT DISTINCT
        o.cluster_id
      FROM "subrecords" AS o
    ) AS n
    WHERE
      NOT EXISTS(
        SELECT
          1
        FROM "clusters" AS c
        WHERE
          c.cluster_id = n.cluster_id
      )
  ) AS faults
