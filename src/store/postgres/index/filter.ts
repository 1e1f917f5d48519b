import type { SearchFilter } from '../../../core/ports/index-store.js';

/** Through upper case, so that ß equals SS and a final sigma any other. */
export const folded = (text: string): string => text.normalize('NFC').toUpperCase().toLowerCase();

/** The terms of the index fold the case of ASCII letters, nothing else. */
export const foldTerm = (text: string): string =>
  /[A-Z]/.test(text) ? text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;

/** Arguments of the function `passes` of the database, as JSON: always the same text for the same filter. */
export function conditionOf(filter: SearchFilter): string {
  const given = (text: string | undefined): string | undefined => (text ? folded(text) : undefined);
  return JSON.stringify({
    deleted: filter.includeDeleted === true ? true : undefined,
    stores: filter.stores,
    type: filter.type,
    level: filter.level,
    repo: given(filter.repo),
    tag: given(filter.tag),
    agent: given(filter.agentId),
    reader: given(filter.reader),
    prefix: given(filter.pathPrefix),
    before: filter.beforeMs,
    after: filter.afterMs,
    phrases: filter.phrases?.map((terms) => ` ${terms.map(foldTerm).join(' ')} `),
  });
}
