import { MemdirError } from '../../core/errors.js';
import type { DistillRules } from '../../core/ports/distill-rules.js';

/** Throws `unavailable` where the program distils nothing, as a hook. */
export function rulesOf({ rules }: { readonly rules?: DistillRules | undefined }): DistillRules {
  if (rules === undefined) throw new MemdirError('unavailable', 'This program cannot distil.');
  return rules;
}
