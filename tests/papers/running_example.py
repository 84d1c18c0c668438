"""The running example of Liu and Wang: Figure 1(a) and (b)."""

RECORDS = ["bcd", "afg", "dfyz", "cdfx", "abcfg", "ei", "e", "i"]
DATA = [set(record) for record in RECORDS]

#: The tree as far as its drawing survives in print; L over f and g is taken from the costs (see the test).
WITHOUT_L = {
    **dict.fromkeys("PQei", "T"),
    **dict.fromkeys("HK", "P"),
    **dict.fromkeys("ab", "H"),
    **dict.fromkeys("cd", "K"),
    **dict.fromkeys("fgM", "Q"),
    **dict.fromkeys("xyz", "M"),
}
WITH_L = WITHOUT_L | {"L": "Q", "f": "L", "g": "L"}
