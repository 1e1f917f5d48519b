/** What people should know of the models although search works. */
import { t } from '../../core/l10n.js';
import { secondaryModelOff } from '../models/model-routing.js';
import type { SearchPorts } from '../ports.js';

/** @param restReason why the next model reads nothing at the moment */
export function noteOf(
  { embedder, otherLanguages }: Pick<SearchPorts, 'embedder' | 'otherLanguages'>,
  restReason: 'battery' | 'load' | undefined,
): { readonly note?: string } {
  const state = embedder.state();
  const notes = [
    'note' in state ? state.note : undefined,
    otherLanguages && secondaryModelOff(otherLanguages),
    embedder.next && restReason && restNote(embedder.next.model?.id ?? '', restReason),
  ].filter((note) => note !== undefined);
  return notes.length > 0 ? { note: notes.join(' ') } : {};
}

const restNote = (model: string, reason: 'battery' | 'load'): string =>
  reason === 'battery'
    ? t('{model} waits until this machine is plugged in; the present model answers until then.', { model })
    : t('{model} waits until this machine is less busy; the present model answers until then.', { model });
