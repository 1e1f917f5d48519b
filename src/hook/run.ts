/** One hook, from its JSON on stdin to what it prints. */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { messageOf } from '../core/errors.js';
import { hasAtMostOneWord, promptExcerpt } from '../core/inject/word-count.js';
import type { Log } from '../core/ports/log.js';
import { MEGABYTE } from '../core/units.js';
import { dataDirectory } from '../node/data-dir.js';
import { askHost, findHost } from '../node/discovery.js';
import { createLog, fileSink } from '../node/log.js';
import {
  contextOutput,
  type HookEvent,
  hookEventOf,
  type HookInput,
  OWN_PROCESS,
  readHookInput,
  readRecallAnswer,
  type RecallCall,
} from '../protocol/hooks.js';
import { branchWords } from './branch.js';
import type { recallWithoutHost as RecallWithoutHost } from './offline-recall.js';
import type * as Recorder from './record.js';

export interface HookRun {
  readonly event: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean };
  /** Folder of the built files. */
  readonly distDir: string;
  /** Called when the user lets it take so many milliseconds more than {@link limitOf} says. */
  readonly extend?: (ms: number) => void;
}

interface HookContext {
  readonly event: HookEvent;
  readonly input: HookInput;
  readonly dataDir: string;
  readonly env: HookRun['env'];
  readonly distDir: string;
  /** Milliseconds, see {@link limitOf}. */
  readonly limit: number;
  readonly log: Log;
  readonly extend: (ms: number) => void;
}

/** Milliseconds the hook may take. */
export const limitOf = (env: HookRun['env']): number => Math.min(60_000, Number(env['MEMDIR_HOOK_MS']) || LIMIT_MS);

/** Bytes of input; more comes from no agent. */
const MOST_BYTES = 64 * MEGABYTE;
/** Milliseconds an agent waits for memories, from the start of the process; `MEMDIR_HOOK_MS` says otherwise. */
const LIMIT_MS = 330;
/** Share of them that a host may take before the hook looks by itself. */
const HOST_SHARE = 0.42;
/** Milliseconds the search may take however long the start took. */
const LEAST_MS = 120;

/** Milliseconds beyond its limit that its input may take to end; see `LAST_MS` in main. */
const INPUT_MS = 1_000;

const overdue = (ms: number): Promise<string> =>
  new Promise((resolve) => void setTimeout(resolve, ms, 'its input did not end.').unref());

/** What to print; empty for nothing. Rejects only where there is no data folder, and so no log to say why. */
export async function runHook(run: HookRun): Promise<string> {
  if (run.env[OWN_PROCESS]) return '';
  const dataDir = dataDirectory(run.env);
  const log = createLog({ sink: fileSink(join(dataDir, 'memdir.log')), home: homedir() });
  try {
    const event = hookEventOf(run.event);
    if (event === undefined) {
      log.warn('A hook was started for an event that Memdir does not know. Run “memdir connect claude” again.');
      return '';
    }
    const input = await Promise.race([inputOf(run.input), overdue(limitOf(run.env) + INPUT_MS)]);
    if (typeof input === 'string') {
      log.warn(`The ${event} hook did nothing: ${input}`);
      return '';
    }
    const { env, distDir, extend = () => undefined } = run;
    return await perform({ event, input, dataDir, env, distDir, limit: limitOf(env), log, extend });
  } catch (error) {
    log.warn(
      `The ${hookEventOf(run.event) ?? ''} hook did nothing: ${loadRecorder(run).maskSecrets(messageOf(error))}`,
    );
    return '';
  }
}

