import type { StoreInfo } from '../memory.js';
import { firstLine } from '../text-edits.js';
import { typeField } from './metadata.js';
import type { MemoryRule } from './rule.js';

/**
 * A memory in a place with the wrong readers: facts about a person among shared files, facts of one project among those
 * of all.
 */
export const typeScope: MemoryRule = {
  code: 'type-scope',
  severity: 'info',
  on: 'memory',
  *check(file, { info }) {
    const message = misplaced(file.memory.type, file.source.path, info);
    if (message === undefined) return;
    yield { range: typeField(file)?.valueRange ?? firstLine(file.lines), message };
  },
};

function misplaced(type: string, path: string, info: StoreInfo): string | undefined {
  if (type === 'user') {
    const where = sharedPlace(path, info);
    return where === undefined
      ? undefined
      : `A memory of type user says who you are, and ${where}: whoever else works there reads it, and their Claude Code takes you for them. Move it to a memory directory of your own, or write it as feedback that holds for everybody.`;
  }
  if (type !== 'project' || info.kind !== 'agent' || info.scope !== 'user') return undefined;
  return 'This agent notebook is used in all your projects, so Claude Code recalls this memory of one project in every other one. Move it to the memory of its project, or write down what holds everywhere.';
}

function sharedPlace(path: string, info: StoreInfo): string | undefined {
  if (info.kind === 'team' || path.startsWith('team/')) return 'this directory is shared with the team';
  if (info.kind === 'in-repo') return 'this directory is part of the repository';
  return info.kind === 'agent' && info.scope === 'project'
    ? 'this agent notebook is part of the repository'
    : undefined;
}
