/** Index, search and lint through the service object, as host and command line use it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import Database from 'better-sqlite3';

import type { SearchResult } from '../../src/core/results.js';
import { type OpenMemdir, openMemdir } from '../../src/node/compose.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import { type GeneratedMemory, questions, writeStore } from './generate.mjs';
import { costs, ms, quantile, type Row, samples, timed, under } from './measure.mjs';

const distDir = path.resolve('dist');

export interface Bed {
  readonly base: string;
  readonly store: string;
  readonly dataDir: string;
  readonly memories: readonly GeneratedMemory[];
}

export function makeBed(count: number): Bed {
  const base = mkdtempSync(path.join(os.tmpdir(), 'memdir-bench-'));
  const store = path.join(base, 'memory');
  return { base, store, dataDir: path.join(base, 'data'), memories: writeStore(store, count) };
}

export const removeBed = (bed: Bed): void => rmSync(bed.base, { recursive: true, force: true });

export const open = (bed: Bed, provider: 'auto' | 'none'): Promise<OpenMemdir> =>
  openMemdir({
    distDir,
    dataDir: bed.dataDir,
    scope: { folders: [], directories: [bed.store], trusted: true },
    settings: { ...DEFAULT_SETTINGS, 'embedding.provider': provider },
    env: { ...process.env, MEMDIR_DATA_DIR: bed.dataDir },
  });

/** The least any tool could do with the same files: read them and put them into a bare FTS5 table. */
function bareIndex(bed: Bed): void {
  const db = new Database(':memory:');
  db.exec("create virtual table t using fts5(body, tokenize='porter unicode61')");
  const insert = db.prepare('insert into t values (?)');
  db.transaction(() =>
    bed.memories.forEach(({ file }) => insert.run(readFileSync(path.join(bed.store, file), 'utf8'))),
  )();
  db.close();
}

/** Keyword index cold and warm, lint, keystroke; the bed keeps its index for the rows that follow. */
export async function indexRows(bed: Bed): Promise<Row[]> {
  const count = bed.memories.length.toLocaleString('en');
  const bare = await timed(() => bareIndex(bed));
  const first = await open(bed, 'none');
  const cold = await timed(() => first.memdir.index({ embed: false }));
  const lint = await timed(() => first.memdir.lint({}));
  const index = path.join(bed.store, 'MEMORY.md');
  const text = readFileSync(index, 'utf8');
  await first.memdir.lintDocument(index, text);
  const keystroke = await samples(50, 5, (run) =>
    first.memdir.lintDocument(index, `${text}- [new](file_${'x'.repeat(run)}.md) — typed`),
  );
  await first.close();
  // A file that was written a moment ago is read again whatever its stamp says; a restart comes later than that.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  const restart = await timed(async () => {
    const again = await open(bed, 'none');
    await again.memdir.search({ query: 'invoices' });
    return again;
  });
  await restart.result.close();
  return [
    under(`keyword index of ${count} memories, cold`, cold.took, 1500, ms),
    {
      what: 'the same files into a bare FTS5 table',
      value: `${ms(bare.took)} (ratio ${(cold.took / bare.took).toFixed(1)})`,
    },
    under(`restart with nothing changed, first answer`, restart.took, 300, ms),
    under(`lint of ${count} memories`, lint.took, 1000, ms),
    under('keystroke to diagnostics, index of 183 lines (p95)', quantile(keystroke, 0.95), 20, ms),
  ];
}

/** Rounds of questions after which the code is as fast as it gets. */
const WARM_ROUNDS = 12;

/** Hybrid queries with the question's vector already known, against the words leg alone. */
export async function queryRows(bed: Bed, targetMs: number): Promise<Row[]> {
  const count = bed.memories.length.toLocaleString('en');
  const engine = await open(bed, 'auto');
  await engine.memdir.index({});
  const asked = questions(bed.memories, 60);
  const ask = (run: number): Promise<SearchResult> =>
    engine.memdir.search({ query: asked[run % asked.length] ?? '', vectorTimeoutMs: 10_000 });
  for (let run = 0; run < asked.length; run++) await ask(run);
  const young = await costs(asked.length, ask);
  await samples(0, asked.length * WARM_ROUNDS, ask);
  const warm = await costs(asked.length * 4, ask);
  const { mode } = await ask(0);
  await engine.close();
  const words = await open(bed, 'none');
  await words.memdir.index({});
  const keyword = await samples(asked.length * 4, asked.length * WARM_ROUNDS, (run) =>
    words.memdir.search({ query: asked[run % asked.length] ?? '' }),
  );
  await words.close();
  const p50 = quantile(warm.wall, 0.5);
  return [
    under(`${mode} query at ${count}, vector in hand, p50 once the process is warm`, p50, targetMs, ms),
    {
      what: 'the same, p95; p50 of processor time',
      value: `${ms(quantile(warm.wall, 0.95))}; ${ms(quantile(warm.cpu, 0.5))}`,
    },
    {
      what: 'the same in a process that has answered 60 questions, p50; of processor time',
      value: `${ms(quantile(young.wall, 0.5))}; ${ms(quantile(young.cpu, 0.5))}`,
    },
    {
      what: `words only at ${count}, warm, p50`,
      value: `${ms(quantile(keyword, 0.5))} (hybrid is ${(p50 / quantile(keyword, 0.5)).toFixed(1)} times that)`,
    },
  ];
}
