/** Whether work that can wait had better wait: the machine runs on its battery, or its processors are busy. */
import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Processes that wait for a processor, for each processor, from which it counts as busy. Memdir's own embedder is one. */
const BUSY = 1.5;
const ASK_MS = 2_000;

export interface LoadPlaces {
  readonly platform?: NodeJS.Platform;
  /** Where Linux says what it runs on. */
  readonly power?: string;
  /** Load of the last minute; 0 on Windows, which has no such number. */
  readonly load?: () => number;
  readonly processors?: number;
}

/** Why to wait, as the end of a sentence; undefined when there is no reason. On Windows neither is known, so nothing waits there. */
export async function reasonToRest({
  platform = process.platform,
  power = '/sys/class/power_supply',
  load = () => loadavg()[0] ?? 0,
  processors = availableParallelism(),
}: LoadPlaces = {}): Promise<'battery' | 'load' | undefined> {
  if (load() > processors * BUSY) return 'load';
  return (await isOnBattery(platform, power)) ? 'battery' : undefined;
}

async function isOnBattery(platform: NodeJS.Platform, power: string): Promise<boolean> {
  if (platform === 'linux') return (await statesIn(power)).includes('Discharging');
  if (platform !== 'darwin') return false;
  const printed = await run('pmset', ['-g', 'batt'], { timeout: ASK_MS }).catch(() => ({ stdout: '' }));
  return printed.stdout.includes("'Battery Power'");
}

/** States of the machine's own batteries; the scope of those in mice and keyboards is `Device`. */
async function statesIn(power: string): Promise<readonly string[]> {
  const names = await readdir(power).catch((): string[] => []);
  return Promise.all(
    names.map(async (name) => {
      const read = (file: string): Promise<string> =>
        readFile(join(power, name, file), 'utf8').then(
          (text) => text.trim(),
          () => '',
        );
      return (await read('type')) === 'Battery' && (await read('scope')) !== 'Device' ? await read('status') : '';
    }),
  );
}
