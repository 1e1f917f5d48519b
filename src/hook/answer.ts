/** Who answers a prompt, and until when: the host of the folder, else the background process, which is started where none runs, else this process by words alone. */
import { join } from 'node:path';

import { messageOf } from '../core/errors.js';
import type { Log } from '../core/ports/log.js';
import { mayUseBackground, plainSetting } from '../node/background/background-settings.js';
import { programIn } from '../node/background/program.js';
import {
  awaitBackground,
  type BackgroundPlace,
  startBackground,
  usableBackground,
  warmBackground,
} from '../node/background/start.js';
import { variablesOf } from '../node/background/variables.js';
import { askHost, findHost } from '../node/discovery.js';
import type { PromptOutcome } from '../node/inject/prompt-record.js';
import {
  DEADLINE_MS,
  type HostAddress,
  readRecallAnswer,
  type RecallAnswer,
  type RecallCall,
} from '../protocol/hooks.js';
import type { recallWithoutHost as RecallWithoutHost } from './offline-recall.js';

export interface AnswerContext {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of the bundles. */
  readonly distDir: string;
  readonly log: Log;
  /** Called when the settings allow more milliseconds than {@link limitOf}. */
  readonly extend: (ms: number) => void;
}

export interface Answer {
  readonly text: string;
  readonly outcome: PromptOutcome;
}

/** Milliseconds an agent waits for memories, from the start of the process, unless the settings say otherwise. */
const LIMIT_MS = 1_500;
const MOST_LIMIT_MS = 60_000;
/** The same for the first prompt, which finds no process that could answer it and waits for the one that starts. */
const FIRST_MS = 4_000;
/** Milliseconds at the end of the limit in which this process searches by words, when nothing came. */
const OFFLINE_MS = 350;
/** Milliseconds for that search at least, even after a slow start: late words are better than none, and without an index every memory is read first. */
const MIN_SEARCH_MS = 3_000;
/** Milliseconds from the start of the process after which Claude Code may take nothing any more: it ends a hook after ten seconds, its start included. */
const CLIENT_MS = 9_000;
/** Milliseconds kept back from what a host has, for the request and its answer. */
const ROUND_TRIP_MS = 60;

/** Time limit of a hook in milliseconds. `MEMDIR_HOOK_MS` goes before the settings. */
export function limitOf(env: AnswerContext['env'], dataDir: string): number {
  const named = Number(env['MEMDIR_HOOK_MS']);
  if (named) return Math.min(MOST_LIMIT_MS, named);
  const chosen = Number(plainSetting(dataDir, env, 'inject.deadline'));
  // The check of settings refuses another value, too.
  return chosen >= DEADLINE_MS.least && chosen <= DEADLINE_MS.most ? chosen : LIMIT_MS;
}

const elapsedMs = (): number => Math.round(process.uptime() * 1_000);

/** @param mayStart whether to wait for a background process that starts */
export async function answerPrompt(context: AnswerContext, call: RecallCall, mayStart: boolean): Promise<Answer> {
  const { dataDir, env } = context;
  if (plainSetting(dataDir, env, 'inject.enabled') === false) return { text: '', outcome: 'off' };
  const host = findHost(dataDir, call.cwd);
  const limit = Number(env['MEMDIR_HOOK_MS']) || host?.deadlineMs || limitOf(env, dataDir);
  context.extend(Math.max(0, limit - LIMIT_MS));
  const answer = host
    ? await ask(context, host, call, limit)
    : await askBackground(context, { ...call, env: variablesOf(env) }, limit, mayStart);
  if (answer !== undefined && answer !== 'failed' && answer.late !== true)
    return { text: answer.text, outcome: answer.text === '' ? 'nothing' : 'answered' };
  // A model that was asked is not asked again: what it chooses is given later.
  const mayAskModel = answer === undefined || (answer === 'failed' && host?.recallMs === undefined);
  const { text, late } = await recallOffline(context, { ...call, mayAskModel }, limit);
  // A process that did not answer might have found by meaning what words do not.
  const isLate = answer !== undefined || late === true;
  return { text, outcome: text !== '' ? 'words' : isLate ? 'late' : 'nothing' };
}

