SELECT
  *
FROM READ_CSV(
  11,
  "columns" = {'c1': 'VARCHAR'},
  auto_detect = FALSE,
  header = TRUE,
  delim = 12,
  quote = '"',
  escape = '"'
)
