/** Formats a new memory file. */
import { quoteScalar } from '../frontmatter/frontmatter.js';
import { isPlain } from '../frontmatter/scalar.js';
import type { WritingStyle } from './writing-style.js';

export interface NewMemory {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly repos: readonly string[];
  readonly tags: readonly string[];
  readonly agentId?: string | undefined;
  /** Who shares it with a team. */
  readonly author?: string | undefined;
  readonly supersedes?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly dateMs: number;
  /** Appended as it is. */
  readonly body: string;
}

export interface ComposeOptions {
  /** The body is appended byte by byte; else it is trimmed and gets the line ends of the store. */
  readonly exact: boolean;
}

export function composeMemory(memory: NewMemory, style: WritingStyle, { exact }: ComposeOptions): string {
  const end = style.lineEnd;
  const block = [
    '---',
    `name: ${scalar(memory.name)}`,
    `description: ${scalar(memory.description)}`,
    ...(style.metadata ? nested(memory, style) : flat(memory, style)),
    '---',
    '',
  ].join(end);
  if (exact) return block + memory.body;
  return block + (style.gap ? end : '') + memory.body.trim().replace(/\r\n|\r|\n/g, end) + end;
}

/** As Claude Code writes it, so that its next write of the file changes nothing but what it is about. */
function nested(memory: NewMemory, style: WritingStyle): string[] {
  const lines = [
    ...(style.nodeType ? ['node_type: memory'] : []),
    `type: ${scalar(memory.type)}`,
    ...sharedFields(memory, blockList),
    ...(style.dated ? [`modified: ${new Date(memory.dateMs).toISOString()}`] : []),
  ];
  return ['metadata:', ...lines.map((line) => `  ${line}`)];
}

const flat = (memory: NewMemory, style: WritingStyle): string[] => [
  `type: ${scalar(memory.type)}`,
  ...sharedFields(memory, flowList),
  ...(style.dated ? [`created: ${new Date(memory.dateMs).toISOString()}`] : []),
];

type ListForm = (key: string, items: readonly string[]) => readonly string[];

const sharedFields = ({ repos, tags, agentId, author, supersedes }: NewMemory, listOf: ListForm): string[] => [
  ...(repos.length > 0 ? listOf('repos', repos) : []),
  ...(tags.length > 0 ? listOf('tags', tags) : []),
  ...(agentId === undefined ? [] : [`agent_id: ${scalar(agentId)}`]),
  ...(author === undefined ? [] : [`author: ${scalar(author)}`]),
  ...(supersedes === undefined ? [] : [`supersedes: ${scalar(supersedes)}`]),
];

const scalar = (text: string): string => (isPlain(text) ? text : quoteScalar(text));

const item = (text: string): string => (/^[A-Za-z][\w./-]*$/.test(text) && isPlain(text) ? text : quoteScalar(text));

const blockList: ListForm = (key, items) => [`${key}:`, ...items.map((each) => `  - ${item(each)}`)];

const flowList: ListForm = (key, items) => [`${key}: [${items.map(item).join(', ')}]`];
