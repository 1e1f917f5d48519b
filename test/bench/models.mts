/** The models beside the one that comes with Memdir: time and memory of each, and what a second one costs while English memories are read. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { installedFile } from '../../src/node/models/installed-models.js';
import { openEmbedder } from './embedder.mjs';
import { type Bed, makeBed, open, removeBed } from './engine.mjs';
import { memory, random } from './generate.mjs';
import { mb, ms, quantile, type Row, samples, timed } from './measure.mjs';
import { childrenOf, peakResident, resident } from './process-memory.mjs';
import { type PackagedModels, packagedModels } from './recall/packaged.mjs';

const TEXTS = 100;
const BATCH = 32;

async function modelRow(name: string, folder: string): Promise<Row> {
  const before = new Set(childrenOf(process.pid));
  const next = random(7);
  const texts = Array.from({ length: TEXTS }, (_, at) => memory(at, next).text.replace(/^---[\s\S]*?---\s*/, ''));
  const embedder = openEmbedder(folder, 'native');
  try {
    const load = await timed(() => embedder.embed(['first question'], 'query'));
    const pid = childrenOf(process.pid).find((one) => !before.has(one)) ?? 0;
    const loaded = resident(pid);
    const question = await samples(40, 5, (run) =>
      embedder.embed([`why do the invoices of customer ${run} arrive twice`], 'query'),
    );
    const all = await timed(async () => {
      for (let at = 0; at < TEXTS; at += BATCH) await embedder.embed(texts.slice(at, at + BATCH), 'passage');
    });
    return {
      what: `${name}: start and first answer; a question, p50; a memory of about 150 tokens; resident once loaded, at most`,
      value: `${ms(load.took)}; ${ms(quantile(question, 0.5))}; ${ms(all.took / TEXTS)}; ${mb(loaded)}, ${mb(peakResident(pid))}`,
    };
  } finally {
    await embedder.close();
  }
}

/** Milliseconds in which the memories of a bed, all English, are read by words and by vectors. */
async function indexed(bed: Bed, installed: readonly string[]): Promise<number> {
  rmSync(bed.dataDir, { recursive: true, force: true });
  mkdirSync(path.dirname(installedFile(bed.dataDir)), { recursive: true });
  writeFileSync(installedFile(bed.dataDir), JSON.stringify(installed));
  const engine = await open(bed, 'auto');
  const { took } = await timed(() => engine.memdir.index({}));
  await engine.close();
  return took;
}

async function secondModelRow({ languages }: PackagedModels): Promise<Row> {
  const bed = makeBed(1000);
  try {
    await indexed(bed, []);
    const [alone, both] = [await indexed(bed, []), await indexed(bed, [languages])];
    return {
      what: 'index of 1,000 English memories with vectors, with the model for other languages beside the one that comes with Memdir',
      value: `${ms(both)} (without it ${ms(alone)}: ${(both / alone).toFixed(2)} times)`,
      target: '<= 1.1 times',
      met: both <= alone * 1.1,
    };
  } finally {
    removeBed(bed);
  }
}

export async function modelRows(): Promise<Row[]> {
  const models = packagedModels();
  const rows = [await modelRow('all-MiniLM-L6-v2, comes with Memdir', path.resolve('media/model'))];
  if (!models) return rows;
  rows.push(await modelRow('multilingual-e5-small (languages)', models.languages));
  rows.push(await modelRow('all-mpnet-base-v2 (large)', models.large));
  rows.push(await secondModelRow(models));
  models.remove();
  return rows;
}
