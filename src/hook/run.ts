/** Runs one hook: reads its JSON from stdin and returns its output. */
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { messageOf } from '../core/errors.js';
import { messageText } from '../core/extract/user-text.js';
import { hasAtMostOneWord, promptExcerpt } from '../core/inject/word-count.js';
import type { Log } from '../core/ports/log.js';
import { MEGABYTE } from '../core/units.js';
import { dataDirectory } from '../node/data-dir.js';
import { askHost, findHost } from '../node/discovery.js';
import { createLog, fileSink } from '../node/log.js';
import {
  type HookEvent,
  hookEventOf,
  type HookInput,
  hookOutput,
  OWN_PROCESS,
  readHookInput,
  readRecallAnswer,
  type RecallCall,
} from '../protocol/hooks.js';
import { branchWords } from './branch.js';
import type { recallWithoutHost as RecallWithoutHost } from './offline-recall.js';
import type * as Recorder from './record.js';
import { memoriesInContext, parentTranscript, sessionOf } from './transcript-tail.js';
import { announcement } from './waiting-drafts.js';

export interface HookRun {
  readonly event: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: AsyncIterable<Uint8Array | string> & { readonly isTTY?: boolean };
  /** Folder of the bundles. */
  readonly distDir: string;
  /** Called when the settings allow more milliseconds than {@link limitOf}. */
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

/** Time limit of the hook in milliseconds. */
export const limitOf = (env: HookRun['env']): number => Math.min(60_000, Number(env['MEMDIR_HOOK_MS']) || LIMIT_MS);

/** Bytes of input at most. */
const MAX_BYTES = 64 * MEGABYTE;
/** Milliseconds an agent waits for memories, from the start of the process. `MEMDIR_HOOK_MS` overrides it. */
const LIMIT_MS = 330;
/** Share of the limit for the host, after which the hook searches itself. */
const HOST_SHARE = 0.42;
/** Milliseconds for the search at least, even after a slow start. */
const MIN_SEARCH_MS = 120;

/** Sources of prompts that nobody wrote: notifications of background tasks, messages of other sessions, events of a channel. */
const MACHINES = new Set(['system', 'poll_event']);

/** Milliseconds beyond the limit until stdin must end; see `GRACE_MS` in main. */
const INPUT_MS = 1_000;

const inputTimeout = (ms: number): Promise<string> =>
  new Promise((resolve) => void setTimeout(resolve, ms, 'its input did not end.').unref());

/** Returns the output; empty for none. Rejects only without a data folder, when there is no log for the reason. */
export async function runHook(run: HookRun): Promise<string> {
  if (run.env[OWN_PROCESS]) return '';
  const dataDir = dataDirectory(run.env);
  const log = createLog({
    sink: fileSink(join(dataDir, 'memdir.log')),
    home: homedir(),
    hide: (text) => loadRecorder(run).maskSecrets(text),
  });
  try {
    const event = hookEventOf(run.event);
    if (event === undefined) {
      log.warn('A hook was started for an event that Memdir does not know. Run “memdir connect claude” again.');
      return '';
    }
    const input = await Promise.race([readInput(run.input), inputTimeout(limitOf(run.env) + INPUT_MS)]);
    if (typeof input === 'string') {
      log.warn(`The ${event} hook did nothing: ${input}`);
      return '';
    }
    const { env, distDir, extend = () => undefined } = run;
    return await perform({ event, input, dataDir, env, distDir, limit: limitOf(env), log, extend });
  } catch (error) {
    log.warn(`The ${hookEventOf(run.event) ?? ''} hook did nothing: ${messageOf(error)}`);
    return '';
  }
}

/** The input, or the reason why there is none. The reason never quotes the input. */
async function readInput(stream: HookRun['input']): Promise<HookInput | string> {
  if (stream.isTTY) return 'it was started by hand. Claude Code starts it, with JSON on standard input.';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of stream) {
    const chunk = typeof part === 'string' ? Buffer.from(part) : part;
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return 'its input is larger than 64 MB.';
    chunks.push(chunk);
  }
  try {
    return (
      readHookInput(
        JSON.parse(
          Buffer.concat(chunks)
            .toString('utf8')
            .replace(/^\uFEFF/, ''),
        ),
      ) ?? 'its input is no JSON object.'
    );
  } catch {
    // The parser's message is dropped, because it quotes the input.
    return 'its input is no JSON.';
  }
}

