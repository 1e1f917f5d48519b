/** A parent process for the tests: embeds once, says so, and when told leaves (`leave`) or goes on embedding (`work`). */
import { once } from 'node:events';

import { createOnnxEmbedder } from '../../src/embed/onnx/client.js';

const [mode, processFile = '', modelDir = ''] = process.argv.slice(2);
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const embedder = createOnnxEmbedder({ processFile, modelDir, runtime: 'native', log: quiet });
await embedder.embed(['hello'], 'query');
process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdin.destroy();
if (mode === 'work') process.stdout.write('working\n');
while (mode === 'work')
  await embedder.embed(
    Array.from({ length: 16 }, (_, at) => `text ${at} `.repeat(60)),
    'passage',
  );
