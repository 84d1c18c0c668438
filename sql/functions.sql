-- Functions of the queries, as macros: two numbers as one, bits, digits. `.read sql/functions.sql` makes them in the DuckDB
-- shell; for an engine a call is replaced by what stands here, or in functions.postgres.sql and the like, before it runs.

-- Two whole numbers as one, from which both can be read: the second takes 31 bits.
CREATE OR REPLACE MACRO pair(one, other) AS cast(one AS bigint) * 2147483648 + other;
CREATE OR REPLACE MACRO pair_first(pair) AS pair >> 31;
CREATE OR REPLACE MACRO pair_second(pair) AS pair & 2147483647;

-- How often something follows from a set: a support, and that with a sensitive item besides (joint), are the records that hold
-- these or, where persons count, pair(persons, records). There are two shares then, of records and of persons. Is one of them
-- above a limit, is one 1 / den or more, and how large is the larger?
CREATE OR REPLACE MACRO share_above(joint, support, num, den) AS
  pair_second(cast(joint AS bigint)) * den > pair_second(cast(support AS bigint)) * num
  OR pair_first(cast(joint AS bigint)) * den > pair_first(cast(support AS bigint)) * num;
CREATE OR REPLACE MACRO share_reaches(joint, support, den) AS
  pair_second(cast(joint AS bigint)) * den >= pair_second(cast(support AS bigint))
  OR (pair_first(cast(joint AS bigint)) > 0 AND pair_first(cast(joint AS bigint)) * den >= pair_first(cast(support AS bigint)));
CREATE OR REPLACE MACRO share_of(joint, support) AS greatest(
  cast(pair_second(joint) AS double) / nullif(pair_second(support), 0),
  coalesce(cast(pair_first(joint) AS double) / nullif(pair_first(support), 0), 0)
);

-- Two whole numbers as one, to compare them in a join. Times a prime: an engine that folds the halves of a bigint into each
-- other before it hashes it tells these apart.
CREATE OR REPLACE MACRO pair_key(one, other) AS cast(one AS bigint) * 3000000019 + other;

-- The highest number that pair() takes, and the prime that sums are made modulo.
CREATE OR REPLACE MACRO highest_number() AS 2147483647;
CREATE OR REPLACE MACRO prime() AS 2147483647;

-- How many bits of a word are 1?
CREATE OR REPLACE MACRO bits(word) AS bit_count(word);

-- The same for a warehouse that cannot tell: added up in halves, in every two bits, every four, every byte, and all of them.
CREATE OR REPLACE MACRO bits_of_two(word) AS word - ((word >> 1) & 6148914691236517205);
CREATE OR REPLACE MACRO bits_of_four(twos) AS (twos & 3689348814741910323) + ((twos >> 2) & 3689348814741910323);
CREATE OR REPLACE MACRO bits_of_bytes(fours) AS (fours + (fours >> 4)) & 1085102592571150095;
CREATE OR REPLACE MACRO sum_of_bytes(bytes) AS (bytes & 4294967295) % 255 + (bytes >> 32) % 255;

-- The number of a word of bits: 2^20 words for each set. Which set is it of, and which of its words is it (from 0)?
CREATE OR REPLACE MACRO word_of(set_id, number) AS set_id * cast(1048576 AS bigint) + number;
CREATE OR REPLACE MACRO word_set(word_id) AS word_id >> 20;
CREATE OR REPLACE MACRO word_number(word_id) AS word_id % 1048576;

-- Hexadecimal digits as numbers: one digit, seven from a place on (28 bits), the first eight (32 bits).
CREATE OR REPLACE MACRO digit(digits, start) AS strpos('0123456789abcdef', substr(digits, start, 1)) - 1;
CREATE OR REPLACE MACRO seven_digits(digits, start) AS cast(
  16777216 * digit(digits, start)
  + 1048576 * digit(digits, start + 1)
  + 65536 * digit(digits, start + 2)
  + 4096 * digit(digits, start + 3)
  + 256 * digit(digits, start + 4)
  + 16 * digit(digits, start + 5)
  + 1 * digit(digits, start + 6)
  AS bigint
);
CREATE OR REPLACE MACRO eight_digits(digits) AS
  cast(digit(digits, 1) AS bigint) * 268435456
  + digit(digits, 2) * 16777216
  + digit(digits, 3) * 1048576
  + digit(digits, 4) * 65536
  + digit(digits, 5) * 4096
  + digit(digits, 6) * 256
  + digit(digits, 7) * 16
  + digit(digits, 8);
CREATE OR REPLACE MACRO eight_digits_range() AS 4294967296;

-- The digest of a text, in 64 hexadecimal digits.
CREATE OR REPLACE MACRO sha256_digits(value) AS sha256(value);

-- A label without what people do not see: blanks, and which letters are capitals.
CREATE OR REPLACE MACRO spelling(label, blanks) AS lower(translate(label, blanks, ''));

-- How many characters of a value are no blanks? NULL where there is no value.
CREATE OR REPLACE MACRO letters(value) AS length(
  replace(replace(replace(replace(cast(value AS VARCHAR), ' ', ''), chr(9), ''), chr(10), ''), chr(13), '')
);
