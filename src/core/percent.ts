import { t } from './l10n.js';
import { decimal } from './numbers.js';

/** "46%", "0.1%": a share of 1 as people of each language write it. */
export const percentWords = (share: number, digits = 0): string => t('{n}%', { n: decimal(share * 100, digits) });
