/** Prepares the content of a new memory: masks secrets and derives metadata, or tells why it cannot be written. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import { sourceOfText } from '../../core/memory.js';
import { nearestType, type TypeTable } from '../../core/memory-types.js';
import { grouped } from '../../core/numbers.js';
import { parseMemory } from '../../core/parse-memory.js';
import type { RememberRequest } from '../../core/results.js';
import { withoutInvisible } from '../../core/safety/invisible-runs.js';
import { findSecrets, maskSecrets } from '../../core/secrets/secrets.js';
import { describe } from '../../core/write/default-description.js';
import { MASK } from '../../core/write/slug-words.js';

/** UTF-16 units of a body. Larger files could be read, but are too long to be recalled. */
const LONGEST = 1_000_000;
const DEFAULT_TYPE = 'project';

export interface Content {
  readonly body: string;
  readonly description: string;
  /** The given name, or the first sentence. */
  readonly title: string;
  readonly named: boolean;
  /** Whether the memory gets the name to the letter; else a slug of it in the style of the store. */
  readonly literalName: boolean;
  readonly type: string;
  readonly repos: readonly string[];
  readonly tags: readonly string[];
  readonly agentId?: string;
  /** Who shares it with a team. */
  readonly author?: string;
  readonly redacted: number;
}

export type ContentRefusal = { readonly status: 'rejected' | 'blocked'; readonly reason: string };

/** Masks secrets, and counts them over all fields. */
export class SecretMask {
  count = 0;

  text(text: string): string {
    const found = findSecrets(text, { includeAllowed: true }).length;
    this.count += found;
    return found === 0 ? text : maskSecrets(text);
  }
}

/** Whether a text contains what looks like a secret, which is never written. */
export const holdsSecret = (text: string): boolean => findSecrets(text, { includeAllowed: true }).length > 0;

export const BLOCKED: ContentRefusal = {
  status: 'blocked',
  get reason() {
    return t(
      'The text contains what looks like a secret and can’t be masked reliably. Remove it, and note only where it is kept.',
    );
  },
};

type InheritedFields = Pick<Content, 'repos' | 'tags' | 'agentId'> & Partial<Pick<Content, 'type'>>;

/** @param inherited fields of the memory that is replaced; they are not checked again */
export function prepareContent(
  request: RememberRequest,
  types: TypeTable,
  inherited?: InheritedFields,
): Content | ContentRefusal {
  const raw = request.raw ?? false;
  const parsed = raw ? { ...NO_FIELDS, body: request.content } : splitFrontMatter(request.content, types);
  const refused = checkBody(parsed.body);
  if (refused !== undefined) return refused;
  const mask = new SecretMask();
  const body = mask.text(parsed.body.toWellFormed());
  const field = (text: string | undefined): string | undefined =>
    text === undefined || text.trim() === '' ? undefined : mask.text(oneLine(text));
  const sentence = firstSentence(body);
  const name = plainName(field(request.name ?? parsed.name));
  return {
    body,
    description: field(request.description ?? parsed.description) ?? describe(body),
    title: name ?? sentence,
    named: name !== undefined,
    literalName: name !== undefined,
    type: inherited?.type ?? typeOf(request.type ?? parsed.type, types),
    repos: words(inherited?.repos ?? request.repos ?? parsed.repos, mask),
    tags: words(inherited?.tags ?? request.tags ?? parsed.tags, mask),
    ...optional('agentId', field(inherited?.agentId ?? request.agentId ?? parsed.agentId)),
    redacted: mask.count,
  };
}

/** A name as it was given, without masks and what is invisible; undefined when nothing is left of it. */
const plainName = (name: string | undefined): string | undefined =>
  withoutInvisible(name?.replace(MASK, ' ') ?? '')
    .replace(/\s+/g, ' ')
    .trim() || undefined;

const optional = <K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> =>
  value === undefined ? {} : ({ [key]: value } as Record<K, string>);

export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, ' ')
    .trim();

const words = (items: readonly string[] | undefined, mask: SecretMask): string[] => [
  ...new Set((items ?? []).map((item) => mask.text(oneLine(item))).filter((item) => item !== '')),
];

export function checkBody(body: string): ContentRefusal | undefined {
  const rejected = (reason: string): ContentRefusal => ({ status: 'rejected', reason });
  if (!/[\p{L}\p{N}\p{S}]/u.test(body)) return rejected(t('Nothing to remember: the text is empty.'));
  if (body.length > LONGEST)
    return rejected(
      t('The text is longer than {limit} characters. Remember only what matters.', {
        limit: grouped(LONGEST),
      }),
    );
  return body.includes('\0') ? rejected(t('The text contains null bytes. Save it as UTF-8 text.')) : undefined;
}

interface ContentFields {
  readonly body: string;
  readonly name?: string;
  readonly description?: string;
  readonly type?: string;
  readonly repos?: readonly string[];
  readonly tags?: readonly string[];
  readonly agentId?: string;
}

const NO_FIELDS: Omit<ContentFields, 'body'> = {};

/** A text without front matter of its own. */
export const bodyOfText = (content: string, types: TypeTable): string => splitFrontMatter(content, types).body;

/** Splits a text with front matter of its own into fields, as a memory file is. */
function splitFrontMatter(content: string, types: TypeTable): ContentFields {
  // Most texts have none, and reading takes a moment.
  if (!/^\uFEFF?\s*---/.test(content)) return { body: content.replace(/^\uFEFF/, '') };
  const { frontMatter, memory } = parseMemory(sourceOfText('text.md', content), { types, storeKind: 'main' });
  if (frontMatter.state !== 'yaml' || !(memory.named || memory.description !== '' || memory.type !== 'unknown'))
    return { body: content.replace(/^\uFEFF/, '') };
  return {
    body: memory.body,
    repos: memory.repos,
    tags: memory.tags,
    ...(memory.named ? { name: memory.name } : {}),
    ...(memory.description === '' ? {} : { description: memory.description }),
    ...(memory.type === 'unknown' ? {} : { type: memory.type }),
    ...(memory.agentId === undefined ? {} : { agentId: memory.agentId }),
  };
}

function typeOf(type: string | undefined, types: TypeTable): string {
  if (type === undefined || type.trim() === '') return DEFAULT_TYPE;
  const known = nearestType(type, types);
  if (known === undefined)
    throw new MemdirError(
      'bad-input',
      t('“{type}” isn’t a memory type. Use one of {types}.', {
        type: oneLine(type).slice(0, 40),
        types: Object.keys(types).join(', '),
      }),
    );
  return known;
}
