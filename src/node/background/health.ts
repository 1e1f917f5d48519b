/** What the doctor says of hooks: whether a process answers them, and what became of the prompts of the last days. */
import { messageOf } from '../../core/errors.js';
import { plural } from '../../core/plural.js';
import type { HealthCheck } from '../../core/results.js';
import { proveHost } from '../discovery.js';
import { DAYS, promptCounts } from '../inject/prompt-record.js';
import { mayUseBackground } from './allowed.js';
import { findBackground } from './start.js';

type Environment = Readonly<Record<string, string | undefined>>;

const ANSWER_MS = 2_000;
/** Share of prompts out of time from which something is wrong, and prompts from which a share says something. */
const LATE_SHARE = 0.1;
const ENOUGH = 10;

export const hookChecks = async (dataDir: string, env: Environment): Promise<readonly HealthCheck[]> => [
  promptCheck(dataDir),
  await processCheck(dataDir, env),
];

async function processCheck(dataDir: string, env: Environment): Promise<HealthCheck> {
  const check = 'Background process';
  const found = findBackground(dataDir);
  if (found === undefined)
    return {
      check,
      ok: true,
      detail: mayUseBackground(dataDir, env)
        ? 'None runs. The next session of an agent in a terminal starts one.'
        : 'Switched off (memdir.background.enabled or MEMDIR_SERVE): prompts in a terminal are answered by words alone.',
    };
  const name = `Process ${found.pid} of Memdir ${found.background.program.version}`;
  try {
    await proveHost(found, ANSWER_MS);
    const detail = `${name} answers agents in every folder and works off what they observed, since ${found.started}. “memdir serve --stop” ends it.`;
    return { check, ok: true, detail };
  } catch (error) {
    return {
      check,
      ok: false,
      detail: `${name} does not answer: ${messageOf(error)}.`,
      fix: 'End it with “memdir serve --stop”; the next prompt of an agent starts another.',
    };
  }
}

/** Counts alone: no text of a prompt is kept. */
function promptCheck(dataDir: string): HealthCheck {
  const check = 'Prompts of agents';
  const { answered, words, nothing, late, failed, short, off } = promptCounts(dataDir);
  const asked = answered + words + nothing + late + failed;
  const seen = asked + short + off;
  if (seen === 0) return { check, ok: true, detail: `None in the last ${DAYS} days.` };
  const detail = [
    `${plural(seen, 'prompt')} in the last ${DAYS} days: ${answered + words} answered`,
    ...(words > 0 ? [`(${words} of them by words alone, because no process was ready)`] : []),
    `· ${nothing} with nothing found`,
    `· ${late} out of time`,
    ...(failed > 0 ? [`· ${failed} failed, see the log`] : []),
    ...(short > 0 ? [`· ${short} with nothing to look for`] : []),
    ...(off > 0 ? [`· ${off} while memdir.inject.enabled was off`] : []),
  ].join(' ');
  const isLate = asked >= ENOUGH && late / asked > LATE_SHARE;
  return isLate
    ? { check, ok: false, detail, fix: 'Raise memdir.inject.deadline, or close what keeps the processor busy.' }
    : { check, ok: true, detail };
}
