/** Wall time of a hook as a process, with a running host and without, as Claude Code starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Bed } from './engine.mjs';
import { atRest, startHost } from './host.mjs';
import { ms, quantile, type Row, samples, under } from './measure.mjs';

const RUNS = 30;
const WARM = 3;
/** Starts of a host, and hooks right after each of them. */
const STARTS = 3;
const FIRST = 4;

/** Runs a program to its end; answers what it printed. */
function run(args: readonly string[], cwd: string, dataDir: string, input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], {
      cwd,
      // Without a host means alone: what the background process does is measured in terminal.mts.
      env: { ...process.env, MEMDIR_DATA_DIR: dataDir, MEMDIR_SERVE: 'off' },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.on('error', reject).on('close', () => resolve(printed));
    child.stdin.end(input);
  });
}

export async function hookRows(bed: Bed): Promise<Row[]> {
  const folder = path.join(bed.dataDir, 'project');
  mkdirSync(folder, { recursive: true });
  const cwd = realpathSync(folder);
  writeFileSync(path.join(bed.dataDir, 'settings.json'), JSON.stringify({ directories: [bed.store] }));
  const cli = path.resolve('dist/cli.js');
  let answered = 0;
  const prompt = async (at: number): Promise<void> => {
    const name = path.basename(bed.memories[(at * 37) % bed.memories.length]?.file ?? '', '.md');
    const printed = await run(
      [cli, 'hook', 'UserPromptSubmit'],
      cwd,
      bed.dataDir,
      JSON.stringify({ session_id: `s${at}`, cwd, prompt: `what do we know about ${name.replaceAll(/[-_]/g, ' ')}` }),
    );
    if (printed !== '') answered++;
  };
  await run([cli, 'index', '--dir', bed.store, '--quiet'], cwd, bed.dataDir, '');
  const bare = await samples(RUNS, WARM, () => run(['-e', '0'], cwd, bed.dataDir, ''));
  const alone = await samples(RUNS, WARM, prompt);
  const aloneAnswered = answered;
  const tool = await samples(RUNS, WARM, () =>
    run(
      [cli, 'hook', 'PostToolUse'],
      cwd,
      bed.dataDir,
      JSON.stringify({
        session_id: 's',
        cwd,
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        tool_response: { stdout: 'ok' },
      }),
    ),
  );
  const early: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const { process: host } = await startHost(bed, cwd);
    early.push(...(await samples(FIRST, 0, (at) => prompt(2_000 + start * FIRST + at))));
    const ended = once(host, 'exit');
    host.kill();
    await ended;
  }
  early.sort((one, other) => one - other);
  const { process: host } = await startHost(bed, cwd);
  await atRest(host.pid ?? 0);
  const answeredBefore = answered;
  const hosted = await samples(RUNS, WARM, (at) => prompt(at + 1000));
  host.kill();
  const count = bed.memories.length.toLocaleString('en');
  return [
    { what: 'a bare Node process, p95', value: ms(quantile(bare, 0.95)) },
    under(`hook with a host at rest, ${count} memories, p95`, quantile(hosted, 0.95), 150, ms),
    {
      what: 'the same, p50',
      value: `${ms(quantile(hosted, 0.5))} (${answered - answeredBefore} of ${RUNS + WARM} given something)`,
    },
    {
      what: `the first ${FIRST} hooks after the start of a host, median of ${STARTS * FIRST}`,
      value: `${ms(quantile(early, 0.5))} (longest ${ms(early.at(-1) ?? NaN)})`,
    },
    under(`hook without a host, ${count} memories, p95`, quantile(alone, 0.95), 400, ms),
    {
      what: 'the same, p50',
      value: `${ms(quantile(alone, 0.5))} (${aloneAnswered} of ${RUNS + WARM} given something)`,
    },
    { what: 'hook that notes what a tool did, p95', value: ms(quantile(tool, 0.95)) },
  ];
}
