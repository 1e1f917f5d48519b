/** Exports memories as lines of JSON, and imports them under their former paths. */
import { isoTime } from '../../core/absolute-date.js';
import { parseDate } from '../../core/age.js';
import { mayRead } from '../../core/agent-scope.js';
import { MemdirError, throwIfAborted } from '../../core/errors.js';
import { cloudOnlyPaths, isNamedLikeIndex } from '../../core/file-kinds.js';
import { stemOf } from '../../core/file-stem.js';
import { parseFrontMatter } from '../../core/frontmatter/frontmatter.js';
import { t } from '../../core/l10n.js';
import { firstSentence } from '../../core/markdown/plain-text.js';
import { agentIdOf } from '../../core/parse-memory.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { Export, ExportedMemory, ImportedMemory, ImportReport, RememberRequest } from '../../core/results.js';
import { removeInvisible } from '../../core/safety/invisible-runs.js';
import { maskForDisplay, maskSecrets } from '../../core/secrets/secrets.js';
import { composeMemory } from '../../core/write/compose.js';
import { safePath } from '../../core/write/import-memory.js';
import { withEntries } from '../../core/write/index-entries.js';
import { foldedName, freeName, slugOf, slugOfSentence } from '../../core/write/names.js';
import { styledMemories, styleOf, type WritingStyle } from '../../core/write/writing-style.js';
import { absolutePath, memoryId } from '../paths.js';
import { idsOf } from '../stores/catalogue.js';
import { isNeverCreated } from '../stores/missing-store.js';
import type { StoreSnapshot } from '../stores/snapshot.js';
import { BLOCKED, checkBody, holdsSecret, oneLine, SecretMask } from './content.js';
import { afterWrite, othersIn, updateIndex, type WriteContext } from './context.js';
import { createMemoryFile, takenNamesIn } from './create-file.js';
import { loadForWriting, resolveTargetStore } from './target-store.js';

/** Every memory that can be read as UTF-8 text, and what could not be taken. */
export async function exportMemories({ indexSync, snapshots, ports }: WriteContext, reader?: string): Promise<Export> {
  const memories: ExportedMemory[] = [];
  const left: Export['left'][number][] = [];
  for (const info of await indexSync.findStores()) {
    const snapshot = await snapshots.load(info);
    const accesses = await ports.index.accessCounts(idsOf(snapshot));
    if (!(await isNeverCreated(ports, info, snapshot.listing))) left.push(...unreadIn(snapshot));
    for (const [path, file] of snapshot.files) {
      if (isNamedLikeIndex(path) || !mayRead(file.memory.agentId, reader)) continue;
      const reason = unexportable(file);
      const id = memoryId(info.key, path);
      if (reason !== undefined)
        left.push({ path: maskForDisplay(absolutePath(info, path)), reason: maskForDisplay(reason) });
      else memories.push(exported(file, { id, store: info.label, accessCount: accesses.get(id) ?? 0 }));
    }
  }
  return { memories, left };
}

const NO_TEXT = {
  utf8: undefined,
  'utf8-invalid': () => t('It isn’t valid UTF-8. Save it as UTF-8 first.'),
  utf16: () => t('It is UTF-16, not UTF-8. Save it as UTF-8 first.'),
  binary: () => t('It is binary, not text.'),
} as const;

const unexportable = ({ source }: ParsedFile): string | undefined => source.unreadable ?? NO_TEXT[source.encoding]?.();

/** What the listing of a store names and reading did not reach. */
function unreadIn({ info, listing, files }: StoreSnapshot): Export['left'][number][] {
  if (listing.status !== 'listed') return [{ path: info.path, reason: listing.reason }];
  const unopened = listing.files
    .filter(({ path }) => !isNamedLikeIndex(path) && !files.has(path))
    .map(({ path }) => ({ path, reason: t('It can’t be opened under this name, or was just removed.') }));
  const folders = listing.unlisted ?? [];
  const away = cloudOnlyPaths(othersIn({ listing }))
    .filter((path) => !isNamedLikeIndex(path))
    .map((path) => ({ path, reason: t('It is only in iCloud. Download it first.') }));
  return [...unopened, ...folders, ...away].map(({ path, reason }) => ({
    path: maskForDisplay(absolutePath(info, path)),
    reason,
  }));
}

