import { t } from '../l10n.js';
import type { StoreInfo } from '../memory.js';
import { isTeamMemory } from '../stores/agent-forms.js';
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
    return sharedPlace(path, info);
  }
  if (type !== 'project' || info.kind !== 'agent' || info.scope !== 'user') return undefined;
  return t(
    'Project memory in an agent’s memory for all projects. Claude Code recalls it in every project. Move it to the memory of its project, or keep only what applies everywhere.',
  );
}

const inRepository = (): string =>
  t(
    'User memory in the repository. Other people’s agents will think it describes them. Move it to your own memory directory, or rewrite it as feedback for everyone.',
  );

/** Undefined where only its user reads it. */
function sharedPlace(path: string, info: StoreInfo): string | undefined {
  if (info.kind === 'team' || path.startsWith('team/'))
    return t(
      'User memory in a directory shared with the team. Other people’s agents will think it describes them. Move it to your own memory directory, or rewrite it as feedback for everyone.',
    );
  if (info.kind === 'in-repo' || isTeamMemory(info)) return inRepository();
  return info.kind === 'agent' && info.scope === 'project' ? inRepository() : undefined;
}
