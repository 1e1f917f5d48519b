/** Carries out a decision of the review, and undoes it. */
import { applyChanges, type DreamChange } from '../../core/dream/apply-changes.js';
import { MemdirError } from '../../core/errors.js';
import { t, tPlural } from '../../core/l10n.js';
import { pathOfId } from '../../core/memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import { mergeChanges, stillTrue } from '../../core/review/changes.js';
import type { ReviewDecision, ReviewDone, ReviewUndo } from '../../core/review/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { DAY_MS } from '../../core/units.js';
import type { ServiceContext } from '../context.js';
import { writePlan } from '../lint/fix-plan.js';
import { toLintStore } from '../lint/lint.js';
import { undoRepairs } from '../lint/undo-repairs.js';
import { absolutePath } from '../paths.js';
import { afterWrite } from '../write/context.js';
import { findWritable, isActive, locationOf } from '../write/find-memory.js';

/** Days after which a memory that was put off is shown again. */
const LATER_DAYS = 7;

export async function reviewDecide(
  context: ServiceContext,
  id: string,
  decision: ReviewDecision,
  signal?: AbortSignal,
): Promise<ReviewDone> {
  const { ports, snapshots } = context;
  const found = await findWritable(context, id, isActive);
  const { info } = found.snapshot;
  const { path } = found.file.source;
  snapshots.invalidate(info.key);
  const store = await toLintStore(await snapshots.load(info, signal), context, signal, 'quick');
  const file = requireFile(store, path);
  const name = maskForDisplay(file.memory.name);
  const done = { id: locationOf(found).id };
  const note = { atMs: store.now, text: ports.hash(file.source.text) };
  if (decision.do === 'later') {
    const untilMs = store.now + (decision.days ?? LATER_DAYS) * DAY_MS;
    await ports.reviewNotes.set(info.key, path, { ...note, decided: 'later', untilMs }, store.now);
    const text = tPlural(
      decision.days ?? LATER_DAYS,
      '“{name}” comes back in 1 day.',
      '“{name}” comes back in {n} days.',
      { name },
    );
    return { ...done, text, undo: done };
  }
  const { changes, text } = planOf(decision, file, store, name);
  const record = await write(context, store, changes);
  const after = decision.do === 'still-true' ? stillTrue(file, store.now) : file.source.text;
  await ports.reviewNotes.set(
    info.key,
    path,
    decision.do === 'still-true' ? { ...note, decided: 'kept', text: ports.hash(after) } : undefined,
    store.now,
  );
  await afterWrite(context, info, [path]);
  return { ...done, text, undo: { ...done, ...(record === undefined ? {} : { record }) } };
}

interface Decided {
  readonly changes: readonly DreamChange[];
  /** What was done, a sentence. */
  readonly text: string;
}

function planOf(
  decision: Exclude<ReviewDecision, { readonly do: 'later' }>,
  file: ParsedFile,
  store: ParsedStore,
  name: string,
): Decided {
  const { path, text: before } = file.source;
  if (decision.do === 'still-true') {
    const after = stillTrue(file, store.now);
    return {
      changes: after === before ? [] : [{ do: 'text', path, before, after }],
      text: t('Marked “{name}” as still true.', { name }),
    };
  }
  if (decision.do === 'forget') return { changes: [{ do: 'retire', path }], text: t('Forgot “{name}”.', { name }) };
  const other = otherOf(store, decision.other, path);
  const otherName = maskForDisplay(other.memory.name);
  return decision.do === 'merge'
    ? { changes: mergeChanges(file, other), text: t('Merged “{name}” into “{other}”.', { name, other: otherName }) }
    : {
        changes: [{ do: 'retire', path, by: other.source.path }],
        text: t('“{other}” replaces “{name}”.', { name, other: otherName }),
      };
}

/** A memory of the same store, by id, path or name. */
function otherOf(store: ParsedStore, reference: string, than: string): ParsedFile {
  const { key } = store.info;
  const file =
    store.files.get(reference.startsWith(`${key}/`) ? pathOfId(reference) : reference) ??
    store.files.get(`${reference}.md`) ??
    [...store.files.values()].find(({ memory }) => memory.name === reference && isActive({ memory } as ParsedFile));
  if (file === undefined || !isActive(file))
    throw new MemdirError(
      'not-found',
      t('There is no memory “{name}” in the same directory.', { name: reference.slice(0, 80) }),
    );
  if (file.source.path === than)
    throw new MemdirError('bad-input', t('A memory can’t replace itself. Choose another.'));
  return file;
}

function requireFile({ files }: ParsedStore, path: string): ParsedFile {
  const file = files.get(path);
  if (file === undefined) throw new MemdirError('not-found', t('{path} no longer exists.', { path }));
  return file;
}

/** Id of the record by which the texts are given back; undefined when nothing changes. */
async function write(
  context: ServiceContext,
  store: ParsedStore,
  changes: readonly DreamChange[],
): Promise<string | undefined> {
  if (changes.length === 0) return undefined;
  const made = applyChanges(store, changes);
  if ('fault' in made) throw new MemdirError('unavailable', made.fault);
  const { info } = store;
  const { left, id } = await writePlan(context, {
    repairs: 0,
    changes: [...made.texts].map(([path, { before, after }]) => ({
      store: info.key,
      path,
      file: absolutePath(info, path),
      before,
      after,
      writable: true,
      repairs: 1,
    })),
  });
  const [first] = left;
  if (first === undefined) return id;
  if (id !== undefined) await undoRepairs(context, id);
  throw new MemdirError(
    first.why,
    first.why === 'read-only'
      ? t('{file} is read-only, so nothing was changed. Make it writable, then try again.', { file: first.file })
      : t('{file} has changed, so nothing was written. Look at the memory again.', { file: first.file }),
  );
}

/** The memory may be named as it was for the decision: by id, path or name. */
export async function reviewUndo(context: ServiceContext, { id, record }: ReviewUndo): Promise<void> {
  if (record !== undefined) {
    const { left } = await undoRepairs(context, record);
    const [first] = left;
    if (first !== undefined) throw new MemdirError('changed-on-disk', first.reason);
  }
  const { snapshot, file } = await findWritable(context, id, isActive);
  const { path } = file.source;
  await context.ports.reviewNotes.set(snapshot.info.key, path, undefined, context.ports.clock.now());
  await afterWrite(context, snapshot.info, [path]);
}