/** Has memory opened ahead of the first prompt of a session. Never rejects. */
export async function warm(context: AnswerContext, cwd: string): Promise<void> {
  const { dataDir, env } = context;
  if (findHost(dataDir, cwd) !== undefined || !mayUseBackground(dataDir, env)) return;
  await warmBackground(placeOf(context), { folder: cwd });
}

const placeOf = ({ dataDir, env, distDir, log }: AnswerContext): BackgroundPlace => ({
  dataDir,
  env,
  log,
  program: programIn(distDir),
});

/** Undefined where no process is to answer, `failed` where one did not in time. */
type HostAnswer = RecallAnswer | 'failed' | undefined;

async function askBackground(
  context: AnswerContext,
  call: RecallCall,
  limit: number,
  mayStart: boolean,
): Promise<HostAnswer> {
  const { dataDir, env, extend } = context;
  if (!mayUseBackground(dataDir, env)) return undefined;
  const place = placeOf(context);
  const found = await usableBackground(place);
  const answer = found && (await ask(context, found, call, limit));
  // One that does not answer may have been killed, and its number may be that of another process.
  if (answer !== undefined && answer !== 'failed') return answer;
  await startBackground(place, { folder: call.cwd });
  if (found !== undefined || !mayStart) return answer;
  const first = Number(env['MEMDIR_HOOK_MS']) ? limit : Math.max(limit, FIRST_MS);
  extend(first);
  const started = await awaitBackground(dataDir, waitMs(first));
  return started === undefined ? 'failed' : await ask(context, started, call, first);
}

/** Milliseconds that are left before this process has to search itself. */
const waitMs = (limit: number): number => Math.max(ROUND_TRIP_MS, limit - elapsedMs() - OFFLINE_MS);

/** Milliseconds that are left of what Claude Code waits; a wait that the environment names has no such end. */
export const clientMs = (env: AnswerContext['env']): number =>
  Number(env['MEMDIR_HOOK_MS']) ? Infinity : Math.max(1, CLIENT_MS - elapsedMs());

async function ask(
  { env, log, extend }: AnswerContext,
  host: HostAddress,
  call: RecallCall,
  limit: number,
): Promise<HostAnswer> {
  const { recallMs } = host;
  if (recallMs !== undefined) extend(recallMs);
  const timeoutMs = Math.min((recallMs ?? 0) + waitMs(limit), clientMs(env));
  const deadline = Math.min(recallMs ?? Infinity, Math.max(1, timeoutMs - ROUND_TRIP_MS));
  try {
    return readRecallAnswer(await askHost(host, '/recall', { ...call, deadline }, timeoutMs)) ?? 'failed';
  } catch (error) {
    log.info(`The process that answers this folder was not asked: ${messageOf(error)}`);
    return 'failed';
  }
}

async function recallOffline(
  { dataDir, env, distDir, log, extend }: AnswerContext,
  { env: _, ...call }: RecallCall & { readonly mayAskModel: boolean },
  limit: number,
): Promise<RecallAnswer> {
  // Another bundle: loading it takes longer than a host needs to answer.
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when needed
  const { recallWithoutHost } = require(join(distDir, 'offline-recall.js')) as {
    readonly recallWithoutHost: typeof RecallWithoutHost;
  };
  extend(MIN_SEARCH_MS);
  const deadline = (): number => Math.max(Math.min(MIN_SEARCH_MS, clientMs(env)), limit - elapsedMs());
  return await recallWithoutHost({
    ...call,
    dataDir,
    env,
    deadline,
    most: () => clientMs(env),
    log,
    extend,
  });
}
