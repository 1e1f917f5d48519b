/**
 * Checks proposals of a consolidation: one that could lose a statement, an entry or a file is dropped, also when rules
 * made it.
 */
import { isCurrentKnowledge, isDailyLog, isNamedLikeIndex } from '../file-kinds.js';
import { LIMIT_LINES, LIMIT_UNITS } from '../index/budget.js';
import { INDEX_NAME, type IndexFile } from '../index/index-file.js';
import { indexStatements, plainLineOf } from '../index/index-statements.js';
import { resolveEntry } from '../index/resolved-entries.js';
import { namesOf } from '../links/resolve.js';
import { GROUP_ABOVE } from '../lint/rule.js';
import { mayContainConflict } from '../markdown/conflict-markers.js';
import { PROSE_CAP } from '../markdown/prose.js';
import { memo } from '../memo.js';
import { plural } from '../plural.js';
import { INSTRUCTION_PATTERNS, matchInstruction, mayInstruct } from '../safety/instruction-patterns.js';
import { findSecrets } from '../secrets/secrets.js';
import { safePath } from '../write/import-memory.js';
import { versionResolver } from '../write/version-chain.js';
import {
  applyChanges,
  type ChangedStore,
  type ChangedText,
  type DreamCandidate,
  type DreamStore,
  textIn,
} from './apply-changes.js';
import { exactWords, StatementIndex, unitsOf } from './coverage.js';
import { runSteps, type Steps } from './steps.js';

/** Share of the entries of an index that one consolidation may take out. */
export const MOST_LOST = 0.25;

export interface Accepted {
  readonly candidate: DreamCandidate;
  readonly texts: ReadonlyMap<string, ChangedText>;
}

export interface Checked {
  readonly accepted: readonly Accepted[];
  readonly dropped: readonly { readonly candidate: DreamCandidate; readonly reason: string }[];
}

/** Checks candidates in order. Any subset of the accepted ones can be applied together. */
export const checkAll = (store: DreamStore, candidates: readonly DreamCandidate[]): Checked =>
  runSteps(checkEach(store, candidates));

/** The same in steps of a few milliseconds each. */
export function* checkEach(store: DreamStore, candidates: readonly DreamCandidate[]): Steps<Checked> {
  const accepted: Accepted[] = [];
  const dropped: Checked['dropped'][number][] = [];
  const claimed = new ClaimedFiles();
  const entries = new LostEntries(store);
  const growth = new IndexGrowth(store.index);
  for (const candidate of candidates) {
    const made =
      faultBefore(candidate, store) ??
      modelFault(candidate, store) ??
      claimed.fault(candidate) ??
      applyChanges(store, candidate.changes);
    const reason =
      typeof made === 'string'
        ? made
        : 'fault' in made
          ? made.fault
          : faultAfter(candidate, store, made, { entries, growth });
    yield;
    if (typeof made === 'string' || 'fault' in made || reason !== undefined) {
      dropped.push({ candidate, reason: reason ?? '' });
      continue;
    }
    claimed.add(candidate);
    entries.add(made);
    growth.add(made);
    accepted.push({ candidate, texts: made.texts });
  }
  return { accepted, dropped };
}

/**
 * Files claimed by accepted candidates: no other candidate may change them or rely on them. The index is recomputed for
 * each subset.
 */
class ClaimedFiles {
  readonly #changed = new Set<string>();
  readonly #needed = new Set<string>();

