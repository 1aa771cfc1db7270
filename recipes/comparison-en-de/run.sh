#!/bin/sh
# All methods on English-German at a small equal budget: about 40 minutes on two quiet cores.
#
#   run.sh DATA OUTPUT
#
# DATA is a folder of `stencil prepare` with a held-out part `test`; OUTPUT keeps everything, and the same command goes
# on where it stopped. More time gives better networks: FIRST_STEPS=20000 STEPS=5000 run.sh DATA OTHER_OUTPUT
# PRECISION=bfloat16 is twice as fast where the processor has instructions for it; THREADS=1 leaves other cores alone.
# SHARES=0.02,0.2 also trains Vanilla and the template method on so much of the data (about 25 minutes for each share).
set -eu

data=$1 output=$2
here=$(cd "$(dirname "$0")" && pwd)
stencil=${STENCIL:-stencil}

compare() {
    $stencil compare "$data" --output "$output" --testset test --lite \
        ${FIRST_STEPS:+--first-steps "$FIRST_STEPS"} ${STEPS:+--steps "$STEPS"} \
        ${THREADS:+--threads "$THREADS"} ${PRECISION:+--set "precision=$PRECISION"} "$@" >/dev/null
}

compare --sentences "${SENTENCES:-300}" ${SHARES:+--shares "$SHARES" --share-methods vanilla,template}
compare --sentences "${TAGGED_SENTENCES:-200}" --keep tags

for table in terms/natural terms/hard tags/natural; do
    kept=${RESULTS:-$here/results}/$table
    mkdir -p "$kept"
    cp "$output/$table"/table.* "$output/$table"/*.png "$kept"
done
