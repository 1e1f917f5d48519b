/** Requests that find and move stores. */
import { MemdirError } from '../core/errors.js';
import type { Memdir } from '../core/memdir.js';
import type { HostHandlers } from '../protocol/methods.js';

export interface MoveParts {
  readonly engine: (signal?: AbortSignal) => Promise<Memdir>;
  /** Something moved: the tree is out of date. */
  readonly moved: (memdir: Memdir) => Promise<void>;
}

/** The parameters' type holds for our own extension; whatever else comes must fail with a sentence. */
function need(params: object | undefined, ...names: readonly string[]): void {
  const given: Readonly<Record<string, unknown>> = { ...params };
  for (const name of names)
    if (typeof given[name] !== 'string' || given[name] === '')
      throw new MemdirError('bad-input', `The request needs “${name}”.`);
}

export const moveHandlers = ({
  engine,
  moved,
}: MoveParts): Pick<HostHandlers, 'moveCandidates' | 'movePlan' | 'move' | 'moveUndo'> => ({
  moveCandidates: async (params, signal) => {
    need(params, 'folder');
    return (await engine(signal)).moves.candidates(params.folder);
  },
  movePlan: async (params, signal) => {
    need(params, 'from', 'folder');
    return (await engine(signal)).moves.plan({ from: params.from, folder: params.folder });
  },
  move: async (params, signal) => {
    need(params, 'from', 'folder', 'digest');
    const memdir = await engine(signal);
    const report = await memdir.moves.apply({ from: params.from, folder: params.folder, digest: params.digest });
    await moved(memdir);
    return report;
  },
  moveUndo: async (params, signal) => {
    need(params, 'id');
    const memdir = await engine(signal);
    const undone = await memdir.moves.undo(params.id);
    await moved(memdir);
    return undone;
  },
});
