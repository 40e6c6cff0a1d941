// SPDX-License-Identifier: MIT
// The map of the suite: rows of floats in this machine's byte order, in the folder the peers run in.
import { readFileSync } from 'node:fs';

/** @param {number} side  Samples along a side. */
export function readHeights(side) {
    const bytes = readFileSync(`heights_${side}.f32`);
    return new Float32Array(bytes.buffer, bytes.byteOffset, side * side);
}
