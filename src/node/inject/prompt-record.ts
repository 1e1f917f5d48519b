/** What became of the prompts of the last days: a letter for each, without its text. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { DAY_MS } from '../../core/units.js';

/** `words`: answered without a process that searches by meaning. `late`: nothing was found before the deadline. `short`: there was nothing to look for. */
export type PromptOutcome = 'answered' | 'words' | 'nothing' | 'late' | 'failed' | 'short' | 'off';

const LETTERS: Readonly<Record<PromptOutcome, string>> = {
  answered: 'a',
  words: 'w',
  nothing: 'n',
  late: 'l',
  failed: 'f',
  short: 's',
  off: 'o',
};

/** Days that count, today among them. */
export const DAYS = 7;
/** Prompts of a day that are noted. */
const MOST = 20_000;

const folderOf = (dataDir: string): string => join(dataDir, 'prompts');
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Never throws: a record that cannot be written is left out. */
export function notePrompt(dataDir: string, outcome: PromptOutcome, nowMs = Date.now()): void {
  const folder = folderOf(dataDir);
  const file = join(folder, dayOf(nowMs));
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      removeOld(folder, nowMs);
    }
    if ((size ?? 0) < MOST) appendFileSync(file, LETTERS[outcome], { mode: 0o600 });
  } catch {
    // The prompt itself was answered, or its failure is in the log.
  }
}

function removeOld(folder: string, nowMs: number): void {
  const oldest = dayOf(nowMs - (DAYS - 1) * DAY_MS);
  for (const name of readdirSync(folder)) if (name < oldest) rmSync(join(folder, name), { force: true });
}

/** Prompts of the last seven days by outcome. */
export function promptCounts(dataDir: string, nowMs = Date.now()): Readonly<Record<PromptOutcome, number>> {
  const counts = { answered: 0, words: 0, nothing: 0, late: 0, failed: 0, short: 0, off: 0 };
  const names = Object.entries(LETTERS) as [PromptOutcome, string][];
  for (let day = 0; day < DAYS; day++) {
    const text = textOf(join(folderOf(dataDir), dayOf(nowMs - day * DAY_MS)));
    for (const [outcome, letter] of names) counts[outcome] += text.split(letter).length - 1;
  }
  return counts;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, MOST);
  } catch {
    // No prompt was seen on that day.
    return '';
  }
}
