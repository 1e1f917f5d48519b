/** The validation of a model’s reply to a question of {@link dreamQuestion}, and what it proposes. */
import { stemOf } from '../file-stem.js';
import { t } from '../l10n.js';
import { localDay } from '../local-day.js';
import { firstSentence } from '../markdown/plain-text.js';
import { nearestType } from '../memory-types.js';
import { truncate } from '../text.js';
import { composeMemory } from '../write/compose.js';
import { foldedName, freeName, slugOf } from '../write/names.js';
import { styledMemories, styleOf } from '../write/writing-style.js';
import { appendLines } from './append-lines.js';
import type { DreamCandidate, DreamStore } from './apply-changes.js';
import type { DreamGroup } from './groups.js';
import { summarizePaths } from './index-repairs.js';
import { outdatedNote } from './written-texts.js';

const LONGEST_REASON = 300;
const MOST_OF_A_REPLY = 5;

type Fields = Readonly<Record<string, unknown>>;

/** Candidates of a reply; undefined for an invalid reply. Unknown files are left to the checks. */
export function candidatesOfReply(
  reply: unknown,
  group: DreamGroup,
  store: DreamStore,
  taken: Set<string>,
): DreamCandidate[] | undefined {
  const fields = fieldsOf(reply);
  const [merges, contradictions] = [fields?.['merges'], fields?.['contradictions']];
  if (!Array.isArray(merges) || !Array.isArray(contradictions)) return undefined;
  const found = [
    ...merges.slice(0, MOST_OF_A_REPLY).map((one: unknown) => mergeOf(one, group, store, taken)),
    ...contradictions.slice(0, MOST_OF_A_REPLY).map((one: unknown) => contradictionOf(one, group, store)),
  ];
  return found.includes(undefined) ? undefined : found.filter((one) => one !== undefined);
}

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
const trimmedText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.toWellFormed().trim() : undefined;
const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim();
const reasonOf = (reason: string): string =>
  t('Proposed by a model: {reason}', { reason: truncate(oneLine(reason), LONGEST_REASON) });

/** The path that a model means by a name: the given one, or one without its folder. */
const pathOf = (name: string, { files }: DreamGroup): string =>
  files.find(({ source: { path } }) => path === name || path.endsWith(`/${name}`) || stemOf(path) === name)?.source
    .path ?? name;

const pathsOf = ({ files }: DreamGroup): string[] => files.map(({ source: { path } }) => path);

/** What a reply must say for a merge; undefined when something is missing or of a wrong type. */
interface MergeReply {
  readonly name: string;
  readonly body: string;
  readonly reason: string;
  readonly type: string | undefined;
  readonly description: string | undefined;
  /** Paths. */
  readonly sources: readonly string[];
}

function mergeReply(value: unknown, group: DreamGroup): MergeReply | undefined {
  const fields = fieldsOf(value);
  const [name, body, reason] = [
    trimmedText(fields?.['name']),
    trimmedText(fields?.['body']),
    trimmedText(fields?.['reason']),
  ];
  const listed: unknown = fields?.['sources'];
  if (name === undefined || body === undefined || reason === undefined) return undefined;
  if (!Array.isArray(listed) || !listed.every((one) => typeof one === 'string')) return undefined;
  return {
    name,
    body,
    reason,
    type: trimmedText(fields?.['type']),
    description: trimmedText(fields?.['description']),
    sources: [...new Set(listed.map((one: string) => pathOf(one, group)))],
  };
}

function mergeOf(value: unknown, group: DreamGroup, store: DreamStore, taken: Set<string>): DreamCandidate | undefined {
  const reply = mergeReply(value, group);
  if (reply === undefined) return undefined;
  const fromLogs = group.kind === 'logs';
  // Daily logs stay; memories are replaced by the merged one.
  const replaced = fromLogs ? [] : reply.sources;
  const type = mergedType(reply, replaced, store);
  const style = styleOf(styledMemories(store.files.values()));
  const { name, path } = freeName(slugOf(reply.name), type, style, taken);
  taken.add(foldedName(name)).add(foldedName(stemOf(path)));
  const memories = replaced.flatMap((source) => store.files.get(source)?.memory ?? []);
  const after = composeMemory(
    {
      name,
      description: oneLine(reply.description ?? firstSentence(reply.body)),
      type,
      repos: [...new Set(memories.flatMap((memory) => memory.repos))],
      tags: [...new Set(memories.flatMap((memory) => memory.tags))],
      dateMs: memories.length === 0 ? store.now : Math.max(...memories.map(({ dateMs }) => dateMs)),
      body: reply.body,
      agentId: memories[0]?.agentId,
    },
    style,
    { exact: false },
  );
  return {
    kind: fromLogs ? 'topic' : 'merge',
    by: 'model',
    title: fromLogs
      ? t('Remember “{title}” from the daily logs', { title: truncate(oneLine(reply.name), 60) })
      : t('Merge {memories} into {path}', { memories: summarizePaths(reply.sources), path }),
    reason: reasonOf(reply.reason),
    sources: reply.sources,
    given: pathsOf(group),
    changes: [
      { do: 'text', path, before: undefined, after },
      ...replaced.map((source) => ({ do: 'retire', path: source, by: path }) as const),
      ...(store.info.kind === 'agent' ? [] : [{ do: 'list', paths: [path] } as const]),
    ],
  };
}

/** The type that the reply names, else that of the first memory it merges; `project` when none is known. */
function mergedType(reply: MergeReply, replaced: readonly string[], { files, types }: DreamStore): string {
  const named = [reply.type, ...replaced.map((path) => files.get(path)?.memory.type)];
  const matched = named.flatMap((one) => (one === undefined ? [] : (nearestType(one, types) ?? [])));
  return matched[0] ?? 'project';
}

/** The outdated memory gets a note; its text stays. */
function contradictionOf(value: unknown, group: DreamGroup, store: DreamStore): DreamCandidate | undefined {
  const fields = fieldsOf(value);
  const [outdated, current, reason] = [
    trimmedText(fields?.['outdated']),
    trimmedText(fields?.['current']),
    trimmedText(fields?.['reason']),
  ];
  if (outdated === undefined || current === undefined || reason === undefined) return undefined;
  const [from, to] = [pathOf(outdated, group), pathOf(current, group)];
  const [before, other] = [store.files.get(from)?.source.text, store.files.get(to)?.memory];
  const note = outdatedNote(to, localDay(other?.dateMs ?? store.now));
  const changes =
    before === undefined || other === undefined || from === to
      ? []
      : [{ do: 'text', path: from, before, after: appendLines(before, [note]) } as const];
  return {
    kind: 'contradiction',
    by: 'model',
    title: t('Note in {old} that {new} contradicts it', { old: from, new: to }),
    reason: reasonOf(reason),
    sources: [from, to],
    given: pathsOf(group),
    changes,
  };
}
