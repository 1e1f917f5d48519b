/** Runs the commands a check or a test run consists of, shows how each went, and counts tests from vitest's JSON reports. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import { apart, type VitestReport, whatFailed } from './failures.mjs';
import { artifacts, readJson, root } from './project.mjs';

export interface Step {
  readonly name: string;
  /** Script of node_modules or of this repository, relative to the repository, with its arguments. */
  readonly script: readonly string[];
  /** Vitest project; the step is then counted test by test. */
  readonly project?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export interface StepResult extends Counts {
  readonly name: string;
  readonly ok: boolean;
  /** Lines on what failed, none when nothing did. */
  readonly failures: readonly string[];
}

const reports = path.join(artifacts, 'reports');
/** What Node compiled for one process serves the next: hundreds of them load the same files. */
export const compileCache = path.join(artifacts, 'compile-cache');
const TSX = 'node_modules/tsx/dist/cli.mjs';
const VITEST = 'node_modules/vitest/vitest.mjs';

/** A step that runs one of our scripts. */
export const script = (name: string, file: string, ...args: string[]): Step => ({ name, script: [TSX, file, ...args] });

/** A step that runs one vitest project; dist is built before, by a step of its own. */
export const tests = (
  project: string,
  env: Readonly<Record<string, string>> = {},
): Step & { readonly project: string } => ({
  name: project,
  project,
  script: [
    VITEST,
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(project)}`,
  ],
  env: { MEMDIR_SKIP_BUILD: '1', ...env },
});

const reportOf = (project: string): string => path.join(reports, `${project}.json`);

/** A run that broke before or outside its tests counts as one failure, so that it cannot pass unseen. */
function count(step: Step, ok: boolean): Counts {
  if (step.project === undefined) return { passed: 0, failed: ok ? 0 : 1 };
  const file = reportOf(step.project);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests: failed } = readJson<VitestReport>(file);
  return { passed, failed: failed === 0 && !ok ? 1 : failed };
}

/** `live`: what it prints is shown as it comes, and kept all the same. */
function execute(step: Step, live: boolean): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...step.script], {
      cwd: root,
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...step.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const parts: Buffer[] = [];
    const keep = (part: Buffer): void => {
      parts.push(part);
      if (live) process.stdout.write(part);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const end = (code: number | null): void => resolve({ code: code ?? 1, output: Buffer.concat(parts).toString() });
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', end);
    // What a test left running may hold its output open for ever.
    child.on('exit', (code) => setTimeout(() => end(code), 2_000).unref());
  });
}

/** Runs one step. `live` shows its output as it comes; otherwise only when it failed. */
export async function runStep(step: Step, live = false): Promise<StepResult> {
  mkdirSync(reports, { recursive: true });
  if (step.project !== undefined) rmSync(reportOf(step.project), { force: true });
  if (live) console.log(`\n== ${step.name}`);
  const started = performance.now();
  const { code, output } = await execute(step, live);
  const ok = code === 0;
  const counts = count(step, ok);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (!ok && !live) console.log(output.trimEnd());
  console.log(
    `${ok ? 'ok    ' : 'FAILED'} ${step.name} (${seconds} s${step.project === undefined ? '' : `, ${counts.passed} passed, ${counts.failed} failed`})`,
  );
  return {
    name: step.name,
    ok,
    ...counts,
    failures: ok ? [] : whatFailed(step.project === undefined ? undefined : reportOf(step.project), output),
  };
}

/** Files that run a second time; with more of them something is broken. */
const MOST_AGAIN = 2;

/**
 * Runs the tests of a project, and those files once more in which something failed: they drive whole programs on a machine that may be busy, and
 * each test of a window goes on where the one before it stopped. What fails twice is broken; what failed once is told.
 */
export async function runTwice(step: Step & { readonly project: string }): Promise<StepResult> {
  const first = await runStep(step, true);
  const report = reportOf(step.project);
  if (first.ok || !existsSync(report)) return first;
  const { failed, passed } = apart(readJson<VitestReport>(report));
  if (failed.length === 0 || failed.length > MOST_AGAIN) return first;
  console.log(`\n== failed once: ${failed.join(', ')}\n${first.failures.join('\n')}`);
  const second = await runStep({ ...step, name: `${step.name}, once more`, script: [...step.script, ...failed] }, true);
  return { ...second, name: step.name, passed: passed + second.passed };
}

/** Runs steps, `width` at a time, in the order given. */
export async function runSteps(steps: readonly Step[], width: number): Promise<StepResult[]> {
  const waiting = [...steps];
  const results: StepResult[] = [];
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) results.push(await runStep(step));
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

export const total = (results: readonly StepResult[]): Counts => ({
  passed: results.reduce((sum, each) => sum + each.passed, 0),
  failed: results.reduce((sum, each) => sum + each.failed, 0),
});
