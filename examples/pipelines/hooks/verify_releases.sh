#!/usr/bin/env bash
# Verify each release that is about to be committed or deployed: verify_releases.sh FILE.manifest.json...
# Exit code 0: all hold; 1: one does not; 2: one could not be checked. Nothing of the data is printed.
set -uo pipefail
worst=0
for manifest in "$@"; do
  release=${manifest%.manifest.json}
  [ "$release" != "$manifest" ] || release=$(dirname "$manifest")
  code=0
  setanon verify "$release" --quiet >&2 || code=$?
  [ "$code" -le "$worst" ] || worst=$code
done
exit "$worst"
