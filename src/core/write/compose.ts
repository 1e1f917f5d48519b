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

function nested(memory: NewMemory, style: WritingStyle): string[] {
  const lines = [
    ...(style.nodeType ? ['node_type: memory'] : []),
    `type: ${scalar(memory.type)}`,
    ...sharedFields(memory),
    ...(style.dated ? [`modified: ${new Date(memory.dateMs).toISOString()}`] : []),
  ];
  return [`metadata:${style.spaced ? ' ' : ''}`, ...lines.map((line) => `  ${line}`)];
}

const flat = (memory: NewMemory, style: WritingStyle): string[] => [
  `type: ${scalar(memory.type)}`,
  ...sharedFields(memory),
  ...(style.dated ? [`created: ${new Date(memory.dateMs).toISOString()}`] : []),
];

const sharedFields = ({ repos, tags, agentId, supersedes }: NewMemory): string[] => [
  ...(repos.length > 0 ? [`repos: ${list(repos)}`] : []),
  ...(tags.length > 0 ? [`tags: ${list(tags)}`] : []),
  ...(agentId === undefined ? [] : [`agent_id: ${scalar(agentId)}`]),
  ...(supersedes === undefined ? [] : [`supersedes: ${quoteScalar(supersedes)}`]),
];

const scalar = (text: string): string => (isPlain(text) ? text : quoteScalar(text));

const list = (items: readonly string[]): string =>
  `[${items.map((item) => (/^[A-Za-z][\w./-]*$/.test(item) && isPlain(item) ? item : quoteScalar(item))).join(', ')}]`;
