/* Which of these rules speak of a person who holds the set originally and wants the label hidden? */
/* in:  exceeding (set_id, hidden), members (set_id, item), original (record_id, item), wishes (record_id, item) */
/* out: set_id, hidden */
WITH rarest AS (
  SELECT
    set_id,
    MIN(item) AS item,
    COUNT(*) AS length
  FROM "members" AS members
  GROUP BY
    set_id
), persons AS (
  SELECT
    exceeding.set_id,
    exceeding.hidden,
    rarest.length,
    original.record_id
  FROM "exceeding" AS exceeding
  JOIN rarest
    ON exceeding.set_id = rarest.set_id
  JOIN "original" AS original
    ON rarest.item = original.item
  JOIN "wishes" AS wishes
    ON original.record_id = wishes.record_id AND exceeding.hidden = wishes.item
), holders AS (
  SELECT
    persons.set_id,
    persons.hidden,
    persons.record_id
  FROM persons
  JOIN "members" AS members
    ON persons.set_id = members.set_id
  JOIN "original" AS original
    ON persons.record_id = original.record_id AND members.item = original.item
  GROUP BY
    persons.set_id,
    persons.hidden,
    persons.record_id,
    persons.length
  HAVING
    COUNT(*) = persons.length
)
SELECT DISTINCT
  set_id,
  hidden
FROM holders
