#!/bin/sh
# Writes the data sets of ../../uci as ARFF and as sparse pairs, and the items for gaffitter, into
# the folder that is named.
set -eu
out=$1
uci=$(dirname "$0")/../../uci
mkdir -p "$out"

for name in golf iris wine hepatitis heart glass glass9; do
    # A column is numeric when every value that is there is a number; the label never is. Nominal
    # values are listed in the order of their first appearance.
    awk -F, -v OFS=, -v relation="$name" '
        NR == 1 { n = NF; for (i = 1; i <= n; i++) { names[i] = $i; numeric[i] = i < n } next }
        { rows[NR] = $0
          for (i = 1; i <= n; i++) if ($i != "?") {
              if ($i !~ /^-?[0-9]+(\.[0-9]+)?$/) numeric[i] = 0
              if (!((i, $i) in seen)) { seen[i, $i] = 1; values[i] = values[i] (values[i] == "" ? "" : ",") $i }
          } }
        END {
            print "@relation " relation
            for (i = 1; i <= n; i++) print "@attribute " names[i] " " (numeric[i] ? "numeric" : "{" values[i] "}")
            print "@data"
            for (i = 2; i <= NR; i++) print rows[i]
        }' "$uci/$name.csv" > "$out/$name.arff"
    # A nominal value becomes its place in that order; what is missing is left out.
    awk -F, '
        NR == 1 { next }
        { rows[NR] = $0
          for (i = 1; i <= NF; i++) if ($i != "?") {
              if ($i !~ /^-?[0-9]+(\.[0-9]+)?$/) nominal[i] = 1
              if (!((i, $i) in place)) place[i, $i] = ++count[i]
          } }
        END {
            for (row = 2; row <= NR; row++) {
                n = split(rows[row], value, ",")
                line = place[n, value[n]]
                for (i = 1; i < n; i++) if (value[i] != "?")
                    line = line " " i ":" (i in nominal ? place[i, value[i]] : value[i])
                print line
            }
        }' "$uci/$name.csv" > "$out/$name.svm"
done

# Heart with the columns that hold codes and small counts declared as nominal, as its documentation
# has them; the values of each in the order of their first appearance.
awk -F, -v coded="sex cp fbs restecg exang slope ca thal" '
    BEGIN { n = split(coded, words, " "); for (i = 1; i <= n; i++) is_coded[words[i]] = 1 }
    FNR == 1 { pass++; n_columns = 0; in_data = 0 }
    pass == 1 && /^@attribute/ { split($0, word, " "); n_columns++; column[n_columns] = word[2] }
    pass == 1 && in_data {
        for (i = 1; i <= NF; i++) if ($i != "?" && !((i, $i) in seen)) {
            seen[i, $i] = 1; values[column[i]] = values[column[i]] (values[column[i]] == "" ? "" : ",") $i
        }
    }
    /^@data/ { in_data = 1 }
    pass == 2 && /^@attribute/ {
        split($0, word, " ")
        if (word[2] in is_coded) { print "@attribute " word[2] " {" values[word[2]] "}"; next }
    }
    pass == 2
' "$out/heart.arff" "$out/heart.arff" | sed 's/^@relation heart$/@relation heart-coded/' > "$out/heart-coded.arff"

# Every fifth row to update a model with, and the others to train it. The first row to update with has
# neither a class nor values; it teaches nothing.
for name in golf iris wine hepatitis heart glass9; do
    awk -F, -v train="$out/$name.train.arff" -v update="$out/$name.update.arff" '
        !in_data { print > train; print > update; n_attributes += /^@attribute/ }
        in_data { print > (++row % 5 == 0 ? update : train) }
        /^@data/ {
            in_data = 1
            for (i = 1; i <= n_attributes; i++) printf "?%s", (i < n_attributes ? "," : "\n") > update
        }' "$out/$name.arff"
done

# Golf without its numeric attributes.
for part in train update; do
    awk -F, '
        /^@attribute/ { n++; if (/ numeric$/) next; kept[n] = 1 }
        !in_data { print }
        in_data {
            line = ""
            for (i = 1; i <= n; i++) if (i in kept) line = line (line == "" ? "" : ",") $i
            print line
        }
        /^@data/ { in_data = 1 }' "$out/golf.$part.arff" |
        sed 's/^@relation golf$/@relation golf-nominal/' > "$out/golf-nominal.$part.arff"
done

# As many items as the thesis has files, and of the same range: 84 of 118 bytes to 14.9 million, each
# size as likely on a logarithmic scale.
awk 'BEGIN {
    state = 42
    for (item = 1; item <= 84; item++) {
        state = (state * 1103515245 + 12345) % 2147483648
        size = exp(log(118) + state / 2147483648 * log(14900000 / 118))
        printf "%d item%02d\n", size, item
    }
}' > "$out/items.words"
