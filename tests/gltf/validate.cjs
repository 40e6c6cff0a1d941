// SPDX-License-Identifier: MIT
// node validate.cjs MODULES FILE.glb… — the Khronos validator finds neither errors nor warnings.
const fs = require('fs');
const path = require('path');
const validator = require(path.join(process.argv[2], 'gltf-validator'));

// Pictures lie beside.
function load(file, uri) {
    const beside = path.join(path.dirname(file), decodeURIComponent(uri));
    return Promise.resolve(new Uint8Array(fs.readFileSync(beside)));
}

async function check(file) {
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
        externalResourceFunction: (uri) => load(file, uri),
    });
    const { numErrors, numWarnings, messages } = report.issues;
    for (const message of messages)
        if (message.severity < 2) console.log(`${file}: ${message.message} (${message.pointer})`);
    return numErrors + numWarnings === 0;
}

async function main() {
    let valid = 0;
    const files = process.argv.slice(3);
    for (const file of files) valid += await check(file);
    console.log(`${valid} of ${files.length} files are valid`);
    process.exitCode = files.length > 0 && valid === files.length ? 0 : 1;
}

main();