function exported(
  { source, memory, frontMatter }: ParsedFile,
  more: Pick<ExportedMemory, 'id' | 'store' | 'accessCount'>,
): ExportedMemory {
  let masked = false;
  const shown = (text: string): string => {
    const safe = maskSecrets(text, { includeAllowed: false });
    masked ||= safe !== text;
    return safe;
  };
  const { id, store, accessCount } = more;
  const all = {
    id: shown(id),
    store: shown(store),
    path: shown(source.path),
    name: shown(memory.name),
    description: shown(memory.description),
    type: shown(memory.type),
    level: memory.level,
    repos: memory.repos.map(shown),
    tags: memory.tags.map(shown),
    agentId: memory.agentId === undefined ? null : shown(memory.agentId),
    createdAt: isoTime(memory.dateMs),
    deletedAt: memory.deletedMs === undefined ? null : isoTime(memory.deletedMs),
    supersedes: memory.supersedes === undefined ? null : shown(memory.supersedes),
    supersededBy: memory.supersededBy === undefined ? null : shown(memory.supersededBy),
    accessCount,
    frontMatter: shown(source.text.slice(0, frontMatter.bodyOffset)),
    body: shown(memory.body),
  };
  return { ...all, masked };
}

/** State of the store during one batch. */
interface Import {
  readonly snapshot: StoreSnapshot;
  readonly style: WritingStyle;
  readonly names: Set<string>;
  /** Taken paths, in lower case and NFC. */
  readonly paths: Set<string>;
  /** Bodies and whole texts of the memories that existed before. */
  readonly there: ReadonlySet<string>;
  readonly mask: SecretMask;
  readonly renamed: Set<string>;
}

/** Totals of all batches so far. */
interface Outcome {
  readonly mask: SecretMask;
  /** By path. */
  readonly saved: Map<string, ParsedFile>;
  /** Paths of memories that came under a path with invisible characters. */
  readonly renamed: Set<string>;
  readonly rejected: ImportReport['rejected'][number][];
  duplicates: number;
  unlisted?: string | undefined;
}

/** Memories written under one store lock: other writers need not wait for the whole import. */
const TOGETHER = 500;

const foldedPath = (path: string): string => path.normalize('NFC').toLowerCase();

export async function importMemories(
  context: WriteContext,
  memories: readonly ImportedMemory[],
  { agentId, ...where }: Pick<RememberRequest, 'store' | 'team' | 'agentId'>,
  signal?: AbortSignal,
): Promise<ImportReport> {
  const { info } = await loadForWriting(context, await resolveTargetStore(context, where), signal);
  const outcome: Outcome = {
    mask: new SecretMask(),
    saved: new Map(),
    renamed: new Set(),
    rejected: [],
    duplicates: 0,
  };
  try {
    for (let from = 0; from < memories.length; from += TOGETHER) {
      await context.ports.files.withStoreLock(info.path, async () =>
        importSome(context, await loadForWriting(context, info, signal), { memories, from, agentId }, outcome, signal),
      );
    }
  } finally {
    if (outcome.saved.size > 0) await afterWrite(context, info);
  }
  const { saved, renamed, duplicates, rejected, mask, unlisted } = outcome;
  return {
    saved: saved.size,
    duplicates,
    rejected,
    redacted: mask.count,
    renamed: renamed.size,
    ids: [...saved.keys()].map((path) => memoryId(info.key, path)),
    ...(unlisted === undefined ? {} : { unlisted }),
  };
}

interface ImportBatch {
  readonly memories: readonly ImportedMemory[];
  readonly from: number;
  /** The agent that imports them. */
  readonly agentId: string | undefined;
}

async function importSome(
  context: WriteContext,
  snapshot: StoreSnapshot,
  { memories, from, agentId }: ImportBatch,
  outcome: Outcome,
  signal: AbortSignal | undefined,
): Promise<void> {
  const files = [...snapshot.files.values()];
  const before = files.filter(({ source }) => !outcome.saved.has(source.path));
  const work: Import = {
    snapshot,
    style: styleOf(styledMemories(files)),
    names: takenNamesIn(snapshot),
    mask: outcome.mask,
    renamed: outcome.renamed,
    paths: new Set(
      [...files.map(({ source }) => source.path), ...cloudOnlyPaths(othersIn(snapshot))].map((path) =>
        foldedPath(path),
      ),
    ),
    there: new Set(
      before.flatMap(({ source, memory }) => [source.text, ...(memory.body.trim() === '' ? [] : [memory.body.trim()])]),
    ),
  };
  const saved: ParsedFile[] = [];
  try {
    for (const [at, memory] of memories.slice(from, from + TOGETHER).entries()) {
      throwIfAborted(signal);
      const done = isOfAnother(memory, agentId)
        ? { reason: t('It belongs to another agent.') }
        : await importOne(context, work, memory);
      if (done === 'duplicate') outcome.duplicates++;
      else if ('reason' in done) outcome.rejected.push({ line: from + at + 1, reason: done.reason });
      else saved.push(done);
    }
  } finally {
    for (const file of saved) outcome.saved.set(file.source.path, file);
    outcome.unlisted = (await list(context, snapshot, saved)) ?? outcome.unlisted;
  }
}

