-- The gate of sets that are protected by name: does k hold all that each record holds of each of them? The queries of
-- sets/containment come between these, which see what a record holds of a set as a record.
-- phase: collecting what is held of protected sets

-- name: held
-- What each record holds of each set. The columns may be of different types.
-- in:  source_rows (record_id, item), spellings (label, spelling), sets (set_id, item)
-- out: record_id (of the record and the set), item (of the set), source_record
SELECT DISTINCT
  concat(cast(length(n.set_id) AS VARCHAR), '/', n.set_id, '/', cast(r.record_id AS VARCHAR)) AS record_id,
  concat(cast(length(n.set_id) AS VARCHAR), '/', n.set_id, '/', cast(r.item AS VARCHAR)) AS item,
  r.record_id AS source_record
FROM source_rows AS r
JOIN spellings AS p ON p.label = r.item
JOIN (SELECT cast(s.set_id AS VARCHAR) AS set_id, cast(s.item AS VARCHAR) AS item FROM sets AS s) AS n ON n.item = p.spelling

-- name: risk
-- How many records are at risk?
-- in:  source_rows (record_id), held (record_id, source_record), members (record_id, set_id), at_risk (set_id)
-- out: n_records, n_at_risk
SELECT count(DISTINCT r.record_id) AS n_records, count(DISTINCT CASE WHEN x.set_id IS NOT NULL THEN r.record_id END) AS n_at_risk
FROM (SELECT DISTINCT s.record_id FROM source_rows AS s) AS r
LEFT JOIN held AS h ON h.source_record = r.record_id
LEFT JOIN members AS m ON m.record_id = h.record_id
LEFT JOIN at_risk AS x ON x.set_id = m.set_id

-- name: risk_of_persons
-- How many records, and persons, are at risk?
-- in:  risk (n_records, n_at_risk), all_persons (person), persons (record_id, person), members (record_id, set_id), at_risk (set_id)
-- out: n_records, n_at_risk, n_persons, n_persons_at_risk
SELECT r.n_records, r.n_at_risk, a.n AS n_persons, x.n AS n_persons_at_risk
FROM risk AS r
CROSS JOIN (SELECT count(DISTINCT e.person) AS n FROM all_persons AS e) AS a
CROSS JOIN (
  SELECT count(DISTINCT p.person) AS n
  FROM persons AS p
  JOIN members AS m ON m.record_id = p.record_id
  JOIN at_risk AS o ON o.set_id = m.set_id
) AS x