/** Real path of the agent's working directory, in the file system's own spelling; undefined when it does not exist, because memories of another folder would be wrong. */
function realFolder(cwd: string): string | undefined {
  try {
    return realpathSync.native(cwd === '' ? process.cwd() : cwd);
  } catch {
    return undefined;
  }
}

async function perform(context: HookContext): Promise<string> {
  const { event, input, dataDir, log } = context;
  if (event === 'UserPromptSubmit' || event === 'SessionStart') {
    const text = await recall(context);
    return hookOutput(event, text, announcement(dataDir, realFolder(input.cwd) ?? input.cwd));
  }
  const { enqueue, recordTool: noteTool } = loadRecorder(context);
  enqueue(dataDir, event, input);
  if ((event === 'PostToolUse' || event === 'PostToolUseFailure') && input.tool !== '' && input.session !== '') {
    const isChoiceThere = await noteTool({ dataDir, log }, input).catch((error: unknown) => {
      log.warn(`The tool of a ${event} hook was not noted: ${messageOf(error)}`);
      return false;
    });
    if (isChoiceThere) return hookOutput(event, await recall(context));
  }
  return '';
}

/**
 * Recalls for the prompt; at the start of a session, which has no prompt yet, for the name of the branch; after a tool, what a model chose too late
 * for the prompt before.
 */
async function recall(context: HookContext): Promise<string> {
  const { event, input, dataDir, log } = context;
  const cwd = realFolder(input.cwd);
  const forgot = event === 'SessionStart' && (input.source === 'compact' || input.source === 'clear');
  if (cwd === undefined) log.warn(`The ${event} hook recalled nothing: the folder it was started for is not there.`);
  const prompt = cwd === undefined ? '' : subjectOf(event, input, cwd);
  const parent = event === 'SessionStart' && input.source === 'fork' ? parentOf(input) : undefined;
  const isIdle = hasAtMostOneWord(prompt) && parent === undefined && !(await isChoiceWaiting(context));
  if (cwd === undefined || isIdle) {
    if (forgot && input.session !== '') await loadRecorder(context).recordForgotten({ dataDir, log }, input.session);
    return '';
  }
  // What was said before a compaction is not in the context, and its mark may not be written yet.
  const present = forgot ? undefined : memoriesInContext(parent ?? input.transcript, cwd);
  const call = {
    prompt,
    session: input.session,
    cwd,
    ...(forgot ? { forgot } : {}),
    ...(present === undefined ? {} : { present }),
    ...(parent === undefined ? {} : { parent: sessionOf(parent) }),
  };
  const answer = (await recallFromHost(context, call)) ?? (await recallOffline(context, call));
  return answer;
}

/** What memories are looked for by; empty for what nobody typed. */
function subjectOf(event: HookEvent, input: HookInput, cwd: string): string {
  if (event === 'SessionStart') return branchWords(cwd);
  if (event !== 'UserPromptSubmit' || MACHINES.has(input.source)) return '';
  return promptExcerpt(messageText('user', input.prompt));
}

const parentOf = ({ transcript, payload }: HookInput): string | undefined =>
  parentTranscript(transcript, payload, Date.now());

/** Whether a model chose too late for the prompt before; with a prompt of one word nothing else is given. */
const isChoiceWaiting = async (context: HookContext): Promise<boolean> =>
  context.event !== 'SessionStart' &&
  context.input.session !== '' &&
  (context.event !== 'UserPromptSubmit' ||
    (await loadRecorder(context).isChoiceWaiting(context, context.input.session)));

/** Undefined when no host answers in time. */
async function recallFromHost(
  { dataDir, limit, log, extend }: HookContext,
  call: RecallCall,
): Promise<string | undefined> {
  const host = findHost(dataDir, call.cwd);
  if (host === undefined) return undefined;
  if (host.recallMs !== undefined) extend(host.recallMs);
  const timeoutMs = (host.recallMs ?? 0) + Math.round(limit * HOST_SHARE);
  try {
    return readRecallAnswer(
      await askHost(host, '/recall', { ...call, deadline: host.recallMs ?? Math.round(timeoutMs * 0.6) }, timeoutMs),
    )?.text;
  } catch (error) {
    log.info(`The host of this folder was not asked: ${messageOf(error)}`);
    return undefined;
  }
}

/** Requires another bundle on demand, because loading it takes longer than a host needs to answer. */
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
  const deadline = (): number => Math.max(MIN_SEARCH_MS, limit - Math.round(process.uptime() * 1_000));
  return await recallWithoutHost({ ...call, dataDir, env, deadline, log, extend });
}
