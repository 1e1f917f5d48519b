/** Writes the keys of package.json that VS Code reads, from src/protocol. `--check` changes nothing and fails when they are out of date. */
import { readFile, writeFile } from 'node:fs/promises';
import { manifestKeys } from '../src/protocol/manifest.js';

const file = new URL('../package.json', import.meta.url);
const before = await readFile(file, 'utf8');
const after = `${JSON.stringify({ ...(JSON.parse(before) as object), ...manifestKeys() }, null, 2)}\n`;

if (before === after) console.log('package.json is up to date');
else if (process.argv.includes('--check')) {
  console.error('package.json is out of date. Run: npx tsx scripts/manifest.mts');
  process.exitCode = 1;
} else {
  await writeFile(file, after);
  console.log('package.json written');
}
