// SPDX-License-Identifier: MIT
// @mapbox/martini's error map: a piece is a tile made from the map that the suite left here, 4,097 x 4,097 heights.
import Martini from '@mapbox/martini';
import { readHeights } from './heights.mjs';
import { serveRounds } from './rounds.mjs';

const side = 4097;
const martini = new Martini(side); // its own tables are not counted
let heights;
let tile;

await serveRounds(() => {
    heights ??= readHeights(side);
    if (tile) {
        tile.update(); // into memory that was used before, as ours
    } else {
        tile = martini.createTile(heights);
    }
    return side * side;
});
