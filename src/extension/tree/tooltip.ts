/** Tooltips of rows: formatted, and without anything of a memory that would be interpreted. */
import * as vscode from 'vscode';

import { updatedWords } from '../../core/age.js';
import { t, tPlural } from '../../core/l10n.js';
import type { MemorySummary } from '../../core/results.js';
import { escapeMarkdown } from '../escape.js';
import type { MemoryNode } from './nodes.js';
import { problemCount } from './tree-model.js';

/** A title and paragraphs, which are not escaped. */
export function tooltip(title: string, paragraphs: readonly (string | undefined)[]): vscode.MarkdownString {
  const text = [`**${escapeMarkdown(title)}**`, ...paragraphs.filter((each) => each !== undefined && each !== '')];
  return new vscode.MarkdownString(text.join('\n\n'), true);
}

export function memoryTooltip(node: MemoryNode): vscode.MarkdownString {
  const { memory, found, store, referencedBy } = node;
  const marks = [...(found === 0 ? [] : [problemCount(found)]), ...node.marks];
  const facts = [
    `$(tag) ${escapeMarkdown(memory.type)}`,
    `$(clock) ${escapeMarkdown(updatedWords(memory.ageDays, memory.ageSource))}`,
    `$(database) ${escapeMarkdown(store)}`,
    ...(memory.agentId === null ? [] : [`$(robot) ${escapeMarkdown(memory.agentId)}`]),
  ];
  return tooltip(memory.name, [
    escapeMarkdown(memory.description),
    memory.unreadable === null ? undefined : escapeMarkdown(memory.unreadable),
    facts.join(' · '),
    ...sharedBy(memory).map((line) => `$(organization) ${escapeMarkdown(line)}`),
    marks.length === 0 ? undefined : `$(info) ${marks.map(escapeMarkdown).join(' · ')}`,
    [
      memory.accessCount === 0
        ? t('Not opened in Memdir')
        : tPlural(memory.accessCount, 'Opened {n} time', 'Opened {n} times'),
      ...(referencedBy === 0 ? [] : [tPlural(referencedBy, 'Referenced by {n} memory', 'Referenced by {n} memories')]),
    ].join(' · '),
  ]);
}

/** Who shared a memory with the team, and when: one line, or none. */
export function sharedBy({ team }: MemorySummary): readonly string[] {
  if (team === undefined) return [];
  const { author, updatedAt } = team;
  if (author === null) return [t('Shared with the team')];
  return updatedAt === null
    ? [t('Shared by {author}', { author })]
    : [t('Shared by {author}, {time}', { author, time: new Date(updatedAt).toLocaleString() })];
}
