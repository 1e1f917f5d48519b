/**
 * Memory that the host of a session mounts from Claude Code's memory service: `CLAUDE_MEMORY_STORES`. It is not documented; this is what
 * several public descriptions of it agree on. The paths in it are the service's own and name nothing on this disk.
 */
import * as z from 'zod';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { grouped } from '../../core/numbers.js';

export interface Mount {
  /** Folder below `team` of Claude Code's memory; the user's own memory has none and is that memory itself. */
  readonly name: string;
  readonly scope: 'team' | 'user';
  readonly readOnly: boolean;
  /** File in it that Claude Code loads at the start of a session, and how much of it. Slashes forward; bytes. */
  readonly index?: string;
  readonly indexBytes?: number;
}

export interface Mounts {
  readonly mounts: readonly Mount[];
  /** Why the variable is ignored, when it is set. */
  readonly ignored?: string;
}

export const MOUNTS_VARIABLE = 'CLAUDE_MEMORY_STORES';

const PATH = z.string().regex(/^\/(?![/\\])/);
const SAFE_PATH = /^(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+)*$/;
const ENTRY = z.object({
  path: PATH,
  mode: z.enum(['rw', 'ro']).default('rw'),
  scope: z.enum(['user', 'team']).default('team'),
  mount: z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .optional(),
  promptIndex: z.string().regex(SAFE_PATH).optional(),
  promptIndexMaxBytes: z.number().int().positive().optional(),
});
const VALUE = z.array(z.union([PATH.transform((path) => ENTRY.parse({ path })), ENTRY]));

/** Parses the variable. As in Claude Code, an error invalidates all of it; messages never repeat the value. */
export function mountsOf(env: Readonly<Record<string, string | undefined>>): Mounts {
  const text = env[MOUNTS_VARIABLE]?.trim() ?? '';
  if (text === '') return { mounts: [] };
  const ignored = (why: string): Mounts => ({
    mounts: [],
    ignored: t('{name} is ignored: {reason}.', { name: MOUNTS_VARIABLE, reason: why }),
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message would repeat the value.
    return ignored(t('it isn’t plain JSON'));
  }
  const entries = VALUE.safeParse(value);
  if (!entries.success) return ignored(whereWrong(entries.error));
  try {
    return { mounts: distinct(entries.data.map(mountOf)) };
  } catch (error) {
    return ignored(messageOf(error));
  }
}

function whereWrong({ issues }: z.ZodError): string {
  const at = issues[0]?.path[0];
  return typeof at === 'number'
    ? t('store {n} must be a path that starts with /, or an object with such a path', { n: at + 1 })
    : t('it must be a list of stores');
}

function mountOf({ path, mode, scope, mount, promptIndex, promptIndexMaxBytes }: z.infer<typeof ENTRY>): Mount {
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? '';
  const name = mount ?? last.replace(/[^A-Za-z0-9_-]/g, '-');
  if (name === '') throw new Error(t('a store without mount needs a path that ends in a name'));
  return {
    name,
    scope,
    readOnly: mode === 'ro',
    ...(promptIndex === undefined ? {} : { index: promptIndex }),
    ...(promptIndexMaxBytes === undefined ? {} : { indexBytes: promptIndexMaxBytes }),
  };
}

function distinct(mounts: readonly Mount[]): readonly Mount[] {
  const twice = mounts.find(({ name }, at) => mounts.findIndex((other) => other.name === name) !== at);
  if (twice !== undefined) throw new Error(t('two stores are mounted as {name}', { name: twice.name }));
  if (mounts.filter(({ scope }) => scope === 'user').length > 1) throw new Error(t('it has more than one user store'));
  return mounts;
}

export const teamMounts = (mounts: readonly Mount[]): readonly Mount[] =>
  mounts.filter(({ scope }) => scope === 'team');

/** Notes on the file that Claude Code loads of a mounted store, where it differs from other stores. */
export function noteOnIndex({ index, indexBytes }: Mount): string[] {
  if (index === undefined) return [];
  if (index === 'MEMORY.md' && indexBytes === undefined) return [];
  return [
    indexBytes === undefined
      ? t('At the start of a session, Claude Code loads its {index}.', { index })
      : t('At the start of a session, Claude Code loads its {index}, at most {n} bytes.', {
          index,
          n: grouped(indexBytes),
        }),
  ];
}
