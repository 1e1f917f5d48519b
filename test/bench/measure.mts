/** Timing and reporting helpers of the benchmark. */
import os from 'node:os';

export interface Row {
  readonly what: string;
  readonly value: string;
  /** The target of docs/architecture.md, and whether it was met; absent for rows that only inform. */
  readonly target?: string;
  readonly met?: boolean;
}

export const ms = (value: number): string =>
  value >= 100 ? `${Math.round(value)} ms` : `${value.toFixed(value < 10 ? 2 : 1)} ms`;
export const mb = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

/** A row with an upper bound, both in the same unit. */
export const under = (what: string, value: number, limit: number, show: (value: number) => string): Row => ({
  what,
  value: show(value),
  target: `< ${show(limit).replace(/\.0+ /, ' ')}`,
  met: value < limit,
});

export async function timed<T>(work: () => Promise<T> | T): Promise<{ took: number; result: T }> {
  const start = performance.now();
  const result = await work();
  return { took: performance.now() - start, result };
}

/** Milliseconds of each run, sorted; the first `warm` runs are left out. */
export async function samples(runs: number, warm: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let run = 0; run < runs + warm; run++) {
    const one = await timed(() => work(run));
    if (run >= warm) took.push(one.took);
  }
  return took.sort((a, b) => a - b);
}

/** What each run took, sorted, in milliseconds: by the clock, and of processor time in this process, which other work on the machine hardly changes. */
export interface Costs {
  readonly wall: readonly number[];
  readonly cpu: readonly number[];
}

export async function costs(runs: number, work: (run: number) => Promise<unknown>): Promise<Costs> {
  const [wall, cpu]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    wall.push((await timed(() => work(run))).took);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  const byValue = (a: number, b: number): number => a - b;
  return { wall: wall.sort(byValue), cpu: cpu.sort(byValue) };
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

export const machine = (): string =>
  `${os.cpus()[0]?.model.trim() ?? 'unknown processor'}, ${os.cpus().length} cores, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.arch()}, Node ${process.version}`;

export function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ what, value, target, met }) =>
      `| ${what} | ${value} | ${target ?? ''} | ${met === undefined ? '' : met ? 'yes' : '**no**'} |`,
  );
  return ['| what | measured | target | met |', '|---|---|---|---|', ...lines].join('\n');
}
