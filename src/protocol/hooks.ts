/** Claude Code's hooks: what it sends, what it takes, and how the process it starts asks a running host. Checked by hand: that process must start quickly. */
import type { ObservationInput } from '../core/capture/observation-input.js';
import type { TranscriptMemories } from '../core/inject/transcript-memories.js';

export const HOOK_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SubagentStop',
  'PostCompact',
  'SessionEnd',
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** The event of a name as Claude Code writes it or as commands are written: `PostToolUse`, `post-tool-use`. */
export const hookEventOf = (name: string): HookEvent | undefined =>
  HOOK_EVENTS.find((event) => event.toLowerCase() === name.replaceAll('-', '').toLowerCase());

export { OWN_PROCESS } from '../core/capture/own-tools.js';

/** What Claude Code gives a hook on stdin, as far as it is used. Texts that are missing are empty. */
export interface HookInput {
  readonly session: string;
  readonly cwd: string;
  readonly prompt: string;
  /** For SessionStart: `startup`, `resume`, `clear`, `compact` or `fork`. For UserPromptSubmit: who wrote the prompt, `user`, `sdk`, `system` … */
  readonly source: string;
  /** Absolute path of the session's transcript. */
  readonly transcript: string;
  readonly tool: string;
  readonly toolInput: unknown;
  /** Everything, as it came. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Undefined for what is no object. Of the wrong kind counts as missing. */
export function readHookInput(value: unknown): HookInput | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const payload = value as Readonly<Record<string, unknown>>;
  const text = (key: string): string => (typeof payload[key] === 'string' ? payload[key] : '');
  return {
    session: text('session_id'),
    cwd: text('cwd'),
    prompt: text('prompt'),
    source: text('source'),
    transcript: text('transcript_path'),
    tool: text('tool_name'),
    toolInput: payload['tool_input'],
    payload,
  };
}

/** What Claude Code takes into the context of the agent, and what it shows to the user; empty for neither. */
export const hookOutput = (event: HookEvent, text: string, message = ''): string =>
  text === '' && message === ''
    ? ''
    : JSON.stringify({
        ...(message === '' ? {} : { systemMessage: message }),
        ...(text === '' ? {} : { hookSpecificOutput: { hookEventName: event, additionalContext: text } }),
      });

