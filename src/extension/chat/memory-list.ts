/** Lists of memories in an answer: escaped texts, and names as links that open the file at the line. */
import * as vscode from 'vscode';

import { ageWords } from '../../core/age.js';
import { t } from '../../core/l10n.js';
import type { MemorySummary, SearchResult } from '../../core/results.js';
import { truncate } from '../../core/text.js';
import type { CommandId } from '../../protocol/contributions.js';
import { escapeMarkdown, oneLine } from '../escape.js';
import { OPEN_MEMORY } from '../open-memory.js';
import type { Turn } from './turn.js';

export interface ListedMemory {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly type: string;
  readonly snippet: string;
  /** Null when its file cannot be read. */
  readonly ageDays: number | null;
  /** From 1. */
  readonly line?: number;
  readonly note?: string;
}

export const toListed = ({ id, path, name, type, description, ageDays }: MemorySummary): ListedMemory => ({
  id,
  path,
  name,
  type,
  snippet: description,
  ageDays,
});

export const summaries = ({ features }: Pick<Turn, 'features'>): readonly MemorySummary[] =>
  features.views.current?.flatMap(({ memories }) => memories) ?? [];

const locationOf = ({ path, line = 1 }: ListedMemory): vscode.Location =>
  new vscode.Location(vscode.Uri.file(path), new vscode.Position(line - 1, 0));

/** The title of a markdown link, without characters that would end it. */
const linkTitle = (name: string): string => oneLine(name).replace(/[[\]\\<>`]/g, '') || t('memory');

/** UTF-16 units of a name in a button. */
const BUTTON_UNITS = 40;

export const buttonName = ({ name }: Pick<ListedMemory, 'name'>): string => {
  const text = oneLine(name);
  return text.length > BUTTON_UNITS ? `${truncate(text, BUTTON_UNITS - 1)}…` : text;
};

export const forgetTitle = (memory: Pick<ListedMemory, 'name'>): string =>
  t('Forget “{name}”', { name: buttonName(memory) });

interface ListOptions {
  /** Markdown lines below a memory. */
  readonly about?: (memory: ListedMemory) => readonly string[];
  /** Number of the first. */
  readonly from?: number;
}

/**
 * Renders a numbered list with age and warnings, and adds the memories to the references. Any model that reads the chat may read the references:
 * a memory that agents are not given is no reference, but named and opened by a button. Returns the ids of such memories.
 */
export async function listMemories(
  turn: Turn,
  memories: readonly ListedMemory[],
  { about = () => [], from = 1 }: ListOptions = {},
): Promise<ReadonlySet<string>> {
  const { stream, features, token } = turn;
  const kept = new Set(
    memories.length === 0
      ? []
      : await features.host.request('keptFromAgents', { ids: memories.map(({ id }) => id) }, token),
  );
  const known = new Map(summaries(turn).map((summary) => [summary.id, summary]));
  for (const memory of memories) if (!kept.has(memory.id)) stream.reference(locationOf(memory));
  memories.forEach((memory, at) => {
    const stale = memory.note === undefined && known.get(memory.id)?.stale !== undefined;
    const facts = [
      memory.type,
      ageWords(memory.ageDays),
      ...(stale ? [t('stale')] : []),
      ...(memory.note === undefined ? [] : [memory.note]),
      ...(kept.has(memory.id) ? [t('contains a secret or is outside the project, so agents can’t read it')] : []),
    ];
    stream.markdown(`\n${at + from}. `);
    if (kept.has(memory.id)) stream.markdown(`**${escapeMarkdown(memory.name)}**`);
    else stream.anchor(locationOf(memory), linkTitle(memory.name));
    stream.markdown(` ${escapeMarkdown(memory.snippet)} *(${facts.map(escapeMarkdown).join(', ')})*\n`);
    for (const line of about(memory)) stream.markdown(`    - ${line}\n`);
  });
  memories.forEach(({ id, path, line, name }) => {
    if (kept.has(id))
      addButton(turn, OPEN_MEMORY, t('Open “{name}”', { name: buttonName({ name }) }), { path, id, line });
  });
  return kept;
}

const OLD_DAYS = 2;

/** Warns about memories that are older than a day. */
export function warnOfAge({ stream }: Turn, memories: readonly Pick<ListedMemory, 'ageDays'>[]): void {
  const oldest = Math.floor(Math.max(0, ...memories.map(({ ageDays }) => ageDays ?? 0)));
  if (oldest < OLD_DAYS) return;
  stream.markdown(
    `\n\n*${t('A memory may be out of date; the oldest here is {n} days old. Check what it says about code and files before you rely on it.', { n: oldest })}*\n`,
  );
}

/** A sentence about low confidence; empty when the search is confident. */
export function confidenceNote({ hits, confidence }: SearchResult): string {
  if (hits.length === 0) return t('No matching memories. Try other words.');
  if (confidence === 'none') return t('Probably none of these match:');
  return confidence === 'low' ? t('These may not match:') : '';
}

/** Adds a button below the answer. */
export const addButton = (
  { buttons }: Turn,
  command: CommandId,
  title: string,
  ...arguments_: readonly unknown[]
): void => void buttons.push({ command, title, arguments: [...arguments_] });

/** The argument of commands that are also called on rows of the tree. */
export const memoryArgument = ({ id }: Pick<ListedMemory, 'id'>): { readonly memory: { readonly id: string } } => ({
  memory: { id },
});
