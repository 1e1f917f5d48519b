/** What failed, in words short enough to stand at the end of a run's log. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { readJson, root } from './project.mjs';

/** The part of vitest's JSON report that tells of tests. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    /** Why the file could not be run at all. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

/** Lines of a message that are repeated; the whole of it stands where it happened. */
const MOST_LINES = 12;
/** Lines of the output of a program that failed and counts no tests: its summary is at its end. */
const LAST_LINES = 40;

const lines = (text: string): string[] => stripVTControlCharacters(text).trimEnd().split('\n');

function brief(message: string): string[] {
  const all = lines(message);
  const firstFrame = all.findIndex((line) => /^\s+at /.test(line));
  const own = all.find((line) => /^\s+at .*[\\/]test[\\/]/.test(line));
  const said = (firstFrame === -1 ? all : all.slice(0, firstFrame)).slice(0, MOST_LINES);
  return [...said, ...(own === undefined ? [] : [own.replace(`${root}${path.sep}`, '').trim()])].map(
    (line) => `    ${line}`,
  );
}

/** Each failed test of a report with its file and what it said; files that could not be run are among them. */
function failedTests({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((each) => each.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [`  ${file}`, ...brief(message)];
    return failed.flatMap(({ fullName, failureMessages }) => [
      `  ${file} > ${fullName}`,
      ...(failureMessages ?? []).flatMap(brief),
    ]);
  });
}

/** Files in which something failed, relative to the repository, and how many tests passed in the others. */
export function apart({ testResults }: VitestReport): { readonly failed: readonly string[]; readonly passed: number } {
  const [failed, others] = [
    testResults.filter(({ status }) => status === 'failed'),
    testResults.filter(({ status }) => status !== 'failed'),
  ];
  const passed = others
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
  return { failed: failed.map(({ name }) => path.relative(root, name)), passed };
}

/** @param report file of vitest's JSON report, when the step has one; @param output of the program, when it was kept */
export function whatFailed(report: string | undefined, output: string): string[] {
  const tests = report !== undefined && existsSync(report) ? failedTests(readJson<VitestReport>(report)) : [];
  // A run can break outside its tests; then its output is all there is.
  return tests.length > 0
    ? tests
    : lines(output)
        .slice(-LAST_LINES)
        .map((line) => `    ${line}`);
}
