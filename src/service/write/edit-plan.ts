/** Plans changes of memories for an editor, which makes them. Nothing is written here. */
import { MemdirError } from '../../core/errors.js';
import { stemOf } from '../../core/file-stem.js';
import type { IndexFile } from '../../core/index/index-file.js';
import { parseIndex } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import { storeOfId } from '../../core/memory.js';
import type { FileHead, ParsedFile } from '../../core/parsed-file.js';
import type { EditPlan, EditRequest, PlannedText } from '../../core/results.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import { applyEdits } from '../../core/text.js';
import { confirmDate } from '../../core/write/confirm-date.js';
import { withEntries, withoutEntry } from '../../core/write/index-entries.js';
import { setType } from '../../core/write/set-type.js';
import { absolutePath } from '../paths.js';
import { findMemory } from '../stores/catalogue.js';
import { loadHeads, readFile, readIndex, type StoreHeads } from '../stores/heads.js';
import type { WriteContext } from './context.js';

interface Chosen {
  readonly store: StoreHeads;
  readonly files: readonly ParsedFile[];
}

export async function planEdit(context: WriteContext, request: EditRequest): Promise<EditPlan> {
  const chosen = await chosenFiles(context, request.ids);
  for (const { store } of chosen) requireWritable(store);
  switch (request.kind) {
    case 'type':
      return {
        texts: chosen.flatMap((each) =>
          edited(each, (file) => (file.memory.type === request.type ? [] : setType(file, request.type))),
        ),
        moves: [],
        keepTimes: true,
      };
    case 'confirm': {
      const now = context.ports.clock.now();
      return {
        texts: chosen.flatMap((each) => edited(each, (file) => confirmDate(file, now))),
        moves: [],
        keepTimes: false,
      };
    }
    case 'list':
      return { texts: await listedTexts(context, chosen), moves: [], keepTimes: false };
    case 'move':
      return await planMove(context, chosen, request.store);
  }
}

async function chosenFiles(context: WriteContext, ids: EditRequest['ids']): Promise<readonly Chosen[]> {
  const found: Chosen[] = [];
  for (const info of await context.indexSync.findStores()) {
    const own = ids.filter((id) => storeOfId(id) === info.key);
    if (own.length === 0) continue;
    const store = await loadHeads(context, info);
    const files: ParsedFile[] = [];
    for (const id of own) {
      const { path } = findMemory([store], id).file.source;
      const file = await readFile(context, store, path);
      if (file === undefined) throw new MemdirError('not-found', t('{path} no longer exists.', { path }));
      files.push(file);
    }
    found.push({ store, files });
  }
  return found;
}

function requireWritable({ info }: StoreHeads): void {
  if (info.readOnly)
    throw new MemdirError(
      'bad-input',
      t('{path} is read-only. Make it writable, then try again.', { path: info.path }),
    );
}

function edited(
  { store: { info }, files }: Chosen,
  edit: (file: ParsedFile) => ReturnType<typeof setType> | readonly never[],
): PlannedText[] {
  return files.flatMap((file) => {
    const made = edit(file);
    if (made === undefined)
      throw new MemdirError(
        'bad-input',
        t('{path} has no readable front matter. Fix its front matter first.', { path: file.source.path }),
      );
    if (!('range' in made)) return [];
    const before = file.source.text;
    return [{ path: absolutePath(info, file.source.path), before, after: applyEdits(before, [made]) }];
  });
}

const listingOf = (files: readonly ParsedFile[]): Parameters<typeof withEntries>[1] =>
  files.map(({ source, memory }) => ({ path: source.path, memory }));

async function listedTexts(context: WriteContext, chosen: readonly Chosen[]): Promise<PlannedText[]> {
  const texts: PlannedText[] = [];
  for (const { store, files } of chosen) {
    const index = await readIndex(context, store);
    if (index === undefined)
      throw new MemdirError('bad-input', t('{store} has no MEMORY.md. Create it first.', { store: store.info.label }));
    texts.push(planned(store, index, withEntries(index, listingOf(files), store.files)));
  }
  return texts;
}

const planned = ({ info }: StoreHeads, { source }: IndexFile, after: string): PlannedText => ({
  path: absolutePath(info, source.path),
  before: source.text,
  after,
});

async function planMove(context: WriteContext, chosen: readonly Chosen[], key: string): Promise<EditPlan> {
  const info = (await context.indexSync.findStores()).find((store) => store.key === key);
  if (info === undefined) throw new MemdirError('not-found', t('The memory directory no longer exists.'));
  const target = await loadHeads(context, info);
  requireWritable(target);
  const texts: PlannedText[] = [];
  const moves: { from: string; to: string }[] = [];
  const taken = new Set([...target.files.keys()].map((path) => path.toLowerCase()));
  const added = new Map<string, ParsedFile>();
  for (const { store, files } of chosen) {
    if (store.info.key === key) continue;
    if (isPlain(store.info) || isPlain(info))
      throw new MemdirError(
        'bad-input',
        t('{store} keeps memories in another format. Copy them instead.', { store: store.info.label }),
      );
    for (const file of files) {
      const path = freePath(file.source.path, taken);
      added.set(path, { ...file, source: { ...file.source, path }, memory: { ...file.memory, path } });
      moves.push({ from: absolutePath(store.info, file.source.path), to: absolutePath(info, path) });
    }
    const index = await readIndex(context, store);
    if (index !== undefined) texts.push(planned(store, index, unlisted(index, store, files)));
  }
  const index = await readIndex(context, target);
  if (index !== undefined && added.size > 0)
    texts.push(
      planned(
        target,
        index,
        withEntries(index, listingOf([...added.values()]), new Map<string, FileHead>([...target.files, ...added])),
      ),
    );
  return { texts: texts.filter(({ before, after }) => before !== after), moves, keepTimes: false };
}

function unlisted(index: IndexFile, store: StoreHeads, files: readonly ParsedFile[]): string {
  const known = new Map<string, FileHead>([
    ...store.files,
    ...files.map((file): [string, ParsedFile] => [file.source.path, file]),
  ]);
  return files.reduce((text, { source }) => {
    const now = parseIndex({ ...index.source, text });
    return withoutEntry(now, source.path, known).text;
  }, index.source.text);
}

/** A file of the same name keeps it, and the moved one gets a number. */
function freePath(path: string, taken: Set<string>): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  for (let at = 1; ; at++) {
    const free = at === 1 ? path : `${folder}${stemOf(path)}-${at}.md`;
    if (taken.has(free.toLowerCase())) continue;
    taken.add(free.toLowerCase());
    return free;
  }
}
