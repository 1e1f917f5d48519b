/** Sentences that memories of different agents have in common, and notes of one agent that count in different places. */
import { isCurrentKnowledge } from '../file-kinds.js';
import { equivalenceTerms, isEquivalent, sameValues } from '../inbox/equivalence.js';
import { memo } from '../memo.js';
import type { StoreInfo, StoreKey } from '../memory.js';
import type { ParsedFile } from '../parsed-file.js';
import type { SharedFact } from '../parsed-store.js';
import { agentFormOf, isAgentKind, isPlain, isSessionStore } from '../stores/agent-forms.js';
import { range } from '../text.js';
import { locatedSentences } from './located-sentences.js';
import { Postings } from './postings.js';

/** Content words from which a sentence says enough to be the same fact. */
const FEWEST_TERMS = 4;
/** Files that name the same fact, for one sentence. */
const MOST_NAMED = 1;

interface Statement {
  readonly text: string;
  readonly line: number;
  readonly terms: ReadonlySet<string>;
}

interface Placed extends Statement {
  readonly store: StoreInfo;
  readonly path: string;
}

export interface AgentFiles {
  readonly info: StoreInfo;
  readonly files: ReadonlyMap<string, ParsedFile>;
}

const statementsOf = memo((file: ParsedFile): readonly Statement[] =>
  locatedSentences(file).flatMap(({ text, at }) => {
    const terms = equivalenceTerms(text);
    return terms.size < FEWEST_TERMS ? [] : [{ text, line: at, terms }];
  }),
);

/** Whose memory a store is: notes of one agent are told apart by where they count, for the user or for a repository. */
export const keeperOf = (info: StoreInfo): string =>
  isPlain(info) ? `${agentFormOf(info).name}\n${info.scope}` : agentFormOf(info).name;

/** The facts of each store that a store of another keeper has as well. */
export function sharedFacts(stores: readonly AgentFiles[]): ReadonlyMap<StoreKey, readonly SharedFact[]> {
  const placed: Placed[] = stores
    .filter(({ info }) => !isSessionStore(info))
    .flatMap(({ info, files }) =>
      [...files].flatMap(([path, file]) =>
        isCurrentKnowledge(file) ? statementsOf(file).map((each) => ({ ...each, store: info, path })) : [],
      ),
    );
  const byTerm = new Postings<string, Placed>();
  for (const each of placed) for (const term of each.terms) byTerm.add(term, each);
  const found = new Map<StoreKey, SharedFact[]>();
  for (const each of placed) {
    const facts = found.get(each.store.key) ?? [];
    for (const other of othersOf(each, byTerm).slice(0, MOST_NAMED)) facts.push(factOf(each, other));
    if (facts.length > 0) found.set(each.store.key, facts);
  }
  return found;
}

function othersOf(each: Placed, byTerm: Postings<string, Placed>): Placed[] {
  const keeper = keeperOf(each.store);
  const near = new Map<Placed, number>();
  for (const term of each.terms)
    for (const other of byTerm.of(term))
      if (keeperOf(other.store) !== keeper) near.set(other, (near.get(other) ?? 0) + 1);
  return [...near]
    .filter(([other, shared]) => shared * 2 >= each.terms.size && isSame(each, other))
    .map(([other]) => other);
}

const isSame = (a: Statement, b: Statement): boolean => isEquivalent(a.terms, b.terms) && sameValues(a.text, b.text);

const factOf = ({ path, line, text }: Placed, other: Placed): SharedFact => ({
  path,
  range: range(line, 0, line, text.length),
  agent: agentFormOf(other.store).name,
  // The scope of Claude Code's own memory says whose it is, not where it counts.
  other: isAgentKind(other.store.kind) ? `${other.path} (${other.store.scope})` : other.path,
});
