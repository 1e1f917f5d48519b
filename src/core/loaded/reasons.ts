/** Why an instruction file is loaded or left out, for people. */
import { t } from '../l10n.js';
import type { InstructionFile } from '../ports/instructions.js';
import { MOST_HOPS } from './imports.js';

/** One sentence. */
export function fateReason({ form, scope, fate }: Pick<InstructionFile, 'form' | 'scope' | 'fate'>): string {
  switch (fate.state) {
    case 'loaded':
      return form === 'import' ? t('Imported with @.') : loadedReason(scope);
    case 'later':
      return t('Loaded when Claude Code works with files that match {patterns}.', {
        patterns: fate.patterns.join(', '),
      });
    case 'unread':
      return t('Claude Code loads it. Memdir doesn’t: it is a link out of a folder that you don’t trust.');
    case 'left-out':
      return leftOutReason(fate);
  }
}

function loadedReason(scope: InstructionFile['scope']): string {
  switch (scope) {
    case 'managed':
      return t('Loaded in every session: your organization’s instructions.');
    case 'user':
      return t('Loaded in every session: your own instructions.');
    case 'project':
      return t('Loaded in every session in this folder: the project’s instructions.');
    case 'local':
      return t('Loaded in every session in this folder: your own instructions for the project.');
  }
}

function leftOutReason({ why, detail = '' }: Extract<InstructionFile['fate'], { readonly state: 'left-out' }>): string {
  switch (why) {
    case 'excluded':
      return t('Excluded by claudeMdExcludes in Claude Code’s settings.');
    case 'external':
      return t('It is outside the folder, and Claude Code has no permission to load it. Claude Code asks for it once.');
    case 'deep':
      return t('Imported more than {hops} files away.', { hops: MOST_HOPS });
    case 'kind':
      return t('Claude Code doesn’t import files of this type.');
    case 'missing':
      return t('The imported file doesn’t exist.');
    case 'unreadable':
      return t('The file can’t be read: {detail}.', { detail });
    case 'agents-md':
      return t('AGENTS.md is only loaded where no folder has a CLAUDE.md.');
  }
}
