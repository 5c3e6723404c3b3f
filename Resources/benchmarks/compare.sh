#!/usr/bin/env bash
# Compares Raylette with programs that do the same work, and the ratios with those of README's table.
# usage: Resources/benchmarks/compare.sh [--record] [WORD ...]       (from anywhere; see compare.py)
#
# Builds the program as the README says, unless RAYLETTE names one. Installs what is missing with apt and pip.
set -euo pipefail
cd "$(dirname "$0")/../.."

missing=
for program in tig nnn newsboat fzf buku curl git; do
  command -v "$program" >/dev/null || missing="$missing $program"
done
# shellcheck disable=SC2086 # one word a package
[ -z "$missing" ] || { apt-get update && apt-get install -y --no-install-recommends $missing python3-venv; } >&2

packages=.build/benchmarks
[ -x "$packages/bin/python" ] || python3 -m venv "$packages"
"$packages/bin/python" -c 'import requests, selectolax' 2>/dev/null ||
  "$packages/bin/pip" install --quiet requests selectolax

if [ -z "${RAYLETTE:-}" ]; then
  swift build -c release --static-swift-stdlib --product raylette >&2
  RAYLETTE=$(mktemp)
  trap 'rm -f "$RAYLETTE"' EXIT
  install -s .build/release/raylette "$RAYLETTE"
fi
"$packages/bin/python" Resources/benchmarks/compare.py "$RAYLETTE" "$@"
