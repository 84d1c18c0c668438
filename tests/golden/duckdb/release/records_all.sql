SELECT
  CAST(number AS INT) AS record_id
FROM RANGE(1, 11 + 1) AS numbers(number)
