#!/bin/sh
# Uses the program for over an hour, and watches its memory, descriptors and processor time:
# sh Resources/benchmarks/soak.sh [spins articles idle-seconds]      (see soak.py)
#
# Builds the program as the README says, unless RAYLETTE names one.
set -eu
cd "$(dirname "$0")/../.."
if [ -z "${RAYLETTE:-}" ]; then
  swift build -c release --static-swift-stdlib --product raylette >&2
  RAYLETTE=.build/release/raylette
fi
exec python3 Resources/benchmarks/soak.py "$RAYLETTE" "$@"
