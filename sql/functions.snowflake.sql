-- Snowflake does not count bits: they are added up.
CREATE OR REPLACE MACRO bits(word) AS sum_of_bytes(bits_of_bytes(bits_of_four(bits_of_two(word))));
