/** The relation of two memories: near-duplicate, or a newer one that says otherwise. The one definition for checks, lists, review, map, consolidation, `remember` and search. */
import { stemOf } from '../file-stem.js';
import type { Relation } from '../parsed-store.js';
import { type Claim, differenceOf } from './claims.js';
import { type ComparedMemory, duplication, isNamedAfter, type Profile, profileOf, sameSubject } from './profile.js';
import { type Conflict, denialBetween, retellingBetween } from './versions.js';

/** More values in a sentence are a list. */
const MOST_VALUES = 2;

/** The relation of two memories, whatever others there are; undefined when there is none. */
export function relationBetween(file: ComparedMemory, other: ComparedMemory): Relation | undefined {
  const [a, b] = [profileOf(file), profileOf(other)];
  return duplicateOf(a, b) ?? claimContradiction(a, b) ?? versionRelation(a, b);
}

/** The first claim of one memory that a claim of the other contradicts. */
function claimContradiction(a: Profile, b: Profile): Relation | undefined {
  for (const claim of a.claims) {
    for (const against of b.claims) {
      const found = mayContradict(claim, against) ? contradictionOf(a, claim, b, against) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** What one memory denies of the other, or tells again. */
export function versionRelation(a: Profile, b: Profile): Relation | undefined {
  if (saysItReplaces(a, b)) return undefined;
  const denial = denialBetween(a.file, b.file);
  const conflict = denial ?? retellingBetween(a.file, b.file);
  return conflict && relationOf(a, b, { kind: denial ? 'related' : 'retold', similarity: 0, conflict });
}

export type VersionReason = 'replaces' | 'contradicts' | 'retells';

/** Why the newer of two memories takes the place of the older one; undefined where they are no versions of one fact. */
export function versionReason(newer: ComparedMemory, older: ComparedMemory): VersionReason | undefined {
  if (replaces(newer, older)) return 'replaces';
  const kind = relationBetween(newer, older)?.kind;
  return kind === undefined || kind === 'duplicate' ? undefined : kind === 'retold' ? 'retells' : 'contradicts';
}

function mayContradict(a: Claim, b: Claim): boolean {
  const subjects = subjectsOf(b);
  return (isValued(a) && isValued(b)) || subjectsOf(a).some((key) => subjects.includes(key));
}

/** Whether it contains a value that another claim can contradict. */
export const isValued = ({ values, choice }: Claim): boolean =>
  choice === undefined && values.length > 0 && values.length <= MOST_VALUES;

/** Keys that contradicting claims share. */
export function subjectsOf({ key, choice }: Claim): readonly (number | string)[] {
  if (choice !== undefined) return [[choice.chosen, choice.refused].sort().join(' ')];
  return key === undefined ? [] : [key];
}

export function duplicateOf(a: Profile, b: Profile): Relation | undefined {
  if (saysItReplaces(a, b)) return undefined;
  const similarity = duplication(a, b);
  return similarity === undefined ? undefined : relationOf(a, b, { kind: 'duplicate', similarity });
}

export function contradictionOf(a: Profile, claimA: Claim, b: Profile, claimB: Claim): Relation | undefined {
  if (saysItReplaces(a, b)) return undefined;
  const difference = differenceOf(claimA, claimB);
  if (difference === undefined) return undefined;
  if (!sameSubject(a, b) && !(isNamedAfter(a, claimA) && isNamedAfter(b, claimB))) return undefined;
  const common = [...claimA.frame].filter((term) => claimB.frame.includes(term)).length;
  return relationOf(a, b, {
    kind: 'related',
    similarity: common / Math.max(claimA.frame.length, claimB.frame.length, 1),
    conflict: {
      a: { range: claimA.range, says: difference.a },
      b: { range: claimB.range, says: difference.b },
    },
  });
}

/** Names the newer of both first. */
function relationOf(
  a: Profile,
  b: Profile,
  { conflict, ...of }: Pick<Relation, 'kind' | 'similarity'> & { readonly conflict?: Conflict },
): Relation {
  const isNewer = isNewerThan(a, b);
  const [newer, older] = isNewer ? [a, b] : [b, a];
  return {
    newer: newer.file.source.path,
    older: older.file.source.path,
    ...of,
    ...(conflict && {
      conflict: isNewer ? { newer: conflict.a, older: conflict.b } : { newer: conflict.b, older: conflict.a },
    }),
  };
}

function isNewerThan({ file: a }: Profile, { file: b }: Profile): boolean {
  const [x, y] = [a.memory, b.memory];
  return x.dateMs > y.dateMs || (x.dateMs === y.dateMs && x.path > y.path);
}

const saysItReplaces = (a: Profile, b: Profile): boolean => replaces(a.file, b.file) || replaces(b.file, a.file);

/** Whether a memory says itself that it was written in place of another one. */
export const replaces = ({ memory }: ComparedMemory, { memory: old }: ComparedMemory): boolean =>
  memory.supersedes !== undefined &&
  [old.path, old.name, stemOf(old.path), old.ownId].includes(memory.supersedes.replace(/^\.\//, ''));
