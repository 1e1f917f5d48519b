/** Child process of processes.test.ts: learns where projects are from the transcripts in their folders. */
import { createWorkingDirectories } from '../../src/node/stores/project-locations.js';

const [dataDir = '', ...folders] = process.argv.slice(2);
const workingDirectories = createWorkingDirectories(dataDir, undefined);
process.stdout.write('ready\n');
process.stdin.once('data', () => {
  void (async () => {
    for (const folder of folders) await workingDirectories(folder);
    process.stdin.destroy();
  })();
});