/** One line of the queue of observations. Secrets are masked in it. */
export interface QueuedHook {
  readonly version: 1;
  /** A UUID, or the hash of a tool call; lines of former versions have none. */
  readonly id?: string;
  /** ISO 8601 with the offset of the clock; in lines of former versions in UTC. */
  readonly at: string;
  /** BCP 47. */
  readonly locale?: string;
  readonly event: HookEvent;
  /** As Claude Code gave it, long texts cut. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Folder below the data folder with one file for every host that answers. */
export const HOSTS_FOLDER = 'hosts';

/** How a running host is reached. The key is made at its start and is worth nothing after its end. */
export interface HostAddress {
  readonly version: 2;
  readonly pid: number;
  /** When it began to listen, ISO 8601. */
  readonly started: string;
  /** On 127.0.0.1. */
  readonly port: number;
  /** 64 hexadecimal digits. Never sent: each side proves to the other that it knows them. */
  readonly key: string;
  /** Absolute real paths of its workspace folders. */
  readonly folders: readonly string[];
  /** Whether the editor trusts these folders. */
  readonly trusted?: true;
  /** Milliseconds to wait for a recall when a language model chooses, as the user set it. Absent: as long as a hook waits by itself. */
  readonly recallMs?: number;
  /** Milliseconds a prompt waits at most, as the user set it. Absent: as the hook's own settings say. */
  readonly deadlineMs?: number;
  /** Present for the background process, which answers in every folder. */
  readonly background?: BackgroundAddress;
}

/** What the background process says of itself. */
export interface BackgroundAddress {
  readonly program: ProgramIdentity;
  /** On 127.0.0.1, where MCP servers are passed on to. */
  readonly sessionsPort: number;
}

/** Which Memdir a process runs. */
export interface ProgramIdentity {
  /** Version of the package. */
  readonly version: string;
  /** Absolute, the file of the command. */
  readonly file: string;
  /** When that file was changed, in milliseconds since the epoch: a build of the same version has another time. */
  readonly changedMs: number;
}

/** Milliseconds that a prompt may be set to wait: Claude Code ends a hook after ten seconds. */
export const DEADLINE_MS = { least: 300, most: 8_000 } as const;
const MOST_RECALL_MS = DEADLINE_MS.most;

export function readHostAddress(value: unknown): HostAddress | undefined {
  const { version, pid, started, port, key, folders, trusted, recallMs, deadlineMs, background } = (
    typeof value === 'object' && value !== null ? value : {}
  ) as Readonly<Record<string, unknown>>;
  if (version !== 2 || !isWhole(pid, 2 ** 31) || !isWhole(port, 65_535) || typeof started !== 'string' || !isKey(key))
    return undefined;
  if (!Array.isArray(folders) || !folders.every((folder) => typeof folder === 'string')) return undefined;
  return {
    version,
    pid,
    started,
    port,
    key,
    folders,
    ...(trusted === true ? { trusted } : {}),
    ...(isWhole(recallMs, MOST_RECALL_MS) ? { recallMs } : {}),
    ...(isWhole(deadlineMs, MOST_RECALL_MS) ? { deadlineMs } : {}),
    ...(isBackground(background) ? { background } : {}),
  };
}

function isBackground(value: unknown): value is BackgroundAddress {
  const { program, sessionsPort } = recordOf(value);
  const { version, file, changedMs } = recordOf(program);
  return (
    isWhole(sessionsPort, 65_535) &&
    typeof version === 'string' &&
    typeof file === 'string' &&
    typeof changedMs === 'number'
  );
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;

const isKey = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

const isWhole = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= most;

/** `POST` without a body, first on each connection: asks the host to prove itself. */
export const PROVE_PATH = '/prove';

/** Header with the random number of a side: in the request that of the client, in the response that of the host. */
export const NONCE_HEADER = 'x-memdir-nonce';

/** Header with the proof of the host in its response, and with that of the client in its next request. */
export const PROOF_HEADER = 'x-memdir-proof';

/** `POST` to the background process: opens what a folder's hooks will need. */
export const WARM_PATH = '/warm';
/** `POST` to the background process: it ends. */
export const STOP_PATH = '/stop';

/** `POST /recall`; also the body of {@link WARM_PATH}, without a prompt. */
export interface RecallCall {
  readonly prompt: string;
  readonly session: string;
  /** Absolute real path. */
  readonly cwd: string;
  /** The agent's context was cleared or compacted before. */
  readonly forgot?: boolean;
  /** Milliseconds until what was found is given. */
  readonly deadline?: number;
  /** Variables of the agent's environment that say where memory is. A host has its own. */
  readonly env?: Readonly<Record<string, string>>;
  /** What the agent's context contains already, as its transcript shows. */
  readonly present?: TranscriptMemories;
  /** Session of which this one is a copy. */
  readonly parent?: string;
  /** For {@link WARM_PATH}: memory directories to open beside those of the folder, or all of this machine. */
  readonly directories?: readonly string[] | undefined;
  readonly all?: boolean | undefined;
}

export interface RecallAnswer {
  readonly text: string;
  /** Whether nothing was found before the deadline, so that it is not known whether there is something. */
  readonly late?: boolean;
}

export function readRecallCall(value: unknown): RecallCall | undefined {
  const { prompt, session, cwd, forgot, deadline, env, present, parent, directories, all } = recordOf(value);
  if (
    typeof prompt !== 'string' ||
    typeof session !== 'string' ||
    typeof cwd !== 'string' ||
    (forgot !== undefined && typeof forgot !== 'boolean')
  )
    return undefined;
  if (deadline !== undefined && !isWhole(deadline, 60_000)) return undefined;
  if (env !== undefined && !isTexts(env)) return undefined;
  if (present !== undefined && !isPresent(present)) return undefined;
  if (parent !== undefined && typeof parent !== 'string') return undefined;
  if (directories !== undefined && !isTextList(directories)) return undefined;
  if (all !== undefined && typeof all !== 'boolean') return undefined;
  return {
    prompt,
    session,
    cwd,
    ...(forgot === undefined ? {} : { forgot }),
    ...(deadline === undefined ? {} : { deadline }),
    ...(env === undefined ? {} : { env }),
    ...(present === undefined ? {} : { present }),
    ...(parent === undefined ? {} : { parent }),
    ...(directories === undefined ? {} : { directories }),
    ...(all === undefined ? {} : { all }),
  };
}

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');

function isPresent(value: unknown): value is TranscriptMemories {
  const { files, ids } = recordOf(value);
  return [files, ids].every(isTextList);
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

export function readRecallAnswer(value: unknown): RecallAnswer | undefined {
  const { text, late } = recordOf(value);
  return typeof text === 'string' ? { text, ...(late === true ? { late } : {}) } : undefined;
}

/** Body of `POST /observe`. The host fills in what is absent. */
export type ObserveCall = ObservationInput;

export interface ObserveAnswer {
  readonly status: 'queued';
  readonly id: string;
}