/** What a line says of its owner counts as much as its front matter does. */
const isOfAnother = ({ agentId, frontMatter = '' }: ImportedMemory, agent: string | undefined): boolean =>
  [agentId ?? undefined, agentIdOf(parseFrontMatter(frontMatter).fields)].some((owner) => !mayRead(owner, agent));

/** Resolves with why that failed. */
async function list(
  context: WriteContext,
  snapshot: StoreSnapshot,
  saved: readonly ParsedFile[],
): Promise<string | undefined> {
  if (saved.length === 0) return undefined;
  const after = {
    ...snapshot,
    files: new Map([...snapshot.files, ...saved.map((file) => [file.source.path, file] as const)]),
  };
  const current = saved
    .filter(({ memory }) => memory.deletedMs === undefined)
    .map(({ source, memory }) => ({ path: source.path, memory }));
  const left = await updateIndex(context, after, (index, files) => withEntries(index, current, files), {
    create: snapshot.info.kind !== 'agent' && current.length > 0,
  });
  if (left !== undefined) context.ports.log.warn(left);
  return left;
}

async function importOne(
  context: WriteContext,
  work: Import,
  memory: ImportedMemory,
): Promise<ParsedFile | 'duplicate' | { readonly reason: string }> {
  const { snapshot, style, names, paths, there, mask, renamed } = work;
  const refused =
    memory.frontMatter === undefined ? checkBody(memory.body) : checkBody(`${memory.frontMatter}x${memory.body}`);
  if (refused !== undefined) return refused;
  if (![memory.body, memory.frontMatter, memory.name, memory.description].every((text) => text?.isWellFormed() ?? true))
    return { reason: t('Its text is incomplete: it contains half of a character.') };
  const body = mask.text(memory.body);
  const head = memory.frontMatter === undefined ? undefined : mask.text(memory.frontMatter);
  if (there.has(body.trim()) || (head !== undefined && there.has(head + body))) return 'duplicate';
  const type = slugOf(memory.type ?? '') || 'project';
  const visiblePath = memory.path === undefined ? undefined : removeInvisible(memory.path, true);
  const slug = slugOf(mask.text(memory.name ?? stemOf(visiblePath ?? ''))) || slugOfSentence(firstSentence(body));
  const safe = safePath(visiblePath);
  const wanted = safe === undefined || holdsSecret(safe) ? undefined : safe;
  let first = true;
  const pick = (): { readonly name: string; readonly path: string } => {
    const own = first && wanted !== undefined && !paths.has(foldedPath(wanted));
    first = false;
    return own ? { name: stemOf(wanted), path: wanted } : freeName(slug, type, style, names);
  };
  const text = ({ name }: { readonly name: string }): string =>
    head === undefined ? composed(memory, { name, type, body }, work) : head + body;
  if (holdsSecret(text({ name: slug }))) return BLOCKED;
  const create = (): Promise<ParsedFile> => createMemoryFile(context, snapshot, { pick, text, taken: names });
  const file = await create().catch((error: unknown) => {
    // In a folder that takes no file, such as a link out of the directory, another name is picked the second time.
    if (error instanceof MemdirError && error.code === 'read-only' && wanted?.includes('/') === true) return create();
    throw error;
  });
  if (visiblePath !== memory.path) renamed.add(file.source.path);
  paths.add(foldedPath(file.source.path));
  names.add(foldedName(stemOf(file.source.path))).add(foldedName(file.memory.name));
  return file;
}

/** For lines of other programs, which have fields but no front matter. */
function composed(
  memory: ImportedMemory,
  { name, type, body }: { readonly name: string; readonly type: string; readonly body: string },
  { style, mask }: Import,
): string {
  const clean = (text: string): string => oneLine(mask.text(text));
  return composeMemory(
    {
      name,
      type,
      body,
      description: clean(memory.description ?? firstSentence(body)),
      repos: (memory.repos ?? []).map(clean),
      tags: (memory.tags ?? []).map(clean),
      ...(memory.agentId == null ? {} : { agentId: clean(memory.agentId) }),
      ...(memory.supersedes == null ? {} : { supersedes: clean(memory.supersedes) }),
      dateMs: parseDate(memory.createdAt ?? '') ?? 0,
    },
    { ...style, dated: memory.createdAt !== undefined },
    { exact: true },
  );
}
