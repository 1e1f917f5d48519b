/** Observations as a running host takes them while it searches, and a burst of them that it works off. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createQueue } from '../../src/node/capture/observation-queue.js';
import { systemClock } from '../../src/node/clock.js';
import { askHost } from '../../src/node/discovery.js';
import type { HostAddress } from '../../src/protocol/hooks.js';
import { methodOf } from '../../src/protocol/methods.js';
import type { Bed } from './engine.mjs';
import { type Host, startHost } from './host.mjs';
import { mb, ms, quantile, type Row, timed, under } from './measure.mjs';

const A_SECOND = 50;
const OBSERVED = 500;
/** Seconds that are not counted: the host has just started. */
const WARM_S = 4;
/** Milliseconds between two searches of somebody who types. */
const TYPING_MS = 100;
const BURST = 5_000;
/** Milliseconds that the burst may take; what is left then is said. */
const PATIENCE_MS = 300_000;

/** Searches one after the other, with a pause in between, until it is told to stop. */
function keepSearching({ connection }: Host, pauseMs: number): () => Promise<void> {
  let going = true;
  const searching = (async () => {
    for (let at = 0; going; at++) {
      await connection.sendRequest(methodOf('search'), { query: `why did the invoices of part ${at % 100} vanish` });
      if (pauseMs > 0) await sleep(pauseMs);
    }
  })();
  return async () => {
    going = false;
    await searching;
  };
}

const seen = (at: number): object => ({
  tool: {
    name: 'Bash',
    input: { command: `npm test -- part${at}` },
    output: `> vitest run\n${'ok 1 - it works as before\n'.repeat(20)}${at} passed`,
  },
});

/** A server in a process of its own that takes what a host takes and does nothing with it: what of the time is the machine's. */
async function startBare(address: HostAddress): Promise<{ readonly address: HostAddress; stop(): void }> {
  const server = fork(path.resolve('test/bench/bare-server.mts'), [address.key]);
  const [port] = (await once(server, 'message')) as [number];
  return { address: { ...address, port }, stop: () => void server.kill() };
}

interface Took {
  /** Milliseconds of each but those of the first seconds, sorted. */
  readonly host: readonly number[];
  readonly bare: readonly number[];
}

/** At a fixed rate, whatever each takes: of a host, and in between of the bare server. */
async function observeSteadily(host: Host, bare: HostAddress, pauseMs: number): Promise<Took> {
  const { address } = host;
  const stop = keepSearching(host, pauseMs);
  const started = performance.now();
  const took: { readonly host: number[]; readonly bare: number[] } = { host: [], bare: [] };
  const ask = async (asked: HostAddress, at: number, half: number): Promise<number> => {
    await sleep(Math.max(0, started + ((at + half) * 1_000) / A_SECOND - performance.now()));
    return (await timed(() => askHost(asked, '/observe', seen(at), 5_000))).took;
  };
  for (let at = 0; at < WARM_S * A_SECOND + OBSERVED; at++) {
    took.host.push(await ask(address, at, 0));
    took.bare.push(await ask(bare, at, 0.5));
  }
  await stop();
  const counted = (times: readonly number[]): number[] => times.slice(WARM_S * A_SECOND).sort((a, b) => a - b);
  return { host: counted(took.host), bare: counted(took.bare) };
}

const twice = (times: readonly number[]): string => `${ms(quantile(times, 0.99))}; ${ms(quantile(times, 0.5))}`;

const resident = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) * 1024;

/** A second burst: with the first one the host learns all that it needs to know for any. */
async function burstRows(bed: Bed, host: Host): Promise<Row[]> {
  await drainBurst(bed, host);
  return await drainBurst(bed, host);
}

async function drainBurst(bed: Bed, host: Host): Promise<Row[]> {
  const queue = createQueue({
    dataDir: bed.dataDir,
    clock: systemClock,
    limits: () => ({ entries: 1e9, tokens: 1e9 }),
  });
  const waitUntilDrained = async (): Promise<number> => {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const { waiting } = await queue.state();
      if (waiting === 0 || performance.now() > until) return waiting;
      await sleep(250);
    }
  };
  await waitUntilDrained();
  const before = resident(host.process.pid ?? 0);
  const added = await timed(async () => {
    for (let at = 0; at < BURST; at++) await queue.append({ ...queue.stamp(), source: 'hook', ...seen(at) });
  });
  let most = before;
  const watching = setInterval(() => (most = Math.max(most, resident(host.process.pid ?? 0))), 250);
  const drained = await timed(waitUntilDrained);
  clearInterval(watching);
  const after = resident(host.process.pid ?? 0);
  return [
    { what: `${BURST.toLocaleString('en')} observations appended, each`, value: ms(added.took / BURST) },
    {
      what: 'the same worked off by the host, three quarters of its time left to others',
      value: `${ms(drained.took)}${drained.result === 0 ? '' : ` (${drained.result} left)`}`,
    },
    under('host: resident more afterwards than before', Math.max(0, after - before), 30 * 2 ** 20, mb),
    { what: 'host: most resident meanwhile, more than before', value: mb(most - before) },
  ];
}

export async function observeRows(bed: Bed): Promise<Row[]> {
  const folder = path.join(bed.dataDir, 'project');
  mkdirSync(folder, { recursive: true });
  const host = await startHost(bed, realpathSync(folder));
  const bare = await startBare(host.address);
  try {
    const [typing, ceaseless] = [
      await observeSteadily(host, bare.address, TYPING_MS),
      await observeSteadily(host, bare.address, 0),
    ];
    const count = bed.memories.length.toLocaleString('en');
    return [
      under(
        `POST /observe at ${A_SECOND} a second while somebody searches ${count} memories ten times a second, p99`,
        quantile(typing.host, 0.99),
        10,
        ms,
      ),
      { what: 'the same, p50', value: ms(quantile(typing.host, 0.5)) },
      { what: 'the same to a server that does nothing, in between, p99; p50', value: twice(typing.bare) },
      { what: 'the same while searches follow one another without a pause, p99; p50', value: twice(ceaseless.host) },
      { what: 'the same then to a server that does nothing, in between, p99; p50', value: twice(ceaseless.bare) },
      ...(await burstRows(bed, host)),
    ];
  } finally {
    bare.stop();
    host.connection.dispose();
    host.process.kill();
  }
}
