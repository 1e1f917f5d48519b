/** Writes src/core/secrets/seed-words.json from the English words of BIP 39, one a line: `tsx scripts/seed-words.mts ENGLISH_TXT`. Four letters tell each of them from the others; its length comes behind. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { root } from './lib/project.mjs';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file bip-0039/english.txt.');
const words = readFileSync(file, 'utf8').split(/\s+/).filter(Boolean);
const starts = new Set(words.map((word) => word.slice(0, 4).padEnd(4) + String(word.length)));
if (words.length !== 2_048 || starts.size !== 2_048)
  throw new Error(`${words.length} words with ${starts.size} beginnings: this is not the list.`);
writeFileSync(
  path.join(root, 'src/core/secrets/seed-words.json'),
  `${JSON.stringify({ source: 'BIP 39, english.txt, first four letters of each word and its length', starts: [...starts].join('') })}\n`,
);
