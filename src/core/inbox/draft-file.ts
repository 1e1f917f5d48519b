/** Draft files: markdown with front matter, so that they can be read and edited like memories. */
import { fieldOf, parseFrontMatter, quoteScalar } from '../frontmatter/frontmatter.js';
import { firstSentence } from '../markdown/plain-text.js';
import type { Draft } from './results.js';

const SOURCES: readonly Draft['origin']['source'][] = ['hook', 'command', 'endpoint', 'transcript'];

/** Formats a draft. Its id is the file's name. */
export function formatDraft({ name, description, type, body, origin, updates, createdAt }: Draft): string {
  const line = (key: string, value: string | undefined): string[] =>
    value === undefined ? [] : [`${key}: ${quoteScalar(value)}`];
  const metadata = [
    ...line('source', origin.source),
    ...line('engine', origin.engine),
    ...line('observed', origin.observedAt),
    ...line('session', origin.session),
    ...line('cwd', origin.cwd),
    ...line('updates', updates),
    ...line('created', createdAt),
  ];
  return [
    '---',
    ...line('name', name),
    ...line('description', description),
    ...line('type', type),
    'metadata:',
    ...metadata.map((each) => `  ${each}`),
    '---',
    '',
    body.trim(),
    '',
  ].join('\n');
}

/**
 * Parses a draft file, which the user may have edited: missing fields are derived. Undefined when it has no body or no
 * origin.
 */
export function parseDraftText(id: string, text: string): Draft | undefined {
  const frontMatter = parseFrontMatter(text);
  const field = (path: string): string | undefined => fieldOf(frontMatter, path)?.text?.trim() || undefined;
  const body = text.slice(frontMatter.bodyOffset).trim();
  const source = SOURCES.find((each) => each === field('metadata.source'));
  const observedAt = field('metadata.observed');
  if (body === '' || source === undefined || observedAt === undefined) return undefined;
  const session = field('metadata.session');
  const cwd = field('metadata.cwd');
  const updates = field('metadata.updates');
  return {
    id,
    body,
    description: field('description') ?? firstSentence(body),
    name: field('name') ?? firstSentence(body),
    type: field('type') ?? 'context',
    origin: {
      source,
      engine: field('metadata.engine') ?? 'rules',
      observedAt,
      ...(session === undefined ? {} : { session }),
      ...(cwd === undefined ? {} : { cwd }),
    },
    ...(updates === undefined ? {} : { updates }),
    createdAt: field('metadata.created') ?? observedAt,
  };
}
