/** Whether an agent starts with a memory before it. */
import { t } from '../../src/core/l10n.js';
import type { Row } from './row.js';

export const STATES = {
  loaded: () => t('Loaded'),
  unloaded: () => t('Not loaded'),
  unlisted: () => t('Not listed'),
  'no-index': () => t('No MEMORY.md'),
  unreadable: () => t('Not readable'),
} as const;
export type State = keyof typeof STATES;

export function stateOf({ memory, store }: Row): State {
  if (!memory.readable) return 'unreadable';
  if (memory.loaded) return 'loaded';
  if (memory.inIndex) return 'unloaded';
  return store?.hasIndex === true ? 'unlisted' : 'no-index';
}
