/** Moves the memories of a project from the store of its former location to the present one. */
import { isAbsolute } from 'node:path';

import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { StoreInfo, StoreKind } from '../../core/memory.js';
import type { Roots, RootScope } from '../../core/ports/roots.js';
import type { StoreMoves } from '../../core/ports/store-moves.js';
import type { MovePlan, MoveRequest } from '../../core/results.js';
import { realPathOf } from '../paths.js';
import { createRootsContext, type RootsOptions } from '../stores/roots.js';
import { applyMove, undoMove } from './apply.js';
import { moveCandidates } from './candidates.js';
import { planMove } from './plan.js';

export interface MovesOptions extends RootsOptions {
  readonly dataDir: string;
  readonly roots: Roots;
  readonly trusted: RootScope['trusted'];
}

/** Stores whose path depends on that of a project. Stores inside a project move with it; notebooks and notes of sessions are not moved. */
const MOVED: ReadonlySet<StoreKind> = new Set<StoreKind>(['main', 'custom', 'extra']);

export function createMoves(options: MovesOptions): StoreMoves {
  const { roots, trusted, dataDir } = options;
  const context = createRootsContext(options)();

  const ownStore = async (folder: string): Promise<StoreInfo | undefined> =>
    (await roots.find({ folders: [folder], trusted })).find(({ kind }) => kind === 'main' || kind === 'custom');

  const planned = async ({ from, folder }: MoveRequest): Promise<MovePlan> => {
    if (!isAbsolute(from) || !isAbsolute(folder))
      throw new MemdirError('bad-input', t('Specify the store to move and the folder by their absolute paths.'));
    const real = await realPathOf(from);
    const source = (await roots.find({ folders: [folder], all: true, trusted })).find(({ path }) => path === real);
    if (source === undefined || !source.exists)
      throw new MemdirError(
        'not-found',
        t('{path} isn’t a known memory directory. “memdir roots --all” lists them.', { path: from }),
      );
    if (!MOVED.has(source.kind))
      throw new MemdirError(
        'bad-input',
        t('{path} can’t be moved: it isn’t at a project’s location. {reason}', { path: from, reason: source.why }),
      );
    const to = await ownStore(folder);
    if (to === undefined) throw new MemdirError('not-found', t('{folder} has no location for memories.', { folder }));
    return await planMove({ from: real, folder }, source, to);
  };

  return {
    candidates: async (folder) => await moveCandidates(folder, await ownStore(folder), context, dataDir),
    plan: planned,
    apply: async ({ from, folder, digest }) => {
      const plan = await planned({ from, folder });
      if (plan.digest !== digest)
        throw new MemdirError(
          'changed-on-disk',
          t('One of the stores changed in the meantime. Nothing was moved: review the plan again.'),
        );
      if (!plan.files.some(({ action }) => action !== 'stay'))
        throw new MemdirError('bad-input', t('Nothing in {folder} can be moved.', { folder: from }));
      return await applyMove(plan, { dataDir });
    },
    undo: async (id) => await undoMove(id, { dataDir }),
  };
}
