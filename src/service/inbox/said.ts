/** What the drafts that wait say, so that each is made once: kept up to date by the names of their files, which are read once. */
import { alike, sameValues, saysAll, termsOfText } from '../../core/inbox/alike.js';
import { memo } from '../../core/memo.js';
import type { Drafts } from '../../core/ports/drafts.js';
import type { Draft } from '../../core/results.js';
import type { ServicePorts } from '../ports.js';
import { draftOf, type InboxParts, realFolder } from './parts.js';

/** Milliseconds in which what others add is not looked for. */
const FRESH_MS = 1_000;

interface Said {
  /** Real path of the folder it was seen in. */
  readonly cwd: string | undefined;
  readonly body: string;
  readonly terms: ReadonlySet<string>;
}

export interface WhatIsSaid {
  /** Whether another draft of the same project says what this one says, by its words. A draft of the same id is the same draft. */
  says(draft: Draft): Promise<boolean>;
  add(draft: Draft): Promise<void>;
}

const known = memo((_: Drafts) => ({
  drafts: new Map<string, Said | undefined>(),
  lookedMs: Number.NEGATIVE_INFINITY,
}));

export function saidOf({ drafts: port, ports }: InboxParts): WhatIsSaid {
  const state = known(port);
  const look = async (): Promise<void> => {
    if (Math.abs(ports.clock.now() - state.lookedMs) < FRESH_MS) return;
    const ids = new Set(await port.ids());
    for (const id of state.drafts.keys()) if (!ids.has(id)) state.drafts.delete(id);
    for (const id of ids) if (!state.drafts.has(id)) state.drafts.set(id, await readAs(ports, port, id));
    state.lookedMs = ports.clock.now();
  };
  return {
    says: async (draft) => {
      await look();
      const { id, body } = draft;
      const cwd = await folderOf(ports, draft);
      const terms = termsOfText(body);
      const isSaidBy = (said: Said | undefined): boolean =>
        said !== undefined &&
        said.cwd === cwd &&
        alike(said.terms, terms) &&
        saysAll(said.terms, terms) &&
        sameValues(said.body, body);
      for (const [other, said] of state.drafts) {
        if (other === id || !isSaidBy(said)) continue;
        // It may have been edited or decided upon since.
        const now = await readAs(ports, port, other);
        state.drafts.set(other, now);
        if (isSaidBy(now)) return true;
      }
      return false;
    },
    add: async (draft) => void state.drafts.set(draft.id, await saidBy(ports, draft)),
  };
}

const folderOf = async (ports: ServicePorts, { origin: { cwd } }: Draft): Promise<string | undefined> =>
  cwd === undefined ? undefined : await realFolder(ports, cwd);

const saidBy = async (ports: ServicePorts, draft: Draft): Promise<Said> => ({
  cwd: await folderOf(ports, draft),
  body: draft.body,
  terms: termsOfText(draft.body),
});

async function readAs(ports: ServicePorts, port: Drafts, id: string): Promise<Said | undefined> {
  const file = await port.read(id);
  const draft = file === undefined ? 'gone' : draftOf(file);
  return typeof draft === 'string' ? undefined : await saidBy(ports, draft);
}
