/** Questions that several answers offer next. */
import { t } from '../../core/l10n.js';
import type { FollowUp } from './turn.js';

export const staleNext = (): FollowUp => ({ label: t('What’s stale?'), prompt: '', command: 'stale' });
export const indexNext = (): FollowUp => ({ label: t('Show MEMORY.md’s budget'), prompt: '', command: 'index' });
