"""The variables of SQL that a user wrote: each stands for a value, and never for more SQL."""

import re
from collections.abc import Mapping

import sqlglot
from sqlglot import TokenType, exp

from setanon_sql.engine.connecting import VARIABLE
from setanon_sql.errors import BadParameter

_NUMBER = re.compile(r"-?\d+(\.\d+)?")
#: Stands for a variable while SQL is taken apart: its number is in between.
_MARK = "setanon_variable_{}_"


def with_values(text: str, values: Mapping[str, str], dialect: str) -> str:
    """Return SQL with the values of its ``${NAME}``: each is a literal, or a part of the text in quotes it stands in.

    Raises BadParameter where one stands for something else: a name, a comment, a text in another kind of quotes.

    >>> with_values("c = '${C}' AND n < ${N}", {"C": "x' OR '1'='1", "N": "5"}, "duckdb")
    "c = 'x'' OR ''1''=''1' AND n < 5"
    """
    names = sorted(set(VARIABLE.findall(text)))
    marks = {_MARK.format(number): values[name] for number, name in enumerate(names)}
    if any(mark in text for mark in marks):
        raise _no_value()
    marked = VARIABLE.sub(lambda match: _MARK.format(names.index(match[1])), text)
    pieces = []
    end = 0
    for token in _tokens(marked, dialect):
        raw = marked[token.start : token.end + 1]
        if any(mark in raw for mark in marks):
            pieces += [_without(marked[end : token.start], marks), _literal(token, raw, marks).sql(dialect)]
            end = token.end + 1
    return "".join([*pieces, _without(marked[end:], marks)])


def _tokens(text: str, dialect: str) -> list[sqlglot.Token]:
    try:
        return list(sqlglot.tokenize(text, dialect))
    except sqlglot.errors.SqlglotError as error:
        raise BadParameter("the SQL with ${NAME} in it cannot be read", "look at its quotes") from error


def _literal(token: sqlglot.Token, raw: str, marks: Mapping[str, str]) -> exp.Expr:
    """Return the literal that a word of SQL stands for which has a mark in it."""
    if token.token_type == TokenType.STRING:
        return exp.Literal.string(re.sub("|".join(marks), lambda match: marks[match[0]], token.text))
    if raw not in marks:
        raise _no_value()
    value = marks[raw]
    if not _NUMBER.fullmatch(value):
        return exp.Literal.string(value)
    number = exp.Literal.number(value.removeprefix("-"))
    return exp.Paren(this=exp.Neg(this=number)) if value.startswith("-") else number


def _without(text: str, marks: Mapping[str, str]) -> str:
    """Return what stands between words that have values; raises BadParameter where a variable is in it, too."""
    if any(mark in text for mark in marks):
        raise _no_value()
    return text


def _no_value() -> BadParameter:
    return BadParameter("${NAME} stands for a value in SQL", "write it in quotes, '${NAME}', or alone for a number")
