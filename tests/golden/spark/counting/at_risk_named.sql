SELECT
  n.record_id
FROM (
  SELECT
    c.one_record AS record_id
  FROM `counted` AS c
  WHERE
    c.support < 11
  UNION
  SELECT
    c.other_record AS record_id
  FROM `counted` AS c
  WHERE
    c.support < 11
) AS n
ANTI JOIN `at_risk` AS r
  ON r.record_id = n.record_id
