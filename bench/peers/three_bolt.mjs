// SPDX-License-Identifier: MIT
// three's LightningStrike with its defaults: a frame of four strikes that never end each round. A segment is a prism it
// really wrote: 18 indices.
import { LightningStrike } from 'three/examples/jsm/geometries/LightningStrike.js';
import { serveRounds } from './rounds.mjs';

const strikes = Array.from({ length: 4 }, () => new LightningStrike());
let frame = 0;

function round() {
    frame++;
    let segments = 0;
    for (const strike of strikes) {
        strike.update(frame / 60);
        segments += strike.drawRange.count / 18;
    }
    return segments;
}

await serveRounds(round);
