/** What every index store promises. */
import { afterEach, beforeEach, describe } from 'vitest';

import type { IndexStore } from '../../../src/core/ports/index-store.js';
import { describeDocuments } from './documents.js';
import { describeFilters } from './filters.js';
import { describeLifecycle } from './lifecycle.js';
import { describeSearch } from './search.js';
import { Subject } from './subject.js';
import { describeTokens } from './tokens.js';
import { describeVectorLeg } from './vector-leg.js';
import { describeWordsLeg } from './words-leg.js';

/** @param make opens an empty index */
export function indexStoreContract(title: string, make: () => Promise<IndexStore>): void {
  describe(title, () => {
    const subject = new Subject();
    beforeEach(() => subject.open(make));
    afterEach(() => subject.store.close());
    describeDocuments(subject);
    describeWordsLeg(subject);
    describeFilters(subject);
    describeVectorLeg(subject);
    describeTokens(subject);
    describeSearch(subject);
    describeLifecycle(subject);
  });
}
