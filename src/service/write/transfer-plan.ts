/** What a transfer writes, and where. */
import { MemdirError } from '../../core/errors.js';
import { INDEX_NAME, parseIndex } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import { sourceOfText, type StoreInfo } from '../../core/memory.js';
import type { TransferAgent, TransferRequest, TransferScope } from '../../core/results.js';
import { AGENT_FORMS, agentFormOf, isAgentKind, isPlain } from '../../core/stores/agent-forms.js';
import { directoriesOf, isAboutOnly } from '../../core/stores/codex-scope.js';
import { joinedNotes, noteOf, partsOfNote } from '../../core/stores/plain-notes.js';
import { groupNote, isPartPath } from '../../core/stores/task-groups.js';
import { withEntries } from '../../core/write/index-entries.js';
import { foldedName, freeName, slugOf } from '../../core/write/names.js';
import { styleOf } from '../../core/write/writing-style.js';
import { readIndex, type StoreHeads } from '../stores/heads.js';
import { loadHeads } from '../stores/heads.js';
import { BLOCKED, type Content, holdsSecret, prepareContent } from './content.js';
import { parseAs, withParsed, type WriteContext } from './context.js';
import { composeText, takenNamesIn } from './create-file.js';
import { findForWrite, findWritable, type FoundMemory, isActive } from './find-memory.js';
import { loadHeadsForWriting, requireListed, requireWritable } from './target-store.js';

export interface NewMemory {
  /** Path inside the target store. */
  readonly path: string;
  readonly text: string;
  /** Text that it was made of. */
  readonly source: string;
  /** Date of what it was made of, milliseconds since the epoch: being moved makes a memory no newer. */
  readonly dateMs: number;
  /** In a form with front matter. */
  readonly content?: Content;
}

export interface Planned {
  readonly target: StoreInfo;
  readonly memories: readonly NewMemory[];
  /** What is forgotten. */
  readonly leaving: readonly FoundMemory[];
  /** MEMORY.md of the target. */
  readonly index?: { readonly before: string | undefined; readonly after: string };
}

export async function planOf(context: WriteContext, request: TransferRequest): Promise<Planned> {
  const found: FoundMemory[] = [];
  for (const id of request.ids)
    found.push(await (request.how === 'copy' ? findForWrite : findWritable)(context, id, isActive));
  const [first] = found;
  if (first === undefined) throw new MemdirError('bad-input', t('Specify a memory by its ID, path or name.'));
  switch (request.how) {
    case 'copy':
      return await planCopy(context, request, first);
    case 'move':
      return { ...(await planCopy(context, request, first)), leaving: [first] };
    case 'split':
      return await planNotes(context, first, [first], partsToSplit(first));
    case 'merge':
      return await planMerge(context, request, found);
  }
}

async function planCopy(context: WriteContext, request: TransferRequest, found: FoundMemory): Promise<Planned> {
  const { file } = found;
  const { info } = found.snapshot;
  const target = await targetOf(context, request, found);
  const name = request.name ?? (file.memory.named ? file.memory.name : stemName(file.source.path));
  const note = noteOf(file, isPlain(info));
  if (!isPlain(target)) return await planIndexed(context, request, { target, name, source: found });
  const store = requireListed(await loadHeads(context, target));
  const path =
    agentFormOf(target).writes === 'notes'
      ? `extensions/ad_hoc/notes/${stampOf(context)}-${slugOf(name) || 'note'}.md`
      : freePath(store, name);
  return { target, memories: [checked({ path, text: note, source: note, dateMs: file.memory.dateMs })], leaving: [] };
}

const stampOf = ({ ports: { clock } }: WriteContext): string =>
  new Date(clock.now()).toISOString().slice(0, 19).replaceAll(':', '-');

async function planIndexed(
  context: WriteContext,
  request: TransferRequest,
  { target, name, source }: { readonly target: StoreInfo; readonly name: string; readonly source: FoundMemory },
): Promise<Planned> {
  const { file } = source;
  const { memory } = file;
  const isUsers = isOfUser(source);
  const group = isPartPath(file.source.path) ? groupNote(file.source.text) : undefined;
  const description = memory.description || (group?.about ?? '');
  const type = request.type ?? (memory.type === 'unknown' ? (isUsers ? 'user' : 'project') : memory.type);
  const content = prepareContent(
    {
      content: group?.text ?? withoutTitle(memory.body, name),
      type,
      name,
      ...(description === '' ? {} : { description }),
      repos: memory.repos,
      tags: memory.tags,
    },
    context.types,
  );
  if ('reason' in content) throw new MemdirError('bad-input', content.reason);
  const store = await loadHeadsForWriting(context, target);
  const style = styleOf(store.files.values(), target.kind);
  const { path, name: free } = freeName(slugOf(content.title), content.type, style, takenNamesIn(store));
  const text = composeText(content, free, style, { exact: false, dateMs: memory.dateMs });
  const parsed = parseAs(context, target, path, text);
  const before = (await readIndex(context, store))?.source.text;
  const listed = withParsed(store, parsed).files;
  const after = withEntries(
    parseIndex(sourceOfText(INDEX_NAME, before ?? '')),
    [{ path, memory: parsed.memory }],
    listed,
  );
  return {
    target,
    memories: [{ ...checked({ path, text, source: file.source.text, dateMs: memory.dateMs }), content }],
    leaving: [],
    index: { before, after },
  };
}

