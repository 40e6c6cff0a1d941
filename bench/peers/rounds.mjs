// SPDX-License-Identifier: MIT
// What every peer shares: for each line that comes in it works one round and answers "COUNT SECONDS"; when no more
// come it ends.
import { createInterface } from 'node:readline';

/** @param {() => number} round  Works one round and returns how many things it made. */
export async function serveRounds(round) {
    process.stdout.write('ready\n');
    for await (const _line of createInterface({ input: process.stdin })) {
        const start = process.hrtime.bigint();
        const count = round();
        const seconds = Number(process.hrtime.bigint() - start) * 1e-9;
        process.stdout.write(`${count} ${seconds}\n`);
    }
}
