-- name: present
SELECT DISTINCT
  l.person
FROM "linked" AS l
JOIN "transactions" AS t
  ON t.record_id = l.record_id
WHERE
  EXISTS(
    SELECT
      1
    FROM "ancestors" AS a
    WHERE
      a.item = t.item
  )

-- name: nodes_shown
SELECT DISTINCT
  n.node
FROM "news" AS n
WHERE
  EXISTS(
    SELECT
      1
    FROM "olds" AS o
    WHERE
      o.person = n.person
  )
ORDER BY
  n.node

-- name: labels_in_both
SELECT DISTINCT
  o.old
FROM "olds" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "news" AS n
    WHERE
      n.person = o.person
  )
ORDER BY
  o.old

-- name: old_facts
SELECT
  o.person AS record_id,
  o.old * 11 AS item
FROM "olds" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "both" AS b
    WHERE
      b.person = o.person
  )

-- name: facts
SELECT
  o.person AS record_id,
  o.old * 11 AS item
FROM "olds" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "news" AS n
    WHERE
      n.person = o.person
  )
UNION ALL
SELECT
  n.person AS record_id,
  n.node AS item
FROM "news" AS n
WHERE
  EXISTS(
    SELECT
      1
    FROM "olds" AS o
    WHERE
      o.person = n.person
  )
UNION ALL
SELECT
  o.person AS record_id,
  o.old * 11 + n.node AS item
FROM "olds" AS o
JOIN "fitting" AS f
  ON f.old = o.old
JOIN "news" AS n
  ON n.person = o.person AND n.node = f.node

-- name: old_threats
SELECT
  t.threat_id,
  t.item
FROM "threats" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM (
      SELECT
        n.threat_id
      FROM "threats" AS n
      WHERE
        n.item % 11 > 0
    ) AS n
    WHERE
      n.threat_id = t.threat_id
  )

-- name: records_of_persons
SELECT
  l.record_id
FROM "linked" AS l
WHERE
  EXISTS(
    SELECT
      1
    FROM "gone" AS g
    WHERE
      g.person = l.person
  )

-- name: transactions_without
SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "records" AS r
    WHERE
      r.record_id = t.record_id
  )

-- name: occurrences_without_label
SELECT
  t.item,
  COUNT(*) AS n
FROM "transactions" AS t
JOIN "linked" AS l
  ON l.record_id = t.record_id
WHERE
  EXISTS(
    SELECT
      1
    FROM "persons" AS p
    WHERE
      p.person = l.person
  )
GROUP BY
  t.item
