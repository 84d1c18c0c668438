WITH lines AS (
  SELECT
    ROW_NUMBER() OVER () AS record_id,
    line
  FROM READ_CSV(
    11,
    auto_detect = FALSE,
    header = FALSE,
    "columns" = {'line': 'VARCHAR'},
    delim = '',
    quote = '',
    escape = '',
    new_line = '\n',
    max_line_size = 67108864
  )
  WHERE
    NOT line IS NULL
)
SELECT
  record_id,
  NULLIF(UNNEST(STR_SPLIT(line, 12)), '') AS item
FROM lines
