/**
 * Checks proposals of a consolidation: one that could lose a statement, an entry or a file is dropped, also when rules
 * made it.
 */
import { isCurrentKnowledge, isDailyLog, isNamedLikeIndex } from '../file-kinds.js';
import { LIMIT_LINES, LIMIT_UNITS } from '../index/budget.js';
import { INDEX_NAME, type IndexFile } from '../index/index-file.js';
import { indexStatements, plainLineOf } from '../index/index-statements.js';
import { resolveEntry } from '../index/resolved-entries.js';
import { t } from '../l10n.js';
import { namesOf } from '../links/resolve.js';
import { GROUP_ABOVE } from '../lint/rule.js';
import { mayContainConflict } from '../markdown/conflict-markers.js';
import { PROSE_CAP } from '../markdown/prose.js';
import { memo } from '../memo.js';
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
import { exactWords, StatementIndex, unitsOf } from './statement-coverage.js';
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
      : t('Another proposal already changes {path}. Apply that one, then check again.', { path: taken });
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
  if (sources.length === 0) return t('It doesn’t name its sources.');
  const unknown = sources.find((path) => textIn(store, path) === undefined);
  if (unknown !== undefined) return t('Its source {name} doesn’t exist.', { name: shown(unknown) });
  const garbled = sources.find((path) => (store.files.get(path)?.source.encoding ?? 'utf8') !== 'utf8');
  if (garbled !== undefined)
    return t('Its source {name} isn’t valid UTF-8. Save it as UTF-8 first.', { name: shown(garbled) });
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
      : t('{path} isn’t a valid location for a memory in this directory.', { path: shown(path) });
  }
  if (path !== INDEX_NAME && (isDailyLog(path) || isNamedLikeIndex(path)))
    return isDailyLog(path)
      ? t('{path} is a daily log, which Memdir never changes.', { path })
      : t('{path} is an index, which can’t be changed here.', { path });
  if (source.linkTarget !== undefined) return t('{path} is a link that points outside the memory directory.', { path });
  if (file !== undefined && mayContainConflict(file.lines))
    return t('{path} contains merge conflicts. Resolve them, then check again.', { path });
  return source.unreadable !== undefined || source.encoding !== 'utf8'
    ? t('{path} isn’t UTF-8 text that can be written.', { path })
    : undefined;
}

/** Faults of the store that a candidate would lead to. */
function faultAfter(
  candidate: DreamCandidate,
  store: DreamStore,
  made: ChangedStore,
  { entries, growth }: { readonly entries: LostEntries; readonly growth: IndexGrowth },
): string | undefined {
  if (made.texts.size === 0) return t('It changes nothing.');
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
      return t(
        'It would remove {n} of {all} entries from {index} at once. Files may have been left behind or lost: find them first.',
        { n: lost, all, index: INDEX_NAME },
      );
    if (lost + this.#lost <= all * MOST_LOST) return undefined;
    const values = { n: lost, all, index: INDEX_NAME, sum: lost + this.#lost };
    return this.#lost === 0
      ? t('It would remove {n} of {all} entries from {index}, more than the maximum of a quarter.', {
          n: lost,
          all,
          index: INDEX_NAME,
        })
      : t(
          'It would remove {n} of {all} entries from {index}: with the other proposals {sum}, more than the maximum of a quarter.',
          values,
        );
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
    const values = { index: INDEX_NAME, lines: allLines, characters: allUnits };
    return this.#grown.lines === 0 && this.#grown.units === 0
      ? t('{index} would be longer than Claude Code loads ({lines} lines, {characters} characters).', values)
      : t(
          'With the other proposals, {index} would be longer than Claude Code loads ({lines} lines, {characters} characters).',
          values,
        );
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
      return t('{path} would contain what looks like a secret. Remove it from the sources first.', { path });
  }
  return undefined;
}

function garbledIn({ texts }: ChangedStore): string | undefined {
  const count = (text: string): number => text.split('\uFFFD').length;
  const path = [...texts].find(([, { before = '', after }]) => count(after) > count(before))?.[0];
  return path === undefined
    ? undefined
    : t('{path} would contain text that isn’t valid UTF-8 in its source.', { path });
}

const statementsOf = memo(({ index, files }: DreamStore) =>
  index === undefined ? new Set<string>() : indexStatements(index, files),
);

/** A sentence of the index that is no mere pointer stays in it. */
function lostOfIndex(store: DreamStore, { store: { index }, texts }: ChangedStore): string | undefined {
  if (index === undefined || !texts.has(INDEX_NAME)) return undefined;
  const there = new Set(Array.from({ length: index.lines.count }, (_, line) => plainLineOf(index, line)));
  const lost = [...statementsOf(store)].find((statement) => !there.has(statement));
  return lost === undefined
    ? undefined
    : t('{index} would lose the text “{text}”.', { index: INDEX_NAME, text: lost.slice(0, 80) });
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
      return t('{path} contains text that no memory would contain anymore: “{text}”.', {
        path,
        text: lost.text.slice(0, 80),
      });
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
      return t('{path} would contain “{text}”, which isn’t in the sources.', { path, text: invented.slice(0, 60) });
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
  if (foreign !== undefined)
    return t('It uses “{name}”, which wasn’t given to the model.', { name: foreign.slice(0, 80) });
  if (kind === 'merge' && sources.length < 2) return t('It would only rewrite {name}.', { name: sources.join() });
  const written = changes.flatMap((change) => (change.do === 'text' ? [change] : []));
  const all = sources.reduce((units, path) => units + (textIn(store, path)?.length ?? 0), 0);
  if (written.some(({ after }) => after.length > all * MOST_LONGER + FRAME))
    return t('It would be much longer than its sources.');
  const marks = written.find(({ before = '', after }) => CONFLICT.test(after) && !CONFLICT.test(before));
  if (marks !== undefined) return t('{path} would contain merge conflicts.', { path: marks.path });
  const steering = written.find(({ before = '', after }) => steers(after) && !steers(before));
  return steering === undefined
    ? undefined
    : t('{path} would contain text that steers an agent against its user.', { path: steering.path });
}
