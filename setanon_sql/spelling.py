"""One text of an error for both who may read it: an option of the command line, as a keyword of the Python API.

Errors are written with options (``--on-null drop``), which are easy to find in a text. Whoever calls the API reads the
keyword that does the same (``SourceOptions(on_null="drop")``).
"""

import re

#: Where a keyword belongs that is no argument of the function itself.
_OWNERS = {
    "SourceOptions": ("format", "record-id", "item", "sep", "on-null", "where", "query", "cap"),
    "Settings": ("memory-limit", "threads", "show-values", "setup", "scratch"),
    "Sampling": ("epsilon", "delta", "bound"),
    "KmExtras": ("unicity", "average", "top-items"),
}
_OWNER = {name: owner for owner, names in _OWNERS.items() for name in names}

#: Options that take no value.
_FLAGS = {
    "overwrite": "overwrite=True",
    "extend": "extend=True",
    "linkable": "linkable=True",
    "safe": "safe=True",
    "no-refine": "refine=False",
    "sample": "sampling=Sampling()",
    "report-tier": "Report.tier",
    "show-values": "Settings(show_values=True)",
}

#: Options that a text may give a value, and what such a value looks like.
_VALUES = {
    "on-null": "drop|error",
    "format": "long|list|basket|spmf|onehot",
    "bound": "exact|hoeffding",
    "db": r"spark:\w+",
    "out": r"\S+\.parquet",
    "itemsets": "FILE",
    "top": "N",
    "m": r"\d+",
    "memory-limit": r"\d[\w.%]*",
    "scratch": "PLACE",
    "threads": r"\d+",
}

#: What is said in another way altogether.
_PHRASES = {
    "say --work here": 'write "here:" before the address of db',
    "say --show-values to (see|list)": "the error's details hold",
    r"--items a,b \(may be repeated\)": 'items=[["a", "b"], …]',
    r"setanon taxonomy build SOURCE > \S+": "api.build_taxonomy(source)",
    r"setanon (audit|anonymize) (km|rho|adaptive|disassociation)": r"api.\1_\2",
    "setanon verify": "api.verify",
}

_OPTION = re.compile(
    r"(?<![\w-])--(?P<name>[a-z]+(?:-[a-z]+)*)"
    + "(?:"
    + "|".join(f"(?<=--{name}) (?P<{name.replace('-', '_')}>{value})(?!\\w)" for name, value in _VALUES.items())
    + ")?"
)


def in_python(text: str) -> str:
    """Return a text that names options and commands with the keywords and functions of the API in their place.

    A command that the API has no function for stays as it is.

    >>> in_python("say --overwrite, or leave such rows out with --on-null drop")
    'say overwrite=True, or leave such rows out with SourceOptions(on_null="drop")'
    >>> in_python("--rho is 2; name the columns with --record-id and --item")
    'rho is 2; name the columns with SourceOptions.record_id and SourceOptions.item'
    """
    if "setanon sql" in text or ("--" not in text and "setanon " not in text):
        return text
    for phrase, other in _PHRASES.items():
        text = re.sub(phrase, other, text)
    return _OPTION.sub(_keyword, text)


def _keyword(found: "re.Match[str]") -> str:
    name = found["name"]
    if name in _FLAGS:
        return _FLAGS[name]
    own, owner = name.replace("-", "_"), _OWNER.get(name, "")
    value = found[own] if name in _VALUES else None
    if value is None or (value.isalpha() and value.isupper()):
        return f"{owner}.{own}" if owner else own
    given = f"{own}={value}" if value.isdigit() else f'{own}="{value}"'
    return f"{owner}({given})" if owner else given
