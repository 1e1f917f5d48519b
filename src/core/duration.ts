import { t, tPlural } from './l10n.js';
import { MINUTE_MS } from './units.js';

/** "Less than a minute left", "About 3 minutes left". */
export const timeLeftWords = (leftMs: number): string =>
  leftMs < MINUTE_MS
    ? t('Less than a minute left')
    : tPlural(Math.round(leftMs / MINUTE_MS), 'About 1 minute left', 'About {n} minutes left');
