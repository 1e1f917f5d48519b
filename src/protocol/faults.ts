import type * as z from 'zod';

import { t } from '../core/l10n.js';

const MOST_FAULTS = 4;

/** What is wrong with an input, for people and models: the first faults of a check, each with the path of its value. */
export const faultsOf = ({ issues }: Pick<z.ZodError, 'issues'>): string =>
  issues
    .slice(0, MOST_FAULTS)
    .map(({ path, message }) => {
      const fault = message.endsWith('received undefined') ? t('it is missing') : message;
      return (path.length === 0 ? fault : `${path.join('.').slice(0, 100)}: ${fault}`).slice(0, 300);
    })
    .join('; ');
