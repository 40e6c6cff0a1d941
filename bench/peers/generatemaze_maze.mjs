// SPDX-License-Identifier: MIT
// generate-maze, which is Eller's algorithm too: a piece is four flat mazes of 32 x 32 cells, about where it is quickest; the
// wider a row, the slower.
import generate from 'generate-maze';
import { serveRounds } from './rounds.mjs';

const cells = 32;
const mazes = 4;

await serveRounds((piece) => {
    let made = 0;
    for (let i = 0; i < mazes; i++) {
        for (const row of generate(cells, cells, true, piece * mazes + i + 1)) made += row.length;
    }
    return made;
});
