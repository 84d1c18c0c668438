#!/usr/bin/env bash
# A step of a pipeline: publish only what nobody stands out in. SOURCE OUT.
set -euo pipefail
source=$1 out=$2
code=0
setanon audit km "$source" --k 5 --m 2 --quiet --json >audit.json || code=$?
case $code in
  0) cp "$source" "$out" ;;                       # nobody stands out: publish the table as it is
  1) echo "not anonymous: see audit.json" >&2 ;;  # publish nothing
  *) echo "could not be checked" >&2 ;;           # publish nothing, and call somebody
esac
exit "$code"
