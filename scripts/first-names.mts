/**
 * Writes src/core/distill/personal/first-names.json from the first names of Faker: `tsx scripts/first-names.mts FOLDER`, with the folder of an
 * installed @faker-js/faker. Names that are other words, products or places, too, are left out. Its licence stands in scripts/lib/notices.mts.
 * Run `npm run labels` afterwards: the labels are trained with these names.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { entryOf } from '../src/core/distill/labels/tokens.js';
import { isTechnicalWord } from '../src/core/distill/technical-score.js';
import vocabulary from '../src/core/distill/vocabulary.json' with { type: 'json' };
import { readJson, root } from './lib/project.mjs';

interface Locale {
  readonly person?: { readonly first_name?: Readonly<Record<string, readonly string[] | null>> };
}

const NAME = /^\p{Lu}[\p{Script=Latin}'’-]{2,}$/u;
const WORDS = new Set(
  [vocabulary.namesThatAreWords, vocabulary.productsThatAreNames, vocabulary.neverNames]
    .flat()
    .flatMap((line) => line.split(' ')),
);
/** Units of a line of the file. */
const WIDTH = 140;

const isOnlyName = (name: string): boolean =>
  !WORDS.has(name.toLowerCase()) &&
  !isTechnicalWord(name) &&
  /^(?:\?|.*Name|Person)$/.test(entryOf(name.toLowerCase()));

const [folder = ''] = process.argv.slice(2);
const { version } = readJson<{ version: string }>(path.join(folder, 'package.json'));
const { allLocales } = (await import(pathToFileURL(path.join(folder, 'dist/index.js')).href)) as {
  allLocales: Readonly<Record<string, Locale>>;
};
const names = new Set(
  Object.values(allLocales)
    .flatMap(({ person }) => Object.values(person?.first_name ?? {}))
    .flatMap((all) => all ?? [])
    .flatMap((name) => name.split(/\s+/))
    .filter((name) => NAME.test(name) && isOnlyName(name)),
);
const lines: string[] = [];
for (const name of [...names].sort()) {
  const line = lines.at(-1);
  if (line === undefined || line.length + name.length >= WIDTH) lines.push(name);
  else lines[lines.length - 1] = `${line} ${name}`;
}
writeFileSync(
  path.join(root, 'src/core/distill/personal/first-names.json'),
  `${JSON.stringify({ source: `@faker-js/faker ${version}, MIT`, names: lines }, null, 2)}\n`,
);
console.log(`${names.size} names`);
