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
import { notePrompt } from '../node/inject/prompt-record.js';
import { createLog, fileSink } from '../node/log.js';
import {
  type HookEvent,
  hookEventOf,
  type HookInput,
  hookOutput,
  OWN_PROCESS,
  readHookInput,
} from '../protocol/hooks.js';
import { answerPrompt, limitOf, warm } from './answer.js';
import { branchWords } from './branch-words.js';
import { memoryOffIn } from './memory-off.js';
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
  readonly log: Log;
  readonly extend: (ms: number) => void;
}

/** Bytes of input at most. */
const MAX_BYTES = 64 * MEGABYTE;

/** Sources of prompts that no person wrote: notifications of background tasks, messages of other sessions, events of a channel. What a text itself shows is in `core/extract/user-text.ts`. */
const MACHINE_SOURCES = new Set(['system', 'poll_event']);

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
    mask: (text) => loadRecorder(run).maskSecrets(text),
  });
  try {
    const event = hookEventOf(run.event);
    if (event === undefined) {
      log.warn('A hook was started for an event that Memdir does not know. Run “memdir connect claude” again.');
      return '';
    }
    const input = await Promise.race([readInput(run.input), inputTimeout(limitOf(run.env, dataDir) + INPUT_MS)]);
    if (typeof input === 'string') {
      log.warn(`The ${event} hook did nothing: ${input}`);
      return '';
    }
    const { env, distDir, extend = () => undefined } = run;
    return await perform({ event, input, dataDir, env, distDir, log, extend });
  } catch (error) {
    const event = hookEventOf(run.event);
    log.warn(`The ${event ?? ''} hook did nothing: ${messageOf(error)}`);
    if (event === 'UserPromptSubmit') notePrompt(dataDir, 'failed');
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
  const { event, input, dataDir, log, env } = context;
  const off = await memoryOffIn({
    cwd: realFolder(input.cwd) ?? input.cwd,
    env,
    isTrusted: (folder) => loadRecorder(context).isTrustedFolder({ dataDir, env, home: homedir(), log }, folder),
  });
  if (off !== undefined) {
    log.info(`The ${event} hook did nothing. ${off}`);
    return '';
  }
  if (event === 'UserPromptSubmit' || event === 'SessionStart') {
    const text = await recall(context);
    return hookOutput(event, text, announcement(context, realFolder(input.cwd) ?? input.cwd));
  }
  const { enqueue, recordTool: noteTool } = loadRecorder(context);
  enqueue(dataDir, event, input);
  if ((event === 'PostToolUse' || event === 'PostToolUseFailure') && input.tool !== '' && input.session !== '') {
    const isChoiceThere = await noteTool({ dataDir, log }, input).catch((error: unknown) => {
      log.warn(`The tool of a ${event} hook was not noted: ${messageOf(error)}`);
      return false;
    });
    // A sub-agent would get it in place of the agent that was asked.
    if (isChoiceThere && input.payload['agent_id'] === undefined) return hookOutput(event, await recall(context));
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
  if (cwd !== undefined && event === 'SessionStart') await warm(context, cwd);
  const prompt = cwd === undefined ? '' : subjectOf(event, input, cwd);
  const parent = event === 'SessionStart' && input.source === 'fork' ? parentOf(input) : undefined;
  const isIdle = hasAtMostOneWord(prompt) && parent === undefined && !(await isChoiceWaiting(context));
  if (cwd === undefined || isIdle) {
    if (event === 'UserPromptSubmit' && prompt !== '') notePrompt(dataDir, 'short');
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
  const { text, outcome } = await answerPrompt(context, call, event === 'UserPromptSubmit');
  if (event === 'UserPromptSubmit') notePrompt(dataDir, outcome);
  return text;
}

/** What memories are looked for by; empty for what no person typed. */
function subjectOf(event: HookEvent, input: HookInput, cwd: string): string {
  if (event === 'SessionStart') return branchWords(cwd);
  if (event !== 'UserPromptSubmit' || MACHINE_SOURCES.has(input.source)) return '';
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

/** Requires another bundle on demand, because loading it takes longer than a host needs to answer. */
// eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when needed
const load = (distDir: string, name: string): unknown => require(join(distDir, name));

const loadRecorder = ({ distDir }: Pick<HookRun, 'distDir'>): typeof Recorder =>
  load(distDir, 'record.js') as typeof Recorder;
