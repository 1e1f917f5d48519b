/** What it means for search that the embedding model stopped: a sentence that ends the reason. */
import { t } from '../l10n.js';

export const searchConsequence = (): string => t('Only keyword search works; restart Memdir to try again.');

/** The reason alone, for models whose place another one takes. */
export const withoutConsequence = (reason: string): string => reason.replace(` ${searchConsequence()}`, '');
