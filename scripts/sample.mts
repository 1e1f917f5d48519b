/** `npm run sample [-- FOLDER]`: lays the sample out (in .sample) and says where, without opening anything. */
import path from 'node:path';

import { root } from './lib/project.mjs';
import { prepareSample } from './lib/sample.mjs';

const sample = prepareSample(path.resolve(process.argv[2] ?? path.join(root, '.sample')));
for (const [name, folder] of Object.entries(sample)) console.log(`${name}: ${String(folder)}`);
