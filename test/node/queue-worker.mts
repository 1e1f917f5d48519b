/** Child process of processes.test.ts: appends to a queue, works it off, or has dead letters tried again, as its job says. Prints what came of it. */
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createQueue } from '../../src/node/capture/observation-queue.js';

export interface Job {
  readonly dataDir: string;
  readonly kind: 'append' | 'work' | 'retry';
  /** Of `append`: names of observations. */
  readonly names?: readonly string[];
  /** Characters of each observation. */
  readonly size?: number;
  /** Of `work`: names of observations that fail each time, and milliseconds that each takes. */
  readonly failing?: readonly string[];
  readonly takesMs?: number;
  readonly rotateBytes?: number;
  /** At which call of the file system the process kills itself, before, after or in the middle of it. */
  readonly dieAt?: number;
  readonly dieHow?: 'before' | 'after' | 'half';
}

const job = JSON.parse(process.argv[2] ?? '{}') as Job;
let calls = 0;
type Call = (...args: never[]) => unknown;

const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('It was killed.');
};

/** The call, at which the process may die. */
function deadly(call: Call, half?: Call): Call {
  return function (this: unknown, ...args: never[]): unknown {
    const last = ++calls === job.dieAt;
    if (last && job.dieHow === 'before') die();
    if (last && job.dieHow === 'half' && half !== undefined) half.apply(this, args);
    if (last && job.dieHow === 'half') die();
    const result = call.apply(this, args);
    if (!last) return result;
    return result instanceof Promise ? result.then(die, die) : die();
  };
}

/** Makes every call by which files change or are read one at which the process may die. */
async function makeDeadly(): Promise<void> {
  const halfOf = (call: Call): Call =>
    function (this: unknown, ...args: never[]): unknown {
      const [handle, bytes] = args as unknown as [number, Buffer];
      return call.apply(this, [handle, bytes.subarray(0, bytes.length / 2)] as never);
    };
  const sync = fs as unknown as Record<string, Call>;
  const later = fsp as unknown as Record<string, Call>;
  const handle = await fsp.open(process.execPath, 'r');
  const prototype = Object.getPrototypeOf(handle) as Record<string, Call>;
  await handle.close();
  for (const name of ['openSync', 'fsyncSync', 'closeSync', 'mkdirSync']) sync[name] = deadly(sync[name] as Call);
  sync['writeSync'] = deadly(fs.writeSync, halfOf(fs.writeSync));
  for (const name of ['open', 'rename', 'rm', 'mkdir', 'readdir', 'stat']) later[name] = deadly(later[name] as Call);
  for (const name of ['writeFile', 'sync', 'read']) prototype[name] = deadly(prototype[name] as Call);
  syncBuiltinESMExports();
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const drafts = join(job.dataDir, 'drafts');

/** As the real handler does: one file an observation, whole and durable, made once. */
async function draft(id: string): Promise<void> {
  const part = join(drafts, `.part-${process.pid}`);
  await fsp.writeFile(part, id);
  try {
    await fsp.link(part, join(drafts, id));
    await fsp.appendFile(join(job.dataDir, 'made'), `${id}\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function main(): Promise<void> {
  fs.mkdirSync(drafts, { recursive: true });
  const queue = createQueue({
    dataDir: job.dataDir,
    clock: { now: () => Date.now() },
    limits: () => ({ entries: 1e9, tokens: 1e9 }),
    backOffMs: () => 1,
    ...(job.rotateBytes === undefined ? {} : { rotateBytes: job.rotateBytes }),
  });
  if (job.dieAt !== undefined) await makeDeadly();
  if (job.kind === 'retry') return say(`retried ${await queue.retryDead()}`);
  for (const name of job.kind === 'append' ? (job.names ?? []) : []) {
    await queue.append({
      ...queue.stamp(),
      id: name,
      source: 'command',
      text: `observation ${name} ${'x'.repeat(job.size ?? 10)}`,
    });
    say(`kept ${name}`);
  }
  if (job.kind === 'append') return;
  const came = await queue.work({
    observation: async ({ id }) => {
      say(`begun ${id}`);
      if (job.takesMs !== undefined) await sleep(job.takesMs);
      if (job.failing?.includes(id)) throw new Error('This one always fails.');
      await draft(id);
      return { status: 'done', made: 1, tokens: 3 };
    },
  });
  say(`came to ${came}`);
}

await main();
