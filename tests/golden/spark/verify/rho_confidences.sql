WITH joint AS (
  SELECT
    o.set_id,
    hidden_rows.item AS hidden,
    CAST(SUM(o.weight) AS INT) AS joint
  FROM `occurrences` AS o
  JOIN `hidden_rows` AS hidden_rows
    ON o.record_id = hidden_rows.record_id
  GROUP BY
    o.set_id,
    hidden_rows.item
)
SELECT
  joint.set_id,
  joint.hidden,
  joint.joint,
  supports.support
FROM joint
JOIN `supports` AS supports
  ON joint.set_id = supports.set_id
LEFT JOIN `members` AS members
  ON joint.set_id = members.set_id AND joint.hidden = members.item
WHERE
  members.item IS NULL