  fault({ changes }: DreamCandidate): string | undefined {
    const taken =
      changedPaths(changes).find((path) => this.#changed.has(path) || this.#needed.has(path)) ??
      heirs(changes).find((path) => this.#changed.has(path));
    return taken === undefined
      ? undefined
      : `Another proposal is about ${taken} already. Apply that one, then look again.`;
  }

  add({ changes }: DreamCandidate): void {
    for (const path of changedPaths(changes)) this.#changed.add(path);
    for (const path of heirs(changes)) this.#needed.add(path);
  }
}

const changedPaths = (changes: DreamCandidate['changes']): string[] =>
  changes.flatMap((change) =>
    (change.do === 'text' && change.path !== INDEX_NAME) || change.do === 'retire' ? [change.path] : [],
  );
const heirs = (changes: DreamCandidate['changes']): string[] => {
  const own = new Set(changedPaths(changes));
  return changes.flatMap((change) =>
    change.do === 'retire' && change.by !== undefined && !own.has(change.by) ? [change.by] : [],
  );
};

/** Faults of a candidate before it is applied. */
function faultBefore({ sources, changes }: DreamCandidate, store: DreamStore): string | undefined {
  if (sources.length === 0) return 'It names nothing that it was made from.';
  const unknown = sources.find((path) => textIn(store, path) === undefined);
  if (unknown !== undefined) return `It was made from ${shown(unknown)}, which is not there.`;
  const garbled = sources.find((path) => (store.files.get(path)?.source.encoding ?? 'utf8') !== 'utf8');
  if (garbled !== undefined)
    return `It was made from ${shown(garbled)}, which is not valid UTF-8. Save it as UTF-8 first.`;
  for (const path of [
    ...changes.flatMap((change) => (change.do === 'text' || change.do === 'retire' ? [change.path] : [])),
    ...heirs(changes),
  ]) {
    const fault = faultOfPath(path, store);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const shown = (path: string): string => `“${path.slice(0, 80)}”`;

function faultOfPath(path: string, store: DreamStore): string | undefined {
  const file = store.files.get(path);
  const source = path === INDEX_NAME ? store.index?.source : file?.source;
  if (source === undefined) {
    if (path === INDEX_NAME) return undefined;
    return safePath(path) === path && !isDailyLog(path) && !isNamedLikeIndex(path)
      ? undefined
      : `${shown(path)} is no place for a memory of this directory.`;
  }
  if (path !== INDEX_NAME && (isDailyLog(path) || isNamedLikeIndex(path)))
    return `${path} is ${isDailyLog(path) ? 'a daily log' : 'an index'}, which is only read.`;
  if (source.linkTarget !== undefined) return `${path} is a link that leaves the memory directory.`;
  if (file !== undefined && mayContainConflict(file.lines))
    return `${path} holds merge conflicts. Resolve them, then look again.`;
  return source.unreadable !== undefined || source.encoding !== 'utf8'
    ? `${path} is not UTF-8 text that can be written.`
    : undefined;
}

/** Faults of the store that a candidate would lead to. */
function faultAfter(
  candidate: DreamCandidate,
  store: DreamStore,
  made: ChangedStore,
  { entries, growth }: { readonly entries: LostEntries; readonly growth: IndexGrowth },
): string | undefined {
  if (made.texts.size === 0) return 'It changes nothing.';
  return (
    entries.fault(made) ??
    growth.fault(made) ??
    secretIn(made) ??
    garbledIn(made) ??
    lostOfIndex(store, made) ??
    lostText(store, made) ??
    (candidate.by === 'model' ? inventedIn(candidate, store, made) : undefined)
  );
}

const listed = (index: IndexFile | undefined, names: ReturnType<typeof namesOf>): Set<string> =>
  new Set(
    (index?.entries ?? [])
      .filter(({ mention }) => !mention)
      .map((entry) => resolveEntry(entry, names).found ?? entry.target),
  );

/** Worst-case count of index entries that the accepted candidates remove, over all subsets. */
class LostEntries {
  readonly #before: ReadonlySet<string>;
  /**
   * Entries that an accepted candidate adds: a second candidate that adds the same entry does not compensate for
   * another loss.
   */
  readonly #brought = new Set<string>();
  #lost = 0;

  constructor({ index, files }: DreamStore) {
    this.#before = listed(index, namesOf(files));
  }

  add(made: ChangedStore): void {
    this.#lost += this.#lostBy(made);
    for (const path of this.#after(made)) if (!this.#before.has(path)) this.#brought.add(path);
  }

  fault(made: ChangedStore): string | undefined {
    const [lost, all] = [this.#lostBy(made), this.#before.size];
    if (lost === 0) return undefined;
    if (lost > GROUP_ABOVE)
      return `It would take ${lost} of ${all} entries out of ${INDEX_NAME} at once. So many mean that files were left behind or lost: look for them first.`;
    if (lost + this.#lost <= all * MOST_LOST) return undefined;
    const together = this.#lost === 0 ? '' : ` together with the other proposals (${lost + this.#lost} in all)`;
    return `It would take ${lost} of ${all} entries out of ${INDEX_NAME}${together}; more than a quarter at once is never proposed.`;
  }

  #after({ store: { index }, names }: ChangedStore): Set<string> {
    return listed(index, names);
  }

  #lostBy(made: ChangedStore): number {
    if (!made.texts.has(INDEX_NAME) && [...made.texts.values()].every(({ before }) => before !== undefined)) return 0;
    const after = this.#after(made);
    const removed = [...this.#before].filter((path) => !after.has(path)).length;
    const added = [...after].filter((path) => !this.#before.has(path) && !this.#brought.has(path)).length;
    return Math.max(0, removed - added);
  }
}

/** Worst-case growth of the index by the accepted candidates, over all subsets. */
class IndexGrowth {
  #grown = { lines: 0, units: 0 };

  constructor(readonly before: IndexFile | undefined) {}

  add(made: ChangedStore): void {
    const { lines, units } = this.#by(made);
    this.#grown = { lines: this.#grown.lines + lines, units: this.#grown.units + units };
  }

  fault(made: ChangedStore): string | undefined {
    const { lines, units } = this.#by(made);
    if (lines === 0 && units === 0) return undefined;
    const now = { lines: this.before?.budget.lines ?? 0, units: this.before?.budget.units ?? 0 };
    const [allLines, allUnits] = [now.lines + this.#grown.lines + lines, now.units + this.#grown.units + units];
    if (allLines <= LIMIT_LINES && allUnits <= LIMIT_UNITS) return undefined;
    const together = this.#grown.lines === 0 && this.#grown.units === 0 ? '' : ', together with the other proposals';
    return `${INDEX_NAME} would be longer than what Claude Code loads of it (${plural(allLines, 'line')}, ${plural(allUnits, 'character')}${together}).`;
  }

  #by({ store: { index } }: ChangedStore): { readonly lines: number; readonly units: number } {
    return {
      lines: Math.max(0, (index?.budget.lines ?? 0) - (this.before?.budget.lines ?? 0)),
      units: Math.max(0, (index?.budget.units ?? 0) - (this.before?.budget.units ?? 0)),
    };
  }
}

function secretIn({ texts }: ChangedStore): string | undefined {
  for (const [path, { before, after }] of texts) {
    if (
      findSecrets(after, { includeAllowed: true }).length > findSecrets(before ?? '', { includeAllowed: true }).length
    )
      return `${path} would hold what looks like a secret. Take it out of what the proposal was made from.`;
  }
  return undefined;
}

function garbledIn({ texts }: ChangedStore): string | undefined {
  const count = (text: string): number => text.split('\uFFFD').length;
  const path = [...texts].find(([, { before = '', after }]) => count(after) > count(before))?.[0];
  return path === undefined ? undefined : `${path} would hold text that is not valid UTF-8 where it comes from.`;
}

const statementsOf = memo(({ index, files }: DreamStore) =>
  index === undefined ? new Set<string>() : indexStatements(index, files),
);

/** A sentence of the index that is no mere pointer stays in it. */
function lostOfIndex(store: DreamStore, { store: { index }, texts }: ChangedStore): string | undefined {
  if (index === undefined || !texts.has(INDEX_NAME)) return undefined;
  const there = new Set(Array.from({ length: index.lines.count }, (_, line) => plainLineOf(index, line)));
  const lost = [...statementsOf(store)].find((statement) => !there.has(statement));
  return lost === undefined ? undefined : `${INDEX_NAME} would no longer say “${lost.slice(0, 80)}”.`;
}

const versionsOf = memo((store: DreamStore) => versionResolver(store));

/** Statements of a memory that no other current memory covers, except where it is replaced on purpose. */
function lostText(store: DreamStore, made: ChangedStore): string | undefined {
  const closely = [...made.texts.keys()].flatMap((path) => currentBody(made.store, path));
  const replaced = versionsOf(store);
  for (const [path, { before }] of made.texts) {
    const file = store.files.get(path);
    if (before === undefined || file === undefined || !isCurrentKnowledge(file)) continue;
    const after = made.store.files.get(path);
    const retired = after === undefined || !isCurrentKnowledge(after);
    const heir = after?.memory.supersededBy;
    const heirFile = heir === undefined ? undefined : store.files.get(heir);
    if (retired && heirFile?.memory.supersedes !== undefined && replaced(heirFile.memory.supersedes) === path) continue;
    const there = new StatementIndex([...closely, ...(heir === undefined ? [] : currentBody(made.store, heir))]);
    const missing = unitsOf(file.memory.body).filter((unit) => !there.covers(unit));
    if (missing.length === 0) continue;
    const elsewhere = new StatementIndex(
      [],
      [...made.store.files.keys()].flatMap((other) => (other === path ? [] : currentBody(made.store, other))),
    );
    const lost = missing.find((unit) => !elsewhere.covers(unit));
    if (lost !== undefined)
      return `${path} says something that no memory would say any more: “${lost.text.slice(0, 80)}”.`;
  }
  return undefined;
}

function currentBody({ files }: DreamStore, path: string): string[] {
  const file = files.get(path);
  return file !== undefined && isCurrentKnowledge(file) ? [file.memory.body] : [];
}

/** A number, path or code name that a model invents: in the text of a memory, or in its index entry. */
function inventedIn(
  { sources }: DreamCandidate,
  store: DreamStore,
  { texts, store: after }: ChangedStore,
): string | undefined {
  const allowedWords = new Set([
    ...sources,
    ...sources.map((path) => path.slice(path.lastIndexOf('/') + 1)),
    ...sources.flatMap((path) => [...exactWords(textIn(store, path) ?? '')]),
  ]);
  for (const path of texts.keys()) {
    const [file, before] = [after.files.get(path), store.files.get(path)];
    if (file === undefined || !isCurrentKnowledge(file)) continue;
    const own = exactWords(before?.source.text ?? '');
    const stated = [
      ...exactWords(file.memory.body),
      ...exactWords(file.memory.description),
      ...(before === undefined ? (file.memory.name.match(/\d{2,}/g) ?? []) : []),
    ];
    const invented = stated.find(
      (word) => word !== 'not' && !own.has(word) && !allowedWords.has(word) && !/^\d{4}-\d\d-\d\d$/.test(word),
    );
    if (invented !== undefined)
      return `${path} would say “${invented.slice(0, 60)}”, which nothing it was made from says.`;
  }
  return undefined;
}

/**
 * Limits of a text by a model: its length relative to its sources, and UTF-16 units beside that for front matter and
 * headings.
 */
const MOST_LONGER = 1.5;
const FRAME = 2_000;
const CONFLICT = /^(?:<{7}|>{7})(?: |$)/m;
/** The linter's definition. */
const steers = (text: string): boolean =>
  mayInstruct(text) &&
  text
    .split('\n')
    .some((line) =>
      INSTRUCTION_PATTERNS.some((pattern) => matchInstruction(pattern, line.slice(0, PROSE_CAP)) !== undefined),
    );

/** What is wrong with a candidate that a model made; undefined for candidates of rules. */
export function modelFault(
  { by, kind, sources, given, changes }: DreamCandidate,
  store: DreamStore,
): string | undefined {
  if (by !== 'model') return undefined;
  const foreign = given === undefined ? undefined : sources.find((path) => !given.includes(path));
  if (foreign !== undefined) return `It was made from “${foreign.slice(0, 80)}”, which the model was not given.`;
  if (kind === 'merge' && sources.length < 2) return `It would only write ${sources.join()} anew.`;
  const written = changes.flatMap((change) => (change.do === 'text' ? [change] : []));
  const all = sources.reduce((units, path) => units + (textIn(store, path)?.length ?? 0), 0);
  if (written.some(({ after }) => after.length > all * MOST_LONGER + FRAME))
    return 'It would be much longer than what it was made from.';
  const marks = written.find(({ before = '', after }) => CONFLICT.test(after) && !CONFLICT.test(before));
  if (marks !== undefined) return `${marks.path} would hold merge conflicts.`;
  const steering = written.find(({ before = '', after }) => steers(after) && !steers(before));
  return steering === undefined ? undefined : `${steering.path} would hold text that steers an agent against its user.`;
}
