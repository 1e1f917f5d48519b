import { t } from '../../core/l10n.js';
import type { TrimOutcome, TrimRequest } from '../../protocol/requests/host-context.js';
import { applyChanges, type FixContext } from './fix-all.js';

/** The budget after some choices; with `apply` they are one edit, which the editor shows first. */
export async function trimIndex(
  { connection, memdir, documents }: FixContext,
  { store, trims, apply }: TrimRequest,
  signal: AbortSignal,
): Promise<TrimOutcome> {
  const { overlay } = await documents.snapshot();
  const { changes, budget } = await memdir.planTrim(store, trims, overlay, signal);
  if (!apply || changes.length === 0) return { budget, applied: false };
  const label = t('Trim MEMORY.md');
  return {
    budget,
    applied: await applyChanges({ connection, documents }, changes, { label, part: label, isShown: true }),
  };
}
