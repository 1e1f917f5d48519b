/**
 * Writes what is derived: the kernels of src/simd from their text, the summaries of docs/rules, then the keys of package.json that VS Code reads and package.nls.json, docs/tools.md and docs/reference.md, from src/protocol, and the table of features in docs/architecture.md, from the folders.
 * `--check` changes nothing and fails when something is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';

import { ruleSummaries } from './lib/rule-summaries.mjs';

const check = process.argv.includes('--check');

async function bring(name: string, make: (before: string) => string): Promise<void> {
  const file = new URL(`../${name}`, import.meta.url);
  const before = await readFile(file, 'utf8').catch(() => '');
  const after = make(before);
  if (before === after) console.log(`${name} is up to date`);
  else if (check) {
    console.error(`${name} is out of date. Run: npx tsx scripts/manifest.mts`);
    process.exitCode = 1;
  } else {
    await writeFile(file, after);
    console.log(`${name} written`);
  }
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const { assembledKernels } = await import('./lib/assemble.mjs');
const kernels = await assembledKernels();
await bring('src/simd/kernels.json', () => json(kernels));
const summaries = await ruleSummaries();
await bring('src/protocol/rule-summaries.json', () => json(summaries));
// Read after the summaries were written: the settings carry them.
const { manifestKeys, manifestTexts } = await import('../src/protocol/manifest.js');
await bring('package.json', (before) => json({ ...(JSON.parse(before) as object), ...manifestKeys() }));
await bring('package.nls.json', () => json(manifestTexts()));
const { LANGUAGES, nlsText } = await import('./lib/translations.mjs');
for (const language of LANGUAGES) await bring(`package.nls.${language}.json`, () => nlsText(manifestTexts(), language));
const { toolsPage } = await import('./lib/tools-page.mjs');
await bring('docs/tools.md', toolsPage);
const { referencePage } = await import('./lib/reference-page.mjs');
await bring('docs/reference.md', referencePage);
const { withFeatureTable } = await import('./lib/feature-table.mjs');
await bring('docs/architecture.md', withFeatureTable);
const { missingDocPaths } = await import('./lib/doc-paths.mjs');
for (const missing of missingDocPaths()) {
  console.error(`A page names a file that does not exist. ${missing}`);
  process.exitCode = 1;
}
