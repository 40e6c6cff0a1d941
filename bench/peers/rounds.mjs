// SPDX-License-Identifier: MIT
// What every peer shares: a line that comes in names a piece of work; it is done and answered by "COUNT SECONDS". When no
// more come it ends.
import { createInterface } from 'node:readline';

/** @param {(piece: number) => number} round  Does a piece of work and returns how many things it made. */
export async function serveRounds(round) {
    process.stdout.write('ready\n');
    for await (const line of createInterface({ input: process.stdin })) {
        const piece = Number(line);
        const start = process.hrtime.bigint();
        const count = round(piece);
        const seconds = Number(process.hrtime.bigint() - start) * 1e-9;
        process.stdout.write(`${count} ${seconds}\n`);
    }
}
