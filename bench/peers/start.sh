#!/bin/sh
# SPDX-License-Identifier: MIT
# start.sh FOLDER SCRIPT.mjs: runs a peer in FOLDER, with the packages that package-lock.json names; they are fetched into
# it where they are not there yet. Where that cannot be, the one line on standard output says why: "skipped: …".
here=$(cd "$(dirname "$0")" && pwd -P) || exit 1
folder=$1

skip() {
    printf 'skipped: %s\n' "$*"
    exit 0
}

command -v node >/dev/null 2>&1 || skip "node is not here"
mkdir -p "$folder" && cp "$here"/*.mjs "$here"/package.json "$folder" || skip "no place for packages: $folder"
if ! cmp -s "$here/package-lock.json" "$folder/installed.json"; then
    command -v npm >/dev/null 2>&1 || skip "the packages are not here, nor is npm to fetch them"
    echo "fetching packages into $folder" >&2
    cp "$here/package-lock.json" "$folder" &&
        (cd "$folder" && npm ci --no-audit --no-fund --ignore-scripts) >"$folder/npm.txt" 2>&1 </dev/null ||
        skip "npm could not install the packages; its words are in $folder/npm.txt"
    cp "$here/package-lock.json" "$folder/installed.json"
fi
cd "$folder" && exec node "$2"
