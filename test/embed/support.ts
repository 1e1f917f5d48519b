import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Log } from '../../src/core/ports/log.js';
import { createOnnxEmbedder, type OnnxEmbedderOptions } from '../../src/embed/onnx/client.js';

export const root = join(import.meta.dirname, '../..');
export const modelDir = join(root, 'media/model');
export const processFile = join(root, 'dist/embedder.js');

export interface Oracle {
  readonly texts: readonly {
    readonly kind: 'query' | 'passage';
    readonly text: string;
    readonly ids: readonly number[];
    readonly vector: readonly number[];
  }[];
}
export const oracle = JSON.parse(readFileSync(join(root, 'test/fixtures/embed/oracle.json'), 'utf8')) as Oracle;

export interface Lines extends Log {
  readonly lines: string[];
}
export function lines(): Lines {
  const list: string[] = [];
  const add = (level: string) => (message: string) => void list.push(`${level}: ${message}`);
  return { lines: list, info: add('info'), warn: add('warn'), error: add('error') };
}

export function open(options: Partial<OnnxEmbedderOptions> = {}) {
  const log = lines();
  return { log, embedder: createOnnxEmbedder({ processFile, modelDir, runtime: 'native', log, ...options }) };
}

export const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
};

/** Process ids of the embedder processes that a process has started from this file. */
export function embedderPids(parent = process.pid, file = processFile): number[] {
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
    .filter((row) => row !== null && Number(row[2]) === parent && row[3]!.includes(file))
    .map((row) => Number(row![1]));
}

/** Whether the process exists and is not a zombie. */
export function alive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .startsWith('Z');
  } catch {
    return false; // ps exits 1 when there is no such process
  }
}

export async function until(what: string, holds: () => boolean, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`Waited ${ms} ms in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Texts of about `words` words, each one different. */
export const passages = (count: number, words = 100): string[] =>
  Array.from({ length: count }, (_, at) =>
    Array.from(
      { length: words },
      (_, word) => `${['build', 'release', 'token', 'invoice', 'retry'][(at + word) % 5]} ${at}`,
    ).join(' '),
  );
