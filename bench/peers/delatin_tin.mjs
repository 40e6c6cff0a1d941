// SPDX-License-Identifier: MIT
// delatin at an error of 10 m, of the map that the suite left here, 1,025 x 1,025 heights.
import Delatin from 'delatin';
import { readHeights } from './heights.mjs';
import { serveRounds } from './rounds.mjs';

const side = 1025;
let heights;

await serveRounds(() => {
    heights ??= readHeights(side);
    const tin = new Delatin(heights, side, side);
    tin.run(10);
    return tin.triangles.length / 3;
});
