/** What Claude Code loads at the start of a session in a folder. */
import { MemdirError } from '../../core/errors.js';
import { cutNote, loadedText } from '../../core/index/budget.js';
import { type IndexFile, isIndexName } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import { sizeOf, sumOf } from '../../core/loaded/instruction-text.js';
import { fateReason } from '../../core/loaded/reasons.js';
import type { LoadedPart, LoadedReport, LoadedRequest } from '../../core/loaded/results.js';
import { layoutOf } from '../../core/markdown/layout.js';
import type { StoreInfo } from '../../core/memory.js';
import { grouped } from '../../core/numbers.js';
import type { InstructionFile } from '../../core/ports/instructions.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import type { ServiceContext } from '../context.js';

/** Rejects with `bad-input` when there is no folder to start in. */
export async function loaded(
  context: Pick<ServiceContext, 'ports' | 'snapshots'>,
  { folder: asked }: LoadedRequest,
): Promise<LoadedReport> {
  const { instructions, roots, scope } = context.ports;
  const folder = asked ?? scope.folders[0];
  if (folder === undefined) throw new MemdirError('bad-input', t('Open a folder first.'));
  const { files, off } = await instructions.find(folder, scope.trusted);
  const stores = await roots.find({ ...scope, folders: [folder], all: false });
  const parts = [...memorySection(stores), ...files.map(instructionPart), ...(await memoryParts(context, stores, off))];
  return { folder, parts, total: sumOf(parts.filter(isLoaded).map(({ size }) => size)) };
}

const isLoaded = ({ state }: LoadedPart): boolean => state === 'loaded' || state === 'cut';
const NOTHING = sizeOf('');

function instructionPart({ fate, text, ...about }: InstructionFile): LoadedPart {
  const state = fate.state === 'unread' ? 'unknown' : fate.state;
  return {
    form: about.form,
    scope: about.scope,
    path: about.path,
    ...(about.importedBy === undefined ? {} : { importedBy: about.importedBy }),
    state,
    reason: fateReason({ ...about, fate }),
    text: state === 'loaded' ? maskForDisplay(text) : '',
    size: sizeOf(text),
  };
}

/** The store in which Claude Code keeps memory of the folder. */
const ownStore = (stores: readonly StoreInfo[]): StoreInfo | undefined =>
  stores.find(({ kind, off }) => (kind === 'main' || kind === 'custom') && off === undefined);

function memorySection(stores: readonly StoreInfo[]): LoadedPart[] {
  const own = ownStore(stores);
  if (own === undefined) return [];
  const reason = t(
    'Claude Code tells the agent where its memory is and how to write it. The wording isn’t documented and differs between versions.',
  );
  return [{ form: 'section', scope: 'memory', path: own.path, state: 'unknown', reason, text: '', size: NOTHING }];
}

/** MEMORY.md of the folder, and those of agents that have a memory of their own. */
async function memoryParts(
  { snapshots, ports: { files } }: Pick<ServiceContext, 'ports' | 'snapshots'>,
  stores: readonly StoreInfo[],
  off: string | undefined,
): Promise<LoadedPart[]> {
  const own = ownStore(stores);
  const parts: LoadedPart[] = [];
  for (const info of stores) {
    const isMain = info.kind === 'main' || info.kind === 'custom';
    if (!isMain && info.kind !== 'agent') continue;
    const listing = info.exists ? await files.list(info.path) : undefined;
    const listed = listing?.status === 'listed' ? listing.files.find(({ path }) => isIndexName(path)) : undefined;
    const file = listed && (await snapshots.file(info, listed));
    if (file === undefined || 'memory' in file) continue;
    const why = !isMain
      ? undefined
      : info === own
        ? off
        : (info.off ?? t('Claude Code uses another memory directory.'));
    parts.push(indexPart(info, file, why));
  }
  return parts;
}

/** @param off why the index is not loaded, when it is not */
function indexPart(
  { path, agent }: StoreInfo,
  { source, lines, budget }: IndexFile,
  off: string | undefined,
): LoadedPart {
  const about = { form: 'index', scope: 'memory', path: `${path}/${source.path}` } as const;
  if (off !== undefined)
    return { ...about, state: 'left-out', reason: `${off.replace(/\.$/, '')}.`, text: '', size: NOTHING };
  if (source.unreadable !== undefined)
    return { ...about, state: 'unknown', reason: source.unreadable, text: '', size: NOTHING };
  const layout = layoutOf(lines);
  const note = cutNote(lines, layout);
  const text = [loadedText(lines, layout), ...(note === undefined ? [] : [note])].join('\n\n');
  const size = sizeOf(text);
  if (agent !== undefined)
    return {
      ...about,
      state: 'later',
      reason: t('Loaded when the agent “{agent}” starts.', { agent }),
      text: '',
      size,
    };
  const shown = { text: maskForDisplay(text), size };
  return note === undefined
    ? { ...about, state: 'loaded', reason: t('Claude Code loads the index of its memory.'), ...shown }
    : {
        ...about,
        state: 'cut',
        reason: t('Cut at {limitLines} lines or {limitUnits} characters: {loadedLines} of {lines} lines are loaded.', {
          limitLines: budget.limitLines,
          limitUnits: grouped(budget.limitUnits),
          loadedLines: budget.loadedLines,
          lines: budget.lines,
        }),
        ...shown,
      };
}
