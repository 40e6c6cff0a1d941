// SPDX-License-Identifier: MIT
// @mapbox/martini's mesh at an error of 10 m, of the map that the suite left here.
import Martini from '@mapbox/martini';
import { readHeights } from './heights.mjs';
import { serveRounds } from './rounds.mjs';

const side = 4097;
let tile;

await serveRounds(() => {
    tile ??= new Martini(side).createTile(readHeights(side)); // in the first round, which does not count
    return tile.getMesh(10).triangles.length / 3;
});
