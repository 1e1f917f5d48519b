/**
 * `npm run bench [-- [--only] NAME] [--write]`: prints what was measured on this machine beside the targets. `--write` puts the table into docs/measurements.md.
 * Nothing here fails a build: speed is read by people, as figures of one run on one machine.
 * `npm run bench -- ranking-dump FILE` writes down all answers instead, see recall/dump.mts, `confidence-weights` makes the weights of the confidence anew, see recall/train.mts, and
 * `model-thresholds` and `model-center` measure what a model's description says, see recall/thresholds.mts and recall/center.mts.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { busyRows } from './busy.mjs';
import { distillRows } from './distill.mjs';
import { editorRows } from './editor.mjs';
import { embeddingRows } from './embedding.mjs';
import { type Bed, indexRows, makeBed, queryRows, removeBed } from './engine.mjs';
import { explorerRows } from './explorer.mjs';
import { hookRows } from './hook.mjs';
import { mapRows } from './map.mjs';
import { mcpRows } from './mcp.mjs';
import { machine, type Row, table } from './measure.mjs';
import { modelRows } from './models.mjs';
import { observeRows } from './observe.mjs';
import { postgresRows } from './postgres.mjs';
import { hostRows } from './processes.mjs';
import { languagesRows, locomoRows, lookAlikesRows, recallRows } from './recall.mjs';
import { modelCenter } from './recall/center.mjs';
import { rankingDump } from './recall/dump.mjs';
import { locomoModelsRows, recallModelsRows } from './recall/models.mjs';
import { modelThresholds } from './recall/thresholds.mjs';
import { trainConfidence } from './recall/train.mjs';
import { lanceRows, scaleRows } from './scale.mjs';
import { scalingRows } from './scaling.mjs';
import { teamRows } from './team.mjs';
import { terminalRows } from './terminal.mjs';

const only = process.argv.includes('--only')
  ? process.argv[process.argv.indexOf('--only') + 1]
  : process.argv.slice(2).find((argument) => !argument.startsWith('-'));

async function withBed(count: number, work: (bed: Bed) => Promise<Row[]>): Promise<Row[]> {
  const bed = makeBed(count);
  try {
    return await work(bed);
  } finally {
    removeBed(bed);
  }
}

const sections: Record<string, () => Promise<Row[]>> = {
  distill: distillRows,
  index: () => withBed(1000, indexRows),
  host: () => withBed(1000, hostRows),
  hook: () => withBed(1000, hookRows),
  terminal: terminalRows,
  mcp: () => withBed(1000, mcpRows),
  observe: () => withBed(1000, observeRows),
  busy: () => withBed(3000, busyRows),
  native: () => embeddingRows('native', 1000),
  wasm: () => embeddingRows('wasm', 1000),
  models: modelRows,
  'query-1k': () => withBed(1000, (bed) => queryRows(bed, 3)),
  'query-10k': () => withBed(10_000, (bed) => queryRows(bed, 8)),
  'scale-1k': () => scaleRows(1_000, 3),
  'scale-10k': () => scaleRows(10_000, 8),
  'scale-100k': () => scaleRows(100_000, 40),
  lance: () => lanceRows(5_000),
  team: () => teamRows(),
  editor: editorRows,
  map: () => withBed(1000, mapRows),
  explorer: explorerRows,
  scaling: scalingRows,
  postgres: postgresRows,
  'recall-memories': recallRows,
  'recall-languages': languagesRows,
  'recall-look-alikes': lookAlikesRows,
  'recall-models': recallModelsRows,
  'recall-locomo': locomoRows,
  'recall-locomo-models': locomoModelsRows,
};

/** Takes a quarter of an hour, and a gigabyte of disk: only when it is asked for by its name. */
const ON_REQUEST = new Set(['scale-100k']);

async function measureAll(): Promise<void> {
  const rows: Row[] = [];
  for (const [name, run] of Object.entries(sections)) {
    // `recall` means all of recall-….
    if (only !== name && ON_REQUEST.has(name)) continue;
    if (only !== undefined && only !== name && !name.startsWith(`${only}-`)) continue;
    process.stderr.write(`measuring ${name}…\n`);
    rows.push(...(await run()));
  }
  const report = `Measured on ${machine()}, ${new Date().toISOString().slice(0, 10)}:\n\n${table(rows)}`;
  console.log(report);
  if (process.argv.includes('--write')) {
    const page = 'docs/measurements.md';
    const text = readFileSync(page, 'utf8');
    writeFileSync(page, text.replace(/(<!-- bench:start -->)[\s\S]*?(<!-- bench:end -->)/, `$1\n${report}\n$2`));
  }
}

const [task, file, folder] = process.argv.slice(2);
if (task === 'ranking-dump') await rankingDump(file ?? 'ranking.jsonl', folder);
else if (task === 'confidence-weights') await trainConfidence(file);
else if (task === 'model-center' && file !== undefined)
  await modelCenter(file, path.join(os.tmpdir(), 'memdir-center'));
else if (task === 'model-thresholds')
  await modelThresholds(process.argv.slice(3), path.join(os.tmpdir(), 'memdir-thresholds'));
else await measureAll();