/** The input, or why there is none. What it says is never part of the reason. */
async function inputOf(stream: HookRun['input']): Promise<HookInput | string> {
  if (stream.isTTY) return 'it was started by hand. Claude Code starts it, with JSON on standard input.';
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of stream) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return 'its input is larger than 64 MB.';
    parts.push(chunk);
  }
  try {
    return (
      readHookInput(
        JSON.parse(
          Buffer.concat(parts)
            .toString('utf8')
            .replace(/^\uFEFF/, ''),
        ),
      ) ?? 'its input is no JSON object.'
    );
  } catch {
    // The parser's own message quotes the input.
    return 'its input is no JSON.';
  }
}

/** The working directory of the agent; undefined where it names one that is not there: memory of another folder is not meant. */
function realFolder(cwd: string): string | undefined {
  try {
    return realpathSync(cwd === '' ? process.cwd() : cwd);
  } catch {
    return undefined;
  }
}

async function perform(context: HookContext): Promise<string> {
  const { event, input, dataDir, log } = context;
  if (event === 'UserPromptSubmit' || event === 'SessionStart') return await recall(context);
  const { enqueue, maskSecrets, recordTool: noteTool } = loadRecorder(context);
  enqueue(dataDir, event, input);
  if ((event === 'PostToolUse' || event === 'PostToolUseFailure') && input.tool !== '' && input.session !== '') {
    await noteTool({ dataDir, log }, input).catch((error: unknown) =>
      log.warn(`The tool of a ${event} hook was not noted: ${maskSecrets(messageOf(error))}`),
    );
  }
  return '';
}

/** At the start of a session nobody has asked anything yet: the branch says what it may be about. */
async function recall(context: HookContext): Promise<string> {
  const { event, input, dataDir, log } = context;
  const cwd = realFolder(input.cwd);
  const forgot = event === 'SessionStart' && (input.source === 'compact' || input.source === 'clear');
  const prompt = cwd === undefined ? '' : event === 'SessionStart' ? branchWords(cwd) : promptExcerpt(input.prompt);
  if (cwd === undefined) log.warn(`The ${event} hook recalled nothing: the folder it was started for is not there.`);
  if (cwd === undefined || hasAtMostOneWord(prompt)) {
    if (forgot && input.session !== '') await loadRecorder(context).recordForgotten({ dataDir, log }, input.session);
    return '';
  }
  const call = { prompt, session: input.session, cwd, ...(forgot ? { forgot } : {}) };
  const answer = (await recallFromHost(context, call)) ?? (await recallOffline(context, call));
  return answer === '' ? '' : contextOutput(event, answer);
}

/** Undefined when no host answers. */
async function recallFromHost(
  { dataDir, limit, log, extend }: HookContext,
  call: RecallCall,
): Promise<string | undefined> {
  const host = findHost(dataDir, call.cwd);
  if (host === undefined) return undefined;
  if (host.recallMs !== undefined) extend(host.recallMs);
  const patience = (host.recallMs ?? 0) + Math.round(limit * HOST_SHARE);
  try {
    return readRecallAnswer(
      await askHost(host, '/recall', { ...call, deadline: host.recallMs ?? Math.round(patience * 0.6) }, patience),
    )?.text;
  } catch (error) {
    log.info(`The host of this folder was not asked: ${messageOf(error)}`);
    return undefined;
  }
}

/** A neighbour of the built files: what a hook does not need when a host answers it takes longer to load than the host to answer. */
// eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when needed
const load = (distDir: string, name: string): unknown => require(join(distDir, name));

const loadRecorder = ({ distDir }: Pick<HookRun, 'distDir'>): typeof Recorder =>
  load(distDir, 'record.js') as typeof Recorder;

async function recallOffline(
  { dataDir, env, distDir, limit, log, extend }: HookContext,
  call: RecallCall,
): Promise<string> {
  const { recallWithoutHost } = load(distDir, 'offline-recall.js') as {
    readonly recallWithoutHost: typeof RecallWithoutHost;
  };
  const deadline = (): number => Math.max(LEAST_MS, limit - Math.round(process.uptime() * 1_000));
  return await recallWithoutHost({ ...call, dataDir, env, deadline, log, extend });
}
