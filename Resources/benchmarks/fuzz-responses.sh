#!/bin/sh
# Fuzzes fetching with broken responses over real sockets, plain, with TLS and through proxies:
# sh Resources/benchmarks/fuzz-responses.sh [seconds, 600 unless told] [seed, 1 unless told]
# The output of a run that crashed is left as crash-SEED.log in .build; make a test of it.
set -u
cd "$(dirname "$0")/../.." || exit
seconds=${1:-600}
seed=${2:-1}
first=$seed
swift build --build-tests || exit
start=$(date +%s)
count=0
crashes=0
while left=$((start + seconds - $(date +%s))) && [ "$left" -gt 0 ]; do
  log=.build/responses.log
  RESPONSE_FUZZING=$left:$seed swift test --skip-build --filter HostileResponseTests/fuzz \
    >"$log" 2>&1
  status=$?
  made=$(sed -n 's/^responses \([0-9]*\),.*/\1/p' "$log" | tail -n 1)
  count=$((count + ${made:-0}))
  [ "$status" -eq 0 ] && break
  crashes=$((crashes + 1))
  mv "$log" ".build/crash-$seed.log"
  seed=$((seed + 1))
done
echo "responses $count, seed $first, seconds $(($(date +%s) - start)), crashes $crashes"
[ "$crashes" -eq 0 ]
