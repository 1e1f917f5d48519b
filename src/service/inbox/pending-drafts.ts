/** What the drafts that wait say, so that each is made once: kept up to date by the names of their files, which are read once. */
import { containsTerms, equivalenceTerms, isEquivalent, sameValues } from '../../core/inbox/equivalence.js';
import { memo } from '../../core/memo.js';
import type { Drafts } from '../../core/ports/drafts.js';
import type { Draft } from '../../core/results.js';
import { type InboxContext, parseDraftFile } from './context.js';

/** Milliseconds in which what others add is not looked for. */
const FRESH_MS = 1_000;

interface Said {
  readonly cwd: string | undefined;
  readonly body: string;
  readonly terms: ReadonlySet<string>;
}

export interface PendingDrafts {
  /** Whether another draft of the same project says what this one says, by its words. A draft of the same id is the same draft. */
  hasEquivalent(draft: Draft): Promise<boolean>;
  add(draft: Draft): void;
}

const known = memo((_: Drafts) => ({
  drafts: new Map<string, Said | undefined>(),
  lookedMs: Number.NEGATIVE_INFINITY,
}));

export function pendingDrafts({ drafts: port, ports: { clock } }: InboxContext): PendingDrafts {
  const state = known(port);
  const look = async (): Promise<void> => {
    if (Math.abs(clock.now() - state.lookedMs) < FRESH_MS) return;
    const ids = new Set(await port.ids());
    for (const id of state.drafts.keys()) if (!ids.has(id)) state.drafts.delete(id);
    for (const id of ids) if (!state.drafts.has(id)) state.drafts.set(id, await readAs(port, id));
    state.lookedMs = clock.now();
  };
  return {
    hasEquivalent: async ({ id, body, origin: { cwd } }) => {
      await look();
      const terms = equivalenceTerms(body);
      const isSaidBy = (said: Said | undefined): boolean =>
        said !== undefined &&
        said.cwd === cwd &&
        isEquivalent(said.terms, terms) &&
        containsTerms(said.terms, terms) &&
        sameValues(said.body, body);
      for (const [other, said] of state.drafts) {
        if (other === id || !isSaidBy(said)) continue;
        // It may have been edited or decided upon since.
        const now = await readAs(port, other);
        state.drafts.set(other, now);
        if (isSaidBy(now)) return true;
      }
      return false;
    },
    add: (draft) => void state.drafts.set(draft.id, saidBy(draft)),
  };
}

const saidBy = ({ body, origin: { cwd } }: Draft): Said => ({ cwd, body, terms: equivalenceTerms(body) });

async function readAs(port: Drafts, id: string): Promise<Said | undefined> {
  const file = await port.read(id);
  const draft = file === undefined ? 'gone' : parseDraftFile(file);
  return typeof draft === 'string' ? undefined : saidBy(draft);
}
