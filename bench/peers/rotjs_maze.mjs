// SPDX-License-Identifier: MIT
// rot-js' EllerMaze: a piece is one flat maze of 512 x 512 cells, from the piece's seed. A map has a tile for each cell and
// each wall. It is handed out tile by tile, and kept as anybody would keep it.
import ROT from 'rot-js';
import { serveRounds } from './rounds.mjs';

const cells = 512;
const tiles = 2 * cells + 1;
const map = new Uint8Array(tiles * tiles);

await serveRounds((piece) => {
    ROT.RNG.setSeed(piece + 1);
    new ROT.Map.EllerMaze(tiles, tiles).create((x, y, wall) => {
        map[y * tiles + x] = wall;
    });
    return cells * cells;
});
