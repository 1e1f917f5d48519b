/** What people should know of the models although search works. */
import { t } from '../../core/l10n.js';
import type { StoreKey } from '../../core/memory.js';
import type { ServiceStatus } from '../../core/results.js';
import { countForeign } from '../models/foreign-memories.js';
import { secondaryModelOff } from '../models/model-routing.js';
import type { SearchPorts } from '../ports.js';

/** @param restReason why the next model reads nothing at the moment */
export async function remarksOf(
  ports: Pick<SearchPorts, 'index' | 'embedder' | 'otherLanguages'>,
  stores: readonly StoreKey[],
  restReason: 'battery' | 'load' | undefined,
): Promise<Pick<Extract<ServiceStatus, { kind: 'ready' }>, 'note' | 'foreign'>> {
  const [note, foreign] = [noteOf(ports, restReason), await countForeign(ports, stores)];
  return { ...(note === '' ? {} : { note }), ...(foreign > 0 ? { foreign } : {}) };
}

function noteOf(
  { embedder, otherLanguages }: Pick<SearchPorts, 'embedder' | 'otherLanguages'>,
  restReason: 'battery' | 'load' | undefined,
): string {
  const state = embedder.state();
  const notes = [
    'note' in state ? state.note : undefined,
    otherLanguages && secondaryModelOff(otherLanguages),
    embedder.next && restReason && restNote(embedder.next.model?.id ?? '', restReason),
  ].filter((note) => note !== undefined);
  return notes.join(' ');
}

/** Why the next model reads nothing at the moment. */
export const restNote = (model: string, reason: 'battery' | 'load'): string =>
  reason === 'battery'
    ? t('{model} waits until this machine is plugged in; the current model is used until then.', { model })
    : t('{model} waits until this machine is less busy; the current model is used until then.', { model });
