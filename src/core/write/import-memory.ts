/** Validates memories that are imported as JSON Lines. */
import { t } from '../l10n.js';
import { foldPath } from '../links/target.js';
import type { ImportedMemory } from '../results.js';

const LONGEST_PATH = 200;
/** Characters that some file system forbids, or that links interpret. */
const UNSAFE = /[\u0000-\u001f\u007f<>:"|?*\\]/;

/**
 * A path of an import as a path inside a store; undefined for one that leaves it, names no memory, or is not portable.
 */
export function safePath(path: string | undefined): string | undefined {
  if (
    path === undefined ||
    path.length > LONGEST_PATH ||
    UNSAFE.test(path) ||
    /^[/~]/.test(path) ||
    !path.isWellFormed()
  )
    return undefined;
  const folded = foldPath(path.normalize('NFC'));
  if (folded === undefined || folded !== path.normalize('NFC') || !/[^/]\.md$/i.test(folded)) return undefined;
  const parts = folded.split('/');
  const odd = parts.some(
    (part) =>
      part.startsWith('.') ||
      /[. ]$/.test(part) ||
      /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(part) ||
      part === 'node_modules',
  );
  return odd || /(?:^|\/)memory\.md$/i.test(folded) ? undefined : folded;
}

const TEXTS = [
  'id',
  'store',
  'path',
  'name',
  'description',
  'type',
  'agentId',
  'createdAt',
  'deletedAt',
  'supersedes',
  'supersededBy',
  'frontMatter',
] as const;

/** Parses one imported value, or gives the reason against it. Unknown keys and values of a wrong type are ignored. */
export function parseImported(value: unknown): ImportedMemory | { readonly reason: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { reason: t('It isn’t a JSON object.') };
  const fields = value as Readonly<Record<string, unknown>>;
  if (typeof fields['body'] !== 'string') return { reason: t('It has no text “body”.') };
  const texts = TEXTS.flatMap((key) => (typeof fields[key] === 'string' ? [[key, fields[key]]] : []));
  const lists = ['repos', 'tags'].flatMap((key) => {
    const list = fields[key];
    return Array.isArray(list) ? [[key, list.filter((item) => typeof item === 'string')]] : [];
  });
  return { body: fields['body'], ...Object.fromEntries([...texts, ...lists]) } as ImportedMemory;
}
