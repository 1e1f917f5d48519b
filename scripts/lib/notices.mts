/** ThirdPartyNotices.txt: the licence of every package that a VSIX holds, bundled or copied. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Metafile } from 'esbuild';

import { readJson, root } from './project.mjs';

export interface PackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
  readonly repository?: string | { readonly url?: string };
}

/** Folders of the packages whose files went into the bundles, absolute. */
export function bundledPackages(metafiles: readonly Metafile[]): string[] {
  const inputs = metafiles
    .flatMap(({ inputs }) => Object.keys(inputs))
    .filter((input) => input.includes('node_modules/'));
  return [...new Set(inputs.map((input) => packageFolder(path.join(root, input))))];
}

/** Nearest folder above that has a package.json with a name (some packages keep nameless ones inside). */
function packageFolder(file: string): string {
  let folder = path.dirname(file);
  while (folder !== root) {
    const manifest = path.join(folder, 'package.json');
    if (existsSync(manifest) && readJson<PackageJson>(manifest).name !== undefined) return folder;
    folder = path.dirname(folder);
  }
  throw new Error(`${file} belongs to no package.`);
}

/** The name under which npm installed the folder, with its scope. */
export const packageName = (folder: string): string =>
  readJson<PackageJson>(path.join(folder, 'package.json')).name ?? path.basename(folder);

const LICENCE_FILE = /^(licen[cs]e|notice|copying|thirdpartynotices)([-.].*)?$/i;

/** Packages under the MIT licence that carry no licence file: who holds the copyright, by the start of their name. */
const HOLDERS: readonly (readonly [name: string, holder: string])[] = [
  ['onnxruntime-', 'Microsoft Corporation'],
  ['@vscode/l10n', 'Microsoft Corporation'],
  ['@microsoft/fast-', 'Microsoft Corporation. All rights reserved.'],
  ['sqlite-vec', '2024 Alex Garcia'],
  ['pg-types', '2014 Brian M. Carlson'],
  ['pgpass', '2013-2016 Hannes Hörl'],
  ['imurmurhash', '2013 Gary Court, Jens Taylor'],
  ['pg-types', '2014 Brian M. Carlson'],
  ['pgpass', '2013-2016 Hannes Hörl'],
];

function licenceText(folder: string, manifest: PackageJson): string {
  const texts = readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8').trim());
  if (texts.length > 0) return texts.join('\n\n');
  const known = HOLDERS.find(([name]) => manifest.name?.startsWith(name));
  if (known === undefined || !/\bMIT\b/.test(manifest.license ?? ''))
    throw new Error(
      `${manifest.name ?? folder} comes without a licence file: name its copyright holder in scripts/lib/notices.mts.`,
    );
  return mit(known[1]);
}

const licenceFile = (name: string): string => path.join(root, 'scripts', 'licenses', name);

/**
 * What ONNX Runtime was linked with. Its npm packages leave the file out, so each version's is kept here: ThirdPartyNotices.txt
 * of the same version's Python package.
 */
function onnxruntimeNotices(folders: readonly string[]): string[] {
  const folder = folders.find((each) => packageName(each).startsWith('onnxruntime-'));
  if (folder === undefined) return [];
  const { version } = readJson<PackageJson>(path.join(folder, 'package.json'));
  const file = licenceFile(`onnxruntime-${version ?? ''}.txt`);
  if (!existsSync(file))
    throw new Error(
      `${file} is missing: take ThirdPartyNotices.txt from the Python package onnxruntime ${version ?? ''}.`,
    );
  return [[`Software that ONNX Runtime ${version ?? ''} contains`, '', readFileSync(file, 'utf8').trim()].join('\n')];
}

const addressOf = ({ repository }: PackageJson): string =>
  (typeof repository === 'string' ? repository : (repository?.url ?? '')).replace(/^git\+/, '').replace(/\.git$/, '');

/** Data that was taken over, all of it under MIT: title, address, holder. */
const DATA = [
  ['The rules for secrets, made from gitleaks (MIT)', 'https://github.com/gitleaks/gitleaks', '2019 Zachary Rice'],
  [
    'The English words of recovery phrases, of BIP 39 (MIT)',
    'https://github.com/bitcoin/bips',
    '2013 Marek Palatinus, Pavol Rusnak, Aaron Voisine, Sean Bowe',
  ],
  [
    'The list of first names, made from Faker (MIT)',
    'https://github.com/faker-js/faker',
    '2022-2025 Faker; faker.js 2011-2020 Marak Squires; Data::Faker 2004-2005 Jason Kohles',
  ],
] as const;

const mit = (holder: string): string => readFileSync(licenceFile('mit.txt'), 'utf8').replace('{holder}', holder).trim();

const dataSections = (): string[] =>
  DATA.map(([title, address, holder]) => [title, address, '', mit(holder)].join('\n'));

/** The whole file, packages by name, each once. */
export function notices(folders: readonly string[]): string {
  const sections = new Map<string, string>();
  for (const folder of folders) {
    const manifest = readJson<PackageJson>(path.join(folder, 'package.json'));
    const title = `${manifest.name} ${manifest.version} (${manifest.license ?? 'see below'})`;
    sections.set(title, [title, addressOf(manifest), '', licenceText(folder, manifest)].join('\n'));
  }
  const list = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return (
    [
      'Memdir contains the following packages. The embedded model has its own licence in media/model/LICENSE.',
      ...list,
      ...dataSections(),
      'SQLite, in better-sqlite3: its authors have dedicated it to the public domain (https://sqlite.org/copyright.html).',
      ...onnxruntimeNotices(folders),
    ].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n'
  );
}
