/** What lint rules need to know that the markdown does not say: see {@link LintFacts}. One source a file in `facts/`. */
import type { LintFacts } from '../core/lint/rule.js';
import { throwIfAborted } from '../core/errors.js';
import { citationFacts } from './facts/citations.js';
import { relationFacts } from './facts/relations.js';
import { otherFileFacts } from './facts/others.js';
import type { ServicePorts } from './ports.js';
import type { StoreSnapshot } from './snapshot.js';

/**
 * Finds out one part of the facts. It keeps what it knows by parsed file (those are made anew when a file changes), because it is
 * asked at every keystroke. Something that cannot be found out is left absent and logged, never an error: checking goes on.
 */
export type FactSource = (snapshot: StoreSnapshot, wanted: FactsWanted, signal?: AbortSignal) => Promise<Partial<LintFacts>>;

/** `quick`: what must first be found out about a whole store is left out. */
export type FactsWanted = 'all' | 'quick';

/** Makes a source for the life of a service. */
export type MakeFactSource = (ports: ServicePorts) => FactSource;

const SOURCES: readonly MakeFactSource[] = [otherFileFacts, citationFacts, relationFacts];

export class Facts {
  readonly #sources: readonly FactSource[];

  constructor(ports: ServicePorts) {
    this.#sources = SOURCES.map((make) => make(ports));
  }

  async of(snapshot: StoreSnapshot, signal?: AbortSignal, wanted: FactsWanted = 'all'): Promise<LintFacts> {
    const parts = await Promise.all(this.#sources.map((find) => find(snapshot, wanted, signal)));
    throwIfAborted(signal);
    return Object.assign({}, ...parts) as LintFacts;
  }
}
