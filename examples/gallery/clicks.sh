#!/usr/bin/env bash
# A portal gives click streams to those who study which pages are read together: every page stays, visits come in pieces.
#
#   bash examples/gallery/clicks.sh [FOLDER]
set -euo pipefail
cd "${1:-$(mktemp -d)}"
PS4='$ '

# 5,000 made-up visits, a line each; some pages are of a clinic, and nobody is to be found out to have read them.
"${PYTHON:-python3}" - <<'PYTHON'
import random

random.seed(1)
with open("visits.dat", "w", encoding="utf-8") as file:
    for _ in range(5_000):
        start = int(300 * random.random() ** 3)
        pages = {int(start + random.gauss(0, 4)) % 300 for _ in range(random.randint(1, 8))}
        file.write(" ".join(str(page) for page in sorted(pages)) + "\n")
with open("clinic.csv", "w", encoding="utf-8") as file:
    file.write("item\n" + "".join(f"{page}\n" for page in range(7, 300, 50)))
PYTHON
set -x

# Of 5 visits or more each pair of pages in a piece; at most one in four of a cluster of visits saw a page of the clinic.
setanon anonymize disassociation visits.dat --out pieces --k 5 --m 2 --sensitive clinic.csv --diversity 4 \
  --ledger ledger.csv --quiet
setanon verify pieces --source visits.dat --sensitive clinic.csv --ledger ledger.csv --quiet

# Which pages are read together? What holds for sure, and what is to be expected.
setanon estimate pieces --top 5 --quiet

# Who knows a piece of a visit, and which records are in its cluster, learns how much of the rest?
setanon audit disassociation pieces --quiet || test $? = 1
