import { type Issue, placedFault } from '../core/schema-faults.js';

const MOST_FAULTS = 4;

/** What is wrong with an input, for people and models: the first faults of a check, each with the path of its value. */
export const faultsOf = ({ issues }: { readonly issues: readonly Issue[] }): string =>
  issues.slice(0, MOST_FAULTS).map(placedFault).join('; ');
