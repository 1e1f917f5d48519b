/** Which licence the files of a model folder name. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** By words of their texts; the longer names of a family first. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/Apache License\s+Version 2\.0/i, 'Apache-2.0'],
  [/GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/i, 'AGPL-3.0'],
  [/GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/i, 'LGPL-3.0'],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 3/i, 'GPL-3.0'],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 2/i, 'GPL-2.0'],
  [/Mozilla Public License,? Version 2\.0/i, 'MPL-2.0'],
  [/Attribution-NonCommercial[\w -]* 4\.0/i, 'CC-BY-NC-4.0'],
  [/Attribution-ShareAlike 4\.0/i, 'CC-BY-SA-4.0'],
  [/Attribution 4\.0/i, 'CC-BY-4.0'],
  [/Permission is hereby granted, free of charge/i, 'MIT'],
  [/Redistributions of source code[^]*Neither the name/i, 'BSD-3-Clause'],
  [/Redistributions of source code/i, 'BSD-2-Clause'],
];

const LICENCE_FILE = /^(?:licen[cs]e|copying)(?:[.-][\w.-]+)?$/i;
/** File name and licence of a model card, as model hubs write them. */
const CARD = /^readme\.md$/i;
const CARD_LICENCE = /^---\n[^]*?^license:[ \t]*["']?([\w.+-]+)[^]*?^---$/m;
/** UTF-16 units of a text that are looked at, and of a first line that is shown. */
const [LONGEST, LONGEST_LINE] = [20_000, 60];

/** SPDX identifier, or the first line of a licence that is not known; undefined where no file names one. An unpacked extension has its licence beside the model. */
export async function licenceOf(folder: string): Promise<string | undefined> {
  const own = await licenceIn(folder);
  if (own !== undefined || basename(folder) !== 'model') return own;
  const around = dirname(folder);
  return (await readdir(around)).includes('package.json') ? licenceIn(around) : undefined;
}

async function licenceIn(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder)).sort();
  const read = async (name: string): Promise<string> =>
    (await readFile(join(folder, name), 'utf8')).slice(0, LONGEST).replaceAll('\r\n', '\n');
  const file = names.find((name) => LICENCE_FILE.test(name));
  if (file !== undefined) {
    const text = await read(file);
    const first = text.split('\n').find((line) => line.trim() !== '');
    const known = KNOWN.find(([words]) => words.test(text))?.[1];
    if ((known ?? first) !== undefined) return known ?? first?.trim().slice(0, LONGEST_LINE);
  }
  const card = names.find((name) => CARD.test(name));
  return card === undefined ? undefined : CARD_LICENCE.exec(await read(card))?.[1];
}
