#!/bin/sh
# Makes the model in the box with the commands of Stencil alone; the same call again goes on where it was stopped.
#   recipes/en-de/make.sh CORPUS WORK [OPTION…]
# CORPUS: a folder with train, dev and test.tsv.gz; WORK: where it all goes; OPTION: for stencil train, such as
#   --set precision=bfloat16 where the processor has it, or --init en-de to train the shipped model on.
# Training takes ten hours; HOURS=1 recipes/en-de/make.sh … makes a smaller effort.
set -eu
corpus=$1 work=$2 here=$(dirname "$0")
shift 2
mkdir -p "$work"

stencil prepare "$corpus/train.tsv.gz" --from en --to de --vocabulary 12000 \
    --dev "$corpus/dev.tsv.gz" --test "$corpus/test.tsv.gz" --output "$work/data"
stencil train "$work/data" --output "$work/run" --preset small --compact --budget "${HOURS:-10}h" \
    --weight libreoffice=4 --weight 'help:*=4' --weight gimp-help=4 \
    --set upkeep.measure=bleu --set upkeep.keep_best=8 --dev-sentences 500 "$@"
stencil export "$work/run" --output "$work/en-de" --best dev_loss --notes "$here/notes.md"
