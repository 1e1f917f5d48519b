/**
 * Recall in a terminal, without VS Code: how many of the prompts that `memdir recall` answers a hook answers too, at rest and beside busy loops, and how
 * long a hook takes beyond an empty program. Prompts are the questions in whole sentences of the recall benchmark.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { ms, quantile, type Row, samples, under } from './measure.mjs';

const MEMORIES = 'test/bench/recall/memories/shop';
const QUESTIONS = 'test/bench/recall/questions.json';
const KINDS = new Set(['paraphrase', 'long', 'superseded', 'distractor', 'deep']);
const PROMPTS = 60;
const RUNS = 30;
const WARM = 3;
const LOOPS = 4;
const CLI = path.resolve('dist/cli.js');

interface Question {
  readonly kind: string;
  readonly text: string;
  readonly answers: Readonly<Record<string, number>>;
}

interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export async function terminalRows(): Promise<Row[]> {
  const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'memdir-terminal-')));
  const cwd = path.join(base, 'project');
  const env = { PATH: process.env['PATH'], HOME: base, USERPROFILE: base, MEMDIR_DATA_DIR: path.join(base, 'data') };
  const place = { cwd, env };
  try {
    mkdirSync(cwd);
    const store = path.join(base, '.claude', 'projects', cwd.replaceAll(/[^a-zA-Z0-9]/g, '-'), 'memory');
    cpSync(MEMORIES, store, { recursive: true });
    await run(['index', '--quiet'], place);
    const asked = questions();
    const answerable: string[] = [];
    for (const text of asked) if (await isAnswered(text, place)) answerable.push(text);
    const bare = await samples(RUNS, WARM, () => runNode(['-e', '0'], place));
    const start = JSON.stringify({ session_id: 'first', cwd, source: 'startup' });
    await run(['hook', 'SessionStart'], place, start);
    const rest = await shareOf(answerable, place, 'rest');
    const warm = await samples(RUNS, WARM, (at) =>
      prompt(answerable[at % answerable.length] ?? '', `warm${at}`, place),
    );
    const busy = await besideLoops(() => shareOf(answerable, place, 'busy'));
    const p95 = quantile(warm, 0.95) - quantile(bare, 0.95);
    return [
      {
        what: `terminal: natural prompts that “memdir recall” answers`,
        value: `${answerable.length} of ${asked.length}`,
      },
      share('terminal: of these, answered by hooks without VS Code, from the first session on', rest, 0.95),
      share(`terminal: the same beside ${LOOPS} busy loops`, busy, 0.8),
      { what: 'terminal: a bare Node process, p95', value: ms(quantile(bare, 0.95)) },
      under('terminal: warm hook beyond a bare Node process, p95', p95, 150, ms),
      { what: 'terminal: warm hook, p50', value: ms(quantile(warm, 0.5)) },
    ];
  } finally {
    await run(['serve', '--stop'], place);
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

const share = (what: string, part: number, least: number): Row => ({
  what,
  value: `${(part * 100).toFixed(1)} %`,
  target: `>= ${least * 100} %`,
  met: part >= least,
});

/** Questions about the shop in the order of the benchmark. */
const questions = (): string[] =>
  (JSON.parse(readFileSync(QUESTIONS, 'utf8')) as Question[])
    .filter(({ kind, answers }) => KINDS.has(kind) && Object.keys(answers).some((file) => file.startsWith('shop/')))
    .map(({ text }) => text)
    .slice(0, PROMPTS);

async function isAnswered(text: string, place: Place): Promise<boolean> {
  const { memories } = JSON.parse(await run(['recall', '--prompt', text, '--json'], place)) as {
    readonly memories: readonly unknown[];
  };
  return memories.length > 0;
}

async function shareOf(prompts: readonly string[], place: Place, session: string): Promise<number> {
  let answered = 0;
  for (const [at, text] of prompts.entries()) if ((await prompt(text, `${session}${at}`, place)) !== '') answered++;
  return answered / prompts.length;
}

const prompt = (text: string, session: string, place: Place): Promise<string> =>
  run(['hook', 'UserPromptSubmit'], place, JSON.stringify({ session_id: session, cwd: place.cwd, prompt: text }));

async function besideLoops<T>(work: () => Promise<T>): Promise<T> {
  const loops: ChildProcess[] = Array.from({ length: LOOPS }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  try {
    return await work();
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}

const run = (args: readonly string[], place: Place, input = ''): Promise<string> =>
  runNode([CLI, ...args], place, input);

/** Runs a program to its end; answers what it printed. */
function runNode(args: readonly string[], { cwd, env }: Place, input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.on('error', reject).on('close', () => resolve(printed));
    child.stdin.on('error', () => undefined).end(input);
  });
}
