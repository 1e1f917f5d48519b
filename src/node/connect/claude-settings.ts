/** Entries of Memdir in Claude Code's settings: hooks in settings.json, the MCP server where Claude Code keeps servers. */
import { MemdirError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { t } from '../../core/l10n.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { HOOK_EVENTS, type HookEvent } from '../../protocol/hooks.js';
import type { HookSupport } from './claude-version.js';
import { type HookLine, hookLineOf } from './hook-command.js';
import { type JsonText, valueAt, withValue } from './json-edit.js';
import { withJsonServer, withoutJsonServer } from './json-server.js';
import { type ServerEntry, wordsOf } from './server-entry.js';

/** What Claude Code starts. */
export interface Entry extends ServerEntry {
  /** Command line for a shell, without what follows. */
  readonly shell: string;
  /** What Claude Code can do with hooks. Where it is unknown, what is in the settings stays and nothing is added. */
  readonly support: Pick<HookSupport, 'events' | 'async'>;
}

/** Events for which former versions ignore the whole settings file. */
const LATER_EVENTS: ReadonlySet<HookEvent> = new Set(['PostToolUseFailure', 'PostCompact', 'SubagentStop']);
/**
 * Events of hooks that only note something, or give what need not come at once: the agent does not wait for them. That of the end of a session is
 * waited for, because Claude Code ends what still runs then, and so is a compaction, which may be the last thing a run does.
 */
const ASYNC_EVENTS: ReadonlySet<HookEvent> = new Set(['PostToolUse', 'PostToolUseFailure', 'Stop', 'SubagentStop']);

/** Tools whose runs cannot be reconstructed from the project afterwards; no process is started for the others. */
const TELLING_TOOLS = 'Bash|PowerShell|mcp__.*';

/** Seconds after which Claude Code kills a hook; ours ends long before. */
const TIMEOUT_S = 10;
/** UTF-16 units of a command line that are quoted in a sentence. */
const LONGEST_SHOWN = 120;
/** How a hook starts Memdir; undefined for other hooks. */
const lineOf = (hook: unknown): HookLine | undefined => {
  const [command, ...args] = isObject(hook) ? wordsOf(hook) : [];
  return command === undefined ? undefined : hookLineOf(command, args);
};

interface HookPosition {
  readonly group: number;
  readonly hook: number;
  readonly line: HookLine;
  /** The value in the file. */
  readonly text: string;
}

/** The settings with our hook of every event in them, once. */
export function withHooks(file: JsonText, entry: Entry): JsonText {
  let text = file;
  for (const event of HOOK_EVENTS) {
    const { events, async: isAsync } = entry.support;
    const wanted = !LATER_EVENTS.has(event) || (events ?? ourHooks(text, event).length > 0);
    text = wanted
      ? // eslint-disable-next-line memdir/user-text -- a command
        withHook(text, event, `${entry.shell} hook ${event}`, ASYNC_EVENTS.has(event) ? isAsync : undefined)
      : withoutEvent(text, event, false, ({ kind }) => kind === 'ours');
  }
  return text;
}

/** @param isAsync undefined: what is in the settings stays */
function withHook(file: JsonText, event: HookEvent, command: string, isAsync: boolean | undefined): JsonText {
  const positions = ourHooks(file, event);
  // A hook that the user extended stays as it is, and no second one is added.
  const isServed = positions.some(({ line }) => line.kind !== 'ours' && line.events.includes(event));
  const ours = positions.filter(({ line }) => line.kind === 'ours');
  const text = withoutHooksAt(file, event, isServed ? ours : ours.slice(1));
  const [first] = ours;
  if (isServed) return text;
  if (first === undefined) {
    const group = {
      ...(event.startsWith('PostToolUse') ? { matcher: TELLING_TOOLS } : {}),
      hooks: [{ type: 'command', command, timeout: TIMEOUT_S, ...(isAsync ? { async: true } : {}) }],
    };
    return groupsOf(text, event) === undefined
      ? withValue(text, ['hooks', event], [group])
      : withValue(text, ['hooks', event, -1], group);
  }
  const at = ['hooks', event, first.group, 'hooks', first.hook];
  // A command without arguments contains all words.
  const alone = valueAt(text, [...at, 'args']) === undefined ? text : withValue(text, [...at, 'args'], undefined);
  const current =
    valueAt(alone, [...at, 'command']) === command ? alone : withValue(alone, [...at, 'command'], command);
  const wasAsync = valueAt(current, [...at, 'async']) === true;
  return isAsync === undefined || isAsync === wasAsync
    ? current
    : withValue(current, [...at, 'async'], isAsync ? true : undefined);
}

/** Sentences about hooks that run more than Memdir, for connecting and for removing. */
export function extendedHooks(file: JsonText, remove: boolean): string[] {
  const places = HOOK_EVENTS.flatMap((event) => ourHooks(file, event));
  return [
    ...new Set(
      places.flatMap(({ line: { kind }, text }) => {
        const where = { command: shown(text), file: file.path };
        if (remove)
          return kind === 'within'
            ? [
                t(
                  '“{command}” in {file} does more than run Memdir, so it was kept. Remove Memdir from it yourself.',
                  where,
                ),
              ]
            : [];
        return kind === 'ours'
          ? []
          : [t('“{command}” in {file} is a Memdir hook that was edited. It works and is kept.', where)];
      }),
    ),
  ];
}

/** Quotes a command, shortened and without secrets. */
const shown = (text: string): string => {
  const hidden = maskForDisplay(text.replace(/\s+/g, ' '));
  return hidden.length > LONGEST_SHOWN ? `${hidden.slice(0, LONGEST_SHOWN)}…` : hidden;
};

/** Removes our hooks, extended ones included, and containers that become empty unless they were in the settings `before`. */
export function withoutHooks(file: JsonText, before?: JsonText): JsonText {
  const stood = (at: readonly string[]): boolean => before !== undefined && valueAt(before, [...at]) !== undefined;
  let text = file;
  for (const event of HOOK_EVENTS)
    text = withoutEvent(text, event, stood(['hooks', event]), ({ kind }) => kind !== 'within');
  const hooks = valueAt(text, ['hooks']);
  return text !== file && isObject(hooks) && Object.keys(hooks).length === 0 && !stood(['hooks'])
    ? withValue(text, ['hooks'], undefined)
    : text;
}

/** Removes some hooks of an event, and its list with the last of them unless it was there before. */
function withoutEvent(file: JsonText, event: HookEvent, stood: boolean, goes: (line: HookLine) => boolean): JsonText {
  const places = ourHooks(file, event).filter(({ line }) => goes(line));
  const text = withoutHooksAt(file, event, places);
  return places.length > 0 && !stood && groupsOf(text, event)?.length === 0
    ? withValue(text, ['hooks', event], undefined)
    : text;
}

const withoutHooksAt = (file: JsonText, event: HookEvent, places: readonly HookPosition[]): JsonText =>
  places.toReversed().reduce((text, place) => withoutHook(text, event, place), file);

function groupsOf(file: JsonText, event: string): readonly unknown[] | undefined {
  const all = valueAt(file, ['hooks']);
  if (all !== undefined && !isObject(all))
    throw new MemdirError(
      'bad-input',
      t('“{key}” in {file} isn’t an object. Nothing was changed: correct it and try again.', {
        key: 'hooks',
        file: file.path,
      }),
    );
  const groups = all?.[event];
  if (groups !== undefined && !Array.isArray(groups))
    throw new MemdirError(
      'bad-input',
      t('“{key}” in {file} isn’t a list. Nothing was changed: correct it and try again.', {
        key: `hooks.${event}`,
        file: file.path,
      }),
    );
  return groups;
}

function ourHooks(file: JsonText, event: string): HookPosition[] {
  return (groupsOf(file, event) ?? []).flatMap((group, at) => {
    const hooks: unknown = isObject(group) ? group['hooks'] : undefined;
    return (Array.isArray(hooks) ? hooks : []).flatMap((hook: unknown, index) => {
      const line = lineOf(hook);
      return line === undefined
        ? []
        : [{ group: at, hook: index, line, text: wordsOf(hook as Readonly<Record<string, unknown>>).join(' ') }];
    });
  });
}

/** Removes a hook, and its group when it was the only one in it. */
function withoutHook(file: JsonText, event: string, { group, hook }: HookPosition): JsonText {
  const left = valueAt(file, ['hooks', event, group, 'hooks']);
  const alone = Array.isArray(left) && left.length === 1;
  return withValue(file, alone ? ['hooks', event, group] : ['hooks', event, group, 'hooks', hook], undefined);
}

const SERVER = { more: { type: 'stdio' } } as const;

/** The file with our server under `mcpServers`; what the user added to its arguments stays. */
export const withServer = (file: JsonText, above: readonly string[], entry: ServerEntry): JsonText =>
  withJsonServer(file, [...above, 'mcpServers'], entry, SERVER);

export const withoutServer = (file: JsonText, above: readonly string[], before?: JsonText): JsonText =>
  withoutJsonServer(file, [...above, 'mcpServers'], before);
