-- name: once_held
WITH rarest AS (
  SELECT
    members.set_id,
    MIN(members.item) AS item,
    COUNT(*) AS length
  FROM "members" AS members
  WHERE
    EXISTS(
      SELECT
        1
      FROM "exceeding" AS exceeding
      WHERE
        members.set_id = exceeding.set_id
    )
  GROUP BY
    members.set_id
), persons AS (
  SELECT
    rarest.set_id,
    rarest.length,
    original.record_id
  FROM rarest
  JOIN "original" AS original
    ON rarest.item = original.item
)
SELECT
  persons.set_id,
  persons.record_id
FROM persons
JOIN "members" AS members
  ON persons.set_id = members.set_id
JOIN "original" AS original
  ON persons.record_id = original.record_id AND members.item = original.item
GROUP BY
  persons.set_id,
  persons.record_id,
  persons.length
HAVING
  COUNT(*) = persons.length

-- name: wishes_in_question
SELECT
  wishes.record_id,
  wishes.item
FROM "wishes" AS wishes
WHERE
  EXISTS(
    SELECT
      1
    FROM "in_question" AS in_question
    WHERE
      wishes.record_id = in_question.record_id AND wishes.item = in_question.item
  )
