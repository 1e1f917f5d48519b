/** Keys of all kinds in all surroundings, and innocent texts, through the doors that a text comes in and goes out by. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { maskObservation } from '../../src/core/capture/mask-observation.js';
import type { Memdir } from '../../src/core/memdir.js';
import { maskSecrets } from '../../src/core/secrets/secrets.js';
import { createNoEmbedder } from '../../src/embed/no-embedder.js';
import { systemClock } from '../../src/node/clock.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { createRoots } from '../../src/node/stores/roots.js';
import { createMemdir, DEFAULT_SERVICE_SETTINGS } from '../../src/service/create.js';
import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import type { Row } from '../bench/measure.mjs';
import { innocents } from '../core/secrets/corpus/innocents.js';
import { KINDS } from '../core/secrets/corpus/kinds.js';
import { Random } from '../core/secrets/corpus/random.js';
import { type CorpusRow, corpusRows, isReadable } from '../core/secrets/corpus/rows.js';
import { SIGNS_AFTER, SIGNS_BEFORE, SURROUNDINGS } from '../core/secrets/corpus/surroundings.js';
import { stubPorts } from '../support/ports.js';
import type { Attack } from './main.mjs';

const LEAST = 99.5;

const share = (what: string, good: number, all: number, least: number = LEAST): Row => {
  const percent = (100 * good) / Math.max(1, all);
  return { what, value: `${percent.toFixed(2)} % (${good} of ${all})`, target: `${least} %`, met: percent >= least };
};

export async function secretsAttack({ seed, long }: Attack): Promise<Row[]> {
  const seeds = long ? [seed, seed + 1, seed + 2, seed + 3] : [seed];
  const rows = seeds.flatMap((each) => corpusRows(each));
  const texts = seeds.flatMap((each) => innocents(each));
  const found = (of: readonly CorpusRow[]): number =>
    of.filter((row) => !isReadable(maskSecrets(row.text), row)).length;
  const alone = (of: readonly { readonly text: string }[]): number =>
    of.filter(({ text }) => maskSecrets(text) === text).length;
  const [tuned, heldOut] = [rows.filter((row) => !row.heldOut), rows.filter((row) => row.heldOut)];
  const [tunedTexts, heldOutTexts] = [texts.filter((text) => !text.heldOut), texts.filter((text) => text.heldOut)];
  return [
    share(
      `found: ${KINDS.length} kinds in ${SURROUNDINGS.length} surroundings, tuned half`,
      found(tuned),
      tuned.length,
    ),
    share('found: held-out half', found(heldOut), heldOut.length),
    share('left alone: innocent texts, tuned half', alone(tunedTexts), tunedTexts.length),
    share('left alone: held-out half', alone(heldOutTexts), heldOutTexts.length),
    besideSigns(seed),
    ...(await doors(seed, rows, long ? 1_500 : 300)),
  ];
}

/** Each kind that is recognised by its form, directly before and after each sign. */
function besideSigns(seed: number): Row {
  let [good, all] = [0, 0];
  for (const kind of KINDS.filter(({ of }) => of === 'formed'))
    for (const [before, after] of [
      ...SIGNS_BEFORE.map((sign) => [sign, '']),
      ...SIGNS_AFTER.map((sign) => ['', sign]),
    ]) {
      const { text: secret } = kind.make(new Random(seed * 7_919 + all++));
      if (!isReadable(maskSecrets(`a ${before}${secret}${after} b`), { kind, secret })) good++;
    }
  return share(
    `found: directly beside ${SIGNS_BEFORE.length + SIGNS_AFTER.length} signs (letters and digits among them)`,
    good,
    all,
    99,
  );
}

const memoryText = ({ name, description, body }: Readonly<Record<'name' | 'description' | 'body', string>>): string =>
  `---\nname: ${name}\ndescription: ${description}\ntype: reference\n---\n\n${body}\n`;

/** The engine on one folder, with real files and a real index, without a model. */
async function openEngine(folder: string, store: string): Promise<Memdir> {
  const home = join(folder, 'home');
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  return createMemdir(
    {
      ...stubPorts(home),
      files: createFiles({ dataDir: folder }),
      roots: createRoots({ env: {}, home, platform: process.platform, log }),
      scope: { folders: [], directories: [store], trusted: true },
      index: await openSqliteIndex({ file: join(folder, 'index.db'), log }),
      embedder: createNoEmbedder(() => 'Switched off.'),
      clock: systemClock,
      log,
      hash: (text) => createHash('sha256').update(text).digest('hex').slice(0, 32),
    },
    DEFAULT_SERVICE_SETTINGS,
  );
}

/** A sample of the rows through the engine itself: one memory each. */
async function doors(seed: number, all: readonly CorpusRow[], count: number): Promise<Row[]> {
  const step = Math.max(1, Math.floor(all.length / count));
  // A zero byte is refused, and so is what cannot be masked for certain.
  const rows = all.filter((row, at) => at % step === seed % step && !row.text.includes('\0'));
  const folder = await mkdtemp(join(tmpdir(), 'memdir-attack-'));
  const store = join(folder, 'memory');
  await mkdir(store);
  const memdir = await openEngine(folder, store);
  try {
    for (const [at, row] of rows.entries())
      await writeFile(
        join(store, `n${at}.md`),
        memoryText({ name: `n${at}`, description: `Number walrus${at}`, body: `walrus${at}\n\n${row.text}` }),
      );
    const good = { lint: 0, export: 0, search: 0, recall: 0, observe: 0 };
    const problems = (await memdir.lint({})).problems.filter(({ code }) => code === 'secret');
    // Problems of one rule are one, with the other places.
    const reported = new Set(problems.flatMap(({ path, related = [] }) => [path, ...related.map((one) => one.path)]));
    const exported = new Map((await memdir.export()).memories.map((one) => [one.path, JSON.stringify(one)]));
    for (const [at, row] of rows.entries()) {
      const path = `n${at}.md`;
      if (reported.has(path)) good.lint++;
      if (!isReadable(exported.get(path) ?? '', row)) good.export++;
      const { hits } = await memdir.search({ query: `walrus${at}`, limit: 3 });
      if (hits.some((hit) => hit.path.endsWith(path)) && !isReadable(JSON.stringify(hits), row)) good.search++;
      const id = hits.find((hit) => hit.path.endsWith(path))?.id;
      if (id !== undefined && !isReadable((await memdir.renderForAgent([id])).text, row)) good.recall++;
      const seen = maskObservation({ text: row.text } as Parameters<typeof maskObservation>[0]);
      if (!isReadable(JSON.stringify(seen), row)) good.observe++;
    }
    const written = rows.filter((_, at) => at % 5 === 0);
    let saved = 0;
    for (const [at, row] of written.entries()) {
      const result = await memdir.remember({ content: `quokka${at}\n\n${row.text}`, type: 'reference' });
      const text = 'path' in result && result.status === 'saved' ? await readFile(result.path, 'utf8') : '';
      if (!isReadable(`${JSON.stringify(result)}\n${text}`, row)) saved++;
    }
    await memdir.close();
    const files = (await readdir(folder)).filter((name) => name.startsWith('index.db'));
    const bytes = (await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')))).join('\n');
    const held = rows.filter((row) => row.secret.length >= 16 && bytes.includes(row.secret)).length;
    return [
      ...Object.entries(good).map(([door, number]) => share(`door: ${door}`, number, rows.length)),
      share('door: remember', saved, written.length),
      share('index.db without a secret of these memories', rows.length - held, rows.length),
    ];
  } finally {
    await memdir.close();
    await rm(folder, { recursive: true, force: true });
  }
}
