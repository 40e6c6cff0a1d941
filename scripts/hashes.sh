#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds qx_hashes with gcc and clang, -O0, -O2 and -O3, and for arm64; runs it with every instruction set there is; compares
# each output with tests/hashes/golden.txt. Prints a table and, last, "N comparisons, N different".
set -eu
top=$(cd "$(dirname "$0")/.." && pwd -P)
. "$top/scripts/house.sh"
golden=$(cat "$top/tests/hashes/golden.txt")
table=
compared=0
different=0

row() {
    table="$table  $(printf '%-28s %-8s %s' "$1" "$2" "$3")
"
}

# compare BUILD SIMD OUTPUT
compare() {
    compared=$((compared + 1))
    if [ "$3" = "$golden" ]; then
        row "$1" "$2" same
    else
        different=$((different + 1))
        row "$1" "$2" DIFFERENT
        say "$1, $2:" "$3"
    fi
}

# hash NAME RUNNER OPTION… builds one variant and runs it; RUNNER stands before the program ("" for none).
hash() {
    hash_name=$1
    hash_runner=$2
    hash_folder=$top/build/full/hashes/$(printf '%s' "$1" | tr ' ' _)
    shift 2
    is_configured "$hash_folder" || configure "$hash_folder" "$@" -DCMAKE_BUILD_TYPE=None -DQX_WERROR=ON \
        -DQX_BUILD_HASHES=ON -DQX_BUILD_FORMATS=OFF -DQX_BUILD_ARCADE=OFF -DQX_BUILD_TOOL=OFF \
        -DQX_BUILD_TESTS=OFF -DQX_BUILD_BENCH=OFF
    build "$hash_folder" qx_hashes
    # shellcheck disable=SC2086 # the runner is a list of words
    hash_simds=$($hash_runner "$hash_folder/bin/qx_hashes" --simds)
    for simd in $hash_simds; do
        # shellcheck disable=SC2086
        compare "$hash_name" "$simd" "$($hash_runner "$hash_folder/bin/qx_hashes" --simd "$simd")"
    done
}

for level in -O0 -O2 -O3; do
    for compiler in gcc clang; do
        hash "$compiler $level $(uname -m)" "" -DCMAKE_C_COMPILER=$compiler -DCMAKE_C_FLAGS="$level -DNDEBUG"
    done
done
if has_command aarch64-linux-gnu-gcc && has_command qemu-aarch64; then
    for level in -O0 -O2 -O3; do
        hash "gcc $level aarch64" "qemu-aarch64 -L /usr/aarch64-linux-gnu" \
            -DCMAKE_TOOLCHAIN_FILE="$top/cmake/arm64.cmake" -DCMAKE_C_FLAGS="$level -DNDEBUG"
    done
else
    row "gcc aarch64" - "skipped: needs gcc-aarch64-linux-gnu and qemu-user"
fi

say "hash table, all to be the same as tests/hashes/golden.txt"
printf '%s' "$table"
say "$compared comparisons, $different different"
[ "$different" -eq 0 ] && [ "$compared" -gt 0 ]
