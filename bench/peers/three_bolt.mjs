// SPDX-License-Identifier: MIT
// three's LightningStrike with its defaults: a piece is a frame of four strikes that never end, at its own time; 60 pieces
// span the four seconds in which all branches have come and gone once. A segment is a prism it really wrote: 18 indices.
import { LightningStrike } from 'three/examples/jsm/geometries/LightningStrike.js';
import { serveRounds } from './rounds.mjs';

const strikes = Array.from({ length: 4 }, () => new LightningStrike());

await serveRounds((piece) => {
    let segments = 0;
    for (const strike of strikes) {
        strike.update(piece / 15);
        segments += strike.drawRange.count / 18;
    }
    return segments;
});
