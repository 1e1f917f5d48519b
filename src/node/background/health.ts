/** What the doctor says of hooks: whether a process answers them, and what became of the prompts of the last days. */
import { messageOf } from '../../core/errors.js';
import { t, tPlural } from '../../core/l10n.js';
import type { HealthCheck } from '../../core/results.js';
import { proveHost } from '../discovery.js';
import { DAYS, promptCounts } from '../inject/prompt-record.js';
import { mayUseBackground } from './background-settings.js';
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
  const check = t('Background process');
  const found = findBackground(dataDir);
  if (found === undefined)
    return {
      check,
      ok: true,
      detail: mayUseBackground(dataDir, env)
        ? t('Not running. The next session of an agent in a terminal starts it.')
        : t(
            'Turned off (memdir.background.enabled or MEMDIR_SERVE): prompts in a terminal are answered by keyword search only.',
          ),
    };
  const process = { pid: found.pid, version: found.background.program.version };
  try {
    await proveHost(found, ANSWER_MS);
    const detail = t(
      'Process {pid} (Memdir {version}) answers agents in all folders and processes their observations, since {time}. To end it: “memdir serve --stop”.',
      { ...process, time: found.started },
    );
    return { check, ok: true, detail };
  } catch (error) {
    return {
      check,
      ok: false,
      detail: t('Process {pid} (Memdir {version}) doesn’t respond: {reason}.', {
        ...process,
        reason: messageOf(error),
      }),
      fix: t('Stop it with “memdir serve --stop”; an agent’s next prompt starts a new one.'),
    };
  }
}

/** Counts alone: no text of a prompt is kept. */
function promptCheck(dataDir: string): HealthCheck {
  const check = t('Agent prompts');
  const { answered, words, nothing, late, failed, short, off } = promptCounts(dataDir);
  const asked = answered + words + nothing + late + failed;
  const seen = asked + short + off;
  if (seen === 0) return { check, ok: true, detail: t('None in the last {days} days.', { days: DAYS }) };
  const detail = [
    tPlural(
      seen,
      '1 prompt in the last {days} days: {answered} answered',
      '{n} prompts in the last {days} days: {answered} answered',
      { days: DAYS, answered: answered + words },
    ),
    ...(words > 0 ? [`(${t('{n} by keyword search only, because no process was ready', { n: words })})`] : []),
    `· ${t('{n} without results', { n: nothing })}`,
    `· ${t('{n} timed out', { n: late })}`,
    ...(failed > 0 ? [`· ${t('{n} failed (see the log)', { n: failed })}`] : []),
    ...(short > 0 ? [`· ${t('{n} without searchable words', { n: short })}`] : []),
    ...(off > 0 ? [`· ${t('{n} while memdir.inject.enabled was off', { n: off })}`] : []),
  ].join(' ');
  const isLate = asked >= ENOUGH && late / asked > LATE_SHARE;
  return isLate
    ? {
        check,
        ok: false,
        detail,
        fix: t('Increase memdir.inject.deadline, or close programs that keep the processor busy.'),
      }
    : { check, ok: true, detail };
}
