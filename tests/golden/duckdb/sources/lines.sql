SELECT
  CAST(ROW_NUMBER() OVER () AS INT) AS record,
  line
FROM READ_CSV(
  12,
  "columns" = {'line': 'VARCHAR'},
  auto_detect = FALSE,
  header = FALSE,
  delim = 11,
  quote = CHR(0),
  escape = CHR(0),
  strict_mode = FALSE
)
