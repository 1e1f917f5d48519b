/** Deterministic memories for measuring: the same seed gives the same bytes on every machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** mulberry32: small, fast, good enough to pick words. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const SUBJECTS = [
  'billing worker',
  'login page',
  'image cache',
  'search index',
  'job queue',
  'release script',
  'mobile client',
  'payment gateway',
  'audit log',
  'feature flags',
  'rate limiter',
  'session store',
  'report export',
  'map tiles',
  'e-mail sender',
  'import wizard',
];
const VERBS = [
  'retries',
  'drops',
  'locks',
  'reloads',
  'validates',
  'caches',
  'streams',
  'truncates',
  'rejects',
  'merges',
  'rotates',
  'throttles',
  'rewrites',
  'skips',
  'batches',
  'serialises',
];
const OBJECTS = [
  'connections',
  'tokens',
  'migrations',
  'invoices',
  'thumbnails',
  'snapshots',
  'requests',
  'cursors',
  'webhooks',
  'partitions',
  'credentials',
  'translations',
  'timeouts',
  'checksums',
  'manifests',
  'leases',
];
const REASONS = [
  'the upstream answers late under load',
  'two deployments ran at the same time',
  'a customer reported lost rows',
  'the old driver ignored the setting',
  'tests on the build machine were flaky',
  'memory grew until the process was ended',
  'the certificate had expired unnoticed',
  'a colleague asked for a smaller diff',
];
const TYPES = ['user', 'feedback', 'project', 'reference', 'decision', 'context', 'failure', 'pattern', 'dependency'];

const pick = <T,>(next: () => number, values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;

export interface GeneratedMemory {
  readonly file: string;
  readonly text: string;
  readonly title: string;
}

/** About 150 tokens each: a fact, its reason, how to apply it, and a line of detail with an identifier. */
export function memory(at: number, next: () => number): GeneratedMemory {
  const type = TYPES[at % TYPES.length] as string;
  const subject = pick(next, SUBJECTS);
  const object = pick(next, OBJECTS);
  const title = `The ${subject} ${pick(next, VERBS)} ${object}`;
  const name = `${type}_${subject.replace(/\W+/g, '_')}_${object}_${at}`;
  const identifier = `${subject.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}${object[0]?.toUpperCase()}${object.slice(1)}${at % 97}`;
  const detail = Array.from(
    { length: 5 },
    () => `The ${pick(next, SUBJECTS)} ${pick(next, VERBS)} its ${pick(next, OBJECTS)} when ${pick(next, REASONS)}.`,
  ).join(' ');
  const text = `---\nname: ${name.replaceAll('_', '-')}\ndescription: "${title}"\nmetadata: \n  node_type: memory\n  type: ${type}\n  modified: 2026-0${1 + (at % 9)}-1${at % 10}T10:00:00.000Z\n---\n\n${title} because ${pick(next, REASONS)}.\n\n**Why:** ${detail}\n\n**How to apply:** look at \`${identifier}\` in \`src/${subject.replace(/\W+/g, '-')}/${object}.ts\` first, then ask before changing it.\n`;
  return { file: `${name}.md`, text, title };
}

/** Writes `count` memories and an index of the first 180 into a directory. Returns what was written. */
export function writeStore(directory: string, count: number, seed = 1): GeneratedMemory[] {
  const next = random(seed);
  mkdirSync(directory, { recursive: true });
  const memories = Array.from({ length: count }, (_, at) => memory(at, next));
  for (const { file, text } of memories) writeFileSync(path.join(directory, file), text);
  const index = memories.slice(0, 180).map(({ file, title }) => `- [${title}](${file}) — ${title.toLowerCase()}`);
  writeFileSync(path.join(directory, 'MEMORY.md'), `# Memory\n\n${index.join('\n')}\n`);
  return memories;
}

/** Questions for timing: some by words of a memory, some by other words. */
export const questions = (memories: readonly GeneratedMemory[], count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    at % 3 === 2
      ? `why did ${pick(random(at), OBJECTS)} get lost at night`
      : `${memories[(at * 37) % memories.length]?.title ?? ''} reason`,
  );
