// SPDX-License-Identifier: MIT
// three's morphed pose on the processor: the model that the suite left here, read by MD2Loader, between two frames, by
// computeMorphedAttributes, which gives positions and normals. A piece is ten poses.
import { readFileSync } from 'node:fs';
import { Mesh, MeshBasicMaterial } from 'three';
import { MD2Loader } from 'three/examples/jsm/loaders/MD2Loader.js';
import { computeMorphedAttributes } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { serveRounds } from './rounds.mjs';

const poses = 10;
let mesh;

function load() {
    const bytes = readFileSync('model.md2');
    const geometry = new MD2Loader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    return new Mesh(geometry, new MeshBasicMaterial());
}

await serveRounds((piece) => {
    mesh ??= load(); // in the first round, which does not count
    const frames = mesh.morphTargetInfluences.length;
    for (let i = 0; i < poses; i++) {
        const frame = (piece * 3 + i) % (frames - 1);
        const share = (i + 1) / (poses + 1);
        mesh.morphTargetInfluences.fill(0);
        mesh.morphTargetInfluences[frame] = 1 - share;
        mesh.morphTargetInfluences[frame + 1] = share;
        computeMorphedAttributes(mesh);
    }
    return poses;
});