/** A title that says more than the name stays. */
const withoutTitle = (body: string, name: string): string =>
  body.trim().replace(/^# ([^\n]*)\n+(?=\S)/, (all, title: string) => (slugOf(title) === slugOf(name) ? '' : all));

function partsToSplit({ file, snapshot }: FoundMemory): { readonly name: string; readonly text: string }[] {
  requirePlain(snapshot.info);
  const parts = partsOfNote(file.source.text);
  if (parts.length < 2)
    throw new MemdirError(
      'bad-input',
      t('{path} can’t be split: it doesn’t have two headings of the same level.', { path: file.source.path }),
    );
  return parts;
}

async function planMerge(
  context: WriteContext,
  request: TransferRequest,
  found: readonly FoundMemory[],
): Promise<Planned> {
  const [first] = found;
  if (first === undefined || found.length < 2)
    throw new MemdirError('bad-input', t('Specify two or more notes to merge.'));
  const { info } = first.snapshot;
  requirePlain(info);
  if (found.some(({ snapshot }) => snapshot.info.key !== info.key))
    throw new MemdirError(
      'bad-input',
      t('Only notes in the same directory can be merged. Move them to one directory first.'),
    );
  if (new Set(found.map(({ file }) => file.source.path)).size < found.length)
    throw new MemdirError('bad-input', t('A note was specified twice.'));
  const text = joinedNotes(found.map(({ file: { source } }) => ({ name: stemName(source.path), text: source.text })));
  const name = request.name ?? stemName(first.file.source.path);
  return await planNotes(context, first, found, [{ name, text }]);
}

async function planNotes(
  context: WriteContext,
  { snapshot: { info } }: FoundMemory,
  leaving: readonly FoundMemory[],
  parts: readonly { readonly name: string; readonly text: string }[],
): Promise<Planned> {
  const store = requireListed(await loadHeads(context, info));
  const dateMs = Math.max(...leaving.map(({ file }) => file.memory.dateMs));
  const gone = new Set(leaving.map(({ file }) => file.source.path));
  const taken = new Set([...store.files.keys()].filter((path) => !gone.has(path)).map(foldedName));
  const memories = parts.map(({ name, text }) => {
    const path = freePathAmong(taken, name);
    taken.add(foldedName(path));
    return checked({ path, text, source: text, dateMs });
  });
  return { target: info, memories, leaving };
}

const requirePlain = (info: StoreInfo): void => {
  if (!isPlain(info))
    throw new MemdirError(
      'bad-input',
      t('Only Copilot notes can be split and merged, because they have no entry in MEMORY.md.'),
    );
};

const freePath = (store: StoreHeads, name: string): string =>
  freePathAmong(new Set([...store.files.keys()].map(foldedName)), name);

function freePathAmong(taken: ReadonlySet<string>, name: string): string {
  const stem = slugOf(name) || 'note';
  for (let number = 1; ; number++) {
    const path = `${number === 1 ? stem : `${stem}-${number}`}.md`;
    if (!taken.has(foldedName(path))) return path;
  }
}

const stemName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');

/** What looks like a secret is copied nowhere. */
function checked<T extends NewMemory>(memory: T): T {
  if (holdsSecret(memory.text)) throw new MemdirError('bad-input', BLOCKED.reason);
  return memory;
}

async function targetOf(
  context: WriteContext,
  { how, agent, scope }: TransferRequest,
  found: FoundMemory,
): Promise<StoreInfo> {
  const { info: from } = found.snapshot;
  const to: TransferAgent | undefined = how === 'move' ? agentOfStore(from) : agent;
  if (to === undefined) throw new MemdirError('bad-input', t('Specify the target agent.'));
  if (how === 'move' && scope === undefined) throw new MemdirError('bad-input', t('Specify the target scope.'));
  const stores = (await context.indexSync.findStores()).filter((store) => agentOfStore(store) === to);
  const wanted = scope ?? (isOfUser(found) ? 'user' : 'project');
  // What was learned in another project belongs neither to this one nor to all.
  if (scope === undefined && from.kind === 'codex' && !isAboutOnly(found.file.source.text, context.ports.scope.folders))
    throw new MemdirError('bad-input', t('Specify the target scope.'));
  const target =
    to === 'claude'
      ? stores.find(isOfClaude)
      : (stores.find((store) => store.scope === wanted) ??
        stores.find((store) => inScope(store, wanted)) ??
        lone(stores));
  const name = to === 'claude' ? 'Claude Code' : AGENT_FORMS[to].name;
  if (target === undefined)
    throw new MemdirError(
      'not-found',
      wanted === 'user'
        ? t('{agent} has no user memory here. Use the agent here once, or specify another scope.', { agent: name })
        : t('{agent} has no memory for this project here. Use the agent here once, or specify another scope.', {
            agent: name,
          }),
    );
  if (target.key === from.key) throw new MemdirError('bad-input', t('It is already there.'));
  return agentFormOf(target).writes === 'notes' ? target : requireWritable(target);
}

/** Codex keeps what it learned in projects beside what it knows of the user; the text says which. */
const isOfUser = ({ file, snapshot: { info } }: FoundMemory): boolean =>
  info.scope === 'user' &&
  isAgentKind(info.kind) &&
  !(info.kind === 'codex' && directoriesOf(file.source.text).length > 0);

const agentOfStore = ({ kind }: StoreInfo): TransferAgent => (isAgentKind(kind) ? kind : 'claude');
const isOfClaude = ({ kind, off }: StoreInfo): boolean => (kind === 'main' || kind === 'custom') && off === undefined;
const inScope = (store: StoreInfo, scope: TransferScope): boolean =>
  scope === 'user' ? store.scope === 'user' : store.scope === 'repository' || store.scope === 'project';
/** An agent that keeps one memory for everything. */
const lone = (stores: readonly StoreInfo[]): StoreInfo | undefined =>
  stores.length === 1 && stores[0]?.kind === 'codex' ? stores[0] : undefined;
