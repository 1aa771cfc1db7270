#!/bin/sh
# Prints RESULTS.md: every figure under the command that printed it. The scores also go into the model's card.
#   recipes/en-de/results.sh MODEL DATA EVAL > recipes/en-de/RESULTS.md
# MODEL: a model folder; DATA: the prepared corpus with its test part; EVAL: the folder of public test sets.
set -eu
model=$1 data=$2 eval=$3

show() {
    printf '\n```console\n$ stencil'
    printf ' %s' "$@" | sed -e "s|$model|en-de|g" -e "s|$data|data|g" -e "s|$eval|eval|g"
    printf '\n'
    stencil "$@" | sed -e "s|$model|en-de|g" -e 's/ *$//'
    printf '```\n'
}

echo '# Results of the model in the box'
echo
echo 'Printed by `recipes/en-de/results.sh`. Tags do not count for BLEU; terms are drawn from the references, one a sentence,'
echo 'by the word alignment (so some are odd), and given as a glossary.'
echo
echo '## Held-out sentences of the corpus: test, its two halves, dev'
for part in prepared prepared-tagged prepared-plain prepared-dev; do
    show evaluate "$model" --testset "$part=$data" --without-terms --record
done
echo
echo '## Up to three, six and twelve terms a sentence'
for terms in 3 6 12; do
    show evaluate "$model" --testset "prepared=$data" --terms $terms
done
echo
echo '## Salesforce: software documentation with inline XML'
show evaluate "$model" --testset "salesforce-xml=$eval/salesforce-xml" --target-language de --record
echo
echo '## Dinu et al.: news, terms of IATE and Wiktionary'
for name in dinu-iate dinu-wiktionary; do
    show evaluate "$model" --testset "$name=$eval/dinu2019-terminology" --without-terms --record
done
